"""Whoever connects and says nothing, or asks and does not listen, holds up nobody and is cut off."""

import json
import resource
import selectors
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, cast

import httpx
import pytest

from shinar.server.event_log import FloodBarrier
from shinar.server.settings import Limits
from shinar.server.transport.gate import FILES_RESERVED, FILES_WANTED, Gate, origin_of, raise_file_limit
from tests.server.helpers import WAIT, Person, Server, running

QUICK = {"head_seconds": 0.5, "body_seconds": 0.5, "write_seconds": 0.5}


@contextmanager
def connected(server: Server, sent: bytes = b"", count: int = 1) -> Iterator[list[socket.socket]]:
    """Connections that have sent so much and no more."""
    opened = []
    for _ in range(count):
        one = socket.create_connection(("127.0.0.1", server.port), timeout=WAIT)
        one.sendall(sent)
        opened.append(one)
    try:
        yield opened
    finally:
        for one in opened:
            one.close()


def is_cut_off(connection: socket.socket) -> bool:
    """Whether the server closes a connection without a word."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


BEGINNINGS = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: x\r\n",
    "half a body": b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{",
    "half of an upgrade": b"GET /api/tables/x/socket HTTP/1.1\r\nUpgrade: websocket\r\n",
}


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_connection_that_does_not_come_to_its_point_is_cut_off(quick: Server, beginning: str) -> None:
    with connected(quick, BEGINNINGS[beginning]) as (one,):
        began = time.monotonic()
        while one.recv(4096):  # half a body may be answered before its end
            pass
        assert time.monotonic() - began < 30


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without patience."""
    with running(tmp_path_factory.mktemp("quick"), workers=0, limits=QUICK) as server:
        yield server


def test_a_byte_now_and_then_does_not_move_the_deadline(quick: Server) -> None:
    with connected(quick, b"GET / HTTP/1.1\r\n") as (one,), pytest.raises((BrokenPipeError, ConnectionResetError)):
        trickle(one)


def trickle(connection: socket.socket) -> None:
    """Send a byte now and then for half a minute."""
    for _ in range(300):
        connection.sendall(b"x")
        time.sleep(0.1)


def test_a_connection_that_is_used_again_has_a_deadline_again(quick: Server) -> None:
    request = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with connected(quick, request) as (one,):
        read_answer(one)
        time.sleep(1.0)  # longer than the head may take; it has not begun
        one.sendall(request[:10])
        one.sendall(request[10:])
        read_answer(one)
        one.sendall(request[:10])
        assert is_cut_off(one)


def read_answer(connection: socket.socket) -> None:
    """Read the answer to a question for the server's health to its end."""
    text = b""
    while b'"status"' not in text:
        text += connection.recv(65_536)
    assert text.startswith(b"HTTP/1.1 200 OK")


def test_a_spectator_who_does_not_read_is_cut_off_and_slows_nobody(quick: Server) -> None:
    table = quick.new_table(starter=0)
    person = quick.join(table, 0)
    with stuck_spectators(quick, table, 3):
        for number in range(300):
            assert person.ask("claim", nickname=f"{number} " + "x" * 20)["type"] == "done"
        end = time.monotonic() + WAIT
        while person.latest["table"]["spectators"] > 0:
            assert time.monotonic() < end, "those who do not read stay for ever"
            person.ask("claim", nickname="still here")
            person.ask("ping")


@contextmanager
def stuck_spectators(server: Server, table: dict[str, Any], count: int) -> Iterator[None]:
    """Spectators who have said hello and never read what comes."""
    with greeted(server, table, count, buffer=2048):
        yield


@contextmanager
def greeted(
    server: Server, table: dict[str, Any], count: int, buffer: int | None = None
) -> Iterator[list[socket.socket]]:
    """Spectators who have said hello, over connections without a reader."""
    head = f"GET /api/tables/{table['table']}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    head += "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    hello = json.dumps({"type": "hello", "secret": table["spectator"], "drawn": True}).encode()
    frame = bytes([0x81, 0xFE]) + len(hello).to_bytes(2, "big") + bytes(4) + hello  # masked with zeros
    opened = []
    for _ in range(count):
        one = socket.socket()
        if buffer is not None:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        one.connect(("127.0.0.1", server.port))
        one.sendall(head.encode())
        opened.append(one)
    try:
        for one in opened:
            assert one.recv(1024).startswith(b"HTTP/1.1 101")
            one.sendall(frame)
        yield opened
    finally:
        for one in opened:
            one.close()


def test_idle_connections_keep_nobody_out_for_long(tmp_path: Path) -> None:
    with running(tmp_path, workers=0, limits={**QUICK, "sockets": 40}) as server:
        table = server.new_table()
        with connected(server, count=60) as idle:
            assert sum(is_cut_off(one) for one in idle) == 60
        assert server.join(table, 0).ask("ping")["type"] == "pong"


def test_one_address_cannot_take_all_connections(tmp_path: Path) -> None:
    limits = {"sockets_per_address": 10, "head_seconds": WAIT}
    with running(tmp_path, workers=0, proxies=(), limits=limits) as server:
        with connected(server, count=9) as inside:  # and one is that of the test's own client
            assert not any(has_news(one) for one in inside)
            with connected(server, count=5) as outside:
                assert all(is_cut_off(one) for one in outside)
        wait_until_free(server)


def has_news(connection: socket.socket) -> bool:
    connection.settimeout(0.02)
    try:
        connection.recv(1)
    except TimeoutError:
        return False
    return True


