"""A position of Babylonia as a picture: the board with its tiles and tokens, and what lies in front of the players."""

import math
from typing import cast

from shinar.core.picture import COLOURS as SHARED_COLOURS
from shinar.core.picture import Picture, seat_colour
from shinar.games.babylonia.view import BabyloniaView, CellView, PlayerView

__all__ = ["COLOURS", "picture"]

PACKAGE = "shinar.games.babylonia"  # where its symbols are
COLOURS = SHARED_COLOURS | {  # as on the page (web/src/games/babylonia/theme.css)
    "land-north": "#ecd9a4",
    "land-central": "#cfd3a0",
    "land-south": "#e6c6a0",
    "land-line": "#9d8353",
    "tigris": "#5f9fc6",
    "euphrates": "#3977ad",
}
SIDE = 24.0  # of a cell
HALF_HEIGHT = SIDE * math.sqrt(3) / 2
MARGIN, PANEL, HEAD = 12.0, 250.0, 26.0
ROWS, COLUMNS = 23, 17
SITE_SCALE = 0.86  # a tile leaves a rim of its cell free
TOKEN, EMBLEM = 42.0, 20.0
NOBLE_SIZES = (0.0, 20.0, 17.0, 13.0)  # by the number of nobles of a city
NOBLES = {"M": "b-merchant", "S": "b-servant", "P": "b-priest"}
LANDS = {"north": "land-north", "central": "land-central", "south": "land-south"}
LANDS |= {"tigris": "tigris", "euphrates": "euphrates"}


def picture(view: BabyloniaView, names: tuple[str, ...]) -> str:
    """A view drawn as SVG; cells that are not in play are left out."""
    board = 2 * MARGIN + (COLUMNS - 1) * 1.5 * SIDE + 2 * SIDE
    drawing = Picture(board + PANEL, HEAD + 2 * MARGIN + (ROWS + 1) * HALF_HEIGHT, PACKAGE)
    what = f"Turn {view['turn']}: {names[view['turn_of']]}, {view['phase_text']}"
    drawing.write(MARGIN, 20, what, 13, fill=COLOURS["ink-3"])
    for cell in view["cells"]:
        if cell["holds"] != "closed":
            _draw_cell(drawing, cell)
    for number, player in enumerate(view["players"]):
        _draw_player(drawing, player, names[player["seat"]], board, HEAD + MARGIN + number * 110)
    return str(drawing)


def _middle(cell: CellView) -> tuple[float, float]:
    return MARGIN + SIDE + cell["column"] * 1.5 * SIDE, HEAD + MARGIN + (cell["row"] + 1) * HALF_HEIGHT


def _hexagon(at: tuple[float, float], scale: float = 1.0) -> str:
    """The corners of a cell as a list of points."""
    corners = [(at[0] + SIDE * scale * math.cos(turn), at[1] + SIDE * scale * math.sin(turn)) for turn in TURNS]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


TURNS = [math.radians(60 * corner) for corner in range(6)]


def _draw_cell(drawing: Picture, cell: CellView) -> None:
    """The land or water of a cell, then what it holds."""
    at = _middle(cell)
    fill, line = COLOURS[LANDS[cell["region"]]], COLOURS["land-line"]
    drawing.add("polygon", points=_hexagon(at), fill=fill, stroke=line, stroke_width=1)
    if cell["holds"] == "token":
        _draw_token(drawing, cell, at)
    elif cell["holds"] != "nothing":
        _draw_site(drawing, cell, at)


def _draw_token(drawing: Picture, cell: CellView, at: tuple[float, float]) -> None:
    """The mark of its seat, and the kind on it; what the reader may not know lies face down."""
    seat = cell["seat"] + 1
    kind = cell.get("kind")
    _draw_at(drawing, f"seat-{seat}", at, TOKEN, seat_colour(cell["seat"]))
    _draw_at(drawing, f"b-{kind}" if kind else "b-facedown", at, EMBLEM, COLOURS[f"on-seat-{seat}"])


def _draw_site(drawing: Picture, cell: CellView, at: tuple[float, float]) -> None:
    """A city with its nobles, a field with its worth, or a ziggurat."""
    is_city = cell["holds"] == "city"
    fill = COLOURS["panel"] if is_city else COLOURS["board"]
    drawing.add("polygon", points=_hexagon(at, SITE_SCALE), fill=fill, stroke=COLOURS["ink-3"])
    if cell["holds"] == "ziggurat":
        _draw_at(drawing, "ziggurat", at, 30, COLOURS["ink-3" if cell["scored"] else "ink"])
    elif is_city:
        tile, size = cell["tile"], NOBLE_SIZES[len(cell["tile"])]
        for number, noble in enumerate(tile):
            x = at[0] + (number - (len(tile) - 1) / 2) * size
            _draw_at(drawing, NOBLES[noble], (x, at[1]), size, COLOURS["ink"])
    else:
        _draw_at(drawing, "b-field", (at[0], at[1] - 6), 18, COLOURS["ink-3"])
        drawing.write(at[0], at[1] + 15, str(cell["worth"]), 14, text_anchor="middle", font_weight="bold")


def _draw_at(drawing: Picture, symbol: str, at: tuple[float, float], size: float, colour: str) -> None:
    """A symbol around a point."""
    drawing.use(symbol, at[0] - size / 2, at[1] - size / 2, (size, size), style=f"color:{colour}")


def _draw_player(drawing: Picture, player: PlayerView, name: str, x: float, y: float) -> None:
    """A player's points, stand, cities and cards."""
    _draw_at(drawing, f"seat-{player['seat'] + 1}", (x + 12, y + 12), 26, seat_colour(player["seat"]))
    drawing.write(x + 32, y + 18, f"{name}: {player['score']}", 17, font_weight="bold")
    stand = cast(dict[str, int], player["stand"])
    known = [f"b-{kind}" for kind, count in stand.items() for _ in range(count)]
    for number, symbol in enumerate(known + ["b-facedown"] * player["unseen"]):
        _draw_at(drawing, symbol, (x + 12 + number * 24, y + 44), EMBLEM, COLOURS["ink"])
    cards = ", ".join(card["name"] for card in player["cards"]) or "no card"
    cities = len(player["cities"])
    drawing.write(
        x, y + 74, f"{cities} {'city' if cities == 1 else 'cities'}, {player['pool_size']} tokens to draw", 13
    )
    drawing.write(x, y + 92, cards, 13, fill=COLOURS["ink-3"])
