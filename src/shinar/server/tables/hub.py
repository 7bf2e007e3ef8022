"""All live tables of a process: loads them, keeps their changes one after the other, tells everybody.

Every change of a table is made while its lock is held, stored, and only then told. If storing fails, the table is read
anew from the database, which alone is the truth.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from shinar.core.game import SPECTATOR
from shinar.server.event_log import log_event
from shinar.server.metrics import Metrics
from shinar.server.settings import Settings
from shinar.server.storage.database import Addition, Change, Event, SeatChange, StaleError, Storage
from shinar.server.storage.writing import Writer
from shinar.server.tables.lobby import TableDraft, rematch
from shinar.server.tables.table import RefusedError, Table, chat_line
from shinar.server.transport.connection import Connection
from shinar.server.transport.messages import Chatted

__all__ = ["LiveTable", "TableManager"]

T = TypeVar("T")
DATABASE_THREADS = 8  # for PostgreSQL; SQLite has one writer
STOP_SECONDS = 5.0  # until what has begun must be finished when the server stops


class LiveTable:
    """A table in memory with those who are looking at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.users = 0  # who holds or waits for the lock: it must stay in memory
        self.bots: asyncio.Task[None] | None = None  # playing the bots' seats

    @property
    def is_idle(self) -> bool:
        """Whether it can be put away."""
        return not self.connections and self.users == 0 and self.bots is None


