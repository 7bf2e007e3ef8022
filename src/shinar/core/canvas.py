"""The screen a position is drawn on as text, and which parts of a text are coloured.

Colour is decoration: a drawing is plain text and says everything without it. A game only says which words have which
colour; the code that shows the text decides whether to use them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from shinar.core.story import default_names

__all__ = ["COLOURS", "SEAT_COLOURS", "Canvas", "Tint", "word_tints"]

COLOURS = ("blue", "brown", "cyan", "green", "grey", "orange", "pink", "purple", "red", "yellow")
SEAT_COLOURS = ("blue", "orange", "yellow", "green", "purple", "cyan", "grey", "pink")


@dataclass(frozen=True)
class Canvas:
    """What the players are called, and how much room there is."""

    names: Sequence[str] = default_names()  # by seat
    width: int = 100  # characters per line; the code that shows the text wraps longer lines between words
    height: int | None = None  # lines; None for as many as it takes
    more: str = ""  # how the reader gets to see what there is no room for: "`view all` shows all"

    def name(self, seat: int, reader: int) -> str:
        """`You`, or the name of a player."""
        return "You" if seat == reader else self.names[seat]

    def whose(self, seat: int, reader: int) -> str:
        """`your`, or `Ninsun's`."""
        return "your" if seat == reader else f"{self.names[seat]}'s"

    def fits(self, lines: int) -> bool:
        """Whether there is room for that many lines."""
        return self.height is None or lines <= self.height


class Tint(NamedTuple):
    """A coloured part of a text."""

    start: int
    end: int
    colour: str  # one of COLOURS


def word_tints(text: str, words: Mapping[str, str]) -> Iterator[Tint]:
    """The words of a text that have a colour, whatever their case: `word_tints(text, {"medes": "green"})`."""
    for found in _pattern(tuple(words)).finditer(text):
        yield Tint(found.start(), found.end(), words[found[0].lower()])


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Longer words first: `school` must not hide `school of art`."""
    ordered = sorted(words, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, ordered))})\b", re.IGNORECASE)
