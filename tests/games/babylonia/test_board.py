"""The board and the box, against the counts that were taken from the printed game [BN-1.1]."""

from collections import Counter

import pytest

from shinar.core.errors import NotationError
from shinar.games.babylonia.board import (
    CELLS,
    CENTRAL,
    CLOSED_REGION,
    COORDINATES,
    DIRECTIONS,
    EUPHRATES,
    NO_SITE,
    NORTH,
    OFF_BOARD,
    REGION,
    RIVER_CELLS,
    SITE_AT,
    SITE_CELLS,
    SOUTH,
    TIGRIS,
    ZIGGURAT_CELLS,
    cell_name,
    is_location,
    is_river,
    neighbour,
    parse_cell,
)
from shinar.games.babylonia.components import TILE_KINDS, TILE_NAMES, TOKENS, TOKENS_OF_KIND, tile_count
from shinar.games.babylonia.notation import blank_board
from shinar.games.babylonia.state import FREE, OUT, ZIGGURAT
from tests.games.babylonia.positions import make

LAND = (NORTH, CENTRAL, SOUTH)


def neighbours(cell: int) -> list[int]:
    """The neighbours of a cell that exist."""
    found = [neighbour(cell, direction) for direction in range(DIRECTIONS)]
    return [other for other in found if other != OFF_BOARD]


def test_the_board_has_175_cells_in_five_regions() -> None:
    """[BN-1.1]"""
    assert CELLS == 175
    assert Counter(REGION) == {NORTH: 26, CENTRAL: 56, SOUTH: 62, TIGRIS: 17, EUPHRATES: 14}


@pytest.mark.parametrize(
    ("region", "plain", "locations", "ziggurats"), [(NORTH, 19, 6, 1), (CENTRAL, 42, 12, 2), (SOUTH, 46, 14, 2)]
)
def test_each_region_of_land_has_its_locations_and_ziggurats(
    region: int, plain: int, locations: int, ziggurats: int
) -> None:
    """[BN-1.1]"""
    cells = [cell for cell in range(CELLS) if REGION[cell] == region]
    assert sum(is_location(cell) for cell in cells) == locations
    assert sum(cell in ZIGGURAT_CELLS for cell in cells) == ziggurats
    assert sum(SITE_AT[cell] == NO_SITE for cell in cells) == plain


def test_the_ziggurats_stand_where_the_printed_board_has_them() -> None:
    assert [cell_name(cell) for cell in ZIGGURAT_CELLS] == ["3,1", "5,11", "12,8", "18,2", "18,14"]


def test_the_neighbour_relation_is_symmetric_and_has_474_edges() -> None:
    edges = [(cell, other) for cell in range(CELLS) for other in neighbours(cell)]
    assert all((other, cell) in set(edges) for cell, other in edges)
    assert len(edges) == 2 * 474


def test_neighbours_are_those_of_the_geometry() -> None:
    steps = {(-2, 0), (2, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)}
    for cell, (row, column) in enumerate(COORDINATES):
        expected = {place for place in COORDINATES if (place[0] - row, place[1] - column) in steps}
        assert {COORDINATES[other] for other in neighbours(cell)} == expected


def test_no_two_sites_are_adjacent_and_no_cell_touches_two_ziggurats() -> None:
    for cell in SITE_CELLS:
        assert [other for other in neighbours(cell) if other in SITE_CELLS] == []
    assert all(sum(other in ZIGGURAT_CELLS for other in neighbours(cell)) <= 1 for cell in range(CELLS))


def test_every_site_has_three_to_six_cells_of_land_next_to_it() -> None:
    for cell in SITE_CELLS:
        land = [other for other in neighbours(cell) if REGION[other] in LAND]
        assert 3 <= len(land) <= 6
        assert 0 <= len(neighbours(cell)) - len(land) <= 3


