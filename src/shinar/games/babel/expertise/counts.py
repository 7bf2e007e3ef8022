"""What is counted of each side of Babel to predict who wins: the counts of value.py, and how high each temple is."""

from shinar.core.compiled.jit import jit
from shinar.core.piles import total
from shinar.games.babel.components import HIGHEST_LEVEL, SITES, TEMPLE_CARDS
from shinar.games.babel.expertise.value import SideCounts, SiteCounts, side_counts, site_counts
from shinar.games.babel.rules import height
from shinar.games.babel.state import State

__all__ = ["COUNTS", "ROWS", "count", "row"]

ROWS = 4  # of weights, by the part of the temple cards that are gone
SITE_COUNTS, SIDE_COUNTS = len(SiteCounts._fields), len(SideCounts._fields)
LEVELS = SITE_COUNTS + SIDE_COUNTS
ROOMS = LEVELS + HIGHEST_LEVEL  # sites with cards for more than the next level
NUM_ROOMS = 2

COUNTS = (
    *(f"sites: {name}" for name in SiteCounts._fields),
    *(f"side: {name}" for name in SideCounts._fields),
    *(f"temples of level {level}" for level in range(1, HIGHEST_LEVEL + 1)),
    *("sites with room for two levels", "sites with room for three"),
)


@jit
def row(state: State) -> int:
    """The row of weights."""
    gone = TEMPLE_CARDS - total(state.quarry) - state.known_top.n
    return min(ROWS - 1, ROWS * gone // TEMPLE_CARDS)


@jit
def count(state: State, seat: int, counts: list[int]) -> None:
    """Count what a side has."""
    side = side_counts(state, seat)
    for i in range(SIDE_COUNTS):
        counts[SITE_COUNTS + i] = side[i]
    for site in range(SITES):
        there = site_counts(state, seat, site)
        for i in range(SITE_COUNTS):
            counts[i] += there[i]
        level = height(state.players[seat], site)
        if level > 0:
            counts[LEVELS + level - 1] += 1
        room = state.players[seat].rows[site].n - level
        for i in range(NUM_ROOMS):
            counts[ROOMS + i] += room >= i + 2
