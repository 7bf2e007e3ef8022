"""Holding a contest: games are handed to a backend, and each result is written down as it comes."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol

from shinar.arena.contest import Contest, Played, play_game
from shinar.arena.results import Results
from shinar.arena.summary import Summary, summarise
from shinar.core.errors import OptionError

__all__ = ["Backend", "InThisProcess", "LocalProcesses", "run_contest"]

MAX_DEATHS = 3  # workers that may die before we give up


class Backend(Protocol):
    """Where games are played."""

    def play(self, contest: Contest, numbers: list[int]) -> Iterator[Played]:
        """Play the numbered games, and give the results as they come, in any order."""
        ...


class InThisProcess:
    """One game after the other, here."""

    def play(self, contest: Contest, numbers: list[int]) -> Iterator[Played]:
        """In order."""
        for number in numbers:
            yield play_game(contest, number)


class LocalProcesses:
    """Several processes on this machine. A worker that dies costs the games in flight, which are played again."""

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise OptionError(f"an arena needs at least one worker, not {workers}")
        self.workers = workers

    def play(self, contest: Contest, numbers: list[int]) -> Iterator[Played]:
        """As they are finished."""
        left = dict.fromkeys(numbers)
        for deaths in range(MAX_DEATHS + 1):
            try:
                for played in self._play_once(contest, list(left)):
                    del left[played.number]
                    yield played
                return
            except BrokenProcessPool:
                if deaths == MAX_DEATHS:
                    raise

    def _play_once(self, contest: Contest, numbers: list[int]) -> Iterator[Played]:
        with ProcessPoolExecutor(self.workers, mp_context=get_context("spawn")) as pool:
            try:
                yield from _stream(pool, contest, numbers, self.workers)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def _stream(pool: ProcessPoolExecutor, contest: Contest, numbers: list[int], workers: int) -> Iterator[Played]:
    """Keep every worker busy with one game ahead, no more, so that little is lost by an interruption."""
    waiting = iter(numbers)
    flying: set[Future[Played]] = set()
    while True:
        for number in _first(waiting, 2 * workers - len(flying)):
            flying.add(pool.submit(play_game, contest, number))
        if not flying:
            return
        done, flying = wait(flying, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def _first(numbers: Iterator[int], count: int) -> Iterable[int]:
    return (number for _, number in zip(range(count), numbers, strict=False))


def run_contest(
    contest: Contest,
    backend: Backend | None = None,
    file: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play the games of a contest that its results file lacks, and sum up all. The result is the same on any backend."""
    contest.check()
    results = Results(file, contest) if file is not None else None
    played = results.load() if results else {}
    progress(len(played))
    missing = [number for number in range(contest.games) if number not in played]
    for game in (backend or InThisProcess()).play(contest, missing):
        played[game.number] = game
        if results:
            results.append(game)
        progress(len(played))
    return summarise(contest, played.values())
