"""Positions of Babylonia drawn as text, the way the terminal shows them, and short ways to play on from them.

A drawing has a line of column numbers and lines that begin with a row number; a symbol stands around the first digit
of its column. `.` `,` `:` `~` are free cells, `[MS]` a city, `{5}` and `{C}` fields, `m0` a merchant of seat 0, `(f1)`
a farmer of seat 1 face down. Cells that are not drawn are free; two cities are laid far from the drawing, so that the
game can go on.
"""

import re
from collections.abc import Iterator
from typing import Any

import shinar
from shinar.core.match import Match
from shinar.games.babylonia import Babylonia
from shinar.games.babylonia.audit import audit, surrounded_sites, tiles_of_kind, tokens_on_board
from shinar.games.babylonia.board import CELLS, COORDINATES, cell_at, is_location, is_river, neighbour
from shinar.games.babylonia.components import (
    CITY_KINDS,
    KIND_LETTERS,
    KINDS,
    TILE_KINDS,
    TILE_NAMES,
    TOKENS_OF_KIND,
    tile_count,
)
from shinar.games.babylonia.notation import blank_board
from shinar.games.babylonia.state import ACT, FACE_DOWN, FREE, OUT, SCORED_ZIGGURAT, ZIGGURAT, State, is_city, token

FREE_SYMBOLS = {".", ",", ":", "~"}
EXPECTED = {"/Z\\": ZIGGURAT, "/z\\": ZIGGURAT}  # what a cell holds before a drawing changes it
TEST_TURN = 9  # a turn without the limits of the first round

# The city 7,5 touches land at 5,5 6,4 6,6 8,6 and the Tigris at 8,4 9,5.
CITY = """
     4  5  6
  5     f1
  6  f1    f1
  7    [P]
  8        .
"""
SURROUND_CITY = ("place farmer 8,6", "place farmer 20,4", "end placing")

# The ziggurat 12,8 is won by who has the most of six cells; 14,8 is the last.
WON_ZIGGURAT = """
     7  8  9
 10     f0
 11  f0    f0
 12    /Z\\
 13  f1    f1
 14     .
"""
LOST_ZIGGURAT = """
     7  8  9
 10     f1
 11  f1    f1
 12    /Z\\
 13  f1    f0
 14     .
"""
SURROUND_ZIGGURAT = ("place farmer 14,8", "place farmer 20,4", "end placing")


def make(**options: Any) -> Babylonia:
    """The game with options."""
    game = shinar.make("babylonia", **options)
    assert isinstance(game, Babylonia)
    return game


def position(drawing: str = "", *, seats: int = 2, stands: tuple[str, ...] = (), **fields: Any) -> State:
    """A position from a drawing; `stands` are letters like "MSFF", `fields` any other fields of the state.

    `cards`, `cities` and `scores` give each player's cards (numbers), city tiles and points.
    """
    state = blank_board(seats)
    state.phase, state.turns = ACT, TEST_TURN
    drawn = [place(state, cell, symbol) for cell, symbol in symbols(drawing)]
    for seat in range(seats):
        set_player(state, seat, stands, fields)
    for extra in ("cards", "cities", "scores"):
        fields.pop(extra, None)
    lay_far_cities(state, drawn)
    for name, value in fields.items():
        setattr(state, name, value)
    fill(state)
    assert audit(state) == 0, f"the drawing is not a possible position: {Babylonia.audits[audit(state)]}"
    return state


def symbols(drawing: str) -> Iterator[tuple[int, str]]:
    """The cells of a drawing with their symbols."""
    lines = [line for line in drawing.splitlines() if line.strip()]
    columns = {match.start(): int(match[0]) for match in re.finditer(r"\d+", lines[0])} if lines else {}
    for line in lines[1:]:
        label = re.match(r"\s*(\d+)", line)
        assert label, f"a line begins with its row: {line}"
        for match in re.finditer(r"\S+", line[label.end() :]):
            middle = label.end() + match.start() + (len(match[0]) - 1) // 2
            assert middle in columns, f"{match[0]} stands under no column in {line!r}"
            cell = cell_at(int(label[1]), columns[middle])
            assert cell is not None, f"the board has no cell {label[1]},{columns[middle]}"
            yield cell, match[0]


def place(state: State, cell: int, symbol: str) -> int:
    """Put what a symbol means on a cell; the cell."""
    assert state.cells[cell] == EXPECTED.get(symbol, FREE), f"{symbol} cannot be at {COORDINATES[cell]}"
    state.cells[cell] = content(cell, symbol)
    return cell


