"""What a game's evaluation learns: the counts of a seat, and the weights that self-play gives them."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from shinar.core.guide import Guide

__all__ = ["Generation", "Hidden", "Lessons", "PolicyLessons", "Weights", "parse_weights", "weights_text"]

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
    by_itself: bool = False  # whether the points of a seat are predicted too, and not only its lead over others
    generations: tuple[Generation, ...] = (Generation(36_000, 0),)
    # the tables, by number, at which generations that search play: a search is compiled for each of them; default: all
    searched: tuple[int, ...] = ()
    # whether noise is whole turns by the guide's weights, as playouts have them, and not single actions that are any
    stray_turns: bool = False
    # how many percent a seat's own points count in games that are learned from, if the guide knows them; default: as
    # many as when it plays
    own_percent: int | None = None
    units: int = 0  # of a hidden layer, for what counts are worth together; 0: each count is worth what it is alone

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
class Hidden:
    """What counts are worth together: units that add up counts, and count themselves as far as they are positive.

    Everything is in thousandths.
    """

    inputs: tuple[tuple[int, ...], ...]  # by count and unit: what one more adds to the unit
    biases: tuple[tuple[int, ...], ...]  # by row and unit: what it begins with
    outputs: tuple[tuple[int, ...], ...]  # by row and unit: points for one


@dataclass(frozen=True)
class Weights:
    """What each count is worth in each row, in thousandths of a point, and how many of these make a logit."""

    rows: tuple[tuple[int, ...], ...]
    scales: tuple[int, ...]
    hidden: Hidden | None = None
    means: tuple[int, ...] = ()  # by row: what the counts of a seat are usually worth; none: nothing


def parse_weights(text: str, counts: Sequence[str]) -> Weights:
    """The weights of a JSON text, each by its name; a count of which it tells nothing is worth nothing yet."""
    data = json.loads(text)
    rows = zip(*_columns(data["weights"], counts, len(data["scales"])), strict=True)
    hidden = _parse_hidden(data["hidden"], counts) if "hidden" in data else None
    return Weights(tuple(rows), tuple(data["scales"]), hidden, tuple(data.get("means", ())))


def _parse_hidden(data: Mapping[str, Any], counts: Sequence[str]) -> Hidden:
    biases, outputs = (tuple(map(tuple, data[name])) for name in ("biases", "outputs"))
    return Hidden(tuple(_columns(data["inputs"], counts, len(biases[0]))), biases, outputs)


def _columns(found: Mapping[str, list[int]], counts: Sequence[str], length: int) -> list[tuple[int, ...]]:
    """The numbers of each count; nothing for those of which nothing is told."""
    return [tuple(found.get(name, [0] * length)) for name in counts]


def weights_text(weights: Weights, counts: Sequence[str]) -> str:
    """Weights as a JSON text, a line for each count; `parse_weights` is its inverse."""
    parts = {"scales": json.dumps(weights.scales), "weights": _lines(counts, zip(*weights.rows, strict=True))}
    if weights.means:
        parts["means"] = json.dumps(weights.means)
    if (hidden := weights.hidden) is not None:
        layers = {"inputs": _lines(counts, hidden.inputs)}
        layers |= {name: json.dumps(getattr(hidden, name)) for name in ("biases", "outputs")}
        parts["hidden"] = _object(layers)
    return _object(parts) + "\n"


def _lines(counts: Sequence[str], columns: Iterable[Sequence[int]]) -> str:
    """A JSON object with the numbers of each count of which there is anything to tell."""
    told = {name: json.dumps(column) for name, column in zip(counts, columns, strict=True) if any(column)}
    return _object(told)


def _object(parts: Mapping[str, str]) -> str:
    """A JSON object of texts that are JSON themselves, each on a line of its own."""
    lines = ",\n".join(f"{json.dumps(name)}: {part}" for name, part in parts.items())
    return f"{{\n{lines}\n}}"
