"""What is counted of each player to foretell points: read off positions that can be taken in at a glance."""

from itertools import pairwise

import pytest

import shinar
from shinar.core.compiled.scratch import scratch
from shinar.core.learning import Weights
from shinar.core.match import Match
from shinar.core.rng import below, search_rng
from shinar.games.babylonia.board import SITE_CELLS, is_river, neighbour
from shinar.games.babylonia.components import MAX_SEATS, MIN_SEATS
from shinar.games.babylonia.expertise.counts import COUNTS, ROWS, chance_at, count_all, moment, row, standing_of
from shinar.games.babylonia.expertise.lessons import LESSONS
from shinar.games.babylonia.state import FREE, State, is_city, token
from shinar.search.rating import make_ratings

LENGTH = len(COUNTS)


def counted(state: State, seat: int) -> dict[str, int]:
    """The counts of a seat by name."""
    counts = scratch(state.seats * LENGTH)
    count_all(state, counts, state.seats)
    return dict(zip(COUNTS, counts[seat * LENGTH : (seat + 1) * LENGTH], strict=True))


def opening(players: int = 2, seed: int = 1) -> State:
    match: Match[State] = Match(shinar.make("babylonia", players=players), seed=seed)
    return match.reveal()


def beside_a_city(state: State) -> tuple[int, list[int]]:
    """A city with free land around it, and that land."""
    for cell in SITE_CELLS:
        land = [neighbour(cell, i) for i in range(6)]
        free = [other for other in land if state.cells[other] == FREE and not is_river(other)]
        if is_city(state.cells[cell]) and len(free) >= 4:
            return cell, free
    raise AssertionError


def test_every_count_has_a_name() -> None:
    assert len(set(COUNTS)) == LENGTH
    assert (LESSONS.counts, LESSONS.rows) == (COUNTS, ROWS)


def test_rows_follow_the_tokens_that_are_left_and_the_players() -> None:
    rows = {row(opening(players)) for players in range(MIN_SEATS, MAX_SEATS + 1)}
    assert len(rows) == 3
    state = opening()
    early = row(state)
    for player in state.players:
        player.pool[:] = [0] * len(player.pool)
    assert row(state) < early


def test_tokens_around_a_city_are_counted_by_lead_and_free_cells() -> None:
    state = opening()
    city, land = beside_a_city(state)
    before, free = counted(state, 0), min(5, len(land))
    state.cells[land[0]] = token(0, 0)
    after, other = counted(state, 0), counted(state, 1)
    name = f"city, ahead, {free - 1 if len(land) <= 5 else 5} free"
    assert after[name] == before[name] + 1
    assert other[name.replace("ahead", "absent")] == 1
    assert after["hope of cities"] > before["hope of cities"] == other["hope of cities"] == 0
    assert after["nobles face up"] == after["nobles in the largest network"] == 1
    assert state.cells[city] > FREE


@pytest.mark.parametrize(
    ("tokens", "name"), [((2, 0), "far ahead"), ((1, 1), "level"), ((1, 2), "behind"), ((0, 1), "absent")]
)
def test_a_standing_is_the_lead_over_the_best_other(tokens: tuple[int, int], name: str) -> None:
    tally = tokens[0] + (tokens[1] << 4)
    names = ("nobody", "absent", "far behind", "behind", "level", "ahead", "far ahead")
    assert names[standing_of(tally, 0, 2)] == name
    assert names[standing_of(0, 0, 2)] == "nobody"


def test_the_chance_of_a_site_grows_with_the_lead() -> None:
    for free in range(6):
        chances = [chance_at(standing, free) for standing in range(7)]
        assert all(low <= high for low, high in pairwise(chances[1:]))
    assert (chance_at(5, 0), chance_at(4, 0), chance_at(3, 0), chance_at(6, 1)) == (100, 0, 0, 100)


def test_a_token_more_is_another_moment() -> None:
    state = opening()
    before = moment(state)
    state.placed += 1
    assert moment(state) != before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_counts_and_ratings_along_a_match(players: int) -> None:
    """All counts stay small, those of seats beyond the table stay nothing, and points count for something."""
    game = shinar.make("babylonia", players=players, cards="variant")
    match, rng = Match(game, seed=players), search_rng(players)
    seen: set[str] = set()
    while not match.is_over:
        seat = match.actors[0]
        state = match.reveal()
        for other in range(players):
            found = counted(state, other)
            seen |= {name for name, count in found.items() if count}
            assert all(abs(count) < 2**15 for count in found.values())
        actions = match.legal_actions(seat)
        match.play(seat, actions[below(rng, len(actions))])
    assert {"points", "cities", "ziggurats touched", "points of fields in reach", "hope of ziggurats"} <= seen
    ratings = [0] * MAX_SEATS
    final = match.reveal()
    final.players[0].score += 100
    points_alone = tuple(1000 if name == "points" else 0 for name in COUNTS)
    make_ratings(LESSONS, Weights((points_alone,) * ROWS, (5000,) * ROWS))(final, ratings, players, 0)
    assert ratings[:players] == [200 * player.score for player in final.players[:players]]
