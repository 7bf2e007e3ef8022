"""What is always true of a position: every card is somewhere, and what is noted twice agrees."""

from shinar.core.jit import jit
from shinar.wonders.components import (
    AGES,
    CARDS,
    COLOURS,
    FIRST_GUILD,
    SLOTS,
    TILES,
    colour_of,
    copies_of,
    first_stage,
    shields_of,
    stages_of,
)
from shinar.wonders.expansions.tower import TILE_PLACED, TILES_EACH
from shinar.wonders.state import BUILT, DRAFT, OVER, SALVAGED, UNUSED, City, State

__all__ = ["audit", "cards_somewhere"]

LOST_CARD, WRONG_GUILDS, WRONG_CITY, LOST_TILE, IMPOSSIBLE_COUNT = range(1, 6)
EXTRA_GUILDS = 2  # guilds in the game beyond the number of players [SW-2.2]
MIN_CITIES = 3


@jit
def audit(state: State) -> int:
    """[SW-2.1] Every card and tile is in one place, caches are right, no count is impossible; 0 if so."""
    for card in range(CARDS):
        if cards_somewhere(state, card) != copies_of(card, max(state.players, MIN_CITIES)):
            return LOST_CARD
    if guilds_dealt(state) + state.guilds_left != max(state.players, MIN_CITIES) + EXTRA_GUILDS:
        return WRONG_GUILDS
    for number in range(state.num_cities):
        if not is_city_right(state, number):
            return WRONG_CITY
        if not are_counts_possible(state, state.cities[number]):
            return IMPOSSIBLE_COUNT
    return 0 if are_tiles_right(state) else LOST_TILE


@jit
def cards_somewhere(state: State, card: int) -> int:
    """Where the copies of a card are, counted."""
    return state.deck[card] + cards_dealt(state, card)


@jit
def cards_dealt(state: State, card: int) -> int:
    """The copies of a card in hands and cities."""
    cards = 0
    for hand in range(state.players):
        for i in range(state.hands[hand].n):
            cards += state.hands[hand].cards[i] == card
    for number in range(state.num_cities):
        city = state.cities[number]
        for place in range(AGES * SLOTS):
            cards += city.manner[place] != UNUSED and city.used[place] == card
    return cards


@jit
def guilds_dealt(state: State) -> int:
    """The guilds in hands and cities."""
    guilds = 0
    for card in range(FIRST_GUILD, CARDS):
        guilds += cards_dealt(state, card)
    return guilds


@jit
def is_city_right(state: State, number: int) -> bool:
    """What stands in a city was built there, and is counted right."""
    city = state.cities[number]
    for colour in range(COLOURS):
        standing = 0
        for card in range(CARDS):
            standing += city.built[card] != 0 and colour_of(card) == colour
        if standing != city.colours[colour]:
            return False
    for card in range(CARDS):
        if city.built[card] and not was_built(state, city, card):
            return False
    return city.shields >= shields_in(city) and (city.shields == shields_in(city) or state.has_projects != 0)


@jit
def was_built(state: State, city: City, card: int) -> bool:
    """Whether a structure was built from the hand, or by somebody from the discards."""
    for place in range(AGES * SLOTS):
        if city.used[place] == card and city.manner[place] == BUILT:
            return True
        for number in range(state.num_cities):
            other = state.cities[number]
            if other.used[place] == card and other.manner[place] == SALVAGED:
                return True
    return False


@jit
def shields_in(city: City) -> int:
    """The shields of structures and stages."""
    shields = 0
    for card in range(CARDS):
        if city.built[card]:
            shields += shields_of(card)
    for stage in range(city.stages):
        shields += shields_of(first_stage(city.face) + stage)
    return shields


@jit
def are_counts_possible(state: State, city: City) -> bool:
    """No debt, no stage too many, no negative tokens."""
    if city.coins < 0 or city.stages > stages_of(city.face) or city.part < 0 or city.penalty < 0:
        return False
    for i in range(len(city.tokens)):
        if city.tokens[i] < 0:
            return False
    for i in range(AGES):
        if city.victories[i] < 0:
            return False
    return state.phase <= OVER and state.project_tokens >= 0


@jit
def are_tiles_right(state: State) -> bool:
    """Every tile is undealt or with one player, and as many are placed as were."""
    if not state.has_tower:
        return state.tile_deck == 0
    placed = 0
    for tile in range(1, TILES + 1):
        found = state.tile_deck >> tile & 1
        for seat in range(state.players):
            city = state.cities[seat]
            for i in range(TILES_EACH):
                found += city.tiles[i] == tile
                placed += city.tiles[i] == tile and city.tile_built[i] == TILE_PLACED
        if found != 1:
            return False
    return placed == state.tiles_placed and (placed == 0 or state.phase > DRAFT)
