"""A server that stops while somebody waits for a bot, or for a match to be read."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from shinar.server.bots.workers import Task, Workers
from shinar.server.settings import Limits
from shinar.server.tables.readers import Readers
from shinar.server.tables.table import RefusedError
from shinar.server.transport.api import BotClient, MatchReader


class Stopped(Workers):
    """Bots that are interrupted while they think."""

    async def odds(self, task: Task) -> list[float]:
        """Never comes to its end."""
        raise asyncio.CancelledError


def test_an_estimate_that_the_server_gives_up_is_refused_in_good_order() -> None:
    manager = SimpleNamespace(settings=SimpleNamespace(limits=Limits()))
    state = SimpleNamespace(bots=SimpleNamespace(workers=Stopped(1)), heavy=None, manager=manager)
    thinking = BotClient(cast(Any, SimpleNamespace(app=SimpleNamespace(state=state), client=None)))
    with pytest.raises(RefusedError, match="the server is stopping"):
        asyncio.run(thinking.odds(Task("babel", (), "", 0, None)))


class StoppedReaders(Readers):
    """Readers that are interrupted while they read."""

    async def run(self, *_arguments: Any) -> Any:
        """Never comes to its end."""
        raise asyncio.CancelledError


def test_a_match_that_the_server_gives_up_reading_is_refused_in_good_order() -> None:
    state = SimpleNamespace(readers=StoppedReaders(1.0))
    reading = MatchReader(cast(Any, SimpleNamespace(app=SimpleNamespace(state=state), client=None)))
    with pytest.raises(RefusedError, match="the server is stopping"):
        asyncio.run(reading.run(str))
