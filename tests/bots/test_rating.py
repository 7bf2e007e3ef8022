"""Ratings of seats, and the shares of the places that a search makes of them."""

import math
from dataclasses import replace

import pytest

from shinar.core.bot import Budget
from shinar.core.compiled.jit import jit
from shinar.core.compiled.layout import Array, i64, layout, per
from shinar.core.guide import Guide, OwnPoints
from shinar.core.learning import Lessons, Weights
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.expertise.value import USUAL_POINTS, points_at_end
from shinar.games.wonders.scoring import score
from shinar.games.wonders.state import State
from shinar.games.wonders.teams import partner_of
from shinar.search.playout import Order, Playouts
from shinar.search.rating import make_points_of_rating, make_rating, make_worth
from shinar.search.search import SearchBot


@layout
class Purse:
    """Coins of two seats, and the hour."""

    coins: Array[i64] = per(2)
    hour: i64


@jit
def hour(purse: Purse) -> int:
    return purse.hour


@jit
def count(purse: Purse, seat: int, counts: list[int]) -> None:
    counts[0] = purse.coins[seat]
    counts[1] = purse.coins[seat] > 1


LESSONS: Lessons[Purse] = Lessons(("coins", "is rich"), 2, hour, count, ())
WEIGHTS = Weights(((1000, 500), (100, 0)), (4000, 50))


def purse(coins: int, at: int) -> Purse:
    found = Purse()
    found.coins[0], found.hour = coins, at
    return found


def test_each_row_has_weights_and_a_scale_of_its_own() -> None:
    worth, rate = make_worth(LESSONS, WEIGHTS), make_rating(LESSONS, WEIGHTS)
    assert [worth(purse(coins, 0), 0) for coins in (0, 1, 2)] == [0, 1000, 2500]
    assert rate(purse(2, 0), 0) == 1000 * 2500 // 4000
    assert rate(purse(2, 1), 0) == 1000 * 200 // 50
    assert rate(purse(2, 1), 1) == 0


def test_a_rating_is_what_a_seat_has_more_than_usual() -> None:
    usual = replace(WEIGHTS, means=(500, 100))
    rate, points_of_rating = make_rating(LESSONS, usual), make_points_of_rating(LESSONS, usual)
    assert rate(purse(2, 0), 0) == 1000 * (2500 - 500) // 4000
    assert rate(purse(0, 1), 0) == 1000 * -100 // 50
    assert [points_of_rating(purse(0, at)) for at in (0, 1)] == [4000, 50]


@jit
def rate_by_seat(_state: State, seat: int) -> int:
    return 1000 * seat


def test_a_position_is_worth_a_share_of_the_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    game = Wonders(players=3)
    match: Match[State] = Match(game, seed=1)
    values = Playouts(game, Guide(rate=rate_by_seat)).values(match.reveal(), Order(1, 0), search_rng(0))
    one, two = (1 / (1 + math.exp(-logit)) for logit in (1, 2))
    assert values == pytest.approx([1 - (one + two) / 2, 0.5, (one + two) / 2], abs=1e-3)


@jit
def two_points(_state: State) -> int:
    return 2000


@jit
def points_more_than_40(state: State, seat: int) -> int:
    return score(state, seat) - 40


OWN: OwnPoints[State] = OwnPoints(25, 10, two_points, points_more_than_40)


def values_of(game: Wonders, state: State, own_percent: int) -> list[float]:
    """What a position is worth to each seat after a playout of no turns."""
    playouts = Playouts(game, Guide(rate=rate_by_seat, own_points=OWN))
    playouts.buffers[0].own_percent = own_percent
    return playouts.values(state, Order(1, 0), search_rng(0))


def test_a_part_of_the_value_may_be_the_own_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    game = Wonders(players=3)
    state: State = Match(game, seed=1).reveal()
    shares, both = values_of(game, state, 0), values_of(game, state, 25)
    owns = [1 / (1 + math.exp(-2 * seat / 10)) for seat in range(3)]
    assert sum(shares) == pytest.approx(1.5, abs=1e-3)
    assert both == pytest.approx([0.75 * share + 0.25 * own for share, own in zip(shares, owns, strict=True)], abs=1e-3)


def test_the_own_points_count_at_the_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    game = Wonders(players=3)
    match: Match[State] = Match(game, seed=1)
    while match.actors:
        match.play(match.actors[0], match.legal_actions(match.actors[0])[0])
    assert match.outcome is not None
    values = values_of(game, match.reveal(), 25)
    for value, rank, points in zip(values, match.outcome.ranks, match.outcome.scores, strict=True):
        own = 1 / (1 + math.exp(-(points - 40) / 10))
        assert value == pytest.approx(0.75 * (3 - rank) / 2 + 0.25 * own, abs=1e-3)


def test_what_a_bot_says_of_its_actions_are_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot plays for its own points too; what it thinks is shown to people, who read it as a chance."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    game = Wonders(players=3)
    observation = Match(game, seed=1).observe(0)
    bot: SearchBot[State] = SearchBot(game, guide=Guide(rate=rate_by_seat, own_points=OWN))
    assert [one.value for one in bot.think(observation, Budget(iterations=3), search_rng(0))] == pytest.approx(
        [values_of(game, Match(game, seed=1).reveal(), 0)[0]] * 3, abs=1e-3
    )


def test_partners_have_the_points_of_both_cities() -> None:
    game = Wonders(players=4, expansions=("cities",), teams="pairs")
    state = game.initial_state()
    assert points_at_end(state, 0) == sum(score(state, city) - USUAL_POINTS for city in (0, partner_of(0)))
