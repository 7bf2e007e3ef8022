"""What a page or a terminal shows of an observation: plain data with words, and a drawing in text."""

from typing import Any

from shinar.babylonia.audit import unknown_tokens
from shinar.babylonia.board import (
    CELLS,
    CENTRAL,
    COORDINATES,
    EUPHRATES,
    MARGIN,
    NORTH,
    PITCH,
    REGION,
    REGION_NAMES,
    SITE_CELLS,
    SOUTH,
    TIGRIS,
    cell_name,
    is_river,
)
from shinar.babylonia.components import (
    CARD_NAMES,
    CARD_TEXTS,
    CARDS,
    CITIES_FIELD,
    KIND_NAMES,
    KINDS,
    TILE_KINDS,
    TILE_NAMES,
)
from shinar.babylonia.observation import is_unknown
from shinar.babylonia.rules import can_end_placing, kinds_for_land, kinds_for_river, stand_capacity, stand_size
from shinar.babylonia.scoring import cities_left, cities_of, touched_ziggurats
from shinar.babylonia.state import (
    CHOOSE_CARD,
    FREE,
    OUT,
    PLACE,
    SCORED_ZIGGURAT,
    Player,
    State,
    is_city,
    is_field,
    is_token,
    is_ziggurat,
    kind_of,
    owner_of,
)
from shinar.core.piles import total

__all__ = ["PHASE_WORDS", "cell_symbol", "render", "view"]

PHASE_WORDS = (
    "choosing who starts",
    "laying tiles",
    "leaving out cards",
    "dealing",
    "placing tokens",
    "scoring",
    "taking a card",
    "refilling",
    "deciding on the extra turn",
    "over",
)


def view(state: State, seat: int) -> dict[str, Any]:
    """Everything a seat sees, as plain data; `seat` is whose observation it is, negative for a spectator."""
    return {
        "game": "babylonia",
        "seat": seat,
        "seats": state.seats,
        "field": "face-up" if state.needs_face_up else "any",
        "noble": "last" if state.noble_is_last else "any",
        "turn": state.turns,
        "turn_of": state.turn_of,
        "phase": PHASE_WORDS[state.phase],
        "chooser": state.chooser if state.phase == CHOOSE_CARD else None,
        "placed": state.placed,
        "placing": _placing_view(state, seat),
        "to_score": [cell_name(cell) for site, cell in enumerate(SITE_CELLS) if state.surrounded >> site & 1],
        "cities_left": cities_left(state),
        "tiles_to_lay": total(state.tiles),
        "tiles_gone": _tile_list(state.gone),
        "display": [_card_view(card) for card in _cards_in(state.display)],
        "cells": [_cell_view(state, cell) for cell in range(CELLS)],
        "players": [_player_view(state, owner) for owner in range(state.seats)],
    }


def _placing_view(state: State, seat: int) -> dict[str, Any] | None:
    """What the observer may place now, by kind."""
    if state.phase != PLACE or seat != state.turn_of:
        return None
    land, river = kinds_for_land(state), kinds_for_river(state)
    return {"land": _kinds_in(land), "river": _kinds_in(river), "can_end": bool(can_end_placing(state))}


def _kinds_in(kinds: int) -> list[str]:
    return [KIND_NAMES[kind] for kind in range(KINDS) if kinds >> kind & 1]


def _cards_in(cards: int) -> list[int]:
    return [card for card in range(1, CARDS + 1) if cards >> card & 1]


def _card_view(card: int) -> dict[str, Any]:
    return {"card": card, "name": CARD_NAMES[card], "text": CARD_TEXTS[card]}


def _tile_list(counts: list[int]) -> list[str]:
    return [TILE_NAMES[tile] for tile in range(TILE_KINDS) for _ in range(counts[tile])]


def _cell_view(state: State, cell: int) -> dict[str, Any]:
    row, column = COORDINATES[cell]
    place = {"cell": cell_name(cell), "row": row, "column": column, "region": REGION_NAMES[REGION[cell]].lower()}
    return place | _content_view(state.cells[cell])


def _content_view(content: int) -> dict[str, Any]:
    if content == OUT:
        return {"holds": "nothing, it is not in play"}
    if content == FREE:
        return {"holds": "nothing"}
    if is_ziggurat(content):
        return {"holds": "ziggurat", "scored": content == SCORED_ZIGGURAT}
    if is_token(content):
        return {"holds": "token", "seat": owner_of(content), "kind": _kind_name(content)}
    return {"holds": "city" if is_city(content) else "field", "tile": TILE_NAMES[content]}


def _kind_name(content: int) -> str | None:
    return None if is_unknown(content) else KIND_NAMES[kind_of(content)]


