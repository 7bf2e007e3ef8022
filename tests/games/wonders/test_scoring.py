"""Points [SW-10], with the test values of the rules and against brute force."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinar.core.laws import play_at_random
from shinar.games.wonders import Wonders
from shinar.games.wonders.components import CARD_NAMES, POINTS_PER_GUILD, POINTS_PER_SET, POINTS_PER_STAGE
from shinar.games.wonders.scoring import (
    copied_points,
    military_points,
    project_points,
    ranking_key,
    science_points,
    score,
    sheet_points,
    treasury_points,
    wonder_points,
)
from shinar.games.wonders.standing import stands
from tests.games.wonders.tables import Table

COMPASSES = ("apothecary", "dispensary", "lodge", "academy")
GEARS = ("workshop", "laboratory", "observatory", "study")
TABLETS = ("scriptorium", "library", "school", "university")


def scientists(compasses: int, gears: int, tablets: int) -> Table:
    table = Table(3, boards=("babylon a", "gizah a", "rhodos a"))
    table.stand(0, *COMPASSES[:compasses], *GEARS[:gears], *TABLETS[:tablets])
    return table


def test_tokens_of_all_ages_and_three_defeats_are_worth_six() -> None:
    """[SW-9.2] [SW-10.1]"""
    city = Table().city(0)
    city.victories, city.defeats = [1, 1, 1], 3
    assert military_points(city) == 6


def test_fourteen_coins_are_worth_four() -> None:
    """[SW-10.2]"""
    city = Table().city(0)
    city.coins = 14
    assert treasury_points(city) == 4


@pytest.mark.parametrize(("symbols", "points"), [((2, 1, 3), 21), ((2, 2, 3), 31), ((0, 0, 0), 0), ((4, 4, 4), 76)])
def test_symbols_are_worth_their_squares_and_seven_for_a_set(symbols: tuple[int, int, int], points: int) -> None:
    """[SW-10.4]"""
    assert science_points(scientists(*symbols).state, 0, 0) == points


@given(st.tuples(*[st.integers(0, 4)] * 3), st.integers(0, 3), st.integers(0, 3))
def test_free_symbols_count_in_the_best_way(symbols: tuple[int, int, int], free: int, tokens: int) -> None:
    """[SW-10.4] [SW-13.8]"""
    table = scientists(*symbols)
    table.city(0).tokens[POINTS_PER_SET] = tokens
    best = 0
    for chosen in combinations_with_replacement(range(3), free):
        counts = [symbols[i] + chosen.count(i) for i in range(3)]
        best = max(best, sum(count * count for count in counts) + (7 + 3 * tokens) * min(counts))
    assert science_points(table.state, 0, free) == best


@pytest.mark.parametrize(("board", "points"), [("gizah a", 15), ("gizah b", 20), ("ephesos b", 10), ("rhodos b", 7)])
def test_stages_are_worth_their_points(board: str, points: int) -> None:
    """[SW-10.3]"""
    table = Table(3, boards=(board, "olympia a", "babylon a"))
    table.city(0).stages = {"gizah b": 4, "rhodos b": 2}.get(board, 3)
    assert wonder_points(table.state, 0) == points


def test_the_best_guild_of_a_neighbour_is_copied() -> None:
    """[SW-10.6]"""
    table = Table(3, boards=("olympia b", "gizah a", "rhodos a"), age=3)
    table.stand(1, "magistrates guild", "baths", "altar")
    table.stand(2, "spies guild", "stockade")
    assert copied_points(table.state, 0) == 0
    table.city(0).stages = 3
    assert copied_points(table.state, 0) == 2
    table.stand(0, "apothecary", "workshop", "scriptorium")
    table.stand(2, "scientists guild")
    assert copied_points(table.state, 0) == (4 + 1 + 1 + 7) - (1 + 1 + 1 + 7)


def test_a_copied_guild_is_no_card_of_the_city() -> None:
    """[SW-10.6]"""
    table = Table(3, boards=("olympia b", "gizah a", "rhodos a"), age=3)
    table.city(0).stages = 3
    table.stand(1, "shipowners guild")
    table.stand(0, "lumber yard")
    assert copied_points(table.state, 0) == 1


def test_coins_break_a_tie_and_nothing_else_does() -> None:
    """[SW-10.7]"""
    table = Table()
    table.coins(3, 5, 3)
    assert score(table.state, 0) == score(table.state, 1)
    assert ranking_key(table.state, 1) > ranking_key(table.state, 0) == ranking_key(table.state, 2)


def test_more_points_win_against_any_number_of_coins() -> None:
    """[SW-10.7]"""
    table = Table()
    table.coins(0, 20, 0)
    table.stand(0, "palace")
    assert (score(table.state, 0), score(table.state, 1)) == (8, 6)
    assert ranking_key(table.state, 0) > ranking_key(table.state, 1)


def test_project_tokens_count_stages_and_guilds_and_penalties_are_taken_off() -> None:
    """[SW-13.6] [SW-13.8]"""
    table = Table(3, "projects", age=3)
    city = table.city(0)
    city.stages = 2
    city.tokens[POINTS_PER_STAGE] = 2
    city.tokens[POINTS_PER_GUILD] = 1
    city.penalty = 3
    table.stand(0, "spies guild")
    table.stand(1, "workers guild", "builders guild")
    assert project_points(table.state, 0) == 2 * 2 + 3 - 3


@pytest.mark.parametrize("seed", [0, 1])
def test_the_score_sheet_adds_up_line_by_line(seed: int) -> None:
    """[SW-10.1]"""
    match = play_at_random(Wonders(players=4, expansions=("tower", "projects")), seed)
    state = match.reveal()
    assert match.outcome is not None
    for seat in range(4):
        assert sum(sheet_points(state, seat).values()) == match.outcome.scores[seat]


def test_a_structure_is_counted_once_whatever_it_makes() -> None:
    """[SW-10.5]"""
    table = Table(3, age=3)
    table.stand(1, "sawmill")
    table.stand(0, "workers guild")
    assert stands(table.city(0), CARD_NAMES.index("workers guild"))
    assert sheet_points(table.state, 0)["guilds"] == 1


def test_tokens_for_sets_stand_on_the_line_of_the_projects() -> None:
    """[SW-13.8]"""
    table = scientists(1, 1, 1)
    table.city(0).tokens[POINTS_PER_SET] = 2
    sheet = sheet_points(table.state, 0)
    assert (sheet["science"], sheet["projects"]) == (10, 6)
