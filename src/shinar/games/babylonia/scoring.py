"""Scoring cities and ziggurats: who surrounds, who is connected, who has the most. RULES.md, sections 4 and 5."""

from shinar.core.compiled.jit import jit
from shinar.core.compiled.scratch import scratch
from shinar.games.babylonia.board import (
    CELLS,
    CENTRAL,
    DIRECTIONS,
    REGION,
    SITE_CELLS,
    ZIGGURAT_CELLS,
    is_river,
    neighbour,
)
from shinar.games.babylonia.components import (
    CITY_BONUS,
    CITY_KINDS,
    LAND_CONNECTS,
    RIVER_CONNECTS,
    TEN_POINTS,
)
from shinar.games.babylonia.state import (
    FREE,
    SCORED_ZIGGURAT,
    TOKEN,
    Player,
    State,
    is_city,
    is_token,
    is_ziggurat,
    owner_of,
)

__all__ = ["NOBODY", "cities_left", "cities_of", "has_card", "is_surrounded", "is_touched", "site_winner"]
__all__ += ["noble_points", "score_city", "take_card", "touched_ziggurats"]

POINTS_PER_NOBLE = 2  # [BN-4.3]
CARD_POINTS = 10  # [BN-8.1]
CITIES_PER_BONUS = 2  # [BN-8.7]
NOBODY = -1
TALLY_BITS = 4  # a cell has at most six neighbours, so the count of a seat's tokens takes less than this
TALLY_MASK = (1 << TALLY_BITS) - 1
KIND_MASK = TOKEN - 1  # what remains of a token without its owner: kind, FACE_DOWN, UNKNOWN


# ---- 4. Cities --------------------------------------------------------------------------------------------------


@jit
def is_surrounded(state: State, site_cell: int) -> bool:
    """[BN-4.1] All cells of land next to it hold tokens."""
    for direction in range(DIRECTIONS):
        cell = neighbour(site_cell, direction)
        if state.cells[cell] == FREE and not is_river(cell):
            return False
    return True


@jit
def score_city(state: State, cell: int) -> None:
    """[BN-4.3] … [BN-4.8] First the nobles, then the city; its cell is free from now on."""
    for seat in range(state.seats):
        state.players[seat].score += noble_points(state, cell, seat)
    city = state.cells[cell]
    winner = site_winner(state, cell)
    state.cells[cell] = FREE
    if winner == NOBODY:
        state.gone[city] += 1
        return
    state.players[winner].cities[city] += 1
    for seat in range(state.seats):
        state.players[seat].score += city_points(state.players[seat])


@jit
def noble_points(state: State, city_cell: int, seat: int) -> int:
    """[BN-4.3] Two points for each own noble of the city's kinds that is next to the city or connected to it."""
    symbols = state.cells[city_cell]
    reached = scratch(CELLS + 1)  # 1 for each cell that is in `network`
    network = scratch(CELLS)  # cells of the network in the order they were reached
    size = spread(state, seat, city_cell, reached, network, 0)
    points = 0
    visited = 0
    while visited < size:
        cell = network[visited]
        points += POINTS_PER_NOBLE * has_symbol(state.cells[cell], symbols)
        size = spread(state, seat, cell, reached, network, size)
        visited += 1
    return points


@jit
def spread(state: State, seat: int, cell: int, reached: list[int], network: list[int], size: int) -> int:
    """[BN-4.4] Add the cells next to a cell that connect for a seat; the new size of the network."""
    for direction in range(DIRECTIONS):
        other = neighbour(cell, direction)
        if reached[other] == 0 and is_link(state, seat, other):
            reached[other] = 1
            network[size] = other
            size += 1
    return size


@jit
def is_link(state: State, seat: int, cell: int) -> bool:
    """[BN-4.4] [BN-8.8] [BN-8.9] Own tokens connect, and with a card free cells."""
    content = state.cells[cell]
    if content != FREE:
        return owner_of(content) == seat
    player = state.players[seat]
    if is_river(cell):
        return has_card(player, RIVER_CONNECTS)
    return REGION[cell] == CENTRAL and has_card(player, LAND_CONNECTS)


@jit
def has_symbol(content: int, symbols: int) -> int:
    """1 if a cell holds a face-up noble whose kind is among the symbols; farmers and face-down tokens have none."""
    return symbols >> (content & KIND_MASK) & 1 if is_token(content) else 0


@jit
def site_winner(state: State, site_cell: int) -> int:
    """[BN-4.5] [BN-4.6] The seat with the most tokens next to a site, or NOBODY in a tie."""
    tally = 0  # TALLY_BITS bits for each seat
    for direction in range(DIRECTIONS):
        content = state.cells[neighbour(site_cell, direction)]
        if is_token(content):
            tally += 1 << TALLY_BITS * owner_of(content)
    best = 0
    winner = NOBODY
    for seat in range(state.seats):
        tokens = tally >> TALLY_BITS * seat & TALLY_MASK
        if tokens > best:
            best = tokens
            winner = seat
        elif tokens == best:
            winner = NOBODY
    return winner


@jit
def city_points(player: Player) -> int:
    """[BN-4.7] [BN-8.7] One point for each own city, with card 7 another for every two."""
    cities = cities_of(player)
    return cities + (cities // CITIES_PER_BONUS if has_card(player, CITY_BONUS) else 0)


@jit
def cities_of(player: Player) -> int:
    """How many cities a player has taken."""
    cities = 0
    for city in range(1, CITY_KINDS):
        cities += player.cities[city]
    return cities


@jit
def cities_left(state: State) -> int:
    """[BN-7.3] How many cities are on the board."""
    cities = 0
    for cell in SITE_CELLS:
        cities += is_city(state.cells[cell])
    return cities


# ---- 5. Ziggurats -----------------------------------------------------------------------------------------------


@jit
def touched_ziggurats(state: State, seat: int) -> int:
    """[BN-3.7] How many ziggurats have a token of a seat next to them; a river may touch one that is not in play."""
    ziggurats = 0
    for cell in ZIGGURAT_CELLS:
        ziggurats += is_ziggurat(state.cells[cell]) and is_touched(state, cell, seat)
    return ziggurats


@jit
def is_touched(state: State, cell: int, seat: int) -> bool:
    """Whether a seat has a token next to a cell."""
    tokens = 0
    for direction in range(DIRECTIONS):
        tokens += owner_of(state.cells[neighbour(cell, direction)]) == seat
    return tokens > 0


@jit
def score_ziggurat(state: State, cell: int) -> int:
    """[BN-5.1] [BN-5.2] [BN-5.3] Never scored again; who has the most tokens next to it, or NOBODY."""
    state.cells[cell] = SCORED_ZIGGURAT
    return site_winner(state, cell)


@jit
def has_card(player: Player, card: int) -> bool:
    """[BN-8.10] Whether a player owns a card that is not spent."""
    return (player.cards & ~player.spent) >> card & 1 == 1


@jit
def take_card(state: State, seat: int, card: int) -> None:
    """[BN-5.1] [BN-8.1] From the display; the ten points come at once."""
    player = state.players[seat]
    state.display -= 1 << card
    player.cards |= 1 << card
    if card == TEN_POINTS:
        player.score += CARD_POINTS
        spend_card(player, card)


@jit
def spend_card(player: Player, card: int) -> None:
    """Turn a card face down: it cannot be used any more."""
    player.spent |= 1 << card
