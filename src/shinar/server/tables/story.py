"""The log of a match in words, as each seat and a spectator have seen it.

Only the lines of the last action are kept, with sealed choices before it; older ones are told anew when somebody asks.
Lines have the numbers of each viewer's own log (see `order`).
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from typing import Any

from shinar.core.game import Game
from shinar.core.match import Match, Step
from shinar.core.viewer import Viewer
from shinar.server.tables.order import place_for, round_start
from shinar.server.transport.messages import EffectInfo, LogLine

__all__ = ["Story", "log_lines"]


class Story:
    """What has happened in a match, told to each viewer."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.reached = len(match.log)  # entries that are followed
        self.first = round_start(match, self.reached)  # the first whose lines are kept
        self.latest: dict[Viewer, list[LogLine]] = {}
        sealed = match.steps() if self.first < self.reached else ()
        self._steps: tuple[Step[Any], ...] = tuple(step for step in sealed if step.number >= self.first)
        self._kept: tuple[Viewer, int, list[LogLine]] | None = None

    def copy(self, match: Match[Any]) -> "Story":
        """The same story of a copy of the match."""
        new = copy(self)
        new.match, new.latest = match, dict(self.latest)
        return new

    def follow(self) -> None:
        """Go on to the action that was just taken; it is told when somebody asks, with what was sealed before it."""
        if round_start(self.match, self.reached) == self.reached:
            self.first, self._steps = self.reached, ()
        self.reached, self.latest = len(self.match.log), {}
        self._steps += self.match.latest_steps

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
            self._kept = (viewer, self.reached, self._told(self.match.steps(), viewer))
        return self._kept[2]

    def _told(self, steps: Iterable[Step[Any]], viewer: Viewer) -> list[LogLine]:
        """What a viewer is told of some steps, in the order of the viewer's log."""
        lines: list[LogLine] = []
        for step in steps:
            place = place_for(self.match, viewer, step.number)
            if place is not None:
                lines += log_lines(self.match.game, replace(step, number=place), viewer)
        return sorted(lines, key=lambda line: line.number)


def log_lines(game: Game[Any], step: Step[Any], viewer: Viewer) -> list[LogLine]:
    """What a viewer is told of one step."""
    turn = game.turn(step.before)
    return [
        LogLine(
            number=step.number,
            turn=turn,
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
        for line in game.tell(step.before, step.after, step.entry, viewer)
    ]
