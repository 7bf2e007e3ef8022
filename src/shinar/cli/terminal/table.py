"""A match at the terminal: shows people what they may see, asks for actions, lets bots act, saves everything."""

import shlex
from functools import partial
from pathlib import Path
from typing import Any

from shinar.cli.files import write_whole
from shinar.cli.terminal.completion import completions
from shinar.cli.terminal.console import compiling
from shinar.cli.terminal.keyboard import Keyboard
from shinar.cli.terminal.orders import ORDERS, NextStep, Order, Quit, read_order
from shinar.cli.terminal.player import Players
from shinar.cli.terminal.result import result_lines
from shinar.cli.terminal.sheet import Sheet
from shinar.core.match import Match
from shinar.core.record import Record

__all__ = ["Table"]

LEFT_BY_CONTROL_C = 130


class Table:
    """One match, its players, and the screen and keyboard they share."""

    def __init__(self, match: Match[Any], players: Players, file: Path) -> None:
        self.match = match
        self.players = players
        self.file = file
        self.sheet = Sheet(match, players)
        self.keyboard = Keyboard(self.sheet.screen)
        self.can_keep = True

    def run(self) -> int:
        """Play to the end, or until a player leaves; the exit code."""
        exit_code = 0
        try:
            self.sheet.welcome(self.keyboard)
            while not self.match.is_over:
                self._one_action()
            self._finish()
        except (Quit, EOFError):
            self._say_goodbye()
        except KeyboardInterrupt:
            self._say_goodbye()
            exit_code = LEFT_BY_CONTROL_C
        return exit_code

    def _one_action(self) -> None:
        """Bots first: when several are asked at once, nobody sees the choices of the others."""
        seat = min(self.match.actors, key=lambda actor: actor in self.players.persons)
        if seat in self.players.persons:
            self._ask(seat)
        else:
            with compiling(self.match.game.name):
                self.match.play(seat, self.players.choose(self.match, seat))
            self._keep()

    def _ask(self, seat: int) -> None:
        """Show a person the position and take orders until one changes it."""
        self.sheet.hand_over(seat, self.keyboard)
        self.sheet.draw(seat)
        order = self._order(seat)
        while order is NextStep.ASK_AGAIN:
            order = self._order(seat)
        self._keep()

    def _order(self, seat: int) -> NextStep:
        offered = partial(completions, self.match, seat, ORDERS)
        order: Order = read_order(self.sheet.ask(seat, self.keyboard, offered))
        return order.carry_out(self, seat)

    # -- keeping --

    def record(self) -> Record:
        """The match so far."""
        return Record.of(self.match, self.players.names)

    def _keep(self) -> None:
        """Write the match to its file after every action, so that nothing is lost whatever happens."""
        if not self.can_keep:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.file, self.record().to_text())
        except OSError as error:
            self.can_keep = False
            self.sheet.warn(f"The match cannot be saved in {self.file.parent}: {error.strerror}. Use `save FILE`.")

    @property
    def is_begun(self) -> bool:
        """Whether anybody has acted yet."""
        return any(entry.actor >= 0 for entry in self.match.log)

    def _say_goodbye(self) -> None:
        """Say goodbye, and where the match is kept."""
        if not self.is_begun:
            self.sheet.say("\nGoodbye. Nothing was played yet.")
            return
        self._keep()
        if self.can_keep:
            self.sheet.say("\nGoodbye. The match is saved; continue it with:")
            self.sheet.say_command(f"shinar play --load {quoted(self.file)}")

    def _finish(self) -> None:
        """The last position, the result and its reason, and where the record is."""
        self._keep()
        persons = self.players.persons
        self.sheet.draw_end()
        for line in result_lines(self.match, self.sheet.names, persons[0] if len(persons) == 1 else None):
            self.sheet.say(line, style="bold")
        if self.can_keep:
            self.sheet.say("\nThe record is saved; watch it again with:")
            self.sheet.say_command(f"shinar replay {quoted(self.file)}")


def quoted(path: Path) -> str:
    """A path as a shell takes it."""
    return shlex.quote(str(path))
