"""What `shinar train babel` teaches: which of the counts predict who wins, at the beginning of each turn."""

from shinar.core.learning import Generation, Lessons
from shinar.games.babel.expertise.counts import COUNTS, ROWS, count_all, row
from shinar.games.babel.rules import turn
from shinar.games.babel.state import State

__all__ = ["LESSONS"]

LESSONS: Lessons[State] = Lessons(
    COUNTS,
    ROWS,
    row,
    None,
    (*[{"edition": "second"}] * 3, {"edition": "first"}),
    count_all=count_all,
    moment=turn,
    positions=60,
    generations=(Generation(4_000, 0), Generation(2_400, 60), Generation(4_000, 150), Generation(8_000, 150)),
    stray_turns=True,
    units=32,
)
