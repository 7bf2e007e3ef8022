"""A machine on which nothing is compiled yet: people play at once, and nobody's connection waits for a compiler."""

import json
import re
import time
from collections.abc import Iterator

import pytest

from tests.server.helpers import Person, Server, close_sockets

AT_ONCE = 120.0  # seconds; five on an idle machine


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with nothing compiled, on which others begin; stopped while it compiles, it reports no failure."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHINAR_CACHE", str(tmp_path_factory.mktemp("empty")))
        server = Server(tmp_path_factory.mktemp("cold"), workers=1)
    yield server
    close_sockets()
    server.stop_cleanly()
    assert "compiling failed" not in server.log_file.read_text()


@pytest.mark.parametrize("game", ["babel", "babylonia", "wonders"])
def test_a_bot_that_needs_no_compiler_plays_until_the_other_is_ready(cold: Server, game: str) -> None:
    began = time.monotonic()
    me = cold.join(cold.post("/api/play", {"game": game}), 0)
    while not (any(line["actor"] > 0 for line in me.lines) and is_told(me)):  # of some actions the bot need not think
        assert time.monotonic() - began < AT_ONCE
        if me.is_asked:
            me.reach(me.act(me.latest["actions"][-1]["id"])["version"])
        else:
            me.read()


def is_told(me: Person) -> bool:
    """Whether the latest update tells that the bot is being compiled."""
    return "Mason is being compiled: " in (me.latest["notice"] or "")


def test_a_hint_that_must_be_compiled_first_lets_everything_else_pass(cold: Server) -> None:
    table = cold.post("/api/play", {"game": "babel", "options": {"starter": 0}})
    me = cold.join(table, 0)
    me.wait(lambda update: bool(update["actions"]))
    me.socket.send(json.dumps({"type": "hint", "id": 1000}))
    assert me.ask("ping")["type"] == "pong"
    answers = [json.loads(text) for text in me.received]
    assert not any(answer.get("id") == 1000 for answer in answers)
    told = re.compile(r"^The adviser is being compiled: \d+ of \d+ parts done\. ")
    me.wait(lambda update: told.match(update["notice"] or ""))
