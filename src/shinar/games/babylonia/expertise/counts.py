"""What is counted of each player of Babylonia to predict the points: what lies there, and what may come of it.

All players are counted at once: a site is looked at once, and the networks are found once. A count of a player stands
at `seat * NUM_COUNTS +` its place.
"""

from shinar.core.compiled.jit import jit
from shinar.core.compiled.scratch import scratch
from shinar.core.piles import total
from shinar.games.babylonia.board import CELLS, DIRECTIONS, SITE_CELLS, is_river, neighbour
from shinar.games.babylonia.components import CARD_NAMES, CARDS, FARMER, KINDS, MIN_SEATS, NOBLES, TOKENS
from shinar.games.babylonia.expertise.worth import SCORED_SOON, connected_nobles, field_points, find_networks
from shinar.games.babylonia.scoring import POINTS_PER_NOBLE, cities_left, cities_of, has_card
from shinar.games.babylonia.state import (
    ACT,
    FREE,
    ZIGGURAT,
    State,
    is_city,
    is_field,
    is_token,
    is_ziggurat,
    owner_of,
)

__all__ = ["COUNTS", "ROWS", "count_all", "moment", "row"]

STAGES = 4  # parts of the game with weights of their own, by the tokens that are left
TABLE_SIZES = 3  # two, three or four players: weights of their own as well
ROWS = STAGES * TABLE_SIZES

MAX_OPEN = 5  # free cells of land next to a site; more are counted as so many
OPENS = MAX_OPEN + 1
# How a player stands at a site: alone with nothing, absent, behind by two or more or by one, level, ahead.
NOBODY_THERE, ABSENT, FAR_BEHIND, BEHIND, LEVEL, AHEAD, FAR_AHEAD = range(7)
STANDINGS = 7
STANDING_NAMES = ("nobody", "absent", "far behind", "behind", "level", "ahead", "far ahead")
SOON = 4  # free cells up to here are told apart for what grows with the cities a player has
TALLY_BITS = 4  # for each seat, as in scoring.py
TALLY_MASK = (1 << TALLY_BITS) - 1
MAX_PLACED = 2
PERCENT, THOUSAND = 100, 1000
CITY_PRIZE, LATER_PRIZE, CARD_PRIZE = 2, 35, 7  # points: of a city, in percent for each that may follow, of a card

# ---- the places of the counts -----------------------------------------------------------------------------------

SCORE, OWN_CITIES, CITIES_TO_COME = range(3)
FARMERS, STAND_NOBLES, TO_DRAW = range(CITIES_TO_COME + 1, CITIES_TO_COME + 4)
OWN_CARDS = TO_DRAW + 1
TURN = OWN_CARDS + CARDS  # by tokens placed in this turn
TOUCHED = TURN + MAX_PLACED + 1
TOUCHED_TWICE, TOUCHED_AND_FREE = TOUCHED + 1, TOUCHED + 2
CITY = TOUCHED + 3
CITY_NOBLES = CITY + STANDINGS * OPENS
CITY_GROWTH = CITY_NOBLES + OPENS
ZIGGURATS = CITY_GROWTH + SOON
FIELD = ZIGGURATS + STANDINGS * OPENS
SHARED_FIELD, RIPE_FIELD = FIELD + 1, FIELD + 2
NETWORKED, SHOWN_NOBLES = FIELD + 3, FIELD + 4
HOPE = FIELD + 5  # of cities and of ziggurats: what worth.py makes of them, in tenths of a point
NUM_COUNTS = HOPE + 2


def _at_sites(site: str) -> list[str]:
    return [f"{site}, {standing}, {cells} free" for standing in STANDING_NAMES for cells in range(OPENS)]


