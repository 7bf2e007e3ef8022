"""The log of a match in words, as each seat and a spectator have seen it.

It follows the match with a position of its own, so that the lines of one more action cost no replay of all before.
Only the latest lines are kept; older ones are told anew when somebody asks.
"""

from copy import copy
from typing import Any

from shinar.core.compiled.layout import copy_of
from shinar.core.game import CHANCE, SPECTATOR, Game
from shinar.core.match import Entry, Match
from shinar.server.transport.messages import LogLine

__all__ = ["Story"]


class Story:
    """What has happened in a match, told to each viewer."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.viewers = (*range(match.game.num_seats), SPECTATOR)
        self.reached = 0  # entries of the log that are told
        self.first = 0  # the first entry whose lines are kept
        self.latest: dict[int, list[LogLine]] = {viewer: [] for viewer in self.viewers}
        self._state = match.start
        self._skip()

    def copy(self, match: Match[Any]) -> "Story":
        """The same story of a copy of the match."""
        new = copy(self)
        new.match, new._state = match, copy_of(self._state)
        return new

    def _skip(self) -> None:
        """Go to the end of the log without telling."""
        for entry in self.match.log[self.reached :]:
            self.match.game.apply(self._state, entry.actor, entry.action)
        self.first = self.reached = len(self.match.log)

    def follow(self) -> None:
        """Tell what was added to the log."""
        self.first = self.reached
        self.latest = {viewer: [] for viewer in self.viewers}
        for number, entry in enumerate(self.match.log[self.reached :], self.reached):
            for viewer in self.viewers:
                self.latest[viewer].append(log_line(self.match.game, self._state, (number, entry), viewer))
            self.match.game.apply(self._state, entry.actor, entry.action)
        self.reached = len(self.match.log)

    def lines(self, viewer: int, first: int) -> list[LogLine]:
        """The lines from entry number `first` on; with `viewer` = CHANCE everything is told."""
        if first >= self.first and viewer != CHANCE:
            return self.latest[viewer][first - self.first :]
        game, state, told = self.match.game, self.match.start, []
        for number, entry in enumerate(self.match.log):
            if number >= first:
                told.append(log_line(game, state, (number, entry), viewer))
            game.apply(state, entry.actor, entry.action)
        return told


def log_line(game: Game[Any], state: Any, numbered: tuple[int, Entry], viewer: int) -> LogLine:
    """One action as a viewer sees it. Its id is told only where its very name is."""
    number, entry = numbered
    name = game.action_names[entry.action]
    text = (
        _open_text(game, state, entry) if viewer == CHANCE else game.narrate(state, entry.actor, entry.action, viewer)
    )
    action = entry.action if viewer == CHANCE or name in text else None
    return LogLine(number=number, turn=game.turn(state), actor=entry.actor, action=action, text=text)


def _open_text(game: Game[Any], state: Any, entry: Entry) -> str:
    """What the seat that saw most was told; a spectator sees least."""
    public = game.narrate(state, entry.actor, entry.action, SPECTATOR)
    told = (game.narrate(state, entry.actor, entry.action, seat) for seat in range(game.num_seats))
    return next((text for text in told if text != public), public)
