"""How a network learns from the games it has played: what turned out better than expected becomes more likely.

What a seat expects in a position is what the network predicts of it; what it got in the end is its places and points.
How much better things went after a choice than expected before it is the *advantage* of the choice: later surprises
count less the later they come. The network takes a step of gradient descent (Adam) after each part of a batch of games.
"""

import math
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shinar.core.compiled.jit import cache_kernels, compiled, jit
from shinar.core.compiled.scratch import scratch
from shinar.core.learning import MAX_MOTIVES, NO_MOTIVE
from shinar.search.practice import POINTS, RATING, Network, Notes, fill_chances, fill_units, predict
from shinar.search.skill import POINTS as POINTS_UNIT
from shinar.search.skill import UNIT, Skill
from shinar.search.tree import MAX_SEATS

__all__ = ["VALUE_PLACES", "Found", "Learner", "Pace", "add_choice_slopes", "advantages", "blank", "descend"]
__all__ += ["in_whole_numbers", "whole_skill"]

Numbers = NDArray[np.float32]

FIRST, PLACES, OWN = 0.5, 0.3, 0.2  # what counts in the end: to be first, the share of places, and own points …
OWN_SCALE = 20  # … so many of which count as much as all of that part
LATER = 0.9  # how much a surprise counts one position later
MINIBATCHES = 6  # steps for each batch of games
TRUST = 0.3  # a choice that has become so much more or less likely already is not learned from again
MEAN, SQUARE = 0.9, 0.99  # how slowly Adam forgets
LITTLE = 1e-6
LEAST_CHANCE = 1e-9
LOWER_PLACES = 0.5  # how much places after the first count when ratings are learned
LARGEST = (1 << 15) - 1  # of the whole numbers that a skill is made of


class Pace(NamedTuple):
    """How boldly to learn."""

    step: float  # of the descent
    curiosity: float  # how much it counts that the network does not become too sure of itself


@dataclass
class Found:
    """What was seen in a batch."""

    entropy: float = 0.0  # of the choices: 0 where only one action is likely
    loss: float = 0.0  # log loss of who ends first
    error: float = 0.0  # of the predicted points, root mean square


@dataclass
class Learner:
    """A network with the memory of its steps."""

    network: Network
    means: Network = field(init=False)
    squares: Network = field(init=False)
    steps: int = 0

    def __post_init__(self) -> None:
        self.means, self.squares = blank(self.network), blank(self.network)

    def learn(self, batches: Sequence[Notes], pace: Pace, seed: int, threads: Executor) -> Found:
        """Learn from some batches of games, each of which is looked at by a thread of its own."""
        random = np.random.default_rng(seed)
        readings = [Reading.of(notes, random) for notes in batches]
        spread = math.sqrt(sum(one.squares for one in readings) / max(1, sum(one.noted for one in readings)))
        slopes = [blank(self.network) for _ in batches]
        for number in range(MINIBATCHES):

            def find(thread: int, number: int = number) -> None:
                readings[thread].find_slopes(self.network, slopes[thread], number, pace.curiosity, spread)

            list(threads.map(find, range(len(batches))))
            choices = sum(one.span(one.order, number)[1] - one.span(one.order, number)[0] for one in readings)
            self._step(slopes, pace.step, max(1, choices), threads)
        return found_in(readings)

    def _step(self, slopes: list[Network], size: float, choices: int, threads: Executor) -> None:
        """A step against the slopes, which are set back to nothing."""
        self.steps += 1

        def step(place: int) -> None:
            slope = slopes[0][place]
            for other in slopes[1:]:
                slope += other[place]
            slope *= (1 if place < VALUE_PLACES else CHOICES_EACH) / choices
            descend(self.network[place], slope, self.means[place], self.squares[place], size, self.steps)
            for one in slopes:
                one[place][:] = 0

        list(threads.map(step, range(len(self.network))))


def descend(part: Numbers, slope: Numbers, mean: Numbers, square: Numbers, size: float, steps: int) -> None:
    """Adam: change a part of a network against its slope, with what is kept of the slopes before."""
    mean += (1 - MEAN) * (slope - mean)
    square += (1 - SQUARE) * (slope * slope - square)
    ahead, spread = 1 - MEAN**steps, 1 - SQUARE**steps
    part -= (size / ahead) * mean / (np.sqrt(square / spread) + LITTLE)


