"""Bots think in processes of their own, or on a Ray cluster, so that the server's loop never waits for them.

A worker gets an observation and nothing else: it could not see a hidden card if it wanted to.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, TypeVar

from shinar.bots.private_ray import keep_ray_private
from shinar.core.compiled.jit import announce_progress
from shinar.core.errors import OptionError
from shinar.server.bots import bot_worker
from shinar.server.bots.bot_worker import Counsel, NotCompiledError
from shinar.server.event_log import log_event, start_event_log
from shinar.server.shares import SHARE, FairTurns

__all__ = ["LOCAL_RAY", "PATIENCE", "RayWorkers", "Task", "Workers", "kill", "set_up"]

T = TypeVar("T")
Task = bot_worker.Task
LOCAL_RAY = "local"  # instead of an address: a Ray of its own on this machine
PATIENCE = 10  # niceness of the process that compiles: games in progress come first
RETRIES = 3  # of a task whose machine was lost


class Workers:
    """The processes in which bots think, and one in which their code is compiled.

    Compiling takes up to a minute, so it never happens in a process where bots think: a worker that needs code which is
    not compiled gives up at once, and a process of low priority compiles it, once for all that wait.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._turns = FairTurns(max(1, count))
        self._pool: ProcessPoolExecutor | None = None
        self._compiler: ProcessPoolExecutor | None = None
        self._compiling: dict[tuple[Any, ...], asyncio.Task[None]] = {}
        self._parts: Any = None  # two shared numbers: how many parts are compiled, and of how many
        self._is_stopped = False

    def begin(self) -> None:
        """Get ready; OptionError if that is not possible. Processes are started when the first bot is asked."""

    async def choose(self, task: Task) -> int:
        """What a bot does."""
        return await self._run(bot_worker.choose, task)

    async def choose_at_once(self, task: Task) -> int | None:
        """What a bot does; None if its code is not compiled yet, which begins now."""
        return await self._at_once(bot_worker.choose, task)

    async def advise(self, task: Task) -> Counsel:
        """What a bot would do on a seat."""
        return await self._run(bot_worker.advise, task)

    async def advise_at_once(self, task: Task) -> Counsel | None:
        """The same; None if its code is not compiled yet, which begins now."""
        return await self._at_once(bot_worker.advise, task)

    async def _at_once(self, function: Callable[[Task], T], task: Task) -> T | None:
        try:
            return await self._in_pool(bot_worker.if_compiled, function, task)
        except NotCompiledError:
            self._compile(function, task)
            return None

    async def stand_in(self, task: Task) -> int:
        """What a bot does that needs no compiler."""
        return await self._in_pool(bot_worker.stand_in, task)

    async def odds(self, task: Task) -> list[float]:
        """Everybody's chance to win."""
        return await self._run(bot_worker.odds, task)

    async def odds_at_once(self, task: Task) -> list[float] | None:
        """The same; None if its code is not compiled yet, which begins now."""
        return await self._at_once(bot_worker.odds, task)

    async def _run(self, function: Callable[[Task], T], task: Task) -> T:
        try:
            return await self._in_pool(bot_worker.if_compiled, function, task)
        except NotCompiledError:
            await asyncio.shield(self._compile(function, task))
        return await self._in_pool(function, task)

    def _compile(self, function: Callable[[Task], Any], task: Task) -> "asyncio.Task[None]":
        """Compile what a function needs for a game with its options and a level; once, however many ask."""
        key = (function, task.game, task.options, task.level)
        if key not in self._compiling:
            self._compiling[key] = asyncio.ensure_future(self._compile_apart(function, task))
            self._compiling[key].add_done_callback(lambda _task: self._compiling.pop(key, None))
        return self._compiling[key]

    async def _compile_apart(self, function: Callable[[Task], Any], task: Task) -> None:
        if self._compiler is None:
            context = multiprocessing.get_context("spawn")
            self._parts = context.Array("i", 2)
            self._compiler = ProcessPoolExecutor(
                1, mp_context=context, initializer=set_up_compiler, initargs=(self._parts,)
            )
        self._parts[:] = (0, 0)
        try:
            await asyncio.get_running_loop().run_in_executor(self._compiler, function, task)
        except Exception:  # the worker that needs it compiles it then; a second failure is reported there
            if not self._is_stopped:
                log_event("compiling failed", logging.WARNING, failed=True, game=task.game, bot=task.level)

    def why_wait(self, bot: str) -> str:
        """That a bot is being compiled, and how far that has come."""
        return f"{bot} is being compiled{self._progress()}. That takes up to a minute, once."

    def _progress(self) -> str:
        done, total = self._parts[:] if self._parts is not None and self._compiling else (0, 0)
        if total and done == total:
            return f": all {total} parts done, now the whole is optimised"
        return f": {done} of {total} parts done" if total else ""

    async def _in_pool(self, function: Callable[..., T], *arguments: Any) -> T:
        async with self._turns.turn(SHARE.get()):
            return await self._now_in_pool(function, *arguments)

    async def _now_in_pool(self, function: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._started(), function, *arguments)
        except BrokenProcessPool:  # a worker was killed: begin anew, once
            if self._is_stopped:
                raise
            _end(self._pool)
            self._pool = None
            return await loop.run_in_executor(self._started(), function, *arguments)

    def _started(self) -> ProcessPoolExecutor:
        if self._is_stopped:
            raise RuntimeError("the server is shutting down: no bot can be asked")
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.count, mp_context=context, initializer=set_up)
        return self._pool

    def stop(self) -> None:
        """End the workers for good, whatever they are doing."""
        self._is_stopped = True
        for pool in (self._pool, self._compiler):
            _end(pool)
        self._pool = self._compiler = None


def _end(pool: ProcessPoolExecutor | None) -> None:
    """End the processes of a pool at once, if there is one."""
    if pool is not None:
        kill(pool)


class RayWorkers(Workers):
    """The same on a Ray cluster, whose machines may be many."""

    def __init__(self, count: int, address: str) -> None:
        super().__init__(max(1, count))
        if address == LOCAL_RAY:
            keep_ray_private()
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
        self._turns.count = max(1, int(self._ray.cluster_resources().get("CPU", self.count)))
        remote = self._ray.remote(max_retries=RETRIES)
        functions = (bot_worker.choose, bot_worker.advise, bot_worker.odds)
        self._remote = {function: remote(function) for function in functions}

    async def _at_once(self, function: Callable[[Task], T], task: Task) -> T | None:
        """On a cluster nobody stands in."""
        return await self._run(function, task)

    async def _run(self, function: Callable[[Task], T], task: Task) -> T:
        async with self._turns.turn(SHARE.get()):
            thought = self._remote[function].remote(task)
            answer: T = await asyncio.wrap_future(thought.future())
            return answer

    def stop(self) -> None:
        """Disconnect from the cluster; one that we started ends."""
        super().stop()
        self._ray.shutdown()


def kill(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, whatever they are doing."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.kill()
    pool.shutdown(wait=True, cancel_futures=True)


def set_up(patience: int = 0) -> None:
    """In a worker: leave Ctrl-C to the server, and end when the server ends, however it does."""
    if patience and hasattr(os, "nice"):
        os.nice(patience)
    start_event_log("warning")  # a worker's complaints are lines of JSON too
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def set_up_compiler(parts: Any) -> None:
    """In the process that compiles: give way to those who play, and tell how far one is."""
    set_up(PATIENCE)

    def tell(done: int, total: int) -> None:
        parts[:] = (done, total)

    announce_progress(tell)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
