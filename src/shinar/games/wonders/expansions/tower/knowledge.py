"""What a seat may know of the tiles that were drafted [SW-14.6].

Of the three tiles dealt to a seat it keeps one, its right neighbour the second, the next to the right the third. So a
seat knows its own tiles, the last tile that it passed on, and of the two that it passed on first only who has them
both together. Tiles in the tower are open; when one of two is there, the other can be told.
"""

from shinar.core.compiled.jit import jit
from shinar.core.rng import Rng, below
from shinar.games.wonders.components import TILES_EACH
from shinar.games.wonders.expansions.tower.drafting import pick_tile, sort_tiles
from shinar.games.wonders.seating import slot
from shinar.games.wonders.state import ACT, DEAL_TILES, DRAFT, TILE_PLACED, TILE_WAITING, WITH_TILE, City, State

__all__ = ["determinize_tiles", "next_right", "observe_tiles"]

PASSED_LAST = 2  # in City.passed_tiles, after the two that were passed on first


@jit
def next_right(state: State, seat: int) -> int:
    """The next player to the right; the Free City has no tiles."""
    return seat - 1 if seat > 0 else state.players - 1


@jit
def observe_tiles(state: State, seat: int, into: State) -> None:
    """[SW-14.6] Fill in the tiles that a seat may know; the others might as well be undealt."""
    for number in range(state.players):
        for i in range(TILES_EACH):
            tile = state.cities[number].tiles[i]
            if tile == 0:
                continue
            if knows_tile(state, seat, number, i):
                show_tile(state, seat, number, i, into)
            elif not is_of_pair(state, seat, tile):
                into.tile_deck |= 1 << tile
    if seat >= 0:
        for i in range(TILES_EACH):
            into.cities[seat].passed_tiles[i] = state.cities[seat].passed_tiles[i]


@jit
def show_tile(state: State, seat: int, number: int, i: int, into: State) -> None:
    """Show a tile; others' places tell nothing, so they are filled from the first on."""
    city = state.cities[number]
    shown = into.cities[number]
    place = i
    if number != seat and state.phase != DRAFT:
        place = 0
        while shown.tiles[place]:
            place += 1
    shown.tiles[place] = city.tiles[i]
    if number == seat or city.tile_built[i] == TILE_PLACED:
        shown.tile_built[place] = city.tile_built[i]


@jit
def knows_tile(state: State, seat: int, number: int, i: int) -> bool:
    """[SW-14.6] Whether a seat knows a certain tile of a player."""
    city = state.cities[number]
    if number == seat or city.tile_built[i] == TILE_PLACED:
        return True
    if seat < 0:
        return False
    if state.phase == DRAFT:
        return state.turn > 0 and i > 0 and number == next_right(state, seat)
    tile = city.tiles[i]
    if tile == state.cities[seat].passed_tiles[PASSED_LAST]:
        return True
    return is_of_pair(state, seat, tile) and is_pair_told(state, seat)


@jit
def is_of_pair(state: State, seat: int, tile: int) -> bool:
    """Whether a tile is one of the two that a seat passed on first, and the draft is over."""
    if seat < 0 or state.phase <= DRAFT:
        return False
    passed = state.cities[seat].passed_tiles
    return tile == passed[0] or tile == passed[1]


@jit
def is_pair_told(state: State, seat: int) -> bool:
    """[SW-14.6] Whether it can be told who has which of two tiles: one came back, or lies in the tower."""
    if state.players == 2:
        return True
    for number in range(state.players):
        city = state.cities[number]
        for i in range(TILES_EACH):
            if city.tile_built[i] == TILE_PLACED and is_of_pair(state, seat, city.tiles[i]):
                return True
    return False


# ---- completing an observation ----------------------------------------------------------------------------------


@jit
def determinize_tiles(state: State, seat: int, rng: Rng) -> None:
    """Give every player tiles that could be there, all equally likely."""
    if seat >= 0 and state.phase > DRAFT and not is_pair_told(state, seat):
        share_pair(state, seat, rng)
    for number in range(state.players):
        if number != seat:
            imagine_tiles(state, number, rng)
            imagine_waiting(state, number, rng)
    for number in range(state.players):
        if number != seat and state.phase >= DRAFT:
            imagine_passing(state, number)


@jit
def share_pair(state: State, seat: int, rng: Rng) -> None:
    """Either of two players has either tile."""
    passed = state.cities[seat].passed_tiles
    first = below(rng, 2)
    right = next_right(state, seat)
    take_tile(state.cities[right], passed[first])
    take_tile(state.cities[next_right(state, right)], passed[1 - first])


@jit
def take_tile(city: City, tile: int) -> None:
    """Put a tile in a free place."""
    place = 0
    while city.tiles[place]:
        place += 1
    city.tiles[place] = tile


@jit
def tiles_held(state: State, number: int) -> int:
    """How many tiles a player has been dealt."""
    if state.phase == DEAL_TILES:
        return max(0, min(TILES_EACH, state.dealt - number * TILES_EACH))
    return TILES_EACH if state.phase > DEAL_TILES else 0


@jit
def imagine_tiles(state: State, number: int, rng: Rng) -> None:
    """Fill the unknown tiles of a player; those in hand are in order."""
    city = state.cities[number]
    for i in range(tiles_held(state, number)):
        if city.tiles[i] == 0:
            city.tiles[i] = pick_tile(state, rng)
            state.tile_deck &= ~(1 << city.tiles[i])
    if state.phase >= DRAFT:
        sort_tiles(city, state.turn if state.phase == DRAFT else 0)


@jit
def imagine_waiting(state: State, number: int, rng: Rng) -> None:
    """[SW-12.3] Tiles that were built and lie face down: any that are not in the tower."""
    if state.phase <= ACT:
        return
    city = state.cities[number]
    waiting = 0
    for place in range(slot(state.age + 1, 0)):
        waiting += city.manner[place] == WITH_TILE
    for i in range(TILES_EACH):
        waiting -= city.tile_built[i] == TILE_PLACED
    for _ in range(waiting):
        place = below(rng, TILES_EACH)
        while city.tile_built[place]:
            place = below(rng, TILES_EACH)
        city.tile_built[place] = TILE_WAITING


@jit
def imagine_passing(state: State, number: int) -> None:
    """What another player remembers of the draft: something that the neighbours have."""
    city = state.cities[number]
    right = state.cities[next_right(state, number)]
    further = state.cities[next_right(state, next_right(state, number))]
    if state.phase == DRAFT:
        if state.turn > 0:
            city.passed_tiles[0] = right.tiles[1]
            city.passed_tiles[1] = right.tiles[2]
        return
    city.passed_tiles[0] = min(right.tiles[1], further.tiles[0])
    city.passed_tiles[1] = max(right.tiles[1], further.tiles[0])
    city.passed_tiles[PASSED_LAST] = right.tiles[0]
