"""What `shinar train babel` teaches: which of the counts predict who wins, at the beginning of each turn."""

from shinar.core.learning import Generation, Lessons
from shinar.games.babel.expertise.counts import COUNTS, ROWS, count, row
from shinar.games.babel.rules import turn
from shinar.games.babel.state import State

__all__ = ["LESSONS"]

LESSONS: Lessons[State] = Lessons(
    COUNTS,
    ROWS,
    row,
    count,
    ({"edition": "second"}, {"edition": "first"}),
    moment=turn,
    positions=40,
    by_places=True,
    generations=(Generation(4_000, 0), Generation(1_500, 60), Generation(3_000, 120)),
)
