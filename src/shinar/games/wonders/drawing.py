"""An observation of 7 Wonders drawn as text, for the terminal."""

from collections.abc import Iterator

from shinar.games.wonders.components import (
    BOARD_NAMES,
    CARD_NAMES,
    COLOUR_NAMES,
    ITEM_ROWS,
    KINDS,
    NIBBLE,
    NO_CARD,
    PROJECT_NAMES,
    RESOURCE_NAMES,
    REWARD_NAMES,
    SIDE_NAMES,
    SIDES,
    stages_of,
)
from shinar.games.wonders.expansions.tower import TILE_PLACED
from shinar.games.wonders.payment import COUNT, ENOUGH, NO_WAY
from shinar.games.wonders.planning import (
    has_chain,
    has_structure,
    next_stage,
    quote_chained,
    quote_paid,
    quote_stage,
    total_coins,
)
from shinar.games.wonders.scoring import SHEET, score, sheet_points
from shinar.games.wonders.seating import hand_of, left_of, right_of
from shinar.games.wonders.state import DEAL_BOARDS, DRAFT, OVER, WAY_PAY, City, State
from shinar.games.wonders.view import (
    AGE_NAMES,
    PHASE_NAMES,
    city_name,
    discards,
    hand_names,
    recalled,
    structures,
    tower_view,
)
from shinar.games.wonders.words import card_text, coins_text, cost_text, counted, item_text, project_text, tile_text

__all__ = ["render"]


def render(state: State, seat: int) -> str:
    """An observation drawn as text."""
    lines = [_head(state)]
    if state.phase > DEAL_BOARDS:
        for number in range(state.num_cities):
            lines += ["", *_city_lines(state, number, seat)]
    lines += ["", *_table_lines(state)]
    if state.phase == OVER:
        return "\n".join([*lines, "", *_sheet_lines(state)])
    if 0 <= seat < state.players:
        lines += _own_lines(state, seat)
    return "\n".join(lines)


def _head(state: State) -> str:
    if state.phase <= DRAFT:
        return f"Before Age I: {PHASE_NAMES[state.phase]}"
    return f"Age {AGE_NAMES[state.age]}, turn {state.turn + 1}: {PHASE_NAMES[state.phase]}"


# ---- cities -----------------------------------------------------------------------------------------------------


def _city_lines(state: State, number: int, seat: int) -> list[str]:
    city = state.cities[number]
    board = f"{BOARD_NAMES[city.face // SIDES].title()} {SIDE_NAMES[city.face % SIDES].upper()}"
    name = city_name(state, number)
    head = f"{name[0].upper()}{name[1:]}{_whose(state, number, seat)}: {board}, {coins_text(city.coins)}, "
    head += f"{counted(city.shields, 'shield')}, {city.stages} of {stages_of(city.face)} stages, "
    head += counted(score(state, number), "point")
    shown = [
        f"  {colour}: {', '.join(structures(city, colour))}" for colour in COLOUR_NAMES if structures(city, colour)
    ]
    tokens = _tokens_text(city)
    return [head, f"  makes {_made_text(city)}", *shown, *([f"  has {tokens}"] if tokens else [])]


def _whose(state: State, number: int, seat: int) -> str:
    if number == seat:
        return " (you)"
    if 0 <= seat < state.players and number == left_of(state, seat):
        return " (to your left)"
    return " (to your right)" if 0 <= seat < state.players and number == right_of(state, seat) else ""


def _made_text(city: City) -> str:
    """What a city makes every turn: `2 wood, clay, wood/clay`."""
    counts = [(RESOURCE_NAMES[kind], city.fixed >> NIBBLE * kind & COUNT) for kind in range(KINDS)]
    fixed = [f"{name} without limit" if count >= ENOUGH else f"{count} {name}" for name, count in counts if count]
    choices = ["/".join(_kinds(choice)) for choice in city.choices[: city.num_choices]]
    return ", ".join(fixed + choices) or "nothing"


def _kinds(choice: int) -> Iterator[str]:
    return (RESOURCE_NAMES[kind] for kind in range(KINDS) if choice >> kind & 1)


