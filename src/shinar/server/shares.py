"""Turns at a scarce resource, shared fairly: first among addresses, then among the tables of each."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass

__all__ = ["SHARE", "FairTurns", "Share", "TooManyWaitError"]

MAX_WAITING = 128  # turns that one address may wait for


class TooManyWaitError(Exception):
    """An address is already waiting for too many turns."""


@dataclass(frozen=True)
class Share:
    """For whom a turn is: an address, and a table, if there is one."""

    address: str
    table: str = ""


NOBODY = Share("")
SHARE: ContextVar[Share] = ContextVar("SHARE", default=NOBODY)  # for whom the present task works
Waiting = OrderedDict[str, "deque[asyncio.Future[None]]"]  # by table


class FairTurns:
    """A limited number of turns at once. An address that waits for many turns holds up only itself."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.taken = 0
        self._waiting: OrderedDict[str, Waiting] = OrderedDict()  # by address; the first is next

    @property
    def waiting(self) -> int:
        """How many are waiting for a turn."""
        return sum(len(queue) for tables in self._waiting.values() for queue in tables.values())

    def ahead(self, share: Share) -> int | None:
        """How many turns come before the next one of an address and table; None if it does not wait."""
        tables: Waiting = self._waiting.get(share.address, OrderedDict())
        if share.table not in tables:
            return None
        rounds = list(tables).index(share.table)  # in each, every address that waits gets one turn
        place = list(self._waiting).index(share.address)
        sizes = [sum(map(len, queues.values())) for queues in self._waiting.values()]
        return (
            rounds
            + sum(min(size, rounds) for size in sizes[place + 1 :])
            + sum(min(size, rounds + 1) for size in sizes[:place])
        )

    @asynccontextmanager
    async def turn(self, share: Share) -> AsyncIterator[None]:
        """Wait for a turn and hold it."""
        if self.taken < self.count:
            self.taken += 1
        else:
            await self._wait(share)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, share: Share) -> None:
        tables = self._waiting.setdefault(share.address, OrderedDict())
        if sum(map(len, tables.values())) >= MAX_WAITING:
            raise TooManyWaitError
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        tables.setdefault(share.table, deque()).append(future)
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():  # the turn came just then
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the turn to the next in line, if there is one."""
        while self._waiting:
            future = self._next()
            if not future.cancelled():
                future.set_result(None)
                return
        self.taken -= 1

    def _next(self) -> "asyncio.Future[None]":
        """The next in line; its table and its address go to the end of their queues."""
        address, tables = self._waiting.popitem(last=False)
        table, queue = tables.popitem(last=False)
        future = queue.popleft()
        if queue:
            tables[table] = queue
        if tables:
            self._waiting[address] = tables
        return future
