"""What is printed on cards, boards, tiles and projects, as plain data for a page that draws them.

It never changes during a match, so the page carries it: scripts/generate_catalogue.py writes it where the page is
built. Views name cards, boards, tiles and projects; this says what they are.
"""

from typing import TypedDict, cast

from shinar.games.wonders.components import (
    BOARD_ROWS,
    CARD_NAMES,
    CARD_ROWS,
    CARD_TITLES,
    CARDS,
    COLOUR_NAMES,
    LEADER_NAMES,
    LEADER_ROWS,
    LEADERS,
    PROJECT_ROWS,
    RAW_KINDS,
    RESOURCE_NAMES,
    SIDE_NAMES,
    TILE_ROWS,
    Row,
    first_stage,
)
from shinar.games.wonders.words import (
    item_text,
    leader_title,
    penalty_text,
    reward_text,
    start_text,
    tile_text,
    title_case,
)

__all__ = ["BoardFacts", "CardFacts", "Catalogue", "Counting", "Effects", "ProjectFacts", "StageFacts", "TileFacts"]
__all__ += ["Bonus", "Loss", "Sets", "catalogue"]


class Counting(TypedDict):
    """An effect that counts: so many coins or points for each of some things, in some cities."""

    things: list[str]  # colours, "stage", "defeat"
    cities: list[str]  # "own", "left", "right"
    coins: int
    points: int


class Effects(TypedDict, total=False):
    """What a card or a stage does; what it does not do is left out."""

    makes: list[list[str]]  # a producer each, with the kinds it can make
    points: int
    shields: int
    symbol: str
    coins: int
    discounts: dict[str, list[str]]  # by "raw" and "manufactured": the neighbours
    counting: Counting
    power: str
    saves: str  # a colour, or "stage", of whose cost one resource need not be paid
    bonus: "Bonus"
    sets: "Sets"
    symbol_set: int  # points more for each set of three symbols
    loss: "Loss"  # what all others lose
    diplomacy: int  # tokens
    gift: int  # coins for each neighbour
    adds: str  # a unit of what the city makes: "made", or does not make: "missing"
    rebate: str  # the neighbour from whom one unit costs a coin less: "left", "right"


class Loss(TypedDict, total=False):
    """Coins that all others lose, for each of some things of theirs if one is named."""

    coins: int
    per: str  # "victory", "stage"


class Bonus(TypedDict):
    """Coins for something: building a colour, or using a chain."""

    on: str
    coins: int


class Sets(TypedDict):
    """Points for each set of one structure of each of some colours."""

    colours: list[str]
    points: int


class CardFacts(TypedDict):
    """A card, or a leader, which belongs to no Age: 0."""

    name: str  # as in actions and positions: three titles are in two Ages
    title: str
    age: int
    colour: str  # of a leader "white"
    coins: int  # of the cost
    resources: list[str]  # of the cost, one entry for each unit
    effects: Effects
    text: str
    after: list[str]  # titles of structures that make it free
    opens: list[str]  # titles of the structures that it makes free


class StageFacts(TypedDict):
    """A stage of a board."""

    coins: int
    resources: list[str]
    effects: Effects
    text: str


class BoardFacts(TypedDict):
    """A side of a board."""

    board: str
    side: str
    makes: str  # a resource; "" for a board that makes none
    start: str  # what it has from the start, in words
    stages: list[StageFacts]


class TileFacts(TypedDict):
    """A tile of the tower: what kind of effect it has, on what, and its sentence."""

    number: int
    kind: str
    of: list[str]  # colours, "stage", "chain", resources, goods or titles of cards: what the effect is about
    amount: int  # coins; 0 where they are as many as the number of the Age, or where there are none
    text: str


class ProjectFacts(TypedDict):
    """A Great Project."""

    name: str
    title: str
    age: int
    colour: str
    coins: int
    resources: list[str]
    reward: str
    amount: int
    reward_text: str
    penalty: str
    penalty_text: str


class Catalogue(TypedDict):
    """Everything in the box."""

    colours: list[str]
    resources: list[str]
    num_raw: int  # the first so many of the resources are raw materials
    cards: list[CardFacts]
    leaders: list[CardFacts]
    boards: list[BoardFacts]
    tiles: list[TileFacts]
    projects: list[ProjectFacts]


