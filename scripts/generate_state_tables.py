"""Write into docs/games/<name>.md which fields a state has: scripts/generate_state_tables.py [--check].

Type, length, who sees it and its bounds come from the layout, the meaning from the comment beside the field.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shinar.core.compiled.layout import Field, fields_of
from shinar.core.registry import OURS, game_class

PAGES = Path(__file__).parent.parent / "docs" / "games"
BEGIN = "<!-- the fields of a state: written by scripts/generate_state_tables.py -->"
END = "<!-- end of the fields of a state -->"
TITLE = "## The state, field by field"
INTRODUCTION = """
For programs: `match.observe(seat).state` has these fields. What `all` see lies open. What the `owner` sees is blank for
everybody else. What is seen `partly` is decided by a function of the game, in `observation.py`.
"""
HEAD = "| field | type | seen by | values | meaning |\n|---|---|---|---|---|"
COMMENT = re.compile(r"^ +# (.*)$")
FIELD = re.compile(r"^ +(\w+): [^#]*?(?:  # (.*))?$")


def main() -> None:
    """Write the pages, or with --check fail if one is stale."""
    for name in OURS:
        page = PAGES / f"{name}.md"
        text = page.read_text(encoding="utf-8")
        new = with_tables(text, tables(game_class(name).rules.state))
        if "--check" not in sys.argv[1:]:
            page.write_text(new, encoding="utf-8")
        elif new != text:
            sys.exit(f"docs/games/{page.name} is stale: run scripts/generate_state_tables.py")


def with_tables(text: str, made: str) -> str:
    """A page with its tables replaced, or added at the end."""
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before.rstrip()}\n\n{BEGIN}\n{made}\n{END}\n{after.lstrip()}"


def tables(state: type[Any]) -> str:
    """A table for the state, and one for each layout in it."""
    parts = [TITLE, INTRODUCTION]
    for cls in layouts(state):
        parts += [f"**{cls.__name__}.** {(cls.__doc__ or '').splitlines()[0]}\n", HEAD]
        meanings = comments(cls)
        parts += [row(field, meanings.get(field.name, "")) for field in fields_of(cls)]
        parts.append("")
    return "\n".join(parts).rstrip()


def layouts(cls: type[Any]) -> Iterator[type[Any]]:
    """A layout and those nested in it, each once."""
    yield cls
    nested = dict.fromkeys(field.item for field in fields_of(cls) if not isinstance(field.item, str))
    for item in nested:
        assert not isinstance(item, str)
        yield from layouts(item)


def row(field: Field, meaning: str) -> str:
    kind = field.item if isinstance(field.item, str) else field.item.__name__
    values = "" if field.low is None else f"{field.low} … {field.high}"
    length = "" if field.length is None else f" × {field.length}"
    return f"| `{field.name}` | {kind}{length} | {field.seen} | {values} | {meaning} |"


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
