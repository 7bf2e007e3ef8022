"""What is printed on cards, leaders and boards, read from the lists beside this folder."""

from dataclasses import dataclass
from pathlib import Path

LISTS = Path(__file__).parent.parent
RESOURCES = ("wood", "stone", "ore", "clay", "glass", "papyrus", "loom")
RAW = RESOURCES[:4]


@dataclass(frozen=True)
class Thing:
    """A card, a leader or a stage; a leader has no resources, a stage no name and no colour."""

    name: str
    colour: str
    price: int
    cost: tuple[str, ...]  # one entry for each unit
    parents: tuple[str, ...]
    effects: tuple[str, ...]


@dataclass(frozen=True)
class Face:
    """A side of a board."""

    start: str
    stages: tuple[Thing, ...]


def _rows(name: str) -> list[list[str]]:
    lines = (LISTS / name).read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in line.split("|")] for line in lines if not line.startswith("#")]


def _units(text: str) -> tuple[str, ...]:
    words = [] if text in {"-", "copied"} else text.split()
    return tuple(kind for count, kind in zip(words[::2], words[1::2], strict=True) for _ in range(int(count)))


def _list(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split(", "))


def _card(row: list[str]) -> Thing:
    name, _, colour, price, cost, parents, _, effects = row[:8]
    return Thing(name, colour, int(price), _units(cost), _list(parents), _list(effects))


def _leader(row: list[str]) -> Thing:
    name, _, price, effects = row
    return Thing(name, "white", int(price), (), (), _list(effects))


def _faces() -> dict[tuple[str, str], Face]:
    rows = [(b, s, start, n, "0", cost, effects) for b, s, start, n, cost, effects in _rows("stages.txt")]
    rows += [tuple(row[:7]) for row in _rows("more_stages.txt")]  # type: ignore[misc]  # rows of eight words
    found: dict[tuple[str, str], Face] = {}
    for board, side, start, _, price, cost, effects in rows:
        stage = Thing("", "", int(price), _units(cost), (), _list(effects))
        before = found[board, side].stages if (board, side) in found else ()
        found[board, side] = Face(start, (*before, stage))
    return found


CARDS = {row[0]: _card(row) for row in [*_rows("cards.txt"), *_rows("more_cards.txt")]}
LEADERS = {row[0]: _leader(row) for row in _rows("leaders.txt")}
FACES = _faces()


def title(name: str) -> str:
    """The name that is printed: three are in two Ages [SW-4.2]."""
    return name.removesuffix(" 1").removesuffix(" 2")
