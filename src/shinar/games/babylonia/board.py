"""The board: cells, regions, neighbours and sites, read from map.txt.

Tables that rules use in kernels are `bytes`: in ordinary Python an item of them is an int, for the compiler they are
constant arrays, and no NumPy number can slip into a record. (A compiler takes an item for an unsigned number: use it as
an index or compare it, never take the difference of two.)

A cell has six neighbours in the table. Where the board ends, the neighbour is `OFF_BOARD`, one cell more than there
are, which is never in play; so rules need no test for the edge.
"""

from collections.abc import Iterator
from importlib.resources import files

from shinar.core.compiled.jit import jit
from shinar.core.errors import NotationError

__all__ = ["CELLS", "CENTRAL", "CLOSED_REGION", "COORDINATES", "DIRECTIONS", "EUPHRATES", "NEIGHBOURS", "NORTH"]
__all__ += ["NO_SITE", "OFF_BOARD", "REGION", "REGION_NAMES", "RIVER_CELLS", "SITE_AT", "SITE_CELLS", "SOUTH", "TIGRIS"]
__all__ += ["ZIGGURAT_CELLS", "cell_at", "cell_name", "is_location", "is_river", "neighbour", "parse_cell"]

NORTH, CENTRAL, SOUTH, TIGRIS, EUPHRATES = range(5)
MAX_NAME_LENGTH = 5  # of a cell: two digits, a comma, two digits
REGION_NAMES = ("north", "central", "south", "Tigris", "Euphrates")
REGION_LETTERS = "ncste"  # as the map writes them
CLOSED_REGION = {2: SOUTH, 3: NORTH, 4: -1}  # by number of players [BN-1.2]

DIRECTIONS = 6
STEPS = ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))  # (rows, columns) to each neighbour, clockwise

MARGIN = 5  # characters of a line of the map before the first column
PITCH = 3  # characters of a column


def _read_map() -> Iterator[tuple[int, int, str, str]]:
    """Row, column, region letter and mark of every cell, row by row."""
    text = (files("shinar.games.babylonia") / "map.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for row, line in enumerate(lines[1:]):
        for column in range((len(line) - MARGIN) // PITCH + 1):
            if cell := line[MARGIN + PITCH * column :][:PITCH].strip():
                yield row, column, cell[0], cell[1]


_MAP = tuple(_read_map())

CELLS = len(_MAP)
OFF_BOARD = CELLS
COORDINATES = tuple((row, column) for row, column, _, _ in _MAP)  # (row, column) by cell
_CELL_AT = {place: cell for cell, place in enumerate(COORDINATES)}
REGION = bytes(REGION_LETTERS.index(region) for _, _, region, _ in _MAP)  # by cell
NEIGHBOURS = bytes(  # by cell * DIRECTIONS + direction; read it by `neighbour`
    _CELL_AT.get((row + down, column + right), OFF_BOARD) for row, column in COORDINATES for down, right in STEPS
)
RIVER_CELLS = bytes(cell for cell in range(CELLS) if REGION[cell] >= TIGRIS)

# Sites are the cells of locations and ziggurats, numbered in the order of cells.
SITE_CELLS = bytes(cell for cell, (_, _, _, mark) in enumerate(_MAP) if mark in "OZ")
ZIGGURAT_CELLS = bytes(cell for cell, (_, _, _, mark) in enumerate(_MAP) if mark == "Z")
NO_SITE = 255
SITE_AT = bytes(SITE_CELLS.index(cell) if cell in SITE_CELLS else NO_SITE for cell in range(CELLS))  # by cell


@jit
def neighbour(cell: int, direction: int) -> int:
    """The cell next to a cell, or OFF_BOARD."""
    return NEIGHBOURS[cell * DIRECTIONS + direction]


@jit
def is_river(cell: int) -> bool:
    """Whether a cell of the board lies in a river."""
    return REGION[cell] >= TIGRIS


def is_location(cell: int) -> bool:
    """Whether a cell is meant for a tile."""
    return cell in SITE_CELLS and cell not in ZIGGURAT_CELLS


def cell_name(cell: int) -> str:
    """A cell by row and column, `12,6`."""
    row, column = COORDINATES[cell]
    return f"{row},{column}"


def cell_at(row: int, column: int) -> int | None:
    """The cell at a row and a column; None if there is none."""
    return _CELL_AT.get((row, column))


def parse_cell(text: str) -> int:
    """The cell of a name; NotationError if there is none."""
    row, _, column = text.partition(",")
    is_name = row.isdecimal() and column.isdecimal() and len(text) <= MAX_NAME_LENGTH
    cell = cell_at(int(row), int(column)) if is_name else None
    if cell is None:
        raise NotationError(f"the board has no cell {text!r}")
    return cell