def test_every_ziggurat_has_four_or_more_cells_of_land_next_to_it() -> None:
    """So none can be surrounded by the three tokens of the first two turns."""
    for cell in ZIGGURAT_CELLS:
        assert sum(REGION[other] in LAND for other in neighbours(cell)) >= 4


def test_land_has_three_parts_and_rivers_two_and_no_two_regions_of_land_touch() -> None:
    assert components([cell for cell in range(CELLS) if REGION[cell] in LAND]) == 3
    assert components(list(RIVER_CELLS)) == 2
    for cell in range(CELLS):
        for other in neighbours(cell):
            assert REGION[cell] == REGION[other] or is_river(cell) or is_river(other) or REGION[cell] >= TIGRIS


def components(cells: list[int]) -> int:
    """How many connected parts some cells have."""
    left, parts = set(cells), 0
    while left:
        parts += 1
        todo = [left.pop()]
        while todo:
            reached = [other for other in neighbours(todo.pop()) if other in left]
            left -= set(reached)
            todo += reached
    return parts


@pytest.mark.parametrize(
    ("players", "in_play", "plain", "locations", "ziggurats", "free"),
    [(2, 113, 61, 18, 3, 92), (3, 149, 88, 26, 4, 119), (4, 175, 107, 32, 5, 138)],
)
def test_the_part_of_the_board_that_is_used_depends_on_the_players(
    players: int, in_play: int, plain: int, locations: int, ziggurats: int, free: int
) -> None:
    """[BN-1.2] [BN-1.4]"""
    state = blank_board(players)
    used = [cell for cell in range(CELLS) if state.cells[cell] != OUT]
    assert len(used) == in_play
    assert {REGION[cell] for cell in range(CELLS)} - {REGION[cell] for cell in used} == {CLOSED_REGION[players]} - {-1}
    assert sum(state.cells[cell] == ZIGGURAT for cell in used) == ziggurats
    assert sum(is_location(cell) for cell in used) == locations == sum(state.tiles)
    assert sum(SITE_AT[cell] == NO_SITE and not is_river(cell) for cell in used) == plain
    assert sum(state.cells[cell] == FREE and not is_location(cell) for cell in used) == free
    assert set(RIVER_CELLS) <= set(used)


@pytest.mark.parametrize(
    ("players", "tiles"),
    [
        (2, {"M": 2, "S": 2, "P": 2, "MS": 2, "MP": 2, "SP": 2, "MSP": 0, "5": 1, "6": 1, "7": 1, "city": 3}),
        (3, {"M": 2, "S": 2, "P": 2, "MS": 3, "MP": 3, "SP": 3, "MSP": 1, "5": 2, "6": 2, "7": 2, "city": 4}),
        (4, {"M": 3, "S": 3, "P": 3, "MS": 3, "MP": 3, "SP": 3, "MSP": 1, "5": 2, "6": 2, "7": 2, "city": 7}),
    ],
)
def test_the_tiles_in_use_depend_on_the_players(players: int, tiles: dict[str, int]) -> None:
    """[BN-1.3]"""
    assert {TILE_NAMES[tile]: tile_count(players, tile) for tile in range(1, TILE_KINDS)} == tiles


def test_each_player_has_thirty_tokens() -> None:
    """[BN-1.1]"""
    assert (TOKENS, TOKENS_OF_KIND) == (30, (6, 6, 6, 12))
    assert [player.pool for player in make(players=3).initial_state().players] == [[6, 6, 6, 12]] * 3 + [[0] * 4]


def test_a_cell_is_named_by_row_and_column() -> None:
    assert all(parse_cell(cell_name(cell)) == cell for cell in range(CELLS))
    assert cell_name(0) == "0,8"


@pytest.mark.parametrize("text", ["0,0", "23,1", "12", "", "a,b", "1,2", "-1,3", "12,6,1"])
def test_what_is_no_cell_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError, match="the board has no cell"):
        parse_cell(text)
