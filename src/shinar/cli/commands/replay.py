"""`shinar replay`: a record, turn by turn."""

import sys
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer

from shinar.cli.files import read_record
from shinar.cli.options import options_text
from shinar.cli.terminal.console import Screen, out
from shinar.cli.terminal.result import result_lines
from shinar.cli.terminal.story import told
from shinar.core.errors import OptionError
from shinar.core.game import SPECTATOR, Game, Observation
from shinar.core.match import Entry, Match
from shinar.core.record import Record

__all__ = ["replay"]

EVERYBODY = "all"
ONLOOKER = "spectator"


def replay(
    file: Annotated[Path, typer.Argument(help="The file of a record, as text or JSON.")],
    seat: Annotated[
        str | None,
        typer.Option(help="Whose eyes: a seat, `all` for open cards, or `spectator`. Without: open once it is over."),
    ] = None,
    to: Annotated[int | None, typer.Option(metavar="K", help="Stop after K actions, chance's included.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every turn.")] = False,
) -> None:
    """Show a record turn by turn."""
    record = read_record(file)
    game = record.make_game()
    eyes = read_eyes(record, game, seat)
    log = record.log[: checked_length(record, to)]
    screen = out()
    screen.print(f"{game.title} {options_text(game)}, {len(record.log)} actions", style="bold")
    walk = Walk(record, game, eyes, screen)
    for _turn, entries in groupby(log, key=walk.turn_before):
        walk.take(list(entries))
        if step and not pause(screen):
            return
    walk.finish()


def read_eyes(record: Record, game: Game[Any], seat: str | None) -> str | int:
    """Whose eyes see the replay; OptionError if there is nobody of that name."""
    if seat is None:
        return EVERYBODY if record.outcome else SPECTATOR
    if seat == ONLOOKER:
        return SPECTATOR
    if seat == EVERYBODY:
        return EVERYBODY
    if seat.isdecimal() and int(seat) < game.num_seats:
        return int(seat)
    raise OptionError(f"there is no seat {seat!r}; choose 0 to {game.num_seats - 1}, {EVERYBODY} or {ONLOOKER}")


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
    """A match that goes along its record, and tells what happens."""

    def __init__(self, record: Record, game: Game[Any], eyes: str | int, screen: Screen) -> None:
        start = None if record.start is None else game.parse_position(record.start)
        self.match: Match[Any] = Match(game, start=start, deals=False)
        self.ahead: Match[Any] = Match(game, start=start, deals=False)  # only to know the turn of an action
        self.eyes = eyes
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
        self.screen.print(told(self._story(first)), soft_wrap=False)
        self.screen.print(str(self._observation()))

    def _story(self, first: int) -> list[str]:
        """The log in words; with open cards, what was hidden from an onlooker is named behind it."""
        if isinstance(self.eyes, int):
            return self.match.story(self.eyes, first)
        game = self.match.game
        versions = [self.match.story(seat, first) for seat in (SPECTATOR, *range(game.num_seats))]
        names = [game.action_name(entry.action) for entry in self.match.log[first:]]
        return [
            line if all(line == other for other in others) else f"{line} ({name})"
            for line, *others, name in zip(*versions, names, strict=True)
        ]

    def _observation(self) -> Observation[Any]:
        if isinstance(self.eyes, int):
            return self.match.observe(self.eyes)
        return Observation(self.match.game, SPECTATOR, self.match.reveal())

    def finish(self) -> None:
        """Say how the match stands."""
        self.screen.print()
        for line in result_lines(self.match):
            self.screen.print(line, style="bold")
