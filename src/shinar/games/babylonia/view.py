"""What a page shows of an observation: plain data with words."""

from collections import Counter
from functools import cache
from typing import Any, Literal, NotRequired, TypedDict, cast

from shinar.core.piles import total
from shinar.games.babylonia.audit import unknown_tokens
from shinar.games.babylonia.board import (
    CELLS,
    COORDINATES,
    REGION,
    REGION_NAMES,
    SITE_CELLS,
    cell_name,
)
from shinar.games.babylonia.components import (
    CARD_NAMES,
    CARD_TEXTS,
    CARDS,
    EXTRA_TURN,
    FARMER,
    KIND_NAMES,
    KINDS,
    TEN_POINTS,
    TILE_KINDS,
    TILE_NAMES,
    tile_count,
)
from shinar.games.babylonia.observation import is_unknown
from shinar.games.babylonia.rules import (
    ANY_TWO,
    MANY_FARMERS,
    can_end_placing,
    field_points,
    kinds_for_land,
    kinds_for_river,
    max_tokens_this_turn,
    stand_capacity,
    stand_size,
)
from shinar.games.babylonia.scoring import cities_left, touched_ziggurats
from shinar.games.babylonia.standings import Standing, standings
from shinar.games.babylonia.state import (
    ACT,
    CHOOSE_CARD,
    OUT,
    PHASE_NAMES,
    SCORED_ZIGGURAT,
    Phase,
    Player,
    State,
    is_city,
    is_field,
    is_token,
    is_ziggurat,
    kind_of,
    owner_of,
)

__all__ = ["PHASE_WORDS", "BabyloniaView", "cards_in", "kinds_in", "may_place_many", "missing", "pool_size"]
__all__ += ["tile_list", "view"]

PHASE_WORDS = (
    "choosing who starts",
    "laying tiles",
    "leaving out cards",
    "dealing",
    "placing tokens",
    "scoring",
    "taking a card",
    "drawing tokens",
    "deciding on the extra turn",
    "over",
)


class CardView(TypedDict):
    """A ziggurat card."""

    card: int
    name: str
    text: str
    lasts: bool  # else it is used once


class OwnedCardView(CardView):
    """A card in front of a player."""

    spent: bool


class CellView(TypedDict):
    """A cell of the board and what it holds."""

    cell: str  # its name, `12,6`
    row: int
    column: int
    region: Literal["north", "central", "south", "tigris", "euphrates"]
    holds: Literal["nothing", "closed", "city", "field", "ziggurat", "token"]  # closed: not in play
    seat: NotRequired[int]  # whose token
    kind: NotRequired[str | None]  # of a token; None if the observer does not know it
    tile: NotRequired[str]  # of a city: the letters of its nobles; of a field: a number, or `city`
    worth: NotRequired[int]  # of a field: its points now
    scored: NotRequired[bool]  # of a ziggurat


class PlacingView(TypedDict):
    """What the observer may place now, and how far this turn has come."""

    land: list[str]
    river: list[str]
    can_end: bool
    missing: int  # tokens that must still be placed
    may_place_many: bool  # three or more farmers instead


class TokenCounts(TypedDict):
    """Tokens by kind."""

    merchant: int
    servant: int
    priest: int
    farmer: int


class PlayerView(TypedDict):
    """What lies in front of a player, as far as the observer may know."""

    seat: int
    score: int
    stand: TokenCounts  # those the observer may see
    unseen: int  # further tokens on the stand
    stand_size: int
    capacity: int
    pool_size: int
    out_of_sight: TokenCounts  # tokens that may be in the pool; for others also on the stand or face down
    face_down: int  # in the rivers, of a kind the observer does not know
    cities: list[str]
    cards: list[OwnedCardView]
    ziggurats: int  # with a token next to them


class TileCount(TypedDict):
    """How many tiles of a kind a game has, and how many of them are still on the board."""

    tile: str
    on_board: int
    in_game: int


class BabyloniaView(TypedDict):
    """Everything a seat sees."""

    game: Literal["babylonia"]
    seat: int  # whose view; negative for a spectator
    seats: int
    field: Literal["any", "face-up"]
    noble: Literal["any", "last"]
    turn: int
    turn_of: int
    phase: Phase
    phase_text: str
    chooser: int | None  # who takes a card
    placed: int
    placing: PlacingView | None
    to_score: list[str]
    cities_left: int
    tiles_to_lay: int
    tiles_gone: list[str]
    tiles: list[TileCount]
    display: list[CardView]
    cells: list[CellView]
    standings: list[Standing]
    players: list[PlayerView]


def view(state: State, seat: int) -> BabyloniaView:
    """Everything a seat sees, as plain data; `seat` is whose observation it is, negative for a spectator."""
    return {
        "game": "babylonia",
        "seat": seat,
        "seats": state.seats,
        "field": "face-up" if state.needs_face_up else "any",
        "noble": "last" if state.noble_is_last else "any",
        "turn": state.turns,
        "turn_of": state.turn_of,
        "phase": PHASE_NAMES[state.phase],
        "phase_text": PHASE_WORDS[state.phase],
        "chooser": state.chooser if state.phase == CHOOSE_CARD else None,
        "placed": state.placed,
        "placing": _placing_view(state, seat),
        "to_score": [cell_name(cell) for site, cell in enumerate(SITE_CELLS) if state.surrounded >> site & 1],
        "cities_left": cities_left(state),
        "tiles_to_lay": total(state.tiles),
        "tiles_gone": tile_list(state.gone),
        "tiles": _tile_counts(state),
        "display": [_card_view(card) for card in cards_in(state.display)],
        "cells": [_cell_view(state, cell) for cell in range(CELLS)],
        "standings": standings(state, seat),
        "players": [_player_view(state, owner) for owner in range(state.seats)],
    }


