"""What a position of Babylonia is worth to a seat.

Marked for the compiler, so that searches can use it too. All worths are in hundredths of a point.
"""

import math

from shinar.core.compiled.jit import jit
from shinar.core.compiled.scratch import scratch
from shinar.core.piles import total
from shinar.games.babylonia.board import CELLS, DIRECTIONS, SITE_CELLS, is_river, neighbour
from shinar.games.babylonia.components import (
    CARDS,
    CITIES_FIELD,
    FARMER,
    FIRST_FIELD,
    FIRST_FIELD_VALUE,
    NOBLES,
    TOKENS,
)
from shinar.games.babylonia.rules import ranking_key
from shinar.games.babylonia.scoring import POINTS_PER_NOBLE, cities_left, cities_of, is_touched
from shinar.games.babylonia.state import (
    FREE,
    TOKEN,
    ZIGGURAT,
    Player,
    State,
    is_city,
    is_field,
    is_token,
    is_ziggurat,
    owner_of,
)

__all__ = ["CARD_WORTHS", "POINT", "city_worth", "connected_nobles", "evaluate", "field_points", "find_networks"]
__all__ += ["open_land", "rate_all", "site_worth", "tokens_next_to", "value"]

WON = 1_000_000
POINT = 100
PERCENT = 100
# How likely it is that a site is scored, in percent, by the cells of land next to it that are still free.
SCORED_SOON = (100, 50, 38, 28, 20, 14, 10)
CITY = 150  # for the tile itself, besides what it pays now
LATER_CITY = 35  # for each city still on the board: as often may a tile pay again
CARD = 700  # for winning a ziggurat
TOUCHED = 90  # a ziggurat with an own token next to it pays again and again
FIELD_IN_REACH = 25  # percent of a field's points, for an own token next to it
HELD_FARMER = 15  # a farmer on the stand may still be brought into a field
# Ziggurat cards while all tokens are still to be placed; the ten points are in the score already.
CARD_WORTHS = (0, 0, 600, 400, 350, 350, 450, 400, 700, 600)
SURE_LEAD = 4  # points that make a win likely when all tokens are placed …
TOKENS_PER_DOUBT = 2  # … and one more for so many tokens to come
MILLI = 1000
NO_NETWORK = 0


@jit
def evaluate(state: State, seat: int) -> int:
    """What the position is worth to a seat: what it has more than the others have on average."""
    if state.ending:
        return WON * outcome_sign(state, seat)
    networks = scratch(CELLS + 1)  # the number of the network each cell belongs to
    nobles = scratch((CELLS + 1) * NOBLES)  # face-up nobles by network * NOBLES + kind
    find_networks(state, networks, nobles)
    worth = 0
    for other in range(state.seats):
        theirs = side_worth(state, other, networks, nobles)
        worth += theirs * (state.seats - 1) if other == seat else -theirs
    return worth // (state.seats - 1)