def _tokens_text(city: City) -> str:
    parts = [f"{count} × victory {value}" for value, count in zip((1, 3, 5), city.victories, strict=True) if count]
    parts += [f"{city.defeats} × defeat"] * bool(city.defeats)
    parts += [f"{count} × {name}" for name, count in zip(REWARD_NAMES, city.tokens, strict=False) if count]
    parts += [f"participation {city.part}"] * bool(city.part) + [f"penalty -{city.penalty}"] * bool(city.penalty)
    built = [str(tile) for tile, flag in zip(city.tiles, city.tile_built, strict=True) if flag == TILE_PLACED]
    kept = [str(tile) for tile, flag in zip(city.tiles, city.tile_built, strict=True) if tile and not flag]
    parts += [f"tiles built: {' '.join(built)}"] * bool(built) + [f"tiles kept: {' '.join(kept)}"] * bool(kept)
    return ", ".join(parts)


# ---- the table --------------------------------------------------------------------------------------------------


def _table_lines(state: State) -> list[str]:
    lines = [f"Discards: {counted(len(discards(state)), 'card')}"]
    lines += [f"Tower, tile {tile['tile']}{_sleeping(tile['active'])}: {tile['effect']}" for tile in tower_view(state)]
    if state.project:
        project = state.project - 1
        left = counted(state.project_tokens, "participation token")
        lines.append(f"Project {PROJECT_NAMES[project]}, {left} left: {project_text(project)}")
    return lines


def _sleeping(is_active: bool) -> str:
    return "" if is_active else " (from the next turn on)"


def _sheet_lines(state: State) -> list[str]:
    """The score sheet: a line for each kind of points, a column for each seat."""
    sheets = [sheet_points(state, seat) for seat in range(state.players)]
    shown = [kind for kind in SHEET if kind not in {"tower", "projects"} or getattr(state, f"has_{kind}")]
    width = max(len(kind) for kind in SHEET)
    heads = "".join(f"{f'seat {seat}':>8}" for seat in range(state.players))
    lines = [f"{kind:{width}}" + "".join(f"{sheet[kind]:8}" for sheet in sheets) for kind in shown]
    total = f"{'points':{width}}" + "".join(f"{sum(sheet.values()):8}" for sheet in sheets)
    return [" " * width + heads, *lines, total]


# ---- what is the reader's own -----------------------------------------------------------------------------------


def _own_lines(state: State, seat: int) -> list[str]:
    lines = _stage_lines(state, seat)
    kept = state.cities[seat]
    tiles = [tile for tile, built in zip(kept.tiles, kept.tile_built, strict=True) if tile and not built]
    lines += [f"Your tile {tile}: {tile_text(tile)}" for tile in tiles]
    if hand_names(state, seat):
        lines += ["", "Your hand:", *_hand_lines(state, seat)]
    lines += [
        f"Seat {other['seat']} holds {other['cards']} of: {', '.join(other['among'])}"
        for other in recalled(state, seat)
        if other["among"] and other["cards"]
    ]
    return lines


def _stage_lines(state: State, seat: int) -> list[str]:
    item = next_stage(state.cities[seat])
    if item == NO_CARD:
        return ["All your stages are built."]
    coins = total_coins(state, seat, quote_stage(state, item, WAY_PAY))
    return [f"Your next stage: costs {cost_text(ITEM_ROWS[item])}: {item_text(item)}{_price_text(coins)}"]


def _hand_lines(state: State, seat: int) -> list[str]:
    hand = hand_of(state, seat)
    cards = sorted(set(hand.cards[: hand.n]))
    width = max(len(CARD_NAMES[card]) for card in cards)
    return [f"  {CARD_NAMES[card]:{width}}  {card_text(card)}{_building_text(state, seat, card)}" for card in cards]


def _building_text(state: State, seat: int, card: int) -> str:
    """What a structure would cost the reader now."""
    if has_structure(state.cities[seat], card):
        return " (you have it)"
    is_chained = has_chain(state, seat, card)
    coins = total_coins(state, seat, quote_chained(state, card) if is_chained else quote_paid(state, card))
    return " (free for you)" if is_chained and coins == 0 else _price_text(coins)


def _price_text(coins: int) -> str:
    if coins == NO_WAY:
        return " (you cannot pay it now)"
    return f" (you pay {coins_text(coins)})" if coins else ""
