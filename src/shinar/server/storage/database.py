"""The database: SQLite in a file, or PostgreSQL shared by several servers. Every method is one transaction.

A match is its log. Entries are only ever appended, and only if the first of them follows the last one stored: the
same transaction advances the length of the log from the number the writer expects, or stores nothing. So a log has
no holes, and of two processes that append the same entry the second gets a `StaleError`.
"""

import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    Connection,
    Update,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    inspect,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session
from sqlalchemy.pool import PoolProxiedConnection

from shinar.server.storage.models import ChatRow, EntryRow, Model, RecordRow, SeatRow, ServerRow, TableRow, ViewerRow

__all__ = [
    "CHANNEL",
    "Addition",
    "Change",
    "Event",
    "Group",
    "NewLine",
    "SeatChange",
    "StaleError",
    "Storage",
    "Stored",
    "Viewers",
]

CHANNEL = "shinar"  # of PostgreSQL's notifications
MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 7_203_391  # an arbitrary number, the same for all servers

SECONDS_PER_DAY = 86_400
CLEARED_AT_ONCE = 200  # old tables or records in one transaction
MAX_WAL_PAGES = 20_000  # of SQLite's log, 80 MB, until a write must move it into the database: see `Storage.checkpoint`
BUSY_SECONDS = 5.0  # until a SQLite database that another program has locked is given up

# How long a server waits for a PostgreSQL that does not answer, in seconds.
CONNECT_SECONDS = 5
STATEMENT_SECONDS = 15
POSTGRES_ARGUMENTS = {
    "connect_timeout": CONNECT_SECONDS,
    "tcp_user_timeout": 1000 * STATEMENT_SECONDS,
    "options": f"-c statement_timeout={1000 * STATEMENT_SECONDS}",
}

# What every action does, built once: building a statement costs more than running it.
ADD_ENTRIES = insert(Model.metadata.tables["entries"])
ADD_LINE = insert(Model.metadata.tables["chat"])
TABLES = Model.metadata.tables["tables"]
ADVANCE = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), TABLES.c.length == bindparam("first"))
    .values(length=bindparam("next"), changed_at=bindparam("now"))
)
# The same as text for SQLite itself.
SQLITE = sqlite.dialect(paramstyle="named")
ADD_ENTRIES_TEXT, ADVANCE_TEXT = (str(statement.compile(dialect=SQLITE)) for statement in (ADD_ENTRIES, ADVANCE))


class StaleError(Exception):
    """The change does not follow what is stored: another process was faster."""


class Event(NamedTuple):
    """An entry of a table's log that is to be stored."""

    kind: str  # act, undo or resign
    actor: int
    action: int
    stand_in: str | None = None  # the level of the bot that acted for a person


class Addition(NamedTuple):
    """Entries that are to be appended to the log of a table."""

    table_id: str
    first: int  # the number of the first of them
    events: Sequence[Event]


@dataclass(frozen=True)
class SeatChange:
    """New values for fields of a seat, if others of its fields have the values that are expected."""

    table_id: str
    seat: int
    values: Mapping[str, Any]
    expected: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class NewLine:
    """A line that is to be appended to the chat of a table."""

    table_id: str
    number: int
    seat: int
    text: str
    at: float


@dataclass(frozen=True)
class Viewers:
    """How many connections to this process see the hand of a seat now."""

    table_id: str
    seat: int
    count: int


Change = Addition | SeatChange | NewLine | Viewers
Group = Sequence[Change]  # what is stored together or not at all


@dataclass(frozen=True)
class Stored:
    """A table as it was read."""

    table: TableRow
    seats: list[SeatRow]
    entries: list[EntryRow]  # those asked for
    chat: list[ChatRow]
    viewers: Mapping[int, int] = field(default_factory=dict)  # connections to other processes, by seat


