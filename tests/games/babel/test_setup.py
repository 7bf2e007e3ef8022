"""Section 1 of the rules: what is in the box, and how a match begins."""

from collections import Counter

import pytest

from shinar.core.errors import OptionError
from shinar.core.game import CHANCE
from shinar.core.match import Match
from shinar.core.viewer import SPECTATOR
from shinar.games.babel import Babel
from shinar.games.babel.components import NATION_NAMES, TEMPLE_CARDS, TEMPLE_COPIES
from shinar.games.babel.state import State
from tests.games.babel.positions import BOTH_EDITIONS, hand_sizes, legal, play, side, supply


def begun(**options: str | int) -> Match[State]:
    """A match before anything is dealt."""
    return Match(Babel(**options), deals=False)


def test_there_are_twelve_cards_of_each_nation() -> None:
    """[BB-1.1] All sixty lie in the deck before the deal."""
    assert Counter(supply(begun(), "deck")) == dict.fromkeys("AHMPS", 12)


def test_there_are_forty_five_temple_cards_of_six_levels() -> None:
    """[BB-1.1] Ten of level 1, nine of level 2 … five of level 6."""
    assert TEMPLE_COPIES[1:] == (10, 9, 8, 7, 6, 5)
    assert TEMPLE_CARDS == 45


def test_there_are_five_sites_on_each_side() -> None:
    """[BB-1.2] Named like the nations."""
    for player in begun().observe().view()["players"]:
        assert tuple(site["site"] for site in player["sites"]) == NATION_NAMES
        assert all(site["row"] == site["temple"] == [] for site in player["sites"])


def test_the_starting_cards_are_set_aside_and_the_rest_is_in_the_quarry() -> None:
    """[BB-1.3] Two of the ten level 1 cards are the starting cards."""
    match = begun()
    assert [side(match, seat) for seat in (0, 1)] == ["@Q start", "@Q start"]
    assert supply(match, "quarry") == "1" * 8 + "2" * 9 + "3" * 8 + "4" * 7 + "5" * 6 + "6" * 5


def test_the_opponents_starting_card_cannot_be_built() -> None:
    """[BB-1.3] Only its owner may build it: it is on no stack."""
    match = play(begun(starter=0), *["draw medes"] * 11, "move medes", "deploy medes")
    assert legal(match, "build") == ["build medes from starting card"]
    play(match, "build medes from starting card")
    assert match.reveal().players[1].start_card == 1
    assert legal(match, "build") == []


def test_chance_decides_who_starts() -> None:
    """[BB-1.4] Both seats are equally likely."""
    match = begun()
    assert legal(match) == ["seat 0 starts", "seat 1 starts"]
    assert len({chance for _, chance in match.game.chances(match.reveal())}) == 1
    play(match, "seat 1 starts")
    assert match.reveal().turn_of == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_who_starts_can_be_chosen(seat: int) -> None:
    """[BB-1.4] Then chance is not asked."""
    match = begun(starter=seat)
    assert match.reveal().turn_of == seat
    assert legal(match) == [f"draw {nation}" for nation in NATION_NAMES]


def test_there_is_no_third_seat_to_start() -> None:
    with pytest.raises(OptionError, match="starter cannot be 2; choose from random, 0, 1"):
        Babel(starter=2)


@pytest.mark.parametrize(("edition", "of_starter"), [("second", 3), ("first", 5)])
@pytest.mark.parametrize("starter", [0, 1])
def test_the_opening_hands_depend_on_the_edition(edition: str, of_starter: int, starter: int) -> None:
    """[BB-1.5] Three and five cards in the second edition, five and five in the first."""
    match = begun(edition=edition, starter=starter)
    play(match, *["draw hittites"] * of_starter)
    assert hand_sizes(match)[starter] == of_starter
    play(match, *["draw assyrians"] * 5)
    assert hand_sizes(match)[1 - starter] == 5
    assert match.turn == 1


def test_the_deal_is_told_without_its_cards() -> None:
    """[BB-10.2] Each seat reads what it got itself, and that the other got something."""
    match = play(begun(), "seat 0 starts", *["draw medes"] * 4)
    own, other, public = ([str(line) for line in match.story(who)] for who in (0, 1, SPECTATOR))
    assert own[0] == "You have the first turn"
    assert own[3:] == ["You draw a Medes card", "Player 2 draws a nation card"]
    assert other[3:] == ["Player 1 draws a nation card", "You draw a Medes card"]
    assert public[3:] == ["Player 1 draws a nation card", "Player 2 draws a nation card"]


@pytest.mark.parametrize("game", BOTH_EDITIONS, ids=repr)
def test_both_pawns_begin_in_the_quarry(game: Babel) -> None:
    """[BB-1.6] So nobody can deploy, build or use an ability before a move."""
    match = Match(game, seed=1)
    assert [player["pawn"] for player in match.observe().view()["players"]] == ["quarry", "quarry"]
    assert CHANCE not in match.actors
    assert {game.action_group(action) for action in match.legal_actions(match.actors[0])} == {"move"}
