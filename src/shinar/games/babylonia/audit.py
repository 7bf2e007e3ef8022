"""What is always true of a position: every token, tile and card is somewhere, and the end comes when it must."""

from shinar.core.compiled.jit import jit
from shinar.core.compiled.scratch import scratch
from shinar.core.piles import total
from shinar.games.babylonia.board import CELLS, RIVER_CELLS, SITE_CELLS, is_river
from shinar.games.babylonia.components import (
    CARDS,
    CARDS_ON_DISPLAY,
    EXTRA_TURN,
    FARMER,
    FIRST_FIELD,
    KINDS,
    MAX_SEATS,
    NOBLE_WITH_FARMERS,
    TILE_KINDS,
    TOKENS_OF_KIND,
    tile_count,
)
from shinar.games.babylonia.observation import is_unknown
from shinar.games.babylonia.rules import (
    CITIES_SCORED,
    LAST_CITIES,
    STAND,
    STAND_EMPTY,
    is_display_complete,
    max_tokens_this_turn,
    must_add_farmer,
    stand_capacity,
    stand_size,
)
from shinar.games.babylonia.scoring import cities_left, has_card, is_surrounded
from shinar.games.babylonia.state import (
    ACT,
    CHOOSE_CARD,
    DEAL,
    DRAW_TOKENS,
    EXTRA,
    FACE_DOWN,
    FREE,
    LAY_TILES,
    LEAVE_OUT,
    SCORE,
    UNKNOWN,
    ZIGGURAT,
    State,
    is_city,
    is_token,
    kind_of,
    owner_of,
    token,
)

__all__ = ["audit", "audit_observation", "tiles_of_kind", "tokens_on_board", "unknown_tokens"]

LOST_TOKEN, LOST_TILE, LOST_CARD, WRONG_FACE, WRONG_SITES, IMPOSSIBLE_COUNT, INVALID_PHASE = range(1, 8)
UNSEEN_TOKEN = 8


@jit
def audit(state: State) -> int:
    """What is true of observations too, and every token is known; 0 if so."""
    for seat in range(state.seats):
        if state.players[seat].unseen + unknown_tokens(state, seat) != 0:
            return UNSEEN_TOKEN
    return audit_observation(state)


@jit
def audit_observation(state: State) -> int:
    """[BN-1.1] … [BN-1.5] Everything is somewhere, nothing is impossible, the end is what the board says; 0 if so."""
    if not are_tokens_whole(state):
        return LOST_TOKEN
    for tile in range(1, TILE_KINDS):
        if tiles_of_kind(state, tile) != tile_count(state.seats, tile) or state.gone[tile] < 0:
            return LOST_TILE
    if not are_cards_whole(state):
        return LOST_CARD
    if not are_faces_right(state):
        return WRONG_FACE
    if surrounded_sites(state) != state.surrounded:
        return WRONG_SITES
    if not are_counts_possible(state):
        return IMPOSSIBLE_COUNT
    return 0 if is_phase_valid(state) else INVALID_PHASE


@jit
def are_tokens_whole(state: State) -> bool:
    """[BN-1.1] Every player has all tokens of each kind."""
    on_board = tokens_on_board(state)
    for seat in range(state.seats):
        player = state.players[seat]
        for kind in range(KINDS):
            if player.stand[kind] + player.pool[kind] + on_board[seat * KINDS + kind] != TOKENS_OF_KIND[kind]:
                return False
    return True


@jit
def tokens_on_board(state: State) -> list[int]:
    """How many tokens of each seat * KINDS + kind lie on the board, as far as the observer knows them."""
    tokens = scratch(MAX_SEATS * KINDS)
    for cell in range(CELLS):
        content = state.cells[cell]
        if is_token(content) and not is_unknown(content):
            tokens[owner_of(content) * KINDS + kind_of(content)] += 1
    return tokens


@jit
def unknown_tokens(state: State, seat: int) -> int:
    """How many tokens of a player lie face down and are unknown to the observer; none in a true state."""
    tokens = 0
    unknown = token(seat, UNKNOWN)
    for cell in RIVER_CELLS:
        tokens += state.cells[cell] == unknown
    return tokens


@jit
def tiles_of_kind(state: State, tile: int) -> int:
    """Where the tiles of a kind are, counted."""
    tiles = state.tiles[tile] + state.gone[tile]
    for seat in range(state.seats):
        tiles += state.players[seat].cities[tile]
    for cell in SITE_CELLS:
        tiles += state.cells[cell] == tile
    return tiles


@jit
def are_cards_whole(state: State) -> bool:
    """[BN-1.5] No card is in two places, and seven are in the game once it has begun."""
    cards = 0
    for card in range(1, CARDS + 1):
        copies = state.display >> card & 1
        for seat in range(state.seats):
            copies += state.players[seat].cards >> card & 1
        if copies > 1:
            return False
        cards += copies
    for seat in range(state.seats):
        if state.players[seat].spent & ~state.players[seat].cards:
            return False
    return cards == CARDS_ON_DISPLAY or (state.phase <= LEAVE_OUT and cards > CARDS_ON_DISPLAY)


