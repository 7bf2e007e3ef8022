"""An observation of Babylonia drawn as text, for the terminal: as much as the screen has room for."""

import re
from collections.abc import Iterator
from textwrap import shorten, wrap

from shinar.core.canvas import SEAT_COLOURS, Canvas, Tint
from shinar.core.game import asked
from shinar.games.babylonia.board import (
    CELLS,
    CENTRAL,
    COORDINATES,
    EUPHRATES,
    MARGIN,
    NORTH,
    PITCH,
    REGION,
    SITE_CELLS,
    SOUTH,
    TIGRIS,
    cell_name,
    is_river,
)
from shinar.games.babylonia.components import CARD_NAMES, CARD_TEXTS, CITIES_FIELD, KIND_NAMES, TILE_NAMES
from shinar.games.babylonia.observation import is_unknown
from shinar.games.babylonia.rules import ANY_TWO, actors, can_end_placing, kinds_for_land
from shinar.games.babylonia.scoring import cities_left, cities_of
from shinar.games.babylonia.state import (
    ACT,
    CHOOSE_CARD,
    FREE,
    OUT,
    OVER,
    SCORE,
    SCORED_ZIGGURAT,
    Player,
    State,
    is_city,
    is_field,
    is_ziggurat,
    kind_of,
    owner_of,
)
from shinar.games.babylonia.view import PHASE_WORDS, cards_in, kinds_in, may_place_many, missing, pool_size, tile_list

__all__ = ["cell_symbol", "render", "tints"]

FREE_SYMBOLS = {NORTH: ",", CENTRAL: ".", SOUTH: ":", TIGRIS: "~", EUPHRATES: "~"}
LEGEND = (  # beside the rows of the board
    "",
    ",    free: north",
    ".    free: central",
    ":    free: south",
    "~    free: river",
    "",
    "[MS] city of M and S",
    "{5}  field, 5 points",
    "{C}  field, a point",
    "     for each city",
    "     won by anybody",
    "/Z\\  ziggurat",
    "/z\\  a scored one",
    "",
    "m0   merchant (M) of",
    "     player 0",
    "s0   servant (S)",
    "p0   priest (P)",
    "f0   farmer",
    "(m0) face down",
    "(?1) … of any kind",
)
SHORT_LEGEND = (
    ", . : ~ free land and river; [MS] city",
    "{5} field; /Z\\ ziggurat, /z\\ scored",
    "m0 s0 p0 f0 tokens of 0; (m0) face down",
)
PAIRED_MARGIN, PAIRED_PITCH = 7, 4  # of a board with two rows in a line
PAIRED_ROWS = "A line holds two rows: 8/9 is row 8 in even columns, row 9 in odd ones."
GAP = 3  # between the board and what stands beside it
MIN_PANEL = 27  # characters; narrower panels stand below the board
INDENT = "  "


def render(state: State, seat: int, canvas: Canvas) -> str:
    """The position as roomy as the screen allows: all below each other, the players beside the board, or two rows of
    the board in one line."""
    drawing: list[str] = []
    for drawing in _layouts(state, seat, canvas):
        if canvas.fits(len(drawing)):
            break
    return "\n".join(line.rstrip() for line in drawing)


# ---- layouts ----------------------------------------------------------------------------------------------------


def _layouts(state: State, seat: int, canvas: Canvas) -> Iterator[list[str]]:
    """All layouts, the roomiest first."""
    yield _roomy(state, seat, canvas)
    panel, board, paired = _panel(state, seat, canvas), _board_lines(state), _paired_board_lines(state)
    yield _beside(board, [*panel, "", *SHORT_LEGEND], canvas)
    yield _beside(board, panel, canvas)
    yield _beside(paired, [*panel, PAIRED_ROWS], canvas)
    yield _beside(paired, panel, canvas)
    yield _beside(paired, _brief_panel(state, seat, canvas), canvas)


def _roomy(state: State, seat: int, canvas: Canvas) -> list[str]:
    board = _board_lines(state)
    column = max(map(len, board)) + GAP
    legend = (*LEGEND, *[""] * len(board))
    lines = [_title(state, seat, canvas), *_duty_lines(state, seat), ""]
    lines += [f"{line:<{column}}{text}" for line, text in zip(board, legend, strict=False)]
    lines += ["", *(_player_line(state, owner, seat, canvas) for owner in range(state.seats)), "", *_shared(state)]
    return [part for line in lines for part in _wrapped(line, canvas.width)]


