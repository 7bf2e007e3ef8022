"""`shinar play`: a match in the terminal, against bots or between people at one keyboard."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from shinar.bots.registry import bot_kinds, make_bot
from shinar.cli.files import matches_dir, new_match_file, read_record
from shinar.cli.options import GAME_HELP, ColorOption, GameOption, Given, read_given
from shinar.cli.terminal.console import use_color
from shinar.cli.terminal.names import PERSON, bot_of
from shinar.cli.terminal.player import Players, names_at_table, seat_players, with_own_names
from shinar.cli.terminal.table import Table
from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.core.match import Match
from shinar.core.record import Record

__all__ = ["play"]

DEFAULT_BOT = "greedy"
DEFAULT_SEAT = "0"
BOTS = ", ".join(kind.name for kind in bot_kinds())


def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help=GAME_HELP)] = None,
    bot: Annotated[str | None, typer.Option(help=f"Who plays the other seats: {BOTS}. Default: greedy.")] = None,
    seat: Annotated[str | None, typer.Option(help="Your seat, counted from 0, or `random`. Default: 0.")] = None,
    hotseat: Annotated[bool, typer.Option("--hotseat", help="People play all seats at this keyboard.")] = False,
    name: Annotated[
        list[str] | None, typer.Option(help="Your name; with --hotseat, one for each person, in the order of seats.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the deal; the same seed deals the same cards.")] = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue the match of a record.")] = None,
    option: GameOption = None,
    color: ColorOption = None,
) -> int:
    """Play a match in the terminal. Options of the game work too, such as --edition first."""
    use_color(color)
    given = read_given(context, game, option)
    if hotseat and (bot or seat):
        raise OptionError("--hotseat gives all seats to people: it cannot be combined with --bot or --seat")
    wanted = SeatChoices(bot, seat, hotseat, tuple(name or ()), seed)
    if load is not None:
        return resume(load, given, wanted).run()
    match = Match(given.make(), seed)
    return Table(match, wanted.players(match), new_match_file(match.game.name)).run()


@dataclass(frozen=True)
class SeatChoices:
    """Who is to play, as typed."""

    bot: str | None
    seat: str | None
    hotseat: bool
    names: tuple[str, ...]  # of people
    seed: int | None

    def players(self, match: Match[Any], saved: tuple[str, ...] = ()) -> Players:
        """The players of a match; those of a saved one play on unless others are asked for."""
        game = match.game
        make_bot(self.bot or DEFAULT_BOT, game)  # a wrong name is reported even if no seat needs the bot
        return seat_players(game, with_own_names(self._who(game, saved), self.names), self.seed)

    def _who(self, game: Game[Any], saved: tuple[str, ...]) -> tuple[str, ...]:
        """The names as records write them, before people give their own."""
        if self.hotseat:
            return (PERSON,) * game.num_seats
        if self.bot is None and self.seat is None and any(bot_of(name) is None for name in saved):
            return saved
        return names_at_table(game, self.seat or DEFAULT_SEAT, self.bot or DEFAULT_BOT, self.seed)


def resume(path: Path, given: Given, wanted: SeatChoices) -> Table:
    """The table of a saved match; it is saved to the same file again, if that is in our folder."""
    record = read_record(path)
    check_same_game(record, given)
    match = record.replay(deals=True, seed=wanted.seed)
    is_kept = path.resolve().parent == matches_dir().resolve()
    return Table(match, wanted.players(match, record.names), path if is_kept else new_match_file(record.game))


def check_same_game(record: Record, given: Given) -> None:
    """A loaded match brings its game and options along; what else is typed must not contradict it."""
    if given.game not in {None, record.game}:
        raise OptionError(f"the record is of {record.game}, not of {given.game}")
    if given.options:
        raise OptionError(
            "a loaded match has its options already: leave out " + ", ".join(f"--{n}" for n in given.options)
        )