PLAIN_EFFECTS = (
    *("points", "shields", "coins", "symbol", "power", "saves", "bonus", "symbol_set"),
    *("loss", "diplomacy", "gift", "adds", "rebate"),
)


def catalogue() -> Catalogue:
    """Everything in the box, in the order of the actions that name it."""
    return {
        "colours": list(COLOUR_NAMES),
        "resources": list(RESOURCE_NAMES),
        "num_raw": RAW_KINDS,
        "cards": [_card(card) for card in range(CARDS)],
        "leaders": [_leader(leader) for leader in range(LEADERS)],
        "boards": [_board(face) for face in range(len(BOARD_ROWS))],
        "tiles": [_tile(number) for number in range(1, len(TILE_ROWS))],
        "projects": [_project(row) for row in PROJECT_ROWS],
    }


def _card(card: int) -> CardFacts:
    row = CARD_ROWS[card]
    return {
        "name": CARD_NAMES[card],
        "title": title_case(row["name"]),
        "age": row["age"],
        "colour": row["colour"],
        "coins": row.get("price", 0),
        "resources": _units(row),
        "effects": _effects(row),
        "text": item_text(card),
        "after": [title_case(name) for name in row.get("after", [])],
        "opens": _opens(CARD_TITLES[card]),
    }


def _leader(leader: int) -> CardFacts:
    row = LEADER_ROWS[leader]
    return {
        "name": LEADER_NAMES[leader],
        "title": leader_title(leader),
        "age": 0,
        "colour": "white",
        "coins": row["price"],
        "resources": [],
        "effects": _effects(row),
        "text": item_text(CARDS + leader),
        "after": [],
        "opens": [],
    }


def _opens(title: str) -> list[str]:
    return [title_case(row["name"]) for row in CARD_ROWS if title in row.get("after", [])]


def _board(face: int) -> BoardFacts:
    row = BOARD_ROWS[face]
    return {
        "board": row["name"],
        "side": SIDE_NAMES[face % len(SIDE_NAMES)],
        "makes": row.get("makes", ""),
        "start": start_text(face),
        "stages": [_stage(stage, first_stage(face) + i) for i, stage in enumerate(row["stages"])],
    }


def _stage(row: Row, item: int) -> StageFacts:
    return {
        "coins": row.get("price", 0),
        "resources": _units(row),
        "effects": _effects(row),
        "text": item_text(item),
    }


def _effects(row: Row) -> Effects:
    effects: Row = {name: row[name] for name in PLAIN_EFFECTS if name in row}
    if "set" in row:
        effects["sets"] = row["set"]
    if "makes" in row:
        effects["makes"] = [producer.split("/") for producer in row["makes"]]
    if "discount" in row:
        effects["discounts"] = row["discount"]
    if "per" in row:
        effects["counting"] = _counting(row["per"])
    return cast(Effects, effects)


def _counting(per: Row) -> Counting:
    return {
        "things": per["things"],
        "cities": per["of"],
        "coins": per.get("coins", 0),
        "points": per.get("points", 0),
    }


def _tile(number: int) -> TileFacts:
    row = TILE_ROWS[number]
    kind = next(name for name in row if name != "number")
    value = row[kind]
    subject = value if isinstance(value, list) else value.split("/") if isinstance(value, str) else []
    amount = int(row.get("coins", 0)) + int(row.get("price", 0))
    return {"number": number, "kind": kind, "of": subject, "amount": amount, "text": tile_text(number)}


def _project(row: Row) -> ProjectFacts:
    return {
        "name": row["name"],
        "title": title_case(row["name"]),
        "age": row["age"],
        "colour": row["colour"],
        "coins": row["price"],
        "resources": _units(row),
        "reward": row["reward"],
        "amount": row.get("amount", 1),
        "reward_text": reward_text(row),
        "penalty": row["penalty"],
        "penalty_text": penalty_text(row),
    }


def _units(row: Row) -> list[str]:
    return [kind for kind, count in row.get("cost", {}).items() for _ in range(count)]