def _panel(state: State, seat: int, canvas: Canvas) -> list[str]:
    """Everything but the board, as paragraphs; the cards are listed once, with their texts when one is taken."""
    players = [_player_line(state, owner, seat, canvas) for owner in range(state.seats)]
    duty = _duty_lines(state, seat)
    shared = [] if duty and state.phase == CHOOSE_CARD else ["", *_shared(state)]
    return [_title(state, seat, canvas), *duty, "", *players, *shared]


def _brief_panel(state: State, seat: int, canvas: Canvas) -> list[str]:
    """Only what must be known now: a line for each player, no cards that are still on display."""
    players = [_brief_player_line(state, owner, seat, canvas) for owner in range(state.seats)]
    return [_title(state, seat, canvas), *_duty_lines(state, seat), *players]


def _beside(board: list[str], panel: list[str], canvas: Canvas) -> list[str]:
    """A panel beside the board, or below it if there is no room; only the title stays above."""
    column = max(map(len, board)) + GAP
    width = canvas.width - column
    if width < MIN_PANEL:
        title, *lines = (part for line in panel if line for part in _wrapped(line, canvas.width))
        return [title, *board, *lines]
    lines = [part for line in panel for part in _wrapped(line, width)]
    if len(lines) > len(board):
        lines = [line for line in lines if line]
    height = max(len(lines), len(board))
    left, right = (part + [""] * (height - len(part)) for part in (board, lines))
    return [f"{line:<{column}}{text}" for line, text in zip(left, right, strict=True)]


def _wrapped(line: str, width: int) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip())) + INDENT
    return wrap(line, width, subsequent_indent=indent, drop_whitespace=True) or [""]


# ---- the board --------------------------------------------------------------------------------------------------


def _columns(state: State) -> range:
    """The columns in play."""
    return range(1 + max(COORDINATES[cell][1] for cell in range(CELLS) if state.cells[cell] != OUT))


def _board_lines(state: State) -> list[str]:
    """Rows and columns as the names of cells count them; a symbol stands around the place of its column."""
    columns = _columns(state)
    lines = [" " * MARGIN + "".join(f"{column:<{PITCH}}" for column in columns)]
    for row in range(max(row for row, _ in COORDINATES) + 1):
        line = f"{row:>3}".ljust(MARGIN + PITCH * len(columns) + PITCH)
        for cell in range(CELLS):
            if COORDINATES[cell][0] == row:
                line = _overlay(line, MARGIN + PITCH * COORDINATES[cell][1], cell_symbol(state, cell))
        lines.append(line.rstrip())
    return lines


def _paired_board_lines(state: State) -> list[str]:
    """Two rows in each line: their cells lie in even and in odd columns."""
    columns = _columns(state)
    lines = [" " * PAIRED_MARGIN + "".join(f"{column:<{PAIRED_PITCH}}" for column in columns)]
    last = max(row for row, _ in COORDINATES)
    for row in range(0, last + 1, 2):
        label = f"{row}/{row + 1}" if row < last else str(row)
        line = f"{label:>5}".ljust(PAIRED_MARGIN + PAIRED_PITCH * len(columns) + PAIRED_PITCH)
        for cell in range(CELLS):
            if COORDINATES[cell][0] // 2 == row // 2 and state.cells[cell] != OUT:
                symbol = cell_symbol(state, cell)
                narrow = symbol if len(symbol) <= PAIRED_PITCH else symbol.strip("[]")
                line = _overlay(line, PAIRED_MARGIN + PAIRED_PITCH * COORDINATES[cell][1], narrow)
        lines.append(line.rstrip())
    return lines


def _overlay(line: str, middle: int, symbol: str) -> str:
    start = middle - (len(symbol) - 1) // 2
    return line[:start] + symbol + line[start + len(symbol) :]


def cell_symbol(state: State, cell: int) -> str:
    """What the drawing shows at a cell, one to five characters."""
    content = state.cells[cell]
    if content == OUT:
        return " "
    if content == FREE:
        return FREE_SYMBOLS[REGION[cell]]
    if is_ziggurat(content):
        return "/z\\" if content == SCORED_ZIGGURAT else "/Z\\"
    if is_field(content):
        return "{C}" if content == CITIES_FIELD else f"{{{TILE_NAMES[content]}}}"
    if is_city(content):
        return f"[{TILE_NAMES[content]}]"
    kind = "?" if is_unknown(content) else KIND_NAMES[kind_of(content)][0]
    text = f"{kind}{owner_of(content)}"
    return f"({text})" if is_river(cell) else text


# ---- words ------------------------------------------------------------------------------------------------------


