"""What `shinar train babylonia` teaches: what each count is worth in points, at every moment of a turn."""

from shinar.core.learning import Generation, Lessons
from shinar.games.babylonia.components import MAX_SEATS, MIN_SEATS
from shinar.games.babylonia.expertise.counts import COUNTS, ROWS, count_all, moment, row
from shinar.games.babylonia.state import State

__all__ = ["LESSONS"]

TABLES = tuple(
    {"players": players, "cards": cards}
    for cards in ("standard", "variant")
    for players in (MIN_SEATS, *range(MIN_SEATS, MAX_SEATS + 1))  # two players twice as often
)
LESSONS: Lessons[State] = Lessons(
    COUNTS,
    ROWS,
    row,
    None,
    TABLES,
    count_all=count_all,
    moment=moment,
    stride=4,
    positions=64,
    generations=(Generation(6_000, 0), Generation(1_800, 16)),
)
