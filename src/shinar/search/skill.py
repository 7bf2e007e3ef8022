"""What a network has learned by practice, as a search takes it: weights of actions, and what a position is worth.

Two layers of units each add up the weights of the signs that are there. One of them looks at a choice as its seat sees
it, and says how strong the motives of each action are; the sum of an action's motives is the logarithm of how likely
it is. The other looks at a position, and rates each seat and predicts its points.

All weights are whole numbers, so that compiled code and plain Python, on every machine, come to the same result.
"""

import math
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import IO, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from shinar.core.compiled.jit import jit, jit_as
from shinar.core.compiled.scratch import scratch
from shinar.core.game import Actions
from shinar.core.learning import MAX_MOTIVES, NO_MOTIVE, Practice
from shinar.search.tree import MAX_SEATS

__all__ = ["OTHERS", "POINTS", "UNIT", "Skill", "make_list_motives", "make_rate_all", "make_weigh", "save_skills"]
__all__ += ["make_show_position", "shapes_of", "stranger_sign"]

S = TypeVar("S")
Whole = NDArray[np.int16]

UNIT = 512  # the weights count in these parts of a logit; those of points, of POINTS points
POINTS = 10
MILLI = 1000
MAX_WEIGHT = 1 << 16  # of the likeliest action
OWN, OTHERS = "", "others_"  # whose skill it is: the first words of its parts in a file


