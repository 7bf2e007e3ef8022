"""What a seat may know of a position [BN-9], and positions that agree with what it knows."""

from shinar.core.compiled.jit import jit
from shinar.core.piles import pick
from shinar.core.rng import Rng
from shinar.games.babylonia.board import CELLS, RIVER_CELLS
from shinar.games.babylonia.components import FARMER, KINDS, MAX_SEATS, TILE_KINDS
from shinar.games.babylonia.rules import must_add_farmer
from shinar.games.babylonia.state import FACE_DOWN, UNKNOWN, Player, State, is_token, kind_of, owner_of, token

__all__ = ["determinize", "is_unknown", "observe"]


@jit
def observe(state: State, seat: int, into: State) -> None:
    """Fill a blank record with what a seat (or a spectator) may know."""
    observe_table(state, into)
    for owner in range(MAX_SEATS):
        observe_open_side(state.players[owner], into.players[owner])
        observe_tokens(state.players[owner], owner == seat, into.players[owner])
    for cell in range(CELLS + 1):
        into.cells[cell] = state.cells[cell]
    for cell in RIVER_CELLS:
        if is_token(state.cells[cell]) and owner_of(state.cells[cell]) != seat:
            observe_face_down(into, cell)


@jit
def observe_table(state: State, into: State) -> None:
    """[BN-9.1] What lies beside the board, and how far the turn has come."""
    for tile in range(TILE_KINDS):
        into.tiles[tile] = state.tiles[tile]
        into.gone[tile] = state.gone[tile]
    into.surrounded = state.surrounded
    into.display = state.display
    into.turns = state.turns
    into.seats = state.seats
    into.needs_face_up = state.needs_face_up
    into.noble_is_last = state.noble_is_last
    into.phase = state.phase
    into.turn_of = state.turn_of
    into.chooser = state.chooser
    into.placed = state.placed
    into.farmers = state.farmers
    into.nobles = state.nobles
    into.ending = state.ending


@jit
def observe_open_side(player: Player, into: Player) -> None:
    """[BN-9.1] What lies open in front of a player."""
    for tile in range(TILE_KINDS):
        into.cities[tile] = player.cities[tile]
    into.cards = player.cards
    into.spent = player.spent
    into.score = player.score


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
