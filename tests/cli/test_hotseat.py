"""Two people at one keyboard: neither sees the cards of the other."""

import re
from pathlib import Path

from shinar import Record, make
from tests.cli.conftest import Run

START = ("play", "babel", "--hotseat", "--seed", "3", "--starter", "0")
FIRST_TURN = ["", "2", "dep sum", "build", "end turn"]  # Enter, then seat 0 plays


def pages(output: str) -> list[str]:
    """What stood on the screen between two handovers."""
    return re.split(r"Player \d, press Enter when only you can see the screen\.", output)


def test_the_screen_is_handed_over_before_another_person_looks(shinar: Run) -> None:
    output = shinar(*START, typed=[*FIRST_TURN, "", "quit"]).stdout
    assert [int(seat) for seat in re.findall(r"Player (\d), press Enter", output)] == [1, 2]


def test_nobody_is_asked_to_hand_over_within_a_turn(shinar: Run) -> None:
    assert shinar(*START, typed=["", "2", "dep sum", "quit"]).stdout.count("press Enter when") == 1


def test_the_cards_of_the_other_never_appear(shinar: Run) -> None:
    before, own, other = pages(shinar(*START, typed=[*FIRST_TURN, "", "log", "quit"]).stdout)
    assert "hand" not in before
    assert "You: hand 1 assyrians" in own
    assert "Player 2: hand 5 unseen" in own
    assert not re.search(r"(?i)player 2 draws an? (assyrians|hittites|medes|persians|sumerians)", own)
    assert re.search(r"Player 1: hand \d unseen", other)
    assert not re.search(r"Player 1 draws [^\n]*(assyrians|hittites|medes|persians|sumerians)", other)
    assert "You: hand" in other


def test_a_bid_of_another_person_stays_sealed(shinar: Run) -> None:
    output = shinar("play", "toy", "--hotseat", "--seed", "5", typed=["", "1", "", "1", "", "quit"]).stdout
    _, _, second, third = pages(output)
    for page in (second, third):
        assert "Player 1 bids in secret" in page
        assert not re.search(r"Player 1 bids \d", page)


def test_leaving_at_the_handover_keeps_the_match(shinar: Run) -> None:
    result = shinar(*START, typed=FIRST_TURN)
    assert (result.exit_code, "shinar play --load" in result.stdout) == (0, True)


def test_people_can_finish_a_match_and_nobody_is_called_you(shinar: Run) -> None:
    result = shinar(*START, typed=["", "1"] * 600)
    assert result.exit_code == 0
    assert re.search(r"(Player \d wins|A draw)\. Player 1 has \d+", result.stdout)


def test_a_saved_match_of_people_goes_on_between_people(shinar: Run) -> None:
    shinar(*START, typed=["", "2", "save match.txt", "quit"])
    assert Record.parse(Path("match.txt").read_text()).names == ("person", "person")
    assert "press Enter when" in shinar("play", "--load", "match.txt", typed=["", "quit"]).stdout
    assert make("babel").num_seats == 2
