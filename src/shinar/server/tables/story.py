"""The log of a match in words, as each seat and a spectator have seen it.

It follows the match with a position of its own, so that the lines of one more action cost no replay of all before.
Only the latest lines are kept; older ones are told anew when somebody asks.
"""

from copy import copy
from typing import Any

from shinar.core.action import Entry
from shinar.core.compiled.layout import copy_of
from shinar.core.game import Game
from shinar.core.match import Match
from shinar.core.viewer import SPECTATOR, Viewer, viewer_of
from shinar.server.transport.messages import EffectInfo, LogLine

__all__ = ["Story", "log_lines"]


class Story:
    """What has happened in a match, told to each viewer."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.viewers = (*(viewer_of(seat) for seat in range(match.game.num_seats)), SPECTATOR)
        self.reached = 0  # entries of the log that are told
        self.first = 0  # the first entry whose lines are kept
        self.latest: dict[Viewer, list[LogLine]] = {viewer: [] for viewer in self.viewers}
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
        game = self.match.game
        self.first = self.reached
        self.latest = {viewer: [] for viewer in self.viewers}
        for number, entry in enumerate(self.match.log[self.reached :], self.reached):
            before, self._state = self._state, copy_of(self._state)
            game.apply(self._state, entry.actor, entry.action)
            for viewer in self.viewers:
                self.latest[viewer] += log_lines(game, (before, self._state), (number, entry), viewer)
        self.reached = len(self.match.log)

    def lines(self, viewer: Viewer, first: int) -> list[LogLine]:
        """The lines from entry number `first` on."""
        if first >= self.first and viewer in self.latest:
            return [line for line in self.latest[viewer] if line.number >= first]
        game, before, told = self.match.game, self.match.start, list[LogLine]()
        for number, entry in enumerate(self.match.log):
            after = copy_of(before)
            game.apply(after, entry.actor, entry.action)
            if number >= first:
                told += log_lines(game, (before, after), (number, entry), viewer)
            before = after
        return told


def log_lines(
    game: Game[Any], positions: tuple[Any, Any], numbered: tuple[int, Entry], viewer: Viewer
) -> list[LogLine]:
    """What a viewer is told of one entry, which led from one position to the next."""
    number, entry = numbered
    before, after = positions
    return [
        LogLine(
            number=number,
            turn=game.turn(before),
            actor=line.actor,
            seat=line.seat,
            action=line.action,
            verb=line.verb,
            args=dict(line.args),
            effects=[EffectInfo(seat=one.seat, what=one.what, amount=one.amount) for one in line.effects],
            subject=line.subject,
            predicate=line.predicate,
            text=line.text,
        )
        for line in game.tell(before, after, entry, viewer)
    ]
