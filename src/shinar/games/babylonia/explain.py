"""Why an action is not allowed, for people. Written apart from rules.py, so that each checks the other."""

from shinar.core.game import Refusal
from shinar.games.babylonia.actions import (
    END_PLACING,
    SCORE_SITE,
    TAKE_CARD,
    TAKE_EXTRA_TURN,
    action_name,
    placed_cell,
    placed_kind,
)
from shinar.games.babylonia.board import COORDINATES, REGION, SITE_CELLS, STEPS, TIGRIS, cell_at
from shinar.games.babylonia.components import (
    FARMER,
    KIND_NAMES,
    NOBLE_WITH_FARMERS,
    NOBLES,
    NOBLES_IN_FIELDS,
    THREE_NOBLES,
)
from shinar.games.babylonia.scoring import has_card
from shinar.games.babylonia.state import (
    CHOOSE_CARD,
    EXTRA,
    FREE,
    OUT,
    PLACE,
    SCORE,
    Player,
    State,
    is_city,
    is_field,
    is_token,
    is_ziggurat,
    owner_of,
)

__all__ = ["refusal"]

# What must be done now: the first action of a kind, the first of the next, and what to say of all others.
DUTIES = {
    PLACE: (END_PLACING, SCORE_SITE, Refusal("you are placing tokens now", "BN-2.1")),
    SCORE: (SCORE_SITE, TAKE_CARD, Refusal("first score what has been surrounded", "BN-4.1")),
    CHOOSE_CARD: (TAKE_CARD, TAKE_EXTRA_TURN, Refusal("first take a ziggurat card", "BN-5.1")),
    EXTRA: (TAKE_EXTRA_TURN, TAKE_EXTRA_TURN + 2, Refusal("say whether you take your extra turn", "BN-8.2")),
}
TWO, THREE = 2, 3


def refusal(state: State, _seat: int, action: int) -> Refusal | None:
    """Why the seat that is asked may not take an action; None if it may."""
    first, end, otherwise = DUTIES[state.phase]
    found = _refusal_of_duty(state, action) if first <= action < end else otherwise
    return found and Refusal(f"{action_name(action)}: {found.reason}", found.clause)


def _refusal_of_duty(state: State, action: int) -> Refusal | None:
    if action == END_PLACING:
        return _refusal_of_end(state)
    if action < SCORE_SITE:
        return _refusal_of_placement(state, placed_kind(action), placed_cell(action))
    if action < TAKE_CARD:
        return _refusal_of_site(state, SITE_CELLS[action - SCORE_SITE])
    if action < TAKE_EXTRA_TURN and not state.display >> (action - TAKE_CARD + 1) & 1:
        return Refusal("that card is not on display", "BN-5.1")
    return None


# ---- placing ----------------------------------------------------------------------------------------------------


def _refusal_of_end(state: State) -> Refusal | None:
    me = state.players[state.turn_of]
    if not any(me.stand):
        return None
    if state.turns == 1 and state.placed < 1:
        return Refusal("the first player places one token in the first round", "BN-3.5")
    if state.turns > 1 and state.placed < TWO:
        return Refusal(f"you must place {_count(TWO - state.placed, 'more token')}", "BN-3.1")
    if state.placed == THREE and state.farmers == TWO:
        return Refusal("a noble with farmers needs three of them: place another farmer", "BN-3.12")
    return None


def _refusal_of_placement(state: State, kind: int, cell: int) -> Refusal | None:
    me = state.players[state.turn_of]
    if me.stand[kind] == 0:
        return Refusal(f"you have no {KIND_NAMES[kind]} on your stand", "BN-2.1")
    return _refusal_of_cell(state, kind, cell) or _refusal_of_number(state, kind, cell)


def _refusal_of_cell(state: State, kind: int, cell: int) -> Refusal | None:
    """[BN-3.4] The cell must be free, or a field that is open to the token."""
    content = state.cells[cell]
    if content == OUT:
        return Refusal(f"that part of the board is not used by {state.seats} players", "BN-1.2")
    if is_token(content):
        return Refusal("a token lies there already", "BN-3.4")
    if is_ziggurat(content):
        return Refusal("a ziggurat stands there", "BN-3.4")
    if is_city(content):
        return Refusal("a city is there, free only after it has been scored", "BN-3.4")
    return _refusal_of_field(state, kind, cell) if is_field(content) else None


