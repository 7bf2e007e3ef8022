"""The actions of 7 Wonders: small ids with a fixed meaning, and their names. The order is public API."""

from collections.abc import Callable
from functools import cache

from shinar.core.action import Action
from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import (
    BOARD_NAMES,
    BOARDS,
    CARD_NAMES,
    CARDS,
    PROJECT_NAMES,
    PROJECTS,
    SIDE_NAMES,
    SIDES,
)
from shinar.games.wonders.components import TILES as TILE_COUNT
from shinar.games.wonders.state import OFFERS

__all__ = [
    "BUILD",
    "BUILD_TILE",
    "DEAL_BOARD",
    "DEAL_CARD",
    "DEAL_TILE",
    "DISCARD",
    "FIRST_CHANCE",
    "KEEP_TILE",
    "LEAVE",
]
__all__ += ["LOSE", "LOSE_TOKENS", "NUM_ACTIONS", "PARTS", "PART_NAMES", "PAY", "PROJECT", "SALVAGE"]
__all__ += [
    "SALVAGE_NOTHING",
    "STAGE",
    "TOKEN_PAIRS",
    "TOKEN_VALUES",
    "TOWER",
    "WAYS",
    "WAY_NAMES",
    "action_form",
    "action_group",
    "action_name",
    "pay",
]

WAY_NAMES = ("pay for it", "use the chain", "use the free building", "use a token")
PART_NAMES = ("stay out of the project", "join the project", "join the project by token")
TOKEN_PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))  # victory tokens by the Age of their value
TOKEN_VALUES = (1, 3, 5)

KEEP_TILE = 0  # + number of the tile - 1
BUILD = KEEP_TILE + TILE_COUNT  # + card
STAGE = BUILD + CARDS  # + card
DISCARD = STAGE + CARDS  # + card
TOWER = DISCARD + CARDS  # + card
BUILD_TILE = TOWER + CARDS  # + number of the tile - 1
WAYS = BUILD_TILE + TILE_COUNT  # + way
PARTS = WAYS + len(WAY_NAMES)  # + participation
PAY = PARTS + len(PART_NAMES)  # + coins to the left * OFFERS + coins to the right
LEAVE = PAY + OFFERS * OFFERS
SALVAGE = LEAVE + 1  # + card
SALVAGE_NOTHING = SALVAGE + CARDS
LOSE = SALVAGE_NOTHING + 1  # + card
LOSE_TOKENS = LOSE + CARDS  # + pair
FIRST_CHANCE = LOSE_TOKENS + len(TOKEN_PAIRS)
DEAL_BOARD = FIRST_CHANCE  # + board * SIDES + side
DEAL_TILE = DEAL_BOARD + BOARDS * SIDES  # + number of the tile - 1
PROJECT = DEAL_TILE + TILE_COUNT  # + project
DEAL_CARD = PROJECT + PROJECTS  # + card
NUM_ACTIONS = DEAL_CARD + CARDS


@jit
def pay(left: int, right: int) -> int:
    """The action that pays the neighbours so many coins."""
    return PAY + left * OFFERS + right


@cache
def action_name(action: int) -> str:
    """An action in words."""
    for first, name in _NAMERS:
        if action >= first:
            return name(action - first)
    raise AssertionError(action)


def _pay_name(offset: int) -> str:
    left, right = divmod(offset, OFFERS)
    return f"pay {left} left {right} right"


def _token_name(pair: int) -> str:
    first, second = (TOKEN_VALUES[value] for value in TOKEN_PAIRS[pair])
    return f"lose victory tokens {first} and {second}"


def _board_name(face: int) -> str:
    return f"board {BOARD_NAMES[face // SIDES]} {SIDE_NAMES[face % SIDES]}"


