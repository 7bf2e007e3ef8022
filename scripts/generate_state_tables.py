"""Write into docs/games/<name>.md which fields a state has: scripts/generate_state_tables.py [--check].

Type, length, who sees it and its bounds come from the layout, the entries from the encoding that is made of it, the
meaning from the comment beside the field.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shinar.core.compiled.encoding import HEAD, Encoding, Place, places_of
from shinar.core.compiled.layout import fields_of
from shinar.core.registry import OURS, make

PAGES = Path(__file__).parent.parent / "docs" / "games"
BEGIN = "<!-- the fields of a state: written by scripts/generate_state_tables.py -->"
END = "<!-- end of the fields of a state -->"
TITLE = "## The state, field by field"
INTRODUCTION = """
For programs: `match.observe(seat).state` has these fields. What `all` see lies open. What the `owner` sees is blank for
everybody else. What is seen `partly` is decided by a function of the game, in `observation.py`.

The *entries* are where a field stands in the row that a network is given ([research](../research.md)). It has {size} of
them; the first {head} tell the seat that looks, those of `State` follow. Entries of a layout within another are counted
from where it begins, and the items of a field follow one another. `shinar.Encoding(game).piece("…")` gives the place of
any field in the row. This is the encoding {version}.
"""
COLUMNS = "| field | type | seen by | values | entries | meaning |\n|---|---|---|---|---|---|"
COMMENT = re.compile(r"^ +# (.*)$")
FIELD = re.compile(r"^ +(\w+): [^#]*?(?:  # (.*))?$")


def main() -> None:
    """Write the pages, or with --check fail if one is stale."""
    for name in OURS:
        page = PAGES / f"{name}.md"
        text = page.read_text(encoding="utf-8")
        new = with_tables(text, tables(Encoding(make(name))))
        if "--check" not in sys.argv[1:]:
            page.write_text(new, encoding="utf-8")
        elif new != text:
            sys.exit(f"docs/games/{page.name} is stale: run scripts/generate_state_tables.py")


def with_tables(text: str, made: str) -> str:
    """A page with its tables replaced, or added at the end."""
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before.rstrip()}\n\n{BEGIN}\n{made}\n{END}\n{after.lstrip()}"


def tables(encoding: Encoding[Any]) -> str:
    """A table for the state, and one for each layout in it."""
    parts = [TITLE, INTRODUCTION.format(size=encoding.size, head=HEAD, version=encoding.version)]
    for cls in layouts(encoding.game.rules.state):
        parts += [f"**{cls.__name__}.** {(cls.__doc__ or '').splitlines()[0]}\n", COLUMNS]
        meanings = comments(cls)
        parts += [row(place, meanings.get(place.field.name, "")) for place in places_of(cls)]
        parts.append("")
    return "\n".join(parts).rstrip()


def layouts(cls: type[Any]) -> Iterator[type[Any]]:
    """A layout and those nested in it, each once."""
    yield cls
    nested = dict.fromkeys(field.item for field in fields_of(cls) if not isinstance(field.item, str))
    for item in nested:
        assert not isinstance(item, str)
        yield from layouts(item)


def row(place: Place, meaning: str) -> str:
    field = place.field
    kind = field.item if isinstance(field.item, str) else field.item.__name__
    values = "" if field.low is None else f"{field.low} … {field.high}"
    length = "" if field.length is None else f" × {field.length}"
    return f"| `{field.name}` | {kind}{length} | {field.seen} | {values} | {entries(place)} | {meaning} |"


def entries(place: Place) -> str:
    """Where a field stands, and how many entries an item has if it is more than one."""
    where = f"{place.start}" if place.stop == place.start + 1 else f"{place.start} … {place.stop - 1}"
    return where if place.size == 1 or place.count == 1 else f"{where}, {place.size} each"


def comments(cls: type[Any]) -> dict[str, str]:
    """The comment beside or above each field."""
    lines = inspect.getsource(sys.modules[cls.__module__]).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(f"class {cls.__name__}:"))
    found, above = {}, ""
    for line in lines[first + 1 :]:
        if line and not line.startswith(" "):
            break
        if comment := COMMENT.match(line):
            above = comment[1]
        elif field := FIELD.match(line):
            found[field[1]] = (field[2] or above).replace("|", "\\|")
            above = ""
    return found


if __name__ == "__main__":
    main()
