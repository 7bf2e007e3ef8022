"""Stores the changes of tables. Changes that wait at the same time are written together.

A write to the disk takes long, and an action is answered only when it is stored. So while one write is under way, all
further changes, of whatever tables, wait for the next one and share it.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from shinar.server.storage.database import Group

__all__ = ["Writer"]

MAX_AT_ONCE = 200  # groups of changes in one write
Outcome = float | Exception  # when it was stored, or why it was not
Waiting = tuple[Group, "asyncio.Future[float]"]


class Writer:
    """One write after the other, each with everything that waits by then."""

    def __init__(
        self,
        store: Callable[[list[Group]], Coroutine[Any, Any, list[Outcome]]],
        start: Callable[[Coroutine[Any, Any, None]], Any],
    ) -> None:
        self._store = store
        self._start = start  # runs a coroutine to its end
        self._waiting: list[Waiting] = []
        self._is_writing = False

    async def write(self, group: Group) -> float:
        """Store changes together; the time they were stored at. StaleError if another process was faster."""
        future: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting.append((group, future))
        if not self._is_writing:
            self._is_writing = True
            self._start(self._write())
        return await future

    async def _write(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MAX_AT_ONCE], self._waiting[MAX_AT_ONCE:]
                await self._write_batch(batch)
        finally:
            self._is_writing = False

    async def _write_batch(self, batch: list[Waiting]) -> None:
        try:
            outcomes = await self._store([group for group, _ in batch])
        except Exception as error:  # none of it is stored, and all that wait for it learn that
            outcomes = [error] * len(batch)
        for (_, future), outcome in zip(batch, outcomes, strict=True):
            if future.cancelled():
                continue
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)
