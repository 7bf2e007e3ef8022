"""A picture of the chances to win over a match, and of the luck below them, as SVG without any library."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shinar.search.analysis import Analysis, Choice, Luck

__all__ = ["chance_chart"]

WIDTH, HEIGHT, MARGIN = 800, 320, 48
STRIP = 70  # height of the strip below, in which chance has its bars
MAX_BAR = 56
FULL_BAR = 0.08  # the gain that fills the strip
STROKES = ("#1f4e8c", "#b8542a", "#3d7a4f", "#8a5a9e", "#a8842c", "#2f8c8c", "#8c2f4a", "#555555")
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)


def chance_chart(analysis: "Analysis", names: Sequence[str]) -> str:
    """A line for each player: the chance to win at each choice, with the error as a band; luck as bars below."""
    numbers = [choice.number for choice in analysis.choices] + [luck.number for luck in analysis.lucks]
    last = max(numbers, default=0)
    parts = [*_frame(), *_legend(names)]
    for seat in range(analysis.game.num_seats):
        own = [choice for choice in analysis.choices if choice.seat == seat]
        if own:
            parts += _line(own, last, STROKES[seat])
    parts += [_bar(analysis, luck, last, names) for luck in analysis.lucks]
    title = f"<title>{analysis.game.title}: the chance to win at each choice, and what chance brought</title>"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + STRIP}" font-family="sans-serif">'
    ground = f'<rect width="{WIDTH}" height="{HEIGHT + STRIP}" fill="#fff"/>'
    return "\n".join([head, title, ground, *parts, "</svg>", ""])


def _frame() -> list[str]:
    """Lines at the quarters, with their percentage."""
    parts = []
    for level in GRID:
        y = _y(level)
        parts.append(f'<line x1="{MARGIN}" y1="{y}" x2="{WIDTH - MARGIN}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y + 4}" font-size="11" text-anchor="end">{level:.0%}</text>')
    return parts


def _legend(names: Sequence[str]) -> list[str]:
    luck = f'<text x="{MARGIN - 6}" y="{HEIGHT + STRIP - 8}" font-size="11" text-anchor="end">luck</text>'
    return [luck] + [
        f'<text x="{MARGIN + 80 * seat}" y="{HEIGHT - 12}" font-size="12" fill="{STROKES[seat]}">{escape(name)}</text>'
        for seat, name in enumerate(names)
    ]


def _line(choices: "list[Choice]", last: int, stroke: str) -> list[str]:
    upper = [_point(choice, last, choice.after.value + choice.after.error) for choice in choices]
    lower = [_point(choice, last, choice.after.value - choice.after.error) for choice in reversed(choices)]
    middle = [_point(choice, last, choice.after.value) for choice in choices]
    return [
        f'<polygon points="{" ".join(upper + lower)}" fill="{stroke}" fill-opacity="0.15"/>',
        f'<polyline points="{" ".join(middle)}" fill="none" stroke="{stroke}" stroke-width="2"/>',
    ]


def _bar(analysis: "Analysis", luck: "Luck", last: int, names: Sequence[str]) -> str:
    """A bar in the colour of the seat that an event helped most, as high as it helped."""
    gains = [luck.gained(seat).value for seat in range(analysis.game.num_seats)]
    lucky = max(range(len(gains)), key=gains.__getitem__)
    height = MAX_BAR * min(gains[lucky], FULL_BAR) / FULL_BAR
    top = HEIGHT + STRIP - 8 - height
    label = f"{analysis.game.action_name(luck.action)}: {names[lucky]} {gains[lucky]:+.1%}"
    place = f'x="{_x(luck.number, last) - 1:.1f}" y="{top:.1f}" width="2" height="{height:.1f}"'
    return f'<rect {place} fill="{STROKES[lucky]}"><title>{escape(label)}</title></rect>'


def _point(choice: "Choice", last: int, level: float) -> str:
    return f"{_x(choice.number, last):.1f},{_y(min(max(level, 0.0), 1.0))}"


def _x(number: int, last: int) -> float:
    return MARGIN + (WIDTH - 2 * MARGIN) * number / max(last, 1)


def _y(level: float) -> float:
    return round(MARGIN + (HEIGHT - 2 * MARGIN) * (1 - level), 1)