VALUE_PLACES = 4  # the parts of a network before these look at choices
CHOICES_EACH = 3  # the slopes of values are added up by position; there is about one for so many choices


def blank(network: Network) -> Network:
    """Nothing yet, in the shape of a network."""
    return Network(*(np.zeros_like(part) for part in network))


@dataclass
class Reading:
    """A batch of games while it is learned from."""

    notes: Notes
    gains: Numbers  # the advantages by game, position and seat
    order: NDArray[np.int64]  # of choices
    positions: NDArray[np.int64]  # in another order: game * room + position
    sums: NDArray[np.float64]  # see `find_slopes_kernel`

    @classmethod
    def of(cls, notes: Notes, random: np.random.Generator) -> "Reading":
        """The choices and positions in random order."""
        room: int = notes.open_parts.shape[1]
        are_noted = np.arange(room) < notes.num_positions[:, None]
        order = random.permutation(int(notes.used[0]))
        return cls(notes, advantages(notes), order, random.permutation(np.flatnonzero(are_noted)), np.zeros(SUMS))

    @property
    def noted(self) -> int:
        """How many advantages there are."""
        return int(self.notes.scores.shape[1]) * len(self.positions)

    @property
    def squares(self) -> float:
        """The sum of their squares."""
        return float((self.gains**2).sum())

    @staticmethod
    def span(order: NDArray[np.int64], number: int) -> tuple[int, int]:
        """A part of an order."""
        return len(order) * number // MINIBATCHES, len(order) * (number + 1) // MINIBATCHES

    def find_slopes(self, network: Network, slopes: Network, number: int, curiosity: float, spread: float) -> None:
        """Add up the slopes of what one step learns from."""
        choices, positions = (order[slice(*self.span(order, number))].copy() for order in (self.order, self.positions))
        gains = self.gains / max(spread, LITTLE)
        find_slopes_kernel()(network, slopes, self.notes, gains, choices, positions, curiosity, self.sums)


def found_in(readings: Sequence[Reading]) -> Found:
    """What was seen in some batches."""
    sums = np.sum([one.sums for one in readings], axis=0)
    choices, positions, seats = (max(1.0, sums[place]) for place in (NUM_CHOICES, NUM_POSITIONS, NUM_SEATS))
    return Found(sums[ENTROPY] / choices, sums[LOSS] / positions, POINTS_UNIT * math.sqrt(sums[ERRORS] / seats))


# ---- advantages -------------------------------------------------------------------------------------------------


def advantages(notes: Notes) -> Numbers:
    """By game, position and seat: how much better things went from there on than the network expected."""
    expected = expectations(notes.predicted)
    games, room, seats = expected.shape
    gains = np.zeros((games, room, seats), np.float32)
    later, gained = results(notes.scores - notes.usual[:, None], notes.ranks), np.zeros((games, seats), np.float32)
    for place in reversed(range(room)):
        is_noted = (place < notes.num_positions)[:, None]
        surprise = later - expected[:, place]
        gained = np.where(is_noted, surprise + LATER * gained, gained)
        gains[:, place] = np.where(is_noted, gained, 0)
        later = np.where(is_noted, expected[:, place], later)
    return gains


def expectations(predicted: Numbers) -> Numbers:
    """What is predicted, as what counts in the end."""
    ratings, points = predicted[..., RATING], predicted[..., POINTS]
    seats = ratings.shape[-1]
    odds = np.exp(ratings - ratings.max(axis=-1, keepdims=True))
    first = odds / odds.sum(axis=-1, keepdims=True)
    leads = ratings[..., :, None] - ratings[..., None, :]
    places = ((1 + np.tanh(leads / 2)) / 2).sum(axis=-1) - 0.5  # but for the seat against itself
    return counted(first, places / max(1, seats - 1), POINTS_UNIT * points)


def results(points: NDArray[np.int32], ranks: NDArray[np.int64]) -> Numbers:
    """By game and seat: what counts in the end."""
    is_first = ranks == ranks.max(axis=1, keepdims=True)
    ahead = (np.sign(ranks[:, :, None] - ranks[:, None, :]) + 1) / 2
    places = ahead.sum(axis=-1) - 0.5
    return counted(is_first / is_first.sum(axis=1, keepdims=True), places / max(1, ranks.shape[1] - 1), points)