COUNTS = (
    *("points", "cities", "cities times cities left"),
    *("farmers on the stand", "nobles on the stand", "tokens to draw"),
    *(f"card: {name}" for name in CARD_NAMES[1:]),
    *(f"on turn, {placed} placed" for placed in range(MAX_PLACED + 1)),
    *("ziggurats touched", "ziggurats touched, squared", "ziggurats touched times free cells next to one"),
    *_at_sites("city"),
    *(f"nobles connected to cities, {cells} free" for cells in range(OPENS)),
    *(f"own cities, for each city led, {cells} free" for cells in range(SOON)),
    *_at_sites("ziggurat"),
    *("points of fields in reach", "of these, of others too", "points of the best field for a farmer"),
    *("nobles in the largest network", "nobles face up"),
    *("hope of cities", "hope of ziggurats"),
)


@jit
def row(state: State) -> int:
    """The row of weights: by the number of players, and by the part of all tokens that is left."""
    left = 0
    for seat in range(state.seats):
        left += tokens_left(state, seat)
    stage = min(STAGES - 1, STAGES * left // (TOKENS * state.seats))
    return (state.seats - MIN_SEATS) * STAGES + stage


@jit
def tokens_left(state: State, seat: int) -> int:
    """What a player has still to place; of an unseen stand as many as are there."""
    player = state.players[seat]
    return total(player.pool) + total(player.stand)


@jit
def moment(state: State) -> int:
    """Every token that is placed makes another moment."""
    return (state.turns * TOKENS + state.placed) * TOKENS + state.phase


@jit
def count_all(state: State, counts: list[int], seats: int) -> None:
    """Count for all players."""
    networks = scratch(CELLS + 1)
    nobles = scratch((CELLS + 1) * NOBLES)
    find_networks(state, networks, nobles)
    left = cities_left(state)
    for seat in range(seats):
        count_own(state, seat, left, counts, seat * NUM_COUNTS)
    count_networks(state, networks, nobles, counts)
    near_ziggurats = 0
    for cell in SITE_CELLS:
        content = state.cells[cell]
        if is_city(content):
            count_city(state, cell, networks, nobles, counts, seats, left)
        elif is_ziggurat(content):
            near_ziggurats += count_ziggurat(state, cell, counts, seats)
        elif is_field(content):
            count_field(state, cell, counts, seats)
    for seat in range(seats):
        base = seat * NUM_COUNTS
        touched = counts[base + TOUCHED]
        counts[base + TOUCHED_TWICE] = touched * touched
        counts[base + TOUCHED_AND_FREE] = touched * near_ziggurats


@jit
def count_own(state: State, seat: int, left: int, counts: list[int], base: int) -> None:
    """What lies in front of a player."""
    player = state.players[seat]
    cities = cities_of(player)
    counts[base + SCORE] = player.score
    counts[base + OWN_CITIES] = cities
    counts[base + CITIES_TO_COME] = cities * left
    counts[base + FARMERS] = player.stand[FARMER]
    counts[base + STAND_NOBLES] = total(player.stand) - player.stand[FARMER]
    counts[base + TO_DRAW] = total(player.pool)
    for card in range(1, CARDS + 1):
        counts[base + OWN_CARDS + card - 1] = has_card(player, card)
    if state.turn_of == seat and state.phase == ACT:
        counts[base + TURN + min(state.placed, MAX_PLACED)] = 1


@jit
def count_networks(state: State, networks: list[int], nobles: list[int], counts: list[int]) -> None:
    """The nobles that lie face up, and those of the largest network."""
    for cell in range(CELLS):
        content = state.cells[cell]
        if is_token(content):
            base = owner_of(content) * NUM_COUNTS
            network = networks[cell] * NOBLES
            size = nobles[network] + nobles[network + 1] + nobles[network + 2]
            counts[base + NETWORKED] = max(counts[base + NETWORKED], size)
            counts[base + SHOWN_NOBLES] += content & (KINDS * 4 - 1) < NOBLES


# ---- sites ------------------------------------------------------------------------------------------------------


@jit
def tally_at(state: State, cell: int) -> int:
    """The tokens of each seat next to a cell, TALLY_BITS bits for each."""
    tally = 0
    for direction in range(DIRECTIONS):
        content = state.cells[neighbour(cell, direction)]
        if is_token(content):
            tally += 1 << TALLY_BITS * owner_of(content)
    return tally


@jit
def open_cells(state: State, cell: int) -> int:
    """Free cells of land next to a site, up to MAX_OPEN."""
    free = 0
    for direction in range(DIRECTIONS):
        other = neighbour(cell, direction)
        free += state.cells[other] == FREE and not is_river(other)
    return min(free, MAX_OPEN)


@jit
def standing_of(tally: int, seat: int, seats: int) -> int:
    """How a player stands at a site."""
    if tally == 0:
        return NOBODY_THERE
    mine = tally >> TALLY_BITS * seat & TALLY_MASK
    if mine == 0:
        return ABSENT
    best = 0
    for other in range(seats):
        if other != seat:
            best = max(best, tally >> TALLY_BITS * other & TALLY_MASK)
    return LEVEL + max(-2, min(2, mine - best))


@jit
def chance_at(standing: int, free: int) -> int:
    """How likely a player wins a site, in percent, by the lead and the free cells: about as worth.py has it."""
    lead = standing - LEVEL
    if standing <= ABSENT or lead < -free:
        return 0
    if lead > free:
        return PERCENT
    return PERCENT * (lead + free + 1) // (2 * free + 2) if free > 0 else 0


@jit
def count_city(
    state: State, cell: int, networks: list[int], nobles: list[int], counts: list[int], seats: int, left: int
) -> None:
    """How all stand at a city, and what it would pay for nobles; `left` cities are on the board."""
    tally = tally_at(state, cell)
    free = open_cells(state, cell)
    for seat in range(seats):
        base = seat * NUM_COUNTS
        standing = standing_of(tally, seat, seats)
        counts[base + CITY + standing * OPENS + free] += 1
        if standing > ABSENT:
            paid = connected_nobles(state, cell, seat, networks, nobles)
            counts[base + CITY_NOBLES + free] += paid
            prize = CITY_PRIZE + counts[base + OWN_CITIES] + LATER_PRIZE * left // PERCENT
            chance = chance_at(standing, free)
            counts[base + HOPE] += (POINTS_PER_NOBLE * paid * PERCENT + prize * chance) * SCORED_SOON[free] // THOUSAND
        if standing >= AHEAD and free < SOON:
            counts[base + CITY_GROWTH + free] += counts[base + OWN_CITIES]


@jit
def count_ziggurat(state: State, cell: int, counts: list[int], seats: int) -> int:
    """How all stand at a ziggurat; the free cells next to it, in rivers too."""
    tally = tally_at(state, cell)
    free = open_cells(state, cell)
    for seat in range(seats):
        base = seat * NUM_COUNTS
        counts[base + TOUCHED] += tally >> TALLY_BITS * seat & TALLY_MASK != 0
        if state.cells[cell] == ZIGGURAT:
            standing = standing_of(tally, seat, seats)
            counts[base + ZIGGURATS + standing * OPENS + free] += 1
            counts[base + HOPE + 1] += CARD_PRIZE * chance_at(standing, free) * SCORED_SOON[free] // THOUSAND
    near = 0
    for direction in range(DIRECTIONS):
        near += state.cells[neighbour(cell, direction)] == FREE
    return near


@jit
def count_field(state: State, cell: int, counts: list[int], seats: int) -> None:
    """Who could bring in a field."""
    tally = tally_at(state, cell)
    points = field_points(state, state.cells[cell])
    for seat in range(seats):
        base = seat * NUM_COUNTS
        mine = tally >> TALLY_BITS * seat & TALLY_MASK
        if mine == 0:
            continue
        counts[base + FIELD] += points
        if tally != mine << TALLY_BITS * seat:
            counts[base + SHARED_FIELD] += points
        if state.players[seat].stand[FARMER] > 0:
            counts[base + RIPE_FIELD] = max(counts[base + RIPE_FIELD], points)
