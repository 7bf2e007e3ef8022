"""What a game's evaluation learns: the counts of a seat, and the weights that self-play gives them."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from shinar.core.guide import Guide

__all__ = ["Generation", "Lessons", "PolicyLessons", "Weights", "parse_weights", "weights_text"]

S = TypeVar("S")


class Generation(NamedTuple):
    """Games of one kind that a course learns from, one after the other."""

    games: int
    iterations: int  # of a search with what the generation before has learned; 0: actions by the guide's weights alone


@dataclass(frozen=True)
class Lessons(Generic[S]):
    """What a game counts to learn from, as `@jit` functions, and at which tables it learns."""

    counts: tuple[str, ...]  # a name for each
    rows: int  # so many rows of weights: a game may have others for each turn
    row: Callable[[S], int]  # the row that counts in a position
    count: Callable[[S, int, list[int]], None] | None  # (state, seat, zeros) writes the counts of a seat
    tables: tuple[Mapping[str, Any], ...] = field(compare=False)  # the options to play with in turn
    # (state, zeros, seats) instead of that, where it is quicker to count for all seats at once: one after the other
    count_all: Callable[[S, list[int], int], None] | None = None
    moment: Callable[[S], int] | None = None  # when it changes the counts may be noted; default: when the row does
    stride: int = 1  # the counts of one of so many moments are noted
    positions: int = 0  # that are noted of a game, at most; default: as many as rows
    by_places: bool = False  # whether what is predicted is the place at the end, and not the points
    generations: tuple[Generation, ...] = (Generation(36_000, 0),)
    # the tables, by number, at which generations that search play: a search is compiled for each of them; default: all
    searched: tuple[int, ...] = ()
    width: float | None = None  # of these searches; default: that of the guide

    @property
    def noted(self) -> int:
        """How many positions of a game are noted at most."""
        return self.positions or self.rows

    def tables_of(self, generation: Generation) -> tuple[Mapping[str, Any], ...]:
        """The options that a generation plays with in turn."""
        if not generation.iterations or not self.searched:
            return self.tables
        return tuple(self.tables[number] for number in self.searched)


@dataclass(frozen=True)
class PolicyLessons(Generic[S]):
    """What a game learns about actions: signs that speak for one or against it, as `@jit` functions."""

    signs: int  # so many different ones there are
    max_signs: int  # an action shows at most so many
    rows: int  # of weights
    row: Callable[[S], int]  # the row that counts in a position
    show: Callable[[S, int, int, list[int]], None]  # (state, seat, action, into): `into[0]` signs from `into[1]` on
    # how to search with weights by row and sign; None: before there are any
    guide: Callable[[Sequence[Sequence[int]] | None], Guide[S]]
    generations: tuple[Generation, ...] = (Generation(300, 800),)


@dataclass(frozen=True)
class Weights:
    """What each count is worth in each row, in thousandths of a point, and how many of these make a logit."""

    rows: tuple[tuple[int, ...], ...]
    scales: tuple[int, ...]


def parse_weights(text: str, counts: Sequence[str]) -> Weights:
    """The weights of a JSON text, each by its name; a count of which it tells nothing is worth nothing yet."""
    data = json.loads(text)
    nothing = [0] * len(data["scales"])
    columns = [data["weights"].get(name, nothing) for name in counts]
    return Weights(tuple(zip(*columns, strict=True)), tuple(data["scales"]))


def weights_text(weights: Weights, counts: Sequence[str]) -> str:
    """Weights as a JSON text, a line for each count; `parse_weights` is its inverse."""
    columns = zip(counts, zip(*weights.rows, strict=True), strict=True)
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(column)}" for name, column in columns)
    return f'{{\n  "scales": {json.dumps(weights.scales)},\n  "weights": {{\n{lines}\n  }}\n}}\n'