@jit
def are_faces_right(state: State) -> bool:
    """[BN-3.6] Tokens lie face down in rivers, and nowhere else."""
    for cell in range(CELLS):
        content = state.cells[cell]
        is_face_down = content & FACE_DOWN != 0 or is_unknown(content)
        if is_token(content) and is_face_down != is_river(cell):
            return False
    return True


@jit
def surrounded_sites(state: State) -> int:
    """[BN-4.1] What is surrounded and not scored, as bits."""
    sites = 0
    for site in range(len(SITE_CELLS)):
        cell = SITE_CELLS[site]
        content = state.cells[cell]
        if (is_city(content) or content == ZIGGURAT) and is_surrounded(state, cell):
            sites |= 1 << site
    return sites


@jit
def are_counts_possible(state: State) -> bool:
    """No count is negative or too high, and unseen tokens are among those that can be."""
    for seat in range(state.seats):
        player = state.players[seat]
        for kind in range(KINDS):
            if player.stand[kind] < 0 or player.pool[kind] < 0:
                return False
        could_be = player.unseen + unknown_tokens(state, seat) <= total(player.pool)
        if not could_be or stand_size(player) > stand_capacity(player):
            return False
        for tile in range(FIRST_FIELD, TILE_KINDS):
            if player.cities[tile] != 0:
                return False
    return True


# ---- what a phase needs -----------------------------------------------------------------------------------------


@jit
def is_phase_valid(state: State) -> bool:
    """The phase is one in which there is something to do, or it is over and had to be."""
    if state.phase < ACT:
        return state.turns == 0 and state.placed == 0 and is_setup_valid(state)
    if state.turns == 0 or total(state.tiles) != 0 or not is_placing_valid(state):
        return False
    if state.phase == ACT:
        return is_turn_valid(state) and (state.placed > 0 or state.surrounded == 0)
    if state.phase == SCORE or state.phase == CHOOSE_CARD:
        return state.ending == 0 and (state.surrounded if state.phase == SCORE else state.display) != 0
    return state.surrounded == 0 and is_rest_valid(state)


@jit
def is_setup_valid(state: State) -> bool:
    """[BN-1.4] … [BN-1.6] Tiles lie where none has to be laid any more; stands fill up seat by seat when they do."""
    if state.ending != 0 or total(state.gone) != 0 or free_locations(state) != total(state.tiles):
        return False
    if (total(state.tiles) > 0) != (state.phase <= LAY_TILES):
        return False
    if state.phase == LEAVE_OUT and is_display_complete(state):
        return False
    missing = 0
    for seat in range(state.seats):
        if missing > 0 and stand_size(state.players[seat]) > 0:
            return False
        missing += STAND - stand_size(state.players[seat])
    return missing > 0 if state.phase == DEAL else missing == STAND * state.seats


@jit
def free_locations(state: State) -> int:
    """Where a tile is still to be laid."""
    locations = 0
    for cell in SITE_CELLS:
        locations += state.cells[cell] == FREE
    return locations


@jit
def is_placing_valid(state: State) -> bool:
    """[BN-3.1] [BN-3.5] What was placed this turn was allowed, and is on the board."""
    nobles = 0
    for kind in range(KINDS):
        nobles += state.nobles >> kind & 1
    if state.farmers + nobles > state.placed or state.placed > max_tokens_this_turn(state):
        return False
    tokens = 0
    for cell in range(CELLS):
        tokens += owner_of(state.cells[cell]) == state.turn_of
    return state.placed <= tokens


@jit
def is_turn_valid(state: State) -> bool:
    """[BN-7.3] [BN-3.12] A turn is played while there are cities, with tokens, and with the farmer that is owed."""
    me = state.players[state.turn_of]
    has_farmer = me.stand[FARMER] > 0 or me.unseen > 0
    if state.ending != 0 or cities_left(state) <= LAST_CITIES:
        return False
    if must_add_farmer(state):
        return has_farmer and has_card(me, NOBLE_WITH_FARMERS)
    return stand_size(me) > 0 or state.placed > 0


@jit
def is_rest_valid(state: State) -> bool:
    """[BN-6.1] [BN-7.2] [BN-7.3] [BN-8.2] After scoring: the stand can be refilled, card 2 be used, or it is over."""
    me = state.players[state.turn_of]
    if state.phase == DRAW_TOKENS:
        return state.ending == 0 and stand_size(me) < stand_capacity(me) and total(me.pool) > 0
    if state.phase == EXTRA:
        return is_turn_valid(state) and has_card(me, EXTRA_TURN)
    if stand_size(me) == 0:
        return state.ending == STAND_EMPTY
    return state.ending == CITIES_SCORED and cities_left(state) <= LAST_CITIES
