"""Connection, majority and surrounding against slow and simple answers, on boards that nobody would draw."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shinar.core.compiled.jit import compiled, jit
from shinar.core.compiled.kernel import to_array
from shinar.games.babylonia.board import CELLS, COORDINATES, SITE_CELLS, is_location, is_river
from shinar.games.babylonia.components import KINDS
from shinar.games.babylonia.notation import blank_board
from shinar.games.babylonia.scoring import NOBODY, is_surrounded, noble_points, site_winner, touched_ziggurats
from shinar.games.babylonia.state import FACE_DOWN, FREE, State, is_city, token
from tests.games.babylonia.oracle import Board


@st.composite
def boards(draw: st.DrawFn) -> State:
    """Boards full of tiles and tokens, and players with any of the cards that connect."""
    state = blank_board(draw(st.integers(2, 4)))
    chance = random.Random(draw(st.integers(0, 1 << 32)))
    filled = draw(st.sampled_from([0.2, 0.5, 0.8, 0.95]))
    for cell in range(CELLS):
        if state.cells[cell] == FREE and chance.random() < filled:
            state.cells[cell] = any_content(state, cell, chance)
    for player in state.players[: state.seats]:
        player.cards = draw(st.sampled_from([0, 1 << 8, 1 << 9, 1 << 8 | 1 << 9]))
    return state


def any_content(state: State, cell: int, chance: random.Random) -> int:
    """A tile or a token that may lie on a cell."""
    if is_location(cell) and chance.random() < 0.7:
        return chance.randint(1, 11)
    held = token(chance.randrange(state.seats), chance.randrange(KINDS))
    return held + FACE_DOWN if is_river(cell) else held


def sites(state: State) -> list[int]:
    """The sites in play."""
    return [cell for cell in SITE_CELLS if state.cells[cell] >= FREE]


def cities(state: State) -> list[int]:
    """The cells with cities."""
    return [cell for cell in sites(state) if is_city(state.cells[cell])]


@given(boards())
def test_sites_are_surrounded_as_the_geometry_says(state: State) -> None:
    board = Board(state)
    for cell in sites(state):
        assert is_surrounded(state, cell) == board.is_surrounded(COORDINATES[cell])


@given(boards())
def test_the_most_tokens_are_counted_as_the_geometry_says(state: State) -> None:
    board = Board(state)
    for cell in sites(state):
        expected = board.most(COORDINATES[cell])
        assert site_winner(state, cell) == (NOBODY if expected is None else expected)


@given(boards())
@settings(max_examples=60)
def test_nobles_count_as_the_geometry_says(state: State) -> None:
    board = Board(state)
    for cell in cities(state)[:5]:
        for seat in range(state.seats):
            assert noble_points(state, cell, seat) == board.noble_points(COORDINATES[cell], seat)


@given(boards())
@settings(max_examples=60)
def test_ziggurats_are_touched_as_the_geometry_says(state: State) -> None:
    board = Board(state)
    for seat in range(state.seats):
        assert touched_ziggurats(state, seat) == board.touched(seat)


@jit
def points_in_box(states: Any, cell: int, seat: int) -> int:
    """`noble_points` as a kernel calls it."""
    return noble_points(states[0], cell, seat)


@given(boards())
@settings(max_examples=40)
def test_compiled_code_counts_nobles_like_plain_python(state: State) -> None:
    count = compiled(points_in_box)
    boxed = to_array(state)
    for cell in cities(state)[:5]:
        for seat in range(state.seats):
            assert count(boxed, cell, seat) == noble_points(state, cell, seat)
