"""One server for all tests that do not need one of their own."""

from collections.abc import Iterator

import pytest

from tests.server.helpers import Server, close_sockets


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
