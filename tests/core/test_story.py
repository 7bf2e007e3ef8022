"""Sentences that are right for "you" and for a name."""

import pytest

from shinar.core.story import Narrator, counted, default_names, listed, third_person, with_names
from shinar.core.viewer import SPECTATOR, viewer_of


def test_a_line_speaks_to_whoever_it_is_about() -> None:
    assert Narrator(viewer_of(1)).line(1, "build level 3", "build").text == "You build level 3"
    assert Narrator(viewer_of(0)).line(1, "build level 3", "build").text == "{1} builds level 3"
    assert str(Narrator(SPECTATOR).line(1, "pass", "pass")) == "Player 2 passes"


def test_others_are_named_and_you_is_you() -> None:
    narrator = Narrator(viewer_of(1))
    assert (narrator.name(1), narrator.whose(1), narrator.own(1)) == ("you", "your", "your")
    assert (narrator.name(0), narrator.whose(0), narrator.own(0)) == ("{0}", "{0}'s", "their")


@pytest.mark.parametrize(
    ("plain", "third"),
    [("build", "builds"), ("pass", "passes"), ("carry", "carries"), ("play", "plays"), ("have", "has"), ("go", "goes")],
)
def test_verbs_agree_with_names(plain: str, third: str) -> None:
    assert third_person(plain) == third


def test_words_are_listed_and_counted() -> None:
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert [counted(1, "point"), counted(2, "point")] == ["1 point", "2 points"]


def test_names_are_filled_in_by_whoever_knows_them() -> None:
    assert with_names("{0} takes a card from {1}", ("Ninsun", "Kubaba")) == "Ninsun takes a card from Kubaba"
    assert default_names(2) == ("Player 1", "Player 2")