def counted(first: Any, places: Any, points: Any) -> Numbers:
    """What it is worth to be first, to have a share of the places, and points more than usual."""
    worth: Numbers = (FIRST * first + PLACES * places + OWN * points / OWN_SCALE).astype(np.float32)
    return worth


# ---- slopes -----------------------------------------------------------------------------------------------------

# What is added up of a batch: see `Found`.
ENTROPY, NUM_CHOICES, LOSS, NUM_POSITIONS, ERRORS, NUM_SEATS = range(6)
SUMS = 6


@cache_kernels
def find_slopes_kernel() -> Any:
    """`find(network, slopes, notes, gains, choices, positions, curiosity, sums)` adds up the slopes of some choices and
    positions: downhill, actions with an advantage become likelier, and predictions come closer to the end."""

    @jit
    def find(
        network: Network,
        slopes: Network,
        notes: Notes,
        gains: Any,
        choices: Any,
        positions: Any,
        curiosity: float,
        sums: Any,
    ) -> None:
        for choice in choices:
            add_choice(network, slopes, notes, gains, choice, curiosity, sums)
        for place in positions:
            add_position(network, slopes, notes, place, sums)

    return compiled(find)


@jit
def add_choice(
    network: Network, slopes: Network, notes: Notes, gains: Any, choice: int, curiosity: float, sums: Any
) -> None:
    """The slopes of one choice."""
    part, row, count = notes.parts[choice], notes.rows[choice], notes.num_signs[choice]
    signs, motives, actions = notes.signs[choice], notes.motives[choice], notes.num_actions[choice]
    units = np.empty(network.choice_biases.shape[1], np.float32)
    fill_units(signs, count, network.choice_units[part], network.choice_biases[part], units)
    chances = np.empty(actions)
    fill_chances(network, part, row, units, motives, chances, network.motives.shape[1])
    entropy = 0.0
    for i in range(actions):
        chances[i] = max(chances[i], LEAST_CHANCE)
        entropy -= chances[i] * math.log(chances[i])
    sums[ENTROPY] += entropy
    sums[NUM_CHOICES] += 1
    chosen = notes.chosen[choice]
    gain = gains[notes.games[choice], max(0, notes.positions[choice]), notes.seats[choice]]
    weight = gain * trusted(gain, math.exp(math.log(chances[chosen]) - notes.likely[choice]))
    for i in range(actions):
        slope = weight * (chances[i] - (1.0 if i == chosen else 0.0))
        chances[i] = slope + curiosity * chances[i] * (math.log(chances[i]) + entropy)
    add_choice_slopes(network, slopes, part, row, signs, count, motives, units, chances)


@jit
def add_choice_slopes(
    network: Network,
    slopes: Network,
    part: int,
    row: int,
    signs: Any,
    count: int,
    motives: Any,
    units: Any,
    by_action: Any,
) -> None:
    """The slopes of a choice, by those of the logarithms of how likely its actions are."""
    back = np.zeros(len(units), np.float32)
    for i in range(len(by_action)):
        for k in range(MAX_MOTIVES):
            motive = motives[MAX_MOTIVES * i + k]
            if motive != NO_MOTIVE:
                slopes.motive_biases[row, motive] += by_action[i]
                add_product(slopes.motives[part, motive], by_action[i], units)
                add_product(back, by_action[i], network.motives[part, motive])
    add_to_signs(slopes.choice_units[part], slopes.choice_biases[part], signs, count, units, back)


@jit
def trusted(gain: float, ratio: float) -> float:
    """How much more likely a choice is than when it was taken; 0 if it has changed enough."""
    is_enough = ratio > 1 + TRUST if gain > 0 else ratio < 1 - TRUST
    return 0.0 if is_enough else ratio


@jit
def add_product(sums: Any, factor: float, numbers: Any) -> None:
    """Add a multiple of some numbers."""
    small = np.float32(factor)
    for i in range(len(numbers)):
        sums[i] += small * numbers[i]


@jit
def add_to_signs(slopes: Any, biases: Any, signs: Any, count: int, units: Any, back: Any) -> None:
    """What a layer learns: the slopes of its units, where they were positive, belong to all signs that were there."""
    for unit in range(len(units)):
        if units[unit] <= 0:
            back[unit] = 0
        biases[unit] += back[unit]
    for i in range(count):
        sign = signs[i]
        for unit in range(len(units)):
            slopes[sign, unit] += back[unit]


