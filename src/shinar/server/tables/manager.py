"""All live tables of a process: loads them, keeps their changes one after the other, tells everybody.

`TableManager.change` is the one way in which a table changes: while its lock is held, a copy is changed, the change is
stored, the copy takes the table's place, everybody is told. So what is in memory is never ahead of the database, which
alone is the truth. If storing fails, nobody can know what is stored: the table is read again before anything else
happens at it.
"""

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import cache
from typing import Any, TypeVar

from shinar.server.event_log import log_event
from shinar.server.metrics import Metrics
from shinar.server.pace import Pace
from shinar.server.settings import Settings
from shinar.server.storage.database import Addition, Change, NewLine, StaleError, Storage, Viewers
from shinar.server.storage.threads import DatabaseThreads
from shinar.server.storage.writing import Writer
from shinar.server.tables.live import LiveTable
from shinar.server.tables.lobby import TableDraft, rematch
from shinar.server.tables.order import entries_kept
from shinar.server.tables.table import RefusedError, Table, chat_line
from shinar.server.tables.teller import EntriesKept, Teller
from shinar.server.transport.connection import Connection
from shinar.server.transport.messages import Chatted
from shinar.server.work import Work

__all__ = ["Answer", "TableManager"]

T = TypeVar("T")
Draft = Callable[[Table], Sequence[Change]]  # changes a copy of a table; gives what is to be stored
Answer = Callable[[Table], None]  # tells the one who asked that it is done
TRIES = 5  # of a change while other processes are faster
RECOVERY_SECONDS = 1.0  # between two attempts to read a table again
ADDRESS = re.compile(r"[A-Za-z0-9_-]{1,24}")  # of a table
DATABASE_THREADS = 8  # for PostgreSQL; SQLite has one writer
CROWD = 20  # who look at one table: with more, the number of spectators is told only now and then
CROWD_SECONDS = 0.5  # between two times
STOP_SECONDS = 0.75  # until what has begun must be finished when the server stops


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
        self._works: set[Work] = set()
        self._pace = Pace()
        self._threads = DatabaseThreads(DATABASE_THREADS if storage.is_shared else 1)
        self._teller = Teller()
        self._writer = Writer(
            lambda done, groups: self._threads.start(done, storage.store, groups), self._teller.tell_soon
        )
        self._left_behind: list[Viewers] | None = None  # seats that were connected when the server was stopped

    # -- tasks and threads --

    async def in_database(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a method of the storage in its thread."""
        return await self._threads.call(function, *arguments)

    def start(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Run something to its end, whatever happens to the one who asked for it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def begin(self, request: Coroutine[Any, Any, None]) -> Work:
        """The same for a request, which is carried out at once as far as it need not wait, or together with others."""
        work = Work(request, self._works.discard)
        self._works.add(work)
        self._pace.begin(work.begin)
        return work

    @property
    def is_stopping(self) -> bool:
        """Whether the server closes all connections."""
        return self._left_behind is not None

    def begin_to_stop(self) -> None:
        """From now on those who go are not told to the others: everybody will be gone in a moment."""
        self._left_behind = self.connected_seats()

    async def stop(self) -> None:
        """Finish what has begun, then close."""
        for live in self.tables.values():
            if live.bots is not None:
                live.bots.cancel()
        under_way = {*self._tasks, *(asyncio.ensure_future(work.wait()) for work in self._works)}
        if under_way:
            await asyncio.wait(under_way, timeout=STOP_SECONDS)
        try:
            await self.in_database(self.storage.end, self._left_behind or [])
        except Exception:  # nothing is lost: others find out after a while that nobody is here
            log_event("end not stored", logging.WARNING, failed=True)
        self._threads.stop()

    def connected_seats(self) -> list[Viewers]:
        """The seats whose persons are connected to this process."""
        return [
            Viewers(table_id, seat, count)
            for table_id, live in self.tables.items()
            for seat, count in enumerate(live.table.presence.seats)
            if count > 0
        ]

    # -- finding tables --

    def at(self, table_id: str) -> "_Held":
        """Hold the lock of a table that is as it is stored; refused if there is none of that address."""
        return _Held(self, table_id)

    async def hold(self, table_id: str) -> LiveTable:
        """Take the lock of a table; whoever does must `release` it."""
        live = await self._live(table_id)
        live.users += 1
        try:
            await live.lock.acquire()
        except BaseException:
            live.users -= 1
            raise
        if live.is_doubtful:
            try:
                await self._reload(live)
            except BaseException:
                release(live)
                raise
        return live

    async def _live(self, table_id: str) -> LiveTable:
        if table_id in self.tables:
            self.tables.move_to_end(table_id)
            self.tables[table_id].used_at = time.monotonic()
            return self.tables[table_id]
        if not ADDRESS.fullmatch(table_id):
            raise RefusedError("not-found", "there is no such table")
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

    def put_away_idle(self) -> None:
        """Forget tables at which nobody is any more: finished ones soon, others when nobody came back for a while."""
        now, limits = time.monotonic(), self.settings.limits
        for table_id, live in list(self.tables.items()):
            patience = limits.finished_seconds if live.table.is_over else limits.idle_seconds
            if live.is_idle and now - live.used_at > patience:
                del self.tables[table_id]

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

    async def change(self, live: LiveTable, draft: Draft, answer: Answer | None = None) -> None:
        """Change a copy of a table, store the change, put the copy in its place, answer, tell everybody."""
        for _ in range(TRIES):
            table = live.table.copy()
            changes = draft(table)
            try:
                await self._store(live, table, changes)
                break
            except StaleError:  # another process was faster: the change is tried on what it has made
                await self._catch_up(live)
        else:
            raise RefusedError("stale", "somebody else was faster; try again")
        before = live.table
        _put(live, table)
        if answer is not None:
            answer(table)
        lines = sum(isinstance(change, NewLine) for change in changes)
        self._tell_lines(live, lines)
        if changes and all(isinstance(change, Addition) for change in changes):
            self.tell_changes(live, before)
        elif lines == 0 or lines < len(changes):
            self.tell(live, _kept_since(before, table))

    async def _store(self, live: LiveTable, table: Table, changes: Sequence[Change]) -> None:
        """Store changes: on SQLite along with others that wait, on PostgreSQL at once, since several can write."""
        if not changes:
            return
        try:
            if self.storage.is_shared:
                (outcome,) = await self.in_database(self.storage.store, [changes])
            else:
                outcome = await self._writer.write(changes)
        except StaleError:
            raise
        except BaseException:
            self._doubt(live)
            raise
        if isinstance(outcome, Exception):
            raise outcome
        if any(isinstance(change, Addition) for change in changes):
            table.note_stored(live.table, outcome)
            self.metrics.actions += 1
            if table.is_over:
                log_event("match over", table=table.id, game=table.game.name, entries=table.version)

    def _doubt(self, live: LiveTable) -> None:
        """Writing failed: it may be stored or not, and the table must be read again."""
        live.is_doubtful = True
        self.start(self._recover(live))

    async def _recover(self, live: LiveTable) -> None:
        """Read a doubtful table again as soon as the database answers, so that its viewers see what is stored."""
        while live.is_doubtful and self.tables.get(live.table.id) is live and self._left_behind is None:
            try:
                async with self.at(live.table.id):
                    return
            except RefusedError:
                await asyncio.sleep(RECOVERY_SECONDS)

    async def _reload(self, live: LiveTable) -> None:
        """Read a table again, tell everybody everything; refused as long as the database does not answer."""
        try:
            stored = await self.in_database(self.storage.load, live.table.id)
        except Exception:
            live.is_doubtful = True
            log_event("reload failed", logging.WARNING, table=live.table.id)
            raise RefusedError("busy", "the table cannot be read just now; try again in a moment") from None
        assert stored is not None
        presence, notice = live.table.presence, live.table.notice
        table = Table(stored)
        table.presence, table.notice = presence, notice
        _put(live, table)
        live.is_doubtful = False
        self.tell(live, lambda _viewer: 0)

    async def refresh(self, table_id: str) -> None:
        """Take over what another process has stored, if the table is live here."""
        if table_id in self.tables or table_id in self._loading:
            async with self.at(table_id) as live:
                await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        """Take over what another process has stored; if it does not fit what is here, everything."""
        heard = len(live.table.chat)
        try:
            stored = await self.in_database(self.storage.load, live.table.id, live.table.version, heard)
            assert stored is not None
            before, table = live.table, live.table.copy()
            table.refresh(stored)
        except Exception:
            log_event("refresh failed", logging.WARNING, failed=True, table=live.table.id)
            await self._reload(live)
            return
        _put(live, table)
        self._tell_lines(live, len(table.chat) - heard)
        self.tell_changes(live, before)

    async def begin_rematch(self, live: LiveTable) -> None:
        """Make the table of the rematch; its address is known here once it is stored."""
        made = rematch(live.table)
        arguments = live.table.id, made.table, made.seats, made.events
        try:
            live.table.row.rematch = await self.in_database(self.storage.make_rematch, *arguments)
        except BaseException:
            self._doubt(live)
            raise
        log_event("rematch", table=live.table.id, rematch=live.table.row.rematch)
        self.tell(live)

    # -- telling --

    def tell_changes(self, live: LiveTable, before: Table) -> None:
        """Tell those who can notice a difference how the table stands: others must not learn that there is one."""
        noticing = {one.viewer for one in live.connections if live.table.has_changed_for(one.viewer, before)}
        self.tell(live, _kept_since(before, live.table), [one for one in live.connections if one.viewer in noticing])

    def tell(self, live: LiveTable, kept: EntriesKept | None = None, whom: Iterable[Connection] | None = None) -> None:
        """Tell everybody, or some, how the table stands, and the log from what is `kept` on. Wake the bots."""
        self._teller.mark(live, live.connections if whom is None else whom, kept)
        self.on_change(live)

    def answer(self, connection: Connection, text: str) -> None:
        """Answer somebody whose request was carried out; an update that follows goes out along with it."""
        self._teller.answer(connection, text)

    def catch_up(self, connection: Connection) -> None:
        """Tell somebody at once what is still to be told: it comes before the answer to what is asked next."""
        self._teller.catch_up(connection)

    def _tell_of_spectators(self, live: LiveTable, newcomer: Connection | None = None) -> None:
        """Tell how many are watching: at once, but in a crowd only now and then, since there everybody would be told of
        everybody. A newcomer sees the table at once."""
        if len(live.connections) <= CROWD:
            self.tell(live)
            return
        if newcomer is not None:
            self.tell(live, whom=[newcomer])
        if live.news is None:
            live.news = self.start(self._tell_crowd(live))

    async def _tell_crowd(self, live: LiveTable) -> None:
        await asyncio.sleep(CROWD_SECONDS)
        live.news = None
        if not self.is_stopping and self.tables.get(live.table.id) is live:
            async with self.at(live.table.id):
                self.tell(live)

    def _tell_lines(self, live: LiveTable, count: int) -> None:
        """Send everybody the last lines of the chat."""
        for row in live.table.chat[len(live.table.chat) - count :]:
            for connection in live.connections:
                connection.send(Chatted(line=chat_line(row)))

    # -- coming and going; the caller holds the lock --

    async def arrive(self, live: LiveTable, connection: Connection) -> None:
        """Somebody looks at the table from now on."""
        live.connections.add(connection)
        self.metrics.connections += 1
        seat, presence = connection.viewer.seat, live.table.presence
        if seat is None:
            presence.spectators += 1
            self._tell_of_spectators(live, connection)
        else:
            presence.seats[seat] += 1
            presence.looked[seat] = time.time()
            await self.change(live, lambda table: [*table.take_back(seat), *self._count(live, seat)])

    async def depart(self, live: LiveTable, connection: Connection) -> None:
        """Somebody has gone."""
        if connection not in live.connections:
            return
        live.connections.discard(connection)
        self._teller.forget(connection)
        self.metrics.connections -= 1
        seat, presence = connection.viewer.seat, live.table.presence
        if seat is None:
            presence.spectators -= 1
            self._tell_of_spectators(live)
            return
        presence.seats[seat] -= 1
        has_gone = presence.seats[seat] == 0
        gone = {"is_here": False, "seen_at": time.time()} if has_gone else {}
        await self.change(
            live, lambda table: [*(table.change_seat(seat, **gone) if gone else []), *self._count(live, seat)]
        )

    def _count(self, live: LiveTable, seat: int) -> list[Change]:
        """Let the other processes, if there can be any, know how many look through a seat here."""
        here = Viewers(live.table.id, seat, live.table.presence.seats[seat])
        return [here] if self.storage.is_shared else []


class _Held:
    """Holds the lock of a table in a `with` block: what `asynccontextmanager` makes costs more than the lock."""

    def __init__(self, manager: TableManager, table_id: str) -> None:
        self._manager = manager
        self._table_id = table_id

    async def __aenter__(self) -> LiveTable:
        self._live = await self._manager.hold(self._table_id)
        return self._live

    async def __aexit__(self, *_error: object) -> None:
        release(self._live)


def release(live: LiveTable) -> None:
    """Let the next one have the lock of a table."""
    live.lock.release()
    live.users -= 1


def _put(live: LiveTable, table: Table) -> None:
    """Put a table as it is stored in the place of the one before. Whoever sat there by a secret that ended must go."""
    changed = table.seats is not live.table.seats
    for before, after in zip(live.table.seats, table.seats, strict=True) if changed else ():
        if before.secret_hash is not None and before.secret_hash != after.secret_hash:
            for connection in live.connections:
                if connection.viewer.seat == after.seat:
                    connection.dismiss()
    live.table = table


def _kept_since(before: Table, after: Table) -> EntriesKept | None:
    """How many entries of a viewer's log are as they were; none need to be looked at where nothing was taken back."""
    if after.taken_back == before.taken_back:
        return None
    return cache(lambda viewer: entries_kept(before.match, after.match, viewer))
