"""Whole random games, judged by the engine and by a slow second opinion: decisions, conflicts and points.

[SW-3.3] [SW-5.7] [SW-9.2] [SW-10.1]
"""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinar.core.compiled.layout import copy_of
from shinar.core.match import Match
from shinar.games.wonders import Wonders
from shinar.games.wonders.actions import DISCARD
from shinar.games.wonders.components import CARD_NAMES, CARDS, LEADER_NAMES
from shinar.games.wonders.expansions.leaders.view import held_leaders
from shinar.games.wonders.rules import end_age
from shinar.games.wonders.scoring import sheet_points
from shinar.games.wonders.seating import hand_of
from shinar.games.wonders.state import ACT, BUILT, IN_STAGE, OVER, READY, RECRUIT, Plan, State
from tests.games.wonders.naive.adapter import plain_table
from tests.games.wonders.naive.cities import Table as PlainTable
from tests.games.wonders.naive.conflicts import spoils
from tests.games.wonders.naive.decisions import Decision, decisions_to_build, decisions_to_stage, leader_price
from tests.games.wonders.naive.payment import Outlay
from tests.games.wonders.naive.scoring import sheet, total

pytestmark = pytest.mark.slow

WAYS = ("pay", "chain", "power", "token")
PARTS = ("", "join", "token")
BUILDS_OF_TEN = 8  # so often a random player builds if it can: cities with nothing in them test nothing
TABLES: list[tuple[int, tuple[str, ...]]] = [
    *((players, expansions) for players in (2, 3, 5, 7) for expansions in ((), ("tower", "projects"))),
    *((3, ("leaders",)), (4, ("tower", "projects", "leaders")), (7, ("leaders",))),
    *((3, ("cities",)), (5, ("cities", "leaders")), (4, ("tower", "projects", "leaders", "cities"))),
    (8, ("tower", "projects", "leaders", "cities")),
    *((3, ("pack",)), (5, ("pack", "leaders")), (4, ("tower", "projects", "leaders", "cities", "pack"))),
]

WITH_PACK = ("stonehenge", "manneken-pis", "great-wall")
seeds = st.integers(0, 1 << 32)


def play(players: int, expansions: tuple[str, ...], seed: int, teams: str = "none") -> Iterator[tuple[Wonders, State]]:
    """Every position of a random game in which somebody is asked, and the last one."""
    boards = WITH_PACK + ("abu-simbel",) * ("leaders" in expansions) if "pack" in expansions else ()
    seat_boards = boards[seed % 2 : players]
    game = Wonders(players=players, expansions=expansions, seat_boards=seat_boards, teams=teams)
    match = Match(game, seed=seed)
    chance = random.Random(seed)
    while True:
        yield game, match.reveal()
        if match.is_over:
            return
        seat = match.actors[0]
        actions = match.legal_actions(seat)
        building = [action for action in actions if action < DISCARD]
        is_builder = building and chance.randrange(10) < BUILDS_OF_TEN
        match.play_legal(seat, chance.choice(building if is_builder else actions))


def is_turn_new(state: State, phase: int = ACT) -> bool:
    """Whether all are to choose a card, or a leader, and nobody has."""
    return state.phase == phase and not any(state.cities[seat].plan.step for seat in range(state.players))


# ---- decisions --------------------------------------------------------------------------------------------------


def offered(game: Wonders, state: State, seat: int) -> Iterator[Plan]:
    """All complete plans to build something that the engine offers a seat; others have decided nothing."""
    for action in game.legal_actions(state, seat):
        after = copy_of(state)
        game.apply(after, seat, action)
        plan = after.cities[seat].plan
        if plan.use not in {BUILT, IN_STAGE}:
            continue
        if plan.step == READY:
            yield plan
        else:
            yield from offered(game, after, seat)


def decision(plan: Plan) -> Decision:
    paid = Outlay(int(plan.bank), int(plan.left), int(plan.right), int(plan.brought))
    return Decision(WAYS[plan.way], PARTS[plan.part], paid)


