"""What an evaluation of 7 Wonders counts of a city, and what it makes of that."""

import random

import pytest

from shinar.core.game import CHANCE
from shinar.games.wonders import Wonders
from shinar.games.wonders.expertise.counts import COUNTS, MANY, ROWS, TURN_ROWS, count, row
from shinar.games.wonders.expertise.value import LESSONS, WEIGHTS, rate
from tests.games.wonders.tables import Table

BOTH = ("tower", "projects")


def counts(table: Table, seat: int = 0) -> dict[str, int]:
    """What is counted of a city, by name; only what is not 0."""
    found = [0] * len(COUNTS)
    count(table.state, seat, found)
    return {name: int(number) for name, number in zip(COUNTS, found, strict=True) if number}


def test_every_count_has_a_name_of_its_own() -> None:
    assert len(set(COUNTS)) == len(COUNTS)


def test_structures_and_stages_are_counted_one_by_one() -> None:
    table = Table(3, boards=("gizah a", "rhodos a", "babylon a"))
    table.stand(0, "altar", "baths")
    table.city(0).stages = 2
    found = counts(table)
    assert [name for name in ("altar", "baths", "gizah a stage 1", "gizah a stage 2", "gizah a") if name in found] == [
        "altar",
        "baths",
        "gizah a stage 1",
        "gizah a stage 2",
        "gizah a",
    ]
    assert "gizah a stage 3" not in found


def test_shields_count_against_both_neighbours() -> None:
    table = Table(3)
    table.city(0).shields, table.city(1).shields, table.city(2).shields = 3, 1, 5
    found = counts(table)
    assert (found["neighbours beaten"], found["neighbours feared"], found["beaten by two"]) == (1, 1, 1)
    assert "lead in shields" not in found  # two more than one, two fewer than the other


def test_what_neighbours_make_is_nearby() -> None:
    table = Table(3)
    for number in range(3):
        table.make(number)
    table.make(0, wood=2)
    table.make(1, clay=1)
    found = counts(table)
    assert (found["makes wood"], found["makes two wood"]) == (1, 1)
    assert (found["kinds made"], found["kinds nearby"], found["kinds nowhere"]) == (1, 1, 5)


@pytest.mark.parametrize(("players", "expansions"), [(2, ()), (3, BOTH), (4, ("tower",)), (5, ()), (7, ("projects",))])
def test_all_positions_of_a_game_can_be_rated(players: int, expansions: tuple[str, ...]) -> None:
    game = Wonders(players=players, expansions=expansions)
    pick = random.Random(players)
    state = game.initial_state()
    rows = set()
    while actors := game.actors(state):
        if actors == (CHANCE,):
            game.apply(state, CHANCE, pick.choice(game.chances(state))[0])
            continue
        if row(state) not in rows:
            rows.add(row(state))
            assert all(isinstance(rate(state, seat), int) for seat in range(players))
        game.apply(state, actors[0], pick.choice(game.legal_actions(state, actors[0])))
    first = TURN_ROWS if players >= MANY else 0
    assert rows | {first} == set(range(first, first + TURN_ROWS))


def test_more_points_rate_higher() -> None:
    poor, rich = Table(3, age=3, turn=6), Table(3, age=3, turn=6)
    rich.stand(0, "palace")
    assert rate(rich.state, 0) > rate(poor.state, 0)
    assert rate(rich.state, 1) == rate(poor.state, 1)


def test_there_are_weights_for_all_that_is_counted() -> None:
    assert (len(WEIGHTS.rows), len(WEIGHTS.scales)) == (ROWS, ROWS)
    assert {len(line) for line in WEIGHTS.rows} == {len(COUNTS)}
    assert len(WEIGHTS.means) == ROWS
    assert min(WEIGHTS.scales) > 0


def test_it_is_taught_at_tables_of_every_size_with_and_without_the_expansions() -> None:
    made = {(Wonders(**table).num_seats, table["expansions"]) for table in LESSONS.tables}
    assert made == {(players, expansions) for players in range(2, 8) for expansions in ((), BOTH)}
