"""A position of Babel as a picture: towers, bricks and pawns, the reader's side below."""

from shinar.core.picture import COLOURS as SHARED_COLOURS
from shinar.core.picture import Picture
from shinar.games.babel.components import HIGHEST_LEVEL, SEATS
from shinar.games.babel.view import BabelView, PlayerView, SiteView

__all__ = ["COLOURS", "picture"]

PACKAGE = "shinar.games.babel"  # where its symbols are
COLOURS = SHARED_COLOURS | {  # as on the page (web/src/games/babel/theme.css)
    "assyrians": "#214f94",
    "on-assyrians": "#fffaf0",
    "hittites": "#f2c43e",
    "on-hittites": "#241a12",
    "medes": "#3e9b67",
    "on-medes": "#0f1d14",
    "persians": "#b2b4ba",
    "on-persians": "#241a12",
    "sumerians": "#991c17",
    "on-sumerians": "#fffaf0",
}
COLUMN, HALF, BAND, STRIP = 136, 176, 30, 46  # of the board: a site, a side, the band between them, a hand
TOWER = (70, 98)
PAWN = (24, 34)
BRICK, PILE = (26, 17), 9  # so many bricks stand in a pile, then a new one begins beside it
# What the symbols call the colours of the dark side; those of the light one are theirs already.
DARK_NAMES = {"f-top": "bit-top", "f-left": "bit-left", "f-right": "bit-right", "f-line": "bit-line"}
DARK_NAMES |= {"f-niche": "bit-niche", "f-stair": "bit-stair"}
DARK_NAMES |= {"p-light": "bit-top", "p-dark": "bit-right", "p-line": "bit-line"}
DARK = ";".join(f"--{name}:{COLOURS[colour]}" for name, colour in DARK_NAMES.items())
SIDES = ("", DARK)  # by seat


def picture(view: BabelView, names: tuple[str, ...]) -> str:
    """A view drawn as SVG; for a spectator seat 0 is below."""
    below = max(view["seat"], 0)
    drawing = Picture(len(view["players"][0]["sites"]) * COLUMN + 16, 2 * (STRIP + HALF) + BAND + 24, PACKAGE)
    drawing.write(12, 18, f"Turn {view['turn']}: {names[view['turn_of']]}", 13, fill=COLOURS["ink-3"])
    for player in view["players"]:
        _draw_side(drawing, player, names[player["seat"]], is_below=player["seat"] == below)
    top = 24 + STRIP + HALF
    drawing.add("rect", x=8, y=top, width=drawing.width - 16, height=BAND, fill=COLOURS["board"])
    for number, site in enumerate(view["players"][SEATS - 1]["sites"]):
        x = 8 + number * COLUMN
        drawing.use(f"n-{site['site']}", x + 8, top + 5, (20, 20), style=f"color:{COLOURS['ink']}")
        drawing.write(x + 34, top + 20, site["site"].capitalize())
    return str(drawing)


def _draw_side(drawing: Picture, player: PlayerView, name: str, *, is_below: bool) -> None:
    """A player: the hand at the edge, the sites beside the band."""
    strip = 24 + STRIP + 2 * HALF + BAND if is_below else 24.0
    drawing.write(12, strip + 28, f"{name}: {player['score']}", 16, font_weight="bold")
    _draw_hand(drawing, player, 150, strip + 12)
    for number, site in enumerate(player["sites"]):
        has_pawn = player["pawn"] == site["site"]
        top = 24 + STRIP + HALF + BAND if is_below else 24.0 + STRIP
        _draw_site(drawing, site, player["seat"], (8 + number * COLUMN, top), (is_below, has_pawn))
    if player["pawn"] == "quarry":
        drawing.use("pawn", drawing.width - 40, strip + 4, PAWN, style=SIDES[player["seat"]])


def _draw_hand(drawing: Picture, player: PlayerView, x: float, y: float) -> None:
    """The cards that are known, then the backs of the others, then the stack by level."""
    for nation, count in player["hand"].items():
        for _ in range(count):
            _draw_brick(drawing, nation, x, y)
            x += BRICK[0] + 2
    for _ in range(player["unseen"]):
        drawing.use("back-nation", x, y - 2, (15, 21))
        x += 17
    if player["stack"]:
        drawing.write(x + 10, y + 15, f"stack {' '.join(map(str, player['stack']))}", 13, fill=COLOURS["ink-3"])


def _draw_site(drawing: Picture, site: SiteView, seat: int, at: tuple[float, float], how: tuple[bool, bool]) -> None:
    """A temple, the row of cards beside it from the band outwards, and the pawn if it is here."""
    (x, y), (is_below, has_pawn), style = at, how, SIDES[seat]
    tower = y + 8 if is_below else y + HALF - TOWER[1] - 8
    drawing.use("ground", x, tower, TOWER, style=style)
    for level in range(1, site["level"] + 1):
        drawing.use(f"{'step' if level in site['temple'] else 'scaffold'}-{level}", x, tower, TOWER, style=style)
    if site["level"] == HIGHEST_LEVEL:
        drawing.use("crown", x, tower, TOWER, style=style)
    if has_pawn:
        drawing.use("pawn", x + 4, tower + TOWER[1] if is_below else tower - PAWN[1], PAWN, style=style)
    for number, nation in enumerate(site["row"]):
        pile, place = divmod(number, PILE)
        step = place * (BRICK[1] + 1)
        top = y + 8 + step if is_below else y + HALF - 8 - BRICK[1] - step
        _draw_brick(drawing, nation, x + TOWER[0] + 4 + pile * (BRICK[0] + 2), top)


def _draw_brick(drawing: Picture, nation: str, x: float, y: float) -> None:
    drawing.add("rect", x=x, y=y, width=BRICK[0], height=BRICK[1], rx=3, fill=COLOURS[nation])
    drawing.use(f"n-{nation}", x + 6, y + 2, (13, 13), style=f"color:{COLOURS[f'on-{nation}']}")
