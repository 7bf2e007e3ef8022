"""`shinar ladder`: the levels of a game against each other, written as a page."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from shinar import __version__
from shinar.cli.commands.arena import WORKERS, backend_for
from shinar.cli.console import out, progress_bar
from shinar.cli.files import kept_data, write_whole
from shinar.cli.options import DEFAULT_GAME
from shinar.core.errors import OptionError
from shinar.core.registry import make

__all__ = ["ladder"]

GAMES = 400


def ladder(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")] = DEFAULT_GAME,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Games of each pair.")] = GAMES,
    seed: Annotated[int, typer.Option(help="Where all chance comes from.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes that play at the same time.")] = WORKERS,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on Ray, see `shinar arena`.")] = None,
    folder: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where results are kept.")] = None,
    page: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the page there, not to the screen.")] = None,
) -> None:
    """Play the ladder of a game: every level against the one below, and all against the simple bots."""
    from shinar.arena.contest import Contest
    from shinar.arena.ladder import ladder_page, ladder_rungs, play_ladder

    game = make(name)
    if game.num_seats != 2:
        raise OptionError(f"the ladder of {name} needs two seats; compare its levels with `shinar arena`")
    contests = [Contest(name, (rung.upper, rung.lower), games, seed, dict(game.options)) for rung in ladder_rungs(name)]
    with progress_bar() as bar:
        ticks = {contest.players: bar.add_task(" – ".join(contest.players), total=games) for contest in contests}

        def tell(contest: Contest, done: int) -> None:
            bar.update(ticks[contest.players], completed=done)

        summaries = play_ladder(contests, backend_for(workers, ray), folder or kept_data("ladder"), tell)
    text = ladder_page(name, summaries, __version__, f"{datetime.now(UTC):%Y-%m-%d}")
    if page is None:
        out().print(text)
    else:
        write_whole(page, text)
