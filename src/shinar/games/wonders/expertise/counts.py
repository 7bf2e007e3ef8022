"""What is counted of a city to predict its points: what stands there, and what that will still bring."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import (
    AGES,
    BOARD_ROWS,
    CARDS,
    FREE_BUILDING,
    ITEMS,
    KINDS,
    LEADERS,
    MAX_STAGES,
    NIBBLE,
    PIECE_NAMES,
    RAW_KINDS,
    RESOURCE_NAMES,
    SIDE_NAMES,
    TILES_EACH,
    TOKENS,
    TURNS,
    cost_of,
    stages_of,
)
from shinar.games.wonders.expansions.leaders.effects import leaders_of
from shinar.games.wonders.expertise.hands import HAND_COUNTS, count_hands
from shinar.games.wonders.expertise.worth import units_to_buy
from shinar.games.wonders.rules import turn
from shinar.games.wonders.scoring import (
    city_points,
    commerce_points,
    copied_points,
    guild_points,
    military_points,
    project_points,
    science_points,
    tower_points,
    wonder_points,
)
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.stages import built_stage, has_power, next_stage
from shinar.games.wonders.standing import stands
from shinar.games.wonders.state import TILE_PLACED, City, State

__all__ = ["COUNTS", "ROWS", "count", "row"]

FACES = len(BOARD_ROWS)
TURN_ROWS = AGES * TURNS + 1  # a row of weights for each turn, and one for what comes before the first …
ROWS = 2 * TURN_ROWS  # … and the same again for tables of many
MANY = 5  # players: a hand comes back once at most
RICH = 6  # coins up to here are worth more than later ones
MAX_LEAD = 3  # shields beyond that hardly count
LAST_AGE = AGES - 1
FIRST_PACK_FACE = min(face for face, row in enumerate(BOARD_ROWS) if row.get("box") == "pack")

# ---- the places of the counts -----------------------------------------------------------------------------------

FACE = ITEMS  # the items come first: cards and stages, 1 for each that stands
COINS = FACE + FACES
WAR = COINS + 2
SCIENCE = WAR + 6
OTHER_POINTS = SCIENCE + 2
GOODS = OTHER_POINTS + 4
TRADE = GOODS + KINDS + RAW_KINDS
WONDER = TRADE + 6
EXTRA = WONDER + 3
HANDS = EXTRA + TOKENS + 4


def _stage_name(face: int, number: int) -> str:
    return f"{BOARD_ROWS[face]['name']} {SIDE_NAMES[face % len(SIDE_NAMES)]} stage {number + 1}"


COUNTS = (
    *PIECE_NAMES,
    *(_stage_name(face, number) for face in range(FACES) for number in range(MAX_STAGES)),
    *(f"{row['name']} {SIDE_NAMES[face % len(SIDE_NAMES)]}" for face, row in enumerate(BOARD_ROWS)),
    *("coins", "first coins"),
    *("military points", "neighbours beaten", "neighbours feared", "lead in shields", "shields", "beaten by two"),
    *("science points", "points of another symbol"),
    *("points of commerce", "points of guilds", "points of the tower", "points of projects"),
    *(f"makes {kind}" for kind in RESOURCE_NAMES),
    *(f"makes two {kind}" for kind in RESOURCE_NAMES[:RAW_KINDS]),
    *("producers with a choice", "kinds made", "kinds nearby", "kinds nowhere", "price of raw", "price of goods"),
    *("units missing for the stage", "stages left", "free building"),
    *(f"token {number}" for number in range(TOKENS)),
    *("participation", "tiles left", "penalties", "board blocked"),
    *HAND_COUNTS,
)


@jit
def row(state: State) -> int:
    """Which weights count in a position: those of its turn; a seventh turn of an Age has those of the sixth."""
    first = TURN_ROWS if state.players >= MANY else 0
    return first + (state.age * TURNS + min(state.turn + 1, TURNS) if turn(state) else 0)


@jit
def count(state: State, number: int, counts: list[int]) -> None:
    """Write down the counts of a city."""
    city = state.cities[number]
    for card in range(CARDS):
        counts[card] = stands(city, card)
    if state.has_leaders:
        leaders = leaders_of(city)
        for leader in range(LEADERS):
            counts[CARDS + leader] = leaders >> leader & 1
    for built in range(city.stages):
        counts[built_stage(state, number, built)] = 1
    counts[FACE + city.face] = 1
    counts[COINS] = city.coins
    counts[COINS + 1] = min(city.coins, RICH)
    count_war(state, number, counts)
    counts[SCIENCE] = science_points(state, number, 0)
    counts[SCIENCE + 1] = science_points(state, number, 1) - counts[SCIENCE]
    count_points(state, number, counts)
    count_trade(state, number, counts)
    count_wonder(state, number, counts)
    count_hands(state, number, counts, HANDS)
    if state.has_tower or state.has_projects:
        count_extra(city, counts)


@jit
def count_war(state: State, number: int, counts: list[int]) -> None:
    """Tokens, and how a city stands against its neighbours."""
    city = state.cities[number]
    counts[WAR] = military_points(city)
    for side in range(2):
        other = state.cities[left_of(state, number) if side == 0 else right_of(state, number)]
        lead = city.shields - other.shields
        counts[WAR + 1] += lead > 0
        counts[WAR + 2] += lead < 0
        counts[WAR + 3] += max(-MAX_LEAD, min(MAX_LEAD, lead))
        counts[WAR + 5] += lead > 1
    counts[WAR + 4] = city.shields


@jit
def count_points(state: State, number: int, counts: list[int]) -> None:
    """Points that depend on other things."""
    city = state.cities[number]
    if state.age == LAST_AGE:
        counts[OTHER_POINTS] = commerce_points(state, number)
        counts[OTHER_POINTS + 1] = guild_points(state, number) + copied_points(state, number)
    if state.has_tower:
        counts[OTHER_POINTS + 2] = tower_points(city)
    if state.has_projects:
        counts[OTHER_POINTS + 3] = project_points(state, number)
    if state.has_pack and city.face >= FIRST_PACK_FACE:
        counts[OTHER_POINTS + 3] += wonder_points(state, number)  # likewise: no game has taught what these are worth
    if state.has_cities:
        counts[OTHER_POINTS + 3] += city_points(state, number)  # points that are as sure as those of projects


@jit
def count_trade(state: State, number: int, counts: list[int]) -> None:
    """What a city makes, and what it can buy."""
    city = state.cities[number]
    left = state.cities[left_of(state, number)].fixed
    right = state.cities[right_of(state, number)].fixed
    choices = 0
    for i in range(city.num_choices):
        choices |= city.choices[i]
    for kind in range(KINDS):
        made = city.fixed >> NIBBLE * kind & 15
        counts[GOODS + kind] = made > 0
        if kind < RAW_KINDS:
            counts[GOODS + KINDS + kind] = made > 1
        is_made = made > 0 or choices >> kind & 1 == 1
        is_near = left >> NIBBLE * kind & 15 > 0 or right >> NIBBLE * kind & 15 > 0
        counts[TRADE + 1] += is_made
        counts[TRADE + 2] += not is_made and is_near
        counts[TRADE + 3] += not is_made and not is_near
    counts[TRADE] = city.num_choices
    counts[TRADE + 4] = city.prices[0] + city.prices[1]
    counts[TRADE + 5] = city.prices[2] + city.prices[3]


@jit
def count_wonder(state: State, number: int, counts: list[int]) -> None:
    """How far the next stage is, how many are left, and whether a building is free in this Age."""
    city = state.cities[number]
    left = stages_of(city.face) - city.stages
    if left > 0:
        counts[WONDER] = units_to_buy(city, cost_of(next_stage(state, number)))
    counts[WONDER + 1] = left
    counts[WONDER + 2] = has_power(state, number, FREE_BUILDING) and city.power_used <= state.age


@jit
def count_extra(city: City, counts: list[int]) -> None:
    """What only the expansions have."""
    for token in range(TOKENS):
        counts[EXTRA + token] = city.tokens[token]
    counts[EXTRA + TOKENS] = city.part
    for i in range(TILES_EACH):
        counts[EXTRA + TOKENS + 1] += city.tile_built[i] != TILE_PLACED
    counts[EXTRA + TOKENS + 2] = city.penalty
    counts[EXTRA + TOKENS + 3] = city.is_blocked
