"""`shinar study`: many games of a bot against itself, and what they tell about a game."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shinar import __version__
from shinar.cli.commands.arena import WORKERS, backend_for, report_kept_games
from shinar.cli.files import check_place, write_whole
from shinar.cli.terminal.console import compiling, out, progress_bar
from shinar.core.folders import data_dir
from shinar.core.options import OptionValue
from shinar.core.registry import game_class

if TYPE_CHECKING:
    from shinar.arena.report import Part
    from shinar.arena.study import Sample

__all__ = ["study"]

GAMES = 5_000
VARIED_GAMES = 10  # the options that are compared have this part of the games each
ITERATIONS = 20


def study(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    games: Annotated[int, typer.Option(min=40, metavar="N", help="Games in the main part.")] = GAMES,
    iterations: Annotated[
        int, typer.Option(min=1, metavar="N", help="Search iterations for each action.")
    ] = ITERATIONS,
    seed: Annotated[int, typer.Option(help="The seed of everything random.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Parallel processes.")] = WORKERS,
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Folder for the games; a rerun continues from there.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the report to this file; default: study-GAME.md.")
    ] = None,
    images: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Folder for its pictures; default: beside the report.")
    ] = None,
) -> None:
    """Let a bot play thousands of games against itself and report who wins with what, and why."""
    game_class(name)
    target = page or Path(f"study-{name}.md")
    check_place(target)
    from shinar.arena.report import report_page  # slow to import
    from shinar.arena.study import study_of

    samples = samples_of(name, games, iterations, seed)
    parts = play_all(samples, workers, folder or data_dir() / "study")
    pictures = images or target.parent
    pictures.mkdir(parents=True, exist_ok=True)
    about = about_text(
        parts, iterations, f"shinar study {name} --games {games} --iterations {iterations} --seed {seed}"
    )
    where = relative_to_page(pictures, target)
    text, drawn = report_page(game_class(name).title, about, parts[0], parts[1:], where, study_of(name).notes)
    for file, picture in drawn.items():
        write_whole(pictures / f"study-{name}-{file}", picture)
    write_whole(target, text.replace(f"]({where}/", f"]({where}/study-{name}-"))
    out().print(f"report: {target}")


def relative_to_page(pictures: Path, page: Path) -> str:
    """Where the pictures are, seen from the page."""
    try:
        return pictures.resolve().relative_to(page.parent.resolve()).as_posix()
    except ValueError:
        return pictures.resolve().as_posix()


def samples_of(name: str, games: int, iterations: int, seed: int) -> "list[tuple[str, Sample]]":
    """What is played: the main part, then each option that is compared."""
    from shinar.arena.study import Sample, study_of

    found = study_of(name)
    plans: list[tuple[Mapping[str, OptionValue], int]] = [(found.options, games)]
    plans += [({**found.options, **changed}, max(2, games // VARIED_GAMES)) for changed in found.variations]
    titles = [options_title(found.options), *(options_title(changed) for changed in found.variations)]
    return [
        (title, Sample(name, iterations, count, seed, options))
        for title, (options, count) in zip(titles, plans, strict=True)
    ]


def options_title(options: Mapping[str, OptionValue]) -> str:
    """`3 players`, `expansions tower and projects`."""
    words = []
    for option, value in options.items():
        shown = " and ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        words.append(f"{shown} players" if option == "players" else f"{option} {shown}")
    return ", ".join(words) or "usual options"


def play_all(samples: "list[tuple[str, Sample]]", workers: int, folder: Path) -> "list[Part]":
    """Play what is missing, with a bar for each part."""
    from shinar.arena.report import Part
    from shinar.arena.study import play_sample

    parts, kept = [], 0
    with report_kept_games(folder, lambda: kept), progress_bar() as bar:
        ticks = [bar.add_task(title, total=sample.games) for title, sample in samples]
        for number, (title, sample) in enumerate(samples):

            def tell(done: int, number: int = number) -> None:
                nonlocal kept
                kept += 1
                bar.update(ticks[number], completed=done)

            file = folder / f"{sample.game}-{sample.iterations}-{sample.seed}-{number}.jsonl"
            with compiling(sample.game, bar.console):
                sample.prepare()
            parts.append(Part(title, play_sample(sample, file, tell, backend_for(workers, None))))
    return parts


def about_text(parts: "list[Part]", iterations: int, command: str) -> str:
    """What was played."""
    games = sum(len(part.games) for part in parts)
    what = f"{games:,} games of a search with {iterations} iterations for each action against itself"
    return (
        f"Written by `{command}` on {datetime.now(UTC):%Y-%m-%d} with Shinar {__version__}: {what}, "
        f"{len(parts[0].games):,} of them in the main part. Intervals are 95 %. The figures hold for "
        "players of this strength."
    )
