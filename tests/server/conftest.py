"""One server for all tests that do not need one of their own."""

import asyncio
from collections.abc import Iterator

import pytest

from shinar.server.tables import lobby
from tests.server.helpers import SEED, Server, close_sockets


@pytest.fixture(autouse=True)
def _dealt_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal tables in this process like those of the servers that tests start."""
    monkeypatch.setattr(lobby, "fresh_seed", lambda: SEED)


@pytest.fixture(autouse=True)
def _own_loop() -> Iterator[None]:
    """Let a test run a loop: a browser that tests of the page opened in this process leaves its own running."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with bots, SQLite and wide limits."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop_cleanly()


@pytest.fixture(scope="module", autouse=True)
def _nobody_stays() -> Iterator[None]:
    """Leave no connection open for the tests of the next module."""
    yield
    close_sockets()
