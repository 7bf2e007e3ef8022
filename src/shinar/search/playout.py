"""Playouts: playing on from a position without searching, and what the result is worth to each seat.

Searches end their iterations with one. By themselves, many of them estimate what a position with open cards is worth.
That estimate is unbiased: its value before a draw is the mean of its values after it.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Generic, NamedTuple, TypeVar

from shinar.core.compiled.jit import cache_kernels, compiled, jit
from shinar.core.compiled.kernel import copy_state, from_array, kernels, new_array, to_array
from shinar.core.compiled.layout import Array, i64, layout, per
from shinar.core.game import CHANCE_ASKED, NOBODY_ASKED, Actions, Game, Rules, deal_one, first_asked, pick_action
from shinar.core.guide import Guide, OwnPoints
from shinar.core.rng import Rng
from shinar.search.tree import MAX_SEATS, ONE, SearchBuffers

__all__ = ["Playouts", "make_choice", "make_choice_by_model", "make_play_on"]

S = TypeVar("S")

MILLI = 1000  # ratings are in thousandths of a logit
PERCENT = 100


# ---- one playout ------------------------------------------------------------------------------------------------


def make_play_on(rules: Rules[S], num_seats: int, guide: Guide[S]) -> Any:
    """`play_on(state, buffer, rng)` plays to the end or to the guide's horizon, and writes down the values."""
    play_until = make_play_until(rules, num_seats, guide)
    turn = rules.turn
    horizon, from_last_choice = guide.horizon, guide.models_others

    @jit
    def play_on(state: S, buffer: SearchBuffers, rng: Rng) -> None:
        play_until(state, buffer, rng, (buffer.turn if from_last_choice else turn(state)) + horizon)

    return play_on


def make_play_until(rules: Rules[S], num_seats: int, guide: Guide[S]) -> Any:
    """`play_until(state, buffer, rng, last_turn)`: the same, with the turn in which an evaluation is asked."""
    actors, apply, turn = rules.actors, rules.apply, rules.turn
    deal = kernels(rules, num_seats).deal
    choose = make_choice_by_model(rules, guide)
    value_end = _make_value_end(rules, num_seats, guide)
    value_position = _make_value_position(guide, num_seats)
    is_evaluated, before_chance = guide.judges, guide.models_others

    @jit
    def play_until(state: S, buffer: SearchBuffers, rng: Rng, last_turn: int) -> None:
        while True:
            asked = actors(state)
            if asked == NOBODY_ASKED:
                value_end(state, buffer)
                return
            if asked == CHANCE_ASKED and not (before_chance and is_evaluated and turn(state) >= last_turn):
                deal(state, rng, buffer.actions)
            elif is_evaluated and turn(state) >= last_turn:
                value_position(state, buffer)
                return
            else:
                seat = first_asked(asked)
                apply(state, seat, choose(state, seat, rng, buffer))

    return play_until


def make_choice(rules: Rules[S], guide: Guide[S]) -> Any:
    """How seats choose in playouts: by the guide's weights, else at random."""
    legal_actions = rules.legal_actions

    @jit
    def choose_any(state: S, seat: int, rng: Rng, actions: Actions) -> int:
        actions.n = 0
        legal_actions(state, seat, actions)
        return pick_action(actions, rng)

    if guide.weigh is None:
        return rules.random_action or choose_any
    weigh = guide.weigh

    @jit
    def choose_by_weight(state: S, seat: int, rng: Rng, actions: Actions) -> int:
        actions.n = 0
        legal_actions(state, seat, actions)
        weigh(state, seat, actions)
        return deal_one(actions, rng)

    return choose_by_weight


def make_choice_by_model(rules: Rules[S], guide: Guide[S]) -> Any:
    """How seats are expected to choose: by the guide, or as strangers do."""
    choose = make_choice(rules, guide)
    choose_otherwise = choose
    if guide.weigh_others is not None:
        choose_otherwise = make_choice(rules, replace(guide, weigh=guide.weigh_others))

    @jit
    def choose_by_model(state: S, seat: int, rng: Rng, buffer: SearchBuffers) -> int:
        if buffer.strangers >> seat & 1:
            return int(choose_otherwise(state, seat, rng, buffer.actions))
        return int(choose(state, seat, rng, buffer.actions))

    return choose_by_model


