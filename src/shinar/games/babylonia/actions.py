"""The actions of Babylonia: small ids with a fixed meaning, and their names. The order is public API."""

from functools import cache

from shinar.core.action import Action
from shinar.core.compiled.jit import jit
from shinar.games.babylonia.board import CELLS, SITE_CELLS, cell_name
from shinar.games.babylonia.components import (
    CARD_NAMES,
    CARDS,
    FIRST_FIELD,
    KIND_NAMES,
    KINDS,
    MAX_SEATS,
    TILE_KINDS,
    TILE_NAMES,
)

__all__ = ["DRAW", "END_PLACING", "FIRST_CHANCE", "KEEP_EXTRA_TURN", "LAY", "LEAVE_OUT_CARD", "NUM_ACTIONS"]
__all__ += ["PLACE_TOKEN", "SCORE_SITE", "STARTER", "TAKE_CARD", "TAKE_EXTRA_TURN", "action_group", "action_name"]
__all__ += ["action_form", "place", "placed_cell", "placed_kind"]

END_PLACING = 0
PLACE_TOKEN = END_PLACING + 1  # + see place()
SCORE_SITE = PLACE_TOKEN + CELLS * KINDS  # + site
TAKE_CARD = SCORE_SITE + len(SITE_CELLS)  # + card - 1
TAKE_EXTRA_TURN = TAKE_CARD + CARDS
KEEP_EXTRA_TURN = TAKE_EXTRA_TURN + 1
FIRST_CHANCE = KEEP_EXTRA_TURN + 1
LAY = FIRST_CHANCE  # + kind of tile - 1
LEAVE_OUT_CARD = LAY + TILE_KINDS - 1  # + card - 1
STARTER = LEAVE_OUT_CARD + CARDS  # + seat
DRAW = STARTER + MAX_SEATS  # + kind of token
NUM_ACTIONS = DRAW + KINDS


@jit
def place(kind: int, cell: int) -> int:
    """The action that places a token of a kind on a cell."""
    return PLACE_TOKEN + cell * KINDS + kind


@jit
def placed_cell(action: int) -> int:
    """Where a token is placed."""
    return (action - PLACE_TOKEN) // KINDS


@jit
def placed_kind(action: int) -> int:
    """The kind of token that is placed."""
    return (action - PLACE_TOKEN) % KINDS


@cache
def action_name(action: int) -> str:
    """An action in words."""
    if action >= FIRST_CHANCE:
        return _chance_name(action)
    if action >= TAKE_EXTRA_TURN:
        return "take extra turn" if action == TAKE_EXTRA_TURN else "keep extra turn"
    if action >= TAKE_CARD:
        return _card_name("take", action - TAKE_CARD + 1)
    if action >= SCORE_SITE:
        return f"score {cell_name(SITE_CELLS[action - SCORE_SITE])}"
    if action >= PLACE_TOKEN:
        return f"place {KIND_NAMES[placed_kind(action)]} {cell_name(placed_cell(action))}"
    return "end placing"


def _chance_name(action: int) -> str:
    if action >= DRAW:
        return f"draw {KIND_NAMES[action - DRAW]}"
    if action >= STARTER:
        return f"seat {action - STARTER} starts"
    if action >= LEAVE_OUT_CARD:
        return _card_name("leave out", action - LEAVE_OUT_CARD + 1)
    tile = action - LAY + 1
    return f"lay {'field' if tile >= FIRST_FIELD else 'city'} {TILE_NAMES[tile].lower()}"


def _card_name(verb: str, card: int) -> str:
    return f"{verb} card {card} {CARD_NAMES[card]}"


def action_group(action: int) -> str:
    """The kind of an action, for lists."""
    kinds = (
        (FIRST_CHANCE, "chance"),
        (TAKE_EXTRA_TURN, "extra turn"),
        (TAKE_CARD, "card"),
        (SCORE_SITE, "score"),
        (PLACE_TOKEN, "place"),
    )
    return next((kind for first, kind in kinds if action >= first), "end placing")


def action_form(action: int) -> Action:
    """An action as data. Cells are named as on the board: "12,6"."""
    if action >= FIRST_CHANCE:
        return _chance_form(action)
    if action >= TAKE_EXTRA_TURN:
        return Action("take extra turn" if action == TAKE_EXTRA_TURN else "keep extra turn")
    if action >= TAKE_CARD:
        return Action("take card", {"card": action - TAKE_CARD + 1})
    if action >= SCORE_SITE:
        return Action("score", {"cell": cell_name(SITE_CELLS[action - SCORE_SITE])})
    if action >= PLACE_TOKEN:
        return Action("place", {"token": KIND_NAMES[placed_kind(action)], "cell": cell_name(placed_cell(action))})
    return Action("end placing")


def _chance_form(action: int) -> Action:
    if action >= DRAW:
        return Action("draw", {"token": KIND_NAMES[action - DRAW]})
    if action >= STARTER:
        return Action("start", {"seat": action - STARTER})
    if action >= LEAVE_OUT_CARD:
        return Action("leave out card", {"card": action - LEAVE_OUT_CARD + 1})
    tile = action - LAY + 1
    return Action("lay", {"tile": "field" if tile >= FIRST_FIELD else "city", "kind": TILE_NAMES[tile].lower()})
