"""Bots think in processes of their own, or on a Ray cluster, so that the server's loop never waits for them.

A worker gets an observation and nothing else: it could not see a hidden card if it wanted to.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, TypeVar

from shinar.core.errors import OptionError
from shinar.server.bots import bot_worker

__all__ = ["LOCAL_RAY", "RayWorkers", "Task", "Workers", "kill", "set_up"]

T = TypeVar("T")
Task = bot_worker.Task
LOCAL_RAY = "local"  # instead of an address: a Ray of its own on this machine
RETRIES = 3  # of a thought whose machine was lost


class Workers:
    """The processes in which bots think."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ProcessPoolExecutor | None = None
        self._is_stopped = False
        self._ready: set[tuple[str, str]] = set()  # (game, level) that have answered once

    def begin(self) -> None:
        """Get ready; OptionError if that is not possible. Processes are started when the first bot is asked."""

    def is_ready(self, task: Task) -> bool:
        """Whether a task's bot needs no compiling any more."""
        return (task.game, task.level) in self._ready

    async def choose(self, task: Task) -> int:
        """What a bot does."""
        action = await self._run(bot_worker.choose, task)
        self._ready.add((task.game, task.level))
        return action

    async def odds(self, task: Task) -> list[float]:
        """Everybody's chance to win."""
        return await self._run(bot_worker.odds, task)

    async def _run(self, function: Callable[[Task], T], task: Task) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._started(), function, task)
        except BrokenProcessPool:  # a worker was killed: begin anew, once
            if self._is_stopped:
                raise
            self._end()
            return await loop.run_in_executor(self._started(), function, task)

    def _started(self) -> ProcessPoolExecutor:
        if self._is_stopped:
            raise RuntimeError("the server stops; nobody thinks any more")
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.count, mp_context=context, initializer=set_up)
        return self._pool

    def stop(self) -> None:
        """End the workers for good, whatever they are doing."""
        self._is_stopped = True
        self._end()

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            kill(pool)


class RayWorkers(Workers):
    """The same on a Ray cluster, whose machines may be many."""

    def __init__(self, count: int, address: str) -> None:
        super().__init__(max(1, count))
        try:
            import ray
        except ImportError:
            raise OptionError("Ray is not installed; install it with: pip install 'shinar[cluster]'") from None
        self._ray: Any = ray
        self._address = address
        self._remote: dict[Callable[[Task], Any], Any] = {}

    def begin(self) -> None:
        """Connect to the cluster, or start one."""
        is_local = self._address == LOCAL_RAY
        place = {"num_cpus": self.count, "include_dashboard": False} if is_local else {"address": self._address}
        try:
            self._ray.init(log_to_driver=False, logging_level="ERROR", **place)
        except Exception as error:  # Ray raises plain ones too
            raise OptionError(f"no Ray cluster answers at {self._address}: {error}") from None
        remote = self._ray.remote(max_retries=RETRIES)
        self._remote = {function: remote(function) for function in (bot_worker.choose, bot_worker.odds)}

    async def _run(self, function: Callable[[Task], T], task: Task) -> T:
        thought = self._remote[function].remote(task)
        answer: T = await asyncio.wrap_future(thought.future())
        return answer

    def stop(self) -> None:
        """Let go of the cluster; one of our own ends."""
        super().stop()
        self._ray.shutdown()


def kill(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, whatever they are doing."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.kill()
    pool.shutdown(wait=True, cancel_futures=True)


def set_up() -> None:
    """In a worker: leave Ctrl-C to the server, and end when the server ends, however it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
