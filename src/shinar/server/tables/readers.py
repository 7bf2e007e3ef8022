"""Processes that read and replay matches, so that no text can disturb the tables.

A record is a stranger's text, and replaying a match takes long: neither may hold up the process that serves the tables.
A reader that takes too long is killed.
"""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any, TypeVar

from shinar.server.bots.processes import kill, set_up
from shinar.server.shares import FairTurns, Share, TooManyWaitError
from shinar.server.tables.table import RefusedError

__all__ = ["Readers"]

T = TypeVar("T")
START_SECONDS = 60.0  # for a process to begin: it loads the games first


class Readers:
    """One process after the other, started when it is needed; one job at a time in each."""

    def __init__(self, seconds: float, count: int = 1) -> None:
        self.seconds = seconds
        self._turns = FairTurns(count)
        self._idle: list[ProcessPoolExecutor] = []
        self._busy: set[ProcessPoolExecutor] = set()

    async def run(self, share: Share, function: Callable[..., T], *arguments: Any) -> T:
        """The result of a function; refused if it takes too long, or if too much is waiting."""
        try:
            async with self._turns.turn(share):
                return await self._run(function, *arguments)
        except TooManyWaitError:
            raise RefusedError("busy", "you are already reading too many matches; wait a moment") from None

    async def _run(self, function: Callable[..., T], *arguments: Any) -> T:
        reader = self._idle.pop() if self._idle else await _started()
        self._busy.add(reader)
        try:
            running = asyncio.get_running_loop().run_in_executor(reader, function, *arguments)
            found = await asyncio.wait_for(running, self.seconds)
        except (TimeoutError, BrokenProcessPool):
            kill(reader)
            raise RefusedError("busy", f"this took longer than {self.seconds:g} seconds to read") from None
        except RefusedError:
            self._idle.append(reader)
            raise
        except BaseException:  # the process may be in any state
            kill(reader)
            raise
        else:
            self._idle.append(reader)
            return found
        finally:
            self._busy.discard(reader)

    def stop(self) -> None:
        """End all of them, whatever they are doing."""
        for reader in [*self._idle, *self._busy]:
            kill(reader)
        self._idle.clear()


async def _started() -> ProcessPoolExecutor:
    """A process that is ready: its start does not count towards the time limit."""
    reader = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=set_up)
    try:
        await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(reader, _get_ready), START_SECONDS)
    except BaseException:
        kill(reader)
        raise
    return reader


def _get_ready() -> None:
    """Load what reading needs."""
    import_module("shinar.server.tables.archive")
