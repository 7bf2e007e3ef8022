"""What layouts say about their fields, put to use: copying what all may see, and checking bounds."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from shinar.core.compiled.jit import jit_as
from shinar.core.compiled.layout import (
    ALL,
    UNSAID,
    Field,
    copy_lines,
    fields_of,
    indented,
    named_layout,
    once,
    zero_lines,
)

__all__ = ["all_fields", "copy_field", "copy_fields", "is_seen", "open_copier", "out_of_bounds", "undeclared"]

Copy = Callable[[Any, Any], None]  # (a record, into a blank one)
OpenCopy = Callable[[Any], Any]  # makes a new record


def copy_fields(cls: type[Any], seen: str = ALL) -> Copy:
    """A function that copies the fields of a layout which one kind of viewer sees; layouts only if it sees them whole.

    Its text is made of the names of fields alone, so a field that is declared open cannot be forgotten.
    """
    return _copier([field for field in fields_of(cls) if is_seen(field, seen)])


def copy_field(cls: type[Any], name: str) -> Copy:
    """A function that copies one field of a layout, whoever may see it."""
    return _copier([field for field in fields_of(cls) if field.name == name])


def is_seen(field: Field, seen: str) -> bool:
    """Whether a viewer sees all of a field."""
    return field.seen == seen and (isinstance(field.item, str) or all(is_seen(f, seen) for f in fields_of(field.item)))


def _copier(fields: list[Field]) -> Copy:
    """A function that copies fields; compiled it moves whole arrays, which takes a tenth of the time of a loop."""
    names: dict[str, Any] = {}
    plain = copy_lines(fields, "record", "into", names, is_new=False)
    moved = [f"into.{path} = record.{path}" for field in fields for path in _paths(field)]
    return jit_as(_function_of(moved, {}))(_function_of(plain, names))


def _paths(field: Field) -> Iterator[str]:
    """What is copied of a field: it as it is, or, of a single record, what is in it."""
    if field.length is not None or isinstance(field.item, str):
        yield field.name
    else:
        yield from (f"{field.name}.{path}" for inner in fields_of(field.item) for path in _paths(inner))


def _function_of(lines: list[str], names: dict[str, Any]) -> Copy:
    exec("\n    ".join(["def copy(record, into):", *lines]), names)  # as `dataclass` does
    copy: Copy = names["copy"]
    return copy


@once
def open_copier(cls: type[Any]) -> OpenCopy:
    """A function of ordinary Python that makes a new record with what all may see, everything else blank.

    It does what `copy_fields` does into a blank record, for nested records too, in half the time.
    """
    names: dict[str, Any] = {"make": object.__new__}
    lines = [f"new = make({named_layout(cls, names)})", *_open_lines(fields_of(cls), "record", "new", names)]
    exec("\n    ".join(["def open_copy(record):", *lines, "return new"]), names)  # as `dataclass` does
    made: OpenCopy = names["open_copy"]
    return made


def _open_lines(
    fields: Sequence[Field], record: str, into: str, names: dict[str, Any], depth: int = 0
) -> Iterator[str]:
    for field in fields:
        old, item, value, target = f"old{depth}", f"item{depth}", f"{record}.{field.name}", f"{into}.{field.name}"
        if is_seen(field, ALL):
            yield from copy_lines([field], record, into, names, depth)
        elif isinstance(field.item, str):
            yield from zero_lines([field], into, names, depth)
        else:
            made = [f"{item} = make({named_layout(field.item, names)})"]
            made += _open_lines(fields_of(field.item), old, item, names, depth + 1)
            if field.length is None:
                yield from (f"{old} = {value}", *made, f"{target} = {item}")
            else:
                yield from (f"{target} = []", f"for {old} in {value}:")
                yield from indented([*made, f"{target}.append({item})"])


def out_of_bounds(record: Any) -> Iterator[str]:
    """Every field of a record whose value is outside the bounds that its layout gives."""
    for name, is_array, low, high in _checked(type(record)):
        value = getattr(record, name)
        if low is None or high is None:
            for item in value if is_array else [value]:
                yield from out_of_bounds(item)
        elif min(value) < low or max(value) > high if is_array else not low <= value <= high:
            yield f"{type(record).__name__}.{name} is {value}, not {low} to {high}"


@once
def _checked(cls: type[Any]) -> list[tuple[str, bool, int | None, int | None]]:
    """The fields of a layout to look at, with their bounds: of numbers those that have any, and all nested layouts."""
    fields = [field for field in fields_of(cls) if field.low is not None or not isinstance(field.item, str)]
    return [(field.name, field.length is not None, field.low, field.high) for field in fields]


def all_fields(cls: type[Any], prefix: str = "") -> Iterator[tuple[str, Field]]:
    """Every plain field of a layout and of those nested in it, with its path: `players.hand`."""
    for field in fields_of(cls):
        if isinstance(field.item, str):
            yield prefix + field.name, field
        else:
            yield from all_fields(field.item, f"{prefix}{field.name}.")


def undeclared(cls: type[Any]) -> list[str]:
    """The fields of a state that do not declare who sees them, or their bounds."""
    return [path for path, field in all_fields(cls) if field.seen == UNSAID or field.low is None or field.high is None]
