"""Running a contest: games are handed to a backend, and each result is written down as it comes."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from shinar.arena.backends import Backend, InThisProcess
from shinar.arena.contest import Contest
from shinar.arena.results import Results
from shinar.arena.summary import Summary, summarise

__all__ = ["run_contest"]


def run_contest(
    contest: Contest,
    backend: Backend | None = None,
    file: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Play the games that a results file lacks, and sum up all. The result is the same on any backend."""
    contest.check()
    results = Results(file, contest) if file is not None else None
    played = results.load() if results else {}
    tell = progress or _tell_nobody
    tell(len(played))
    missing = [number for number in range(contest.games) if number not in played]
    with closing((backend or InThisProcess()).play(contest, missing)) as games:  # so that workers end whatever happens
        for game in games:
            played[game.number] = game
            if results:
                results.append(game)
            tell(len(played))
    return summarise(contest, played.values())


def _tell_nobody(_done: int) -> None:
    """Report no progress."""
