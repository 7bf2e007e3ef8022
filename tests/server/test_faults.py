"""Storing fails, at every step and in every way: what is in memory is never ahead of the database."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from shinar.core.viewer import viewer_of
from shinar.server.metrics import Metrics
from shinar.server.settings import Limits, Settings
from shinar.server.storage import database
from shinar.server.storage.database import Group, Storage, Stored
from shinar.server.tables import manager as manager_module
from shinar.server.tables.live import LiveTable
from shinar.server.tables.lobby import make_table
from shinar.server.tables.manager import TableManager
from shinar.server.tables.table import RefusedError, Table
from shinar.server.transport.connection import Connection
from shinar.server.transport.messages import NewTable, SeatChoice


class FaultyStorage(Storage):
    """Fails where it is told to, once for each time it is told."""

    faults: tuple[str, ...] = ()

    def _fail_at(self, step: str) -> None:
        if self.faults and self.faults[0] == step:
            self.faults = self.faults[1:]
            raise OSError(step)

    def store(self, groups: Any) -> list[float | Exception]:
        self._fail_at("before storing")
        stored = super().store(groups)
        self._fail_at("after storing")
        return stored

    def load(self, table_id: str, since: int = 0, chat_since: int = 0) -> Stored | None:
        self._fail_at("reading")
        return super().load(table_id, since, chat_since)


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[FaultyStorage]:
    made = FaultyStorage(Settings(tmp_path).address, "one")
    made.migrate()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manager_module, "RECOVERY_SECONDS", 0.01)


def at_a_table(storage: Storage, scene: Callable[[TableManager, LiveTable], Awaitable[None]]) -> None:
    """Play a scene at a new table of two people, whose seat 0 begins."""

    async def play() -> None:
        manager = TableManager(Settings(Path("unused")), storage, Metrics())
        seats = [SeatChoice(kind="person")] * 2
        made, reply = make_table(NewTable(game="babel", options={"starter": 0}, seats=seats))
        await manager.make(made)
        async with manager.at(reply.table) as live:
            pass
        await scene(manager, live)
        await manager.stop()

    asyncio.run(play())


async def act(manager: TableManager, live: LiveTable) -> int:
    """The seat that is asked takes its first action; the version that was acknowledged."""
    acknowledged: list[int] = []
    async with manager.at(live.table.id) as held:
        seat, version = held.table.actors[0], held.table.version
        action = held.table.update(viewer_of(seat)).actions[0].id
        await manager.change(
            held, lambda table: table.act(seat, action, version), lambda table: acknowledged.append(table.version)
        )
    return acknowledged[0]


def stored_version(storage: Storage) -> int:
    """The length of the log in the database, which must have no hole."""
    with storage.engine.connect() as connection:
        numbers = connection.execute(text("SELECT number FROM entries ORDER BY number")).scalars().all()
        length = connection.execute(text("SELECT length FROM tables")).scalar_one()
    assert list(numbers) == list(range(length))
    return int(length)


STEPS = [
    ("before storing",),
    ("after storing",),
    ("before storing", "reading"),
    ("after storing", "reading"),
    ("before storing", "reading", "reading", "before storing", "reading"),
    ("after storing", "reading", "after storing", "reading"),
]


@pytest.mark.parametrize("faults", STEPS, ids=", ".join)
def test_after_a_failure_at_any_step_nothing_is_acknowledged_that_is_not_stored(
    storage: FaultyStorage, faults: tuple[str, ...]
) -> None:
    async def scene(manager: TableManager, live: LiveTable) -> None:
        storage.faults = faults
        refused = 0
        for _ in range(8):
            try:
                version = await act(manager, live)
            except (OSError, RefusedError):
                refused += 1
                assert live.table.version <= stored_version(storage)
            else:
                assert version == stored_version(storage)
        assert not storage.faults
        assert 1 <= refused <= len(faults)
        assert live.table.version == stored_version(storage)

    at_a_table(storage, scene)


def test_a_change_that_fails_before_it_is_stored_changes_nothing(storage: FaultyStorage) -> None:
    async def scene(manager: TableManager, live: LiveTable) -> None:
        before, version = live.table, live.table.version

        def stumble(table: Table) -> Group:
            table.act(0, table.update(viewer_of(0)).actions[0].id, table.version)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            async with manager.at(live.table.id) as held:
                await manager.change(held, stumble)
        assert live.table is before
        assert (live.table.version, len(live.table.match.log)) == (version, version)
        assert not live.is_doubtful

    at_a_table(storage, scene)


def test_whoever_looks_on_is_told_what_holds_without_asking(storage: FaultyStorage) -> None:
    async def scene(manager: TableManager, live: LiveTable) -> None:
        connection = Connection(viewer_of(1), Limits())
        async with manager.at(live.table.id) as held:
            await manager.arrive(held, connection)
        await connection.queue.get()
        version = live.table.version
        storage.faults = ("after storing", "reading", "reading")
        with pytest.raises(OSError, match="after storing"):
            await act(manager, live)
        told = await asyncio.wait_for(connection.queue.get(), 10)
        assert f'"version":{version + 1}' in (told or "")

    at_a_table(storage, scene)


@pytest.mark.parametrize("change", ["claim", "chat", "rematch"])
def test_whatever_was_stored_though_the_answer_was_lost_is_there_when_the_table_is_read_anew(
    storage: FaultyStorage, change: str
) -> None:
    drafts: dict[str, Callable[[Table], Group]] = {
        "claim": lambda table: table.change_seat(1, nickname="Ada"),
        "chat": lambda table: table.say(1, "hello"),
        "rematch": lambda table: table.change_seat(1, wants_rematch=True),
    }

    async def scene(manager: TableManager, live: LiveTable) -> None:
        storage.faults = ("after storing",)
        with pytest.raises(OSError, match="after storing"):
            async with manager.at(live.table.id) as held:
                await manager.change(held, drafts[change])
        async with manager.at(live.table.id) as held:
            table = held.table
        known = (table.seats[1].nickname, [row.text for row in table.chat], table.seats[1].wants_rematch)
        assert known == {"claim": ("Ada", [], False), "chat": ("", ["hello"], False), "rematch": ("", [], True)}[change]
        async with manager.at(live.table.id) as held:
            await manager.change(held, lambda table: table.say(0, "on we go"))
        assert [row.number for row in live.table.chat] == list(range(len(live.table.chat)))

    at_a_table(storage, scene)


# ---- SQLite: full, locked, read-only ----------------------------------------------------------------------------


def fill(storage: Storage) -> Callable[[], None]:
    """Let the database grow no further."""
    with storage.engine.connect() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
    return on_every_connection(storage, f"PRAGMA max_page_count={pages}", "PRAGMA max_page_count=1000000")


def make_read_only(storage: Storage) -> Callable[[], None]:
    return on_every_connection(storage, "PRAGMA query_only=ON", "PRAGMA query_only=OFF")


def on_every_connection(storage: Storage, pragma: str, undo: str) -> Callable[[], None]:
    """Begin to limit all connections; gives how to end it."""

    def limit(connection: Any, _record: Any) -> None:
        connection.execute(pragma)

    storage.engine.dispose()
    event.listen(storage.engine, "connect", limit)

    def end() -> None:
        event.remove(storage.engine, "connect", limit)
        with storage.engine.connect() as connection:
            connection.execute(text(undo))
        storage.engine.dispose()

    return end


def lock(storage: Storage) -> Callable[[], None]:
    """Another program writes and does not come to an end."""
    other = Storage(storage.url.render_as_string(), "other")
    connection = other.engine.connect()
    connection.execute(text("BEGIN IMMEDIATE"))

    def end() -> None:
        connection.rollback()
        connection.close()
        other.close()

    return end


@pytest.mark.parametrize("fault", [fill, lock, make_read_only])
def test_a_database_that_cannot_be_written_refuses_and_goes_on_where_it_was(
    storage: FaultyStorage, monkeypatch: pytest.MonkeyPatch, fault: Callable[[Storage], Callable[[], None]]
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    storage.engine.dispose()  # connections that are made from now on wait no longer than that

    async def scene(manager: TableManager, live: LiveTable) -> None:
        acknowledged = await act(manager, live)
        end = fault(storage)
        long_text = "x" * 500
        refused = 0
        while refused < 3:  # a page may have room for some entries
            try:
                async with manager.at(live.table.id) as held:
                    await manager.change(held, lambda table: table.say(0, long_text))
                acknowledged = await act(manager, live)
            except Exception:  # sqlite3's, worded by SQLAlchemy
                refused += 1
                storage.faults = ("reading",) if refused == 2 else ()
        end()
        assert live.table.version <= stored_version(storage)
        assert stored_version(storage) == acknowledged
        assert acknowledged < await act(manager, live) == stored_version(storage)

    at_a_table(storage, scene)
