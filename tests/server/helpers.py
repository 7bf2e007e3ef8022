"""A real server in a process of its own, and people who connect to it."""

import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

START = """
import sys
from pathlib import Path
from shinar.server.tables import lobby
from shinar.server.run import serve
from shinar.server.settings import Limits, Settings
lobby.fresh_seed = lambda: {seed!r}
serve(Settings(data=Path({data!r}), limits=Limits(**{limits!r}), **{settings!r}), level="debug")
"""
# Tests ask much at once and from one address.
ROOMY: dict[str, Any] = {
    "messages": (100_000, 100_000),
    "address_messages": (100_000, 100_000),
    "chat": (100_000, 100_000),
    "lookups": (100_000, 100_000),
    "requests": (100_000, 100_000),
    "creations": (100_000, 100_000),
    "heavy": (100_000, 100_000),
    "connections": 10_000,
    "too_fast_seconds": 0.0,
}
# Seconds for anything that must happen: a machine may be ten times as slow as ours, and compile a bot first.
WAIT = 600.0
SEED = 1  # of every table, unless a test chooses another
Message = dict[str, Any]

_open_sockets: list[ClientConnection] = []


class Server:
    """A server that runs in a process of its own. All its tables are dealt alike: no test depends on the cards."""

    def __init__(
        self,
        data: Path,
        limits: dict[str, Any] | None = None,
        *,
        seed: int = SEED,
        python: str = sys.executable,
        **settings: Any,
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.sockets = f"ws://127.0.0.1:{self.port}"
        self.dialling: dict[str, Any] = {}  # how WebSockets are opened, if not as usual
        self.log_file = data / f"log-{self.port}.txt"
        data.mkdir(parents=True, exist_ok=True)
        given = {"port": self.port, "workers": 1, **settings}
        script = START.format(data=str(data), limits={**ROOMY, **(limits or {})}, settings=given, seed=seed)
        self.http = httpx.Client(base_url=self.url, timeout=WAIT)
        with self.log_file.open("w") as log:
            self.process = subprocess.Popen([python, "-c", script], stderr=log, env=_environment(python))
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            assert self.process.poll() is None, self.log_file.read_text()
            try:
                self.http.get("/health").raise_for_status()
                return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"the server did not start: {self.log_file.read_text()}")

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(WAIT)
        self.http.close()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        self.http.close()
        return self.process.wait(WAIT)

    def stop_cleanly(self) -> None:
        """Stop it at the end of the tests that share it: it must not complain, not even about errors on the way."""
        assert self.stop() == 0, "the server did not stop cleanly"
        assert '"level": "error"' not in self.log_file.read_text(), self.log_file.read_text()

    def post(self, path: str, body: Any = None, secret: str | None = None) -> Any:
        """Post JSON; the answer, which must not be a refusal."""
        answer = self.http.post(path, json=body, headers=bearer(secret))
        assert answer.is_success, answer.text
        return answer.json()

    def get(self, path: str, secret: str | None = None) -> Any:
        """Get JSON; the answer, which must not be a refusal."""
        answer = self.http.get(path, headers=bearer(secret))
        assert answer.is_success, answer.text
        return answer.json()

    def new_table(self, kinds: str = "pp", game: str = "babel", *, away: Any = None, **options: Any) -> Message:
        """A table: p for a person, b for a bot. Everybody has used the invitation, and has a secret."""
        seats = [{"kind": "person" if kind == "p" else "bot"} for kind in kinds]
        table: Message = self.post(
            "/api/tables", {"game": game, "seats": seats, "options": options, "away": away or {"kind": "bot"}}
        )
        table["keys"] = [self.accept(table, one["seat"], one["invitation"]) for one in table["invitations"]]
        return table

    def accept(self, table: Message, seat: int, invitation: str) -> Message:
        """Exchange an invitation for a secret; the key of the seat."""
        secret = secrets.token_urlsafe(24)
        joined = self.post(f"/api/tables/{table['table']}/join", {"secret": secret}, invitation)
        assert joined["seat"] == seat
        return {"seat": seat, "secret": secret}

    def join(self, table: Message, seat: int, **more: Any) -> "Person":
        """Sit down at a seat of a table."""
        return Person(self, table["table"], secret_of(table, seat), **more)

    def watch(self, table: Message, **more: Any) -> "Person":
        """Look on as a spectator."""
        return Person(self, table["table"], table["spectator"], **more)


