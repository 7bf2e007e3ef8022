"""Python's collector runs when nobody plays, and tables do not need it."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from shinar.core.viewer import SPECTATOR, viewer_of
from shinar.server.collector import OVERDUE_SECONDS, Collector
from shinar.server.metrics import Metrics
from shinar.server.settings import Limits, Settings
from shinar.server.storage.database import Storage
from shinar.server.tables.lobby import make_table
from shinar.server.tables.manager import TableManager
from shinar.server.tables.table import Table
from shinar.server.transport.connection import Connection
from shinar.server.transport.messages import NewTable, SeatChoice


class Clock:
    """A time that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def _no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_it_runs_once_when_nothing_happens_any_more() -> None:
    runs: list[str] = []
    collector = Collector(lambda: runs.append("run"), Clock())
    for count in (1, 2, 3):
        collector.look(count)
    assert runs == []
    for _ in range(3):
        collector.look(3)
    assert runs == ["run"]


def test_it_does_not_run_where_nothing_has_happened() -> None:
    collector = Collector(lambda: pytest.fail("it runs"), Clock())
    collector.look(0)
    collector.look(0)


def test_where_people_always_play_it_runs_after_a_while() -> None:
    runs: list[int] = []
    clock = Clock()
    count = 0
    collector = Collector(lambda: runs.append(count), clock)
    for count in range(1, 41):
        clock.now += OVERDUE_SECONDS / 10
        collector.look(count)
    assert runs == [11, 22, 33]


@pytest.mark.usefixtures("_no_collector")
@pytest.mark.parametrize("game", ["babel", "babylonia", "wonders"])
def test_tables_are_freed_without_it(tmp_path: Path, game: str) -> None:
    async def scene() -> list[weakref.ref[Table]]:
        settings = Settings(tmp_path, limits=Limits(idle_seconds=-1.0))
        storage = Storage(settings.address, "one")
        storage.migrate()
        manager = TableManager(settings, storage, Metrics())
        known = await played_tables(manager, game)
        manager.put_away_idle()
        assert manager.tables == {}
        await manager.stop()
        storage.close()
        return known

    assert [table() for table in asyncio.run(scene())] == [None] * 4


async def played_tables(manager: TableManager, game: str) -> "list[weakref.ref[Table]]":
    """A table at which somebody looks on, after each of three actions."""
    seats = 3 if game == "wonders" else 2
    made, reply = make_table(NewTable(game=game, seats=[SeatChoice(kind="person")] * seats))
    await manager.make(made)
    async with manager.at(reply.table) as live:
        spectator = Connection(SPECTATOR, Limits())
        await manager.arrive(live, spectator)
        known = [weakref.ref(live.table)]
        for _ in range(3):
            seat = live.table.actors[0]
            action, version = live.table.seen(viewer_of(seat)).actions[0], live.table.version_for(viewer_of(seat))
            await manager.change(live, lambda table: table.act(seat, action, version))  # noqa: B023  # called at once
            manager.catch_up(spectator)
            known.append(weakref.ref(live.table))
        await manager.depart(live, spectator)
    return known
