"""`shinar arena`: bots play many games against each other, and their win rates come with error bars."""

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from shinar.cli.options import GAME_HELP, GameOption, read_given
from shinar.cli.ray_option import HERE, RayOption
from shinar.cli.terminal.console import InterruptedRunError, compiling, err, out, progress_bar
from shinar.core.errors import OptionError
from shinar.core.folders import data_dir

if TYPE_CHECKING:
    from shinar.arena import Contest, Summary
    from shinar.arena.backends import Backend

__all__ = ["arena"]

GAMES = 100
WORKERS = 2
PERCENT = 100
NOTICEABLE = 0.5  # seconds


def arena(
    context: typer.Context,
    players: Annotated[str, typer.Option(metavar="BOT,BOT", help="Who plays, for example level3,search:2000.")],
    name: Annotated[str | None, typer.Option("--game", metavar="G", help=GAME_HELP)] = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = GAMES,
    seed: Annotated[int, typer.Option(help="The seed of everything random.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Parallel processes.")] = WORKERS,
    ray: RayOption = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File for the results; a rerun continues from there.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")] = False,
    option: GameOption = None,
) -> None:
    """Let bots play many games against each other: deals are paired, seats rotate, win rates come with error bars."""
    from shinar.arena import Contest

    game = read_given(context, name, option).make()
    contest = Contest(game.name, tuple(split_players(players)), games, seed, dict(game.options))
    contest.check()
    summary = hold(contest, backend_for(workers, ray), file or data_dir() / "arena" / contest.file_name)
    if as_json:
        out().print(json.dumps(summary_data(summary), indent=2))
        return
    out().print(f"{game.title}, {summary.games} games, seed {seed}", style="bold")
    out().print(verdict_table(summary), soft_wrap=False)


def split_players(text: str) -> list[str]:
    """The specifications in a list that is separated by commas."""
    players = [player.strip() for player in text.split(",")]
    if not all(players):
        raise OptionError(f"--players needs bots separated by commas, not {text!r}")
    return players


def backend_for(workers: int, ray: str | None) -> "Backend":
    """Processes here, or Ray."""
    from shinar.arena.backends import LocalProcesses, OnRay

    if ray is None:
        return LocalProcesses(workers, tell=lambda sentence: err().print(f"shinar: {sentence}"))
    return OnRay(None if ray == HERE else ray, workers)


def hold(contest: "Contest", backend: "Backend", file: Path) -> "Summary":
    """Play what is missing, with a bar that says how long it will take."""
    from shinar.arena import run_contest
    from shinar.arena.results import Results

    Results(file, contest).load()  # a file that cannot be used is reported before anything else
    err().print(f"results: {file}", style="dim")
    kept = 0

    def tell(done: int) -> None:
        nonlocal kept
        kept = done
        bar.update(ticks, completed=done)

    announce_preparing(contest)
    with report_kept_games(file, lambda: kept), progress_bar() as bar:
        ticks = bar.add_task(" – ".join(contest.players), total=contest.games)
        return run_contest(contest, backend, file, tell)


def announce_preparing(contest: "Contest") -> None:
    """Get the bots ready before any clock runs, and say how long it took if that was noticeable."""
    with compiling(contest.game):
        seconds = contest.prepare()
    if seconds > NOTICEABLE:
        err().print(f"ready after {seconds:.1f} s, not counted as thinking time", style="dim")


@contextmanager
def report_kept_games(place: Path, count: Callable[[], int]) -> Iterator[None]:
    """When games are interrupted, say how many are kept and how to continue."""
    from shinar.arena.backends import WorkersDiedError

    try:
        yield
    except KeyboardInterrupt:
        raise InterruptedRunError(f"interrupted; {kept_sentence(place, count())}") from None
    except WorkersDiedError as error:
        raise WorkersDiedError(f"{error}; {kept_sentence(place, count())}") from None


def kept_sentence(place: Path, count: int) -> str:
    """How many games are kept, where, and the command that continues: the one that was given."""
    games = "1 game is" if count == 1 else f"{count} games are"
    return f"{games} kept in {place}; continue with: {shlex.join(['shinar', *sys.argv[1:]])}"


def verdict_table(summary: "Summary") -> Table:
    """A line for each player."""
    table = Table("player", "won", "draws", "win rate", "95 % interval", "Elo", "points", "ms/action")
    for column in table.columns[1:]:
        column.justify = "right"
    for verdict in summary.verdicts:
        table.add_row(
            verdict.player,
            str(verdict.wins),
            str(verdict.draws),
            f"{PERCENT * verdict.win_rate:.1f} %",
            f"{PERCENT * verdict.low:.1f} – {PERCENT * verdict.high:.1f} %",
            "" if verdict.elo is None else f"{verdict.elo:+.0f} ({verdict.elo_low:+.0f} … {verdict.elo_high:+.0f})",
            f"{verdict.mean_score:.1f}",
            f"{verdict.milliseconds:.1f}",
        )
    return table


def summary_data(summary: "Summary") -> dict[str, Any]:
    """A summary as plain data."""
    return {
        **summary.contest.identity,
        "games": summary.games,
        "players": [asdict(verdict) for verdict in summary.verdicts],
    }
