"""Refilling and the end. RULES.md, sections 6 and 7."""

import pytest

from shinar import CHANCE
from shinar.games.babylonia.board import CELLS, is_river
from shinar.games.babylonia.components import FARMER
from shinar.games.babylonia.rules import stand_size
from shinar.games.babylonia.state import FREE, OVER, State, token
from tests.games.babylonia.positions import fill, make, names_of, play, position

TWO_CITIES = """
     4  5  6
  5     f1
  6  f1    f1
  7    [P]
  8        .
 22 [M]
"""


def nearly_empty(stand: str, pool: str, drawing: str = "") -> State:
    """A position in which seat 0 has so few tokens left: the others lie all over the board."""
    state = position(drawing)
    player = state.players[0]
    player.stand = [stand.count(letter) for letter in "MSPF"]
    used = [pool.count(letter) + stand.count(letter) for letter in "MSPF"]
    cells = [cell for cell in range(CELLS) if state.cells[cell] == FREE and is_river(cell)]
    for kind, total in enumerate((6, 6, 6, 12)):
        for _ in range(total - used[kind]):
            state.cells[cells.pop()] = token(0, kind) + 4
    fill(state)
    assert sum(player.pool) == len(pool)
    return state


def test_the_stand_is_refilled_to_five_from_the_own_pool() -> None:
    """[BN-6.1]"""
    match = play(
        position(stands=("FFFFF",)), "place farmer 8,6", "place farmer 9,7", "place farmer 10,6", "end placing"
    )
    for _ in range(3):
        assert match.actors == (CHANCE,)
        match.play(CHANCE, "draw priest")
    assert match.actors == (1,)
    assert match.reveal().players[0].stand == [0, 0, 3, 2]


def test_only_what_is_in_the_pool_can_be_drawn() -> None:
    """[BN-6.1]"""
    match = play(nearly_empty("MM", "SF"), "place merchant 8,6", "place merchant 9,7", "end placing")
    names = {match.game.action_name(action) for action, _ in match.game.chances(match.reveal())}
    assert names == {"draw servant", "draw farmer"}


def test_with_an_empty_pool_the_game_goes_on_with_what_is_left() -> None:
    """[BN-6.2]"""
    match = play(nearly_empty("MMMSS", "P"), "place merchant 8,6", "place merchant 9,7", "end placing")
    match.play(CHANCE, "draw priest")
    assert match.actors == (1,)
    assert stand_size(match.reveal().players[0]) == 4


def test_the_game_is_over_when_the_player_on_turn_has_no_token_left() -> None:
    """[BN-7.2]"""
    match = play(nearly_empty("MM", ""), "place merchant 8,6", "place merchant 9,7")
    assert not match.is_over
    match.play(0, "end placing")
    assert match.outcome is not None
    assert match.outcome.clause == "BN-7.2"


def test_the_empty_stand_of_another_player_does_not_end_the_game() -> None:
    """[BN-7.2] It is the stand of the player on turn that counts, and the end is tested after the refill [BN-7.1]."""
    match = play(nearly_empty("MM", "S"), "place merchant 8,6", "place merchant 9,7", "end placing")
    assert not match.is_over
    match.play(CHANCE, "draw servant")
    assert (match.is_over, match.actors) == (False, (1,))


def scored_to(cities: int) -> State:
    """A position in which seat 0 is about to score the city 7,5, after which so many cities are left."""
    state = position(TWO_CITIES)
    keep = [cell for cell in range(CELLS) if 0 < state.cells[cell] < 8]
    spare = [cell for cell in keep if cell != keep[0]]
    for cell in spare[cities:]:
        state.cells[cell] = FREE
    fill(state)
    return state


