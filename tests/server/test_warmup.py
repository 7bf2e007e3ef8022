"""Compiled code is there before the first bot is asked, and who waits for it is told how far it has come."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from shinar.server.bots import bot_worker, compiler
from shinar.server.bots.bot_worker import Task
from shinar.server.bots.botplay import why_late
from shinar.server.bots.compiler import Compiler
from shinar.server.bots.levels import best_level
from shinar.server.bots.warmup import warm_up
from shinar.server.bots.workers import Workers
from shinar.server.shares import SHARE, Share

GAMES = ("babel", "babylonia", "wonders")


def test_the_usual_opponents_are_compiled_before_those_who_give_hints() -> None:
    compiled: list[tuple[str, str]] = []

    class Idle(Workers):
        async def compile_ahead(self, choices: Sequence[Task], advice: Sequence[Task]) -> None:
            compiled.extend((task.game, task.level) for task in (*choices, *advice))

    asyncio.run(warm_up(Idle(1), GAMES[::2]))
    best = [(game, best_level(game)) for game in ("babel", "wonders")]
    assert compiled == [("babel", "level2"), ("wonders", "level2"), *best]


class Process(ThreadPoolExecutor):
    """Stands for the process that compiles, so that what it does can be waited for."""

    def __init__(self, count: int, mp_context: object, initializer: Callable[..., None], initargs: tuple[Any]) -> None:
        super().__init__(count)
        (self.parts,) = initargs


class Held:
    """Compiling that lasts until it is told to finish."""

    def __init__(self) -> None:
        self.may_finish = threading.Event()

    def __call__(self, _task: Task) -> None:
        self.may_finish.wait()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    monkeypatch.setattr(compiler, "ProcessPoolExecutor", Process)
    monkeypatch.setattr(compiler, "kill", lambda pool: pool.shutdown())
    return Held()


def task(game: str) -> Task:
    return Task(game, (), "level2", 0, None)


def test_what_waits_for_the_compiler_tells_how_far_it_has_come(held: Held) -> None:
    async def tell() -> list[str]:
        one = Compiler()
        told = [one.progress(held, task("babel"))]
        jobs = [one.compile(held, task(game)) for game in GAMES]
        await asyncio.sleep(0.01)
        told += [one.progress(held, task(game)) for game in GAMES]
        for game, parts in (("babel", (5, 113)), ("babel", (113, 113)), ("wonders", (5, 113))):
            one._asked._parts[:] = parts
            told.append(one.progress(held, task(game)))
        held.may_finish.set()
        await asyncio.gather(*jobs)
        one.stop()
        return told

    assert asyncio.run(tell()) == [
        "",
        "the compiler is starting",
        "1 other comes first, the compiler is starting",
        "2 others come first, the compiler is starting",
        "5 of 113 parts done",
        "all 113 parts done, now the whole is optimised",
        "2 others come first, 5 of 113 parts done",
    ]


def test_a_compiler_that_was_killed_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "ProcessPoolExecutor", Process)
    compiled: list[str] = []

    def compile_some(one: Task) -> None:
        if one.game == "babel":
            raise BrokenProcessPool  # as a pool says for ever after its process was killed
        compiled.append(one.game)

    async def compile_all() -> list[object]:
        one = Compiler()
        processes: list[object] = []
        for game in GAMES:
            await one.compile(compile_some, task(game))
            processes.append(one._asked._process)
        return processes

    after_babel, *others = asyncio.run(compile_all())
    assert (after_babel, compiled) == (None, ["babylonia", "wonders"])
    assert others[0] is others[1]


def test_nobody_waits_for_a_game_that_is_compiled_ahead(held: Held) -> None:
    async def tell() -> list[str]:
        one = Compiler()
        jobs = [one.compile(held, task(game), is_ahead=True) for game in ("babel", "babylonia")]
        jobs += [one.compile(held, task(game)) for game in ("babel", "wonders")]
        await asyncio.sleep(0.01)
        told = [one.progress(held, task(game)) for game in GAMES]
        assert jobs[0] is jobs[2]  # what is being compiled ahead is not compiled again
        held.may_finish.set()
        await asyncio.gather(*jobs)
        one.stop()
        return told

    starting = "the compiler is starting"
    assert asyncio.run(tell()) == [starting, f"1 other comes first, {starting}", starting]


def test_a_bot_that_waits_for_others_says_so() -> None:
    async def tell() -> list[str | None]:
        workers = Workers(1)
        told = [workers.why_late("The bot Mason")]
        workers._has_answered = True
        told.append(workers.why_late("The bot Mason"))
        async with workers._turns.turn(Share("them", "theirs")):
            mine = Share("me", "mine")
            SHARE.set(mine)
            waiting = [asyncio.ensure_future(_take_turn(workers, mine))]
            await asyncio.sleep(0)
            told.append(workers.why_late("The bot Mason"))
            SHARE.set(Share("another", "third"))
            waiting.append(asyncio.ensure_future(_take_turn(workers, SHARE.get())))
            await asyncio.sleep(0)
            told.append(workers.why_late("The bot Mason"))
        await asyncio.gather(*waiting)
        return told

    assert asyncio.run(tell()) == [
        "The bot Mason is starting.",
        None,
        "The bot Mason waits for its turn: another bot thinks first.",
        "The bot Mason waits for its turn: 2 other bots think first.",
    ]


def test_that_a_simpler_bot_plays_is_told_while_that_bot_chooses(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_worker, "choose", held)

    async def tell() -> list[str | None]:
        workers, mine = Workers(1), task("wonders")
        workers._has_answered = True
        told = [why_late(workers, mine)]
        job = workers._compiler.compile(held, mine, is_ahead=True)
        await asyncio.sleep(0.01)
        told.append(why_late(workers, mine))
        held.may_finish.set()
        await job
        told.append(why_late(workers, mine))
        workers.stop()
        return told

    assert asyncio.run(tell()) == [
        None,
        "The bot Mason is being compiled: the compiler is starting. That takes up to a minute, once. "
        "A simpler bot plays meanwhile.",
        None,
    ]


async def _take_turn(workers: Workers, share: Share) -> None:
    async with workers._turns.turn(share):
        pass
