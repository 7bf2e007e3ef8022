"""Who looks at a table is told how it stands: the latest once, before any answer, and nothing after having gone."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from shinar.core.viewer import SPECTATOR, Viewer, viewer_of
from shinar.server.metrics import Metrics
from shinar.server.settings import Limits, Settings
from shinar.server.storage.database import Storage
from shinar.server.tables.live import LiveTable
from shinar.server.tables.lobby import make_table
from shinar.server.tables.manager import TableManager
from shinar.server.tables.table import Table
from shinar.server.tables.teller import MAX_TOLD, Teller
from shinar.server.transport.connection import Connection
from shinar.server.transport.messages import NewTable, SeatChoice


@pytest.fixture
def live(tmp_path: Path) -> LiveTable:
    """A table of two people."""

    async def load() -> LiveTable:
        storage = Storage(Settings(tmp_path).address, "one")
        storage.migrate()
        manager = TableManager(Settings(tmp_path), storage, Metrics())
        made, reply = make_table(NewTable(game="babel", seats=[SeatChoice(kind="person")] * 2))
        await manager.make(made)
        async with manager.at(reply.table) as found:
            pass
        await manager.stop()
        storage.close()
        return found

    return asyncio.run(load())


def act(live: LiveTable) -> None:
    """The seat that is asked takes its first action."""
    table = live.table.copy()
    seat = table.actors[0]
    table.act(seat, table.seen(viewer_of(seat)).actions[0], table.version)
    live.table = table


def texts(connection: Connection) -> list[str]:
    """What is to be sent."""
    return [connection.queue.get_nowait() or "" for _ in range(connection.queue.qsize())]


def test_whoever_is_behind_for_two_actions_is_told_once(live: LiveTable) -> None:
    someone = Connection(SPECTATOR, Limits())

    async def scene() -> None:
        teller = Teller()
        for _ in range(2):
            act(live)
            teller.mark(live, [someone])
        assert texts(someone) == []  # it is told when there is time
        teller.catch_up(someone)
        teller.catch_up(someone)

    asyncio.run(scene())
    (told,) = map(json.loads, texts(someone))
    assert told["version"] == live.table.version
    assert told["log_from"] == 0
    assert told["length"] == len(live.table.match.log) == someone.known


def test_all_are_told_by_and_by_and_those_who_see_the_same_share_it(live: LiveTable) -> None:
    crowd = [Connection(SPECTATOR, Limits()) for _ in range(50)]

    async def scene() -> None:
        teller = Teller()
        teller.mark(live, crowd)
        for connection in crowd:
            await connection.queue.get()
        act(live)
        teller.mark(live, crowd[:49])
        teller.forget(crowd[0])
        for connection in crowd[1:49]:
            await connection.queue.get()

    asyncio.run(scene())
    assert [texts(connection) for connection in (crowd[0], crowd[49])] == [[], []]
    assert len(live.updates) == 1


def test_what_was_taken_back_is_told_anew(live: LiveTable) -> None:
    someone = Connection(viewer_of(0), Limits())
    act(live)
    someone.known = len(live.table.match.log)

    async def scene() -> None:
        teller = Teller()
        teller.mark(live, [someone], lambda _viewer: 0)
        teller.catch_up(someone)

    asyncio.run(scene())
    assert json.loads(texts(someone)[0])["log_from"] == 0


def test_a_mistake_with_one_does_not_keep_the_news_from_others(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlucky, other = Connection(viewer_of(0), Limits()), Connection(SPECTATOR, Limits())
    update_json = Table.update_json

    def fail_for_seats(table: Table, viewer: Viewer, known: int = 0, *, drawn: bool = False) -> str:
        if viewer == unlucky.viewer:
            raise ZeroDivisionError
        return update_json(table, viewer, known, drawn=drawn)

    async def scene() -> None:
        monkeypatch.setattr(Table, "update_json", fail_for_seats)
        Teller().mark(live, [unlucky, other])
        await other.queue.get()

    asyncio.run(scene())
    assert unlucky.is_dropped
    assert not other.is_dropped


def test_an_answer_goes_out_with_the_news_and_does_not_wait_for_that_of_others(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Sequence[str]] = []

    def write(texts: Sequence[str]) -> bool:
        written.append(texts)
        return True

    async def scene() -> None:
        teller, player = Teller(), Connection(viewer_of(0), Limits(), "", write)
        teller.answer(player, "answer")
        teller.mark(live, [player])
        await asyncio.sleep(0)

    for seconds, messages in ((0.0, 1), (60.0, 2)):  # in the first slice nobody can be told
        monkeypatch.setattr("shinar.server.tables.teller.SLICE_SECONDS", seconds)
        written.clear()
        asyncio.run(scene())
        assert written[0][0] == "answer"
        assert [len(texts) for texts in written] == [messages]


def test_what_is_told_is_sent_when_it_has_been_found_for_all(live: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    update_json = Table.update_json

    def noted_update(table: Table, viewer: Viewer, known: int = 0, *, drawn: bool = False) -> str:
        happened.append("found")
        return update_json(table, viewer, known, drawn=drawn)

    def write(_texts: Sequence[str]) -> bool:
        happened.append("sent")
        return True

    async def scene() -> None:
        monkeypatch.setattr(Table, "update_json", noted_update)
        monkeypatch.setattr("shinar.server.tables.teller.SLICE_SECONDS", 60.0)
        teller = Teller()
        teller.mark(live, [Connection(viewer_of(seat), Limits(), "", write) for seat in range(2)])
        await asyncio.sleep(0)

    asyncio.run(scene())
    assert happened == ["found", "found", "sent", "sent"]


def test_others_have_their_turn_while_a_crowd_is_told(live: LiveTable) -> None:
    sent: list[int] = []

    async def scene() -> None:
        def write(_texts: Sequence[str]) -> bool:
            sent.append(turn)
            return True

        turn, teller = 0, Teller()
        teller.mark(live, [Connection(SPECTATOR, Limits(), "", write) for _ in range(3 * MAX_TOLD)])
        while len(sent) < 3 * MAX_TOLD:
            turn += 1
            await asyncio.sleep(0)

    asyncio.run(scene())
    assert max(sent.count(turn) for turn in set(sent)) <= MAX_TOLD