def _title(state: State, seat: int, canvas: Canvas) -> str:
    cities = _counted(cities_left(state), "city", "cities")
    turn = f"Turn {state.turns}, {canvas.whose(state.turn_of, seat)} turn"
    return f"{turn}, {PHASE_WORDS[state.phase]}. {cities} left."


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _duty_lines(state: State, seat: int) -> list[str]:
    """What the observer has to do now, for newcomers; nothing if others are asked."""
    if seat < 0 or actors(state) != asked(seat):
        return []
    if state.phase == ACT:
        return [_placing_line(state)]
    if state.phase == CHOOSE_CARD:
        return ["Take a card:", *(f"  {card}  {CARD_TEXTS[card]}" for card in cards_in(state.display))]
    return ["Choose what to score next."] if state.phase == SCORE else ["Take your extra turn now, or keep it."]


def _placing_line(state: State) -> str:
    """[BN-3.1] [BN-3.2] [BN-3.5] How many tokens are still to be placed."""
    if can_end_placing(state):
        more = " or ".join(kinds_in(kinds_for_land(state)))
        return f"Place another {more} on land, or end placing." if more else "Nothing more may be placed: end placing."
    if state.placed >= ANY_TWO:
        return "Place another farmer on land."
    many = ", or three or more farmers on land" if state.placed == 0 and may_place_many(state) else ""
    return f"Place {_counted(missing(state), 'token', 'tokens')}{many}."


def _shared(state: State) -> list[str]:
    """What belongs to no player: the cards, and what is about to be scored."""
    cards = [f"{card} {CARD_NAMES[card]}" for card in cards_in(state.display)]
    surrounded = [cell_name(cell) for site, cell in enumerate(SITE_CELLS) if state.surrounded >> site & 1]
    lines = [f"Cards on display: {', '.join(cards) or 'none'}."]
    return lines + [f"Surrounded: {', '.join(surrounded)}."] * bool(surrounded)


def _player_line(state: State, owner: int, seat: int, canvas: Canvas) -> str:
    """The number is that of the player's tokens on the board."""
    player = state.players[owner]
    stand = "" if state.phase == OVER else f" Stand: {_stand_text(player)}; pool {pool_size(state, owner)}."
    return f"{_points_text(player, owner, seat, canvas)}{stand}{_won_text(player)}"


def _brief_player_line(state: State, owner: int, seat: int, canvas: Canvas) -> str:
    player = state.players[owner]
    stand = f" Stand: {_stand_text(player)}." if owner == seat and state.phase != OVER else ""
    line = f"{_points_text(player, owner, seat, canvas)}{stand}{_won_text(player)}"
    return shorten(line, canvas.width, placeholder=" …")


def _points_text(player: Player, owner: int, seat: int, canvas: Canvas) -> str:
    return f"{owner} {canvas.name(owner, seat)}: {_counted(player.score, 'point', 'points')}."


def _won_text(player: Player) -> str:
    """The cities and cards of a player."""
    cities = f" Cities ({cities_of(player)}): {' '.join(tile_list(player.cities))}." if cities_of(player) else ""
    return f"{cities} Cards: {_cards_text(player)}." if player.cards else cities


def _stand_text(player: Player) -> str:
    held = [_counted(count, name, f"{name}s") for name, count in zip(KIND_NAMES, player.stand, strict=True) if count]
    if player.unseen:
        held.append(f"{player.unseen} unseen")
    return ", ".join(held) or "empty"


def _cards_text(player: Player) -> str:
    names = [
        f"{card} {CARD_NAMES[card]}{' (spent)' if player.spent >> card & 1 else ''}" for card in cards_in(player.cards)
    ]
    return ", ".join(names)


# ---- colours ----------------------------------------------------------------------------------------------------

TOKEN = re.compile(r"(?<![\w\d])\(?[mspf?]([0-3])(?!\w)\)?")
SITES = {r"\[[MSP]{1,3}\]": "red", r"\{[567C]\}": "brown", r"/[Zz]\\": "purple", "~": "cyan"}
SITE = re.compile("|".join(f"({pattern})" for pattern in SITES))
SITE_COLOURS = tuple(SITES.values())


def tints(text: str) -> Iterator[Tint]:
    """Tokens in the colour of their player; cities, fields, ziggurats and rivers in their own."""
    for found in TOKEN.finditer(text):
        yield Tint(found.start(), found.end(), SEAT_COLOURS[int(found[1])])
    for found in SITE.finditer(text):
        yield Tint(found.start(), found.end(), SITE_COLOURS[(found.lastindex or 1) - 1])
