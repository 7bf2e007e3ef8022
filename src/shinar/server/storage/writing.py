"""Stores the changes of tables. Changes that wait at the same time are written together.

A write to the disk takes long, and an action is answered only when it is stored. So while one write is under way, all
further changes, of whatever tables, wait for the next one and share it.
"""

import asyncio
from collections.abc import Callable

from shinar.server.storage.database import Group
from shinar.server.storage.threads import Done

__all__ = ["Writer"]

MAX_AT_ONCE = 200  # groups of changes in one write
Outcome = float | Exception  # when it was stored, or why it was not
Waiting = tuple[Group, "asyncio.Future[float]"]


class Writer:
    """One write after the other, each with everything that waits by then."""

    def __init__(self, store: Callable[[Done, list[Group]], None], on_end: Callable[[], None] = lambda: None) -> None:
        self._store = store  # begins to store groups of changes; is told what is to be done with their outcomes
        self._on_end = on_end  # is called when those who waited for a write are about to go on
        self._waiting: list[Waiting] = []
        self._batch: list[Waiting] = []  # what is being written

    def write(self, group: Group) -> "asyncio.Future[float]":
        """Store changes together; the time they were stored at. StaleError if another process was faster."""
        future: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        if not self._batch and not self._waiting:
            asyncio.get_running_loop().call_soon(self._begin)  # those who ask in the same turn share the write
        self._waiting.append((group, future))
        return future

    def _begin(self) -> None:
        self._batch, self._waiting = self._waiting[:MAX_AT_ONCE], self._waiting[MAX_AT_ONCE:]
        self._store(self._end, [group for group, _ in self._batch])

    def _end(self, outcomes: list[Outcome], error: BaseException | None) -> None:
        """A write is over; if it failed, none of it is stored, and all that wait for it learn that."""
        batch, self._batch = self._batch, []
        if self._waiting:
            self._begin()
        for place, (_, future) in enumerate(batch):
            _settle(future, error or outcomes[place])
        self._on_end()


def _settle(future: "asyncio.Future[float]", outcome: float | BaseException) -> None:
    """Tell whoever waits, if anybody still does."""
    if future.cancelled():
        return
    if isinstance(outcome, float):
        future.set_result(outcome)
    else:
        future.set_exception(outcome)
