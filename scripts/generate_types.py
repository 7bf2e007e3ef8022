"""Write the page's TypeScript types from the server's messages: scripts/generate_types.py [--check]."""

import sys
from pathlib import Path
from typing import Any

from pydantic.json_schema import models_json_schema

from shinar.server.transport import messages

TARGET = Path(__file__).parent.parent / "web" / "src" / "lib" / "protocol.ts"
HEAD = """// Written by scripts/generate_types.py from server/transport/messages.py; change that file, not this one.
"""
UNIONS = {"ClientMessage": messages.CLIENT_MESSAGES, "ServerMessage": messages.SERVER_MESSAGES}
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
Schema = dict[str, Any]


def main() -> None:
    """Write the file, or with --check fail if it is stale."""
    if "--check" not in sys.argv[1:]:
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        TARGET.write_text(generated(), encoding="utf-8")
    elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != generated():
        sys.exit(f"{TARGET.name} is stale: run scripts/generate_types.py")


def generated() -> str:
    """The whole TypeScript file."""
    received = {model.__name__ for model in messages.CLIENT_MESSAGES} | {"NewTable", "PlayNow", "SeatChoice"}
    parts = [HEAD, limits()]
    parts += [interface(name, schema, name in received) for name, schema in sorted(definitions().items())]
    parts += [union(name, [member.__name__ for member in members]) for name, members in UNIONS.items()]
    return "\n".join([*parts, union("Code", [f'"{code}"' for code in messages.CODES])])


def definitions() -> dict[str, Schema]:
    """The JSON schema of every message, by name."""
    models = (*messages.CLIENT_MESSAGES, *messages.SERVER_MESSAGES, *messages.HTTP_MESSAGES)
    _, schema = models_json_schema([(model, "validation") for model in models])
    found: dict[str, Schema] = schema["$defs"]
    return found


def limits() -> str:
    """The lengths that the page's fields keep to."""
    names = ("NAME_LENGTH", "CHAT_LENGTH", "MAX_POSITIONS")
    return "".join(f"export const {name} = {getattr(messages, name)};\n" for name in names)


def interface(name: str, schema: Schema, is_sent: bool) -> str:
    """One interface. What the page sends may leave out what has a default; what it gets is always whole."""
    required = set(schema.get("required", ()))
    lines = [f"/** {schema['description'].splitlines()[0]} */", f"export interface {name} {{"]
    for field, part in schema.get("properties", {}).items():
        optional = "?" if is_sent and field not in required else ""
        lines.append(f"  {field}{optional}: {typescript(field, part)};")
    return "\n".join([*lines, "}\n"])


def union(name: str, members: list[str]) -> str:
    """A type that is one of several."""
    return f"export type {name} = {' | '.join(members)};\n"


def typescript(field: str, part: Schema) -> str:
    """The TypeScript type of a part of a JSON schema."""
    if field == "code":
        return "Code"
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "const" in part:
        return f'"{part["const"]}"'
    if "enum" in part:
        return " | ".join(f'"{value}"' for value in part["enum"])
    if "anyOf" in part:
        return " | ".join(dict.fromkeys(typescript("", option) for option in part["anyOf"]))
    if part["type"] == "array":
        return f"Array<{typescript('', part['items'])}>"
    if part["type"] == "object":
        values = part.get("additionalProperties")
        return f"Record<string, {typescript('', values) if isinstance(values, dict) else 'unknown'}>"
    return SIMPLE[part["type"]]


if __name__ == "__main__":
    main()