def _refusal_of_field(state: State, kind: int, cell: int) -> Refusal | None:
    me = state.players[state.turn_of]
    if kind < NOBLES:
        if has_card(me, NOBLES_IN_FIELDS):
            return None
        return Refusal("nobles are placed on fields only by the owner of card 6", "BN-3.10")
    own = [other for other in _around(cell) if owner_of(state.cells[other]) == state.turn_of]
    if not own:
        return Refusal("you need a token of yours next to the field", "BN-3.8")
    if state.needs_face_up and all(REGION[other] >= TIGRIS for other in own):
        return Refusal("you need a face-up token of yours next to the field", "BN-3.8")
    return None


def _refusal_of_number(state: State, kind: int, cell: int) -> Refusal | None:
    """Whether the tokens of this turn, with this one, are a set that may be placed, or can still become one."""
    tokens = state.placed + 1
    if state.turns <= TWO and tokens > state.turns:
        return Refusal(f"only {_count(state.turns, 'token')} may be placed in this first turn", "BN-3.5")
    if tokens <= TWO:
        return None
    if REGION[cell] >= TIGRIS:
        return Refusal("three or more tokens in a turn must all be placed on land", "BN-3.6")
    farmers = state.farmers + (kind == FARMER)
    nobles = state.nobles | (0 if kind == FARMER else 1 << kind)
    if farmers + nobles.bit_count() != tokens:
        return Refusal("after two tokens only farmers may follow farmers, all of them on land", "BN-3.2")
    if nobles.bit_count() == 1:
        return _refusal_of_noble_with_farmers(state, kind, farmers)
    return _refusal_of_uniform_set(state, farmers, nobles.bit_count())


def _refusal_of_uniform_set(state: State, farmers: int, nobles: int) -> Refusal | None:
    """[BN-3.2] [BN-8.4] [BN-8.11] Three or more tokens are all farmers, or with card 4 three nobles."""
    if nobles == 0:
        return None
    if farmers:
        return Refusal("several nobles and farmers do not go together", "BN-8.11")
    if has_card(state.players[state.turn_of], THREE_NOBLES):
        return None
    return Refusal("only the owner of card 4 may place three different nobles", "BN-8.4")


def _refusal_of_noble_with_farmers(state: State, kind: int, farmers: int) -> Refusal | None:
    """[BN-8.5] One noble and three farmers or more, or what can still become that."""
    me = state.players[state.turn_of]
    if not has_card(me, NOBLE_WITH_FARMERS):
        return Refusal("only the owner of card 5 may place a noble with three or more farmers", "BN-8.5")
    if state.noble_is_last and (kind == FARMER or farmers < THREE):
        return Refusal("the noble must come last, after three or more farmers", "BN-8.5")
    if farmers < THREE and not _can_add_farmer(state, me, kind):
        return Refusal("another farmer would be needed, and land for it", "BN-3.12")
    return None


def _can_add_farmer(state: State, me: Player, kind: int) -> bool:
    land = [cell for cell, content in enumerate(state.cells[:-1]) if content == FREE and REGION[cell] < TIGRIS]
    return me.stand[FARMER] - (kind == FARMER) >= 1 and len(land) >= TWO


# ---- scoring ----------------------------------------------------------------------------------------------------


def _refusal_of_site(state: State, cell: int) -> Refusal | None:
    content = state.cells[cell]
    if content == OUT:
        return Refusal(f"that part of the board is not used by {state.seats} players", "BN-1.2")
    if not is_city(content) and not is_ziggurat(content):
        return Refusal("there is neither a city nor a ziggurat", "BN-4.1")
    free = [other for other in _around(cell) if state.cells[other] == FREE and REGION[other] < TIGRIS]
    if free:
        return Refusal(f"{_count(len(free), 'cell')} of land next to it {_are(len(free))} free", "BN-4.1")
    if not state.surrounded >> SITE_CELLS.index(cell) & 1:
        return Refusal("that ziggurat has been scored", "BN-5.3")
    return None


# ---- words ------------------------------------------------------------------------------------------------------


def _around(cell: int) -> list[int]:
    """The neighbours of a cell, by the geometry of the board."""
    row, column = COORDINATES[cell]
    places = [cell_at(row + down, column + right) for down, right in STEPS]
    return [place for place in places if place is not None]


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
