"""Pictures of positions as SVG, and results as tables of HTML: what notebooks show.

Pictures are drawn from the symbols of the page (emblems.svg here and in the folder of each game) in the colours of its
light theme. A picture brings along the symbols that it uses, so that it can be saved and shown anywhere.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from importlib.resources import files

__all__ = ["COLOURS", "Picture", "seat_colour", "symbols", "table", "text_picture"]

# The tokens of the page's light theme (web/src/styles/tokens.css) by name; a test compares them.
COLOURS = {
    "panel": "#faf4e8",
    "board": "#dfcaa5",
    "line": "#d3bf9c",
    "ink": "#2a1c12",
    "ink-3": "#6b5540",
    "seat-1": "#2468d9",
    "on-seat-1": "#fffaf0",
    "seat-2": "#c24d21",
    "on-seat-2": "#fffaf0",
    "seat-3": "#efc53d",
    "on-seat-3": "#241a12",
    "seat-4": "#12604e",
    "on-seat-4": "#fffaf0",
    "seat-5": "#623571",
    "on-seat-5": "#fffaf0",
    "seat-6": "#a9dfec",
    "on-seat-6": "#241a12",
    "seat-7": "#232127",
    "on-seat-7": "#fffaf0",
    "seat-8": "#e67f88",
    "on-seat-8": "#241a12",
    "bit-top": "#7d7286",
    "bit-left": "#564b60",
    "bit-right": "#362d3f",
    "bit-line": "#1d1624",
    "bit-niche": "#231b2b",
    "bit-stair": "#a598af",
}
CORE = "shinar.core"
SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
FONT = "'Alegreya Sans', 'Segoe UI', system-ui, sans-serif"
TEXT_SIZE, LINE_HEIGHT, LETTER = 13, 17, 8  # of a text that is shown as a picture
MARGIN = 12


@cache
def symbols(package: str) -> dict[str, str]:
    """The symbols in the emblems.svg of a package by name, each an SVG `<symbol>`."""
    sprite = (files(package) / "emblems.svg").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in SYMBOL.finditer(sprite)}


def seat_colour(seat: int) -> str:
    """The colour of a seat."""
    return COLOURS[f"seat-{seat + 1}"]


class Picture:
    """A drawing on a panel, to which pieces are added one after the other: `str(picture)` is its SVG.

    Its symbols are those that all games share and those of a package, if one is given: `"shinar.games.babel"`.
    """

    def __init__(self, width: float, height: float, package: str = CORE) -> None:
        self.width, self.height = width, height
        self._known = symbols(CORE) | symbols(package)
        self._used: dict[str, None] = {}  # symbols, in the order of their first use
        self._pieces: list[str] = []
        self.add("rect", width=width, height=height, rx=10, fill=COLOURS["panel"])

    def add(self, kind: str, text: str | None = None, /, **attributes: object) -> None:
        """Add an element; `font_size=12` becomes `font-size="12"`."""
        given = "".join(f' {name.replace("_", "-")}="{escape(str(value))}"' for name, value in attributes.items())
        self._pieces.append(f"<{kind}{given}/>" if text is None else f"<{kind}{given}>{escape(text)}</{kind}>")

    def write(self, x: float, y: float, text: str, size: float = 14, **attributes: object) -> None:
        """Write a text; x and y are where its first letter stands."""
        self.add("text", text, x=x, y=y, font_size=size, **{"fill": COLOURS["ink"]} | attributes)

    def use(self, symbol: str, x: float, y: float, size: tuple[float, float], **attributes: object) -> None:
        """Put a symbol of the page into a box, given by its upper left corner, width and height."""
        self._used[symbol] = None
        self.add("use", href=f"#{symbol}", x=x, y=y, width=size[0], height=size[1], **attributes)

    def __str__(self) -> str:
        box = f'width="{self.width:g}" height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="{FONT}">',
                *(self._known[symbol] for symbol in self._used),
                *self._pieces,
                "</svg>",
            ]
        )


def text_picture(text: str) -> str:
    """A text as a picture, for games without one of their own."""
    lines = text.splitlines()
    letters = max((len(line) for line in lines), default=0)
    picture = Picture(letters * LETTER + 2 * MARGIN, len(lines) * LINE_HEIGHT + 2 * MARGIN)
    for number, line in enumerate(lines, start=1):
        style = {"font_family": "monospace", "style": "white-space:pre"}
        picture.write(MARGIN, MARGIN + number * LINE_HEIGHT - 4, line, TEXT_SIZE, **style)
    return str(picture)


def table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str) -> str:
    """A table of HTML; everything is escaped."""
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>"
    return f"<table>{title}<thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"
