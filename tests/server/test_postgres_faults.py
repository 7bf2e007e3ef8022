"""PostgreSQL is cut off, restarted or away while actions are in flight: nothing is lost, and no log gets a hole."""

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.server.helpers import WAIT, Message, Person, Server, play_out, running
from tests.server.postgres import Postgres, running_postgres

AWAY_SECONDS = float(os.environ.get("SHINAR_AWAY_SECONDS", "2"))  # benchmarks/results.md tells of longer ones
ACTIONS_AFTER = 12  # played after the fault; what was lost before would show


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as started:
        yield started


@pytest.fixture(scope="module")
def servers(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers that share it."""
    data = tmp_path_factory.mktemp("servers")
    both = [Server(data / name, database=postgres.address, workers=0) for name in ("one", "two")]
    yield both
    assert [server.stop() for server in both] == [0, 0]


def cut_connections(postgres: Postgres) -> None:
    """Cut every connection again and again for a while, so that reading anew fails too."""
    with psycopg.connect(postgres.address, autocommit=True) as connection:
        end = time.monotonic() + 1.0
        while time.monotonic() < end:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = 'shinar' AND pid <> pg_backend_pid()"
            )
            time.sleep(0.005)


def restart(postgres: Postgres) -> None:
    postgres.stop()
    postgres.start()


def be_away(postgres: Postgres) -> None:
    postgres.stop()
    time.sleep(AWAY_SECONDS)
    postgres.start()


@pytest.mark.parametrize("fault", [cut_connections, restart, be_away])
def test_an_action_in_flight_while_the_database_fails_leaves_no_hole(
    postgres: Postgres, servers: list[Server], fault: Callable[[Postgres], None]
) -> None:
    table = servers[0].new_table(starter=0)
    people = [server.join(table, seat) for seat, server in enumerate(servers)]
    with in_flight(postgres, people[0]) as number:
        fault(postgres)
    check_answer(people[0], number)
    acknowledged = play_on(servers, table, people)
    check_stored(postgres, table, acknowledged)


def test_what_was_refused_while_the_database_was_away_holds_after_a_restart_of_the_server(
    postgres: Postgres, servers: list[Server], tmp_path: Path
) -> None:
    with running(tmp_path, database=postgres.address, workers=0) as doomed:
        table = doomed.new_table(starter=0)
        person = doomed.join(table, 0)
        with in_flight(postgres, person) as number:
            restart(postgres)
        check_answer(person, number)
        version = act_until_done(person)["version"]
    back = servers[1].join(table, 0)
    assert back.latest["version"] == version
    assert act_until_done(back)["version"] > version


def test_those_who_look_on_see_what_holds_as_soon_as_the_database_is_back(
    postgres: Postgres, servers: list[Server]
) -> None:
    table = servers[0].new_table(starter=0)
    person, watcher = servers[0].join(table, 0), servers[0].watch(table)
    version = watcher.latest["version"]
    with in_flight(postgres, person):
        be_away(postgres)
    seen = len(watcher.received)
    while len(watcher.received) == seen:
        watcher.read()
    holds = servers[1].watch(table).latest["version"]
    assert holds in {version, version + 1}  # as a rule the action is not stored, see `check_answer`
    watcher.reach(holds)
    assert watcher.latest["version"] == holds
    assert servers[0].http.get("/health").status_code == 200


# ---- an action in flight ----------------------------------------------------------------------------------------


@contextmanager
def in_flight(postgres: Postgres, person: Person) -> Iterator[int]:
    """Send an action whose writing is held up by a lock until the fault comes; the number of the message."""
    with psycopg.connect(postgres.address) as lock:
        lock.execute("LOCK TABLE entries IN EXCLUSIVE MODE")
        person.number += 1
        act = {"type": "act", "id": person.number, "action": person.latest["actions"][0]["id"]}
        person.socket.send(json.dumps(act | {"version": person.latest["version"]}))
        with psycopg.connect(postgres.address, autocommit=True) as observer:
            wait_until(lambda: someone_waits(observer))
        try:
            yield person.number
        finally:
            lock.close()


def someone_waits(observer: psycopg.Connection[Any]) -> bool:
    found = observer.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'").fetchone()
    return found is not None and found[0] > 0


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def check_answer(person: Person, number: int) -> None:
    """Refused as a rule. The lock is cut off too, and if that is a moment earlier, the action is stored and done."""
    answer = answer_to(person, number)
    if answer["type"] == "done":
        person.reach(answer["version"])
    else:
        assert answer["type"] == "refused", answer


def answer_to(person: Person, number: int) -> Message:
    while True:
        message = person.read()
        if message.get("id") == number:
            return message


# ---- playing on -------------------------------------------------------------------------------------------------


def play_on(servers: list[Server], table: Message, people: list[Person]) -> int:
    """Both play on, on their two servers; the version that was acknowledged last."""
    first = act_until_done(people[0])
    for person in people:
        person.reach(first["version"])
    play_out(people, max_actions=ACTIONS_AFTER)
    fresh = [server.join(table, seat) for seat, server in enumerate(servers)]
    versions = {person.latest["version"] for person in fresh}
    assert versions == {people[0].latest["version"]}
    assert fresh[0].latest["view"] == people[0].latest["view"]
    return int(versions.pop())


def act_until_done(person: Person) -> Message:
    """Try the first action on the latest update until the server can store it."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        answer = person.act(person.latest["actions"][0]["id"])
        if answer["type"] == "done":
            return answer
        assert answer["code"] in {"failed", "busy"}, answer
        time.sleep(0.05)
    raise AssertionError("the server never came back")


def check_stored(postgres: Postgres, table: Message, version: int) -> None:
    """The log in the database has exactly the entries that were acknowledged."""
    with psycopg.connect(postgres.address) as connection:
        rows = connection.execute(
            "SELECT number FROM entries WHERE table_id = %s ORDER BY number", (table["table"],)
        ).fetchall()
    assert [number for (number,) in rows] == list(range(version))
