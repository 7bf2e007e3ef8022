"""Several servers on one PostgreSQL: a real one, started for these tests."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from shinar.server.settings import Settings
from shinar.server.storage.database import Storage, Viewers
from shinar.server.storage.models import Model
from tests.server.helpers import WAIT, Server, let_the_bot_act, play_out, secret_of
from tests.server.postgres import running_postgres

LONG = 1000.0  # seconds; longer than any test
QUICK = {"heartbeat_seconds": 0.2}


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The address of an empty database."""
    with running_postgres() as postgres:
        yield postgres.address


@pytest.fixture(scope="module")
def servers(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers that share it."""
    data = tmp_path_factory.mktemp("servers")
    both = [Server(data / name, limits=QUICK, database=database, grace=1.0) for name in ("one", "two")]
    yield both
    assert [server.stop() for server in both] == [0, 0]
    for server in both:
        assert '"level": "error"' not in server.log_file.read_text(), server.log_file.read_text()


def test_two_people_play_a_whole_match_on_two_servers(servers: list[Server]) -> None:
    table = servers[0].new_table()
    people = [server.join(table, seat) for seat, server in enumerate(servers)]
    people[0].wait(lambda update: update["table"]["seats"][1]["connected"])
    people[0].ask("chat", text="hello from the other side")
    while not people[1].chat:
        people[1].read()
    play_out(people)
    outcomes = [person.wait(lambda update: update["outcome"] is not None)["outcome"] for person in people]
    assert outcomes[0] == outcomes[1]
    versions = {person.latest["version"] for person in people}
    assert len(versions) == 1


def test_an_undo_reaches_the_other_server(servers: list[Server]) -> None:
    table = servers[0].new_table(starter=0)
    person, other = servers[0].join(table, 0), servers[1].join(table, 1)
    length = other.latest["length"]
    person.act(person.latest["actions"][0]["id"])
    other.wait(lambda update: update["length"] == length + 1)
    person.wait(lambda update: update["can_undo"])
    answer = person.ask("undo", version=person.latest["version"])
    update = other.wait(lambda update: update["version"] == answer["version"])
    assert update["length"] == length


def test_of_two_tabs_on_two_servers_one_is_too_late(servers: list[Server]) -> None:
    table = servers[0].new_table(starter=0)
    tabs = [server.join(table, 0) for server in servers]
    version = tabs[0].latest["version"]
    for tab in tabs:
        tab.number += 1
        tab.socket.send(
            f'{{"type":"act","id":{tab.number},"action":{tab.latest["actions"][0]["id"]},"version":{version}}}'
        )
    answers = []
    for tab in tabs:
        while True:
            message = tab.read()
            if message.get("id") == tab.number:
                answers.append(message["type"] if message["type"] == "done" else message["code"])
                break
    assert sorted(answers) == ["done", "stale"]
    for tab in tabs:
        tab.wait(lambda update: update["version"] == version + 1)


def test_a_bot_is_played_by_one_server_while_two_watch(servers: list[Server]) -> None:
    table = servers[0].new_table("pb", starter=0)
    person, watcher = servers[0].join(table, 0), servers[1].watch(table)
    let_the_bot_act(person)
    person.wait(lambda update: bool(update["actions"]) or update["outcome"] is not None)
    watcher.reach(person.latest["version"])
    assert watcher.latest["view"]["players"][1]["score"] == person.latest["view"]["players"][1]["score"]


def test_a_rematch_and_a_resignation_reach_the_other_server(servers: list[Server]) -> None:
    table = servers[0].new_table()
    people = [server.join(table, seat) for seat, server in enumerate(servers)]
    people[0].ask("resign")
    people[1].wait(lambda update: update["outcome"] is not None)
    people[1].ask("rematch")
    people[0].wait(lambda update: update["table"]["rematch_wanted"] == [1])
    people[0].ask("rematch")
    address = people[1].wait(lambda update: update["table"]["rematch"])["table"]["rematch"]
    assert servers[1].get(f"/api/tables/{address}/positions", secret_of(table, 0))["length"] > 0


def test_a_person_on_the_other_server_is_not_replaced_by_a_bot(servers: list[Server]) -> None:
    table = servers[0].new_table()
    people = [server.join(table, seat) for seat, server in enumerate(servers)]
    end = time.monotonic() + 2.5  # longer than the grace time of these servers
    while time.monotonic() < end:
        for person in people:
            person.ask("ping")
        time.sleep(0.1)
    assert not any(seat["taken_over"] for person in people for seat in person.latest["table"]["seats"])
    people[1].close()
    people[0].wait(lambda update: update["table"]["seats"][1]["taken_over"])


def test_a_server_that_is_killed_loses_nothing_for_the_other(
    database: str, servers: list[Server], tmp_path: Path
) -> None:
    doomed = Server(tmp_path, database=database)
    table = doomed.new_table(starter=0)
    person = doomed.join(table, 0)
    answer = person.act(person.latest["actions"][0]["id"])
    doomed.kill()
    assert servers[0].join(table, 0).latest["version"] == answer["version"]


def test_whoever_holds_a_seat_sees_how_many_look_through_it_on_any_server(servers: list[Server]) -> None:
    table = servers[0].new_table()
    person, watcher = servers[0].join(table, 0), servers[1].watch(table)
    assert person.latest["table"]["viewers"] == 1
    spies = [servers[1].join(table, 0) for _ in range(2)]
    person.wait(lambda update: update["table"]["viewers"] == 3)
    spies[1].wait(lambda update: update["table"]["viewers"] == 3)
    assert watcher.read_all()["table"]["viewers"] == 0
    spies[0].close()
    person.wait(lambda update: update["table"]["viewers"] == 2)
    spies[1].close()
    person.wait(lambda update: update["table"]["viewers"] == 1)


@pytest.mark.parametrize("ends", [Server.kill, Server.stop])
def test_those_on_a_server_that_ended_look_through_no_seat(
    database: str, servers: list[Server], tmp_path: Path, ends: Callable[[Server], Any]
) -> None:
    doomed = Server(tmp_path, database=database, workers=0)
    table = doomed.new_table()
    person, _spy = servers[0].join(table, 0), doomed.join(table, 0)
    person.wait(lambda update: update["table"]["viewers"] == 2)
    ends(doomed)
    with psycopg.connect(database, autocommit=True) as connection:  # it was last seen long ago
        connection.execute("UPDATE servers SET seen_at = 0 WHERE process = %s", [process_of(doomed)])
    person.wait(lambda update: update["table"]["viewers"] == 1)


def process_of(server: Server) -> str:
    """The name of a server among those that share its database."""
    lines = [json.loads(line) for line in server.log_file.read_text().splitlines()]
    return next(str(line["process"]) for line in lines if line["event"] == "started")


def test_a_server_that_was_taken_for_gone_tells_everything_anew(database: str, servers: list[Server]) -> None:
    table = servers[0].new_table()
    person, _spy = servers[0].join(table, 0), servers[1].join(table, 0)
    person.wait(lambda update: update["table"]["viewers"] == 2)
    gone = process_of(servers[1])
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DELETE FROM servers WHERE process = %s", [gone])
        connection.execute("DELETE FROM viewers WHERE process = %s", [gone])
        end = time.monotonic() + WAIT
        rows = "SELECT 1 FROM servers JOIN viewers USING (process) WHERE process = %s AND table_id = %s"
        while connection.execute(rows, [gone, table["table"]]).fetchone() is None:
            assert time.monotonic() < end, "it stays forgotten"
    assert person.read_all()["table"]["viewers"] == 2


def test_what_a_server_has_stored_of_its_viewers_is_corrected_by_its_sign_of_life(
    database: str, servers: list[Server], tmp_path: Path
) -> None:
    tables = [servers[0].new_table()["table"] for _ in range(3)]
    address = Settings(tmp_path, database).address
    with closing(Storage(address, "one")) as one, closing(Storage(address, "two")) as two:
        one.begin()
        one.store([[Viewers(table, 0, 2)] for table in tables[:2]])
        one.beat([Viewers(tables[0], 0, 1), Viewers(tables[2], 1, 4)], LONG)
        assert [viewers_of(two, table) for table in tables] == [{0: 1}, {}, {1: 4}]
        assert viewers_of(one, tables[0]) == {}, "its own count for nothing"
        one.end([])
        assert [viewers_of(two, table) for table in tables] == [{}, {}, {}]


def viewers_of(storage: Storage, table: str) -> dict[int, int]:
    stored = storage.load(table)
    assert stored is not None
    return dict(stored.viewers)


def test_the_migrations_fit_postgresql(database: str, servers: list[Server], tmp_path: Path) -> None:
    storage = Storage(Settings(tmp_path, database).address, "test")
    with storage.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Model.metadata) == []
    storage.close()
    assert servers[0].get("/health")["status"] == "ok"


def test_one_process_at_a_time_plays_the_bots_of_a_table(database: str, servers: list[Server], tmp_path: Path) -> None:
    table = servers[0].new_table("pp")["table"]  # without a bot, so that no server takes the lease on its own
    address = Settings(tmp_path, database).address
    with closing(Storage(address, "one")) as one, closing(Storage(address, "two")) as two:
        assert one.lease(table, LONG)
        assert one.lease(table, LONG)
        assert not two.lease(table, LONG)
        assert one.lease(table, -1)  # it has run out
        assert two.lease(table, LONG)
        assert not one.lease(table, LONG)
        two.end([])
        assert one.lease(table, LONG)
