"""Looking at a record."""

import re
from pathlib import Path

import pytest

from shinar import Match, Record, make
from shinar.core.laws import play_at_random
from tests.cli.conftest import Run

NATION = r"(assyrians|hittites|medes|persians|sumerians)"


@pytest.fixture
def finished() -> Record:
    """A whole match in match.txt."""
    record = Record.of(play_at_random(make("babel"), 1))
    Path("match.txt").write_text(record.to_text())
    return record


@pytest.fixture
def _unfinished() -> None:
    """A match at its beginning in match.json."""
    Path("match.json").write_text(Record.of(Match(make("babel", starter=0), 1)).to_json())


def test_a_finished_match_is_shown_turn_by_turn_with_open_cards(shinar: Run, finished: Record) -> None:
    output = shinar("replay", "match.txt").stdout
    assert finished.outcome is not None
    turns = max(int(turn) for turn in re.findall(r"^Turn (\d+)", output, re.MULTILINE))
    assert output.count("── after action") == turns + 1  # and the deal
    assert "unseen" not in output
    assert re.search(rf"(?i)draws an? {NATION} card", output)
    assert f"Why: {finished.outcome.reason} [{finished.outcome.clause}]." in output


@pytest.mark.usefixtures("_unfinished")
def test_a_match_that_goes_on_is_shown_as_a_spectator_sees_it(shinar: Run) -> None:
    output = shinar("replay", "match.json").stdout
    assert not re.search(rf"draws [^\n]*{NATION}", output)
    assert "The match is not over" in output


@pytest.mark.usefixtures("finished")
def test_a_seat_sees_its_own_cards_only(shinar: Run) -> None:
    output = shinar("replay", "match.txt", "--seat", "1").stdout
    assert re.search(rf"(?i)you draw an? {NATION} card", output)
    assert not re.search(rf"Player 1 draws [^\n]*{NATION}", output)


@pytest.mark.usefixtures("finished")
def test_a_spectator_sees_no_hand(shinar: Run) -> None:
    assert not re.search(rf"draws {NATION}", shinar("replay", "match.txt", "--seat", "spectator").stdout)


@pytest.mark.usefixtures("finished")
def test_the_replay_stops_where_it_is_told(shinar: Run) -> None:
    output = shinar("replay", "match.txt", "--to", "15", "--seat", "all").stdout
    assert "after action 15" in output
    assert "after action 16" not in output
    assert "15 actions so far" in output


@pytest.mark.usefixtures("finished")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--seat", "2"), "there is no seat '2'; choose 0 to 1, all or spectator"),
        (("--to", "9999"), "--to must be 0 to"),
        (("--to", "-1"), "--to must be 0 to"),
    ],
)
def test_a_seat_or_number_that_does_not_exist_is_refused(
    shinar: Run, arguments: tuple[str, ...], sentence: str
) -> None:
    result = shinar("replay", "match.txt", *arguments)
    assert (result.exit_code, sentence in result.stderr) == (2, True)


@pytest.mark.usefixtures("finished")
def test_stepping_waits_after_every_turn_and_can_be_left(shinar: Run) -> None:
    assert shinar("replay", "match.txt", "--step", typed=["", "q"]).stdout.count("after action") == 2


@pytest.mark.usefixtures("finished")
def test_stepping_ends_with_the_input(shinar: Run) -> None:
    assert shinar("replay", "match.txt", "--step", typed=[""]).stdout.count("after action") == 2


def test_a_match_from_a_position_is_shown_too(shinar: Run) -> None:
    game = make("babel")
    position = "second turn:3 seat:0 phase:act | @H hand:AHS H:AA/1 | @Q hand:AA A:-/1"
    match = Match(game, 1, start=game.parse_position(position))
    match.play(0, "deploy sumerians")
    Path("match.txt").write_text(Record.of(match).to_text())
    assert "Player 1 deploys a Sumerians card at " in shinar("replay", "match.txt").stdout
