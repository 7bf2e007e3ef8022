"""`shinar replay`: a record, turn by turn."""

import sys
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer

from shinar.cli.files import read_record
from shinar.cli.options import ColorOption, options_text
from shinar.cli.terminal.colours import coloured
from shinar.cli.terminal.console import Screen, out, use_color
from shinar.cli.terminal.names import bot_of, shown_names
from shinar.cli.terminal.result import result_lines
from shinar.cli.terminal.story import merge_log_lines
from shinar.core.canvas import Canvas
from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.core.match import Entry, Match
from shinar.core.record import Record
from shinar.core.viewer import OPEN, SPECTATOR, Viewer, viewer_of

__all__ = ["replay"]

EVERYBODY = "all"
ONLOOKER = "spectator"


def replay(
    file: Annotated[Path, typer.Argument(help="A record, as text or JSON.")],
    seat: Annotated[
        str | None,
        typer.Option(help="Whose view: a seat, `all` for open cards, or `spectator`. Default: `all` after the end."),
    ] = None,
    to: Annotated[int | None, typer.Option(metavar="K", help="Stop after K actions, including chance's.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every turn.")] = False,
    color: ColorOption = None,
) -> None:
    """Show a record turn by turn."""
    use_color(color)
    record = read_record(file)
    game = record.make_game()
    viewer = read_viewer(record, game, seat)
    log = record.log[: checked_length(record, to)]
    screen = out()
    walk = Walk(record, game, viewer, screen)
    screen.print(f"{game.title} {options_text(game)}, {len(record.log)} actions", style="bold")
    screen.print(coloured(f"Players: {players_text(record, walk.names)}", game, walk.names), soft_wrap=False)
    for _turn, entries in groupby(log, key=walk.turn_before):
        walk.take(list(entries))
        if step and not pause(screen):
            return
    walk.finish()


def read_viewer(record: Record, game: Game[Any], seat: str | None) -> Viewer:
    """Who sees the replay; OptionError if there is nobody of that name. What is over is open."""
    if seat is None:
        return OPEN if record.outcome else SPECTATOR
    if seat in {ONLOOKER, EVERYBODY}:
        return SPECTATOR if seat == ONLOOKER else OPEN
    if seat.isdecimal() and int(seat) < game.num_seats:
        return viewer_of(int(seat))
    raise OptionError(f"there is no seat {seat!r}; choose 0 to {game.num_seats - 1}, {EVERYBODY} or {ONLOOKER}")


def players_text(record: Record, names: list[str]) -> str:
    """Who plays, and which of them are bots: `Anna, Kubaba (greedy)`."""
    written = record.names or names
    return ", ".join(
        f"{name} ({bot})" if (bot := bot_of(own)) else name for name, own in zip(names, written, strict=True)
    )


def checked_length(record: Record, to: int | None) -> int:
    """How many actions to show."""
    if to is None:
        return len(record.log)
    if not 0 <= to <= len(record.log):
        raise OptionError(f"--to must be 0 to {len(record.log)}, the length of the record, not {to}")
    return to


def pause(screen: Screen) -> bool:
    """Wait for Enter; whether to go on."""
    screen.print("Enter for the next turn, q to stop: ", end="", style="dim")
    line = sys.stdin.readline()
    return bool(line) and line.strip().lower() not in {"q", "quit"}


class Walk:
    """A match that follows its record, and shows what happens."""

    def __init__(self, record: Record, game: Game[Any], viewer: Viewer, screen: Screen) -> None:
        start = None if record.start is None else game.parse_position(record.start)
        self.match: Match[Any] = Match(game, start=start, deals=False)
        self.ahead: Match[Any] = Match(game, start=start, deals=False)  # to know the turn of the next action
        self.viewer = viewer
        self.names = shown_names(record.names, game.num_seats)
        self.screen = screen

    def turn_before(self, entry: Entry) -> int:
        """The turn in which the next action of the log is taken."""
        turn = self.ahead.turn
        self.ahead.play(entry.actor, entry.action)
        return turn

    def take(self, entries: list[Entry]) -> None:
        """Play the actions of one turn, and show what happened and what came of it."""
        first = len(self.match.log)
        for entry in entries:
            self.match.play(entry.actor, entry.action)
        self.screen.print()
        self.screen.rule(f"after action {len(self.match.log)}", style="dim")
        self._show(merge_log_lines(self.match.story(self.viewer, first), self.names))
        canvas = Canvas(self.names, self.screen.width)
        self._show(self.match.game.render(self.match.observe(self.viewer), canvas))

    def _show(self, text: str) -> None:
        for line in text.splitlines():
            self.screen.print(coloured(line, self.match.game, self.names, self.viewer.seat), soft_wrap=False)

    def finish(self) -> None:
        """Say how the match stands."""
        self.screen.print()
        for line in result_lines(self.match, self.names, self.viewer.seat):
            self.screen.print(line, style="bold")
