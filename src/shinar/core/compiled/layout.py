"""@layout: a class of annotated fields that is a plain object for people and a NumPy record for kernels.

A field is an integer (`i8` … `i64`), another layout, or an `Array` of either with its length given by `per`::

    @layout
    class Player:
        hand: Array[i8] = per(5)       # cards per nation
        pawn: i8

Fields of a state also say who sees them and which values they take; `observe` of plain fields, a table in the docs and
the bounds of encodings are made from that::

        pawn: i8 = seen(ALL, 0, 5)     # the site it stands at
        hand: Array[i8] = per(5, OWNER, 0, 12)
        cards: i16 = seen(ALL, 0, 511, packed=1)  # a set: card n is bit n

`Player()` is zero-filled, has no attributes but its fields, and compares by value. `dtype_of(Player)` is the same
thing as a NumPy dtype; `pack` and `unpack` convert between the two. Fields are signed on purpose: the difference of two
unsigned fields is a huge number in a kernel.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ALL", "OWNER", "PARTLY", "UNSAID", "Array", "Field", "blank_array", "copy_lines", "copy_of", "dtype_of"]
__all__ += [
    "fields_of",
    "from_data",
    "i8",
    "i16",
    "i32",
    "i64",
    "indented",
    "layout",
    "named_layout",
    "once",
    "pack",
    "pack_into",
    "per",
    "resized",
    "seen",
    "shallow_copy_of",
    "to_data",
    "unpack",
    "zero_lines",
]

T = TypeVar("T")
Function = TypeVar("Function", bound=Callable[..., Any])

ALL = "all"  # open to everybody
OWNER = "owner"  # only its owner sees it; for the others it is 0
PARTLY = "partly"  # a function of the game decides how much of it a seat may know
UNSAID = ""  # for layouts that are not part of a state

CACHE_LINE = 64  # bytes
WRITTEN_OUT = ("__init__", "__copy__", "shallow_copy", "__deepcopy__", "__eq__", "as_data")
LIMITS = {f"int{bits}": 1 << bits - 1 for bits in (8, 16, 32, 64)}  # values are below, and not below their negative

_dtypes: dict[type[Any], "np.dtype[Any]"] = {}

i8 = Annotated[int, "int8"]
i16 = Annotated[int, "int16"]
i32 = Annotated[int, "int32"]
i64 = Annotated[int, "int64"]
Array = list  # a field of fixed length; its length is given by `per`


@dataclass(frozen=True)
class Field:
    """One field of a layout: an integer type or a nested layout, and the length if it is an array."""

    name: str
    item: str | type[Any]
    length: int | None
    seen: str = UNSAID  # who may see it
    low: int | None = None  # its smallest and …
    high: int | None = None  # … its largest value, where they are given
    packed: int | None = None  # bits of each of the numbers that are packed into a value; 1 for a set
    count: str | None = None  # the field of the state that tells how many items are in use; the others stay blank
    when: str | None = None  # the field of the state without which it stays blank


@dataclass(frozen=True)
class _About:
    """What a class says about a field besides its type."""

    length: int | None
    seen: str = UNSAID
    low: int | None = None
    high: int | None = None
    packed: int | None = None
    count: str | None = None
    when: str | None = None


def per(
    items: int,
    seen: str = UNSAID,
    low: int | None = None,
    high: int | None = None,
    *,
    packed: int | None = None,
    count: str | None = None,
    when: str | None = None,
) -> Any:
    """The length of an array field: `hand: Array[i8] = per(NATIONS)`; who sees it, its bounds, what is packed in it.

    If not all items are used in every game, `count` names the field of the state that tells how many are. If the field
    is not used in every game, `when` names the field of the state that is 0 where it stays blank.
    """
    return _About(items, seen, low, high, packed, count, when)


def seen(
    by: str, low: int | None = None, high: int | None = None, *, packed: int | None = None, when: str | None = None
) -> Any:
    """Who sees a field that is no array, its bounds, what is packed in it: `pawn: i8 = seen(ALL, 0, 5)`."""
    return _About(None, by, low, high, packed, when=when)


def layout(cls: type[T]) -> type[T]:
    """Make a class of annotated fields into a record type with exactly these fields."""
    fields = tuple(_field(cls, name, hint) for name, hint in get_type_hints(cls, include_extras=True).items())
    return _made_of(cls, cls.__name__, fields)


def resized(cls: type[T], name: str, **lengths: int) -> type[T]:
    """The same layout with arrays of other lengths, under another name: for games that need more room than most."""
    fields = tuple(replace(field, length=lengths.get(field.name, field.length)) for field in fields_of(cls))
    assert lengths.keys() <= {field.name for field in fields}, f"{cls.__name__} has no {', '.join(lengths)}"
    return _made_of(cls, name, fields)


def _made_of(cls: type[T], name: str, fields: tuple[Field, ...]) -> type[T]:
    """A record type with certain fields, otherwise like a class."""
    names = tuple(field.name for field in fields)
    body = {name: value for name, value in vars(cls).items() if name not in {*names, "__dict__", "__weakref__"}}
    body |= {"__slots__": names, "__layout__": fields, "__hash__": None, "__repr__": _repr, "__qualname__": name}
    body |= _written_out(fields)
    return cast(type[T], type(name, cls.__bases__, body))


def _field(cls: type[Any], name: str, hint: Any) -> Field:
    about = vars(cls).get(name, _About(None))
    assert isinstance(about, _About), f"{cls.__name__}.{name}: a field is followed by per(…), seen(…) or nothing"
    is_array = get_origin(hint) is list
    assert not is_array or about.length is not None, f"{cls.__name__}.{name}: an array needs its length: = per(n)"
    assert is_array or about.length is None, f"{cls.__name__}.{name}: only arrays have a length"
    item = _item(cls, name, get_args(hint)[0] if is_array else hint)
    return Field(name, item, about.length, about.seen, about.low, about.high, about.packed, about.count, about.when)


def _item(cls: type[Any], name: str, hint: Any) -> str | type[Any]:
    if get_origin(hint) is Annotated:
        return cast(str, get_args(hint)[1])
    assert hasattr(hint, "__layout__"), f"{cls.__name__}.{name}: a field is an i8 … i64 or a layout, not {hint}"
    return cast(type[Any], hint)


def once(function: Function) -> Function:
    """`functools.cache` with the types of the function: mypy does not consider layouts hashable."""
    return cast(Function, cache(function))


def fields_of(cls: type[Any]) -> tuple[Field, ...]:
    """The fields of a layout, in order."""
    return cast(tuple[Field, ...], cls.__layout__)


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
    return f"{type(self).__name__}({shown})"


# ---- the most frequent operations -------------------------------------------------------------------------------


def copy_of(record: T) -> T:
    """An independent copy of a record."""
    return cast(T, cast(Any, record).__copy__())


def shallow_copy_of(record: T) -> T:
    """A new record that shares the arrays and nested records: cheap, for callers that change single fields."""
    return cast(T, cast(Any, record).shallow_copy())


def _written_out(fields: tuple[Field, ...]) -> dict[str, Any]:
    """`__init__`, `__eq__`, the copies and the data with one line for each field: several times as fast as loops."""
    names: dict[str, Any] = {"make": object.__new__}
    lines = ["def __init__(self):", *indented(zero_lines(fields, "self", names))]
    lines += ["def __copy__(self):", "    new = make(self.__class__)"]
    lines += [*indented(copy_lines(fields, "self", "new", names)), "    return new"]
    lines += ["def shallow_copy(self):", "    new = make(self.__class__)"]
    lines += [*(f"    new.{field.name} = self.{field.name}" for field in fields), "    return new"]
    lines += ["def __deepcopy__(self, memo):", "    return self.__copy__()"]
    lines += ["def __eq__(self, other):", "    if other.__class__ is not self.__class__:", "        return False"]
    lines += ["    return " + " and ".join(f"self.{field.name} == other.{field.name}" for field in fields)]
    lines += ["def as_data(self):", f"    return {{{', '.join(_data_entry(field) for field in fields)}}}"]
    exec("\n".join(lines), names)  # as `dataclass` does; the text is made of the names of fields alone
    return {name: names[name] for name in WRITTEN_OUT}


def _data_entry(field: Field) -> str:
    """The entry of a field in the plain data of its record."""
    if isinstance(field.item, str):
        return f"'{field.name}': self.{field.name}{'' if field.length is None else '[:]'}"
    if field.length is None:
        return f"'{field.name}': self.{field.name}.as_data()"
    return f"'{field.name}': [item.as_data() for item in self.{field.name}]"


def indented(lines: list[str]) -> list[str]:
    """Lines one step further in."""
    return [f"    {line}" for line in lines]


def zero_lines(fields: Sequence[Field], into: str, names: dict[str, Any], depth: int = 0) -> list[str]:
    """The lines that fill a new record with zeros; nested records are made in place, which saves a call for each."""
    lines = []
    for field in fields:
        item, target = f"item{depth}", f"{into}.{field.name}"
        if isinstance(field.item, str):
            lines.append(f"{target} = 0" if field.length is None else f"{target} = [0] * {field.length}")
            continue
        made = [f"{item} = make({named_layout(field.item, names)})"]
        made += zero_lines(fields_of(field.item), item, names, depth + 1)
        if field.length is None:
            lines += [*made, f"{target} = {item}"]
        else:
            lines += [f"{target} = []", f"for _ in range({field.length}):", *indented(made)]
            lines += [f"    {target}.append({item})"]
    return lines


def copy_lines(
    fields: Sequence[Field], record: str, into: str, names: dict[str, Any], depth: int = 0, *, is_new: bool = True
) -> list[str]:
    """The lines that copy fields of one record into another; `names` is given what they refer to.

    A new record has nothing yet: nested records are made. Another one has its own, which are filled in.
    """
    lines = []
    for field in fields:
        old, item, value, target = f"old{depth}", f"item{depth}", f"{record}.{field.name}", f"{into}.{field.name}"
        if isinstance(field.item, str):  # `+` makes an `int` of a bool that a rule has left there
            lines.append(f"{target} = +{value}" if field.length is None else f"{target} = {value}[:]")
            continue
        copied = [f"{item} = make({named_layout(field.item, names)})"] if is_new else []
        copied += copy_lines(fields_of(field.item), old, item, names, depth + 1, is_new=is_new)
        if field.length is not None:
            head = f"for {old} in {value}:" if is_new else f"for {old}, {item} in zip({value}, {target}):"
            lines += [f"items{depth} = []", head, *indented([*copied, f"items{depth}.append({item})"])]
            lines += [f"{target} = items{depth}"]
        else:
            lines += [f"{old} = {value}" if is_new else f"{old}, {item} = {value}, {target}", *copied]
            lines += [f"{target} = {item}"]
    return lines


def named_layout(cls: type[Any], names: dict[str, Any]) -> str:
    """The name of a nested layout in generated lines."""
    name = f"{cls.__name__}_type"
    names[name] = cls
    return name


# ---- plain data (JSON) ------------------------------------------------------------------------------------------


def to_data(record: Any) -> dict[str, Any]:
    """A record as plain data for JSON; `from_data` is its inverse."""
    data: dict[str, Any] = record.as_data()
    return data


def from_data(cls: type[T], data: Any) -> T:
    """The record of plain data; ValueError if the data does not have this layout."""
    record = cls.__new__(cls)
    if not isinstance(data, dict) or data.keys() != frozenset(cast(Any, cls).__slots__):
        raise ValueError(f"{cls.__name__} needs exactly the fields {', '.join(f.name for f in fields_of(cls))}")
    for field in fields_of(cls):
        setattr(record, field.name, _value_from_data(field, data[field.name]))
    return record


def _value_from_data(field: Field, value: Any) -> Any:
    if field.length is None:
        return _item_from_data(field, value)
    if not isinstance(value, list) or len(value) != field.length:
        raise ValueError(f"{field.name} needs a list of {field.length}")
    if isinstance(field.item, str) and _are_integers(field.item, value):
        return value[:]
    return [_item_from_data(field, item) for item in value]


def _are_integers(kind: str, values: list[Any]) -> bool:
    """Whether all values fit into a type: asked of a whole list at once, which is much quicker than one by one."""
    return {*map(type, values)} == {int} and -LIMITS[kind] <= min(values) and max(values) < LIMITS[kind]


def _item_from_data(field: Field, value: Any) -> Any:
    if not isinstance(field.item, str):
        return from_data(field.item, value)
    if type(value) is not int or not -LIMITS[field.item] <= value < LIMITS[field.item]:
        raise ValueError(f"{field.name} needs an {field.item}, not {value!r}")
    return value


# ---- NumPy records ----------------------------------------------------------------------------------------------


def dtype_of(cls: type[Any]) -> "np.dtype[Any]":
    """The NumPy dtype of a layout, aligned as a C compiler would."""
    if cls not in _dtypes:
        import numpy as np

        _dtypes[cls] = np.dtype([_dtype_field(field) for field in fields_of(cls)], align=True)
    return _dtypes[cls]


def _dtype_field(field: Field) -> tuple[Any, ...]:
    item = field.item if isinstance(field.item, str) else dtype_of(field.item)
    return (field.name, item) if field.length is None else (field.name, item, (field.length,))


def blank_array(cls: type[Any], count: int) -> "NDArray[Any]":
    """Several blank records, in memory that shares no line of the processor's cache with anything else.

    Threads that write to the same line wait for each other, although each writes to its own part of it.
    """
    import numpy as np

    size = count * dtype_of(cls).itemsize
    memory = np.zeros(size + 2 * CACHE_LINE, np.int8)
    start = -memory.__array_interface__["data"][0] % CACHE_LINE
    return memory[start : start + size].view(dtype_of(cls))


def pack(record: Any) -> "NDArray[Any]":
    """A new array of one element that holds the record, as kernels take it."""
    array = blank_array(type(record), 1)
    pack_into(array, record)
    return array


def pack_into(array: "NDArray[Any]", record: Any) -> None:
    """Write a record into the first element of an array of its dtype."""
    array[0] = _as_tuple(record)


def _as_tuple(record: Any) -> tuple[Any, ...]:
    return tuple(_value_as_tuple(field, getattr(record, field.name)) for field in fields_of(type(record)))


def _value_as_tuple(field: Field, value: Any) -> Any:
    if isinstance(field.item, str):
        return value
    return _as_tuple(value) if field.length is None else [_as_tuple(item) for item in value]


def unpack(cls: type[T], array: "NDArray[Any]", index: int = 0) -> T:
    """The record at an index of an array, as a plain object."""
    return _from_tuple(cls, array[index].item() if array.dtype.names else array[index])


def _from_tuple(cls: type[T], values: tuple[Any, ...]) -> T:
    record = cls.__new__(cls)
    for field, value in zip(fields_of(cls), values, strict=True):
        setattr(record, field.name, _value_from_tuple(field, value))
    return record


def _value_from_tuple(field: Field, value: Any) -> Any:
    if isinstance(field.item, str):
        return value if field.length is None else value.tolist()
    if field.length is None:
        return _from_tuple(field.item, value)
    return [_from_tuple(field.item, item if isinstance(item, tuple) else item.item()) for item in value]
