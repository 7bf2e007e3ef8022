"""The database: SQLite in a file, or PostgreSQL shared by several servers. Every method is one transaction.

A match is its log. Entries are only ever appended, under consecutive numbers that the key keeps unique, so two
processes can never both append the same one: the second gets a `StaleError`.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Update, bindparam, create_engine, event, func, insert, or_, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from shinar.server.storage.models import ChatRow, EntryRow, Model, RecordRow, SeatRow, TableRow

__all__ = ["CHANNEL", "Addition", "Change", "Event", "SeatChange", "StaleError", "Storage", "Stored"]

CHANNEL = "shinar"  # of PostgreSQL's notifications
MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 7_203_391  # any number, the same for all servers
CHAT_TRIES = 5

# What every action does, built once: building a statement costs more than running it.
ADD_ENTRIES = insert(Model.metadata.tables["entries"])
TABLES = Model.metadata.tables["tables"]
TOUCH_TABLE = update(TABLES).where(TABLES.c.id == bindparam("table")).values(changed_at=bindparam("now"))


class StaleError(Exception):
    """Another process has appended this entry already."""


@dataclass(frozen=True)
class Event:
    """An entry of a table's log that is to be stored."""

    kind: str  # act, undo or resign
    actor: int
    action: int


@dataclass(frozen=True)
class Addition:
    """Entries that are to be appended to the log of a table."""

    table_id: str
    first: int  # the number of the first of them
    events: Sequence[Event]


@dataclass(frozen=True)
class SeatChange:
    """New values for fields of a seat."""

    table_id: str
    seat: int
    values: Mapping[str, Any]


Change = Addition | SeatChange


@dataclass(frozen=True)
class Stored:
    """A table as it was read."""

    table: TableRow
    seats: list[SeatRow]
    entries: list[EntryRow]  # those asked for
    chat: list[ChatRow]


class Storage:
    """The database of a server. `process` tells its notifications from those of others."""

    def __init__(self, address: str, process: str) -> None:
        self.url = make_url(address)
        self.is_shared = self.url.get_backend_name() == "postgresql"
        self.process = process
        if self.is_shared:
            self.engine = create_engine(self.url, pool_pre_ping=True, pool_size=8)
        else:
            self.engine = _sqlite_engine(address, self.url.database)

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

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
        """Fail if the database cannot be reached."""
        with self.engine.connect() as connection:
            connection.execute(text("SELECT 1"))

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
            )

    def store(self, changes: Sequence[Change]) -> list[float | Exception]:
        """Change tables; for each change the time it was stored at, or a StaleError. What can be is one write."""
        try:
            return [self._store(changes)] * len(changes)
        except IntegrityError:
            if len(changes) == 1:
                return [StaleError()]
            return [outcome for change in changes for outcome in self.store([change])]

    def _store(self, changes: Sequence[Change]) -> float:
        now = time.time()
        with self.engine.begin() as connection:
            _append(connection, [change for change in changes if isinstance(change, Addition)], now)
            for change in changes:
                if isinstance(change, SeatChange):
                    connection.execute(_update_of(change.table_id, change.seat).values(change.values))
                self._notify(connection, change.table_id)
        return now

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
        """A server starts: if it is the only one, nobody can be connected yet, and all have from now on to return."""
        if not self.is_shared:
            with self.engine.begin() as connection:
                gone = update(SeatRow).where(SeatRow.is_here)
                connection.execute(gone.values(is_here=False, seen_at=time.time()))

    def end(self, seats: Iterable[tuple[str, int]]) -> None:
        """A server stops: nobody is at these seats any more, and others may play its bots at once."""
        with self.engine.begin() as connection:
            _note(connection, seats, is_here=False)
            connection.execute(update(TableRow).where(TableRow.runner == self.process).values(runner_until=0.0))

    # -- seats --

    def still_here(self, seats: Iterable[tuple[str, int]]) -> None:
        """Note that some seats are connected, without telling anybody."""
        with self.engine.begin() as connection:
            _note(connection, seats, is_here=True)

    # -- chat --

    def say(self, table_id: str, seat: int, words: str) -> ChatRow:
        """Add a line to the chat of a table."""
        for _ in range(CHAT_TRIES):  # another process may take the same number
            try:
                return self._say(table_id, seat, words)
            except IntegrityError:
                continue
        raise StaleError

    def _say(self, table_id: str, seat: int, words: str) -> ChatRow:
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            last = session.scalar(select(func.max(ChatRow.number)).where(ChatRow.table_id == table_id))
            number = 0 if last is None else last + 1
            line = ChatRow(table_id=table_id, number=number, seat=seat, text=words, at=time.time())
            session.add(line)
            session.flush()
            self._notify(session.connection(), table_id)
            return line

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

    def _notify(self, connection: Connection, table_id: str) -> None:
        """Tell the other processes, once this transaction is through, that a table has changed."""
        if self.is_shared:
            news = {"channel": CHANNEL, "news": f"{self.process} {table_id}"}
            connection.execute(text("SELECT pg_notify(:channel, :news)"), news)


def _sqlite_engine(address: str, path: str | None) -> Any:
    """SQLite that survives a killed process and a power cut, and lets readers read while one writes."""
    if path:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(address, connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _append(connection: Connection, additions: Sequence[Addition], now: float) -> None:
    if additions:
        connection.execute(ADD_ENTRIES, [row for addition in additions for row in _entry_rows(addition, now)])
        connection.execute(TOUCH_TABLE, [{"table": addition.table_id, "now": now} for addition in additions])


def _note(connection: Connection, seats: Iterable[tuple[str, int]], *, is_here: bool) -> None:
    """Write down that the persons of some seats are connected now, or are no longer."""
    for table_id, seat in seats:
        connection.execute(_update_of(table_id, seat).values(is_here=is_here, seen_at=time.time()))


def _update_of(table_id: str, seat: int) -> Update:
    return update(SeatRow).where(SeatRow.table_id == table_id, SeatRow.seat == seat)


def _add_table(session: Session, table: TableRow, seats: Sequence[SeatRow], events: Sequence[Event]) -> None:
    session.add(table)
    session.flush()
    session.add_all(seats)
    if events:
        session.connection().execute(ADD_ENTRIES, _entry_rows(Addition(table.id, 0, events), table.created_at))


def _entry_rows(addition: Addition, now: float) -> list[dict[str, Any]]:
    table, first = addition.table_id, addition.first
    return [
        {"table_id": table, "number": first + place, "kind": e.kind, "actor": e.actor, "action": e.action, "at": now}
        for place, e in enumerate(addition.events)
    ]
