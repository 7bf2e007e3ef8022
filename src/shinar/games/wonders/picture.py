"""A position of 7 Wonders as a picture: each city with what it has and makes, and the reader's hand."""

from shinar.core.picture import COLOURS as SHARED_COLOURS
from shinar.core.picture import Picture
from shinar.games.wonders.components import CARD_NAMES, COLOUR_NAMES, colour_of
from shinar.games.wonders.view import AGE_NAMES, CityView, Producer, WondersView
from shinar.games.wonders.words import title_case

__all__ = ["COLOURS", "picture"]

PACKAGE = "shinar.games.wonders"  # where its symbols are
COLOURS = SHARED_COLOURS | {  # as on the page (web/src/games/wonders/theme.css)
    "c-brown": "#7c4a22",
    "on-c-brown": "#fffaf0",
    "c-grey": "#9a9ea6",
    "on-c-grey": "#241a12",
    "c-blue": "#23539c",
    "on-c-blue": "#fffaf0",
    "c-yellow": "#edbb35",
    "on-c-yellow": "#241a12",
    "c-red": "#a3241b",
    "on-c-red": "#fffaf0",
    "c-green": "#1d7148",
    "on-c-green": "#fffaf0",
    "c-purple": "#63347c",
    "on-c-purple": "#fffaf0",
    "c-white": "#f4efe4",
    "on-c-white": "#241a12",
    "c-black": "#2b2826",
    "on-c-black": "#fffaf0",
}
WIDTH, HEAD, CITY, MARGIN = 900.0, 30.0, 142.0, 12.0
ICON = 18.0
CHIP, LETTER = 20.0, 7.4  # the height of a card's name, and the width of a letter of it
CARD_COLOURS = {name: f"c-{COLOUR_NAMES[colour_of(card)]}" for card, name in enumerate(CARD_NAMES)}


def picture(view: WondersView, names: tuple[str, ...]) -> str:
    """A view drawn as SVG; the Free City has no player."""
    hand = [card["card"] for card in view["hand"]]
    drawing = Picture(WIDTH, HEAD + len(view["cities"]) * CITY + (MARGIN + 2 * CHIP if hand else 0), PACKAGE)
    age = AGE_NAMES[view["age"] - 1]
    drawing.write(MARGIN, 20, f"Age {age}, turn {view['turn']}: {view['phase']}", 13, fill=COLOURS["ink-3"])
    for city in view["cities"]:
        name = names[city["number"]] if city["number"] < view["players"] else "Free City"
        _draw_city(drawing, city, name, HEAD + city["number"] * CITY)
    if hand:
        y = HEAD + len(view["cities"]) * CITY + MARGIN
        drawing.write(MARGIN, y + 14, "Hand", 14, font_weight="bold")
        _draw_cards(drawing, hand, MARGIN + 60, y)
    return str(drawing)


def _draw_city(drawing: Picture, city: CityView, name: str, y: float) -> None:
    """A city: its figures, what it makes, and its structures."""
    width = drawing.width - 2 * MARGIN
    drawing.add("rect", x=MARGIN, y=y, width=width, height=CITY - 8, rx=8, fill="none", stroke=COLOURS["line"])
    drawing.write(MARGIN + 10, y + 22, f"{name}: {_board(city)}", 16, font_weight="bold")
    figures = {
        "coin": f"{city['coins']}",
        "shield": f"{city['shields']}",
        "pyramid": f"{city['stages']}/{city['stages_in_all']}",
        "victory": f"{sum(city['victories'].values())}",
        "defeat": f"{city['defeats']}",
    }
    for number, (symbol, figure) in enumerate(figures.items()):
        x = drawing.width - 340 + number * 64
        _draw_icon(drawing, symbol, x, y + 8)
        drawing.write(x + ICON + 4, y + 22, figure, 15)
    _draw_makes(drawing, city["makes"], y + 32)
    cards = [card for colour in city["structures"].values() for card in colour] + city["leaders"]
    _draw_cards(drawing, cards, MARGIN + 10, y + 58)


def _board(city: CityView) -> str:
    """The board of a city and its points, once a board is dealt."""
    if city["board"] is None or city["side"] is None:
        return "no board yet"
    return f"{title_case(city['board'].replace('-', ' '))} {city['side'].upper()}, {city['score']} points"


def _draw_icon(drawing: Picture, symbol: str, x: float, y: float) -> None:
    drawing.use(symbol, x, y, (ICON, ICON), style=f"color:{COLOURS['ink']};--cut:{COLOURS['panel']}")


def _draw_makes(drawing: Picture, makes: list[Producer], y: float) -> None:
    """What a city makes; a choice stands between strokes, and what is not for sale is pale."""
    x = MARGIN + 10
    for producer in makes:
        for number, kind in enumerate(producer["kinds"]):
            if number:
                drawing.write(x, y + 14, "/", 14, fill=COLOURS["ink-3"])
                x += 7
            style = f"color:{COLOURS['ink' if producer['sold'] else 'ink-3']};--cut:{COLOURS['panel']}"
            drawing.use(f"r-{kind}", x, y, (ICON, ICON), style=style)
            x += ICON + 2
        x += 10


def _draw_cards(drawing: Picture, cards: list[str], left: float, y: float) -> None:
    """Names of cards on their colours, in as many lines as it takes."""
    x = left
    for card in cards:
        width = len(card) * LETTER + 14
        if x + width > drawing.width - 2 * MARGIN:
            x, y = left, y + CHIP + 4
        colour = CARD_COLOURS.get(card, "panel")  # leaders are white
        edge = {} if card in CARD_COLOURS else {"stroke": COLOURS["ink-3"]}
        drawing.add("rect", x=x, y=y, width=width, height=CHIP, rx=4, fill=COLOURS[colour], **edge)
        drawing.write(x + 7, y + 14, card, 13, fill=COLOURS[f"on-{colour}" if card in CARD_COLOURS else "ink"])
        x += width + 4
