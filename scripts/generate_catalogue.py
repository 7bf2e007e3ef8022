"""Write what is in the box of 7 Wonders for the page: scripts/generate_catalogue.py [--check]."""

import json
import sys
from pathlib import Path
from typing import Any

from shinar.games.wonders.catalogue import catalogue

TARGET = Path(__file__).parent.parent / "web" / "src" / "games" / "wonders" / "catalogue.json"
# effects of which the page tells as much as is printed
IN_FEW_WORDS = {"points", "shields", "coins", "symbol", "makes", "counting", "loss", "adds", "rebate"}
FILLED_IN = {"age", "coins", "resources", "effects", "after", "of", "amount", "start"}  # where they are 0 or empty


def main() -> None:
    """Write the file, or with --check fail if it is stale."""
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(generated(), encoding="utf-8")
    elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != generated():
        sys.exit(f"{TARGET.name} is stale: run scripts/generate_catalogue.py")


def generated() -> str:
    """The whole file: a line for each thing, so that changes can be read."""
    parts = []
    for name, value in catalogue().items():
        lines = [json.dumps(short(item), ensure_ascii=False) for item in value] if isinstance(value, list) else []
        text = "[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else json.dumps(value)
        parts.append(f'  "{name}": {text}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def short(thing: Any) -> Any:
    """A thing without what the page fills in: nothing where there is nothing, titles like names, links backwards."""
    if not isinstance(thing, dict):
        return thing
    kept = {name: value for name, value in thing.items() if value or name not in FILLED_IN}
    if kept.get("title") == " ".join(word[:1].upper() + word[1:] for word in kept.get("name", "").split()):
        del kept["title"]
    if kept.get("colour") == "white":  # a leader
        del kept["colour"]
    if has_words(thing):
        del kept["text"]
    if "stages" in kept:
        kept["stages"] = [without_text(short(stage)) for stage in kept["stages"]]
    if kept.get("start") == kept.get("makes"):
        kept.pop("start", None)
    return {name: value for name, value in kept.items() if name != "opens"}


def has_words(thing: dict[str, Any]) -> bool:
    """Whether the page makes a sentence of a leader, a tile or the effects of a card, and needs none of ours."""
    return thing.get("colour") == "white" or "number" in thing or thing.get("effects", {"": 0}).keys() <= IN_FEW_WORDS


def without_text(stage: dict[str, Any]) -> dict[str, Any]:
    """A stage without its sentence: the page makes one of its effects, and shows a copied stage where it is printed."""
    return {name: value for name, value in stage.items() if name != "text"}


if __name__ == "__main__":
    main()
