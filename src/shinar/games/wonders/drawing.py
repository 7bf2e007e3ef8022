"""An observation of 7 Wonders drawn as text, for the terminal: as much as the screen has room for."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from textwrap import shorten, wrap

from shinar.core.canvas import Canvas, Tint, word_tints
from shinar.games.wonders.building import has_chain, has_structure, quote_chained, quote_paid, quote_stage, total_coins
from shinar.games.wonders.components import (
    CARD_NAMES,
    CARD_ROWS,
    CARDS,
    COLOUR_NAMES,
    ITEM_ROWS,
    KINDS,
    LEADER_NAMES,
    LEADERS,
    MAX_STAGES,
    NIBBLE,
    PIECES,
    PROJECT_NAMES,
    PROJECT_ROWS,
    RESOURCE_NAMES,
    REWARD_NAMES,
    SIDE_NAMES,
    SIDES,
    cost_of,
    price_of,
    stages_of,
)
from shinar.games.wonders.expansions.leaders.effects import leader_price, recruited
from shinar.games.wonders.expansions.leaders.recruiting import leaders_nearby
from shinar.games.wonders.expansions.leaders.view import city_leaders, held_leaders, leaders_view
from shinar.games.wonders.expansions.pack.choice import stages_left
from shinar.games.wonders.payment import COUNT, ENOUGH, NO_WAY
from shinar.games.wonders.scoring import SHEET, score, sheet_points
from shinar.games.wonders.seating import hand_of, left_of, right_of
from shinar.games.wonders.state import (
    COPY,
    DEAL_BOARDS,
    DRAFT,
    DRAFT_LEADERS,
    DRAFTED,
    ENTOMB,
    HIRE,
    OVER,
    RECRUIT,
    TILE_PLACED,
    WAY_PAY,
    City,
    State,
)
from shinar.games.wonders.teams import has_partners, partner_of
from shinar.games.wonders.view import (
    AGE_NAMES,
    PHASE_WORDS,
    discards,
    hand_names,
    recalled,
    structures,
    tower_view,
)
from shinar.games.wonders.words import (
    board_title,
    card_text,
    coins_text,
    cost_text,
    counted,
    item_text,
    leader_text,
    project_text,
    reward_text,
    tile_text,
)

__all__ = ["render"]


INDENT = "  "
ELLIPSIS = " …"  # where something is cut off
SHEET_COLUMN = 9  # characters for each city


@dataclass(frozen=True)
class Detail:
    """How much is shown."""

    blank_lines: bool = False
    own: bool = True  # the reader's city in several lines, else in one
    neighbours: bool = True  # the two next to it likewise
    others: bool = False  # all others likewise
    far_cities: bool = True  # whether the others are shown at all
    memory: bool = True  # what the reader knows of the hands of others
    wraps: bool = True  # whether anything but cards may take several lines; else it is cut off
    tiles: bool = True  # what tiles do, else only their numbers
    cards: bool = True  # whether cards may take several lines: what is chosen from is cut off last


ONE_LINE = Detail(own=False, neighbours=False, memory=False)
DETAILS = (  # the fullest first
    Detail(blank_lines=True, others=True),
    Detail(others=True),
    Detail(),
    Detail(neighbours=False),
    ONE_LINE,
    replace(ONE_LINE, wraps=False),
    replace(ONE_LINE, wraps=False, far_cities=False),
    replace(ONE_LINE, wraps=False, far_cities=False, tiles=False),
    replace(ONE_LINE, wraps=False, far_cities=False, tiles=False, cards=False),
)


def render(state: State, seat: int, canvas: Canvas) -> str:
    """An observation drawn as text, with as much detail as there is room for."""
    lines: list[str] = []
    for detail in DETAILS:
        lines = _lines(state, seat, canvas, detail)
        if canvas.fits(len(lines)):
            break
    return "\n".join(lines)


def _lines(state: State, seat: int, canvas: Canvas, detail: Detail) -> list[str]:
    gap = [""] * detail.blank_lines
    below = _table_lines(state, detail)
    if state.phase == OVER:
        below += [*gap * bool(below), *_sheet_lines(state, seat, canvas)]
    elif _has_reader(state, seat):
        below += _own_lines(state, seat, canvas, detail)
    elif not detail.tiles:
        below += _tower_numbers(state)
    lines = [_head(state, seat, detail), *_all_cities(state, seat, canvas, detail), *gap * bool(below), *below]
    return [part for line in lines for part in _within(line, canvas, detail)]


def _has_reader(state: State, seat: int) -> bool:
    """Whether a seat looks that has something of its own."""
    return 0 <= seat < state.players and state.phase > DEAL_BOARDS


def _within(line: str, canvas: Canvas, detail: Detail) -> list[str]:
    """A line in parts as wide as the screen, or cut off."""
    if len(line) <= canvas.width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    if not detail.wraps:
        return [indent + shorten(line, canvas.width - len(indent), placeholder=ELLIPSIS)]
    return wrap(line, canvas.width, subsequent_indent=indent + INDENT)


def _head(state: State, seat: int, detail: Detail) -> str:
    """Where the match is, and how many cards are discarded; or where there is no room, which cities are not shown."""
    rest = _left_out(state, seat, detail) or f"Discards: {counted(len(discards(state)), 'card')}."
    if state.is_recruiting:
        return f"Age {AGE_NAMES[state.age]}, before the first turn: {PHASE_WORDS[state.phase]}. {rest}"
    if state.phase <= DRAFT:
        return f"Before Age I: {PHASE_WORDS[state.phase]}. {rest}"
    return f"Age {AGE_NAMES[state.age]}, turn {state.turn + 1}: {PHASE_WORDS[state.phase]}. {rest}"


# ---- cities -----------------------------------------------------------------------------------------------------


def _all_cities(state: State, seat: int, canvas: Canvas, detail: Detail) -> list[str]:
    """The cities, once they have boards; at the end, where there is no room for them, the score sheet is enough."""
    if state.phase <= DEAL_BOARDS or (state.phase == OVER and not detail.tiles):
        return []
    return [line for number in range(state.num_cities) for line in _city_part(state, number, seat, canvas, detail)]


def _city_part(state: State, number: int, seat: int, canvas: Canvas, detail: Detail) -> list[str]:
    """A city in several lines, in one, or not at all."""
    is_near = 0 <= seat < state.players and number in {left_of(state, seat), right_of(state, seat)}
    is_full = detail.own if number == seat else detail.neighbours if is_near else detail.others
    if is_full:
        return [*[""] * detail.blank_lines, *_city_lines(state, number, seat, canvas)]
    if number == seat or is_near or detail.far_cities:
        return [shorten(_city_line(state, number, seat, canvas), canvas.width, placeholder=ELLIPSIS)]
    return []


def _left_out(state: State, seat: int, detail: Detail) -> str:
    """How many cities are not shown."""
    if detail.far_cities or state.phase in (DEAL_BOARDS, OVER):
        return ""
    near = {seat, left_of(state, seat), right_of(state, seat)} if _has_reader(state, seat) else set()
    count = state.num_cities - len(near)
    return f"Not shown: {count} {'city' if count == 1 else 'cities'}." if count else ""


def _city_lines(state: State, number: int, seat: int, canvas: Canvas) -> list[str]:
    city = state.cities[number]
    shown = [f"{colour}: {', '.join(names)}" for colour, names in structures(city).items() if names]
    tokens = _tokens_text(state, city)
    leaders = _leaders_text(city)
    parts = [f"makes {_made_text(city)}", *shown, *([f"leaders: {leaders}"] if leaders else [])]
    parts += [f"has {tokens}"] if tokens else []
    return [_city_head(state, number, seat, canvas), *(f"{INDENT}{line}" for line in _joined(parts, canvas.width))]


def _leaders_text(city: City) -> str:
    """Who lies face up in a city, and who is copied."""
    copied = [f"{LEADER_NAMES[city.copied - 1]} (copied)"] if city.copied else []
    return ", ".join(city_leaders(city) + copied)


def _joined(parts: list[str], width: int) -> list[str]:
    """Parts in lines as long as the screen is wide."""
    lines = [parts[0]]
    for part in parts[1:]:
        if len(INDENT) + len(lines[-1]) + len(f"; {part}") <= width:
            lines[-1] += f"; {part}"
        else:
            lines.append(part)
    return lines


def _city_head(state: State, number: int, seat: int, canvas: Canvas) -> str:
    city = state.cities[number]
    board = f"{board_title(city.face)} {SIDE_NAMES[city.face % SIDES].upper()}"
    head = f"{_city_name(state, number, seat, canvas)}: {board}, {coins_text(city.coins)}, "
    head += f"{counted(city.shields, 'shield')}, {city.stages} of {stages_of(city.face)} stages, "
    return head + counted(score(state, number), "point")


def _city_line(state: State, number: int, seat: int, canvas: Canvas) -> str:
    """A city in one line; what may be cut off comes last."""
    city = state.cities[number]
    line = f"{_city_name(state, number, seat, canvas)}: {counted(score(state, number), 'point')}, "
    line += f"{coins_text(city.coins)}, {counted(city.shields, 'shield')}, {city.stages}/{stages_of(city.face)} stages"
    return f"{line}; makes {_made_text(city)}"


def _city_name(state: State, number: int, seat: int, canvas: Canvas) -> str:
    """The name of its player, where the reader's neighbours sit, and who are partners."""
    name = "Free City" if number >= state.players else canvas.name(number, seat)
    notes = []
    if 0 <= seat < state.players and number in (left_of(state, seat), right_of(state, seat)):
        notes.append("to your left" if number == left_of(state, seat) else "to your right")
    if has_partners(state) and number != seat:
        notes.append("your partner" if partner_of(number) == seat else f"with {canvas.name(partner_of(number), seat)}")
    return f"{name} ({', '.join(notes)})" if notes else name


