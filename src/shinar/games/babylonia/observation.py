"""What a seat may know of a position [BN-9], and positions that agree with what it knows."""

from shinar.core.compiled.jit import jit
from shinar.core.compiled.visibility import copy_field, copy_fields
from shinar.core.piles import pick
from shinar.core.rng import Rng
from shinar.games.babylonia.board import RIVER_CELLS
from shinar.games.babylonia.components import FARMER, KINDS, MAX_SEATS
from shinar.games.babylonia.rules import must_add_farmer
from shinar.games.babylonia.state import FACE_DOWN, UNKNOWN, Player, State, is_token, kind_of, owner_of, token

__all__ = ["determinize", "is_unknown", "observe"]

copy_open_table, copy_open_side = copy_fields(State), copy_fields(Player)  # what all may see
copy_cells = copy_field(State, "cells")


@jit
def observe(state: State, seat: int, into: State) -> None:
    """Fill a blank record with what a seat (or a spectator) may know."""
    copy_open_table(state, into)  # [BN-9.1]
    for owner in range(MAX_SEATS):
        copy_open_side(state.players[owner], into.players[owner])
        observe_tokens(state.players[owner], owner == seat, into.players[owner])
    copy_cells(state, into)
    for cell in RIVER_CELLS:
        if is_token(state.cells[cell]) and owner_of(state.cells[cell]) != seat:
            observe_face_down(into, cell)


@jit
def observe_tokens(player: Player, is_own: bool, into: Player) -> None:
    """[BN-9.2] [BN-9.3] The own stand and pool; of others how many are on the stand, and what could be there."""
    into.unseen = player.unseen
    for kind in range(KINDS):
        into.pool[kind] = player.pool[kind]
        if is_own:
            into.stand[kind] = player.stand[kind]
        else:
            into.pool[kind] += player.stand[kind]
            into.unseen += player.stand[kind]


@jit
def observe_face_down(into: State, cell: int) -> None:
    """[BN-9.2] [BN-9.3] Another player's token in a river might be any that never lay face up."""
    content = into.cells[cell]
    if not is_unknown(content):
        owner = owner_of(content)
        into.players[owner].pool[kind_of(content)] += 1
        into.cells[cell] = token(owner, UNKNOWN)


@jit
def is_unknown(content: int) -> bool:
    """Whether a cell holds a token of which the observer does not know the kind."""
    return is_token(content) and content & UNKNOWN != 0


@jit
def determinize(state: State, _seat: int, rng: Rng) -> None:
    """Deal the unseen stands and the unknown tokens from those that could be there, all equally likely."""
    for owner in range(state.seats):
        if state.players[owner].unseen > 0:
            fill_stand(state, owner, rng)
    for cell in RIVER_CELLS:
        content = state.cells[cell]
        if is_unknown(content):
            owner = owner_of(content)
            state.cells[cell] = token(owner, draw(state.players[owner], rng)) + FACE_DOWN


@jit
def fill_stand(state: State, owner: int, rng: Rng) -> None:
    """[BN-9.4] Draw the unseen tokens of a stand; again, until there is a farmer if there must be one."""
    player = state.players[owner]
    draw_stand(player, rng)
    if owner == state.turn_of and must_add_farmer(state):
        while player.stand[FARMER] == 0:
            put_back_stand(player)
            draw_stand(player, rng)
    player.unseen = 0


@jit
def draw_stand(player: Player, rng: Rng) -> None:
    for _ in range(player.unseen):
        player.stand[draw(player, rng)] += 1


@jit
def put_back_stand(player: Player) -> None:
    for kind in range(KINDS):
        player.pool[kind] += player.stand[kind]
        player.stand[kind] = 0


@jit
def draw(player: Player, rng: Rng) -> int:
    """Take a token out of those that could be anywhere."""
    kind = pick(player.pool, rng)
    player.pool[kind] -= 1
    return kind