@jit
def add_position(network: Network, slopes: Network, notes: Notes, place: int, sums: Any) -> None:
    """The slopes of what is predicted in a position."""
    room = notes.open_parts.shape[1]
    game, position = place // room, place % room
    part, row, seats = notes.open_parts[game, position], notes.open_rows[game, position], notes.scores.shape[1]
    now = np.zeros((MAX_SEATS, 2), np.float32)
    for seat in range(seats):
        signs, count = notes.open_signs[game, position, seat], notes.num_open_signs[game, position, seat]
        predict(network, signs, count, part, row, now[seat])
    errors = np.zeros(MAX_SEATS)
    sums[LOSS] += place_errors(now, notes.ranks[game], seats, errors)
    sums[NUM_POSITIONS] += 1
    for seat in range(seats):
        error = now[seat, POINTS] - (notes.scores[game, seat] - notes.usual[game]) / POINTS_UNIT
        sums[ERRORS] += error * error
        sums[NUM_SEATS] += 1
        add_prediction(network, slopes, notes, game, position, seat, errors[seat], error / 2)


@jit
def place_errors(now: Any, ranks: Any, seats: int, errors: Any) -> float:
    """The slopes by rating of how unlikely the places were, and the loss of who ended first.

    A seat is the next to end in proportion to the exponential of its rating, among those that have not yet.
    """
    is_placed = scratch(MAX_SEATS)
    loss = 0.0
    weight = 1.0
    left = seats
    while left > 1:
        best = next_rank(ranks, is_placed, seats)
        total = 0.0
        ties = 0
        for seat in range(seats):
            if not is_placed[seat]:
                total += math.exp(now[seat, RATING])
                ties += ranks[seat] == best
        for seat in range(seats):
            if not is_placed[seat]:
                chance = math.exp(now[seat, RATING]) / total
                share = 1.0 / ties if ranks[seat] == best else 0.0
                errors[seat] += weight * (chance - share)
                if left == seats:
                    loss -= share * math.log(max(chance, LEAST_CHANCE))
        for seat in range(seats):
            if ranks[seat] == best:
                is_placed[seat] = 1
        left -= ties
        weight = LOWER_PLACES
    return loss


@jit
def next_rank(ranks: Any, is_placed: Any, seats: int) -> int:
    """The best rank among the seats that are not placed yet."""
    best = ranks[0]
    is_found = False
    for seat in range(seats):
        if not is_placed[seat] and (not is_found or ranks[seat] > best):
            best = ranks[seat]
            is_found = True
    return int(best)


@jit
def add_prediction(
    network: Network, slopes: Network, notes: Notes, game: int, position: int, seat: int, rating: float, points: float
) -> None:
    """The slopes of one seat's prediction, by those of its rating and its points."""
    part, row = notes.open_parts[game, position], notes.open_rows[game, position]
    signs, count = notes.open_signs[game, position, seat], notes.num_open_signs[game, position, seat]
    units = np.empty(network.value_biases.shape[1], np.float32)
    fill_units(signs, count, network.value_units[part], network.value_biases[part], units)
    back = np.zeros(len(units), np.float32)
    add_product(slopes.outputs[row, RATING], rating, units)
    add_product(slopes.outputs[row, POINTS], points, units)
    add_product(back, rating, network.outputs[row, RATING])
    add_product(back, points, network.outputs[row, POINTS])
    for i in range(count):
        slopes.values[part, signs[i], RATING] += rating
        slopes.values[part, signs[i], POINTS] += points
    add_to_signs(slopes.value_units[part], slopes.value_biases[part], signs, count, units, back)


# ---- the result -------------------------------------------------------------------------------------------------


def whole_skill(learner: Learner) -> Skill:
    """What was learned, in whole numbers; what was never met counts nothing."""
    return in_whole_numbers(
        *(np.where(square > 0, part, 0) for part, square in zip(learner.network, learner.squares, strict=True))
    )


def in_whole_numbers(*network: Numbers) -> Skill:
    """The parts of a network, as a search takes them."""
    parts = (np.clip(np.round(part * UNIT), -LARGEST, LARGEST).astype(np.int16) for part in network)
    return Skill(*parts)