_NAMERS = (
    (DEAL_CARD, lambda card: f"deal {CARD_NAMES[card]}"),
    (PROJECT, lambda project: f"project {PROJECT_NAMES[project]}"),
    (DEAL_TILE, lambda tile: f"deal tile {tile + 1}"),
    (DEAL_BOARD, _board_name),
    (LOSE_TOKENS, _token_name),
    (LOSE, lambda card: f"lose {CARD_NAMES[card]}"),
    (SALVAGE_NOTHING, lambda _: "build nothing from the discards"),
    (SALVAGE, lambda card: f"build {CARD_NAMES[card]} from the discards"),
    (LEAVE, lambda _: "leave the last card"),
    (PAY, _pay_name),
    (PARTS, lambda part: PART_NAMES[part]),
    (WAYS, lambda way: WAY_NAMES[way]),
    (BUILD_TILE, lambda tile: f"tile {tile + 1}"),
    (TOWER, lambda card: f"tower with {CARD_NAMES[card]}"),
    (DISCARD, lambda card: f"discard {CARD_NAMES[card]}"),
    (STAGE, lambda card: f"stage with {CARD_NAMES[card]}"),
    (BUILD, lambda card: f"build {CARD_NAMES[card]}"),
    (KEEP_TILE, lambda tile: f"keep tile {tile + 1}"),
)

WAY_WORDS = ("pay", "chain", "power", "token")
PART_WORDS = ("stay out", "join", "join by token")


def action_form(action: int) -> Action:
    """An action as data."""
    for first, form in _FORMS:
        if action >= first:
            return form(action - first)
    raise AssertionError(action)


def _card_form(verb: str) -> Callable[[int], Action]:
    return lambda card: Action(verb, {"card": CARD_NAMES[card]})


def _tile_form(verb: str) -> Callable[[int], Action]:
    return lambda tile: Action(verb, {"tile": tile + 1})


def _pay_form(offset: int) -> Action:
    left, right = divmod(offset, OFFERS)
    return Action("pay", {"left": left, "right": right})


def _tokens_form(pair: int) -> Action:
    first, second = (TOKEN_VALUES[value] for value in TOKEN_PAIRS[pair])
    return Action("lose tokens", {"first": first, "second": second})


_FORMS: tuple[tuple[int, Callable[[int], Action]], ...] = (
    (DEAL_CARD, _card_form("deal card")),
    (PROJECT, lambda project: Action("turn up project", {"project": PROJECT_NAMES[project]})),
    (DEAL_TILE, _tile_form("deal tile")),
    (DEAL_BOARD, lambda face: Action("board", {"board": BOARD_NAMES[face // SIDES], "side": SIDE_NAMES[face % SIDES]})),
    (LOSE_TOKENS, _tokens_form),
    (LOSE, _card_form("lose")),
    (SALVAGE_NOTHING, lambda _: Action("salvage nothing")),
    (SALVAGE, _card_form("salvage")),
    (LEAVE, lambda _: Action("leave")),
    (PAY, _pay_form),
    (PARTS, lambda part: Action("project", {"part": PART_WORDS[part]})),
    (WAYS, lambda way: Action("way", {"way": WAY_WORDS[way]})),
    (BUILD_TILE, _tile_form("tile")),
    (TOWER, _card_form("tower")),
    (DISCARD, _card_form("discard")),
    (STAGE, _card_form("stage")),
    (BUILD, _card_form("build")),
    (KEEP_TILE, _tile_form("keep tile")),
)

_GROUPS = (
    (FIRST_CHANCE, "chance"),
    (LOSE, "penalty"),
    (SALVAGE, "discards"),
    (LEAVE, "last card"),
    (PAY, "payment"),
    (PARTS, "project"),
    (WAYS, "way"),
    (BUILD_TILE, "tile"),
    (TOWER, "tower"),
    (DISCARD, "discard"),
    (STAGE, "stage"),
    (BUILD, "build"),
    (KEEP_TILE, "tile"),
)


def action_group(action: int) -> str:
    """The kind of an action, for lists."""
    return next(group for first, group in _GROUPS if action >= first)
