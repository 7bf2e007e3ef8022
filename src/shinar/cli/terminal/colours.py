"""Colours on the screen: nations, cards and tokens as the game says, and each player in the colour of the seat."""

import re
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from shinar.core.canvas import SEAT_COLOURS
from shinar.core.game import Game

__all__ = ["COMMAND", "PALETTE", "WARNING", "coloured", "seat_style"]

# Of the 256 colours that terminals share, those of middling brightness: they can be read on black and on white.
PALETTE = {
    "black": "color(242)",  # a dark grey: black itself is not seen on black
    "blue": "color(32)",
    "brown": "color(94)",
    "cyan": "color(30)",
    "green": "color(28)",
    "grey": "color(244)",
    "orange": "color(166)",
    "pink": "color(168)",
    "purple": "color(134)",
    "red": "color(160)",
    "yellow": "color(136)",
}
WARNING = PALETTE["orange"]
COMMAND = "bold"  # what can be typed
YOU = "You"


def seat_style(seat: int) -> str:
    """The style of a player's name."""
    return f"bold {PALETTE[SEAT_COLOURS[seat % len(SEAT_COLOURS)]]}"


def coloured(text: str, game: Game[Any], names: Sequence[str], reader: int | None = None) -> Text:
    """A text with colours: what the game gives one to, and the names of the players; `You` is the one who reads."""
    shown = Text(text)
    for start, end, colour in game.tints(text):
        shown.stylize(PALETTE[colour], start, end)
    for seat, name in enumerate(names):
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            shown.stylize(seat_style(seat), found.start(), found.end())
    if reader is not None:
        for found in re.finditer(rf"(?<!\w){YOU}(?!\w)", text):
            shown.stylize(seat_style(reader), found.start(), found.end())
    return shown
