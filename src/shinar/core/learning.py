"""What a game's evaluation learns: the counts of a seat, and the weights that self-play gives them."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from shinar.core.game import Actions
from shinar.core.guide import Guide

__all__ = ["MAX_MOTIVES", "NO_MOTIVE", "Generation", "Hidden", "Lessons", "PolicyLessons", "Practice", "Weights"]
__all__ += ["Rival", "parse_weights", "weights_text"]

S = TypeVar("S")

MAX_MOTIVES = 2  # of an action
NO_MOTIVE = -1


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
    variant: str = ""  # the name of the guide that learns, if it is not the one the game is searched with

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
class Rival:
    """A search that a network watches and imitates, so that it practises against others than itself."""

    name: str
    guide: Guide[Any]
    share: int  # of the tables with strangers, against those of the other rivals
    iterations: int  # for each choice
    tables: tuple[tuple[int, Mapping[str, Any]], ...] = field(compare=False)  # how many games, and with which options


@dataclass(frozen=True)
class Practice(Generic[S]):
    """How a network learns a game by playing it many times, as `@jit` functions, and at which tables.

    What a network sees are *signs*, each there or not. Actions have *motives*, which they share with others: the
    network learns how strong each motive is in a choice, and what a position is worth to a seat.
    """

    max_signs: int  # that are there at once
    choice_signs: int  # so many different ones a choice can show …
    show_choice: Callable[[S, int, list[int]], int]  # (position as the seat sees it, seat, into) how many it wrote
    value_signs: int  # … and a position
    show_position: Callable[[S, int, list[int]], int]  # (position in which nothing is hidden, seat, into) likewise
    motives: int  # so many different ones there are
    motives_of: Callable[[S, int, int, list[int]], int]  # (state, seat, action, into) likewise
    decides: Callable[[S, int, Actions], bool]  # (state, seat, legal actions) whether the network knows such a choice …
    otherwise: Callable[[S, int, Actions], None]  # … or else how a good player would weigh the actions
    parts: int  # of a game: each has weights of its own
    part: Callable[[S], int]
    rows: int  # of biases: a game may have others for each turn
    row: Callable[[S], int]
    usual_points: Callable[[S], int]  # that a seat has at the end: what is predicted is how many more it has
    tables: tuple[tuple[int, Mapping[str, Any]], ...] = field(compare=False)  # how often, and with which options
    games: int  # to learn from, about
    units: int = 64  # of the layer that looks at a choice …
    value_units: int = 64  # … and of the one that looks at a position
    rivals: tuple[Rival, ...] = ()  # whom it meets as soon as it plays well enough to imitate them


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
