"""`shinar ladder`: the levels of a game against each other, written as a page."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shinar import __version__
from shinar.cli.commands.arena import WORKERS, backend_for, reporting_what_is_kept
from shinar.cli.files import check_place, write_whole
from shinar.cli.options import GameOption, Given, options_text, read_given
from shinar.cli.ray_option import RayOption
from shinar.cli.terminal.console import out, progress_bar
from shinar.core.errors import OptionError
from shinar.core.folders import data_dir
from shinar.core.game import Game

if TYPE_CHECKING:
    from shinar.arena import Contest, Summary
    from shinar.arena.backends import Backend

__all__ = ["ladder"]

GAMES = 400
SEATS = 2


def ladder(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="GAME", help="The game; default: babel.")] = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Games for each pair.")] = GAMES,
    seed: Annotated[int, typer.Option(help="The seed of everything random.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Parallel processes.")] = WORKERS,
    ray: RayOption = None,
    folder: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where results are kept.")] = None,
    page: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the page there, not to the screen.")] = None,
    option: GameOption = None,
) -> None:
    """Play the ladder of a game: each level against the one below, and all against the simple bots. With more than two
    players, one plays against a table of the other."""
    from shinar.arena.contest import Contest
    from shinar.arena.ladder import ladder_page, ladder_rungs

    game = game_of(read_given(context, name, option))
    if page is not None:
        check_place(page)
    rungs = [(rung.upper, rung.lower) for rung in ladder_rungs(game.name)]
    tables = [(upper, *[lower] * (game.num_seats - 1)) for upper, lower in rungs]
    contests = [Contest(game.name, table, games, seed, dict(game.options)) for table in tables]
    summaries = hold_all(contests, backend_for(workers, ray), folder or data_dir() / "ladder")
    command = f"shinar ladder {game.name} {options_text(game)} --games {games} --seed {seed}"
    text = ladder_page(game.name, command, summaries, __version__, f"{datetime.now(UTC):%Y-%m-%d}")
    if page is None:
        out().print(text)
    else:
        write_whole(page, text)


def game_of(given: Given) -> Game[Any]:
    """The game, with two players even if its default is more, unless another number was asked for."""
    game = given.make()
    if game.num_seats != SEATS and "players" in game.options and "players" not in given.options:
        game = Given(given.game, given.options | {"players": SEATS}).make()
    if game.num_seats < SEATS:
        raise OptionError(f"a ladder needs two players or more, not {game.num_seats}")
    return game


def hold_all(contests: "list[Contest]", backend: "Backend", folder: Path) -> "list[Summary]":
    """Play what is missing of a ladder, with a bar for each pair."""
    from shinar.arena.ladder import play_ladder

    kept: dict[tuple[str, ...], int] = {}
    with reporting_what_is_kept(folder, lambda: sum(kept.values())), progress_bar() as bar:
        ticks = {one.players: bar.add_task(" – ".join(one.players[:SEATS]), total=one.games) for one in contests}

        def tell(contest: "Contest", done: int) -> None:
            kept[contest.players] = done
            bar.update(ticks[contest.players], completed=done)

        return play_ladder(contests, backend, folder, tell)
