"""Commands that only tell something: games, rules, perft; and the helpers that word things."""

import json

import pytest

from shinar import Match, make
from shinar.cli.commands.games import seats_text
from shinar.cli.options import Given, variants
from shinar.cli.terminal.histogram import histogram_lines
from shinar.cli.terminal.result import result_lines, verdict
from shinar.cli.terminal.story import merge_log_lines
from shinar.core.game import Outcome
from shinar.core.registry import game_class, game_names
from shinar.core.story import StoryLine
from tests.cli.conftest import Run

# ---- games ------------------------------------------------------------------------------------------------------


def test_games_tells_every_option_and_choice_with_its_sentence(shinar: Run) -> None:
    output = " ".join(shinar("games").stdout.split())
    for name in game_names():
        game = game_class(name)
        texts = [game.name, game.title, game.summary, f"{seats_text(game)} seats"]
        for option in game.option_list:
            texts += [f"--{option.name}", option.help, *option.meanings, *map(str, option.choices)]
        assert [text for text in texts if text not in output] == []


def test_games_as_json_is_nothing_but_json(shinar: Run) -> None:
    found = {game["name"]: game for game in json.loads(shinar("games", "--json").stdout)}
    assert set(found) == set(game_names())
    assert found["babel"]["seats"] == [2]
    assert [option["name"] for option in found["babel"]["options"]] == ["edition", "starter"]


def test_variants_are_the_usual_options_and_each_other_choice() -> None:
    assert [dict(game.options) for game in variants(Given("babel", {}))] == [
        {"edition": "second", "starter": "random"},
        {"edition": "first", "starter": "random"},
    ]
    toys = [(game.options["rounds"], game.options["extras"]) for game in variants(Given("toy", {}))]
    assert toys == [(2, ()), (1, ()), (2, ("double",)), (2, ("bell",)), (2, ("double", "bell"))]


def test_given_options_are_the_only_variant() -> None:
    assert variants(Given("babel", {"starter": "0"})) == [make("babel", starter=0)]


# ---- rules ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clause", ["BB-5.2", "bb-5.2", "[BB-5.2]", "5.2"])
def test_a_clause_is_found_by_its_number(shinar: Run, clause: str) -> None:
    output = shinar("rules", "babel", clause).stdout
    assert output.startswith("[BB-5.2] Its level must be one above")
    assert output.count("[BB-") == 1


def test_a_section_is_shown_whole(shinar: Run) -> None:
    output = shinar("rules", "babel", "6").stdout
    assert [clause for clause in ("BB-6.1", "BB-6.2", "BB-6.3") if clause not in output] == []
    assert "BB-7" not in output


def test_a_word_or_several_find_all_that_mentions_them(shinar: Run) -> None:
    output = " ".join(shinar("rules", "babel", "face", "down").stdout.split())
    assert "[BB-1.3]" in output
    assert "[BB-7.4]" in output
    assert "[BB-3.1]" not in output


def test_the_whole_rules_are_shown_without_a_clause(shinar: Run) -> None:
    output = shinar("rules").stdout
    assert "[BB-1.1]" in output
    assert "[BB-10.3]" in output


# ---- perft ------------------------------------------------------------------------------------------------------


def counts(output: str) -> list[str]:
    return [line.split()[1] for line in output.splitlines()[1:]]


def test_perft_counts_the_ways_to_go_on(shinar: Run) -> None:
    assert counts(shinar("perft", "toy", "--depth", "3").stdout) == ["5", "25", "120"]  # two cards of each value


def test_perft_counts_from_a_position(shinar: Run) -> None:
    match = Match(make("toy"), 1)
    position = match.game.position_text(match.reveal())
    legal = len(match.legal_actions(match.actors[0]))
    assert counts(shinar("perft", "toy", "--depth", "1", "--position", position).stdout) == [str(legal)]


# ---- words ------------------------------------------------------------------------------------------------------


def test_a_story_joins_what_one_player_did_in_a_row() -> None:
    lines = [line("You", "draw medes"), line("You", "draw medes"), line("You", "draw persians"), line("{1}", "moves")]
    assert merge_log_lines(lines, ["me", "Ninsun"]) == "You draw medes (×2), persians\nNinsun moves"


def test_a_verb_is_said_again_where_a_list_would_confuse() -> None:
    deeds = [line("You", "build altar, paying 2 coins"), line("You", "build baths"), line("You", "get 2 coins")]
    assert merge_log_lines(deeds, []) == "You build altar, paying 2 coins; build baths; get 2 coins"


def test_a_story_of_nothing_is_empty() -> None:
    assert merge_log_lines([], ["me", "Ninsun"]) == ""


def test_lines_without_a_subject_stand_alone() -> None:
    assert merge_log_lines([line("", "The prize is 3"), line("", "It rains")], []) == "The prize is 3\nIt rains"


def line(subject: str, predicate: str) -> StoryLine:
    return StoryLine(0, "", subject=subject, predicate=predicate)


def test_a_histogram_counts_everything_once() -> None:
    numbers = [0] * 50 + [1, 5, 2] + [0] * 47
    lines = histogram_lines(numbers)
    assert [line.split()[0] for line in lines] == ["50", "51", "52"]
    assert sum(int(line.split()[-1]) for line in lines) == 8
    wide = histogram_lines([3] * 100)
    assert sum(int(line.split()[-1]) for line in wide) == 300
    assert len(wide) <= 12


def test_a_histogram_of_nothing_is_empty() -> None:
    assert histogram_lines([0, 0]) == []


@pytest.mark.parametrize(
    ("ranks", "reader", "verdict"),
    [
        ((1, 2), None, "Anna wins. Anna has 5, Kubaba has 4."),
        ((1, 2), 0, "You win! You have 5, Kubaba has 4."),
        ((2, 1), 0, "Kubaba wins. You have 5, Kubaba has 4."),
        ((1, 1), 0, "A draw. You have 5, Kubaba has 4."),
        ((1, 1, 3), 0, "You and Kubaba share first place. You have 5, Kubaba has 4."),
    ],
)
def test_the_result_is_told_to_whom_reads_it(
    ranks: tuple[int, ...], reader: int | None, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = Outcome((5, 4), ranks, "a reason", "BB-9.5")
    monkeypatch.setattr(Match, "outcome", property(lambda _: outcome))
    assert result_lines(Match(make("babel"), 1), ["Anna", "Kubaba", "Sargon"], reader) == [
        verdict,
        "Why: a reason [BB-9.5].",
    ]


@pytest.mark.parametrize(
    ("ranks", "reader", "words"),
    [
        ((1, 1, 3, 3), None, "Anna and Kubaba win together."),
        ((1, 1, 3, 3), 1, "Anna and you win together!"),
        ((3, 3, 1, 1), 0, "Sargon and Enlil win together."),
        ((1, 1, 1, 1), 0, "A draw."),
    ],
)
def test_partners_win_together(ranks: tuple[int, ...], reader: int | None, words: str) -> None:
    outcome = Outcome((5, 4, 3, 2), ranks, "a reason", "SW-19.2", team_size=2)
    assert verdict(outcome, ["Anna", "Kubaba", "Sargon", "Enlil"], reader) == words