def _placing_view(state: State, seat: int) -> PlacingView | None:
    if state.phase != ACT or seat != state.turn_of:
        return None
    return {
        "land": kinds_in(kinds_for_land(state)),
        "river": kinds_in(kinds_for_river(state)),
        "can_end": bool(can_end_placing(state)),
        "missing": missing(state),
        "may_place_many": may_place_many(state),
    }


def missing(state: State) -> int:
    """[BN-3.1] [BN-3.3] [BN-3.5] [BN-3.12] How many tokens must still be placed."""
    if can_end_placing(state):
        return 0
    if state.placed >= ANY_TWO:
        return 1
    return min(min(ANY_TWO, max_tokens_this_turn(state)) - state.placed, stand_size(state.players[state.turn_of]))


def may_place_many(state: State) -> bool:
    """[BN-3.2] Whether this turn can still become one of three or more farmers."""
    farmers = state.farmers + state.players[state.turn_of].stand[FARMER]
    return state.farmers == state.placed and farmers >= MANY_FARMERS and max_tokens_this_turn(state) >= MANY_FARMERS


def kinds_in(kinds: int) -> list[str]:
    return [KIND_NAMES[kind] for kind in range(KINDS) if kinds >> kind & 1]


def cards_in(cards: int) -> list[int]:
    return [card for card in range(1, CARDS + 1) if cards >> card & 1]


def _card_view(card: int) -> CardView:
    lasts = card not in (TEN_POINTS, EXTRA_TURN)
    return {"card": card, "name": CARD_NAMES[card], "text": CARD_TEXTS[card], "lasts": lasts}


def tile_list(counts: list[int]) -> list[str]:
    return [TILE_NAMES[tile] for tile in range(TILE_KINDS) for _ in range(counts[tile])]


def _tile_counts(state: State) -> list[TileCount]:
    """[BN-9.1] The kinds of tiles in the game, and how many of each lie on the board."""
    on_board = Counter(state.cells[cell] for cell in SITE_CELLS)
    return [
        {"tile": TILE_NAMES[tile], "on_board": on_board[tile], "in_game": tile_count(state.seats, tile)}
        for tile in range(1, TILE_KINDS)
        if tile_count(state.seats, tile)
    ]


def _cell_view(state: State, cell: int) -> CellView:
    content = state.cells[cell]
    return _cell_holding(cell, content, field_points(state, content) if is_field(content) else 0).copy()


@cache
def _cell_holding(cell: int, content: int, worth: int) -> CellView:
    row, column = COORDINATES[cell]
    region = cast(Any, REGION_NAMES[REGION[cell]].lower())  # the names are those of the view, in lower case
    found: CellView = {"cell": cell_name(cell), "row": row, "column": column, "region": region, "holds": "nothing"}
    _add_content(found, content, worth)
    return found


def _add_content(found: CellView, content: int, worth: int) -> None:
    if content == OUT:
        found["holds"] = "closed"
    elif is_ziggurat(content):
        found["holds"], found["scored"] = "ziggurat", content == SCORED_ZIGGURAT
    elif is_token(content):
        found["holds"], found["seat"], found["kind"] = "token", owner_of(content), _kind_name(content)
    elif is_city(content):
        found["holds"], found["tile"] = "city", TILE_NAMES[content]
    elif is_field(content):
        found["holds"], found["tile"], found["worth"] = "field", TILE_NAMES[content], worth


def _kind_name(content: int) -> str | None:
    return None if is_unknown(content) else KIND_NAMES[kind_of(content)]


def _player_view(state: State, owner: int) -> PlayerView:
    player = state.players[owner]
    return {
        "seat": owner,
        "score": player.score,
        "stand": _token_counts(player.stand),
        "unseen": player.unseen,
        "stand_size": stand_size(player),
        "capacity": stand_capacity(player),
        "pool_size": pool_size(state, owner),
        "out_of_sight": _token_counts(player.pool),
        "face_down": unknown_tokens(state, owner),
        "cities": tile_list(player.cities),
        "cards": [_owned_card_view(player, card) for card in cards_in(player.cards)],
        "ziggurats": touched_ziggurats(state, owner),
    }


def _token_counts(tokens: list[int]) -> TokenCounts:
    merchants, servants, priests, farmers = tokens
    return {"merchant": merchants, "servant": servants, "priest": priests, "farmer": farmers}


def _owned_card_view(player: Player, card: int) -> OwnedCardView:
    shown = _card_view(card)
    return {**shown, "spent": bool(player.spent >> card & 1)}


def pool_size(state: State, owner: int) -> int:
    """[BN-9.1] In an observation the pool counts also what is unseen on the stand or face down."""
    player = state.players[owner]
    return total(player.pool) - player.unseen - unknown_tokens(state, owner)
