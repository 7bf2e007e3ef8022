"""The lists of what is printed on cards, leaders and boards, from the texts beside this file."""

from dataclasses import dataclass
from pathlib import Path

from shinar.games.wonders.components import NIBBLE, RESOURCE_NAMES

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Card:
    """A row of cards.txt."""

    name: str
    age: int
    colour: str
    price: int
    cost: dict[str, int]
    parents: list[str]
    copies: list[int]
    effects: list[str]
    box: str


@dataclass(frozen=True)
class Stage:
    """A row of stages.txt."""

    board: str
    side: str
    start: str
    number: int
    price: int
    cost: dict[str, int]
    effects: list[str]
    box: str


def _rows(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in line.split("|")] for line in lines if not line.startswith("#")]


def _cost(text: str) -> dict[str, int]:
    words = [] if text == "-" else text.split()
    return {kind: int(count) for count, kind in zip(words[::2], words[1::2], strict=True)}


def _list(text: str, separator: str) -> list[str]:
    return [] if text == "-" else text.split(separator)


def _card(row: list[str]) -> Card:
    name, age, colour, price, cost, parents, copies, effects, *box = row
    numbers = [int(number) for number in _list(copies, " ")]
    before = name, int(age), colour, int(price), _cost(cost), _list(parents, ", ")
    return Card(*before, numbers, _list(effects, ", "), "".join(box))


def _stage(row: list[str]) -> Stage:
    board, side, start, number, price, cost, effects, *box = row
    return Stage(board, side, start, int(number), int(price), _cost(cost), _list(effects, ", "), "".join(box))


def bag(units: dict[str, int]) -> int:
    """A bag of resources as rules pack it."""
    return sum(count << NIBBLE * RESOURCE_NAMES.index(kind) for kind, count in units.items())


@dataclass(frozen=True)
class Leader:
    """A row of leaders.txt."""

    name: str
    box: str
    price: int
    effect: str


CARDS_PRINTED = [_card(row) for row in _rows("cards.txt")]
CARDS_PRINTED += [_card(row) for row in _rows("more_cards.txt")]
STAGES_PRINTED = [_stage([*row[:4], "0", *row[4:]]) for row in _rows("stages.txt")]
STAGES_PRINTED += [_stage(row) for row in _rows("more_stages.txt") if row[5] != "copied"]
COPIED_PRINTED = [row for row in _rows("more_stages.txt") if row[5] == "copied"]
_LEADERS = [Leader(row[0], row[1], int(row[2]), row[3]) for row in _rows("leaders.txt")]
LEADERS_PRINTED = [leader for box in ("leaders", "cities") for leader in _LEADERS if leader.box == box]