def _made_text(city: City) -> str:
    """What a city makes every turn: `2 wood, clay, wood/clay`."""
    counts = [(RESOURCE_NAMES[kind], city.fixed >> NIBBLE * kind & COUNT) for kind in range(KINDS)]
    fixed = [f"{name} without limit" if count >= ENOUGH else f"{count} {name}" for name, count in counts if count]
    choices = ["/".join(_kinds(choice)) for choice in city.choices[: city.num_choices]]
    return ", ".join(fixed + choices) or "nothing"


def _kinds(choice: int) -> Iterator[str]:
    return (RESOURCE_NAMES[kind] for kind in range(KINDS) if choice >> kind & 1)


def _tokens_text(state: State, city: City) -> str:
    parts = [f"{count} × victory {value}" for value, count in zip((1, 3, 5), city.victories, strict=True) if count]
    parts += [f"{city.defeats} × defeat"] * bool(city.defeats)
    parts += [f"{city.diplomacy} × diplomacy"] * bool(city.diplomacy)
    parts += [f"{city.debts} × debt"] * bool(city.debts)
    parts += [f"{count} × {name}" for name, count in zip(REWARD_NAMES, city.tokens, strict=False) if count]
    parts += [f"participation {city.part}"] * bool(city.part) + [f"penalty -{city.penalty}"] * bool(city.penalty)
    parts += _tiles_parts(city) if state.phase > DRAFT else []  # before, they change hands
    return ", ".join(parts)


