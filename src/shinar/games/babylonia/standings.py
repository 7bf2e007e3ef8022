"""How every city and ziggurat stands: who has tokens around it, what is free, what it would bring each player now."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Literal, NamedTuple, TypedDict

from shinar.core.compiled.layout import copy_of, shallow_copy_of
from shinar.games.babylonia.board import CELLS, DIRECTIONS, SITE_CELLS, cell_name, is_river, neighbour
from shinar.games.babylonia.components import FARMER, TILE_NAMES
from shinar.games.babylonia.rules import ANY_TWO, stand_size
from shinar.games.babylonia.scoring import (
    NOBODY,
    POINTS_PER_NOBLE,
    city_points,
    has_symbol,
    is_link,
    noble_points,
    site_winner,
)
from shinar.games.babylonia.state import (
    FACE_DOWN,
    FREE,
    OUT,
    SCORED_ZIGGURAT,
    UNKNOWN,
    State,
    is_city,
    is_token,
    is_ziggurat,
    owner_of,
    token,
)

__all__ = ["Completion", "Network", "Share", "Standing", "around", "counted_nobles", "networks", "standings"]

Network = list[int]  # cells that are connected for one player
Networks = dict[int, Network]  # of one player, by cell
Owned = tuple[tuple[int, ...], int]  # the city tiles of a player by kind, and the cards in force
KEPT_BOARDS = 256  # about 20 kB each

_AROUND = tuple(
    tuple(other for direction in range(DIRECTIONS) if (other := neighbour(cell, direction)) < CELLS)
    for cell in range(CELLS)
)


class Share(TypedDict):
    """What one player has at a city or ziggurat."""

    tokens: int  # next to it, face-down ones included
    counted: list[str]  # cells of the nobles that a city counts
    nobles: int  # points they would bring now
    cities: int  # points for cities, if it were scored now


class Completion(TypedDict):
    """What a city would bring if the observer filled its free land with farmers."""

    winner: int | None
    nobles: list[int]  # points by seat
    cities: list[int]  # points by seat


class Standing(TypedDict):
    """How a city or a ziggurat stands."""

    cell: str
    holds: Literal["city", "ziggurat"]
    tile: str | None  # of a city: which nobles it shows
    scored: bool  # of a ziggurat
    land: int  # cells of land around it
    free: list[str]  # those of them that hold no token
    winner: int | None  # who has the most tokens now; nobody in a tie
    shares: list[Share]  # by seat
    completed: Completion | None  # if the observer can fill what is free in one turn


class Site(NamedTuple):
    """A city or ziggurat, whoever looks on."""

    cell: int
    free: list[int]  # cells of land around it that hold no token
    standing: Standing


class Board(NamedTuple):
    """What every observer sees."""

    networks: list[Networks]  # of each seat
    rewards: list[list[int]]  # by the seat that takes a city: the points by seat that cities bring then
    sites: list[Site]


def standings(state: State, seat: int) -> list[Standing]:
    """Every city and ziggurat on the board, in the order of cells."""
    cells = tuple(map(_without_secrets, state.cells))
    owned = tuple((tuple(player.cities), player.cards & ~player.spent) for player in state.players[: state.seats])
    board = _known_to_all(cells, owned)
    return [_seen_by(state, site, seat, board) for site in board.sites]


@cache
def _without_secrets(content: int) -> int:
    """A face-down token counts as one whose kind nobody knows."""
    is_face_down = is_token(content) and content & FACE_DOWN
    return token(owner_of(content), UNKNOWN) if is_face_down else content


@lru_cache(maxsize=KEPT_BOARDS)
def _known_to_all(cells: tuple[int, ...], owned: tuple[Owned, ...]) -> Board:
    """How cities and ziggurats stand. It takes long, and everybody at a table asks for it."""
    state = State()
    state.cells, state.seats = list(cells), len(owned)
    for seat, (cities, cards) in enumerate(owned):
        state.players[seat].cities, state.players[seat].cards = list(cities), cards
    board = Board(
        [networks(state, owner) for owner in range(state.seats)],
        [_city_points(state, winner) for winner in range(state.seats)],
        [],
    )
    for cell in SITE_CELLS:
        if is_city(state.cells[cell]) or is_ziggurat(state.cells[cell]):
            board.sites.append(_site(state, cell, board))
    return board


def _seen_by(state: State, site: Site, seat: int, board: Board) -> Standing:
    """A copy, with what the observer alone could do."""
    found = site.standing
    shares: list[Share] = [{**share, "counted": share["counted"].copy()} for share in found["shares"]]
    completed = _completion(state, site, seat, board) if found["holds"] == "city" else None
    return {**found, "free": found["free"].copy(), "shares": shares, "completed": completed}


def _land_around(state: State, site: int) -> list[int]:
    return [cell for cell in around(site) if not is_river(cell) and state.cells[cell] != OUT]


def _site(state: State, cell: int, board: Board) -> Site:
    """One city or ziggurat."""
    content = state.cells[cell]
    land = _land_around(state, cell)
    free = [other for other in land if state.cells[other] == FREE]
    winner = site_winner(state, cell)
    standing: Standing = {
        "cell": cell_name(cell),
        "holds": "city" if is_city(content) else "ziggurat",
        "tile": TILE_NAMES[content] if is_city(content) else None,
        "scored": content == SCORED_ZIGGURAT,
        "land": len(land),
        "free": [cell_name(other) for other in free],
        "winner": None if winner == NOBODY else winner,
        "shares": _shares(state, cell, winner, board),
        "completed": None,
    }
    return Site(cell, free, standing)


def around(cell: int) -> tuple[int, ...]:
    """The neighbours of a cell that are on the board."""
    return _AROUND[cell]


def networks(state: State, seat: int) -> Networks:
    """[BN-4.4] By cell, all that is connected with it for a player; cells of one network share it."""
    links = {cell for cell in range(CELLS) if is_link(state, seat, cell)}
    found: Networks = {}
    for cell in links:
        if cell not in found:
            network = _connected(cell, links)
            found |= dict.fromkeys(network, network)
    return found


def _connected(start: int, links: set[int]) -> Network:
    network, seen = [start], {start}
    for cell in network:
        fresh = [other for other in around(cell) if other in links and other not in seen]
        network += fresh
        seen.update(fresh)
    return network


def counted_nobles(state: State, site: int, linked: Networks, filled: Iterable[int] = ()) -> list[int]:
    """[BN-4.3] The cells of the nobles that a city counts for the player of these networks.

    The player is thought to have `filled` some cells next to it as well.
    """
    near = [cell for place in (site, *filled) for cell in around(place)]
    touching = {id(linked[cell]): linked[cell] for cell in near if cell in linked}
    symbols = state.cells[site]
    return sorted(cell for network in touching.values() for cell in network if has_symbol(state.cells[cell], symbols))


def _shares(state: State, site: int, winner: int, board: Board) -> list[Share]:
    city_points = _rewards(board, winner) if is_city(state.cells[site]) else [0] * state.seats
    shares: list[Share] = []
    for seat, linked in enumerate(board.networks):
        counted = counted_nobles(state, site, linked) if is_city(state.cells[site]) else []
        tokens = sum(owner_of(state.cells[cell]) == seat for cell in around(site))
        names = [cell_name(cell) for cell in counted]
        nobles = POINTS_PER_NOBLE * len(counted)
        shares.append({"tokens": tokens, "counted": names, "nobles": nobles, "cities": city_points[seat]})
    return shares


def _rewards(board: Board, winner: int) -> list[int]:
    """[BN-4.7] The points for cities that scoring a city brings, by seat; none in a tie."""
    return [0] * len(board.rewards) if winner == NOBODY else board.rewards[winner].copy()


def _city_points(state: State, winner: int) -> list[int]:
    """[BN-4.7] The points by seat for the cities in front of them, once the winner has taken one more, of any kind."""
    richer = copy_of(state.players[winner])
    richer.cities[1] += 1
    return [city_points(richer if seat == winner else state.players[seat]) for seat in range(state.seats)]


def _completion(state: State, site: Site, seat: int, board: Board) -> Completion | None:
    """What a city would bring if a seat filled what is free around it; None if it cannot do that in one turn."""
    if not site.free or not _can_fill(state, seat, len(site.free)):
        return None
    tokens = [share["tokens"] for share in site.standing["shares"]]
    tokens[seat] += len(site.free)
    winner = tokens.index(max(tokens)) if tokens.count(max(tokens)) == 1 else NOBODY
    nobles = [_nobles_then(state, site, linked, owner, seat) for owner, linked in enumerate(board.networks)]
    return {"winner": None if winner == NOBODY else winner, "nobles": nobles, "cities": _rewards(board, winner)}


def _nobles_then(state: State, site: Site, linked: Networks, owner: int, seat: int) -> int:
    """The points of a player's nobles once a seat has filled what is free around a city, from the networks of now."""
    if owner != seat and any(cell in linked for cell in site.free):  # a card connects free land: there it would be cut
        return noble_points(_filled(state, site, seat), site.cell, owner)
    filled = site.free if owner == seat else ()
    return POINTS_PER_NOBLE * len(counted_nobles(state, site.cell, linked, filled))


def _filled(state: State, site: Site, seat: int) -> State:
    """The position with farmers of a seat wherever land around a city is free."""
    after = shallow_copy_of(state)
    after.cells = [token(seat, FARMER) if cell in site.free else old for cell, old in enumerate(state.cells)]
    return after


def _can_fill(state: State, seat: int, cells: int) -> bool:
    """[BN-3.1] [BN-3.2] Any two tokens, or as many farmers as there are cells; nobody on no seat."""
    if seat < 0:
        return False
    player = state.players[seat]
    return cells <= min(ANY_TWO, stand_size(player)) or cells <= player.stand[FARMER]
