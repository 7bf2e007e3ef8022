"""Why an action is not allowed, for people. Written independently of rules.py, so that each checks the other."""

from shinar.core.game import Refusal
from shinar.core.story import counted
from shinar.games.babylonia.actions import (
    END_PLACING,
    SCORE_SITE,
    TAKE_CARD,
    TAKE_EXTRA_TURN,
    placed_cell,
    placed_kind,
)
from shinar.games.babylonia.board import COORDINATES, REGION, REGION_NAMES, SITE_CELLS, STEPS, TIGRIS, cell_at
from shinar.games.babylonia.components import (
    EXTRA_TURN,
    FARMER,
    KIND_NAMES,
    NOBLE_WITH_FARMERS,
    NOBLES,
    NOBLES_IN_FIELDS,
    THREE_NOBLES,
)
from shinar.games.babylonia.scoring import has_card
from shinar.games.babylonia.state import (
    ACT,
    CHOOSE_CARD,
    EXTRA,
    FREE,
    OUT,
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

# What must be done before an action of another phase.
DUTIES = {
    ACT: Refusal("first finish placing your tokens", "BN-2.1"),
    SCORE: Refusal("your placing is over; first score what has been surrounded", "BN-4.1"),
    CHOOSE_CARD: Refusal("you have won a ziggurat; first take one of the cards on display", "BN-5.1"),
    EXTRA: Refusal("first say whether you take your extra turn now or keep it", "BN-8.2"),
}
ONLY_AFTER_FARMERS = Refusal("you have placed your two tokens; a third may follow only two farmers", "BN-3.2")
TWO, THREE = 2, 3


def refusal(state: State, seat: int, action: int) -> Refusal | None:
    """Why the seat that is asked may not take an action; None if it may. First, what no other phase would fix."""
    if action < SCORE_SITE:
        return _out_of_phase(state, ACT) or _refusal_of_placing(state, action)
    if action < TAKE_CARD:
        return _refusal_of_site(state, SITE_CELLS[action - SCORE_SITE]) or _out_of_phase(state, SCORE)
    if action < TAKE_EXTRA_TURN:
        return _refusal_of_card(state, seat, action - TAKE_CARD + 1) or _out_of_phase(state, CHOOSE_CARD)
    return _refusal_of_extra_turn(state, state.players[seat]) or _out_of_phase(state, EXTRA)


def _out_of_phase(state: State, phase: int) -> Refusal | None:
    return None if state.phase == phase else DUTIES[state.phase]


# ---- placing ----------------------------------------------------------------------------------------------------


def _refusal_of_placing(state: State, action: int) -> Refusal | None:
    if action == END_PLACING:
        return _refusal_of_end(state)
    return _refusal_of_placement(state, placed_kind(action), placed_cell(action))


def _refusal_of_end(state: State) -> Refusal | None:
    if not any(state.players[state.turn_of].stand):
        return None
    if state.turns == 1 and state.placed < 1:
        return Refusal("you begin the game and must place one token", "BN-3.5")
    if state.turns > 1 and state.placed < TWO:
        clause = "BN-3.5" if state.turns == TWO else "BN-3.1"  # the first round has a clause of its own
        return Refusal(f"you must place {counted(TWO - state.placed, 'more token')}", clause)
    if state.placed == THREE and state.farmers == TWO:
        return Refusal("a noble goes with three or more farmers, so you must place another farmer", "BN-3.12")
    return None


def _refusal_of_placement(state: State, kind: int, cell: int) -> Refusal | None:
    """First, what no other cell would fix, then what no other kind would fix."""
    if found := _refusal_of_number(state, kind):
        return found
    if state.players[state.turn_of].stand[kind] == 0:
        return Refusal(f"you have no {KIND_NAMES[kind]} on your stand", "BN-2.1")
    if state.placed >= TWO and REGION[cell] >= TIGRIS:
        return Refusal("three or more tokens must all be placed on land", "BN-3.6")
    return _refusal_of_cell(state, kind, cell)


def _refusal_of_number(state: State, kind: int) -> Refusal | None:
    """Whether another token of this kind may follow those of this turn."""
    if state.turns == 1 and state.placed:
        return Refusal("you begin the game, so you place just one token in this turn", "BN-3.5")
    if state.placed < TWO:
        return None
    if state.turns == TWO:
        return Refusal("in the first round you place just two tokens", "BN-3.5")
    nobles = state.nobles.bit_count()
    if state.farmers + nobles < state.placed:  # one lies in a river, or two nobles are alike
        return Refusal("you have placed your two tokens, and no third can follow these", "BN-3.1")
    if nobles == 0:
        return None if kind == FARMER else _refusal_after_farmers(state, kind)
    return _refusal_after_one_noble(state, kind) if nobles == 1 else _refusal_after_nobles(state, kind)


def _refusal_after_farmers(state: State, kind: int) -> Refusal | None:
    """[BN-8.5] With card 5 a noble may follow farmers, if there are three of them or can be."""
    if not _has(state, NOBLE_WITH_FARMERS):
        return Refusal("only more farmers may follow your farmers", "BN-3.2")
    if state.farmers >= THREE:
        return None
    if state.noble_is_last:
        return Refusal("your noble must come last, after three or more farmers", "BN-8.5")
    return _refusal_of_unfinished(state, kind)


def _refusal_after_one_noble(state: State, kind: int) -> Refusal | None:
    """[BN-8.5] After a noble and farmers only farmers, with card 5."""
    if not _has(state, NOBLE_WITH_FARMERS):
        return ONLY_AFTER_FARMERS
    if kind != FARMER:
        clause = "BN-8.11" if _has(state, THREE_NOBLES) else "BN-8.5"
        return Refusal("only one noble may go with farmers, and you have placed it", clause)
    if state.noble_is_last:
        return Refusal("your noble must come last; no farmer may follow it", "BN-8.5")
    return _refusal_of_unfinished(state, kind) if state.farmers < TWO else None


def _refusal_after_nobles(state: State, kind: int) -> Refusal | None:
    """[BN-8.4] After two different nobles the third, with card 4; after three nothing."""
    if not _has(state, THREE_NOBLES):
        return ONLY_AFTER_FARMERS
    missing = [noble for noble in range(NOBLES) if not state.nobles >> noble & 1]
    if not missing:
        return Refusal("you have placed your three nobles", "BN-8.4")
    if kind == missing[0]:
        return None
    clause = "BN-8.11" if kind == FARMER and _has(state, NOBLE_WITH_FARMERS) else "BN-8.4"
    return Refusal(f"after two different nobles you may place only the third kind, a {KIND_NAMES[missing[0]]}", clause)


def _refusal_of_unfinished(state: State, kind: int) -> Refusal | None:
    """[BN-3.12] Two farmers and a noble need a third farmer, and land for it."""
    if state.players[state.turn_of].stand[FARMER] - (kind == FARMER) < 1:
        return Refusal("a noble goes with three or more farmers, and you have too few on your stand", "BN-3.12")
    land = [cell for cell, content in enumerate(state.cells[:-1]) if content == FREE and REGION[cell] < TIGRIS]
    if len(land) < TWO:
        return Refusal("a noble goes with three or more farmers, and too little land is free for them", "BN-3.12")
    return None


def _has(state: State, card: int) -> bool:
    return has_card(state.players[state.turn_of], card)


def _refusal_of_cell(state: State, kind: int, cell: int) -> Refusal | None:
    """[BN-3.4] The cell must be free, or a field that is open to the token."""
    content = state.cells[cell]
    if content == OUT:
        return _not_in_play(state, cell)
    if is_token(content):
        return Refusal("a token lies there already", "BN-3.4")
    if is_ziggurat(content):
        return Refusal("a ziggurat stands there", "BN-3.4")
    if is_city(content):
        return Refusal("a city stands there; its cell is free only when it has been scored", "BN-3.4")
    return _refusal_of_field(state, kind, cell) if is_field(content) else None


def _not_in_play(state: State, cell: int) -> Refusal:
    return Refusal(f"the {REGION_NAMES[REGION[cell]]} is not in play with {state.seats} players", "BN-1.2")


def _refusal_of_field(state: State, kind: int, cell: int) -> Refusal | None:
    if kind < NOBLES:
        if _has(state, NOBLES_IN_FIELDS):
            return None
        return Refusal("a field is there, and only with card 6 may you place nobles on fields", "BN-3.10")
    own = [other for other in _around(cell) if owner_of(state.cells[other]) == state.turn_of]
    if not own:
        return Refusal("to place a farmer on a field you need a token of yours next to it", "BN-3.8")
    if state.needs_face_up and all(REGION[other] >= TIGRIS for other in own):
        return Refusal("to place a farmer on a field you need a face-up token of yours next to it", "BN-3.8")
    return None


# ---- scoring ----------------------------------------------------------------------------------------------------


def _refusal_of_site(state: State, cell: int) -> Refusal | None:
    content = state.cells[cell]
    if content == OUT:
        return _not_in_play(state, cell)
    if not is_city(content) and not is_ziggurat(content):
        return Refusal("neither a city nor a ziggurat stands there", "BN-4.1")
    free = sum(state.cells[other] == FREE and REGION[other] < TIGRIS for other in _around(cell))
    if free:
        are = "cell of land next to it is" if free == 1 else "cells of land next to it are"
        return Refusal(f"{free} {are} still free", "BN-4.1")
    if not state.surrounded >> SITE_CELLS.index(cell) & 1:
        return Refusal("that ziggurat has already been scored", "BN-5.3")
    return None


def _refusal_of_card(state: State, seat: int, card: int) -> Refusal | None:
    """[BN-5.1] A card must be on display, and a ziggurat won."""
    owners = [owner for owner in range(state.seats) if state.players[owner].cards >> card & 1]
    if owners:
        owner = "you have" if owners == [seat] else f"{{{owners[0]}}} has"
        return Refusal(f"{owner} taken that card already", "BN-5.1")
    if not state.display >> card & 1:
        return Refusal("that card is not used in this game", "BN-1.5")
    return Refusal("you take a card only when you win a ziggurat", "BN-5.1") if state.phase == ACT else None


def _refusal_of_extra_turn(state: State, me: Player) -> Refusal | None:
    """[BN-8.2] Card 2 is needed, and the end of a turn of its owner."""
    if not me.cards >> EXTRA_TURN & 1:
        return Refusal("an extra turn takes card 2, and you do not have it", "BN-8.2")
    if not has_card(me, EXTRA_TURN):
        return Refusal("you have already used card 2", "BN-8.2")
    if state.phase == ACT:
        return Refusal("card 2 is used at the end of your turn, after your stand is refilled", "BN-8.2")
    return None


# ---- words ------------------------------------------------------------------------------------------------------


def _around(cell: int) -> list[int]:
    """The neighbours of a cell, by the geometry of the board."""
    row, column = COORDINATES[cell]
    places = [cell_at(row + down, column + right) for down, right in STEPS]
    return [place for place in places if place is not None]
