"""A learned evaluation: a weighted sum of what a game counts of each seat, and what that makes of the places.

A game says what is counted of a seat (`Lessons`), self-play what each count is worth (`Weights`), with weights of their
own for each turn if the game likes; a small network (`Hidden`) may add what counts are worth together. A seat that has
what is usual is rated 0. The difference of two seats' sums is the logit of the chance that one ends before
the other; a position is worth a share of the places to each seat: the mean of these chances over all others.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from shinar.core.compiled.jit import jit, jit_as
from shinar.core.compiled.scratch import scratch
from shinar.core.guide import Guide
from shinar.core.learning import Hidden, Lessons, Weights

__all__ = ["guide_with", "make_count_all", "make_points_of_rating", "make_rating", "make_ratings", "make_weighing"]
__all__ += ["make_worth", "matrix"]

S = TypeVar("S")
UNIT = 1000  # weights are in thousandths


def make_worth(lessons: Lessons[S], weights: Weights) -> Callable[[S, int], int]:
    """`worth(state, seat)`: the weighted sum of a seat's counts, in thousandths of a point."""
    row, count = lessons.row, lessons.count
    assert count is not None, "the game counts seat by seat"
    length = len(lessons.counts)
    weigh = make_weighing(weights)

    @jit
    def worth(state: S, seat: int) -> int:
        counts = scratch(length)
        count(state, seat, counts)
        return weigh(counts, 0, row(state))

    return worth


def make_rating(lessons: Lessons[S], weights: Weights) -> Callable[[S, int], int]:
    """`rate(state, seat)`: the same in thousandths of a logit, as a guide has it."""
    worth, row = make_worth(lessons, weights), lessons.row
    to_logit = _make_to_logit(weights)

    @jit
    def rate(state: S, seat: int) -> int:
        return to_logit(worth(state, seat), row(state))

    return rate


def make_ratings(lessons: Lessons[S], weights: Weights) -> Callable[[S, list[int], int, int], None]:
    """`rate_all(state, ratings, seats, strangers)`: the ratings of all seats, as a guide has it."""
    row, count_all = lessons.row, make_count_all(lessons)
    length = len(lessons.counts)
    weigh, to_logit = make_weighing(weights), _make_to_logit(weights)

    @jit
    def rate_all(state: S, ratings: list[int], seats: int, _strangers: int) -> None:
        counts = scratch(seats * length)
        count_all(state, counts, seats)
        line = row(state)
        for seat in range(seats):
            ratings[seat] = to_logit(weigh(counts, seat * length, line), line)

    return rate_all


def make_points_of_rating(lessons: Lessons[S], weights: Weights) -> Callable[[S], int]:
    """`points_of_rating(state)`: what a logit of the ratings is in thousandths of a point."""
    row, scale = lessons.row, matrix((weights.scales,))

    @jit
    def points_of_rating(state: S) -> int:
        return scale(0, row(state))

    return points_of_rating


def _make_to_logit(weights: Weights) -> Callable[[int, int], int]:
    """`to_logit(worth, row)`: how much more than usual that is, in thousandths of a logit."""
    scale, mean = matrix((weights.scales,)), matrix((weights.means or [0] * len(weights.scales),))

    @jit
    def to_logit(worth: int, row: int) -> int:
        return UNIT * (worth - mean(0, row)) // scale(0, row)

    return to_logit


def guide_with(guide: Guide[S], lessons: Lessons[S], weights: Weights) -> Guide[S]:
    """A guide that judges by other weights."""
    own = guide.own_points
    if own is not None:
        own = replace(own, points_of_rating=make_points_of_rating(lessons, weights))
    return replace(guide, evaluate=None, rate=None, rate_all=make_ratings(lessons, weights), own_points=own)


def make_weighing(weights: Weights) -> Callable[[list[int], int, int], int]:
    """`weigh(counts, start, row)`: what the counts from a place on are worth, in thousandths of a point."""
    length = len(weights.rows[0])
    weight = matrix(weights.rows)
    if weights.hidden is not None:
        return make_network(weights.rows, weights.hidden)

    @jit
    def weigh(counts: list[int], start: int, row: int) -> int:
        total = 0
        for i in range(length):
            total += counts[start + i] * weight(row, i)
        return total

    return weigh


def make_network(rows: Sequence[Sequence[int]], hidden: Hidden) -> Callable[[list[int], int, int], int]:
    """The same with a hidden layer.

    Machine code works with floats, which processors multiply several at a time. All of them are whole and below 2⁵³, so
    that nothing is ever rounded: the result is the same on every machine, and the same as in plain Python.
    """
    alone, inputs, biases, outputs = (
        np.array(layer, np.float64) for layer in (rows, hidden.inputs, hidden.biases, hidden.outputs)
    )
    length, units = inputs.shape

    def compiled_network(counts: Any, start: int, row: int) -> int:  # pragma: no cover  # it is only ever compiled
        sums = np.empty(units)
        for unit in range(units):
            sums[unit] = biases[row, unit]
        total = 0.0
        for i in range(length):
            count = counts[start + i]
            if count != 0:
                total += count * alone[row, i]
                for unit in range(units):
                    sums[unit] += count * inputs[i, unit]
        together = 0.0
        for unit in range(units):
            together += max(sums[unit], 0.0) * outputs[row, unit]
        return int(total) + int(together) // UNIT

    @jit_as(compiled_network)
    def network(counts: list[int], start: int, row: int) -> int:
        sums = list(hidden.biases[row])
        total = 0
        for i in range(length):
            if count := counts[start + i]:
                total += count * rows[row][i]
                sums = [part + count * weight for part, weight in zip(sums, hidden.inputs[i], strict=True)]
        together = sum(max(part, 0) * weight for part, weight in zip(sums, hidden.outputs[row], strict=True))
        return total + together // UNIT

    return network


def make_count_all(lessons: Lessons[S]) -> Callable[[S, list[int], int], None]:
    """`count_all(state, zeros, seats)`: the counts of all seats one after the other, however the game counts."""
    if lessons.count_all is not None:
        return lessons.count_all
    count = lessons.count
    assert count is not None, "the game counts one way or the other"
    length = len(lessons.counts)

    @jit
    def count_all(state: S, counts: list[int], seats: int) -> None:
        for seat in range(seats):
            found = scratch(length)
            count(state, seat, found)
            for i in range(length):
                counts[seat * length + i] = found[i]

    return count_all


def matrix(rows: Sequence[Sequence[int]]) -> Callable[[int, int], int]:
    """A function that looks up an integer: in an array in compiled code, else in tuples."""
    array = np.array(rows, np.int64)

    def compiled_look_up(row: int, column: int) -> int:  # pragma: no cover  # it is only ever compiled
        return array[row, column]  # type: ignore[no-any-return]  # this form is only ever compiled

    @jit_as(compiled_look_up)
    def look_up(row: int, column: int) -> int:
        return rows[row][column]

    return look_up
