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
from shinar.games.wonders.expertise import player
from shinar.games.wonders.expertise.value import USUAL_POINTS, points_at_end
from shinar.games.wonders.scoring import score
from shinar.games.wonders.state import State
from shinar.games.wonders.teams import partner_of
from shinar.search.playout import Order, Playouts, _make_value_end
from shinar.search.rating import make_points_of_rating, make_rating, make_worth
from shinar.search.search import SearchBot
from shinar.search.tree import MAX_SEATS, ONE, SearchBuffers
from tests.core.toy import Toy
from tests.games.wonders.walks import positions_of


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


def values_with(guide: Guide[State], state: State, own_percent: int = 0) -> list[float]:
    """What a position for three is worth to each seat by a guide after a playout of no turns."""
    playouts = Playouts(Wonders(players=3), guide)
    playouts.buffers[0].own_percent = own_percent
    return playouts.values(state, Order(1, 0), search_rng(0))


@jit
def rate_and_predict(_state: State, ratings: list[int], seats: int, _strangers: int) -> None:
    """The points grow as the ratings fall."""
    for seat in range(seats):
        ratings[seat] = 1000 * seat
        ratings[MAX_SEATS + seat] = -7000 * seat


PREDICTED: OwnPoints[State] = OwnPoints(25, 10, None, points_more_than_40)


def test_the_own_points_may_be_predicted_apart_from_the_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    state: State = Match(Wonders(players=3), seed=1).reveal()
    guide = Guide(rate_all=rate_and_predict, own_points=PREDICTED)
    shares, both = values_with(guide, state), values_with(guide, state, 25)
    owns = [1 / (1 + math.exp(0.7 * seat)) for seat in range(3)]
    assert both == pytest.approx([0.75 * share + 0.25 * own for share, own in zip(shares, owns, strict=True)], abs=1e-3)


def test_a_position_may_be_worth_the_chance_to_be_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    state: State = Match(Wonders(players=3), seed=1).reveal()
    guide = Guide(rate_all=rate_and_predict, own_points=PREDICTED, wants_first=True)
    odds = [math.exp(seat) for seat in range(3)]
    first = [one / sum(odds) for one in odds]
    assert values_with(guide, state) == pytest.approx(first, abs=1e-3)
    assert values_with(guide, state, 100) == pytest.approx([1 / (1 + math.exp(0.7 * n)) for n in range(3)], abs=1e-3)


@jit
def rate_far_apart(_state: State, ratings: list[int], seats: int, _strangers: int) -> None:
    for seat in range(seats):
        ratings[seat] = 2_000_000 * (1 - seat)


def test_the_chance_to_be_first_can_be_told_of_ratings_that_are_far_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    state: State = Match(Wonders(players=3), seed=1).reveal()
    assert values_with(Guide(rate_all=rate_far_apart, wants_first=True), state) == [1, 0, 0]


@pytest.mark.parametrize(
    ("points", "values"), [((4, 1, 0), (ONE, 0, 0)), ((1, 4, 4), (0, ONE // 2, ONE // 2)), ((2, 2, 2), (ONE // 3,) * 3)]
)
def test_at_the_end_who_is_first_has_won_and_those_who_tie_share_it(
    points: tuple[int, ...], values: tuple[int, ...]
) -> None:
    game = Toy()
    state, buffer = game.initial_state(), SearchBuffers()
    for seat in range(3):
        state.players[seat].points = points[seat]
    _make_value_end(game.rules, 3, Guide(wants_first=True))(state, buffer)
    assert tuple(buffer.values[:3]) == values


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


def middle_of_a_game(game: Wonders) -> State:
    states = list(positions_of(game, seed=1))
    return states[len(states) // 2]


@pytest.mark.parametrize("options", [{}, {"teams": "pairs"}], ids=str)
def test_the_network_rates_cities_and_partners_by_both_of_theirs(options: dict[str, str]) -> None:
    state = middle_of_a_game(Wonders(players=4, expansions=("cities",), **options))
    each, found = ([0] * 2 * MAX_SEATS for _ in range(2))
    player.rate_cities(state, each, 4, 0b1001)
    player.rate_all(state, found, 4, 0b1001)
    for number in range(4):
        for first in (0, MAX_SEATS):
            other = each[first + partner_of(number)] if options else 0
            assert found[first + number] == each[first + number] + other
    assert len(set(found[:4])) == (2 if options else 4)


@pytest.mark.parametrize(("expansions", "usual"), [((), 52), (("leaders",), 60), (("leaders", "cities"), 68)])
def test_the_network_is_told_how_many_points_more_than_usual_a_city_has(
    expansions: tuple[str, ...], usual: int
) -> None:
    state = middle_of_a_game(Wonders(players=4, expansions=expansions))
    assert [player.points_ahead(state, seat) for seat in range(4)] == [score(state, seat) - usual for seat in range(4)]


def test_partners_are_told_the_points_of_both_cities() -> None:
    state = middle_of_a_game(Wonders(players=4, expansions=("cities",), teams="pairs"))
    for seat in range(4):
        assert player.points_ahead(state, seat) == score(state, seat) + score(state, partner_of(seat)) - 2 * (52 + 8)
