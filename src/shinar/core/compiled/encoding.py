"""What a seat may know, as a row of small numbers: the tensor that a network is given.

>>> import shinar
>>> game = shinar.make("babel")
>>> encoding = shinar.Encoding(game)
>>> observation = shinar.Match(game, seed=1).observe(0)
>>> row = encoding.encode(observation)
>>> row.shape == (encoding.size,), encoding.decode(row) == observation
(True, True)

The row is made from an observation, field by field as the layout of the state says. So it can hold nothing that the
seat may not know, and it holds all that it may: `decode` gives the observation back. Its shape is the same for all
options of a game with the same layout (`rules.state`). It begins with one entry per seat, 1 for the seat that looks.
A number with several values packed into it has an entry for each of them (a set becomes zeros and ones); a value too
large for a byte is written in digits of base 100.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from shinar.core.compiled.jit import jit, jit_as
from shinar.core.compiled.layout import ALL, Field, dtype_of, fields_of, once
from shinar.core.compiled.memory import fetch_part
from shinar.core.compiled.visibility import is_seen
from shinar.core.errors import OptionError
from shinar.core.game import Game, Observation, Rules
from shinar.core.viewer import NO_SEAT, SPECTATOR, viewer_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["HEAD", "Encoding", "Piece", "Place", "encoder", "fetcher", "places_of", "raw_bytes"]

S = TypeVar("S")

HEAD = 8  # the first entries: 1 for the seat that looks; no game has more seats
BASE = 100  # large values are written in digits of this base
SMALL_SETS = range(4, 9)  # sizes of sets that are written eight entries at a time
CHUNK = 6  # fields that one function writes
SMALLEST, LARGEST = -128, 127  # what an entry can hold
EVERYTHING, OPEN, HIDDEN = "everything", "open", "hidden"  # parts of what a seat may know
# (state, its bytes, seat, a record to work with, its bytes, row to write)
Encode = Callable[[S, Any, int, S, Any, Any], None]
# (record, the bytes it is in, from where, the row to write, where, the state whose counts tell how much is in use)
Write = Callable[[Any, Any, int, Any, int, Any], None]
WRITE = "write(record, raw, source, row, at, state)"
# (record, the bytes it is in, from where, the state whose counts tell how much is in use)
Clear = Callable[[Any, Any, int, Any], None]
CLEAR = "clear(record, raw, source, state)"
# (table, index of a row, a state whose counts tell how much is in use)
Fetch = Callable[[Any, int, Any], None]
FETCH = "fetch(table, index, state)"


@dataclass(frozen=True)
class Piece:
    """The entries of one field: `row[piece.start : piece.stop]`."""

    name: str  # "players[1].hand"
    start: int
    stop: int
    field: Field  # its length, its bounds and who sees it


@dataclass(frozen=True)
class Place:
    """Where a field stands among the entries of its layout."""

    field: Field
    start: int
    size: int  # entries of one item

    @property
    def count(self) -> int:
        """How many items there are."""
        return 1 if self.field.length is None else self.field.length

    @property
    def stop(self) -> int:
        """Where the next field begins."""
        return self.start + self.count * self.size


class Encoding(Generic[S]):
    """How observations of a game become rows of bytes, and what each entry of a row means."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.size = HEAD + _size_of(game.rules.state)

    @property
    def version(self) -> str:
        """Changes when the rules do, and when any entry means something else: "babel-3-1f0c2d4e"."""
        bounds = [(piece.name, piece.start, piece.field.low, piece.field.high) for piece in self.pieces]
        digest = hashlib.sha256(repr(bounds).encode()).hexdigest()
        return f"{self.game.name}-{self.game.rules_version}-{digest[:8]}"

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces, in order."""
        return _pieces_of(self.game.rules.state)

    def piece(self, name: str) -> Piece:
        """The piece of a field: `encoding.piece("players[1].hand")`; KeyError if there is none."""
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Piece]:
        return {piece.name: piece for piece in self.pieces}

    @property
    def low(self) -> "NDArray[np.int8]":
        """The smallest value of each entry."""
        return _bounds_of(self.game.rules.state)[0]

    @property
    def high(self) -> "NDArray[np.int8]":
        """The largest value of each entry."""
        return _bounds_of(self.game.rules.state)[1]

    # -- both ways --

    def encode(self, observation: Observation[S]) -> "NDArray[np.int8]":
        """The row of an observation; OptionError if it is one of another game."""
        if not isinstance(observation.state, self.game.rules.state):
            raise OptionError(f"this is the encoding of {self.game.name}, not of {observation.game.name}")
        row = [0] * self.size
        if observation.seat != NO_SEAT:
            row[observation.seat] = 1
        write = _writer(self.game.rules.state, EVERYTHING, from_bytes=False)
        write(observation.state, None, 0, row, HEAD, observation.state)
        return _bytes(row)

    def decode(self, row: "Sequence[int] | NDArray[np.int8]") -> Observation[S]:
        """The observation of a row; OptionError if its length is not that of a row."""
        if getattr(row, "shape", (len(row),)) != (self.size,):
            raise OptionError(
                f"a row of {self.game.name} has {self.size} entries, not {getattr(row, 'shape', len(row))}"
            )
        entries = [int(entry) for entry in row]
        viewer = viewer_of(entries.index(1)) if 1 in entries[:HEAD] else SPECTATOR
        return Observation(self.game, viewer, _read(self.game.rules.state, entries, HEAD))

    def mask(self, observation: Observation[S]) -> "NDArray[np.int8]":
        """1 for each legal action of the seat that looks, by id; those of chance are left out."""
        mask = [0] * self.game.first_chance_action
        for action in observation.legal_actions():
            mask[action] = 1
        return _bytes(mask)


def _bytes(values: list[int]) -> "NDArray[np.int8]":
    import numpy as np

    return np.array(values, np.int8)


# ---- where everything stands ------------------------------------------------------------------------------------


@once
def places_of(cls: type[Any]) -> tuple[Place, ...]:
    """The places of the fields of a layout, one after the other."""
    places: list[Place] = []
    for field in fields_of(cls):
        size = _digits(field) if isinstance(field.item, str) else _size_of(field.item)
        places.append(Place(field, places[-1].stop if places else 0, size))
    return tuple(places)


def _size_of(cls: type[Any]) -> int:
    return places_of(cls)[-1].stop


def _digits(field: Field) -> int:
    """How many entries one value of a field takes."""
    low, high = _range(field)
    if field.packed is not None:
        return -(-high.bit_length() // field.packed)
    digits = 1
    while low < SMALLEST or high > LARGEST:
        low, high, digits = low // BASE, high // BASE, digits + 1
    return digits


def _range(field: Field) -> tuple[int, int]:
    """The bounds of a field; those of its type where none are given."""
    if field.low is not None and field.high is not None:
        return field.low, field.high
    half = 1 << (int(str(field.item).removeprefix("int")) - 1)
    return -half, half - 1


@once
def _pieces_of(cls: type[Any]) -> tuple[Piece, ...]:
    """The pieces of a state, with the seat that looks in front."""
    head = Piece("seat", 0, HEAD, Field("seat", "int8", HEAD, low=0, high=1))
    return (head, *_pieces(cls, "", HEAD))


@once
def _bounds_of(cls: type[Any]) -> tuple["NDArray[np.int8]", "NDArray[np.int8]"]:
    """The bounds of all entries, the lower and the upper ones."""
    bounds = [bound for piece in _pieces_of(cls) for bound in _bounds(piece)]
    return _bytes([low for low, _ in bounds]), _bytes([high for _, high in bounds])


def _pieces(cls: type[Any], prefix: str, at: int) -> Iterator[Piece]:
    for place in places_of(cls):
        field, start = place.field, at + place.start
        if isinstance(field.item, str):
            yield Piece(prefix + field.name, start, at + place.stop, field)
            continue
        for number in range(place.count):
            index = "" if field.length is None else f"[{number}]"
            yield from _pieces(field.item, f"{prefix}{field.name}{index}.", start + number * place.size)


def _bounds(piece: Piece) -> list[tuple[int, int]]:
    """The bounds of each entry of a piece."""
    size = _digits(piece.field)
    low, high = _range(piece.field)
    if piece.field.packed is not None:
        item = [(0, (1 << piece.field.packed) - 1)] * size
    else:
        scale = BASE ** (size - 1)
        item = [(low // scale, high // scale)] + [(0, BASE - 1)] * (size - 1)
    return item * ((piece.stop - piece.start) // size)


# ---- writing ----------------------------------------------------------------------------------------------------


@once
def encoder(rules: Rules[S]) -> Encode[S]:
    """A `@jit` function that writes the row of what a seat may know of a state, for kernels.

    The row and the record to work with must be blank where items are not in use. If the rules have `observe_hidden`,
    what all may see is written from the state itself.
    """
    return _encoder_by_hook(rules) if rules.observe_hidden is not None else _plain_encoder(rules)


def _plain_encoder(rules: Rules[S]) -> Encode[S]:
    observe, clear = rules.observe, _kernel_clearer(rules.state, EVERYTHING)
    write = _kernel_writer(rules.state, EVERYTHING)

    @jit
    def encode(state: S, _raw: Any, seat: int, into: S, raw_into: Any, row: Any) -> None:
        clear(into, raw_into, 0, state)
        observe(state, seat, into)
        write_seat(seat, row)
        write(into, raw_into, 0, row, HEAD, state)

    return encode


def _encoder_by_hook(rules: Rules[S]) -> Encode[S]:
    observe_hidden: Any = rules.observe_hidden
    clear_hidden = _kernel_clearer(rules.state, HIDDEN)
    write_open, write_hidden = (_kernel_writer(rules.state, part) for part in (OPEN, HIDDEN))

    @jit
    def encode(state: S, raw: Any, seat: int, into: S, raw_into: Any, row: Any) -> None:
        clear_hidden(into, raw_into, 0, state)
        observe_hidden(state, seat, into)
        write_seat(seat, row)
        write_open(state, raw, 0, row, HEAD, state)
        write_hidden(into, raw_into, 0, row, HEAD, state)

    return encode


@jit
def write_seat(seat: int, row: Any) -> None:
    """Write which seat looks."""
    for i in range(HEAD):
        row[i] = 0
    if seat >= 0:
        row[seat] = 1


def raw_bytes(states: Any) -> Any:
    """The bytes of each record of an array, in the same memory, as encoders take them; ordinary Python needs none."""
    if isinstance(states, list):
        return [None] * len(states)
    return states.view("int8").reshape(len(states), -1)


def _kernel_writer(cls: type[Any], part: str) -> Write:
    return jit_as(_writer(cls, part, from_bytes=True))(_writer(cls, part, from_bytes=False))


@once
def _writer(cls: type[Any], part: str, *, from_bytes: bool) -> Write:
    """A function that writes the entries of a record into a row from a place on; its text is made from the layout.

    Fields that stand in the row as they do in memory can be copied from there, many at once. The function is made of
    short ones, since only those are always inlined: else it would take ten times as long.
    """
    from shinar.core.compiled import entries  # needs NumPy, which takes long to import

    statements = [*_statements(cls, part, from_bytes)]
    chunks = [statements[first : first + CHUNK] for first in range(0, len(statements), CHUNK)]
    nested = {f"write_{field.name}": field.item for field in fields_of(cls) if not isinstance(field.item, str)}
    names: dict[str, Any] = {name: _writer(item, part, from_bytes=from_bytes) for name, item in nested.items()}
    names |= {name: getattr(entries, name) for name in entries.__all__}
    parts = {f"part_{number}": _made_of(WRITE, chunk, names) for number, chunk in enumerate(chunks)}
    write: Write = _made_of(WRITE, [WRITE.replace("write", name) for name in parts], parts)
    return write


def _made_of(head: str, lines: list[str], names: dict[str, Any]) -> Any:
    """The function of these lines, for kernels."""
    known = dict(names)
    exec("\n    ".join([f"def {head}:", *(lines or ["pass"])]), known)  # as `dataclass` does
    return jit(known[head.partition("(")[0]])


def _statements(cls: type[Any], part: str, from_bytes: bool) -> Iterator[str]:
    """How the fields of a layout are written; neighbours that can be copied as bytes together."""
    run: list[Place] = []
    for place in places_of(cls):
        if not _has_part(place.field, part):
            continue
        is_next = not run or _is_after(cls, run, place)
        is_copied = from_bytes and place.field.count is None and _is_whole(place.field, part) and _is_bytes(place.field)
        if run and not (is_next and is_copied):
            yield _copied(cls, run)
            run = []
        if is_copied:
            run.append(place)
        else:
            yield _when_used(place.field, _statement(cls, place))
    if run:
        yield _copied(cls, run)


def _when_used(field: Field, statement: str) -> str:
    """A statement that is carried out only in games that use a field."""
    return statement if field.when is None else f"if state.{field.when}:\n        {statement}"


def _has_part(field: Field, part: str) -> bool:
    """Whether a field has anything of a part of what a seat may know."""
    return part == EVERYTHING or is_seen(field, ALL) == (part == OPEN) or not isinstance(field.item, str)


def _is_whole(field: Field, part: str) -> bool:
    """Whether all of a field is of a part."""
    if part == EVERYTHING or isinstance(field.item, str):
        return True
    return all((inner.seen == ALL) == (part == OPEN) and _is_whole(inner, part) for inner in fields_of(field.item))


def _is_after(cls: type[Any], run: list[Place], place: Place) -> bool:
    """Whether a field follows a run of them, in the row as in memory."""
    is_next = place.start == run[-1].stop and place.field.when == run[0].field.when
    return is_next and _offset(cls, place) - _offset(cls, run[0]) == place.start - run[0].start


def _is_bytes(field: Field) -> bool:
    """Whether a field stands in the row as it does in memory."""
    if isinstance(field.item, str):
        return field.item == "int8" and field.packed is None
    size, fields = _size_of(field.item), fields_of(field.item)
    return all(_is_bytes(inner) for inner in fields) and dtype_of(field.item).itemsize == size


def _offset(cls: type[Any], place: Place) -> int:
    """Where a field begins in the memory of its record."""
    fields: Any = dtype_of(cls).fields
    return int(fields[place.field.name][1])


def _copied(cls: type[Any], run: list[Place]) -> str:
    count = run[-1].stop - run[0].start
    copied = f"copy_bytes(raw, source + {_offset(cls, run[0])}, row, at + {run[0].start}, {count})"
    return _when_used(run[0].field, copied)


def _statement(cls: type[Any], place: Place) -> str:
    """How a field is written; its place is counted from `at`, its memory from `source`."""
    value, source, at = f"record.{place.field.name}", f"source + {_offset(cls, place)}", f"at + {place.start}"
    if place.field.length is None:
        return _item_statement(place, value, source, at)
    if place.size == 1 and isinstance(place.field.item, str):
        return f"copy_items({value}, 0, row, {at}, {place.count})"
    if place.field.packed == 1 and place.size in SMALL_SETS:
        return f"write_sets({value}, row, {at}, {place.count}, {place.size})"
    step = 0 if isinstance(place.field.item, str) else dtype_of(place.field.item).itemsize
    item = _item_statement(place, f"{value}[i]", f"{source} + i * {step}", f"{at} + i * {place.size}")
    count = place.count if place.field.count is None else f"state.{place.field.count}"
    return f"for i in range({count}): {item}"


def _item_statement(place: Place, value: str, source: str, at: str) -> str:
    """How one item of a field is written."""
    if not isinstance(place.field.item, str):
        return f"write_{place.field.name}({value}, raw, {source}, row, {at}, state)"
    if place.field.packed == 1:
        return f"write_bits({value}, row, {at}, {place.size})"
    if place.field.packed is not None:
        return f"write_parts({value}, row, {at}, {place.size}, {place.field.packed})"
    return f"row[{at}] = {value}" if place.size == 1 else f"write_digits({value}, row, {at}, {place.size}, {BASE})"


# ---- fetching ahead -----------------------------------------------------------------------------------------------


def fetcher(cls: type[Any], *, in_row: bool) -> Fetch:
    """A `@jit` function that fetches what is in use of a record of a table, or of a row that is written of one."""
    fetch: Fetch = _made_of(FETCH, [*_fetches(cls, in_row)], {"fetch_part": fetch_part})
    return fetch


def _fetches(cls: type[Any], in_row: bool) -> Iterator[str]:
    """What is fetched: everything up to the items that are not in use, then what comes after these."""
    first, end = 0, _size_in(cls, in_row)
    for place in places_of(cls):
        if place.field.count is not None:
            start, size = (HEAD + place.start, place.size) if in_row else _memory_of(cls, place)
            yield f"fetch_part(table, index, {first}, {start - first} + state.{place.field.count} * {size})"
            first = start + place.count * size
    yield f"fetch_part(table, index, {first}, {end - first})"


def _size_in(cls: type[Any], in_row: bool) -> int:
    return HEAD + _size_of(cls) if in_row else dtype_of(cls).itemsize


def _memory_of(cls: type[Any], place: Place) -> tuple[int, int]:
    """Where a field begins in the memory of its record, and how much each of its items takes."""
    return _offset(cls, place), _bytes_of(cls, place) // place.count


# ---- blanking ---------------------------------------------------------------------------------------------------


def _kernel_clearer(cls: type[Any], part: str) -> Clear:
    return jit_as(_clearer(cls, part, from_bytes=True))(_clearer(cls, part, from_bytes=False))


@once
def _clearer(cls: type[Any], part: str, *, from_bytes: bool) -> Clear:
    """A function that sets a part of a record to 0, as far as it is in use; the rest is not touched."""
    from shinar.core.compiled import entries  # needs NumPy, which takes long to import

    nested = {f"clear_{field.name}": field.item for field in fields_of(cls) if not isinstance(field.item, str)}
    names: dict[str, Any] = {name: _clearer(item, part, from_bytes=from_bytes) for name, item in nested.items()}
    clear: Clear = _made_of(CLEAR, [*_clearings(cls, part, from_bytes)], names | {"clear_items": entries.clear_items})
    return clear


def _clearings(cls: type[Any], part: str, from_bytes: bool) -> Iterator[str]:
    """How the fields of a layout are set to 0; those that are neighbours in memory together."""
    run = range(0)
    for place in places_of(cls):
        if not _has_part(place.field, part):
            continue
        is_run = from_bytes and _is_whole(place.field, part) and place.field.count is None
        if is_run and run and run.stop == _offset(cls, place):
            run = range(run.start, run.stop + _bytes_of(cls, place))
            continue
        if run:
            yield f"clear_items(raw, source + {run.start}, {len(run)})"
        run = range(_offset(cls, place), _offset(cls, place) + _bytes_of(cls, place)) if is_run else range(0)
        if not is_run:
            yield _clearing(cls, place)
    if run:
        yield f"clear_items(raw, source + {run.start}, {len(run)})"


def _clearing(cls: type[Any], place: Place) -> str:
    """How a field is set to 0 item by item, or, if it is plain, as ordinary Python does it."""
    field = place.field
    if isinstance(field.item, str):
        return f"record.{field.name} = 0" if field.length is None else f"record.{field.name} = [0] * {field.length}"
    if field.length is None:
        return f"clear_{field.name}(record.{field.name}, raw, source + {_offset(cls, place)}, state)"
    count = field.length if field.count is None else f"state.{field.count}"
    start = f"source + {_offset(cls, place)} + i * {dtype_of(field.item).itemsize}"
    return f"for i in range({count}): clear_{field.name}(record.{field.name}[i], raw, {start}, state)"


def _bytes_of(cls: type[Any], place: Place) -> int:
    """How much of the memory of its record a field takes."""
    fields: Any = dtype_of(cls).fields
    return int(fields[place.field.name][0].itemsize)


# ---- reading ----------------------------------------------------------------------------------------------------


def _read(cls: type[Any], row: list[int], at: int) -> Any:
    """The record whose entries stand in a row from a place on."""
    record: Any = object.__new__(cls)
    for place in places_of(cls):
        items = _read_items(place, row, at + place.start)
        setattr(record, place.field.name, items[0] if place.field.length is None else items)
    return record


def _read_items(place: Place, row: list[int], at: int) -> list[Any]:
    """All items of a field, the first of which stands at a place of a row."""
    starts = range(at, at + place.count * place.size, place.size)
    if not isinstance(place.field.item, str):
        return [_read(place.field.item, row, start) for start in starts]
    if place.size == 1:
        return row[at : at + place.count]
    return [_read_value(place, row[start : start + place.size]) for start in starts]


def _read_value(place: Place, entries: list[int]) -> int:
    """A value that takes several entries: the lowest of packed numbers stands first, of digits the highest."""
    packed, value = place.field.packed, 0
    if packed is not None:
        for entry in reversed(entries):
            value = value << packed | entry
    else:
        for entry in entries:
            value = value * BASE + entry
    return value