@dataclass(frozen=True, eq=False)
class Skill:
    """The weights of both layers, by part of the game."""

    choice_units: Whole  # by part, sign and unit
    choice_biases: Whole  # by part and unit
    motives: Whole  # by part, motive and unit: how strong a unit makes a motive
    motive_biases: Whole  # by row and motive
    value_units: Whole  # by part, sign and unit
    value_biases: Whole  # by part and unit
    values: Whole  # by part, sign and what is predicted: what a sign is worth by itself
    outputs: Whole  # by row, what is predicted and unit

    @classmethod
    def blank(cls, practice: Practice[Any]) -> "Skill":
        """Nothing learned yet."""
        return cls(*(np.zeros(shape, np.int16) for shape in shapes_of(practice).values()))

    @classmethod
    def load(cls, file: IO[bytes] | Path, of: str = OWN) -> "Skill":
        """What `save_skills` wrote: the network's own skill, or that of OTHERS. KeyError if it is not there."""
        with np.load(file, allow_pickle=False) as kept:
            return cls(*(kept[of + one.name] for one in fields(cls)))

    @classmethod
    def installed(cls, file: Traversable, practice: Practice[Any], of: str = OWN) -> "Skill":
        """A skill of a game. One that does not fit what the network sees now knows nothing, so that a game whose
        signs have changed can be trained again; a warning says so."""
        if file.is_file():
            with file.open("rb") as opened, suppress(KeyError):
                skill = cls.load(opened, of)
                if skill.shapes == tuple(shapes_of(practice).values()):
                    return skill
        warnings.warn(f"{file} does not fit what the network sees: train it again (`shinar train`)", stacklevel=2)
        return cls.blank(practice)

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Of all weights, in order."""
        return tuple(getattr(self, one.name).shape for one in fields(self))


def save_skills(file: IO[bytes] | Path, own: Skill, others: Skill | None = None) -> None:
    """Write skills to a file; equal skills give equal files."""
    skills = {OWN: own} if others is None else {OWN: own, OTHERS: others}
    parts = {of + one.name: getattr(skill, one.name) for of, skill in skills.items() for one in fields(Skill)}
    np.savez_compressed(file, **parts)


def shapes_of(practice: Practice[Any]) -> dict[str, tuple[int, ...]]:
    """The shapes of the weights of a skill, by name."""
    parts, rows, units, value_units = practice.parts, practice.rows, practice.units, practice.value_units
    value_signs = stranger_sign(practice) + 1
    return {
        "choice_units": (parts, practice.choice_signs, units),
        "choice_biases": (parts, units),
        "motives": (parts, practice.motives, units),
        "motive_biases": (rows, practice.motives),
        "value_units": (parts, value_signs, value_units),
        "value_biases": (parts, value_units),
        "values": (parts, value_signs, 2),
        "outputs": (rows, 2, value_units),
    }


def stranger_sign(practice: Practice[Any]) -> int:
    """The sign of a position that tells that its seat is played by others than the network; it follows all others."""
    return practice.value_signs


# ---- which action -----------------------------------------------------------------------------------------------


def make_weigh(practice: Practice[S], skill: Skill) -> Callable[[S, int, Actions], None]:
    """`weigh(state, seat, actions)`, as a guide has it."""
    decides, otherwise, max_signs = practice.decides, practice.otherwise, practice.max_signs
    show, motives_of, part, row = practice.show_choice, practice.motives_of, practice.part, practice.row
    find_strengths = _make_find_strengths(skill)

    @jit
    def weigh(state: S, seat: int, actions: Actions) -> None:
        if actions.n == 1:
            actions.weights[0] = 1
            return
        if not decides(state, seat, actions):
            otherwise(state, seat, actions)
            return
        signs, motives, strengths = scratch(max_signs), scratch(MAX_MOTIVES * actions.n), scratch(actions.n)
        count = show(state, seat, signs)
        list_motives(state, seat, actions, motives)
        find_strengths(signs, count, motives, strengths, part(state), row(state))
        best = strengths[0]
        for i in range(actions.n):
            best = max(best, strengths[i])
        for i in range(actions.n):
            actions.weights[i] = 1 + int(MAX_WEIGHT * math.exp((strengths[i] - best) / UNIT))

    list_motives = make_list_motives(motives_of)
    return weigh


def make_list_motives(motives_of: Callable[[S, int, int, list[int]], int]) -> Callable[..., None]:
    """`list_motives(state, seat, actions, motives)`: those of each action, NO_MOTIVE in the places left over."""

    @jit
    def list_motives(state: S, seat: int, actions: Actions, motives: list[int]) -> None:
        found = scratch(MAX_MOTIVES)
        for i in range(actions.n):
            count = motives_of(state, seat, actions.ids[i], found)
            for k in range(MAX_MOTIVES):
                motives[MAX_MOTIVES * i + k] = found[k] if k < count else NO_MOTIVE

    return list_motives


def _make_find_strengths(skill: Skill) -> Callable[..., None]:
    """`find_strengths(signs, count, motives, strengths, part, row)`: how strong the motives of each action are."""
    weights, units_begin = skill.choice_units, skill.choice_biases
    units_to_motives, motives_begin = skill.motives, skill.motive_biases
    units, num_motives = weights.shape[2], units_to_motives.shape[1]

    def compiled_strengths(  # pragma: no cover  # it is only ever compiled
        signs: Any, count: int, motives: Any, strengths: Any, part: int, row: int
    ) -> None:
        sums = np.empty(units, np.int32)
        for unit in range(units):
            sums[unit] = units_begin[part, unit]
        for i in range(count):
            sign = signs[i]
            for unit in range(units):
                sums[unit] += weights[part, sign, unit]
        for unit in range(units):
            sums[unit] = max(sums[unit], 0)
        is_known = np.zeros(num_motives, np.bool_)
        known = np.empty(num_motives, np.int64)
        for i in range(len(strengths)):
            strengths[i] = 0
            for k in range(MAX_MOTIVES):
                motive = motives[MAX_MOTIVES * i + k]
                if motive != NO_MOTIVE:
                    if not is_known[motive]:
                        total = np.int64(0)
                        for unit in range(units):
                            total += np.int64(units_to_motives[part, motive, unit]) * np.int64(sums[unit])
                        known[motive] = motives_begin[row, motive] + total // UNIT
                        is_known[motive] = True
                    strengths[i] += known[motive]

    @jit_as(compiled_strengths)
    def find_strengths(
        signs: list[int], count: int, motives: list[int], strengths: list[int], part: int, row: int
    ) -> None:
        sums = np.maximum(units_begin[part] + weights[part, signs[:count]].sum(axis=0, dtype=np.int64), 0)
        for i in range(len(strengths)):
            own = [one for one in motives[MAX_MOTIVES * i : MAX_MOTIVES * (i + 1)] if one != NO_MOTIVE]
            totals = units_to_motives[part, own].astype(np.int64) @ sums // UNIT
            strengths[i] = int(totals.sum()) + int(motives_begin[row, own].sum(dtype=np.int64))

    return find_strengths


# ---- what a position is worth -----------------------------------------------------------------------------------


def make_show_position(practice: Practice[S]) -> Callable[[S, int, int, list[int]], int]:
    """`show(state, seat, strangers, into)`: the signs of a position, and whether its seat is that of a stranger."""
    show_position, is_stranger = practice.show_position, stranger_sign(practice)

    @jit
    def show(state: S, seat: int, strangers: int, into: list[int]) -> int:
        count = show_position(state, seat, into)
        if strangers >> seat & 1:
            into[count] = is_stranger
            count += 1
        return count

    return show


def make_rate_all(practice: Practice[S], skill: Skill) -> Callable[[S, list[int], int, int], None]:
    """`rate_all(state, ratings, seats, strangers)`, as a guide has it, with the points that each seat will have."""
    show, part, row, room = make_show_position(practice), practice.part, practice.row, practice.max_signs + 1
    predict = _make_predict(skill)

    @jit
    def rate_all(state: S, ratings: list[int], seats: int, strangers: int) -> None:
        for seat in range(seats):
            signs = scratch(room)
            count = show(state, seat, strangers, signs)
            predict(signs, count, part(state), row(state), ratings, seat)

    return rate_all


def _make_predict(skill: Skill) -> Callable[..., None]:
    """`predict(signs, count, part, row, ratings, seat)`: thousandths of a logit, and of a point, of one seat."""
    weights, units_begin = skill.value_units, skill.value_biases
    alone, outputs = skill.values, skill.outputs
    units = weights.shape[2]

    def compiled_predict(  # pragma: no cover  # it is only ever compiled
        signs: Any, count: int, part: int, row: int, ratings: Any, seat: int
    ) -> None:
        sums = np.empty(units, np.int32)
        for unit in range(units):
            sums[unit] = units_begin[part, unit]
        rating = np.int64(0)
        points = np.int64(0)
        for i in range(count):
            sign = signs[i]
            rating += alone[part, sign, 0]
            points += alone[part, sign, 1]
            for unit in range(units):
                sums[unit] += weights[part, sign, unit]
        of_rating = np.int64(0)
        of_points = np.int64(0)
        for unit in range(units):
            total = np.int64(max(sums[unit], 0))
            of_rating += total * np.int64(outputs[row, 0, unit])
            of_points += total * np.int64(outputs[row, 1, unit])
        ratings[seat] = (rating + of_rating // UNIT) * MILLI // UNIT
        ratings[MAX_SEATS + seat] = (points + of_points // UNIT) * (MILLI * POINTS) // UNIT

    @jit_as(compiled_predict)
    def predict(signs: list[int], count: int, part: int, row: int, ratings: list[int], seat: int) -> None:
        there = signs[:count]
        sums = np.maximum(units_begin[part] + weights[part, there].sum(axis=0, dtype=np.int64), 0)
        together = outputs[row].astype(np.int64) @ sums // UNIT
        rating, points = (alone[part, there].sum(axis=0, dtype=np.int64) + together).tolist()
        ratings[seat] = rating * MILLI // UNIT
        ratings[MAX_SEATS + seat] = points * (MILLI * POINTS) // UNIT

    return predict