class Storage:
    """The database of a server. `process` marks its own notifications."""

    def __init__(self, address: str, process: str) -> None:
        self.url = make_url(address)
        self.is_shared = self.url.get_backend_name() == "postgresql"
        self.process = process
        self._appending: PoolProxiedConnection | None = None  # of SQLite, held by the one thread that stores
        if self.is_shared:
            self.engine = create_engine(
                self.url,
                pool_pre_ping=True,
                pool_size=8,
                pool_timeout=STATEMENT_SECONDS,
                connect_args=POSTGRES_ARGUMENTS,
            )
        else:
            self.engine = _sqlite_engine(address, self.url.database)

    def close(self) -> None:
        """Close all connections."""
        self._release()
        self.engine.dispose()

    def _release(self) -> None:
        if self._appending is not None:
            self._appending.close()
            self._appending = None

    def migrate(self) -> None:
        """Bring the database to the present shape; several servers may start at once."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.begin() as connection:
            if self.is_shared:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def check(self) -> None:
        """Fail if the database cannot be reached and written, as when its disk is full."""
        with self.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = version_num"))

    def checkpoint(self) -> None:
        """Move what SQLite has written to its log into the database, while others go on writing.

        SQLite does that by itself, but at the end of somebody's write, and all actions that wait for the disk wait for
        that too.
        """
        if self.is_shared:
            return
        with suppress(OperationalError), self.engine.connect() as connection:  # a full disk: the next write says so
            connection.execute(text("PRAGMA wal_checkpoint(PASSIVE)"))

    # -- tables --

    def make_table(self, table: TableRow, seats: Sequence[SeatRow], events: Sequence[Event]) -> None:
        """Store a new table."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            _add_table(session, table, seats, events)

    def make_rematch(self, old: str, table: TableRow, seats: Sequence[SeatRow], events: Sequence[Event]) -> str:
        """Store the rematch of a table and give its address; if there is one already, give that."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            mark = update(TableRow).where(TableRow.id == old, TableRow.rematch.is_(None)).values(rematch=table.id)
            if session.connection().execute(mark).rowcount == 0:
                return str(session.scalar(select(TableRow.rematch).where(TableRow.id == old)))
            _add_table(session, table, seats, events)
            self._notify(session.connection(), old)
            return table.id

    def load(self, table_id: str, since: int = 0, chat_since: int = 0) -> Stored | None:
        """A table with its entries and chat from the given numbers on; None if there is no such table."""
        with Session(self.engine, expire_on_commit=False) as session:
            if self.is_shared:  # a consistent snapshot
                session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
            table = session.get(TableRow, table_id)
            if table is None:
                return None
            seats = select(SeatRow).where(SeatRow.table_id == table_id).order_by(SeatRow.seat)
            entries = select(EntryRow).where(EntryRow.table_id == table_id, EntryRow.number >= since)
            chat = select(ChatRow).where(ChatRow.table_id == table_id, ChatRow.number >= chat_since)
            return Stored(
                table,
                list(session.scalars(seats)),
                list(session.scalars(entries.order_by(EntryRow.number))),
                list(session.scalars(chat.order_by(ChatRow.number))),
                self._viewers_elsewhere(session, table_id) if self.is_shared else {},
            )

    def _viewers_elsewhere(self, session: Session, table_id: str) -> dict[int, int]:
        others = select(ViewerRow).where(ViewerRow.table_id == table_id, ViewerRow.process != self.process)
        counts: Counter[int] = Counter()
        for row in session.scalars(others):
            counts[row.seat] += row.count
        return dict(counts)

    def store(self, groups: Sequence[Group]) -> list[float | Exception]:
        """Change tables; for each group of changes the time it was stored at, or a StaleError.

        As much as possible is one write. A group is stored as a whole or not at all.
        """
        try:
            return [self._store(groups)] * len(groups)
        except (IntegrityError, StaleError):
            if len(groups) == 1:
                return [StaleError()]
            return [outcome for group in groups for outcome in self.store([group])]

    def _store(self, groups: Sequence[Group]) -> float:
        now = time.time()
        additions = [change for group in groups for change in group if isinstance(change, Addition)]
        if not self.is_shared and len(additions) == sum(map(len, groups)):
            self._append_all(additions, now)
            return now
        with self.engine.begin() as connection:
            for group in groups:
                for change in group:
                    self._carry_out(connection, change, now)
                for table_id in {change.table_id for change in group}:
                    self._notify(connection, table_id)
        return now

    def _append_all(self, additions: Sequence[Addition], now: float) -> None:
        """On SQLite, append to some logs, or StaleError and nothing is stored.

        Nearly every action is only this, so it does without SQLAlchemy, which takes twice as long as the database.
        """
        if self._appending is None:
            self._appending = self.engine.raw_connection()
        connection = self._appending.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        try:
            with connection:  # commits, or rolls back
                for addition in additions:
                    if connection.execute(ADVANCE_TEXT, _advance(addition, now)).rowcount != 1:
                        raise StaleError
                connection.executemany(ADD_ENTRIES_TEXT, [row for one in additions for row in _entry_rows(one, now)])
        except sqlite3.IntegrityError:
            raise StaleError from None
        except sqlite3.Error:
            self._release()
            raise

    def lease(self, table_id: str, seconds: float) -> bool:
        """Take or renew the task of playing a table's bots; False if another process has it."""
        if not self.is_shared:
            return True
        now = time.time()
        free = or_(TableRow.runner == self.process, TableRow.runner_until < now)
        take = update(TableRow).where(TableRow.id == table_id, free)
        with self.engine.begin() as connection:
            values = {"runner": self.process, "runner_until": now + seconds}
            return connection.execute(take.values(values)).rowcount == 1

    def begin(self) -> None:
        """A server starts: if it is the only one, nobody can be connected yet, and the time to return runs from now."""
        with self.engine.begin() as connection:
            if self.is_shared:
                connection.execute(insert(ServerRow).values(process=self.process, seen_at=time.time()))
            else:
                gone = update(SeatRow).where(SeatRow.is_here)
                connection.execute(gone.values(is_here=False, seen_at=time.time()))

    def end(self, seats: Iterable[Viewers]) -> None:
        """A server stops: nobody is at these seats any more, and others may play its bots at once."""
        with self.engine.begin() as connection:
            _note(connection, seats, is_here=False)
            connection.execute(update(TableRow).where(TableRow.runner == self.process).values(runner_until=0.0))
            connection.execute(delete(ServerRow).where(ServerRow.process == self.process))
            self._forget_viewers(connection)

    def clear(self, table_days: float, record_days: float) -> int:
        """Delete tables untouched, and records made, longer ago than that; how many. 0 days: never."""
        deleted = 0
        for column, days in ((TableRow.changed_at, table_days), (RecordRow.created_at, record_days)):
            while days > 0:
                oldest = time.time() - days * SECONDS_PER_DAY
                key = inspect(column.class_).primary_key[0]
                some = select(key).where(column < oldest).limit(CLEARED_AT_ONCE)
                with self.engine.begin() as connection:
                    count = connection.execute(delete(column.class_).where(key.in_(some))).rowcount
                deleted += count
                if count < CLEARED_AT_ONCE:
                    break
        return deleted

    # -- seats --

    def beat(self, seats: Iterable[Viewers], patience: float) -> None:
        """A sign of life: this server runs, and these seats are connected. Servers without one for so long are gone."""
        seats, now = list(seats), time.time()
        mine = update(ServerRow).where(ServerRow.process == self.process).values(seen_at=now)
        with self.engine.begin() as connection:
            if connection.execute(mine).rowcount == 0:  # it was halted for a while, and taken for gone
                connection.execute(insert(ServerRow).values(process=self.process, seen_at=now))
            _note(connection, seats, is_here=True)
            self._correct_viewers(connection, seats)
            if connection.execute(delete(ServerRow).where(ServerRow.seen_at < now - patience)).rowcount > 0:
                self._forget_viewers(connection)

    def _correct_viewers(self, connection: Connection, seats: Iterable[Viewers]) -> None:
        """Write down anew what is not as it should be: something may have failed, or this server was taken for gone."""
        columns = ViewerRow.table_id, ViewerRow.seat, ViewerRow.count
        rows = connection.execute(select(*columns).where(ViewerRow.process == self.process))
        stored = {Viewers(*row) for row in rows}
        wanted = set(seats)
        places = {(one.table_id, one.seat) for one in wanted}
        excess = [replace(one, count=0) for one in stored if (one.table_id, one.seat) not in places]
        for one in (*(wanted - stored), *excess):
            _count_viewers(connection, one, self.process)
            self._notify(connection, one.table_id)

    def _forget_viewers(self, connection: Connection) -> None:
        """Delete the viewers of servers that are gone, and tell all others, this one too, in the name of the dead."""
        gone = delete(ViewerRow).where(ViewerRow.process.not_in(select(ServerRow.process)))
        for process, table_id in set(connection.execute(gone.returning(ViewerRow.process, ViewerRow.table_id))):
            self._notify(connection, table_id, process)

    # -- records --

    def keep_record(self, record: RecordRow) -> str:
        """Store a record and give its address; a table's record is stored once."""
        with Session(self.engine, expire_on_commit=False) as session:
            try:
                with session.begin():
                    session.add(record)
            except IntegrityError:
                known = select(RecordRow.id).where(RecordRow.table_id == record.table_id)
                return str(session.scalar(known))
        return record.id

    def record(self, record_id: str) -> RecordRow | None:
        """A stored record."""
        with Session(self.engine, expire_on_commit=False) as session:
            return session.get(RecordRow, record_id)

    def _carry_out(self, connection: Connection, change: Change, now: float) -> None:
        if isinstance(change, Addition):
            _append(connection, change, now)
        elif isinstance(change, SeatChange):
            _change_seat(connection, change)
        elif isinstance(change, Viewers):
            _count_viewers(connection, change, self.process)
        else:
            connection.execute(ADD_LINE, asdict(change))

    def _notify(self, connection: Connection, table_id: str, process: str = "") -> None:
        """Tell the other processes, when this transaction is committed, that this or another one changed a table."""
        if self.is_shared:
            news = {"channel": CHANNEL, "news": f"{process or self.process} {table_id}"}
            connection.execute(text("SELECT pg_notify(:channel, :news)"), news)


