"""How tiles are dealt and drafted [SW-12.1] [SW-12.2]."""

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions, add
from shinar.core.rng import Rng, below
from shinar.games.wonders.actions import KEEP_TILE
from shinar.games.wonders.components import TILES, TILES_EACH
from shinar.games.wonders.planning import clear_plan
from shinar.games.wonders.seating import swap_places
from shinar.games.wonders.state import DRAFT, City, State

__all__ = ["add_drafts", "deal_tile", "is_draft_over", "pass_tiles", "pick_tile", "sort_tiles"]


@jit
def deal_tile(state: State, tile: int) -> None:
    """[SW-12.1] Three tiles to each player; they lie in the three places of the player until they are drafted."""
    state.tile_deck &= ~(1 << tile)
    state.cities[state.dealt // TILES_EACH].tiles[state.dealt % TILES_EACH] = tile
    state.dealt += 1
    if state.dealt == TILES_EACH * state.players:
        state.dealt = 0
        for seat in range(state.players):
            sort_tiles(state.cities[seat], 0)
        state.phase = DRAFT


@jit
def pick_tile(state: State, rng: Rng) -> int:
    """The number of an undealt tile by chance."""
    left = 0
    for tile in range(1, TILES + 1):
        left += state.tile_deck >> tile & 1
    ticket = below(rng, left)
    tile = 0
    while ticket >= 0:
        tile += 1
        ticket -= state.tile_deck >> tile & 1
    return tile


@jit
def sort_tiles(city: City, first: int) -> None:
    """Tiles in a hand have no order: the lowest comes first."""
    for i in range(first, TILES_EACH):
        for j in range(i + 1, TILES_EACH):
            if city.tiles[j] < city.tiles[i]:
                tile = city.tiles[i]
                built = city.tile_built[i]
                city.tiles[i] = city.tiles[j]
                city.tile_built[i] = city.tile_built[j]
                city.tiles[j] = tile
                city.tile_built[j] = built


@jit
def add_drafts(state: State, city: City, actions: Actions) -> None:
    """[SW-12.2] Keep one of the tiles in hand."""
    for tile in range(1, TILES + 1):
        for i in range(state.turn, TILES_EACH):
            if city.tiles[i] == tile:
                add(actions, KEEP_TILE + tile - 1)


@jit
def pass_tiles(state: State) -> None:
    """[SW-12.2] All keep their choice, the others go to the right."""
    for seat in range(state.players):
        keep_tile(state, state.cities[seat])
    state.turn += 1
    for seat in range(state.players - 1):
        swap_places(state.cities[seat].tiles, state.cities[seat + 1].tiles, state.turn, TILES_EACH)
    state.resolutions += 1
    for seat in range(state.players):
        sort_tiles(state.cities[seat], 0 if is_draft_over(state) else state.turn)


@jit
def is_draft_over(state: State) -> bool:
    """[SW-12.2] The last tile of a hand is kept by who gets it."""
    return state.turn == TILES_EACH - 1


@jit
def keep_tile(state: State, city: City) -> None:
    """[SW-12.2] [SW-14.6] The chosen tile is kept; its owner remembers those that are passed on."""
    for i in range(state.turn, TILES_EACH):
        if city.tiles[i] == city.plan.tile:
            city.tiles[i] = city.tiles[state.turn]
    city.tiles[state.turn] = city.plan.tile
    sort_tiles(city, state.turn + 1)
    for i in range(state.turn + 1, TILES_EACH):
        city.passed_tiles[i - 1 if state.turn == 0 else i] = city.tiles[i]
    clear_plan(city.plan)
