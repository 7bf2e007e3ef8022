"""Lets the requests of a busy server wait a moment for each other.

Requests that are carried out together share one write to the disk, one hand-over to the thread that writes, and warm
caches: each costs about a quarter less than alone. Where few come, nobody would join a request that waits, so it is
carried out at once. The same holds where each takes long: then there is little to share, and those behind would wait
for all of them. (Databases know the same as group commit.)
"""

import asyncio
import time
from collections.abc import Callable

__all__ = ["Pace"]

WAIT_SECONDS = 0.010  # of the first of those that are carried out together
BUSY_GAP = 0.020  # seconds between two requests, on average, below which they wait
MAX_COST = 0.0025  # seconds of processor that a request takes, on average, above which none waits
SMOOTHING = 0.05  # how much one gap moves the average: one person who clicks fast does not make a server busy
MAX_GAP = 1.0  # seconds that a longer silence counts as


class Pace:
    """Begins requests, at once or together."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, processor: Callable[[], float] = time.thread_time
    ) -> None:
        self._clock = clock
        self._processor = processor
        self._gap = MAX_GAP  # on average
        self._cost = 0.0  # on average
        self._last = 0.0  # by the clock, when a request came last
        self._used: float | None = None  # of the processor's time, by then
        self._waiting: list[Callable[[], None]] = []

    def begin(self, request: Callable[[], None]) -> None:
        """Begin a request now, or in a moment along with those that come until then."""
        now = self._clock()
        self._gap += SMOOTHING * (min(now - self._last, MAX_GAP) - self._gap)
        self._last = now
        used = self._processor()
        self._cost += SMOOTHING * ((0.0 if self._used is None else min(used - self._used, MAX_GAP)) - self._cost)
        self._used = used
        if not self._waiting and (self._gap >= BUSY_GAP or self._cost > MAX_COST):
            request()
            return
        if not self._waiting:
            asyncio.get_running_loop().call_later(WAIT_SECONDS, self._begin_all)
        self._waiting.append(request)

    def _begin_all(self) -> None:
        """Each by itself: if one fails, the others begin nevertheless."""
        loop = asyncio.get_running_loop()
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            loop.call_soon(request)
