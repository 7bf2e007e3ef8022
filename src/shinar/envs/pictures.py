"""Text as a picture, for environments that are asked for one."""

from typing import Any

import numpy as np

from shinar.envs.extra import needed

__all__ = ["picture_of"]

COLUMNS, ROWS = 80, 44  # a picture has at least these, so that frames of one game can be put together
MARGIN = 8
WIDTH, HEIGHT = 6, 11  # of a letter
PAPER, INK = (250, 246, 236), (40, 34, 28)


def picture_of(text: str) -> Any:
    """A text drawn letter by letter: an array of height × width × 3 bytes."""
    image, draw, font = (needed(f"PIL.{name}") for name in ("Image", "ImageDraw", "ImageFont"))
    lines = [readable(line) for line in text.splitlines()]
    columns, rows = max([COLUMNS, *map(len, lines)]), max(ROWS, len(lines))
    sheet = image.new("RGB", (columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN), PAPER)
    pen, letters = draw.Draw(sheet), font.load_default_imagefont()
    for number, line in enumerate(lines):
        pen.text((MARGIN, MARGIN + number * HEIGHT), line, fill=INK, font=letters)
    return np.asarray(sheet, np.uint8).copy()


def readable(line: str) -> str:
    """A line in letters that the font has."""
    return line.replace("…", "...").encode("latin-1", "replace").decode("latin-1")
