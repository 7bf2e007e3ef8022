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
    LEADER_NAMES,
    LEADERS,
    MAX_STAGES,
    PIECE_NAMES,
    PIECES,
    PROJECT_NAMES,
    PROJECTS,
    SIDE_NAMES,
    SIDES,
)
from shinar.games.wonders.components import TILES as TILE_COUNT
from shinar.games.wonders.state import MAX_LOSS, OFFERS

__all__ = [
    "BANK",
    "BANK_NAMES",
    "BUILD",
    "BUILD_TILE",
    "COPY_LEADER",
    "DEAL_BOARD",
    "DEAL_CARD",
    "DEAL_LEADER",
    "DEAL_TILE",
    "DISCARD",
    "ENTOMB",
    "FIRST_CHANCE",
    "HIRE_NOBODY",
    "IDS_BEFORE_CITIES",
    "IDS_BEFORE_LEADERS",
    "IDS_BEFORE_PACK",
    "KEEP_LEADER",
    "KEEP_TILE",
    "LEAVE",
    "NAME_STAGE",
]
__all__ += ["LOSE", "LOSE_TOKENS", "NUM_ACTIONS", "PARTS", "PART_NAMES", "PAY", "PROJECT", "SALVAGE"]
__all__ += [
    "SALVAGE_NOTHING",
    "SETTLE_LOSS",
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
BANK_NAMES = ("buy nothing from the bank", "buy a resource from the bank")
TOKEN_PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))  # victory tokens by the Age of their value
TOKEN_VALUES = (1, 3, 5)

KEEP_TILE = 0  # + number of the tile - 1
KEEP_LEADER = KEEP_TILE + TILE_COUNT  # + leader
BUILD = KEEP_LEADER + LEADERS  # + piece: a card, or CARDS + a leader, who is recruited
STAGE = BUILD + PIECES  # + piece
DISCARD = STAGE + PIECES  # + piece
TOWER = DISCARD + PIECES  # + piece
BUILD_TILE = TOWER + PIECES  # + number of the tile - 1
NAME_STAGE = BUILD_TILE + TILE_COUNT  # + stage of the board from which it is built
WAYS = NAME_STAGE + MAX_STAGES  # + way
PARTS = WAYS + len(WAY_NAMES)  # + participation
BANK = PARTS + len(PART_NAMES)  # + 1 to buy a unit from the bank
PAY = BANK + len(BANK_NAMES)  # + coins to the left * OFFERS + coins to the right
LEAVE = PAY + OFFERS * OFFERS
SALVAGE = LEAVE + 1  # + card
SALVAGE_NOTHING = SALVAGE + CARDS
COPY_LEADER = SALVAGE_NOTHING + 1  # + leader
ENTOMB = COPY_LEADER + LEADERS  # + leader
HIRE_NOBODY = ENTOMB + LEADERS
LOSE = HIRE_NOBODY + 1  # + card
LOSE_TOKENS = LOSE + CARDS  # + pair
SETTLE_LOSS = LOSE_TOKENS + len(TOKEN_PAIRS)  # + coins that are paid; the rest becomes debts
FIRST_CHANCE = SETTLE_LOSS + MAX_LOSS + 1
DEAL_BOARD = FIRST_CHANCE  # + board * SIDES + side
DEAL_TILE = DEAL_BOARD + BOARDS * SIDES  # + number of the tile - 1
PROJECT = DEAL_TILE + TILE_COUNT  # + project
DEAL_LEADER = PROJECT + PROJECTS  # + leader
DEAL_CARD = DEAL_LEADER + LEADERS  # + card
NUM_ACTIONS = DEAL_CARD + CARDS

# The ids of actions in former versions: where each run began, how many there were, where it begins in the next version.
IDS_BEFORE_LEADERS = (
    (0, 24, 0),  # keep a tile
    (24, 78, 60),  # build
    (102, 78, 178),  # stage
    (180, 78, 296),  # discard
    (258, 78, 414),  # tower
    (336, 24, 532),  # a tile
    (360, 7, 556),  # ways, participation
    (367, 625, 565),  # payments
    (992, 79, 1190),  # the last card, the discards
    (1071, 1, 1273),  # nothing of the discards
    (1072, 78, 1311),  # lose a structure
    (1150, 6, 1393),  # lose tokens
    (1156, 14, 1399),  # boards
    (1170, 39, 1415),  # tiles, projects
    (1209, 78, 1490),  # cards
)
IDS_BEFORE_CITIES = (
    (0, 60, 0),  # from "keep tile 1" on
    (60, 82, 66),  # from "build lumber yard" on
    (142, 36, 178),  # from "recruit alexander" on
    (178, 82, 220),  # from "stage with lumber yard" on
    (260, 36, 332),  # from "stage with alexander" on
    (296, 82, 374),  # from "discard lumber yard" on
    (378, 36, 486),  # from "discard alexander" on
    (414, 82, 528),  # from "tower with lumber yard" on
    (496, 36, 640),  # from "tower with alexander" on
    (532, 741, 682),  # from "tile 1" on
    (1273, 37, 1453),  # from "build nothing from the discards" on
    (1310, 83, 1496),  # from "recruit nobody" on
    (1393, 6, 1609),  # from "lose victory tokens 1 and 1" on
    (1399, 16, 1647),  # from "board alexandria a" on
    (1415, 75, 1667),  # from "deal tile 1" on
    (1490, 82, 1748),  # from "deal lumber yard" on
)

