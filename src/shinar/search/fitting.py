"""Fits the weights of an evaluation to games: by least squares for each row of weights, to the points at the end or to
the places.

Counts and points are taken less their mean at the table: only what makes one seat better than the others counts. If a
game wants what a seat has by itself too, the means of tables are fitted besides. All
that is kept of games are sums, so that any number of them can be learned from, and a course can be interrupted.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shinar.core.learning import Weights
from shinar.search.selfplay import CountedGames

__all__ = ["Exam", "Sums", "examine", "fitted", "whole_weights"]

Numbers = NDArray[np.float64]

RIDGE = 30.0  # keeps the weights of what was seldom met near nothing
UNIT = 1000  # weights are in thousandths
STEPS = 20  # of Newton's method
PERCENT = 100
LATER = 3  # noted positions
BELIEVED = 0.5  # the part of what is predicted that is believed then; the rest is the end
MIN_SLOPE = 0.02  # logits for each point: where little can be told, a lead is worth little


@dataclass
class Sums:
    """What is kept of games: sums of products, by row of weights."""

    squares: Numbers  # by row, count and count
    products: Numbers  # by row and count: with the points at the end

    @classmethod
    def empty(cls, rows: int, counts: int) -> "Sums":
        """Of no games."""
        return cls(np.zeros((rows, counts, counts)), np.zeros((rows, counts)))

    def add(
        self,
        played: CountedGames,
        by_places: bool = False,
        before: Numbers | None = None,
        by_itself: bool = False,
    ) -> None:
        """Add some games; `before` are the points for each count that are believed so far."""
        targets = _targets(played, by_places, before)
        for row in range(len(self.squares)):
            game, position = np.nonzero(played.rows == row)
            counts = played.counts[game, position]
            self._add_row(row, _centred(counts).reshape(-1, counts.shape[-1]), targets[game, position].reshape(-1))
            if by_itself and len(game):
                tables = counts.astype(np.float64).mean(axis=1)
                points = played.scores[game].astype(np.float64).mean(axis=1)
                seats = counts.shape[1]  # each of them has what the table has in the mean
                self._add_row(row, tables - tables.mean(axis=0), points - points.mean(), seats)

    def _add_row(self, row: int, counts: Numbers, targets: Numbers, times: int = 1) -> None:
        self.squares[row] += times * (counts.T @ counts)
        self.products[row] += times * (counts.T @ targets)


@dataclass(frozen=True)
class Exam:
    """How well weights predict games that they were not fitted to."""

    loss: float  # log loss of which of two seats ends before the other; a coin has 0.693
    right: float  # share of the pairs that end as predicted
    slopes: tuple[float, ...]  # by row: logits for each point
    means: tuple[float, ...] = ()  # by row: the points that are predicted for a seat in the mean


def fitted(sums: Sums, before: Numbers | None = None) -> Numbers:
    """What each count is worth in points, by row; where little is known, about what it was believed to be before."""
    believed = np.zeros_like(sums.products) if before is None else before
    ridge = RIDGE * np.eye(sums.squares.shape[1])
    rows = zip(sums.squares, sums.products, believed, strict=True)
    return np.array([np.linalg.solve(squares + ridge, products + RIDGE * old) for squares, products, old in rows])


def examine(points: Numbers, unseen: list[CountedGames], before: Exam | None = None) -> Exam:
    """How well points for each count predict who ends before whom, and how sure one may be.

    The slopes and means of an exam `before` stay where no game tells of a row.
    """
    losses, rights, slopes, means = [], [], [], []
    for row, worths in enumerate(points):
        leads, results = _pairs(row, worths, unseen)
        if not len(leads):
            slopes.append(MIN_SLOPE if before is None else before.slopes[row])
            means.append(0.0 if before is None else before.means[row])
            continue
        slope = _slope(leads, results)
        chances = np.clip(_chances(slope, leads), 1e-6, 1 - 1e-6)
        losses.append(-(results * np.log(chances) + (1 - results) * np.log(1 - chances)).mean())
        rights.append(np.where(leads == 0, 0.5, np.where(leads > 0, results, 1 - results)).mean())
        slopes.append(slope)
        means.append(_mean(row, worths, unseen))
    return Exam(float(np.mean(losses)), float(np.mean(rights)), tuple(slopes), tuple(means))


def whole_weights(points: Numbers, exam: Exam) -> Weights:
    """The weights as a search takes them."""
    rows = tuple(tuple(round(UNIT * float(worth)) for worth in row) for row in points)
    means = tuple(round(UNIT * mean) for mean in exam.means)
    return Weights(rows, tuple(round(UNIT / slope) for slope in exam.slopes), means=means)


def _mean(row: int, worths: Numbers, unseen: list[CountedGames]) -> float:
    """The points that are predicted for a seat in the mean."""
    return float(np.concatenate([(played.counts[played.rows == row] @ worths).reshape(-1) for played in unseen]).mean())


def _targets(played: CountedGames, by_places: bool, before: Numbers | None) -> Numbers:
    """By game, position and seat what is to be predicted. Once something is believed, half of it is what is believed a
    few positions later: that owes less to luck than the end does."""
    results = _centred(_shares(played.ranks) if by_places else played.scores)
    ends = np.repeat(results[:, None, :], played.rows.shape[1], axis=1)
    if before is None:
        return ends
    worths = before[played.rows]  # of positions that were not noted too, which nothing is made of
    believed = np.einsum("gpsc,gpc->gps", played.counts.astype(np.float64), worths)
    believed -= believed.mean(axis=2, keepdims=True)
    targets = ends.copy()
    is_noted = played.rows[:, LATER:] >= 0
    mixed = (1 - BELIEVED) * ends[:, :-LATER] + BELIEVED * believed[:, LATER:]
    targets[:, :-LATER] = np.where(is_noted[:, :, None], mixed, ends[:, :-LATER])
    return targets


def _shares(ranks: NDArray[np.int64]) -> NDArray[np.int32]:
    """By game and seat the share of the places, in percent: the part of the other seats that end behind it."""
    wins = np.sign(ranks[:, :, None] - ranks[:, None, :]).sum(axis=2)
    others = max(ranks.shape[1] - 1, 1)
    return np.asarray(np.round(PERCENT * (wins + others) / (2 * others)), np.int32)


def _centred(values: NDArray[np.int16] | NDArray[np.int32]) -> Numbers:
    """By game and seat, less the mean of the seats."""
    exact = values.astype(np.float64)
    less: Numbers = exact - exact.mean(axis=1, keepdims=True)
    return less


def _pairs(row: int, worths: Numbers, unseen: list[CountedGames]) -> tuple[Numbers, Numbers]:
    """For each pair of seats the lead in points that is predicted, and the result: 1, 1/2 or 0."""
    leads, results = [], []
    for played in unseen:
        game, position = np.nonzero(played.rows == row)
        predicted, ranks = played.counts[game, position] @ worths, played.ranks[game]
        for seat in range(predicted.shape[1]):
            for other in range(seat):
                leads.append(predicted[:, seat] - predicted[:, other])
                results.append((np.sign(ranks[:, seat] - ranks[:, other]) + 1) / 2)
    return np.concatenate(leads), np.concatenate(results)


def _slope(leads: Numbers, results: Numbers) -> float:
    """Logits for each point that predict results best, by Newton's method."""
    slope = MIN_SLOPE
    for _ in range(STEPS):
        chances = _chances(slope, leads)
        curve = (chances * (1 - chances) * leads * leads).sum()
        if curve < 1e-9:
            break
        slope += float(((results - chances) * leads).sum() / curve)
    return max(slope, MIN_SLOPE)


def _chances(slope: float, leads: Numbers) -> Numbers:
    """The logistic curve, in a form that cannot overflow: where few games are known, they may make a slope large."""
    chances: Numbers = (1 + np.tanh(slope * leads / 2)) / 2
    return chances