def _tiles_parts(city: City) -> list[str]:
    built = [str(tile) for tile, flag in zip(city.tiles, city.tile_built, strict=True) if flag == TILE_PLACED]
    kept = [str(tile) for tile, flag in zip(city.tiles, city.tile_built, strict=True) if tile and not flag]
    return [f"tiles built: {' '.join(built)}"] * bool(built) + [f"tiles kept: {' '.join(kept)}"] * bool(kept)


# ---- the table --------------------------------------------------------------------------------------------------


def _table_lines(state: State, detail: Detail) -> list[str]:
    tower = tower_view(state) if detail.tiles else []
    lines = [f"Tower, tile {tile['tile']}{_sleeping(tile['active'])}: {tile['effect']}" for tile in tower]
    if state.project:
        lines.append(_project_line(state))
    return lines


def _project_line(state: State) -> str:
    """The project of the Age: how to join it, or that it has succeeded."""
    project = state.project - 1
    if state.project_tokens == 0:
        reward = reward_text(PROJECT_ROWS[project])
        return f"Project {PROJECT_NAMES[project]}, complete: gives {reward} per participation at the end of the Age"
    left = counted(state.project_tokens, "participation token")
    return f"Project {PROJECT_NAMES[project]}, {left} left: {project_text(project)}"


def _tower_numbers(state: State) -> list[str]:
    """The visible tiles in one line, or none."""
    tower = tower_view(state)
    return [f"Tower: tiles {' '.join(str(tile['tile']) for tile in tower)}"] * bool(tower)


def _sleeping(is_active: bool) -> str:
    return "" if is_active else " (from the next turn on)"