class Person:
    """Somebody at a table: sends requests, keeps the latest update and every byte that came."""

    def __init__(self, server: Server, table: str, secret: str, **hello: Any) -> None:
        self.socket = open_socket(server, table)
        self.received: list[str] = []
        self.refusals: list[Message] = []
        self.lines: list[Message] = []  # of the log
        self.length = 0  # entries of the log that are known
        self.chat: list[Message] = []
        self.latest: Message = {}
        self.number = 0
        self.welcome = self.ask("hello", secret=secret, **hello)
        self.wait(lambda update: bool(update))

    def ask(self, type_: str, **parts: Any) -> Message:
        """Send a request and wait for its answer."""
        self.number += 1
        self.socket.send(json.dumps({"type": type_, "id": self.number, **parts}))
        while True:
            message = self.read()
            if message.get("id") == self.number:
                return message

    def act(self, action: int | str, version: int | None = None) -> Message:
        """Take an action, by default at the version of the latest update."""
        number = self.latest["version"] if version is None else version
        return self.ask("act", action=action, version=number)

    def read(self, timeout: float = WAIT) -> Message:
        """The next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.received.append(text)
        message: Message = json.loads(text)
        if message["type"] == "update":
            self._take(message)
        elif message["type"] == "chatted":
            self.chat.append(message["line"])
        return message

    def _take(self, update: Message) -> None:
        self.latest = update
        assert update["log_from"] <= self.length, "lines of the log are missing"
        self.lines = [line for line in self.lines if line["number"] < update["log_from"]] + update["log"]
        self.length = update["length"]
        assert all(line["number"] < self.length for line in self.lines)

    def reach(self, version: int) -> Message:
        """Read until the latest update is of a version, or a later one."""
        return self.wait(lambda update: bool(update["version"] >= version))

    def read_all(self) -> Message:
        """Read everything that was sent up to now; the latest update."""
        self.ask("ping")
        return self.latest

    def wait(self, wanted: Callable[[Message], Any]) -> Message:
        """Read until the latest update is as wanted."""
        end = time.monotonic() + WAIT
        while not wanted(self.latest):
            self.read(max(0.01, end - time.monotonic()))
        return self.latest

    @property
    def is_asked(self) -> bool:
        """Whether I may act."""
        return bool(self.latest["actions"])

    def close(self) -> None:
        """Go away."""
        self.socket.close()


def open_socket(server: Server, table: str, **more: Any) -> ClientConnection:
    """A WebSocket to a table, before any greeting.

    It sends no pings of its own (the server does): they would draw from `random` in a thread, which Hypothesis takes
    for a strategy that is not reproducible.
    """
    address = f"{server.sockets}/api/tables/{table}/socket"
    usual: dict[str, Any] = {"close_timeout": 1, "proxy": None, "compression": None, "ping_interval": None}
    opened = connect(address, legacy=True, **usual, **server.dialling, **more)
    _open_sockets.append(opened)
    return opened


def close_sockets() -> None:
    """Close what the tests opened, and with it the threads that read from it."""
    while _open_sockets:
        _open_sockets.pop().close()


def play_out(people: list[Person], seed: int = 0, max_actions: int = 10_000) -> None:
    """Let people play by chance until the match is over, or that many actions were taken; all have seen the last."""
    chance = random.Random(seed)
    for _ in range(max_actions):
        asked = [person for person in people if person.is_asked]
        if people[0].latest["outcome"] is not None:
            return
        answer = asked[0].act(chance.choice(asked[0].latest["actions"])["id"])
        assert answer["type"] == "done", answer
        for person in people:
            person.reach(answer["version"])


def end_turn(person: Person) -> None:
    """Do no more than must be done in a turn of Babel."""
    while person.is_asked:
        actions = {action["name"]: action["id"] for action in person.latest["actions"]}
        person.reach(person.act(actions.get("end turn", next(iter(actions.values()))))["version"])


def let_the_bot_act(person: Person) -> None:
    """Play until the bot on the other seat has acted, ending each turn as soon as that is possible."""
    while all(line["actor"] != 1 for line in person.lines):
        person.wait(lambda update: bool(update["actions"]) or update["outcome"] is not None)
        assert person.latest["outcome"] is None, "the match ended before the bot had a turn"
        actions = {action["name"]: action["id"] for action in person.latest["actions"]}
        answer = person.act(actions.get("end turn", next(iter(actions.values()))))
        person.reach(answer["version"])


def secret_of(table: Message, seat: int) -> str:
    """The secret of a seat of a new table."""
    return next(str(key["secret"]) for key in table["keys"] if key["seat"] == seat)


def bearer(secret: str | None) -> dict[str, str]:
    """The header that carries a secret."""
    return {} if secret is None else {"Authorization": f"Bearer {secret}"}


def free_port() -> int:
    """A port nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def closing(socket_: ClientConnection) -> tuple[list[Message], int | None]:
    """Everything that comes until the server closes, and the code it closes with."""
    messages = []
    try:
        while True:
            messages.append(json.loads(socket_.recv(WAIT)))
    except ConnectionClosed as closed:
        return messages, closed.rcvd.code if closed.rcvd else None


@contextmanager
def running(data: Path, **settings: Any) -> Iterator[Server]:
    """A server for the length of a test."""
    server = Server(data, **settings)
    try:
        yield server
    finally:
        server.stop()


def _environment(python: str) -> dict[str, str]:
    """So that the server finds the same sources as the tests, unless it has an environment of its own."""
    if python != sys.executable:
        return dict(os.environ)
    source = str(Path(__file__).parent.parent.parent / "src")
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH")]))}
