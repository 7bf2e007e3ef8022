"""What is always true of a position: every card is somewhere, and what is noted twice agrees."""

from shinar.core.bits import as_int
from shinar.core.compiled.jit import jit
from shinar.core.compiled.scratch import scratch
from shinar.games.wonders.components import (
    AGES,
    BASE_CARDS,
    CARDS,
    COLOURS,
    OLD_CARDS,
    PURPLE,
    SLOTS,
    TILES,
    TILES_EACH,
    colour_of,
    copies_of,
    shields_of,
    stages_of,
)
from shinar.games.wonders.conflicts import num_victories
from shinar.games.wonders.expansions.cities.recount import are_blacks_right
from shinar.games.wonders.expansions.leaders.effects import leader_shields
from shinar.games.wonders.expansions.leaders.recount import are_leaders_right
from shinar.games.wonders.expansions.pack.recount import are_stages_right
from shinar.games.wonders.expansions.projects.participation import tokens_on_card
from shinar.games.wonders.seating import num_guilds
from shinar.games.wonders.stages import built_stage
from shinar.games.wonders.standing import next_structure
from shinar.games.wonders.state import BUILT, DEAL_TILES, DRAFT, OVER, SALVAGED, TILE_PLACED, UNUSED, City, State
from shinar.games.wonders.treasury import coins_in_cities

__all__ = ["audit", "copies_in", "count_dealt"]

LOST_CARD, WRONG_GUILDS, WRONG_CITY, LOST_TILE, IMPOSSIBLE_COUNT, LOST_COINS, LOST_TOKENS, LOST_LEADER = range(1, 9)
WRONG_BLACKS = 9


@jit
def audit(state: State) -> int:
    """[SW-2.1] Every card, tile, coin and token is in one place, what is noted twice agrees; 0 if so."""
    dealt = scratch(CARDS)
    count_dealt(state, dealt)
    guilds = state.guilds_left
    for card in range(CARDS):
        if state.deck[card] + dealt[card] != copies_in(state, card):
            return LOST_CARD
        guilds += dealt[card] if colour_of(card) == PURPLE else 0
    if guilds != num_guilds(state):
        return WRONG_GUILDS
    if not are_blacks_right(state, dealt):
        return WRONG_BLACKS
    for number in range(state.num_cities):
        if not is_city_right(state, number) or not are_stages_right(state, number):
            return WRONG_CITY
        if not are_counts_possible(state, state.cities[number]):
            return IMPOSSIBLE_COUNT
    if coins_in_cities(state) + state.bank != 0:
        return LOST_COINS
    if not are_parts_right(state) or not are_conflicts_right(state):
        return LOST_TOKENS
    if not are_leaders_right(state):
        return LOST_LEADER
    return 0 if are_tiles_right(state) else LOST_TILE


@jit
def copies_in(state: State, card: int) -> int:
    """[SW-2.1] [SW-15.1] [SW-16.2] How many copies of a card are in the game, with the expansions that are played."""
    if card >= OLD_CARDS:
        return copies_of(card, state.num_cities) * state.has_cities
    return copies_of(card, state.num_cities) if card < BASE_CARDS or state.has_leaders else 0


@jit
def count_dealt(state: State, dealt: list[int]) -> None:
    """Count the copies of each card in hands and cities."""
    for hand in range(state.players):
        for i in range(state.hands[hand].n):
            dealt[state.hands[hand].cards[i]] += 1
    for number in range(state.num_cities):
        city = state.cities[number]
        for place in range(AGES * SLOTS):
            if city.manner[place] != UNUSED:
                dealt[city.used[place]] += 1


@jit
def is_city_right(state: State, number: int) -> bool:
    """What stands in a city was built there, and is counted right."""
    city = state.cities[number]
    structures = scratch(COLOURS)
    card = next_structure(city, 0)
    while card < CARDS:
        if not was_built(state, city, card):
            return False
        structures[colour_of(card)] += 1
        card = next_structure(city, card + 1)
    for colour in range(COLOURS):
        if structures[colour] != city.colours[colour]:
            return False
    shields = shields_in(state, number)
    return city.shields >= shields and (city.shields == shields or state.has_projects != 0)


@jit
def was_built(state: State, city: City, card: int) -> bool:
    """Whether a structure was built from the hand, or by somebody from the discards."""
    if was_used(city, card, BUILT):  # most were
        return True
    for number in range(state.num_cities):  # noqa: SIM110 - what is compiled has no generators
        if was_used(state.cities[number], card, SALVAGED):
            return True
    return False


@jit
def was_used(city: City, card: int, manner: int) -> bool:
    """Whether a city has used a card in a manner."""
    for place in range(AGES * SLOTS):  # noqa: SIM110 - what is compiled has no generators
        if city.used[place] == card and city.manner[place] == manner:
            return True
    return False


@jit
def shields_in(state: State, number: int) -> int:
    """The shields of structures and stages."""
    city = state.cities[number]
    shields = 0
    card = next_structure(city, 0)
    while card < CARDS:
        shields += shields_of(card)
        card = next_structure(city, card + 1)
    for stage in range(city.stages):
        shields += shields_of(built_stage(state, number, stage))
    return shields + leader_shields(city)


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
def are_parts_right(state: State) -> bool:
    """[SW-13.1] [SW-13.3] Participation tokens are on the project or with cities; more only when all are taken."""
    parts = 0
    for number in range(state.num_cities):
        parts += state.cities[number].part
    if state.project == 0:
        return parts == 0 and state.project_tokens == 0
    taken = tokens_on_card(state) - state.project_tokens
    return parts == taken or (parts > taken and state.project_tokens == 0)


@jit
def are_conflicts_right(state: State) -> bool:
    """[SW-9.2] In the base game one city's victory is another's defeat; tiles and projects change that."""
    if state.has_tower or state.has_projects:
        return True
    difference = 0
    for number in range(state.num_cities):
        difference += num_victories(state.cities[number]) - state.cities[number].defeats
    return difference == 0


@jit
def are_tiles_right(state: State) -> bool:
    """Every tile is undealt or with one player, and as many are placed as were."""
    if not state.has_tower:
        return state.tile_deck == 0
    placed = 0
    found = as_int(state.tile_deck)  # as bits
    for seat in range(state.players):
        city = state.cities[seat]
        for i in range(TILES_EACH):
            if city.tiles[i] > 0:
                if found >> city.tiles[i] & 1:
                    return False
                found |= 1 << city.tiles[i]
                placed += city.tile_built[i] == TILE_PLACED
    if found != (1 << TILES + 1) - 2:
        return False
    if placed != state.tiles_placed or (placed > 0 and state.phase <= DRAFT):
        return False
    if state.phase == DEAL_TILES and missing_tiles(state) != state.players * TILES_EACH - state.dealt:
        return False
    return state.phase < DRAFT or missing_tiles(state) == 0


@jit
def missing_tiles(state: State) -> int:
    """[SW-12.1] How many tiles the players lack until each has three."""
    missing = 0
    for seat in range(state.players):
        for i in range(TILES_EACH):
            missing += state.cities[seat].tiles[i] == 0
    return missing