def _player_view(state: State, owner: int) -> dict[str, Any]:
    player = state.players[owner]
    return {
        "seat": owner,
        "score": player.score,
        "stand": dict(zip(KIND_NAMES, player.stand, strict=True)),
        "unseen": player.unseen,
        "stand_size": stand_size(player),
        "capacity": stand_capacity(player),
        "pool_size": _pool_size(state, owner),
        "out_of_sight": dict(zip(KIND_NAMES, player.pool, strict=True)),
        "cities": _tile_list(player.cities),
        "cards": [_card_view(card) | {"spent": bool(player.spent >> card & 1)} for card in _cards_in(player.cards)],
        "ziggurats": touched_ziggurats(state, owner),
    }


def _pool_size(state: State, owner: int) -> int:
    """[BN-9.1] In an observation the pool counts also what is unseen on the stand or face down."""
    player = state.players[owner]
    return total(player.pool) - player.unseen - unknown_tokens(state, owner)


# ---- text -------------------------------------------------------------------------------------------------------

FREE_SYMBOLS = {NORTH: ",", CENTRAL: ".", SOUTH: ":", TIGRIS: "~", EUPHRATES: "~"}
LEGEND = (
    "free: , north  . central  : south  ~ river   [MS] city of merchants and servants   {5} {C} fields",
    "/Z\\ ziggurat  /z\\ scored one   m0 merchant of seat 0 (s servant, p priest, f farmer)   (?1) face down",
)


def render(state: State, seat: int) -> str:
    """The position drawn for a terminal: board, players, cards."""
    lines = [_title(state), "", *_board_lines(state), "", *LEGEND, ""]
    for owner in range(state.seats):
        lines += _player_lines(state, owner, seat)
    cards = [f"{card} {CARD_NAMES[card]}" for card in _cards_in(state.display)]
    lines += ["", f"Cards on display: {', '.join(cards) or 'none'}. Cities on the board: {cities_left(state)}."]
    if to_score := [cell_name(cell) for site, cell in enumerate(SITE_CELLS) if state.surrounded >> site & 1]:
        lines.append(f"Surrounded: {', '.join(to_score)}.")
    return "\n".join(line.rstrip() for line in lines)


def _title(state: State) -> str:
    scores = " : ".join(str(player.score) for player in state.players[: state.seats])
    return f"Turn {state.turns}, seat {state.turn_of} on turn, {PHASE_WORDS[state.phase]}. Score {scores}."


def _board_lines(state: State) -> list[str]:
    """Rows and columns as the names of cells count them; a symbol stands around the place of its column."""
    columns = range(max(column for _, column in COORDINATES) + 1)
    lines = [" " * MARGIN + "".join(f"{column:<{PITCH}}" for column in columns)]
    for row in range(max(row for row, _ in COORDINATES) + 1):
        line = f"{row:>3}".ljust(MARGIN + PITCH * len(columns) + PITCH)
        for cell in range(CELLS):
            if COORDINATES[cell][0] == row:
                line = _overlay(line, MARGIN + PITCH * COORDINATES[cell][1], cell_symbol(state, cell))
        lines.append(line)
    return lines


def _overlay(line: str, middle: int, symbol: str) -> str:
    start = middle - (len(symbol) - 1) // 2
    return line[:start] + symbol + line[start + len(symbol) :]


def cell_symbol(state: State, cell: int) -> str:
    """What the drawing shows at a cell, one to five characters."""
    content = state.cells[cell]
    if content == OUT:
        return " "
    if content == FREE:
        return FREE_SYMBOLS[REGION[cell]]
    if is_ziggurat(content):
        return "/z\\" if content == SCORED_ZIGGURAT else "/Z\\"
    if is_field(content):
        return "{C}" if content == CITIES_FIELD else f"{{{TILE_NAMES[content]}}}"
    if is_city(content):
        return f"[{TILE_NAMES[content]}]"
    kind = "?" if is_unknown(content) else KIND_NAMES[kind_of(content)][0]
    text = f"{kind}{owner_of(content)}"
    return f"({text})" if is_river(cell) else text


def _player_lines(state: State, owner: int, seat: int) -> list[str]:
    player = state.players[owner]
    whose = " (you)" if owner == seat else ""
    cities = ", ".join(_tile_list(player.cities)) or "none"
    return [
        f"Seat {owner}{whose}: {player.score} points. Stand: {_stand_text(player)}; pool {_pool_size(state, owner)}. "
        f"Cities ({cities_of(player)}): {cities}. Cards: {_cards_text(player)}."
    ]


def _stand_text(player: Player) -> str:
    held = [f"{count} {name}" for name, count in zip(KIND_NAMES, player.stand, strict=True) if count]
    if player.unseen:
        held.append(f"{player.unseen} unseen")
    return ", ".join(held) or "empty"


def _cards_text(player: Player) -> str:
    names = [
        f"{card} {CARD_NAMES[card]}{' (spent)' if player.spent >> card & 1 else ''}" for card in _cards_in(player.cards)
    ]
    return ", ".join(names) or "none"