def compare_decisions(game: Wonders, state: State, seat: int) -> None:
    table = plain_table(state)
    found: dict[tuple[int, int], set[Decision]] = {}
    for plan in offered(game, state, seat):
        found.setdefault((int(plan.use), int(plan.card)), set()).add(decision(plan))
    hand = hand_of(state, seat)
    for card in set(hand.cards[: hand.n]):
        name = CARD_NAMES[card]
        where = f"{game.position_text(state)}\nseat {seat} {name}"
        assert found.get((BUILT, card), set()) == decisions_to_build(table, seat, name), where
        assert found.get((IN_STAGE, card), set()) == decisions_to_stage(table, seat), where


def compare_recruiting(game: Wonders, state: State, seat: int) -> None:
    table = plain_table(state)
    plans = list(offered(game, state, seat))
    for leader in held_leaders(state, seat):
        name, piece = LEADER_NAMES[leader], CARDS + leader
        where = f"{game.position_text(state)}\nseat {seat} {name}"
        price = leader_price(table, seat, name)
        recruited = [plan for plan in plans if (plan.use, plan.card) == (BUILT, piece)]
        assert [plan.bank for plan in recruited] == [price] * (price <= table.cities[seat].coins), where
        staged = {decision(plan) for plan in plans if (plan.use, plan.card) == (IN_STAGE, piece)}
        assert staged == decisions_to_stage(table, seat), where


@pytest.mark.parametrize("expansions", [("leaders",), ("tower", "projects", "leaders")])
@given(seed=seeds)
@settings(max_examples=15)
def test_leaders_have_the_same_price(expansions: tuple[str, ...], seed: int) -> None:
    """[SW-15.4] [SW-15.22]"""
    for game, state in play(4, expansions, seed):
        if is_turn_new(state, RECRUIT):
            for seat in range(4):
                compare_recruiting(game, state, seat)


@pytest.mark.parametrize(("players", "expansions"), TABLES)
@given(seed=seeds)
@settings(max_examples=8)
def test_the_same_decisions_have_the_same_price(players: int, expansions: tuple[str, ...], seed: int) -> None:
    chance = random.Random(seed)
    for game, state in play(players, expansions, seed):
        if is_turn_new(state):
            compare_decisions(game, state, chance.randrange(players))


# ---- conflicts and points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "expansions"), TABLES)
@given(seed=seeds)
@settings(max_examples=10)
def test_score_sheets_and_conflicts_are_the_same(players: int, expansions: tuple[str, ...], seed: int) -> None:
    """Both in one game: playing it takes longer than comparing."""
    for game, state in play(players, expansions, seed):
        if state.phase == OVER or is_turn_new(state):
            compare_sheets(game, state)
        if is_turn_new(state):
            compare_conflicts(game, state)


def compare_sheets(game: Wonders, state: State) -> None:
    table = plain_table(state)
    for seat in range(state.num_cities):
        expected = {line: points for line, points in sheet(table, seat).items() if points}
        points = {line: points for line, points in sheet_points(state, seat).items() if points}
        assert points == expected, game.position_text(state)


def compare_conflicts(game: Wonders, state: State) -> None:
    table, after = plain_table(state), copy_of(state)
    end_age(after)
    for seat, taken in enumerate(spoils(table)):
        city, new = table.cities[seat], plain_table(after).cities[seat]
        assert city.shields == 0 or state.has_projects
        assert new.victories == sorted(city.victories + taken.victories), game.position_text(state)
        assert new.defeats == city.defeats + taken.defeats, game.position_text(state)


@pytest.mark.parametrize("players", [4, 6, 8])
@given(seed=seeds)
@settings(max_examples=5)
def test_teams_have_the_same_conflicts_and_the_same_result(players: int, seed: int) -> None:
    """[SW-19.2] [SW-19.3]"""
    for game, state in play(players, ("tower", "projects", "leaders", "cities"), seed, "pairs"):
        if is_turn_new(state):
            compare_conflicts(game, state)
        if state.phase == OVER:
            table, outcome = plain_table(state), game.outcome(state)
            assert outcome is not None
            assert outcome.ranks == team_ranks(table)


def team_ranks(table: PlainTable) -> tuple[int, ...]:
    """[SW-19.2] The places by the points of both partners, then by their coins."""
    points = [total(table, seat) for seat in range(table.players)]
    results = [
        (points[seat] + points[seat ^ 1], table.cities[seat].coins + table.cities[seat ^ 1].coins)
        for seat in range(table.players)
    ]
    return tuple(1 + sum(other > mine for other in results) for mine in results)
