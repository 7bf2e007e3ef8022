"""What a seat may know of a position [BN-9], and positions that agree with what it knows."""

from shinar.core.compiled.jit import jit, jit_as
from shinar.core.compiled.visibility import copy_field, copy_fields
from shinar.core.piles import pick
from shinar.core.rng import Rng
from shinar.games.babylonia.board import CELLS, OFF_BOARD, RIVER_CELLS, is_river
from shinar.games.babylonia.components import FARMER, KINDS, MAX_SEATS, NOBLES
from shinar.games.babylonia.rules import must_add_farmer
from shinar.games.babylonia.state import FACE_DOWN, TOKEN, UNKNOWN, Player, State, is_token, kind_of, owner_of, token

__all__ = ["determinize", "is_unknown", "observe", "observe_hidden"]

copy_open_table, copy_open_side = copy_fields(State), copy_fields(Player)  # what all may see
copy_cells = copy_field(State, "cells")
NOBLE_BITS, FARMER_BITS = 3, 4  # that hold the number of a player's tokens of one kind
OWNER_BITS = NOBLES * NOBLE_BITS + FARMER_BITS
MAX_NOBLES, MAX_FARMERS = (1 << NOBLE_BITS) - 1, (1 << FARMER_BITS) - 1


@jit
def observe(state: State, seat: int, into: State) -> None:
    """Fill a blank record with what a seat (or a spectator) may know."""
    copy_open_table(state, into)  # [BN-9.1]
    for owner in range(state.seats):
        copy_open_side(state.players[owner], into.players[owner])
    observe_hidden(state, seat, into)


@jit
def observe_hidden(state: State, seat: int, into: State) -> None:
    """The tokens: those that lie face up are known, and the own ones."""
    observe_cells(state, seat, into)
    face_down = tokens_in_rivers(state)
    for owner in range(state.seats):
        observe_tokens(state.players[owner], owner == seat, into.players[owner])
        for kind in range(KINDS if owner != seat else 0):
            count = face_down >> counted_at(owner, kind)
            into.players[owner].pool[kind] += count & (MAX_FARMERS if kind == FARMER else MAX_NOBLES)


def _observe_all_cells(state: State, seat: int, into: State) -> None:
    """The same for all cells alike, many at a time: compiled, that is less work than the rivers alone."""
    own = token(seat, 0)
    for cell in range(CELLS):
        content = state.cells[cell]
        unknown = content & -TOKEN | UNKNOWN
        is_hidden = is_token(content) & is_river(cell) & (content & -TOKEN != own)
        into.cells[cell] = unknown if is_hidden else content
    into.cells[OFF_BOARD] = state.cells[OFF_BOARD]


@jit_as(_observe_all_cells)
def observe_cells(state: State, seat: int, into: State) -> None:
    """[BN-9.2] [BN-9.3] Another player's token in a river might be any."""
    copy_cells(state, into)
    for cell in RIVER_CELLS:
        content = state.cells[cell]
        is_hidden = is_token(content) & (owner_of(content) != seat)
        into.cells[cell] = token(owner_of(content), UNKNOWN) if is_hidden else content


@jit
def tokens_in_rivers(state: State) -> int:
    """How many tokens of each player and kind lie in rivers, all counted in one number; without those unknown."""
    counts = 0
    for cell in RIVER_CELLS:
        counts += 1 << COUNTED_AT[state.cells[cell] & LAST_CONTENT]
    return counts


@jit
def counted_at(owner: int, kind: int) -> int:
    """Where the tokens of a player and a kind are counted: three bits for each noble, four for farmers."""
    return owner * OWNER_BITS + kind * NOBLE_BITS


NOT_COUNTED = counted_at(MAX_SEATS, 0)  # where all else is counted, which nobody reads
LAST_CONTENT = 127
COUNTED_AT = bytes(  # by what a cell holds; OUT is the last
    counted_at(owner_of(content), kind_of(content))
    if is_token(content) and not content & UNKNOWN and owner_of(content) < MAX_SEATS
    else NOT_COUNTED
    for content in range(LAST_CONTENT + 1)
)


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
