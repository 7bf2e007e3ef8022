"""What keeps a server tidy: private files, a health check that writes, old tables deleted, idle ones put away."""

import asyncio
import json
import resource
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from shinar.core.viewer import SPECTATOR, viewer_of
from shinar.server.bots.workers import Workers
from shinar.server.metrics import Metrics
from shinar.server.settings import Limits, Settings
from shinar.server.storage.database import Event, Storage
from shinar.server.tables.archive import record_row
from shinar.server.tables.attendance import look
from shinar.server.tables.lobby import make_table
from shinar.server.tables.manager import CROWD, CROWD_SECONDS, TableManager
from shinar.server.tables.table import RefusedError
from shinar.server.transport.connection import Connection
from shinar.server.transport.messages import NewTable, Ping, SeatChoice, clean
from shinar.server.transport.requests import RequestHandler, Visit
from shinar.server.transport.socket import is_known_host
from tests.server.helpers import Server, running


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Z\u0301\u0302\u0303\u0304\u0305algo", "Z\u0301\u0302algo"),
        ("\u0301\u0302Ada", "Ada"),
        ("\u3164\u2800 \uffa0", ""),
        ("Ada\u3164Lovelace", "Ada Lovelace"),
        (" \u0301x", "x"),
        ("Zoë e\u0301", "Zoë e\u0301"),
    ],
)
def test_a_name_has_letters_and_few_marks(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_the_database_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    with running(tmp_path / "new" / "data", workers=0) as server:
        server.new_table()
        files = list((tmp_path / "new" / "data").glob("shinar.db*"))
        assert len(files) >= 2
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_server_whose_disk_is_full_is_not_healthy(tmp_path: Path) -> None:
    server = Server(tmp_path, workers=0)
    size = (tmp_path / "shinar.db-wal").stat().st_size
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    assert server.http.get("/health").status_code == 503
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert server.http.get("/health").status_code == 200
    server.kill()


def test_what_is_too_old_is_deleted_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    storage = Storage(Settings(tmp_path).address, "one")
    storage.migrate()
    tables = []
    for age in (400, 10):
        made, reply = make_table(NewTable(game="babel", seats=[SeatChoice(kind="person")] * 2))
        made.table.changed_at = time.time() - age * 86_400
        storage.make_table(made.table, made.seats, [*made.events, Event("act", 0, 1)])
        tables.append(reply.table)
    old = record_row("text", "babel")
    old.created_at = 1.0
    address = storage.keep_record(old)
    assert storage.clear(0, 0) == 0
    assert storage.clear(365, 3650) == 2
    assert [storage.load(table) is None for table in tables] == [True, False]
    assert storage.record(address) is None
    with storage.engine.connect() as connection:
        left = connection.exec_driver_sql("SELECT DISTINCT table_id FROM entries").scalars().all()
    assert left == [tables[1]]
    storage.close()


def test_a_crowd_is_told_now_and_then_how_many_watch(tmp_path: Path) -> None:
    storage = Storage(Settings(tmp_path).address, "one")
    storage.migrate()
    watching = 3 * CROWD

    async def scene() -> None:
        manager = TableManager(Settings(tmp_path), storage, Metrics())
        made, reply = make_table(NewTable(game="babel", seats=[SeatChoice(kind="person")] * 2))
        await manager.make(made)
        crowd = [Connection(SPECTATOR, Limits()) for _ in range(watching)]
        for connection in crowd:
            async with manager.at(reply.table) as live:
                await manager.arrive(live, connection)
            for one in crowd:
                manager.catch_up(one)
        assert [connection.queue.empty() for connection in crowd] == [False] * watching  # each sees the table at once
        assert crowd[0].queue.qsize() == CROWD  # and is not told of everybody who comes
        await asyncio.sleep(2 * CROWD_SECONDS)
        assert [last_told(connection)["table"]["spectators"] for connection in crowd] == [watching] * watching
        await manager.stop()

    asyncio.run(scene())
    storage.close()


def last_told(connection: Connection) -> dict[str, Any]:
    """The last message to somebody."""
    told: dict[str, Any] = {}
    while not connection.queue.empty():
        told = json.loads(connection.queue.get_nowait() or "{}")
    return told


def test_a_table_at_which_nobody_is_any_more_is_put_away(tmp_path: Path) -> None:
    storage = Storage(Settings(tmp_path).address, "one")
    storage.migrate()

    async def scene() -> list[int]:
        limits = Limits(idle_seconds=1000.0, finished_seconds=0.0)
        manager = TableManager(Settings(tmp_path, limits=limits), storage, Metrics())
        made, reply = make_table(NewTable(game="babel", seats=[SeatChoice(kind="person")] * 2))
        await manager.make(made)
        async with manager.at(reply.table) as live:
            manager.put_away_idle()
            counts = [len(manager.tables)]
            await manager.change(live, lambda table: table.resign(0))
        manager.put_away_idle()
        counts.append(len(manager.tables))
        async with manager.at(reply.table) as live:
            assert live.table.is_over
        await manager.stop()
        return counts

    assert asyncio.run(scene()) == [1, 0]
    storage.close()


def test_somebody_who_no_longer_looks_is_away_until_the_next_look(tmp_path: Path) -> None:
    storage = Storage(Settings(tmp_path).address, "one")
    storage.migrate()

    async def scene() -> list[float | None]:
        manager = TableManager(Settings(tmp_path), storage, Metrics())
        handler = RequestHandler(manager, Workers(0))
        made, reply = make_table(NewTable(game="babel", seats=[SeatChoice(kind="person")] * 2))
        await manager.make(made)
        visit = Visit(reply.table, Connection(viewer_of(0), Limits()))
        async with manager.at(reply.table) as live:
            await manager.arrive(live, visit.connection)
        manager.catch_up(visit.connection)
        live.table.presence.looked[0] = 1.0
        told = []
        for is_looking in (False, True):
            await handler.handle(visit, Ping(id=1, type="ping", looking=is_looking))
            await look(manager, live)
            manager.catch_up(visit.connection)
            queue = visit.connection.queue
            sent = [json.loads(queue.get_nowait() or "") for _ in range(queue.qsize())]
            told += [message["table"]["seats"][0]["away_since"] for message in sent if message["type"] == "update"]
        await manager.stop()
        return told

    assert asyncio.run(scene()) == [None, 1.0, None]  # on arrival, later, and after a look
    storage.close()


@pytest.mark.parametrize("address", ["a\x00b", "a b", "", "x" * 25, "ключ"])
def test_what_cannot_be_an_address_is_not_looked_up(tmp_path: Path, address: str) -> None:
    storage = Storage(Settings(tmp_path).address, "one")
    manager = TableManager(Settings(tmp_path), storage, Metrics())

    async def look() -> None:
        async with manager.at(address):
            pass

    with pytest.raises(RefusedError, match="there is no such table"):
        asyncio.run(look())
    storage.close()


@pytest.mark.parametrize(
    ("host", "settings", "is_known"),
    [
        ("localhost:8765", {}, True),
        ("127.0.0.1", {}, True),
        ("[::1]:8765", {}, True),
        ("192.168.1.7:80", {}, True),
        ("evil.example", {}, False),
        (None, {}, False),
        ("example.org", {"hosts": ("example.org",)}, True),
        ("EXAMPLE.org:443", {"hosts": ("example.org",)}, True),
        ("evil.example", {"hosts": ("example.org",), "host": "0.0.0.0"}, False),
        ("anything.example", {"host": "0.0.0.0"}, True),
        ("friend.example", {"origins": ("https://friend.example",)}, True),
    ],
)
def test_a_server_answers_to_its_own_names(
    tmp_path: Path, host: str | None, settings: dict[str, str], is_known: bool
) -> None:
    assert is_known_host(host, Settings(tmp_path, **settings)) is is_known  # type: ignore[arg-type]  # from the table


def test_a_page_whose_name_was_made_to_lead_here_is_turned_away(server: Server) -> None:
    answer = server.http.get("/api/games", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong-origin")


def test_two_tabs_of_a_seat_say_no_more_than_one(tmp_path: Path) -> None:
    with running(tmp_path, workers=0, limits={"chat": (1e-6, 2)}) as server:
        table = server.new_table()
        tabs = [server.join(table, 0), server.join(table, 0)]
        answers = [tab.ask("chat", text="again").get("code") for tab in tabs for _ in range(2)]
        assert answers == [None, None, "too-fast", "too-fast"]
        assert server.join(table, 1).ask("chat", text="and I?")["type"] == "done"


def test_a_dear_message_costs_more_than_a_cheap_one(tmp_path: Path) -> None:
    with running(tmp_path, workers=0, limits={"messages": (1e-6, 25)}) as server:
        table = server.new_table()
        person = server.join(table, 0)
        secret = table["keys"][0]["secret"]
        answers = [person.ask("hello", secret=secret)["type"] for _ in range(3)]
        assert answers == ["welcome", "welcome", "refused"]
        assert person.ask("ping")["type"] == "pong"


def test_every_line_of_the_log_is_json(server: Server) -> None:
    server.http.post("/api/records", json={"text": "shinar record 1"})
    lines = server.log_file.read_text().splitlines()
    assert [json.loads(line)["event"] for line in lines]


def test_what_other_libraries_complain_about_is_json_too() -> None:
    program = """
import logging, warnings
from shinar.server.event_log import start_event_log
start_event_log()
for library in ("asyncio", "psycopg", "sqlalchemy.pool", "uvicorn.error", "concurrent.futures"):
    logging.getLogger(library).error("%s\\ncomplains", library)
warnings.warn("it is old", DeprecationWarning, stacklevel=1)
raise RuntimeError("it ends")
"""
    arguments = [sys.executable, "-W", "always", "-c", program]
    ended = subprocess.run(arguments, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in ended.stderr.splitlines()]
    assert [line["level"] for line in lines] == ["error"] * 5 + ["warning", "critical"]
    assert lines[0]["event"] == "asyncio\ncomplains"
    assert "it ends" in lines[-1]["traceback"]
