"""`shinar ladder`: the levels of a game against each other, written as a page."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shinar import __version__
from shinar.cli.commands.arena import WORKERS, backend_for, told_what_is_kept
from shinar.cli.console import out, progress_bar
from shinar.cli.files import check_place, kept_data, write_whole
from shinar.cli.options import DEFAULT_GAME
from shinar.cli.ray_option import RayOption
from shinar.core.errors import OptionError
from shinar.core.registry import make

if TYPE_CHECKING:
    from shinar.arena import Contest, Summary
    from shinar.arena.backends import Backend

__all__ = ["ladder"]

GAMES = 400


def ladder(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")] = DEFAULT_GAME,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Games of each pair.")] = GAMES,
    seed: Annotated[int, typer.Option(help="Where all chance comes from.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes that play at the same time.")] = WORKERS,
    ray: RayOption = None,
    folder: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where results are kept.")] = None,
    page: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the page there, not to the screen.")] = None,
) -> None:
    """Play the ladder of a game: every level against the one below, and all against the simple bots."""
    from shinar.arena.contest import Contest
    from shinar.arena.ladder import ladder_page, ladder_rungs

    game = make(name)
    if game.num_seats != 2:
        raise OptionError(f"the ladder of {name} needs two seats; compare its levels with `shinar arena`")
    if page is not None:
        check_place(page)
    contests = [Contest(name, (rung.upper, rung.lower), games, seed, dict(game.options)) for rung in ladder_rungs(name)]
    summaries = hold_all(contests, backend_for(workers, ray), folder or kept_data("ladder"))
    text = ladder_page(name, summaries, __version__, f"{datetime.now(UTC):%Y-%m-%d}")
    if page is None:
        out().print(text)
    else:
        write_whole(page, text)


def hold_all(contests: "list[Contest]", backend: "Backend", folder: Path) -> "list[Summary]":
    """Play what is missing of a ladder, with a bar for each pair."""
    from shinar.arena.ladder import play_ladder

    kept: dict[tuple[str, ...], int] = {}
    with told_what_is_kept(folder, lambda: sum(kept.values())), progress_bar() as bar:
        ticks = {one.players: bar.add_task(" – ".join(one.players), total=one.games) for one in contests}

        def tell(contest: "Contest", done: int) -> None:
            kept[contest.players] = done
            bar.update(ticks[contest.players], completed=done)

        return play_ladder(contests, backend, folder, tell)
