"""A learned evaluation: a weighted sum of what a game counts of each seat, and what that makes of the places.

A game says what is counted of a seat (`Lessons`), self-play what each count is worth (`Weights`), with weights of their
own for each turn if the game likes. The difference of two seats' sums is the logit of the chance that one ends before
the other; a position is worth a share of the places to each seat: the mean of these chances over all others.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from shinar.core.compiled.jit import jit, jit_as
from shinar.core.compiled.scratch import scratch
from shinar.core.learning import Lessons, Weights

__all__ = ["make_count_all", "make_rating", "make_ratings", "make_worth", "matrix"]

S = TypeVar("S")
UNIT = 1000  # weights are in thousandths


def make_worth(lessons: Lessons[S], weights: Weights) -> Callable[[S, int], int]:
    """`worth(state, seat)`: the weighted sum of a seat's counts, in thousandths of a point."""
    row, count = lessons.row, lessons.count
    assert count is not None, "the game counts seat by seat"
    length = len(lessons.counts)
    weight = matrix(weights.rows)

    @jit
    def worth(state: S, seat: int) -> int:
        counts = scratch(length)
        count(state, seat, counts)
        line = row(state)
        total = 0
        for i in range(length):
            total += counts[i] * weight(line, i)
        return total

    return worth


def make_rating(lessons: Lessons[S], weights: Weights) -> Callable[[S, int], int]:
    """`rate(state, seat)`: the same in thousandths of a logit, as a guide has it."""
    worth, row = make_worth(lessons, weights), lessons.row
    scale = matrix((weights.scales,))

    @jit
    def rate(state: S, seat: int) -> int:
        return UNIT * worth(state, seat) // scale(0, row(state))

    return rate


def make_ratings(lessons: Lessons[S], weights: Weights) -> Callable[[S, list[int], int], None]:
    """`rate_all(state, ratings, seats)`: the ratings of all seats, as a guide has it."""
    row, count_all = lessons.row, make_count_all(lessons)
    length = len(lessons.counts)
    weight, scale = matrix(weights.rows), matrix((weights.scales,))

    @jit
    def rate_all(state: S, ratings: list[int], seats: int) -> None:
        counts = scratch(seats * length)
        count_all(state, counts, seats)
        line = row(state)
        for seat in range(seats):
            total = 0
            for i in range(length):
                total += counts[seat * length + i] * weight(line, i)
            ratings[seat] = UNIT * total // scale(0, line)

    return rate_all


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