@pytest.mark.parametrize(("left", "is_over"), [(1, True), (2, False)])
def test_the_game_is_over_when_at_most_one_city_is_left(left: int, is_over: bool) -> None:
    """[BN-7.3]"""
    match = play(scored_to(left), "place farmer 8,6", "place farmer 20,6", "end placing", "score 7,5")
    while match.actors == (CHANCE,):
        match.play(CHANCE, "draw farmer")
    assert match.is_over == is_over
    if match.outcome is not None:
        assert match.outcome.clause == "BN-7.3"


def test_the_end_is_tested_after_the_refill() -> None:
    """[BN-7.1]"""
    match = play(scored_to(1), "place farmer 8,6", "place farmer 20,6", "end placing", "score 7,5")
    assert match.actors == (CHANCE,)
    match.play(CHANCE, "draw farmer")
    assert not match.is_over
    match.play(CHANCE, "draw farmer")
    assert match.is_over


def test_there_is_no_extra_turn_after_the_end() -> None:
    """[BN-8.2] [BN-7.1]"""
    state = nearly_empty("MM", "")
    state.players[0].cards = 1 << 2
    state.display &= ~(1 << 2)
    match = play(state, "place merchant 8,6", "place merchant 9,7", "end placing")
    assert match.is_over


@pytest.mark.parametrize(("left", "is_over"), [(1, True), (2, False)])
def test_there_is_no_extra_turn_after_the_last_cities(left: int, is_over: bool) -> None:
    """[BN-8.2] [BN-7.1] [BN-7.3]"""
    state = scored_to(left)
    state.players[0].cards = 1 << 2
    state.display &= ~(1 << 2)
    match = play(state, "place farmer 8,6", "place farmer 20,6", "end placing", "score 7,5")
    while match.actors == (CHANCE,):
        match.play(CHANCE, "draw farmer")
    assert match.is_over == is_over
    if not is_over:
        assert "take extra turn" in names_of(match)


def test_a_city_that_nobody_wins_is_gone_as_well() -> None:
    """[BN-7.3] [BN-4.5] Two tokens each: nobody has the most."""
    state = scored_to(1)
    for cell in range(CELLS):
        if state.cells[cell] == token(1, FARMER):
            state.cells[cell] = token(0, FARMER)
            break
    fill(state)
    match = play(state, "place farmer 8,6", "place farmer 20,6", "end placing", "score 7,5")
    while match.actors == (CHANCE,):
        match.play(CHANCE, "draw farmer")
    assert sum(sum(player.cities) for player in match.reveal().players) == 0
    assert match.is_over


def over(scores: list[int], cities: dict[int, str]) -> tuple[int, ...]:
    """The places at the end of a game with such points and cities."""
    points = dict(enumerate(scores))
    state = position(seats=len(scores), scores=points, cities=cities)
    state.phase, state.ending = OVER, 1
    outcome = make(players=len(scores)).outcome(state)
    assert outcome is not None
    return outcome.ranks


def test_the_most_points_win_then_the_most_cities() -> None:
    """[BN-7.4]"""
    assert over([30, 31, 12], {}) == (2, 1, 3)
    assert over([31, 31, 12], {1: "M"}) == (2, 1, 3)
    assert over([30, 31], {0: "M M S S"}) == (2, 1)


def test_with_equal_points_and_cities_the_victory_is_shared() -> None:
    """[BN-7.4]"""
    assert over([31, 31, 31], {0: "M", 1: "S"}) == (1, 1, 3)


def test_a_finished_game_refuses_everything() -> None:
    match = play(nearly_empty("MM", ""), "place merchant 8,6", "place merchant 9,7", "end placing")
    refusal = match.explain(1, "end placing")
    assert refusal is not None
    assert str(refusal) == "the game is over [BN-7.2]"


def test_the_last_token_of_a_stand_ends_the_placing() -> None:
    """[BN-3.3]"""
    match = play(nearly_empty("F", ""), "place farmer 8,6")
    assert names_of(match) == {"end placing"}
    assert match.explain(0, "end placing") is None
    assert match.reveal().cells.count(token(0, FARMER)) == 1
