"""The Tower of Babel [SW-12]: tiles that change the rules for everybody while they are visible."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import (
    NOTHING,
    TILES,
    TILES_EACH,
    tile_bonus,
    tile_bonus_coins,
    tile_disables,
    tile_doubles,
    tile_goods_price,
    tile_lessens,
    tile_links,
    tile_raw_price,
    tile_sells,
    tile_tax,
    tile_unlimits,
    tile_waives,
)
from shinar.games.wonders.state import TILE_PLACED, TILE_WAITING, City, State

__all__ = ["are_chains_shared", "are_defeats_doubled", "are_resources_sold", "are_resources_waived"]
__all__ += [
    "are_victories_lessened",
    "bonus",
    "is_disabled",
    "is_unlimited",
    "num_spaces",
    "place_tile",
    "place_tiles",
    "price_change",
]
__all__ += ["tax", "tiles_to_build", "unbuilt_tile"]

SPACES, SPACES_OF_MANY, SPACES_OF_TWO = 3, 4, 2  # of the board [SW-12.4]
MANY_PLAYERS = 5


@jit
def num_spaces(state: State) -> int:
    """[SW-12.4] The spaces on which tiles can be visible."""
    if state.players == 2:
        return SPACES_OF_TWO
    return SPACES_OF_MANY if state.players >= MANY_PLAYERS else SPACES


@jit
def is_active(state: State, tile: int) -> bool:
    """[SW-12.5] Whether the effect of a tile holds."""
    return state.active >> tile & 1 != 0


@jit
def place_tile(state: State, tile: int) -> None:
    """[SW-12.4] The next space clockwise; what was there is covered and without effect, at once."""
    space = state.tiles_placed % num_spaces(state)
    state.active &= ~(1 << state.tower[space])
    state.tower[space] = tile
    state.tiles_placed += 1


@jit
def place_tiles(state: State) -> None:
    """[SW-12.4] The tiles built in this turn are placed in the order of their numbers."""
    for tile in range(1, TILES + 1):
        for seat in range(state.players):
            city = state.cities[seat]
            for i in range(TILES_EACH):
                if city.tiles[i] == tile and city.tile_built[i] == TILE_WAITING:
                    city.tile_built[i] = TILE_PLACED
                    place_tile(state, tile)


@jit
def wake_tiles(state: State) -> None:
    """[SW-12.5] With a new turn all visible tiles have effect."""
    state.active = 0
    for space in range(len(state.tower)):
        if state.tower[space]:
            state.active |= 1 << state.tower[space]


@jit
def tiles_to_build(city: City) -> int:
    """How many tiles a city has kept and not built."""
    count = 0
    for i in range(len(city.tiles)):
        count += city.tiles[i] > 0 and city.tile_built[i] == 0
    return count


@jit
def unbuilt_tile(city: City, tile: int) -> int:
    """Where a city keeps a tile that it has not built; NOTHING if nowhere."""
    for i in range(len(city.tiles)):
        if city.tiles[i] == tile and city.tile_built[i] == 0:
            return i
    return NOTHING


@jit
def lowest_unbuilt_tile(city: City) -> int:
    """The lowest number of a tile that a city can build."""
    lowest = TILES + 1
    for i in range(len(city.tiles)):
        if city.tiles[i] > 0 and city.tile_built[i] == 0:
            lowest = min(lowest, city.tiles[i])
    return lowest


# ---- effects ----------------------------------------------------------------------------------------------------


@jit
def tax(state: State, trigger: int) -> int:
    """[SW-12.6] Coins to the bank for building a colour or a stage, or for using a chain."""
    if state.active == 0:
        return 0
    coins = 0
    for space in range(len(state.tower)):
        tile = state.tower[space]
        if is_active(state, tile) and tile_tax(tile) == trigger:
            coins += state.age + 1
    return coins


@jit
def bonus(state: State, trigger: int) -> int:
    """[SW-12.6] Coins from the bank after building a colour, or using a chain."""
    if state.active == 0:
        return 0
    coins = 0
    for space in range(len(state.tower)):
        tile = state.tower[space]
        if is_active(state, tile) and tile_bonus(tile) == trigger:
            coins += tile_bonus_coins(tile) if tile_bonus_coins(tile) else state.age + 1
    return coins


@jit
def are_resources_waived(state: State, trigger: int) -> bool:
    """[SW-12.8] Whether a colour, or stages, need no resources."""
    if state.active == 0:
        return False
    for space in range(len(state.tower)):
        if is_active(state, state.tower[space]) and tile_waives(state.tower[space]) == trigger:
            return True
    return False


@jit
def are_resources_sold(state: State, colour: int) -> bool:
    """[SW-12.8] Whether a colour is built with a coin for each resource instead of resources."""
    if state.active == 0:
        return False
    for space in range(len(state.tower)):
        if is_active(state, state.tower[space]) and tile_sells(state.tower[space]) == colour:
            return True
    return False


@jit
def price_change(state: State, is_manufactured: bool) -> int:
    """[SW-12.7] What tiles add to the price of a bought unit."""
    if state.active == 0:
        return 0
    change = 0
    for space in range(len(state.tower)):
        tile = state.tower[space]
        if is_active(state, tile):
            change += tile_goods_price(tile) if is_manufactured else tile_raw_price(tile)
    return change


@jit
def is_disabled(state: State, card: int) -> bool:
    """[SW-12.9] Whether a tile keeps a structure from working; it still counts and still makes chains."""
    if state.active == 0:
        return False
    for space in range(len(state.tower)):
        if is_active(state, state.tower[space]) and tile_disables(state.tower[space], card):
            return True
    return False


@jit
def is_unlimited(state: State, card: int) -> bool:
    """[SW-12.9] Whether a structure makes any number of units."""
    if state.active == 0:
        return False
    for space in range(len(state.tower)):
        if is_active(state, state.tower[space]) and tile_unlimits(state.tower[space], card):
            return True
    return False


@jit
def are_chains_shared(state: State) -> bool:
    """[SW-12.10] Whether the structures of neighbours make chains too."""
    if state.active == 0:
        return False
    for space in range(len(state.tower)):
        if is_active(state, state.tower[space]) and tile_links(state.tower[space]):
            return True
    return False


@jit
def are_victories_lessened(state: State) -> bool:
    """[SW-12.10] Whether victory tokens are one size smaller."""
    if state.active == 0:
        return False
    for space in range(len(state.tower)):
        if is_active(state, state.tower[space]) and tile_lessens(state.tower[space]):
            return True
    return False


@jit
def are_defeats_doubled(state: State) -> bool:
    """[SW-12.10] Whether a defeat brings two tokens."""
    if state.active == 0:
        return False
    for space in range(len(state.tower)):
        if is_active(state, state.tower[space]) and tile_doubles(state.tower[space]):
            return True
    return False