IDS_BEFORE_PACK = (
    (0, 706, 0),  # from "keep tile 1" on
    (706, 790, 710),  # from "pay for it" on
    (1496, 171, 1542),  # from "recruit nobody" on
    (1667, 193, 1721),  # from "deal tile 1" on
)


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
    (DEAL_LEADER, lambda leader: f"deal {LEADER_NAMES[leader]}"),
    (PROJECT, lambda project: f"project {PROJECT_NAMES[project]}"),
    (DEAL_TILE, lambda tile: f"deal tile {tile + 1}"),
    (DEAL_BOARD, _board_name),
    (SETTLE_LOSS, lambda coins: f"pay {coins} of the loss"),
    (LOSE_TOKENS, _token_name),
    (LOSE, lambda card: f"lose {CARD_NAMES[card]}"),
    (HIRE_NOBODY, lambda _: "recruit nobody"),
    (ENTOMB, lambda leader: f"entomb {LEADER_NAMES[leader]}"),
    (COPY_LEADER, lambda leader: f"copy {LEADER_NAMES[leader]}"),
    (SALVAGE_NOTHING, lambda _: "build nothing from the discards"),
    (SALVAGE, lambda card: f"build {CARD_NAMES[card]} from the discards"),
    (LEAVE, lambda _: "leave the last card"),
    (PAY, _pay_name),
    (BANK, lambda bought: BANK_NAMES[bought]),
    (PARTS, lambda part: PART_NAMES[part]),
    (WAYS, lambda way: WAY_NAMES[way]),
    (NAME_STAGE, lambda stage: f"choose stage {stage + 1}"),
    (BUILD_TILE, lambda tile: f"tile {tile + 1}"),
    (TOWER, lambda card: f"tower with {PIECE_NAMES[card]}"),
    (DISCARD, lambda card: f"discard {PIECE_NAMES[card]}"),
    (STAGE, lambda card: f"stage with {PIECE_NAMES[card]}"),
    (BUILD, lambda card: f"{'build' if card < CARDS else 'recruit'} {PIECE_NAMES[card]}"),
    (KEEP_LEADER, lambda leader: f"keep {LEADER_NAMES[leader]}"),
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


def _card_form(verb: str, of_leaders: str = "") -> Callable[[int], Action]:
    """What is done with a card; the verb for a leader, if it is another one."""
    return lambda card: (
        Action(verb, {"card": CARD_NAMES[card]}) if card < CARDS else _leader_form(of_leaders or verb)(card - CARDS)
    )


def _leader_form(verb: str) -> Callable[[int], Action]:
    return lambda leader: Action(verb, {"leader": LEADER_NAMES[leader]})


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
    (DEAL_LEADER, _leader_form("deal leader")),
    (PROJECT, lambda project: Action("turn up project", {"project": PROJECT_NAMES[project]})),
    (DEAL_TILE, _tile_form("deal tile")),
    (DEAL_BOARD, lambda face: Action("board", {"board": BOARD_NAMES[face // SIDES], "side": SIDE_NAMES[face % SIDES]})),
    (SETTLE_LOSS, lambda coins: Action("settle", {"coins": coins})),
    (LOSE_TOKENS, _tokens_form),
    (LOSE, _card_form("lose")),
    (HIRE_NOBODY, lambda _: Action("recruit nobody")),
    (ENTOMB, _leader_form("entomb")),
    (COPY_LEADER, _leader_form("copy")),
    (SALVAGE_NOTHING, lambda _: Action("salvage nothing")),
    (SALVAGE, _card_form("salvage")),
    (LEAVE, lambda _: Action("leave")),
    (PAY, _pay_form),
    (BANK, lambda bought: Action("bank", {"units": bought})),
    (PARTS, lambda part: Action("project", {"part": PART_WORDS[part]})),
    (WAYS, lambda way: Action("way", {"way": WAY_WORDS[way]})),
    (NAME_STAGE, lambda stage: Action("choose stage", {"stage": stage + 1})),
    (BUILD_TILE, _tile_form("tile")),
    (TOWER, _card_form("tower")),
    (DISCARD, _card_form("discard")),
    (STAGE, _card_form("stage")),
    (BUILD, _card_form("build", "recruit")),
    (KEEP_LEADER, _leader_form("keep leader")),
    (KEEP_TILE, _tile_form("keep tile")),
)

_GROUPS = (
    (FIRST_CHANCE, "chance"),
    (SETTLE_LOSS, "loss"),
    (LOSE, "penalty"),
    (HIRE_NOBODY, "leader"),
    (COPY_LEADER, "leader"),
    (SALVAGE, "discards"),
    (LEAVE, "last card"),
    (BANK, "payment"),
    (PARTS, "project"),
    (WAYS, "way"),
    (NAME_STAGE, "stage"),
    (BUILD_TILE, "tile"),
    (TOWER, "tower"),
    (DISCARD, "discard"),
    (STAGE, "stage"),
    (BUILD, "build"),
    (KEEP_LEADER, "leader"),
    (KEEP_TILE, "tile"),
)


def action_group(action: int) -> str:
    """The kind of an action, for lists."""
    return next(group for first, group in _GROUPS if action >= first)


@jit
def chosen_leader(action: int) -> int:
    """The leader that is kept, copied or entombed; the actions that entomb follow those that copy."""
    return action - KEEP_LEADER if action < COPY_LEADER else (action - COPY_LEADER) % LEADERS
