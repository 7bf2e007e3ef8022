"""Observations of 7 Wonders for people: as plain data with words."""

from typing import Any

from shinar.games.wonders.components import (
    AGES,
    BOARD_NAMES,
    CARD_NAMES,
    CARD_ROWS,
    CARDS,
    COLOUR_NAMES,
    KINDS,
    NIBBLE,
    PROJECT_ROWS,
    RESOURCE_NAMES,
    REWARD_NAMES,
    SIDE_NAMES,
    SIDES,
    SLOTS,
    TURNS,
    UNSEEN,
    age_of,
    stages_of,
)
from shinar.games.wonders.expansions.tower import TILE_PLACED
from shinar.games.wonders.observation import last_held
from shinar.games.wonders.payment import COUNT
from shinar.games.wonders.planning import is_discard
from shinar.games.wonders.scoring import score, sheet_points
from shinar.games.wonders.seating import FREE_CITY, hand_number, hand_of, holder
from shinar.games.wonders.state import (
    DISCARDED,
    IN_STAGE,
    READY,
    UNUSED,
    WITH_TILE,
    City,
    State,
)
from shinar.games.wonders.words import tile_text

__all__ = ["AGE_NAMES", "PHASE_NAMES", "city_name", "discards", "hand_names", "recalled", "structures"]
__all__ += ["tower_view", "view"]

AGE_NAMES = ("I", "II", "III")
PHASE_NAMES = (
    "boards are dealt",
    "tiles are dealt",
    "keep a tile",
    "a project is drawn",
    "cards are dealt",
    "a card is drawn",
    "choose a card and its use",
    "play the last card",
    "the last card is discarded",
    "build from the discards",
    "choose what you lose",
    "over",
)
FACE_DOWN = {IN_STAGE: "builds a stage", DISCARDED: "discards a card", WITH_TILE: "builds a tile"}
MANNER_NAMES = ("", "built", "stage", "discarded", "tile", "left over", "salvaged", "lost")


# ---- plain data -------------------------------------------------------------------------------------------------


def view(state: State, seat: int) -> dict[str, Any]:
    """An observation as plain data."""
    return {
        "players": state.players,
        "age": state.age + 1,
        "turn": state.turn + 1,
        "phase": PHASE_NAMES[state.phase],
        "cities": [_city_view(state, number, seat) for number in range(state.num_cities)],
        "hand": hand_names(state, seat),
        "recalled": recalled(state, seat),
        "discards": discards(state),
        "tower": tower_view(state),
        "project": _project_view(state),
        "unplaced": [CARD_NAMES[card] for card in range(CARDS) if state.deck[card] and age_of(card) == state.age],
    }


def _city_view(state: State, number: int, seat: int) -> dict[str, Any]:
    city = state.cities[number]
    is_own = number == seat or (number == FREE_CITY and state.players == 2 and seat == holder(state))
    return {
        "name": city_name(state, number),
        "board": BOARD_NAMES[city.face // SIDES],
        "side": SIDE_NAMES[city.face % SIDES],
        "coins": city.coins,
        "shields": city.shields,
        "stages": city.stages,
        "stages_in_all": stages_of(city.face),
        "structures": {colour: structures(city, colour) for colour in COLOUR_NAMES},
        "makes": _made(city),
        "prices": dict(zip(("raw left", "raw right", "goods left", "goods right"), city.prices, strict=True)),
        "victories": dict(zip(("1", "3", "5"), city.victories, strict=True)),
        "defeats": city.defeats,
        "uses": _uses(city),
        "tiles": [
            {"number": tile or None, "placed": built == TILE_PLACED}
            for tile, built in zip(city.tiles, city.tile_built, strict=True)
        ]
        if state.has_tower and number < state.players
        else [],
        "participation": city.part,
        "tokens": {name: count for name, count in zip(REWARD_NAMES, city.tokens, strict=False) if count},
        "penalty": city.penalty,
        "is_blocked": bool(city.is_blocked),
        "score": score(state, number),
        "sheet": sheet_points(state, number),
        "decided": _plan_text(city) if is_own else "",
    }


def city_name(state: State, number: int) -> str:
    return "Free City" if number >= state.players else f"seat {number}"


def structures(city: City, colour: str) -> list[str]:
    return [CARD_NAMES[card] for card in range(CARDS) if city.built[card] and CARD_ROWS[card]["colour"] == colour]


def _made(city: City) -> list[str]:
    """What a city makes every turn: `wood`, `wood/clay` …"""
    fixed = [RESOURCE_NAMES[kind] for kind in range(KINDS) for _ in range(city.fixed >> NIBBLE * kind & COUNT)]
    return fixed + [_kinds_text(choice) for choice in city.choices[: city.num_choices]]


def _kinds_text(kinds: int) -> str:
    return "/".join(RESOURCE_NAMES[kind] for kind in range(KINDS) if kinds >> kind & 1)


def _uses(city: City) -> list[dict[str, Any]]:
    return [
        {
            "age": place // SLOTS + 1,
            "turn": place % SLOTS + 1,
            "manner": MANNER_NAMES[manner],
            "card": _card_name(city.used[place]),
        }
        for place, manner in enumerate(city.manner)
        if manner != UNUSED
    ]


def _card_name(card: int) -> str | None:
    return None if card == UNSEEN else CARD_NAMES[card]


def hand_names(state: State, seat: int) -> list[str]:
    if not 0 <= seat < state.players:
        return []
    hand = hand_of(state, seat)
    return [CARD_NAMES[card] for card in hand.cards[: hand.n]]


def recalled(state: State, seat: int) -> list[dict[str, Any]]:
    """Of every other hand: who has it, how many cards, and from which cards they must be, if it was ever held."""
    if not 0 <= seat < state.players:
        return []
    others = [other for other in range(state.players) if other != seat]
    return [_recalled_hand(state, seat, other) for other in others]


def _recalled_hand(state: State, seat: int, other: int) -> dict[str, Any]:
    hand = hand_number(state, state.age, state.turn, other)
    memory = last_held(state, seat, (state.age * TURNS + state.turn) * SLOTS + hand)
    known = state.memory[memory].cards[: state.memory[memory].n] if memory >= 0 else []
    return {"seat": other, "cards": state.hands[hand].n, "among": [CARD_NAMES[card] for card in known]}


def discards(state: State) -> list[str | None]:
    """The discards, oldest first; None for those that are not seen."""
    return [
        _card_name(state.cities[number].used[place])
        for place in range(AGES * SLOTS)
        for number in range(state.num_cities)
        if is_discard(state.cities[number].manner[place])
    ]


def tower_view(state: State) -> list[dict[str, Any]]:
    return [
        {"tile": tile, "active": bool(state.active >> tile & 1), "effect": tile_text(tile)}
        for tile in state.tower
        if tile
    ]


def _project_view(state: State) -> dict[str, Any] | None:
    if state.project == 0:
        return None
    row = PROJECT_ROWS[state.project - 1]
    return {**row, "tokens": state.project_tokens}


def _plan_text(city: City) -> str:
    plan = city.plan
    if plan.step != READY:
        return ""
    return f"{MANNER_NAMES[plan.use] or 'nothing'} {CARD_NAMES[plan.card]}".strip()