def _sheet_lines(state: State, seat: int, canvas: Canvas) -> list[str]:
    """The score sheet: a line for each kind of points, a column for each seat."""
    sheets = [sheet_points(state, number) for number in range(state.players)]
    boxes = {"tower": "tower", "projects": "projects", "leaders": "leaders", "black": "cities", "debts": "cities"}
    shown = [kind for kind in SHEET if kind not in boxes or getattr(state, f"has_{boxes[kind]}")]
    width = max(len(kind) for kind in SHEET)
    names = [canvas.name(number, seat)[: SHEET_COLUMN - 1] for number in range(state.players)]
    heads = "".join(f"{name:>{SHEET_COLUMN}}" for name in names)
    lines = [f"{kind:{width}}" + "".join(f"{sheet[kind]:{SHEET_COLUMN}}" for sheet in sheets) for kind in shown]
    total = f"{'points':{width}}" + "".join(f"{sum(sheet.values()):{SHEET_COLUMN}}" for sheet in sheets)
    return [" " * width + heads, *lines, total]


# ---- what is the reader's own -----------------------------------------------------------------------------------


def _own_lines(state: State, seat: int, canvas: Canvas, detail: Detail) -> list[str]:
    lines = _loss_lines(state.cities[seat]) + _stage_lines(state, seat)
    lines += _kept_lines(state, seat, detail) + _leader_lines(state, seat, canvas, detail)
    if hand_names(state, seat):
        lines += [*[""] * detail.blank_lines, _heading("Your hand", canvas, detail)]
        lines += _hand_lines(state, seat, canvas, detail)
    return lines + _memory_lines(state, seat, canvas) * detail.memory


def _kept_lines(state: State, seat: int, detail: Detail) -> list[str]:
    """The tiles that the reader can still build, and the leaders held; on a low screen in one line with the tower."""
    city = state.cities[seat]
    tiles = [tile for tile, built in zip(city.tiles, city.tile_built, strict=True) if tile and not built]
    held = None if _leaders_to_read(state, seat) else leaders_view(state, seat)
    leaders = [f"Your leaders: {', '.join(held['held'])}"] if held and held["held"] else []
    if detail.tiles:
        return [f"Your tile {tile}: {tile_text(tile)}{_kept_text(state, tile, city)}" for tile in tiles] + leaders
    numbers = [f"Your tiles: {' '.join(map(str, tiles))}"] * bool(tiles)
    parts = _tower_numbers(state) + numbers + leaders
    return ["; ".join([*parts[:1], *(part.replace("Your", "your") for part in parts[1:])])] * bool(parts)


def _kept_text(state: State, tile: int, city: City) -> str:
    """[SW-12.2] During the draft: whether a tile is the reader's for good."""
    return " (kept)" if state.phase == DRAFT and tile in city.tiles[: state.turn] else ""


def _heading(text: str, canvas: Canvas, detail: Detail) -> str:
    """A heading; if what stands below is cut off, with how to see it whole."""
    return f"{text} ({canvas.more}):" if canvas.more and not detail.cards else f"{text}:"


def _loss_lines(city: City) -> list[str]:
    """[SW-16.5] What the reader loses, while that is settled."""
    return [f"You lose {coins_text(city.owes)}: a debt for each you do not pay costs a point"] * bool(city.owes)


def _leader_lines(state: State, seat: int, canvas: Canvas, detail: Detail) -> list[str]:
    """The leaders that the reader chooses from, each with its cost and effect."""
    leaders = _leaders_to_read(state, seat)
    if not leaders:
        return []
    head = "Leaders to choose from" if state.phase in (DRAFT_LEADERS, COPY, ENTOMB) else "Your leaders"
    rows = [(LEADER_NAMES[each], leader_text(each), _recruiting_text(state, seat, each)) for each in leaders]
    return [*[""] * detail.blank_lines, _heading(head, canvas, detail), *_readable(rows, canvas, detail)]


def _leaders_to_read(state: State, seat: int) -> list[int]:
    """The leaders among which the reader must choose."""
    city = state.cities[seat]
    if state.phase == DRAFT_LEADERS:
        return [given - 1 for given in city.given[:DRAFTED] if given]
    if state.phase == COPY and state.acting == seat:
        nearby = leaders_nearby(state, seat)
        return [leader for leader in range(LEADERS) if nearby >> leader & 1]
    if state.phase == ENTOMB and state.acting == seat:
        return [leader for leader in range(LEADERS) if recruited(city) >> leader & 1]
    return held_leaders(state, seat) if state.phase in (RECRUIT, HIRE) else []


