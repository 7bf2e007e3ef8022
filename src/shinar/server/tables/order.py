"""The log in the order in which each viewer came to know it.

Where several seats choose at the same time, the log holds their choices step by step, and how many steps a choice took
tells something about it. So a viewer's log has a sealed choice of another only when all are revealed: then it follows
the viewer's own, which have been there all the time. Nothing that a viewer was told changes its number.
"""

from collections.abc import Sequence

from shinar.core.action import Entry
from shinar.core.match import Match
from shinar.core.viewer import Viewer

__all__ = ["entries_kept", "length_for", "log_for", "place_for", "round_start"]


def round_start(match: Match[object], number: int) -> int:
    """The first of the sealed choices that end just before an entry; the entry itself if there are none."""
    while number > 0 and match.was_sealed(number - 1):
        number -= 1
    return number


def length_for(match: Match[object], viewer: Viewer) -> int:
    """How many entries a viewer's log has."""
    length = match.length
    start = round_start(match, length)
    return length if start == length else start + sum(viewer.sees(entry.actor) for entry in match.log[start:])


def place_for(match: Match[object], viewer: Viewer, number: int) -> int | None:
    """The place of an entry in a viewer's log; none if it is not there yet."""
    if not match.was_sealed(number):
        return number
    log, start, end = match.log, round_start(match, number), _round_end(match, number)
    is_own = viewer.sees(log[number].actor)
    if end == len(log) and not is_own:
        return None
    alike = sum(viewer.sees(entry.actor) == is_own for entry in log[start:number])
    return start + alike + (0 if is_own else sum(viewer.sees(entry.actor) for entry in log[start:end]))


def log_for(match: Match[object], viewer: Viewer) -> tuple[Entry, ...]:
    """A viewer's log."""
    places = {place_for(match, viewer, number): entry for number, entry in enumerate(match.log)}
    return tuple(places[place] for place in range(length_for(match, viewer)))


def entries_kept(before: Match[object], after: Match[object], viewer: Viewer) -> int:
    """With how many entries a viewer's log begins as it did before something was taken back."""
    return _same(log_for(before, viewer), log_for(after, viewer))


def _same(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    shorter = min(len(one), len(other))
    return next((place for place in range(shorter) if one[place] != other[place]), shorter)


def _round_end(match: Match[object], number: int) -> int:
    length = match.length
    while number < length and match.was_sealed(number):
        number += 1
    return number
