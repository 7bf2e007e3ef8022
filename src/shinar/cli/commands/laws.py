"""`shinar laws`: tries every law of a game along random matches."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shinar.cli.exit_codes import FOUND_A_FAULT
from shinar.cli.files import write_whole
from shinar.cli.options import GAME_HELP, GameOption, options_text, read_given, variants
from shinar.cli.terminal.console import compiling, err, out, progress_bar
from shinar.core.game import Game
from shinar.core.laws import LawBrokenError, check_match
from shinar.core.registry import make

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["laws"]

GAMES = 100
WORKERS = 2
LAST_SEED = 1 << 62
COLLECT_AFTER = 100_000  # new objects: states are copied all the time and hold no cycles


@dataclass(frozen=True)
class Finding:
    """A broken law; plain data, since it comes from another process."""

    seed: int
    law: str
    finding: str
    record: str


@dataclass(frozen=True)
class Task:
    """One match to try the laws on."""

    game: str
    options: dict[str, Any]
    seed: int
    compiled: bool


def laws(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help=GAME_HELP)] = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Matches for each set of options.")] = GAMES,
    compiled: Annotated[bool, typer.Option("--compiled", help="Check the compiled rules too, and compare.")] = False,
    seed: Annotated[int, typer.Option(min=0, max=LAST_SEED, help="The number of the first match.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Parallel processes.")] = WORKERS,
    option: GameOption = None,
) -> int:
    """Check every law after every action of random matches; if no game option is given, for every choice of each."""
    for variant in variants(read_given(context, game, option)):
        tasks = [Task(variant.name, dict(variant.options), number, compiled) for number in range(seed, seed + games)]
        if compiled:
            with compiling(variant.name):
                run_task(tasks[0])  # so that the workers find everything compiled
        found, positions = run_tasks(tasks, workers, f"{variant.name} {options_text(variant)}")
        if found:
            report(variant, found)
            return FOUND_A_FAULT
        out().print(
            f"{variant.name} {options_text(variant)}: {games:,} matches, {positions:,} positions, no law broken."
        )
    return 0


def run_tasks(tasks: list[Task], workers: int, title: str) -> tuple[Finding | None, int]:
    """Try all matches; the first finding if there is one, and the number of positions tried."""
    positions = 0
    with progress_bar() as bar:
        ticks = bar.add_task(title, total=len(tasks))
        for result in results(tasks, min(workers, len(tasks))):
            if isinstance(result, Finding):
                return result, positions
            positions += result
            bar.advance(ticks)
    return None, positions


def results(tasks: list[Task], workers: int) -> Iterator[Finding | int]:
    """The result of each match, as they come in; without other processes if there is to be only one."""
    if workers == 1:
        yield from map(run_task, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor  # slow to import
    from multiprocessing import get_context

    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            yield from finished(pool, tasks, ahead=2 * workers)
        finally:
            pool.shutdown(cancel_futures=True)


def finished(pool: "Executor", tasks: list[Task], ahead: int) -> Iterator[Finding | int]:
    """The results of a pool, which is given only a few tasks ahead so that it can stop early."""
    from concurrent.futures import FIRST_COMPLETED, wait

    rest = iter(tasks)
    running: set[Future[Finding | int]] = set()
    while True:
        running |= {pool.submit(run_task, task) for _, task in zip(range(ahead - len(running)), rest, strict=False)}
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


def run_task(task: Task) -> Finding | int:
    """Try the laws on one match; how many positions it had, or what is wrong."""
    gc.set_threshold(COLLECT_AFTER)
    try:
        return check_match(make(task.game, **task.options), task.seed, compiled=task.compiled)
    except LawBrokenError as error:
        return Finding(task.seed, error.law, error.finding, error.record)


def report(game: Game[Any], found: Finding, write: Callable[[Path, str], None] = write_whole) -> None:
    """Say which law is broken and how, and keep the record that shows it."""
    file = Path(f"broken-law-{game.name}-{found.seed}.txt")
    write(file, found.record)
    out().print(f"{game.name} {options_text(game)}, match {found.seed}: a law is broken.", style="bold red")
    out().print(f"law:     {found.law}\nfinding: {found.finding}\nrecord:  {file}")
    err().print(f"again:   shinar laws {game.name} {options_text(game)} --games 1 --seed {found.seed} --workers 1")
