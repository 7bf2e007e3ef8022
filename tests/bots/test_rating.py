"""Ratings of seats, and the shares of the places that a search makes of them."""

import math

import pytest

from shinar.core.compiled.jit import jit
from shinar.core.compiled.layout import Array, i64, layout, per
from shinar.core.guide import Guide
from shinar.core.learning import Lessons, Weights
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.state import State
from shinar.search.playout import Order, Playouts
from shinar.search.rating import make_rating, make_worth


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
