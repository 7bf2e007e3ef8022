"""Bots think in processes of their own, or on a Ray cluster, so that the server's loop never waits for them.

A worker gets an observation and nothing else: it could not see a hidden card if it wanted to.
"""

import asyncio
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from shinar.bots.private_ray import keep_ray_private
from shinar.core.errors import OptionError
from shinar.server.bots import bot_worker
from shinar.server.bots.bot_worker import Assessment, NotCompiledError
from shinar.server.bots.compiler import Compiler
from shinar.server.bots.processes import kill, set_up
from shinar.server.shares import SHARE, FairTurns

__all__ = ["LOCAL_RAY", "RayWorkers", "Task", "Workers"]

T = TypeVar("T")
Task = bot_worker.Task
LOCAL_RAY = "local"  # instead of an address: a Ray of its own on this machine
RETRIES = 3  # of a task whose machine was lost


class Workers:
    """The processes in which bots think.

    Compiling takes up to a minute, so it never happens in a process where bots think: a worker that needs code which is
    not compiled gives up at once, and the compiler gets it ready, once for all that wait.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._turns = FairTurns(max(1, count))
        self._pool: ProcessPoolExecutor | None = None
        self._compiler = Compiler()
        self._has_answered = False  # a process in which bots think is there
        self._is_stopped = False

    def begin(self) -> None:
        """Get ready; OptionError if that is not possible. Processes are started when the first bot is asked."""

    async def choose(self, task: Task) -> int:
        """What a bot does."""
        return await self._run(bot_worker.choose, task)

    async def choose_at_once(self, task: Task) -> int | None:
        """What a bot does; None if its code is not compiled yet, which begins now."""
        return await self._at_once(bot_worker.choose, task, is_ahead=True)

    async def advise(self, task: Task) -> Assessment:
        """What a bot would do on a seat."""
        return await self._run(bot_worker.advise, task)

    async def advise_at_once(self, task: Task) -> Assessment | None:
        """The same; None if its code is not compiled yet, which begins now."""
        return await self._at_once(bot_worker.advise, task)

    async def _at_once(self, function: Callable[[Task], T], task: Task, *, is_ahead: bool = False) -> T | None:
        try:
            return await self._in_pool(bot_worker.if_compiled, function, task)
        except NotCompiledError:
            self._compiler.compile(function, task, is_ahead=is_ahead)
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
            await asyncio.shield(self._compiler.compile(function, task))
        return await self._in_pool(function, task)

    async def compile_ahead(self, choices: Sequence[Task], advice: Sequence[Task]) -> None:
        """Compile what bots need to choose and then what they need to advise, before anybody asks."""
        for function, tasks in ((bot_worker.choose, choices), (bot_worker.advise, advice)):
            for task in tasks:
                await asyncio.shield(self._compiler.compile(function, task, is_ahead=True))

    def is_compiling(self, task: Task) -> bool:
        """Whether what a bot needs to choose is being compiled, or waits for that."""
        return bool(self._compiler.progress(bot_worker.choose, task))

    def why_simpler(self, task: Task, bot: str) -> str:
        """Why another bot chooses instead: its code is being compiled."""
        return _compiling(bot, self._compiler.progress(bot_worker.choose, task))

    def why_no_hint(self, task: Task, adviser: str) -> str:
        """Why advice or an estimate takes long: code is being compiled."""
        functions = (bot_worker.advise, bot_worker.odds)
        return _compiling(adviser, next(filter(None, (self._compiler.progress(one, task) for one in functions)), ""))

    def why_late(self, bot: str) -> str | None:
        """Why a bot has not chosen yet; None if it is thinking."""
        if (ahead := self._turns.ahead(SHARE.get())) is not None:
            first = f"{ahead + 1} other bots think first" if ahead else "another bot thinks first"
            return f"{bot} waits for its turn: {first}."
        return None if self._has_answered else f"{bot} is starting."

    async def _in_pool(self, function: Callable[..., T], *arguments: Any) -> T:
        async with self._turns.turn(SHARE.get()):
            try:
                return await self._now_in_pool(function, *arguments)
            finally:
                self._has_answered = True

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
        _end(self._pool)
        self._compiler.stop()
        self._pool = None


def _end(pool: ProcessPoolExecutor | None) -> None:
    """End the processes of a pool at once, if there is one."""
    if pool is not None:
        kill(pool)


def _compiling(whose: str, progress: str) -> str:
    return f"{whose} is being compiled{progress and ': '}{progress}. That takes up to a minute, once."


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

    async def _at_once(self, function: Callable[[Task], T], task: Task, *, is_ahead: bool = False) -> T | None:
        """On a cluster nobody stands in."""
        return await self._run(function, task)

    async def compile_ahead(self, choices: Sequence[Task], advice: Sequence[Task]) -> None:
        """The machines of a cluster compile for themselves."""

    async def _run(self, function: Callable[[Task], T], task: Task) -> T:
        async with self._turns.turn(SHARE.get()):
            thought = self._remote[function].remote(task)
            answer: T = await asyncio.wrap_future(thought.future())
            return answer

    def stop(self) -> None:
        """Disconnect from the cluster; one that we started ends."""
        super().stop()
        self._ray.shutdown()
