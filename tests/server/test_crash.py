"""A server that is killed loses nothing it has acknowledged."""

import os
import resource
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from tests.server.helpers import WAIT, Server, bearer, free_port, play_out, running


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path)
    table = server.new_table()
    people = [server.join(table, seat) for seat in (0, 1)]
    people[0].ask("claim", nickname="Ada")
    people[0].ask("chat", text="still here?")
    play_out(people, seed=3, max_actions=12)
    asked = next(person for person in people if person.is_asked)
    answer = asked.act(asked.latest["actions"][0]["id"])
    assert answer["type"] == "done"
    server.kill()
    with running(tmp_path) as again:
        back = [again.join(table, 0)]
        assert not back[0].latest["table"]["seats"][1]["connected"]
        back.append(again.join(table, 1))
        assert [person.latest["version"] for person in back] == [answer["version"]] * 2
        assert back[0].lines[: len(people[0].lines)] == people[0].lines
        assert back[1].latest["table"]["seats"][0]["nickname"] == "Ada"
        assert back[1].welcome["chat"][0]["text"] == "still here?"
        play_out(back)
        assert back[0].latest["outcome"] is not None


def test_killing_again_and_again_never_loses_an_action(tmp_path: Path) -> None:
    acknowledged, table = 0, None
    for seed in range(3):
        server = Server(tmp_path)
        table = table or server.new_table()
        people = [server.join(table, seat) for seat in (0, 1)]
        assert people[0].latest["version"] >= acknowledged
        play_out(people, seed, max_actions=6)
        acknowledged = max(person.latest["version"] for person in people)
        server.kill()
    with running(tmp_path) as server:
        assert server.join(table or {}, 0).latest["version"] == acknowledged


def test_a_backup_made_while_people_play_is_a_whole_database(tmp_path: Path) -> None:
    with running(tmp_path / "one", workers=0) as server:
        table = server.new_table()
        people = [server.join(table, seat) for seat in (0, 1)]
        play_out(people, max_actions=5)
        (tmp_path / "two").mkdir()
        places = [tmp_path / name / "shinar.db" for name in ("one", "two")]
        with closing(sqlite3.connect(places[0])) as source, closing(sqlite3.connect(places[1])) as copy:
            source.backup(copy)
        version = people[0].latest["version"]
        play_out(people, max_actions=5)
    with running(tmp_path / "two", workers=0) as restored:
        back = [restored.join(table, seat) for seat in (0, 1)]
        assert back[0].latest["version"] == version
        play_out(back, max_actions=3)


def test_the_workers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path)
    person = server.join(server.post("/api/play", {"game": "babel", "options": {"starter": 0}}), 0)
    person.ask("hint")
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    assert children
    server.kill()
    end = time.monotonic() + WAIT
    while any(is_alive(int(child)) for child in children):
        assert time.monotonic() < end, "a worker outlived its server"
        time.sleep(0.1)


def test_a_server_stops_in_good_order_while_people_play(tmp_path: Path) -> None:
    server = Server(tmp_path)
    table = server.new_table()
    people = [server.join(table, seat) for seat in (0, 1)]
    play_out(people, max_actions=3)
    version = max(person.latest["version"] for person in people)
    assert server.stop() == 0
    assert '"event": "stopped"' in server.log_file.read_text()
    with running(tmp_path) as again:
        assert again.get(f"/api/tables/{table['table']}/positions", table["spectator"])["length"] <= version
        summary = again.http.post(
            "/api/tables/mine",
            json={"keys": [{"table": table["table"], "secret": table["spectator"]}]},
            headers=bearer(None),
        ).json()["tables"][0]
        assert summary["version"] == version


def test_a_server_that_cannot_open_its_database_ends_with_an_error(tmp_path: Path) -> None:
    arguments = ["serve", "--no-browser", "--port", str(free_port()), "--database", f"sqlite:///{tmp_path}"]
    done = subprocess.run([sys.executable, "-m", "shinar", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "unable to open database file" in done.stderr


def test_a_full_disk_is_told_and_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    server = Server(tmp_path)
    table = server.new_table(starter=0)
    person, other = server.join(table, 0), server.join(table, 1)
    acknowledged = person.act(person.latest["actions"][0]["id"])["version"]
    person.reach(acknowledged)
    log = tmp_path / "shinar.db-wal"
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (log.stat().st_size, resource.RLIM_INFINITY))
    refused = person.act(person.latest["actions"][0]["id"])
    assert (refused["type"], refused["code"]) == ("refused", "failed")
    assert other.ask("ping")["type"] == "pong"
    person.ask("ping")
    assert person.latest["version"] == acknowledged
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    later = person.act(person.latest["actions"][0]["id"])["version"]
    assert later > acknowledged
    server.kill()
    with running(tmp_path) as again:
        assert again.join(table, 0).latest["version"] == later


def is_alive(process: int) -> bool:
    """Whether a process runs; one that ended but was not waited for does not."""
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
