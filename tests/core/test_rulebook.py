"""The text of the rules, by section, clause and word."""

from importlib import import_module
from pathlib import Path

import pytest

from shinar import game_class
from shinar.core.errors import OptionError
from shinar.core.rulebook import rulebook_of
from tests.core.toy import Toy

BABEL = game_class("babel")


def test_a_rulebook_has_sections_of_clauses() -> None:
    book = rulebook_of(BABEL)
    first, second = book.sections[:2]
    assert (first.heading, first.number, first.clauses) == ("Babel", "", ())
    assert first.introduction.startswith("The rules in our own words.")
    assert (second.heading, second.number) == ("1. Set-up", "1")
    assert [clause.number for clause in second.clauses][:2] == ["1.1", "1.2"]
    assert book.contents().splitlines()[0] == "1. Set-up"


@pytest.mark.parametrize("wanted", ["BB-5.2", "bb-5.2", "[BB-5.2]", " 5.2 "])
def test_a_clause_is_found_by_its_number(wanted: str) -> None:
    assert rulebook_of(BABEL).look_up(wanted).startswith("**[BB-5.2]** Its level must be one above")


def test_a_section_is_found_by_its_number() -> None:
    assert rulebook_of(BABEL).look_up("6").startswith("## 6. ")


def test_a_word_finds_all_that_mentions_it() -> None:
    found = rulebook_of(BABEL).look_up("quarry")
    assert "[BB-1.6]" in found
    assert "[BB-3.1]" not in found


@pytest.mark.parametrize("wanted", ["77.7", "77", "bicycle", ""])
def test_what_is_not_in_the_rules_is_refused(wanted: str) -> None:
    with pytest.raises(OptionError, match=f"the rules of Babel have no clause or word '{wanted}'"):
        rulebook_of(BABEL).look_up(wanted)


def test_a_game_may_have_no_text_of_its_rules() -> None:
    with pytest.raises(OptionError, match="Sealed Bids has no rules text"):
        rulebook_of(Toy)


def test_a_game_defined_in_the_init_file_of_its_package_has_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "one_file_game"
    package.mkdir()
    (package / "__init__.py").write_text("from tests.core.toy import Toy\n\n\nclass Game(Toy):\n    pass\n")
    (package / "RULES.md").write_text("# Bids\n\n## 1. Bids\n\n**[BB-1.1]** All bid at once.\n")
    monkeypatch.syspath_prepend(tmp_path)
    game = import_module("one_file_game").Game
    assert rulebook_of(game).look_up("1.1") == "**[BB-1.1]** All bid at once."
