"""Python's collector of objects that refer to one another in circles: it runs when it is quiet.

Everything waits while it runs. With 200 tables at play its ordinary runs took 40 to 190 ms of processor, since it looks
at all that was made since the last one. Actions and tables leave next to nothing for it: they are freed without it. So
it can wait for a moment in which nobody plays.
"""

import gc
import time
from collections.abc import Callable

__all__ = ["Collector", "set_up_collector"]

# By how many objects memory may grow until Python looks for circles among the newest by itself: few enough for a run of
# some milliseconds. Older objects are looked at only when we say so; how many runs come before that is never reached.
NEVER = 2**30
THRESHOLDS = (10_000, NEVER, NEVER)
OVERDUE_SECONDS = 3600.0  # until a run no longer waits for a quiet moment: with thousands of tables it takes seconds


def set_up_collector() -> None:
    """Leave alone what has been imported, which stays for good, and keep Python from collecting while people play."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


class Collector:
    """Looks from time to time whether to collect."""

    def __init__(self, collect: Callable[[], object] = gc.collect, clock: Callable[[], float] = time.monotonic) -> None:
        self._collect = collect
        self._clock = clock
        self._collected_at = clock()
        self._count = self._count_then = 0  # of what has happened: when looked at last, and at the last run

    def look(self, count: int) -> None:
        """Collect if nothing has happened since the last look, by the count, but something since the last run."""
        is_quiet = count == self._count
        self._count = count
        if count != self._count_then and (is_quiet or self._clock() - self._collected_at > OVERDUE_SECONDS):
            self._collect()
            self._collected_at, self._count_then = self._clock(), count
