"""What speaks for an action of Babylonia or against it: signs, each of which has a weight that was learned.

An action's signs are numbers below NUM_SIGNS; one may show several times. Their weights, added up, are the logarithm
of how often a good player takes the action. Placements on one cell share most of their signs.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from shinar.core.compiled.jit import jit
from shinar.core.compiled.scratch import scratch
from shinar.core.piles import total
from shinar.games.babylonia.actions import PLACE_TOKEN, SCORE_SITE, TAKE_CARD, TAKE_EXTRA_TURN, placed_cell, placed_kind
from shinar.games.babylonia.board import CELLS, DIRECTIONS, SITE_CELLS, is_river, neighbour
from shinar.games.babylonia.components import CARDS, FARMER, NOBLES, TOKENS
from shinar.games.babylonia.expertise.worth import (
    connected_nobles,
    field_points,
    find_networks,
    is_first_of_network,
    open_land,
)
from shinar.games.babylonia.scoring import cities_of, site_winner, touched_ziggurats
from shinar.games.babylonia.state import (
    FREE,
    ZIGGURAT,
    State,
    is_city,
    is_token,
    is_ziggurat,
    owner_of,
)

__all__ = ["MAX_SIGNS", "NUM_SIGNS", "STAGES", "Survey", "make_cell_signs", "make_kind_signs", "other_sign"]
__all__ += ["show_signs", "stage", "survey"]

STAGES = 3  # parts of the game with weights of their own, by the tokens that are left
MAX_SIGNS = 64  # of one action; more are not counted
TALLY_BITS = 4
TALLY_MASK = (1 << TALLY_BITS) - 1
OPENS = 6  # free cells of land next to a site, 1 … 6
LEADS = 5  # over the best of the others, with the token: -2 … 2
NEARS = 3  # free cells: one, two, or more
MAX_POINTS = 10
MAX_TOUCHED = 6
MAX_NEIGHBOURS = 3
MAX_PAID = 6
MAX_PLACED = 2
MAX_FARMERS = 7
MAX_ALIKE = 3
LOW_FIELD, MAX_FIELD = 4, 2  # points of a field: at most so many, one more, or more than that

# ---- the places of the signs ------------------------------------------------------------------------------------

TYPE = 0  # farmer or noble, on land or in a river, by tokens placed
FIELD = TYPE + 2 * 2 * (MAX_PLACED + 1)
TOUCHED = FIELD + MAX_POINTS + 1
ZIGGURAT_SIGN = TOUCHED + MAX_TOUCHED + 1
CITY = ZIGGURAT_SIGN + 2 * OPENS * LEADS
FITTING = CITY + 2 * OPENS * LEADS
UNFITTING = FITTING + OPENS
JOINED = UNFITTING + OPENS
WANTED = JOINED + NEARS
OWN_NEIGHBOURS = WANTED + NEARS
THEIR_NEIGHBOURS = OWN_NEIGHBOURS + MAX_NEIGHBOURS + 1
PAID_ME = THEIR_NEIGHBOURS + MAX_NEIGHBOURS + 1
PAID_THEM = PAID_ME + 1
CITY_WON = PAID_THEM + 1
CITY_LOST = CITY_WON + 1
FARMERS_HELD = CITY_LOST + 1
ALIKE_HELD = FARMERS_HELD + MAX_FARMERS + 1
FIELD_OPENED = ALIKE_HELD + MAX_ALIKE + 1
END = FIELD_OPENED + 3
CARD = END + 2 * (MAX_PLACED + 1)
OTHER = CARD + CARDS
TAKE_EXTRA = OTHER + 1
KEEP_EXTRA = TAKE_EXTRA + 1
SCORE = KEEP_EXTRA + 1
NUM_SIGNS = SCORE + 3


@jit
def stage(state: State) -> int:
    """The part of the game: the row of weights."""
    left = 0
    for seat in range(state.seats):
        left += total(state.players[seat].pool) + total(state.players[seat].stand)
    return min(STAGES - 1, STAGES * left // (TOKENS * state.seats))


# ---- what is found once for all actions -------------------------------------------------------------------------


class Survey(NamedTuple):
    """What is known of the sites and networks of a position; arrays by cell or by network."""

    networks: list[int]  # the network of each cell
    nobles: list[int]  # by network * NOBLES + kind
    free: list[int]  # by the cell of a site: free cells of land next to it
    lead: list[int]  # the same: own tokens less those of the best of the others
    paid_me: list[int]  # the same, for cities with one free cell: nobles that are paid, …
    paid_them: list[int]  # … and the best of the others
    wanted: list[int]  # by (own network * NOBLES + kind) * NEARS + nearness: cities next to it that show the kind


@jit
def survey(state: State, seat: int) -> Survey:
    """Look at all sites once."""
    found = Survey(
        scratch(CELLS + 1),
        scratch((CELLS + 1) * NOBLES),
        scratch(CELLS + 1),
        scratch(CELLS + 1),
        scratch(CELLS + 1),
        scratch(CELLS + 1),
        scratch((CELLS + 1) * NOBLES * NEARS),
    )
    find_networks(state, found.networks, found.nobles)
    found.free[CELLS] = min(touched_ziggurats(state, seat), MAX_TOUCHED)
    for cell in SITE_CELLS:
        content = state.cells[cell]
        if is_city(content) or content == ZIGGURAT:
            found.free[cell] = open_land(state, cell)
            found.lead[cell] = lead_at(state, cell, seat)
        if is_city(content):
            survey_city(state, cell, seat, found)
    return found


@jit
def lead_at(state: State, cell: int, seat: int) -> int:
    """The tokens of a seat next to a cell, less those of the best of the others."""
    tally = 0
    for direction in range(DIRECTIONS):
        content = state.cells[neighbour(cell, direction)]
        if is_token(content):
            tally += 1 << TALLY_BITS * owner_of(content)
    best = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, tally >> TALLY_BITS * other & TALLY_MASK)
    return (tally >> TALLY_BITS * seat & TALLY_MASK) - best


@jit
def survey_city(state: State, cell: int, seat: int, found: Survey) -> None:
    """Which own networks a city would pay, and if it is nearly surrounded, how much."""
    symbols = state.cells[cell]
    near = nearness(found.free[cell])
    for direction in range(DIRECTIONS):
        other = neighbour(cell, direction)
        if owner_of(state.cells[other]) == seat and is_first_of_network(cell, direction, found.networks):
            for kind in range(NOBLES):
                found.wanted[(found.networks[other] * NOBLES + kind) * NEARS + near] += symbols >> kind & 1
    if found.free[cell] == 1:
        for other in range(state.seats):
            paid = connected_nobles(state, cell, other, found.networks, found.nobles)
            if other == seat:
                found.paid_me[cell] = paid
            else:
                found.paid_them[cell] = max(found.paid_them[cell], paid)


@jit
def nearness(free: int) -> int:
    """How near a site is to being surrounded."""
    return min(max(free - 1, 0), NEARS - 1)


# ---- the signs of an action -------------------------------------------------------------------------------------

Tell = Callable[[list[int], int, int], None]  # (whom, sign, how often it shows)


@jit
def note_sign(signs: list[int], sign: int, times: int) -> None:
    """Add a sign to a list, so many times; `signs[0]` is their number."""
    for _ in range(times):
        if signs[0] < MAX_SIGNS:
            signs[0] += 1
            signs[signs[0]] = sign


def make_cell_signs(tell: Tell) -> Any:
    """`cell_signs(state, seat, cell, found, told)` tells the signs of a placement that do not depend on the token, and
    gives whether the others need to be looked at neighbour by neighbour."""
    city_signs = _make_city_signs(tell)

    @jit
    def cell_signs(state: State, seat: int, cell: int, found: Survey, told: list[int]) -> bool:
        is_down = int(is_river(cell))
        mine = 0
        theirs = 0
        cities = 0
        is_at_ziggurat = False
        if state.cells[cell] != FREE:
            tell(told, FIELD + min(field_points(state, state.cells[cell]), MAX_POINTS), 1)
        for direction in range(DIRECTIONS):
            other = neighbour(cell, direction)
            content = state.cells[other]
            if content <= FREE:
                continue
            if is_token(content):
                mine += owner_of(content) == seat
                theirs += owner_of(content) != seat
            elif is_city(content):
                cities += 1
                tell(told, CITY + standing_after(found, other, is_down), 1)
                if is_down == 0:
                    city_signs(state, seat, cell, other, found, told)
            elif is_ziggurat(content):
                is_at_ziggurat = True
                if content == ZIGGURAT:
                    tell(told, ZIGGURAT_SIGN + standing_after(found, other, is_down), 1)
            else:
                tell(told, FIELD_OPENED + min(max(field_points(state, content) - LOW_FIELD, 0), MAX_FIELD), 1)
        if is_at_ziggurat:
            tell(told, TOUCHED + found.free[CELLS], 1)
        tell(told, OWN_NEIGHBOURS + min(mine, MAX_NEIGHBOURS), 1)
        tell(told, THEIR_NEIGHBOURS + min(theirs, MAX_NEIGHBOURS), 1)
        return mine + cities > 0 and is_down == 0

    return cell_signs


@jit
def standing_after(found: Survey, site: int, is_down: int) -> int:
    """How a seat stands at a site with one token more."""
    lead = max(-2, min(2, found.lead[site] + 1)) + 2
    free = max(min(found.free[site], OPENS) - 1, 0)
    return (is_down * OPENS + free) * LEADS + lead


def _make_city_signs(tell: Tell) -> Any:
    @jit
    def city_signs(state: State, seat: int, cell: int, city: int, found: Survey, told: list[int]) -> None:
        """What a token on land next to a city connects, and what comes of surrounding it."""
        joined = joined_nobles(state, seat, cell, city, found)
        tell(told, JOINED + nearness(found.free[city]), min(joined, MAX_PAID))
        if found.free[city] == 1:
            tell(told, PAID_ME, min(found.paid_me[city] + joined, MAX_PAID))
            tell(told, PAID_THEM, min(found.paid_them[city], MAX_PAID))
            if found.lead[city] >= 0:
                tell(told, CITY_WON, min(cities_of(state.players[seat]), MAX_PAID))
            elif found.lead[city] < -1:
                tell(told, CITY_LOST, 1)

    return city_signs


@jit
def joined_nobles(state: State, seat: int, cell: int, city: int, found: Survey) -> int:
    """The nobles of networks next to a cell that a token there would connect to a city."""
    symbols = state.cells[city]
    joined = 0
    for direction in range(DIRECTIONS):
        other = neighbour(cell, direction)
        if owner_of(state.cells[other]) == seat and is_first_of_network(cell, direction, found.networks):
            network = found.networks[other]
            if not is_next_to_network(city, network, found.networks):
                for kind in range(NOBLES):
                    joined += (symbols >> kind & 1) * found.nobles[network * NOBLES + kind]
    return joined


@jit
def is_next_to_network(cell: int, network: int, networks: list[int]) -> bool:
    """Whether a network has a token next to a cell."""
    met = 0
    for direction in range(DIRECTIONS):
        met += networks[neighbour(cell, direction)] == network
    return met > 0


def make_kind_signs(tell: Tell) -> Any:
    """`kind_signs(state, seat, kind, cell, found, looks_around, told)` tells those that depend on the token."""

    @jit
    def tell_fitting(state: State, seat: int, kind: int, cell: int, found: Survey, told: list[int]) -> None:
        """What a noble on land is worth to the cities around it, and to those that its network reaches."""
        for direction in range(DIRECTIONS):
            other = neighbour(cell, direction)
            content = state.cells[other]
            if is_city(content):
                free = max(min(found.free[other], OPENS) - 1, 0)
                tell(told, (FITTING if content >> kind & 1 else UNFITTING) + free, 1)
            elif owner_of(content) == seat and is_first_of_network(cell, direction, found.networks):
                place = (found.networks[other] * NOBLES + kind) * NEARS
                for near in range(NEARS):
                    tell(told, WANTED + near, min(found.wanted[place + near], MAX_NEIGHBOURS))

    @jit
    def kind_signs(
        state: State, seat: int, kind: int, cell: int, found: Survey, looks_around: bool, told: list[int]
    ) -> None:
        stand = state.players[seat].stand
        is_noble = int(kind < NOBLES)
        type_of = (is_noble * 2 + int(is_river(cell))) * (MAX_PLACED + 1)
        tell(told, TYPE + type_of + min(state.placed, MAX_PLACED), 1)
        if is_noble == 0:
            tell(told, FARMERS_HELD + min(stand[FARMER], MAX_FARMERS), 1)
            return
        tell(told, ALIKE_HELD + min(stand[kind], MAX_ALIKE), 1)
        if looks_around:
            tell_fitting(state, seat, kind, cell, found, told)

    return kind_signs


cell_signs = make_cell_signs(note_sign)
kind_signs = make_kind_signs(note_sign)


@jit
def show_signs(state: State, seat: int, action: int, signs: list[int]) -> None:
    """All signs of an action; `signs[0]` is their number."""
    signs[0] = 0
    if PLACE_TOKEN <= action < SCORE_SITE:
        found = survey(state, seat)
        cell = placed_cell(action)
        looks_around = cell_signs(state, seat, cell, found, signs)
        kind_signs(state, seat, placed_kind(action), cell, found, looks_around, signs)
    else:
        note_sign(signs, other_sign(state, seat, action), 1)


@jit
def other_sign(state: State, seat: int, action: int) -> int:
    """The only sign of an action that places no token."""
    if action < PLACE_TOKEN:
        has_farmers = int(state.farmers == state.placed and state.players[seat].stand[FARMER] > 0)
        return END + has_farmers * (MAX_PLACED + 1) + min(state.placed, MAX_PLACED)
    if action < TAKE_CARD:
        winner = site_winner(state, SITE_CELLS[action - SCORE_SITE])
        return SCORE + (1 if winner == seat else 2 if winner >= 0 else 0)
    if action < TAKE_EXTRA_TURN:
        return CARD + action - TAKE_CARD
    return TAKE_EXTRA if action == TAKE_EXTRA_TURN else KEEP_EXTRA
