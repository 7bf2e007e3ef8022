"""`shinar analyse`: it begins with sentences, in words and names."""

from pathlib import Path

import pytest

from shinar import Record, make
from shinar.cli.commands.analyse import event_words
from shinar.cli.terminal.summary import result_sentence, summary
from shinar.core.game import Outcome
from shinar.core.laws import play_at_random
from shinar.search.analysis import Analysis, Choice, Estimate, Luck, Option
from tests.cli.conftest import Run

NAMES = ["Anna", "Kubaba"]


def record(ranks: tuple[int, ...] | None, scores: tuple[int, ...] = (5, 9, 7)) -> Record:
    outcome = None if ranks is None else Outcome(scores[: len(ranks)], ranks, "a reason", "BB-9.5")
    return Record("babel", 1, {}, (), None, (), outcome)


@pytest.mark.parametrize(
    ("ranks", "sentence"),
    [
        ((2, 1), "Kubaba (9) won this game of Babel, ahead of Anna (5)."),
        ((3, 1, 2), "Kubaba (9) won this game of Babel, ahead of Sargon (7) and Anna (5)."),
        ((1, 1, 3), "Anna (5) and Kubaba (9) shared first place in this game of Babel, ahead of Sargon (7)."),
        ((1, 1), "This game of Babel was a draw between Anna (5) and Kubaba (9)."),
        (None, "This game of Babel is not over: 0 actions so far."),
    ],
)
def test_the_first_sentence_says_who_won(ranks: tuple[int, ...] | None, sentence: str) -> None:
    names = ["Anna", "Kubaba", "Sargon"][: len(ranks) if ranks else 2]
    assert result_sentence(record(ranks), "Babel", names) == sentence


def test_the_summary_tells_skill_luck_and_the_costliest_choice() -> None:
    game = make("babel")
    medes, persians = (game.parse_action(f"move {nation}") for nation in ("medes", "persians"))
    better = (Option(persians, Estimate(0.6, 0.01), 50),)
    choice = Choice(7, 2, 0, medes, Estimate(0.6, 0.01), Estimate(0.5, 0.0), better)
    luck = Luck(3, 1, game.parse_action("draw medes"), ((-0.05, -0.06), (0.05, 0.06)))
    assert summary(record((2, 1)), Analysis(game, [choice], [luck]), NAMES)[1:] == [
        "Anna gave away most by choice, 10.0 ± 1.0 % of the chance to win in all, and Kubaba least, 0.0 ± 0.0 %.",
        "Chance helped Kubaba most: +5.5 ± 0.5 %.",
        "The costliest choice was Anna's `move medes` in turn 2, which cost 10.0 ± 1.0 %; `move persians` was better.",
    ]


def test_luck_within_its_error_is_nobodys() -> None:
    game = make("babel")
    luck = Luck(3, 1, game.parse_action("draw medes"), ((-0.05, 0.05), (0.05, -0.05)))
    assert summary(record((2, 1)), Analysis(game, [], [luck]), NAMES)[1:] == ["Chance helped nobody clearly."]


@pytest.mark.parametrize(("event", "words"), [("seat 1 starts", "Kubaba starts"), ("draw medes", "draw medes")])
def test_chance_names_the_players(event: str, words: str) -> None:
    game = make("babel")
    assert event_words(Analysis(game, [], []), game.parse_action(event), NAMES) == words


def test_a_record_is_analysed_with_the_names_in_it(shinar: Run) -> None:
    match = play_at_random(make("toy", rounds=1), 2)
    Path("match.txt").write_text(Record.of(match, ("Anna", "greedy", "person")).to_text())
    result = shinar("analyse", "match.txt", "--iterations", "4", "--runs", "2", "--svg", "match.svg")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].endswith(".")
    assert "this game of" in result.stdout.splitlines()[0].lower()
    assert all(name in result.stdout for name in ("Anna", "Kubaba", "Player 3"))
    assert "Kubaba</text>" in Path("match.svg").read_text()
