"""The log of a match in words, as each seat and a spectator have seen it.

It follows the match with a position of its own, so that the lines of one more action cost no replay of all before.
Only the latest lines are kept; older ones are told anew when somebody asks. Lines have the numbers of each viewer's own
log (see `order`).
"""

from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any

from shinar.core.action import Entry
from shinar.core.compiled.layout import copy_of
from shinar.core.game import Game
from shinar.core.match import Match
from shinar.core.viewer import Viewer
from shinar.server.tables.order import place_for, round_start
from shinar.server.transport.messages import EffectInfo, LogLine

__all__ = ["Story", "log_lines"]


Step = tuple[tuple[Any, Any], tuple[int, Entry]]  # the positions before and after an entry, and its number


class Story:
    """What has happened in a match, told to each viewer."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.reached = 0  # entries of the log that are followed
        self.first = 0  # the first entry whose lines are kept
        self.latest: dict[Viewer, list[LogLine]] = {}
        self._steps: list[Step] = []  # the latest
        self._kept: tuple[Viewer, int, list[LogLine]] | None = None
        self._state = match.start
        self._skip(round_start(match, len(match.log)))
        self.follow()

    def copy(self, match: Match[Any]) -> "Story":
        """The same story of a copy of the match."""
        new = copy(self)
        new.match, new.latest = match, dict(self.latest)
        return new

    def _skip(self, number: int) -> None:
        """Go to an entry of the log without telling."""
        for entry in self.match.log[:number]:
            self.match.game.apply(self._state, entry.actor, entry.action)
        self.first = self.reached = number

    def follow(self) -> None:
        """Go on to what was added to the log; it is told when somebody asks. Sealed choices are told once more."""
        self.latest = {}
        if round_start(self.match, self.reached) == self.reached:
            self.first, self._steps = self.reached, []
        self._steps = self._steps.copy()
        for number, entry in enumerate(self.match.log[self.reached :], self.reached):
            before, self._state = self._state, copy_of(self._state)
            self.match.game.apply(self._state, entry.actor, entry.action)
            self._steps.append(((before, self._state), (number, entry)))
        self.reached = len(self.match.log)

    def lines(self, viewer: Viewer, first: int) -> list[LogLine]:
        """The lines from entry number `first` of the viewer's log on."""
        if round_start(self.match, first) < self.first:
            return [line for line in self._whole(viewer) if line.number >= first]
        if viewer not in self.latest:
            self.latest[viewer] = self._told(self._steps, viewer)
        return [line for line in self.latest[viewer] if line.number >= first]

    def _whole(self, viewer: Viewer) -> list[LogLine]:
        """All lines. Those told last are kept: whoever asks again and again is told the same."""
        if self._kept is None or self._kept[:2] != (viewer, self.reached):
            self._kept = (viewer, self.reached, self._told(self._all_steps(), viewer))
        return self._kept[2]

    def _all_steps(self) -> Iterator[Step]:
        before = self.match.start
        for number, entry in enumerate(self.match.log):
            after = copy_of(before)
            self.match.game.apply(after, entry.actor, entry.action)
            yield (before, after), (number, entry)
            before = after

    def _told(self, steps: Iterable[Step], viewer: Viewer) -> list[LogLine]:
        """What a viewer is told of entries, in the order of the viewer's log."""
        lines: list[LogLine] = []
        for positions, (number, entry) in steps:
            place = place_for(self.match, viewer, number)
            if place is not None:
                lines += log_lines(self.match.game, positions, (place, entry), viewer)
        return sorted(lines, key=lambda line: line.number)


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
