"""What layouts say about their fields, put to use: copying what all may see, and checking bounds."""

from collections.abc import Callable, Iterator
from typing import Any

from shinar.core.compiled.jit import jit
from shinar.core.compiled.layout import ALL, UNSAID, Field, fields_of

__all__ = ["all_fields", "copy_fields", "out_of_bounds", "undeclared"]

Copy = Callable[[Any, Any], None]  # (a record, into a blank one)


def copy_fields(cls: type[Any], seen: str = ALL) -> Copy:
    """A function that copies the plain fields of a layout which one kind of viewer sees; nested layouts are left out.

    Its text is made of the names of fields alone, so a field that is declared open cannot be forgotten.
    """
    plain = [field for field in fields_of(cls) if field.seen == seen and isinstance(field.item, str)]
    lines = ["def copy(record, into):", f'    """Copy what {seen} may see of a {cls.__name__}."""']
    for field in plain:
        lines += _copy_lines(field)
    names: dict[str, Any] = {}
    exec("\n".join(lines), names)  # as `dataclass` does
    copy: Copy = names["copy"]
    return jit(copy)


def _copy_lines(field: Field) -> list[str]:
    if field.length is None:
        return [f"    into.{field.name} = record.{field.name}"]
    return [
        f"    for i in range({field.length}):",
        f"        into.{field.name}[i] = record.{field.name}[i]",
    ]


def out_of_bounds(record: Any) -> Iterator[str]:
    """Every field of a record whose value is outside the bounds that its layout gives."""
    for field in fields_of(type(record)):
        value = getattr(record, field.name)
        values = value if field.length is not None else [value]
        if not isinstance(field.item, str):
            for item in values:
                yield from out_of_bounds(item)
        elif field.low is not None and field.high is not None:
            if min(values) < field.low or max(values) > field.high:
                yield f"{type(record).__name__}.{field.name} is {value}, not {field.low} to {field.high}"


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
