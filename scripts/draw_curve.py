"""Draw the curve that examples/ppo.py writes: python scripts/draw_curve.py ppo.csv docs/images/ppo.svg"""

import csv
import sys
from pathlib import Path

from shinar.core.picture import COLOURS, Picture

LEFT, TOP, WIDTH, HEIGHT = 60.0, 24.0, 560.0, 240.0
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


def main(source: str, target: str) -> None:
    """Read the curve and write the picture."""
    lines = list(csv.DictReader(Path(source).read_text(encoding="utf-8").splitlines()))
    points = [{name: float(value) for name, value in line.items()} for line in lines]
    picture = Picture(LEFT + WIDTH + 30, TOP + HEIGHT + 50)
    draw_axes(picture, points[-1]["minutes"], points[-1]["steps"])
    places = [(LEFT + WIDTH * point["minutes"] / points[-1]["minutes"], point) for point in points]
    for x, point in places:
        picture.add("line", x1=x, x2=x, y1=height(point["low"]), y2=height(point["high"]), stroke=COLOURS["line"])
        picture.add("circle", cx=x, cy=height(point["wins"]), r=4, fill=COLOURS["seat-1"])
    line = " ".join(f"{x:.1f},{height(point['wins']):.1f}" for x, point in places)
    picture.add("polyline", points=line, fill="none", stroke=COLOURS["seat-1"], stroke_width=2)
    Path(target).write_text(f"{picture}\n", encoding="utf-8")


def height(part: float) -> float:
    """Where a part of all games stands."""
    return TOP + HEIGHT * (1 - part)


def draw_axes(picture: Picture, minutes: float, steps: float) -> None:
    """Lines for each quarter, and what the axes mean."""
    for part in QUARTERS:
        y = height(part)
        picture.add("line", x1=LEFT, x2=LEFT + WIDTH, y1=y, y2=y, stroke=COLOURS["line"])
        picture.write(LEFT - 8, y + 4, f"{part:.0%}", 12, text_anchor="end")
    spent = f"{minutes:.0f} minutes of processor time, {steps / 1e6:.1f} million steps"
    picture.write(
        LEFT, TOP + HEIGHT + 32, f"won against greedy, with 95 % intervals; {spent}", 13, fill=COLOURS["ink-3"]
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