def wait_until_free(server: Server) -> None:
    """Return when a new client is let in again."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        try:
            assert httpx.get(f"{server.url}/health", timeout=1).status_code == 200
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("nobody is let in any more")


def test_a_server_without_file_numbers_goes_on_when_there_are_some_again(tmp_path: Path) -> None:
    with running(tmp_path, workers=0, limits={"head_seconds": WAIT}) as server:
        person = server.join(server.new_table(starter=0), 0)
        used = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (used + 15, used + 15))
        with connected(server, count=40):
            time.sleep(1.5)
            assert person.act(person.latest["actions"][0]["id"])["type"] == "done"
        wait_until_free(server)
        lines = server.log_file.read_text().splitlines()
    assert len(lines) < 60, "the log is flooded"
    assert [json.loads(line) for line in lines]


def test_a_server_stops_at_once_though_some_do_not_read(tmp_path: Path) -> None:
    server = Server(tmp_path, workers=0, limits={"write_seconds": WAIT, "head_seconds": WAIT})
    table = server.new_table(starter=0)
    person = server.join(table, 0)
    with stuck_spectators(server, table, 20), connected(server, b"GET / HTTP/1.1\r\n", 20):
        for number in range(100):
            person.ask("claim", nickname=f"{number} " + "x" * 20)
        assert seconds_to_stop(server) <= 3
    assert '"level": "error"' not in server.log_file.read_text(), server.log_file.read_text()


def seconds_to_stop(server: Server) -> float:
    """The seconds from the signal until the process has ended, in good order."""
    began = time.monotonic()
    assert server.stop() == 0
    return time.monotonic() - began


def test_a_server_stops_within_three_seconds_whatever_goes_on(tmp_path: Path) -> None:
    """A crowd watches, some of it without reading, a bot thinks, and the database does not let an action through."""
    server = Server(tmp_path, limits={"write_seconds": WAIT, "head_seconds": WAIT})
    table = server.new_table(starter=0)
    person = server.join(table, 0)
    practice = server.join(server.post("/api/play", {"game": "babel", "options": {"starter": 0}}), 0)
    with stuck_spectators(server, table, 50), watching(server, table, 250):
        person.wait(lambda update: update["table"]["spectators"] == 300)
        send(practice, "hint")
        acknowledged = person.act(person.latest["actions"][0]["id"])["version"]
        person.reach(acknowledged)
        with closing(sqlite3.connect(tmp_path / "shinar.db")) as database:
            database.execute("BEGIN IMMEDIATE")
            send(person, "act", action=person.latest["actions"][0]["id"], version=acknowledged)
            send(practice, "hint")
            assert practice.ask("ping")["type"] == "pong"  # all of it has been read
            assert seconds_to_stop(server) <= 3
    assert '"level": "error"' not in server.log_file.read_text(), server.log_file.read_text()
    with running(tmp_path, workers=0) as again:
        assert again.join(table, 0).latest["version"] in {acknowledged, acknowledged + 1}


def send(person: Person, type_: str, **parts: Any) -> None:
    """Send a request and wait for nothing."""
    person.number += 1
    person.socket.send(json.dumps({"type": type_, "id": person.number, **parts}))


@contextmanager
def watching(server: Server, table: dict[str, Any], count: int) -> Iterator[None]:
    """Spectators who read what comes."""
    with greeted(server, table, count) as opened, selectors.DefaultSelector() as selector:
        for one in opened:
            one.setblocking(False)
            selector.register(one, selectors.EVENT_READ)
        reader = Thread(target=read_all, args=(selector,))
        reader.start()
        yield
        reader.join(WAIT)


def read_all(selector: selectors.BaseSelector) -> None:
    """Read whatever comes until the server has closed every connection."""
    while selector.get_map():
        for key, _ in selector.select():
            connection = cast(socket.socket, key.fileobj)
            if not received(connection):
                selector.unregister(connection)


def received(connection: socket.socket) -> bytes:
    """What has come; nothing from a connection that is closed or cut."""
    try:
        return connection.recv(65_536)
    except ConnectionError:
        return b""


# ---- counting ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_addresses_of_one_customer_count_as_one(address: str, origin: str) -> None:
    assert origin_of(address) == origin


def test_the_gate_counts_by_origin_and_in_all() -> None:
    gate = Gate(Limits(sockets=5, sockets_per_address=2), ("10.0.0.1",), files=1000)
    assert [gate.enter("a") for _ in range(3)] == [True, True, False]
    assert [gate.enter("10.0.0.1") for _ in range(4)] == [True, True, True, False]
    gate.leave("a")
    assert gate.enter("b")
    assert (gate.count, gate.turned_away, dict(gate.inside)) == (5, 2, {"a": 1, "10.0.0.1": 3, "b": 1})


def test_the_gate_leaves_file_numbers_for_the_rest() -> None:
    assert Gate(Limits(sockets=1_000_000), (), files=1024).max_count == 1024 - FILES_RESERVED


def test_the_limit_of_open_files_is_raised_as_far_as_it_goes() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(FILES_WANTED, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted - 1, hard))
        assert raise_file_limit() == wanted
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (wanted, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_same_complaint_is_written_down_only_so_often() -> None:
    import logging

    now = [0.0]
    barrier = FloodBarrier(lambda: now[0])

    def is_written(message: str, level: int = logging.ERROR) -> bool:
        return bool(barrier.filter(logging.LogRecord("x", level, "", 0, message, None, None)))

    assert [is_written("no") for _ in range(12)] == [True] * 10 + [False] * 2
    assert is_written("another")
    assert all(is_written("made", logging.INFO) for _ in range(50))
    now[0] = 61.0
    record = logging.LogRecord("x", logging.ERROR, "", 0, "no", None, None)
    assert barrier.filter(record)
    assert record.__dict__["details"] == {"left_out": 2}
