"""Compiles what bots need, in processes of low priority, apart from those in which bots think.

What somebody waits for has a process of its own, beside what is compiled ahead or while a simpler bot plays.
"""

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from shinar.core.compiled.jit import announce_progress
from shinar.server.bots.bot_worker import Task
from shinar.server.bots.processes import kill, set_up
from shinar.server.event_log import log_event

__all__ = ["Compiler"]

PATIENCE = 10  # niceness of the processes that compile: games in progress come first
Key = tuple[Any, ...]
Function = Callable[[Task], Any]


class Compiler:
    """Compiles what a function needs for a game with its options and a level: once, however many ask."""

    def __init__(self) -> None:
        self._asked = _CompileQueue()
        self._ahead = _CompileQueue()
        self._jobs: dict[Key, asyncio.Task[None]] = {}

    def compile(self, function: Function, task: Task, *, is_ahead: bool = False) -> "asyncio.Task[None]":
        """Begin to compile, if that has not begun; `is_ahead`: nobody waits for it."""
        key = _key(function, task)
        if key not in self._jobs:
            lane = self._ahead if is_ahead else self._asked
            self._jobs[key] = asyncio.ensure_future(lane.run(key, function, task))
            self._jobs[key].add_done_callback(lambda _job: self._jobs.pop(key, None))
        return self._jobs[key]

    def progress(self, function: Function, task: Task) -> str:
        """How far it has come, or for what it waits; empty if it is done or not asked for."""
        key = _key(function, task)
        return next((lane.progress(key) for lane in (self._asked, self._ahead) if key in lane.queue), "")

    def stop(self) -> None:
        """End for good, whatever is being compiled."""
        self._asked.stop()
        self._ahead.stop()


class _CompileQueue:
    """One process, and what it has to compile, one after the other."""

    def __init__(self) -> None:
        self.queue: list[Key] = []  # the first is being compiled
        self._free = asyncio.Lock()
        self._process: ProcessPoolExecutor | None = None
        self._parts: Any = None  # two shared numbers: how many parts are compiled, and of how many
        self._is_stopped = False

    async def run(self, key: Key, function: Function, task: Task) -> None:
        """Compile when everything before it is compiled."""
        self.queue.append(key)
        try:
            async with self._free:
                await self._run_now(function, task)
        finally:
            self.queue.remove(key)

    async def _run_now(self, function: Function, task: Task) -> None:
        process = self._started()
        self._parts[:] = (0, 0)
        try:
            await asyncio.get_running_loop().run_in_executor(process, function, task)
        except Exception as error:  # the worker that needs it compiles it then; a second failure is reported there
            if isinstance(error, BrokenProcessPool):
                self._process = None  # it was killed: the next one gets another
            if not self._is_stopped:
                log_event("compiling failed", logging.WARNING, failed=True, game=task.game, bot=task.level)

    def _started(self) -> ProcessPoolExecutor:
        if self._process is None:
            context = multiprocessing.get_context("spawn")
            self._parts = context.Array("i", 2)
            self._process = ProcessPoolExecutor(
                1, mp_context=context, initializer=_set_up_compiler, initargs=(self._parts,)
            )
        return self._process

    def progress(self, key: Key) -> str:
        """In words, how far something has come that is in the queue."""
        before = self.queue.index(key)
        if not before:
            return self._parts_done()
        return f"{before} other{'s come' if before > 1 else ' comes'} first, {self._parts_done()}"

    def _parts_done(self) -> str:
        done, total = self._parts[:] if self._parts is not None else (0, 0)
        if total and done == total:
            return f"all {total} parts done, now the whole is optimised"
        return f"{done} of {total} parts done" if total else "the compiler is starting"

    def stop(self) -> None:
        self._is_stopped = True
        if self._process is not None:
            kill(self._process)


def _key(function: Function, task: Task) -> Key:
    return function, task.game, task.options, task.level


def _set_up_compiler(parts: Any) -> None:
    """In a process that compiles: give way to those who play, and tell how far one is."""
    set_up(PATIENCE)

    def tell(done: int, total: int) -> None:
        parts[:] = (done, total)

    announce_progress(tell)