class TableManager:
    """The tables of one server process."""

    def __init__(self, settings: Settings, storage: Storage, metrics: Metrics) -> None:
        self.settings = settings
        self.storage = storage
        self.metrics = metrics
        self.tables: OrderedDict[str, LiveTable] = OrderedDict()  # the one used last at the end
        self.on_change: Callable[[LiveTable], None] = lambda _live: None  # wakes the bots
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(DATABASE_THREADS if storage.is_shared else 1, "database")
        self._writer = Writer(lambda changes: self.in_database(storage.store, changes), self.start)
        self._left_behind: list[tuple[str, int]] | None = None  # seats that were connected when the server was stopped

    # -- tasks and threads --

    async def in_database(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a method of the storage in its thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    def start(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Run something to its end, whatever happens to the one who asked for it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def begin_to_stop(self) -> None:
        """From now on those who go are not told to the others: everybody will be gone in a moment."""
        self._left_behind = self.connected_seats()

    async def stop(self) -> None:
        """Finish what has begun, then close."""
        for live in self.tables.values():
            if live.bots is not None:
                live.bots.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_SECONDS)
        await self.in_database(self.storage.end, self._left_behind or [])
        self._threads.shutdown()

    def connected_seats(self) -> list[tuple[str, int]]:
        """The seats whose persons are connected to this process, with their tables."""
        return [
            (table_id, seat)
            for table_id, live in self.tables.items()
            for seat, count in enumerate(live.table.presence.seats)
            if count > 0
        ]

    # -- finding tables --

    @asynccontextmanager
    async def at(self, table_id: str) -> AsyncIterator[LiveTable]:
        """Hold the lock of a table; refused if there is none of that address."""
        live = await self._live(table_id)
        live.users += 1
        try:
            async with live.lock:
                yield live
        finally:
            live.users -= 1

    async def _live(self, table_id: str) -> LiveTable:
        if table_id in self.tables:
            self.tables.move_to_end(table_id)
            return self.tables[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = self.start(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> LiveTable:
        try:
            stored = await self.in_database(self.storage.load, table_id)
            if stored is None:
                raise RefusedError("not-found", "there is no such table")
            live = LiveTable(Table(stored))
            self.tables[table_id] = live
            self._put_away()
            return live
        finally:
            del self._loading[table_id]

    def _put_away(self) -> None:
        """Forget idle tables when there are too many, those used longest ago first."""
        excess = len(self.tables) - self.settings.limits.live_tables
        if excess > 0:
            for table_id in [name for name, live in self.tables.items() if live.is_idle][:excess]:
                del self.tables[table_id]

    # -- changing tables; the caller holds the lock --

    async def make(self, made: TableDraft) -> None:
        """Store a new table."""
        await self.in_database(self.storage.make_table, made.table, made.seats, made.events)
        self.metrics.tables_made += 1
        log_event("table made", table=made.table.id, game=made.table.game)

    async def change(self, live: LiveTable, change: Callable[[Table], list[Event]]) -> int:
        """Change a table and store it; the number of log lines that still hold."""
        table = live.table
        before, log = table.version, table.match.log
        events = change(table)
        try:
            table.row.changed_at = await self._store(Addition(table.id, before, events))
        except StaleError:
            await self.reload(live)
            raise RefusedError("stale", "somebody else was faster") from None
        except BaseException:
            await self.reload(live)
            raise
        self.metrics.actions += 1
        if table.is_over:
            log_event("match over", table=table.id, game=table.game.name, entries=table.version)
        undone = [event.action for event in events if event.kind == "undo"]
        return min([len(log), *undone])

    async def _store(self, change: Change) -> float:
        """Store a change: on SQLite along with others that wait, on PostgreSQL at once, since several can write."""
        if not self.storage.is_shared:
            return await self._writer.write(change)
        (outcome,) = await self.in_database(self.storage.store, [change])
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def reload(self, live: LiveTable) -> None:
        """Read a table anew; everybody is told everything."""
        stored = await self.in_database(self.storage.load, live.table.id)
        assert stored is not None
        presence, notice = live.table.presence, live.table.notice
        live.table = Table(stored)
        live.table.presence, live.table.notice = presence, notice
        self.tell(live, held=0)

    async def refresh(self, table_id: str) -> None:
        """Take over what another process has stored, if the table is live here."""
        if table_id not in self.tables and table_id not in self._loading:
            return
        async with self.at(table_id) as live:
            table = live.table
            stored = await self.in_database(self.storage.load, table_id, table.version, len(table.chat))
            if stored is None:
                return
            heard = len(table.chat)
            held = table.refresh(stored)
            for line in table.chat[heard:]:
                self.tell_all(live, Chatted(line=chat_line(line)))
            self.tell(live, held)

    async def change_seat(self, live: LiveTable, seat: int, **changes: Any) -> None:
        """Change fields of a seat, store them, tell everybody."""
        await self._store(SeatChange(live.table.id, seat, changes))
        for name, value in changes.items():
            setattr(live.table.seats[seat], name, value)

    async def say(self, live: LiveTable, seat: int, words: str) -> None:
        """Add a line of chat, tell everybody."""
        line = await self.in_database(self.storage.say, live.table.id, seat, words)
        if line.number == len(live.table.chat):  # otherwise a refresh brings it, with those of others before it
            live.table.chat.append(line)
            self.tell_all(live, Chatted(line=chat_line(line)))

    async def begin_rematch(self, live: LiveTable) -> None:
        """Make the table of the rematch."""
        made = rematch(live.table)
        found = await self.in_database(self.storage.make_rematch, live.table.id, made.table, made.seats, made.events)
        live.table.row.rematch = found
        log_event("rematch", table=live.table.id, rematch=found)

    # -- telling --

    def tell(self, live: LiveTable, held: int | None = None) -> None:
        """Send everybody how the table stands; lines of the log from `held` on are sent again. Wake the bots."""
        length = len(live.table.match.log)
        told: dict[tuple[int, int, bool], str] = {}
        for connection in live.connections:
            known = min(connection.known, length if held is None else held)
            key = (connection.viewer, known, connection.wants_drawing)
            if key not in told:
                update = live.table.update(connection.viewer, known, drawn=connection.wants_drawing)
                told[key] = update.model_dump_json()
            connection.send_text(told[key])
            connection.known = length
        self.on_change(live)

    def tell_all(self, live: LiveTable, message: Chatted) -> None:
        """Send everybody the same."""
        for connection in live.connections:
            connection.send(message)

    # -- coming and going; the caller holds the lock --

    async def arrive(self, live: LiveTable, connection: Connection) -> None:
        """Somebody looks at the table from now on."""
        live.connections.add(connection)
        self.metrics.connections += 1
        table = live.table
        if connection.viewer == SPECTATOR:
            table.presence.spectators += 1
            return
        table.presence.seats[connection.viewer] += 1
        await self.take_back(live, connection.viewer)

    async def take_back(self, live: LiveTable, seat: int) -> None:
        """A person is at the seat again, and plays it."""
        row = live.table.seats[seat]
        if row.taken_over or not row.is_here or not row.has_come:
            changes = {"has_come": True, "is_here": True, "seen_at": time.time(), "taken_over": False}
            await self.change_seat(live, seat, **changes)

    async def depart(self, live: LiveTable, connection: Connection) -> None:
        """Somebody has gone."""
        if connection not in live.connections:
            return
        live.connections.discard(connection)
        self.metrics.connections -= 1
        if self._left_behind is not None:
            return
        presence = live.table.presence
        if connection.viewer == SPECTATOR:
            presence.spectators -= 1
        else:
            presence.seats[connection.viewer] -= 1
            if presence.seats[connection.viewer] == 0:
                await self.change_seat(live, connection.viewer, is_here=False, seen_at=time.time())
        self.tell(live)