def _sqlite_engine(address: str, path: str | None) -> Any:
    """SQLite that survives a killed process and a power cut, and lets readers read while one writes."""
    if path and path != ":memory:":
        _keep_private(Path(path))
    engine = create_engine(address, connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        waiting = f"busy_timeout={1000 * BUSY_SECONDS:.0f}"
        rarely = f"wal_autocheckpoint={MAX_WAL_PAGES}"
        for pragma in ("journal_mode=WAL", "synchronous=FULL", rarely, waiting, "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _keep_private(path: Path) -> None:
    """Let nobody else on this machine read the database: it holds what is hidden."""
    if not path.parent.exists():
        path.parent.mkdir(mode=0o700, parents=True)
    with suppress(OSError):  # it may belong to another user who lets us write it
        path.touch(mode=0o600)
        path.chmod(0o600)


def _change_seat(connection: Connection, change: SeatChange) -> None:
    """Change a seat, or StaleError if it is not as expected."""
    columns = SeatRow.__table__.columns
    expected = [columns[name] == value for name, value in change.expected.items()]
    found = connection.execute(_update_of(change.table_id, change.seat).where(*expected).values(change.values))
    if found.rowcount != 1:
        raise StaleError


def _count_viewers(connection: Connection, viewers: Viewers, process: str) -> None:
    """Write down how many look through a seat; of those whom nobody looks through, there is no row."""
    key = {"table_id": viewers.table_id, "seat": viewers.seat, "process": process}
    connection.execute(delete(ViewerRow).filter_by(**key))
    if viewers.count > 0:
        connection.execute(insert(ViewerRow).values(count=viewers.count, **key))


def _append(connection: Connection, addition: Addition, now: float) -> None:
    """Append to a log, or StaleError if it does not end just before the first entry."""
    if connection.execute(ADVANCE, _advance(addition, now)).rowcount != 1:
        raise StaleError
    connection.execute(ADD_ENTRIES, _entry_rows(addition, now))


def _advance(addition: Addition, now: float) -> dict[str, Any]:
    """The parameters of `ADVANCE`."""
    first = addition.first
    return {"table": addition.table_id, "first": first, "next": first + len(addition.events), "now": now}


def _note(connection: Connection, seats: Iterable[Viewers], *, is_here: bool) -> None:
    """Write down that the players of some seats are connected now, or no longer are."""
    for one in seats:
        connection.execute(_update_of(one.table_id, one.seat).values(is_here=is_here, seen_at=time.time()))


def _update_of(table_id: str, seat: int) -> Update:
    return update(SeatRow).where(SeatRow.table_id == table_id, SeatRow.seat == seat)


def _add_table(session: Session, table: TableRow, seats: Sequence[SeatRow], events: Sequence[Event]) -> None:
    table.length = len(events)
    session.add(table)
    session.flush()
    session.add_all(seats)
    if events:
        session.connection().execute(ADD_ENTRIES, _entry_rows(Addition(table.id, 0, events), table.created_at))


def _entry_rows(addition: Addition, now: float) -> list[dict[str, Any]]:
    table, first = addition.table_id, addition.first
    return [
        {
            "table_id": table,
            "number": first + place,
            "kind": event.kind,
            "actor": event.actor,
            "action": event.action,
            "at": now,
            "stand_in": event.stand_in,
        }
        for place, event in enumerate(addition.events)
    ]
