"""`shinar ladder`: the levels of a game against each other, written as a page."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shinar import __version__
from shinar.cli.commands.arena import WORKERS, backend_for, report_kept_games
from shinar.cli.files import check_place, write_whole
from shinar.cli.options import GAME_HELP, GameOption, Given, options_text, read_given
from shinar.cli.ray_option import RayOption
from shinar.cli.terminal.console import out, progress_bar
from shinar.core.errors import OptionError
from shinar.core.folders import data_dir
from shinar.core.game import Game
from shinar.core.options import Option
from shinar.core.registry import make

if TYPE_CHECKING:
    from shinar.arena import Contest, Summary
    from shinar.arena.backends import Backend

__all__ = ["ladder"]

GAMES = 400
PLAYERS = "players"  # the option that sets the number of seats, where a game has one
FEWEST = 2


def ladder(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="GAME", help=GAME_HELP)] = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Games for each pair.")] = GAMES,
    seed: Annotated[int, typer.Option(help="The seed of everything random.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Parallel processes.")] = WORKERS,
    ray: RayOption = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Folder for the results; a rerun continues from there.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the page to this file, not to the screen.")
    ] = None,
    option: GameOption = None,
) -> None:
    """Play the ladder of a game: each level against a table of the one below, with each number of players."""
    from shinar.arena.ladder import Ladder, ladder_page

    tables = tables_of(read_given(context, name, option))
    if page is not None:
        check_place(page)
    backend, kept = backend_for(workers, ray), folder or data_dir() / "ladder"
    played = [hold_all(game, games, seed, backend, kept) for game in tables]
    ladders = [
        Ladder(kind_of(game), command_of(game, games, seed), summaries, game.team_size)
        for game, summaries in zip(tables, played, strict=True)
    ]
    text = ladder_page(tables[0].name, ladders, __version__, f"{datetime.now(UTC):%Y-%m-%d}")
    if page is None:
        out().print(text)
    else:
        write_whole(page, text)


def kind_of(game: Game[Any]) -> str:
    """`3 players`, and the options that differ from the usual game."""
    others = [option for option in game.option_list if option.name != PLAYERS]
    changed = [option for option in others if game.options[option.name] != option.default]
    words = [f"{option.name} {option.text(game.options[option.name])}" for option in changed]
    return ", ".join([f"{game.num_seats} players", *words])


def command_of(game: Game[Any], games: int, seed: int) -> str:
    """What to type to play one ladder again."""
    return f"shinar ladder {game.name} {options_text(game)} --games {games} --seed {seed}"


def tables_of(given: Given) -> list[Game[Any]]:
    """The game with each number of players that the other options allow, unless one was asked for; if no option was
    given, the other tables that the game names, too."""
    game = given.make()
    option = next((option for option in game.option_list if option.name == PLAYERS), None)
    tables = [game] if option is None or PLAYERS in given.options else list(_of_all_sizes(given, option))
    if not given.options:
        tables += [make(game.name, **options) for options in game.expertise().ladder_tables]
    found = [table for table in tables if table.num_seats >= FEWEST]
    if not found:
        raise OptionError(f"a ladder needs two players or more, not {game.num_seats}")
    return found


def _of_all_sizes(given: Given, option: Option) -> Iterator[Game[Any]]:
    for players in option.choices:
        with suppress(OptionError):  # some need another option beside it
            yield Given(given.game, given.options | {PLAYERS: players}).make()


def hold_all(game: Game[Any], games: int, seed: int, backend: "Backend", folder: Path) -> "list[Summary]":
    """Play what is missing of a ladder, with a bar for each pair."""
    from shinar.arena.ladder import ladder_pairs, play_ladder
    from shinar.arena.whole import WholeContest

    pairs = ladder_pairs(game.name, game.num_seats)
    tables = [(upper, *[lower] * (game.num_seats - 1)) for upper, lower in pairs]
    contests = [WholeContest(game.name, table, games, seed, dict(game.options)) for table in tables]
    kept: dict[tuple[str, ...], int] = {}
    with report_kept_games(folder, lambda: sum(kept.values())), progress_bar() as bar:
        ticks = {one.players: bar.add_task(title_of(one), total=one.games) for one in contests}

        def tell(contest: "Contest", done: int) -> None:
            kept[contest.players] = done
            bar.update(ticks[contest.players], completed=done)

        return play_ladder(contests, backend, folder, tell)


def title_of(contest: "Contest") -> str:
    """`level2 – level1`, and how many of these there are."""
    upper, lower, *more = contest.players
    return f"{upper} – {1 + len(more)} × {lower}" if more else f"{upper} – {lower}"
