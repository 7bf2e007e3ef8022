"""The log of a match in words, as each seat and a spectator have seen it.

Only the last steps are kept, those of a round of sealed choices together; what came before is told anew by playing the
match again when somebody asks. Lines have the numbers of each viewer's own log (see `order`).
"""

from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from shinar.core.game import Game
from shinar.core.match import Match, Step
from shinar.core.viewer import Viewer
from shinar.server.tables.order import place_for, round_start
from shinar.server.transport.messages import LogLine

__all__ = ["LineData", "Story", "log_lines"]

LineData = dict[str, Any]  # a `LogLine` as plain data
KEPT_STEPS = 3  # at least: who is told of several actions at once needs those of all of them


class Story:
    """What has happened in a match, told to each viewer."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.reached = match.length  # entries that are followed
        self.first = round_start(match, self.reached)  # the first whose step is kept
        sealed = match.steps() if self.first < self.reached else ()
        self._steps: tuple[Step[Any], ...] = tuple(step for step in sealed if step.number >= self.first)
        self._kept: tuple[Viewer, int, list[LineData]] | None = None

    def copy(self, match: Match[Any]) -> "Story":
        """The same story of a copy of the match."""
        new = object.__new__(Story)
        new.__dict__.update(self.__dict__)
        new.match = match
        return new

    def follow(self) -> None:
        """Go on to the action that was just taken; it is told when somebody asks."""
        latest, self.reached = self.reached, self.match.length
        self._steps += self.match.latest_steps
        if len(self._steps) > 2 * KEPT_STEPS:  # of the latest action everything is kept, however much chance brought
            self.first = round_start(self.match, min(latest, self.reached - KEPT_STEPS))
            self._steps = tuple(step for step in self._steps if step.number >= self.first)

    def lines(self, viewer: Viewer, first: int) -> list[LineData]:
        """The lines from entry number `first` of the viewer's log on."""
        start = round_start(self.match, first)
        if start < self.first:
            return [line for line in self._whole(viewer) if line["number"] >= first]
        told = self._told((step for step in self._steps if step.number >= start), viewer)
        return [line for line in told if line["number"] >= first]

    def _whole(self, viewer: Viewer) -> list[LineData]:
        """All lines. Those told last are kept: whoever asks again and again is told the same."""
        if self._kept is None or self._kept[:2] != (viewer, self.reached):
            self._kept = (viewer, self.reached, self._told(self.match.steps(), viewer))
        return self._kept[2]

    def _told(self, steps: Iterable[Step[Any]], viewer: Viewer) -> list[LineData]:
        """What a viewer is told of some steps, in the order of the viewer's log."""
        lines: list[LineData] = []
        for step in steps:
            place = place_for(self.match, viewer, step.number)
            if place is not None:
                lines += _line_data(self.match.game, step, place, viewer)
        lines.sort(key=itemgetter("number"))
        return lines


def log_lines(game: Game[Any], step: Step[Any], viewer: Viewer) -> list[LogLine]:
    """What a viewer is told of one step."""
    return [LogLine(**line) for line in _line_data(game, step, step.number, viewer)]


def _line_data(game: Game[Any], step: Step[Any], number: int, viewer: Viewer) -> list[LineData]:
    """What a viewer is told of one step, as an entry of that number."""
    turn = game.turn(step.before)
    return [
        {
            "number": number,
            "turn": turn,
            "actor": line.actor,
            "seat": line.seat,
            "action": line.action,
            "verb": line.verb,
            "args": dict(line.args),
            "effects": [{"seat": one.seat, "what": one.what, "amount": one.amount} for one in line.effects],
            "subject": line.subject,
            "predicate": line.predicate,
            "text": line.text,
            "stand_in": None,
        }
        for line in game.tell(step.before, step.after, step.entry, viewer)
    ]
