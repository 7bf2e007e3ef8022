"""Fits an evaluation with a hidden layer to games: what counts are worth together, by gradient descent.

The difference of two seats' ratings is the logit of the chance that one ends before the other. A first network learns
from how the games ended, each further one also from what the one before predicts a few positions later: that owes less
to luck than the end does. Unlike sums, a network needs the games themselves, so what was counted in them is kept; most
counts are 0, and only the others are.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shinar.core.learning import Hidden, Lessons, Weights, parse_weights, weights_text
from shinar.search.fitting import Exam
from shinar.search.selfplay import CountedGames

__all__ = ["Examples", "Network", "Pupil", "examine_network", "fit_network"]

Numbers = NDArray[np.float32]
Exact = NDArray[np.float64]
Whole = NDArray[np.int32]

UNIT = 1000  # weights are in thousandths
LATER = 2  # noted positions
BELIEVED = 0.8  # the part of what is predicted that is believed then; the rest is the end
BATCH = 1024  # positions of a step
CHUNK = 8192  # positions that are predicted at once
EPOCHS = (2, 6, 6)  # of each network that is fitted, one after the other
STEP = 0.003  # of the descent, at first
DECAY = 1.0  # in each step weights shrink by this part of it: what was seldom met stays near nothing
MEAN, SQUARE = 0.9, 0.999  # how slowly Adam forgets
SPREAD = 0.08  # of the first weights
BEGIN = 0.1  # what a unit begins with


# ---- what is learned from ---------------------------------------------------------------------------------------


@dataclass
class Examples:
    """Positions of games. Of the counts those that are not 0, one after the other by position, seat and place."""

    places: NDArray[np.int16]
    values: NDArray[np.int16]
    lengths: Whole  # by position and seat: how many counts are not 0
    rows: Whole  # by position: the row of weights
    games: Whole  # by position: which game it is from
    ranks: NDArray[np.int64]  # by position and seat: the greater, the better the place at the end

    @classmethod
    def of(cls, played: CountedGames) -> "Examples":
        """The positions that were noted in some games."""
        game, position = np.nonzero(played.rows >= 0)
        counts = played.counts[game, position]
        where, seat, place = np.nonzero(counts)
        lengths = (counts != 0).sum(axis=2).astype(np.int32)
        rows, values = played.rows[game, position].astype(np.int32), counts[where, seat, place]
        return cls(place.astype(np.int16), values, lengths, rows, game.astype(np.int32), played.ranks[game])

    @classmethod
    def joined(cls, parts: "list[Examples]") -> "Examples":
        """All of several, one after the other; the games of each count from 0."""
        firsts = np.cumsum([0, *(part.games.max(initial=-1) + 1 for part in parts)])
        columns = [np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(cls)]
        whole = cls(*columns)
        games = [part.games + first for part, first in zip(parts, firsts, strict=False)]
        whole.games = np.concatenate(games).astype(np.int32)
        return whole

    @property
    def seats(self) -> int:
        """At each table; a network is fitted to games of as many."""
        return int(self.lengths.shape[1])

    def __len__(self) -> int:
        return len(self.rows)

    def starts(self) -> NDArray[np.int64]:
        """By position: where its counts begin; one more for the end."""
        return np.concatenate([[0], np.cumsum(self.lengths.sum(axis=1))])

    def results(self) -> Exact:
        """By position and pair of seats: 1 if the first ends before the other, 1/2 for a tie, else 0."""
        return np.stack([(np.sign(self.ranks[:, a] - self.ranks[:, b]) + 1) / 2 for a, b in _pairs(self.seats)], axis=1)


def _pairs(seats: int) -> list[tuple[int, int]]:
    return list(combinations(range(seats), 2))


# ---- the network ------------------------------------------------------------------------------------------------


class Network:
    """Weights by row for each count alone, and a layer of units that add up counts."""

    def __init__(self, shape: tuple[int, int, int], scale: Numbers, seed: int) -> None:
        rows, counts, units = shape
        random = np.random.default_rng(seed)
        self.scale = scale  # by count: what it is multiplied by
        self.alone = np.zeros((rows, counts), np.float32)
        self.inputs = (SPREAD * random.standard_normal((counts, units))).astype(np.float32)
        self.biases = np.full((rows, units), BEGIN, np.float32)
        self.outputs = (SPREAD * random.standard_normal((rows, units))).astype(np.float32)
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    @property
    def parts(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """All that is learned."""
        return self.alone, self.inputs, self.biases, self.outputs

    def ratings(self, counts: Numbers, rows: Whole) -> tuple[Numbers, Numbers]:
        """What counts are worth, and how far each unit is positive."""
        units = np.maximum(counts @ self.inputs + self.biases[rows], 0)
        alone = np.einsum("pc,pc->p", counts, self.alone[rows])
        return alone + (units * self.outputs[rows]).sum(axis=1), units

    def step(self, counts: Numbers, rows: Whole, slopes: Numbers, size: float) -> None:
        """Take a step of gradient descent; `slopes` are those of the loss, by rating."""
        _, units = self.ratings(counts, rows)
        back = slopes[:, None] * self.outputs[rows] * (units > 0)
        found = [np.zeros_like(part) for part in self.parts]
        for row in np.unique(rows):
            here = rows == row
            found[0][row], found[2][row] = slopes[here] @ counts[here], back[here].sum(axis=0)
            found[3][row] = slopes[here] @ units[here]
        found[1][:] = counts.T @ back
        self.steps += 1
        for part, slope, mean, square in zip(self.parts, found, self.means, self.squares, strict=True):
            mean += (1 - MEAN) * (slope - mean)
            square += (1 - SQUARE) * (slope * slope - square)
            ahead = mean / (1 - MEAN**self.steps)
            part -= size * ahead / (np.sqrt(square / (1 - SQUARE**self.steps)) + 1e-8)
        for part in (self.alone, self.inputs):
            part *= 1 - size * DECAY

    def whole_weights(self) -> Weights:
        """The weights as a search takes them; a point is a logit."""
        alone, inputs = self.alone * self.scale, self.inputs * self.scale[:, None]
        hidden = Hidden(_whole(inputs), _whole(self.biases), _whole(self.outputs))
        return Weights(_whole(alone), (UNIT,) * len(alone), hidden)


def _whole(numbers: Numbers) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in np.round(UNIT * numbers).astype(int).tolist())


# ---- fitting ----------------------------------------------------------------------------------------------------


def fit_network(examples: Examples, shape: tuple[int, int, int], seed: int) -> Network:
    """A network of so many rows, counts and units, fitted to examples."""
    reader = _Reader(examples, shape[1])
    results = examples.results()
    targets = results
    for number, epochs in enumerate(EPOCHS):
        network = Network(shape, reader.scale, seed + number)
        _descend(network, reader, targets, epochs)
        if number + 1 < len(EPOCHS):
            targets = _mixed(examples, results, _predict(network, reader))
    return network


class _Reader:
    """Gives the counts of some positions as a table."""

    def __init__(self, examples: Examples, counts: int, scale: Numbers | None = None) -> None:
        self.examples, self.counts = examples, counts
        self.starts = examples.starts()
        self.scale = np.ones(counts, np.float32) if scale is None else scale
        if scale is None:
            squares = np.bincount(examples.places, examples.values.astype(np.float64) ** 2, counts)
            self.scale = (1 / np.sqrt(np.maximum(squares / max(len(examples), 1), 1))).astype(np.float32)

    def read(self, positions: NDArray[np.int64]) -> tuple[Numbers, Whole]:
        """By position and seat: counts, to scale, and the row."""
        lengths = self.examples.lengths[positions].reshape(-1)
        spans = self.starts[positions + 1] - self.starts[positions]
        ends = np.cumsum(spans)
        found = np.arange(ends[-1]) + np.repeat(self.starts[positions] - (ends - spans), spans)
        table = np.zeros((len(lengths), self.counts), np.float32)
        table[np.repeat(np.arange(len(lengths)), lengths), self.examples.places[found]] = self.examples.values[found]
        table *= self.scale
        return table, np.repeat(self.examples.rows[positions], self.examples.seats)


def _descend(network: Network, reader: _Reader, targets: Exact, epochs: int) -> None:
    """Adam, with steps that become smaller."""
    random = np.random.default_rng(epochs)
    positions = len(targets)
    batches = -(-positions // BATCH)
    for epoch in range(epochs):
        order = random.permutation(positions)
        for number in range(batches):
            chosen = order[number * BATCH : (number + 1) * BATCH]
            counts, rows = reader.read(chosen)
            errors = _chances(network, counts, rows, reader.examples.seats) - targets[chosen]
            slopes = _by_seat(errors / len(chosen), reader.examples.seats)
            network.step(counts, rows, slopes, STEP * (1 - (epoch * batches + number) / (epochs * batches)))


def _chances(network: Network, counts: Numbers, rows: Whole, seats: int) -> Numbers:
    """By position and pair of seats: the chance that the first ends before the other."""
    ratings = network.ratings(counts, rows)[0].reshape(-1, seats)
    leads = np.stack([ratings[:, a] - ratings[:, b] for a, b in _pairs(seats)], axis=1)
    return ((1 + np.tanh(leads / 2)) / 2).astype(np.float32)


def _by_seat(errors: Exact, seats: int) -> Numbers:
    """The slopes by position and seat of errors by position and pair."""
    slopes = np.zeros((len(errors), seats), np.float32)
    for number, (first, second) in enumerate(_pairs(seats)):
        slopes[:, first] += errors[:, number]
        slopes[:, second] -= errors[:, number]
    return slopes.reshape(-1)


def _predict(network: Network, reader: _Reader) -> Numbers:
    """By position and pair of seats: the chance that the first ends before the other."""
    examples = reader.examples
    parts = [np.arange(start, min(start + CHUNK, len(examples))) for start in range(0, len(examples), CHUNK)]
    return np.concatenate([_chances(network, *reader.read(part), examples.seats) for part in parts])


def _mixed(examples: Examples, results: Exact, predicted: Numbers) -> Exact:
    """What is predicted a few positions later in the same game, and the end."""
    targets = results.copy()
    is_same = examples.games[LATER:] == examples.games[:-LATER]
    mixed = (1 - BELIEVED) * results[:-LATER] + BELIEVED * predicted[LATER:]
    targets[:-LATER] = np.where(is_same[:, None], mixed, results[:-LATER])
    return targets


def examine_network(network: Network, unseen: list[CountedGames]) -> Exam:
    """How well a network predicts games that it was not fitted to."""
    losses, rights = [], []
    for played in unseen:
        examples = Examples.of(played)
        chances = _predict(network, _Reader(examples, len(network.scale), network.scale))
        results, bounded = examples.results(), np.clip(chances, 1e-6, 1 - 1e-6)
        losses.append(-(results * np.log(bounded) + (1 - results) * np.log(1 - bounded)).reshape(-1))
        rights.append(np.where(chances == 0.5, 0.5, np.where(chances > 0.5, results, 1 - results)).reshape(-1))
    slopes = (1.0,) * len(network.alone)
    return Exam(float(np.concatenate(losses).mean()), float(np.concatenate(rights).mean()), slopes)


# ---- a course ---------------------------------------------------------------------------------------------------


@dataclass
class Pupil:
    """What a network has to learn from in a course: the games of a generation, and of the one before."""

    lessons: Lessons[Any]
    seed: int
    older: list[Examples] = field(default_factory=list)
    newer: list[Examples] = field(default_factory=list)
    before: Weights | None = None  # what the generation before has learned
    fitted: tuple[int, Network] | None = None  # the network for so many parts of a generation

    def add(self, played: CountedGames) -> None:
        """Learn from some games too."""
        self.newer.append(Examples.of(played))

    def network(self) -> Network:
        """Fitted to all that there is."""
        if self.fitted is None or self.fitted[0] != len(self.newer):
            shape = (self.lessons.rows, len(self.lessons.counts), self.lessons.units)
            self.fitted = len(self.newer), fit_network(Examples.joined(self.older + self.newer), shape, self.seed)
        return self.fitted[1]

    def begin_next_generation(self) -> None:
        """From now on games are played with what this one has learned."""
        self.before = self.network().whole_weights()
        self.older, self.newer, self.fitted = self.newer, [], None

    def kept(self) -> dict[str, Any]:
        """What a file keeps of it."""
        text = "" if self.before is None else weights_text(self.before, self.lessons.counts)
        found: dict[str, Any] = {"network": text, "parts": [len(self.older), len(self.newer)]}
        for number, part in enumerate(self.older + self.newer):
            found |= {f"{one.name}-{number}": getattr(part, one.name) for one in fields(Examples)}
        return found

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on with what a file has kept."""
        text, (older, newer) = str(kept["network"]), kept["parts"]
        self.before = parse_weights(text, self.lessons.counts) if text else None
        names = [one.name for one in fields(Examples)]
        found = [Examples(*(kept[f"{name}-{number}"] for name in names)) for number in range(older + newer)]
        self.older, self.newer = found[:older], found[older:]