def _recruiting_text(state: State, seat: int, leader: int) -> str:
    """What recruiting a leader would cost the reader now, where that is to be decided."""
    if state.phase not in (RECRUIT, HIRE):
        return " (kept)" if leader + 1 in state.cities[seat].given[: state.turn] else ""
    coins = leader_price(state, seat, leader)
    if coins > state.cities[seat].coins:
        return " (you cannot pay it now)"
    return "" if coins == price_of(CARDS + leader) else f" (you pay {coins_text(coins)})"


def _memory_lines(state: State, seat: int, canvas: Canvas) -> list[str]:
    """What the reader knows of the hands of others."""
    return [
        f"{canvas.names[other['seat']]} holds {other['cards']} of: {', '.join(other['among'])}"
        for other in recalled(state, seat)
        if other["among"] and other["cards"]
    ]


def _stage_lines(state: State, seat: int) -> list[str]:
    items = stages_left(state, seat)
    if not items:
        return ["All your stages are built."]
    if len(items) == 1:
        return [f"Your next stage: {_stage_text(state, seat, items[0])}"]
    return [f"Your stage {(item - PIECES) % MAX_STAGES + 1}: {_stage_text(state, seat, item)}" for item in items]


def _stage_text(state: State, seat: int, item: int) -> str:
    coins = total_coins(state, seat, quote_stage(state, seat, item, WAY_PAY))
    return f"costs {cost_text(ITEM_ROWS[item])}: {item_text(item)}{_price_text(coins)}"


def _hand_lines(state: State, seat: int, canvas: Canvas, detail: Detail) -> list[str]:
    hand = hand_of(state, seat)
    cards = sorted(set(hand.cards[: hand.n]))
    rows = [(CARD_NAMES[card], card_text(card), _building_text(state, seat, card)) for card in cards]
    return _readable(rows, canvas, detail)


def _readable(rows: list[tuple[str, str, str]], canvas: Canvas, detail: Detail) -> list[str]:
    """Names, what is printed there, and a note; what does not fit into a line stands in the next, or is cut out."""
    column = len(INDENT) + max(len(name) for name, _, _ in rows) + len(INDENT)
    width = canvas.width - column
    lines = []
    for name, printed, note in rows:
        text = printed if detail.cards else _cut(printed, width - len(note))
        first, *rest = wrap(text + note, width)
        lines += [f"{INDENT}{name}".ljust(column) + first, *(" " * column + part for part in rest)]
    return lines


def _cut(printed: str, width: int) -> str:
    """What is printed on a card in one line: what it does stays, and its cost is cut off before that."""
    if len(printed) <= width:
        return printed
    cost, effect = printed.split(": ", 1)
    kept = shorten(cost, max(len(ELLIPSIS), width - len(f": {effect}")), placeholder=ELLIPSIS)
    colour = cost.split(",")[0]
    return shorten(f"{kept if len(kept) > len(colour) else colour}: {effect}", width, placeholder=ELLIPSIS)


def _building_text(state: State, seat: int, card: int) -> str:
    """What a structure would cost the reader now."""
    if has_structure(state.cities[seat], card):
        return " (you have it)"
    is_chained = has_chain(state, seat, card)
    coins = total_coins(state, seat, quote_chained(state, card) if is_chained else quote_paid(state, seat, card))
    if is_chained and coins == 0:
        return " (free for you)"
    is_printed = cost_of(card) == 0 and coins == price_of(card)
    return "" if is_printed else _price_text(coins)


def _price_text(coins: int) -> str:
    if coins == NO_WAY:
        return " (you cannot pay it now)"
    return f" (you pay {coins_text(coins)})" if coins else ""


# ---- colours ----------------------------------------------------------------------------------------------------

COLOUR_OF_WORD = {name: name for name in COLOUR_NAMES} | {
    name: str(row["colour"]) for name, row in zip(CARD_NAMES, CARD_ROWS, strict=True)
}


def tints(text: str) -> Iterator[Tint]:
    """Cards in their colour, and the colours by name."""
    return word_tints(text, COLOUR_OF_WORD)