@jit
def value(state: State, seat: int) -> float:
    """How likely a seat is to win, 0 … 1, by its lead and by how much is still to come."""
    if state.ending:
        return (1 + outcome_sign(state, seat)) / 2
    me = state.players[seat]
    doubt = POINT * (SURE_LEAD + (total(me.pool) + total(me.stand)) // TOKENS_PER_DOUBT)
    others = state.seats - 1
    return 1 / (1 + others * math.exp(-evaluate(state, seat) / doubt))


@jit
def rate_all(state: State, ratings: list[int], seats: int, _strangers: int) -> None:
    """What all have, as a guide rates it: in thousandths of a logit. Networks are found once for all."""
    networks = scratch(CELLS + 1)
    nobles = scratch((CELLS + 1) * NOBLES)
    find_networks(state, networks, nobles)
    tokens = 0
    for seat in range(seats):
        tokens += total(state.players[seat].pool) + total(state.players[seat].stand)
    doubt = POINT * (SURE_LEAD + tokens // (seats * TOKENS_PER_DOUBT))
    for seat in range(seats):
        ratings[seat] = MILLI * side_worth(state, seat, networks, nobles) // doubt


@jit
def outcome_sign(state: State, seat: int) -> int:
    """1 for the first place, 0 for a shared one, -1 else."""
    sign = 1
    mine = ranking_key(state, seat)
    for other in range(state.seats):
        if other != seat and ranking_key(state, other) >= mine:
            sign = min(sign, 0 if ranking_key(state, other) == mine else -1)
    return sign


@jit
def find_networks(state: State, networks: list[int], nobles: list[int]) -> None:
    """Number the networks of all players from 1 on, and count the nobles of each."""
    todo = scratch(CELLS)
    found = 0
    for start in range(CELLS):
        if not is_token(state.cells[start]) or networks[start] != NO_NETWORK:
            continue
        found += 1
        networks[start] = found
        todo[0] = start
        waiting = 1
        while waiting > 0:
            waiting -= 1
            cell = todo[waiting]
            count_noble(state.cells[cell], found, nobles)
            waiting = add_linked(state, cell, networks, todo, waiting)


@jit
def count_noble(content: int, network: int, nobles: list[int]) -> None:
    """A face-up noble belongs to its network."""
    kind = content % TOKEN
    if kind < NOBLES:
        nobles[network * NOBLES + kind] += 1


@jit
def add_linked(state: State, cell: int, networks: list[int], todo: list[int], waiting: int) -> int:
    """Add the neighbours of the same owner to a network; how many cells wait then."""
    owner = owner_of(state.cells[cell])
    for direction in range(DIRECTIONS):
        other = neighbour(cell, direction)
        if networks[other] == NO_NETWORK and owner_of(state.cells[other]) == owner:
            networks[other] = networks[cell]
            todo[waiting] = other
            waiting += 1
    return waiting


@jit
def side_worth(state: State, seat: int, networks: list[int], nobles: list[int]) -> int:
    """The worth of all that one player has: points, cards, and what may come of cities, ziggurats and fields."""
    me = state.players[seat]
    tokens_left = total(me.pool) + total(me.stand)
    worth = POINT * me.score + HELD_FARMER * me.stand[FARMER] + cards_worth(me) * tokens_left // TOKENS
    city = city_worth(state, seat)
    for cell in SITE_CELLS:
        worth += site_worth(state, seat, cell, city, networks, nobles)
    return worth


@jit
def city_worth(state: State, seat: int) -> int:
    """What taking one more city is worth to a player."""
    return CITY + POINT * (cities_of(state.players[seat]) + 1) + LATER_CITY * cities_left(state)


@jit
def site_worth(state: State, seat: int, cell: int, city: int, networks: list[int], nobles: list[int]) -> int:
    """What a city, a ziggurat or a field may still bring a player; `city` is what one more city is worth."""
    content = state.cells[cell]
    worth = 0
    if is_city(content):
        points = POINTS_PER_NOBLE * POINT * connected_nobles(state, cell, seat, networks, nobles)
        worth += likely(state, cell, points + city * share(state, cell, seat) // PERCENT)
    elif is_ziggurat(content):
        worth += TOUCHED * is_touched(state, cell, seat)
        if content == ZIGGURAT:
            worth += likely(state, cell, CARD * share(state, cell, seat) // PERCENT)
    elif is_field(content) and is_touched(state, cell, seat):
        worth += field_points(state, content) * POINT * FIELD_IN_REACH // PERCENT
    return worth


@jit
def cards_worth(player: Player) -> int:
    """What the cards of a player may still bring, if there is much to come."""
    worth = 0
    for card in range(1, CARDS + 1):
        if (player.cards & ~player.spent) >> card & 1:
            worth += CARD_WORTHS[card]
    return worth


@jit
def likely(state: State, cell: int, worth: int) -> int:
    """A worth that comes when a site is scored, less the doubt whether it will be."""
    return worth * SCORED_SOON[open_land(state, cell)] // PERCENT


@jit
def open_land(state: State, cell: int) -> int:
    """How many cells of land next to a site are free."""
    free = 0
    for direction in range(DIRECTIONS):
        other = neighbour(cell, direction)
        free += state.cells[other] == FREE and not is_river(other)
    return free


@jit
def connected_nobles(state: State, city: int, seat: int, networks: list[int], nobles: list[int]) -> int:
    """The nobles of a seat that a city would count now; each network once."""
    symbols = state.cells[city]
    count = 0
    for direction in range(DIRECTIONS):
        cell = neighbour(city, direction)
        if owner_of(state.cells[cell]) == seat and is_first_of_network(city, direction, networks):
            for kind in range(NOBLES):
                count += (symbols >> kind & 1) * nobles[networks[cell] * NOBLES + kind]
    return count


@jit
def is_first_of_network(city: int, direction: int, networks: list[int]) -> bool:
    """Whether no neighbour in an earlier direction belongs to the same network."""
    network = networks[neighbour(city, direction)]
    met = 0
    for earlier in range(direction):
        met += networks[neighbour(city, earlier)] == network
    return met == 0


@jit
def share(state: State, cell: int, seat: int) -> int:
    """How likely a seat has the most tokens next to a site in the end, in percent."""
    mine = 0
    best = 0
    for other in range(state.seats):
        tokens = tokens_next_to(state, cell, other)
        if other == seat:
            mine = tokens
        else:
            best = max(best, tokens)
    lead = mine - best
    free = open_land(state, cell)
    if mine == 0 or lead < -free:
        return 0
    if lead > free:
        return PERCENT
    return PERCENT * (lead + free + 1) // (2 * free + 2) if free > 0 else 0


@jit
def tokens_next_to(state: State, cell: int, seat: int) -> int:
    """How many tokens a seat has next to a cell."""
    tokens = 0
    for direction in range(DIRECTIONS):
        tokens += owner_of(state.cells[neighbour(cell, direction)]) == seat
    return tokens


@jit
def field_points(state: State, field: int) -> int:
    """What a field would bring now."""
    if field != CITIES_FIELD:
        return FIRST_FIELD_VALUE + field - FIRST_FIELD
    points = 0
    for seat in range(state.seats):
        points += cities_of(state.players[seat])
    return points