def content(cell: int, symbol: str) -> int:
    """What a cell with a symbol holds."""
    if symbol in FREE_SYMBOLS:
        return FREE
    if symbol in EXPECTED:
        return ZIGGURAT if symbol == "/Z\\" else SCORED_ZIGGURAT
    if symbol[0] in "[{":
        assert is_location(cell), f"{COORDINATES[cell]} is no location"
        return TILE_NAMES.index("city" if symbol == "{C}" else symbol[1:-1])
    letter, seat = symbol.strip("()")[0], symbol.strip("()")[1]
    code = token(int(seat), KIND_LETTERS.index(letter.upper()))
    return code + FACE_DOWN if is_river(cell) else code


def set_player(state: State, seat: int, stands: tuple[str, ...], fields: dict[str, Any]) -> None:
    """Stand, cards, cities and points of a player."""
    player = state.players[seat]
    stand = stands[seat] if seat < len(stands) else "MSPFF"
    player.stand = [stand.count(letter) for letter in KIND_LETTERS]
    player.cards = sum(1 << card for card in fields.get("cards", {}).get(seat, ()))
    player.spent = player.cards & 1 << 1  # ten points are spent when they are taken
    names = fields.get("cities", {}).get(seat, "").split()
    player.cities = [names.count(name) if name else 0 for name in TILE_NAMES]
    player.score = fields.get("scores", {}).get(seat, 0)


def lay_far_cities(state: State, drawn: list[int]) -> None:
    """Two cities on locations that are not near anything drawn."""
    near = {neighbour(cell, direction) for cell in drawn for direction in range(6)} | set(drawn)
    far = [cell for cell in range(CELLS) if is_location(cell) and state.cells[cell] == FREE and cell not in near]
    far = [cell for cell in far if not any(neighbour(cell, direction) in near for direction in range(6))]
    for cell in [cell for cell in far if state.cells[cell] != OUT][-2:]:
        state.cells[cell] = next(city for city in range(1, CITY_KINDS) if is_left(state, city))


def is_left(state: State, tile: int) -> bool:
    """Whether a tile of a kind is still in the box."""
    in_use = sum(content == tile for content in state.cells[:CELLS]) + sum(p.cities[tile] for p in state.players)
    return in_use < tile_count(state.seats, tile)


def fill(state: State) -> None:
    """Tokens that are nowhere are in the pools, tiles have left the game, cards 1 to 7 are on display."""
    state.tiles = [0] * TILE_KINDS
    state.gone = [0] * TILE_KINDS
    tokens = tokens_on_board(state)
    for seat, player in enumerate(state.players[: state.seats]):
        on_board = tokens[seat * KINDS : (seat + 1) * KINDS]
        player.pool = [TOKENS_OF_KIND[kind] - player.stand[kind] - on_board[kind] for kind in range(KINDS)]
    state.gone = [0, *(tile_count(state.seats, tile) - tiles_of_kind(state, tile) for tile in range(1, TILE_KINDS))]
    taken = sum(player.cards for player in state.players)
    wanted = 7 - taken.bit_count()
    cards = [card for card in range(1, 10) if not taken >> card & 1]
    state.display = state.display or sum(1 << card for card in cards[:wanted])
    state.surrounded = surrounded_sites(state)


def play(state: State, *actions: str, **options: Any) -> Match[State]:
    """A match from a position in which the seats asked take actions by name; chance is left alone."""
    game = make(players=state.seats, **options)
    match = Match(game, start=state, deals=False)
    for action in actions:
        match.play(match.actors[0], action)
    return match


def after(state: State, *actions: str, **options: Any) -> State:
    """The state after actions of the seats asked."""
    return play(state, *actions, **options).reveal()


def names_of(match: Match[State]) -> set[str]:
    """What the seat that is asked may do, by name."""
    return {match.game.action_name(action) for action in match.legal_actions(match.actors[0])}


def scores(state: State) -> list[int]:
    """Points by seat."""
    return [player.score for player in state.players[: state.seats]]


def why_not(state: State, action: str, **options: Any) -> str:
    """Why an action is refused to the seat asked."""
    match = play(state, **options)
    refusal = match.explain(match.actors[0], action)
    assert refusal is not None, f"{action} is legal"
    return str(refusal)


def is_city_at(state: State, name: str) -> bool:
    """Whether there is a city at a cell."""
    return is_city(at(state, name))


def at(state: State, name: str) -> int:
    """What a cell holds."""
    row, column = name.split(",")
    cell = cell_at(int(row), int(column))
    assert cell is not None
    return state.cells[cell]