def _make_value_end(rules: Rules[S], num_seats: int, guide: Guide[S]) -> Any:
    ranking_key = rules.ranking_key
    max_points = max(2 * (num_seats - 1), 1)
    add_own = _make_add_own_points(guide)
    if guide.wants_first:

        @jit
        def value_first(state: S, buffer: SearchBuffers) -> None:
            """ONE for who is first; those who tie share it."""
            best = ranking_key(state, 0)
            for seat in range(1, num_seats):
                best = max(best, ranking_key(state, seat))
            ties = 0
            for seat in range(num_seats):
                ties += ranking_key(state, seat) == best
            for seat in range(num_seats):
                value = ONE // ties if ranking_key(state, seat) == best else 0
                buffer.values[seat] = add_own(state, seat, buffer, value)

        return value_first

    @jit
    def value_end(state: S, buffer: SearchBuffers) -> None:
        """By places: ONE for the first, 0 for the last, ties share."""
        for seat in range(num_seats):
            mine = ranking_key(state, seat)
            points = -1  # a seat ties with itself
            for other in range(num_seats):
                theirs = ranking_key(state, other)
                points += 2 if mine > theirs else (1 if mine == theirs else 0)
            buffer.values[seat] = add_own(state, seat, buffer, ONE * points // max_points)

    return value_end


def _make_add_own_points(guide: Guide[S]) -> Any:
    """`add_own(state, seat, buffer, value)`: what a place at the end is worth, with the own points if they count."""
    own = guide.own_points
    if own is None:
        return add_nothing
    per_logit, points_at_end = own.per_logit, own.points_at_end

    @jit
    def add_own_points(state: S, seat: int, buffer: SearchBuffers, value: int) -> int:
        return mixed(value, chance(MILLI * points_at_end(state, seat) // per_logit), buffer.own_percent)

    return add_own_points


@jit
def add_nothing(_state: S, _seat: int, _buffer: SearchBuffers, value: int) -> int:
    """Where own points never count."""
    return value


def _make_value_position(guide: Guide[S], num_seats: int) -> Any:
    if guide.rate_all is not None:
        return _make_value_by_rating(guide, guide.rate_all, num_seats)
    if guide.rate is not None:
        return _make_value_by_rating(guide, _one_by_one(guide.rate), num_seats)
    if guide.evaluate is None:

        @jit
        def value_nothing(_state: S, _buffers: SearchBuffers) -> None:
            """Never reached: without an evaluation playouts go to the end."""

        return value_nothing
    evaluate = guide.evaluate

    @jit
    def value_position(state: S, buffer: SearchBuffers) -> None:
        for seat in range(num_seats):
            buffer.values[seat] = evaluate(state, seat)

    return value_position


def _one_by_one(rate: Callable[[S, int], int]) -> Callable[[S, list[int], int, int], None]:
    @jit
    def rate_all(state: S, ratings: list[int], seats: int, _strangers: int) -> None:
        for seat in range(seats):
            ratings[seat] = rate(state, seat)

    return rate_all


def _make_value_by_rating(guide: Guide[S], rate_all: Callable[[S, list[int], int, int], None], num_seats: int) -> Any:
    """What a position is worth to each seat by the ratings of all. A part of it may be what the seat has by itself."""
    add_own = _make_add_own_rating(guide.own_points)
    share = share_by_chance_to_win if guide.wants_first else share_by_places

    @jit
    def value_by_rating(state: S, buffer: SearchBuffers) -> None:
        rate_all(state, buffer.ratings, num_seats, buffer.strangers)
        share(buffer, num_seats)
        for seat in range(num_seats):
            buffer.values[seat] = add_own(state, seat, buffer, buffer.values[seat])

    return value_by_rating


@jit
def share_by_places(buffer: SearchBuffers, num_seats: int) -> None:
    """A share of the places to each seat: the mean over all others of the chance to end before them."""
    for seat in range(num_seats):
        buffer.values[seat] = 0
    for seat in range(num_seats):
        for other in range(seat):
            ahead = chance(buffer.ratings[seat] - buffer.ratings[other])
            buffer.values[seat] += ahead
            buffer.values[other] += ONE - ahead
    for seat in range(num_seats):
        buffer.values[seat] //= max(num_seats - 1, 1)


@jit
def share_by_chance_to_win(buffer: SearchBuffers, num_seats: int) -> None:
    """The chance of each seat to end first, in proportion to the exponential of its rating."""
    best = buffer.ratings[0]
    for seat in range(1, num_seats):
        best = max(best, buffer.ratings[seat])
    total = 0.0
    for seat in range(num_seats):
        total += math.exp((buffer.ratings[seat] - best) / MILLI)
    for seat in range(num_seats):
        buffer.values[seat] = int(ONE * math.exp((buffer.ratings[seat] - best) / MILLI) / total)


def _make_add_own_rating(own: OwnPoints[S] | None) -> Any:
    """`add_own(state, seat, buffer, value)`: what a share of the places is worth, with the own points if they count."""
    if own is None:
        return add_nothing
    per_logit, points_of_rating = own.per_logit, own.points_of_rating
    if points_of_rating is None:

        @jit
        def add_predicted_points(_state: S, seat: int, buffer: SearchBuffers, value: int) -> int:
            return mixed(value, chance(buffer.ratings[MAX_SEATS + seat] // per_logit), buffer.own_percent)

        return add_predicted_points

    @jit
    def add_own_rating(state: S, seat: int, buffer: SearchBuffers, value: int) -> int:
        points = buffer.ratings[seat] * points_of_rating(state)
        return mixed(value, chance(points // (MILLI * per_logit)), buffer.own_percent)

    return add_own_rating


@jit
def chance(rating: int) -> int:
    """The chance that belongs to thousandths of a logit, as a part of ONE."""
    return int(ONE / (1.0 + math.exp(-rating / MILLI)))


@jit
def mixed(value: int, own: int, own_percent: int) -> int:
    """So many percent of what is the own, the rest of the other."""
    return value + own_percent * (own - value) // PERCENT


# ---- many playouts ----------------------------------------------------------------------------------------------


@layout
class Sums:
    """The values of many playouts, added up for each seat."""

    values: Array[i64] = per(MAX_SEATS)


class Order(NamedTuple):
    """What is asked of the kernel."""

    playouts: int
    last_turn: int


@cache_kernels
def playout_kernel(rules: Rules[S], num_seats: int, guide: Guide[S]) -> Callable[..., None]:
    """Many playouts of a game: `play_out(states, buffers, sums, rngs, order)` from `states[1]`, on `states[0]`."""
    play_until = make_play_until(rules, num_seats, guide)

    @jit
    def play_out(states: Any, buffers: Any, sums: Any, rngs: Any, order: Order) -> None:
        for _ in range(order.playouts):
            copy_state(states, 0, 1)
            play_until(states[0], buffers[0], rngs[0], order.last_turn)
            for seat in range(num_seats):
                sums[0].values[seat] += buffers[0].values[seat]

    return compiled(play_out)


class Playouts(Generic[S]):
    """Estimates what positions with open cards are worth to each seat, by playouts with a guide."""

    def __init__(self, game: Game[S], guide: Guide[S]) -> None:
        self.run = playout_kernel(game.rules, game.num_seats, guide)
        self.num_seats = game.num_seats
        self.buffers = new_array(SearchBuffers, 1)

    def values(self, state: S, order: Order, rng: Rng) -> list[float]:
        """The mean value for each seat: 1 for a win; with two seats, the chance to win."""
        states = new_array(type(state), 2)
        states[1] = to_array(state)[0]
        sums = new_array(Sums, 1)
        self.run(states, self.buffers, sums, to_array(rng), order)
        found = from_array(Sums, sums).values
        return [found[seat] / (ONE * order.playouts) for seat in range(self.num_seats)]
