"""Write the TypeScript types of each game's views, previews and actions: scripts/generate_game_types.py [--check].

A view is typed once, by the `TypedDict` that is the game's `view_type`; what an action is follows from the actions
themselves. A game whose page has a folder web/src/games/<name> gets a file generated.ts there.
"""

import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

from shinar.core.game import Game
from shinar.core.registry import OURS, game_class, make

PAGES = Path(__file__).parent.parent / "web" / "src" / "games"
HEAD = "// Written by scripts/generate_game_types.py from the game's Python types; change those, not this file.\n"
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
MAX_VALUES = 40  # an argument with more values than this is any string


def main() -> None:
    """Write the files, or with --check fail if one is stale."""
    for name in OURS:
        target = PAGES / name / "generated.ts"
        text = generated(game_class(name))
        if "--check" not in sys.argv[1:]:
            target.write_text(text, encoding="utf-8")
        elif not target.exists() or target.read_text(encoding="utf-8") != text:
            sys.exit(f"{target.relative_to(PAGES.parents[2])} is stale: run scripts/generate_game_types.py")


def generated(game: type[Game[Any]]) -> str:
    """The whole file of a game."""
    roots = [kind for kind in (game.view_type, game.preview_type) if kind is not None]
    found: dict[str, Any] = {}
    for root in roots:
        collect(root, found)
    return "\n".join([HEAD, *(interface(kind) for kind in found.values()), *actions(game)])


# ---- views ------------------------------------------------------------------------------------------------------


def collect(kind: Any, found: dict[str, Any]) -> None:
    """All TypedDicts that a type mentions, those it is made of first."""
    if is_typeddict(kind):
        if kind.__name__ not in found:
            for part in hints(kind).values():
                collect(part, found)
            found[kind.__name__] = kind
    for part in get_args(kind):
        collect(part, found)


def hints(kind: Any) -> dict[str, Any]:
    """The fields of a TypedDict with their types."""
    return get_type_hints(kind, include_extras=True)


def interface(kind: Any) -> str:
    """A TypedDict as an interface."""
    doc = (kind.__doc__ or "").splitlines()
    lines = [f"/** {doc[0]} */"] if doc else []
    lines.append(f"export interface {kind.__name__} {{")
    for name, part in hints(kind).items():
        optional = "?" if get_origin(part) is NotRequired else ""
        lines.append(f"  {name}{optional}: {typescript(part)};")
    return "\n".join([*lines, "}\n"])


def typescript(kind: Any) -> str:
    """A Python type as TypeScript writes it."""
    origin, parts = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return str(kind.__name__)
    if origin in (NotRequired, Required):
        return typescript(parts[0])
    if origin is Literal:
        return " | ".join(literal(value) for value in parts)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(typescript(part) for part in parts))
    if origin is tuple and parts[-1] is not Ellipsis:
        return f"[{', '.join(typescript(part) for part in parts)}]"
    if origin in (list, tuple):
        return f"Array<{typescript(parts[0])}>"
    if origin is dict:
        key = typescript(parts[0])
        return f"Record<{key}, {typescript(parts[1])}>"
    return SIMPLE[kind]


def literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


# ---- actions ----------------------------------------------------------------------------------------------------


def actions(game: type[Game[Any]]) -> Iterator[str]:
    """One type for each verb with its arguments, and their union."""
    verbs: dict[str, dict[str, set[str | int]]] = {}
    for action in make(game.name).actions:
        values = verbs.setdefault(action.verb, {})
        for name, value in action.args.items():
            values.setdefault(name, set()).add(value)
    forms = [f"{{ verb: {literal(verb)}; args: {arguments(values)} }}" for verb, values in verbs.items()]
    union = "".join(f"\n  | {form}" for form in forms)
    yield f"/** Every action of the game, as data. */\nexport type {game.__name__}Action ={union};\n"


def arguments(values: dict[str, set[str | int]]) -> str:
    parts = "; ".join(f"{name}: {value_type(found)}" for name, found in values.items())
    return f"{{ {parts} }}" if parts else "Record<string, never>"


def value_type(values: set[str | int]) -> str:
    if all(isinstance(value, int) for value in values):
        return "number"
    if len(values) > MAX_VALUES:
        return "string"
    return " | ".join(literal(value) for value in sorted(values, key=str))


if __name__ == "__main__":
    main()
