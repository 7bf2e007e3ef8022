"""The points of a city [SW-10], kind by kind as on the score sheet."""

from shinar.core.compiled.jit import jit, jit_apart
from shinar.games.wonders.components import (
    AGES,
    CARD_NAMES,
    CARDS,
    COPY_GUILD,
    GUILDS,
    LEADERS,
    NUM_BLUES,
    NUM_GUILDS,
    NUM_SYMBOL_CARDS,
    NUM_TRADE_SCORERS,
    POINTS_PER_GUILD,
    POINTS_PER_SET,
    POINTS_PER_STAGE,
    PURPLE,
    SYMBOLS,
    TILES_EACH,
    TOWER_POINTS,
    WILD,
    blue_card,
    first_black,
    guild,
    points_of,
    points_per_of,
    symbol_card,
    symbol_of,
    trade_scorer,
)
from shinar.games.wonders.counting import count_things
from shinar.games.wonders.expansions.cities.effects import green_symbols, masks
from shinar.games.wonders.expansions.leaders.effects import leader_symbols, leaders_of, set_worth, teacher_points
from shinar.games.wonders.expansions.pack.effects import stage_extras
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.stages import built_stage, has_power
from shinar.games.wonders.standing import stands
from shinar.games.wonders.state import TILE_PLACED, City, State
from shinar.games.wonders.teams import has_partners, partner_of

__all__ = [
    "SHEET",
    "black_points",
    "city_points",
    "commerce_points",
    "copied_points",
    "guild_points",
    "guild_sheet",
    "leader_points",
    "military_points",
    "project_points",
    "score",
]
__all__ += ["ranking_key", "science_points", "sheet_points", "structure_points", "tower_points", "treasury_points"]
__all__ += ["wonder_points"]

Symbols = tuple[int, int, int, int]  # compasses, gears, tablets and free ones
COINS_PER_POINT = 3  # [SW-10.2]
SET_POINTS = 7  # for three different symbols [SW-10.4]
TOKEN_SET_POINTS = 3  # of a token, for each such set [SW-13.8]
COINS_ROOM = 10_000  # more than any coins: points come first [SW-10.7]
SHEET = (
    *("military", "treasury", "wonder", "civilian", "science", "commerce", "guilds"),
    *("leaders", "black", "debts", "tower", "projects"),
)


@jit
def military_points(city: City) -> int:
    """[SW-9.2] Tokens of victory less tokens of defeat."""
    points = -city.defeats
    for value in range(AGES):
        points += city.victories[value] * (2 * value + 1)
    return points


@jit
def treasury_points(city: City) -> int:
    """[SW-10.2] A point for every three coins."""
    return city.coins // COINS_PER_POINT


@jit
def wonder_points(state: State, number: int) -> int:
    """[SW-10.3] The points of the stages."""
    points = 0
    for stage in range(state.cities[number].stages):
        points += points_of(built_stage(state, number, stage))
    return points + stage_extras(state, number)


@jit
def structure_points(city: City) -> int:
    """[SW-10.3] The points of civilian structures."""
    points = 0
    for i in range(NUM_BLUES):
        points += points_of(blue_card(i)) * stands(city, blue_card(i))
    return points


@jit
def symbols(state: State, number: int, symbol: int) -> int:
    """How many of a symbol, or free symbols, a city has."""
    city = state.cities[number]
    count = 0
    for i in range(NUM_SYMBOL_CARDS):
        card = symbol_card(i)
        count += stands(city, card) and symbol_of(card) == symbol
    for stage in range(city.stages):
        count += symbol_of(built_stage(state, number, stage)) == symbol
    return count + leader_symbols(city, symbol)


@jit
def science_points(state: State, number: int, extra: int) -> int:
    """[SW-10.4] [SW-13.8] [SW-15.16] Symbols, the free ones chosen best for what sets are worth."""
    city = state.cities[number]
    worth = taught_worth(city) + TOKEN_SET_POINTS * city.tokens[POINTS_PER_SET]
    return symbol_points(state, number, extra, worth)


@jit
def taught_worth(city: City) -> int:
    """[SW-15.16] What three different symbols are worth, without tokens."""
    return SET_POINTS + teacher_points(city)


@jit_apart
def symbol_points(state: State, number: int, extra: int, worth: int) -> int:
    """[SW-10.4] The most that symbols can be worth when a set of three different ones has a certain worth."""
    own = (
        symbols(state, number, 0),
        symbols(state, number, 1),
        symbols(state, number, SYMBOLS - 1),
        symbols(state, number, WILD) + extra,
    )
    return masked_points(state, number, own, worth)


@jit
def masked_points(state: State, number: int, own: Symbols, worth: int) -> int:
    """[SW-16.8] The most that symbols are worth when masks take those of neighbours."""
    count = masks(state, number)
    if count == 0:
        return spread_points(own, worth)
    left, right = state.cities[left_of(state, number)], state.cities[right_of(state, number)]
    there = (
        green_symbols(left, 0) + green_symbols(right, 0),
        green_symbols(left, 1) + green_symbols(right, 1),
        green_symbols(left, SYMBOLS - 1) + green_symbols(right, SYMBOLS - 1),
    )
    taken = min(count, there[0] + there[1] + there[2])
    best = 0
    for compasses in range(min(taken, there[0]) + 1):
        for gears in range(min(taken - compasses, there[1]) + 1):
            tablets = taken - compasses - gears
            if tablets <= there[2]:
                with_masks = (own[0] + compasses, own[1] + gears, own[2] + tablets, own[3])
                best = max(best, spread_points(with_masks, worth))
    return best


@jit
def spread_points(own: Symbols, worth: int) -> int:
    """[SW-10.4] The most that symbols are worth when the free ones are chosen best."""
    wild = own[3]
    best = 0
    for compasses in range(wild + 1):
        for gears in range(wild - compasses + 1):
            first = own[0] + compasses
            second = own[1] + gears
            third = own[2] + wild - compasses - gears
            sets = min(first, min(second, third))
            best = max(best, first * first + second * second + third * third + worth * sets)
    return best


def set_token_points(state: State, number: int) -> int:
    """[SW-13.8] What the tokens for sets add to the science: they are tokens of projects."""
    city = state.cities[number]
    if city.tokens[POINTS_PER_SET] == 0:
        return 0
    return science_points(state, number, 0) - symbol_points(state, number, 0, taught_worth(city))


def taught_points(state: State, number: int) -> int:
    """[SW-15.16] What a leader adds to the science: it counts with the leaders."""
    city = state.cities[number]
    if teacher_points(city) == 0:
        return 0
    return symbol_points(state, number, 0, taught_worth(city)) - symbol_points(state, number, 0, SET_POINTS)


@jit
def commerce_points(state: State, number: int) -> int:
    """[SW-10.5] The points of commercial structures."""
    city = state.cities[number]
    points = 0
    for i in range(NUM_TRADE_SCORERS):
        if stands(city, trade_scorer(i)):
            points += points_per_of(trade_scorer(i)) * count_things(state, number, trade_scorer(i))
    return points


@jit
def guild_points(state: State, number: int) -> int:
    """[SW-10.5] The points of guilds, but for their symbols."""
    city = state.cities[number]
    points = 0
    for i in range(NUM_GUILDS):
        if stands(city, guild(i)):
            points += card_points(state, number, guild(i))
    return points


@jit
def card_points(state: State, number: int, card: int) -> int:
    """The points printed on a card, and those for what it counts."""
    points = points_of(card)
    return points + points_per_of(card) * count_things(state, number, card) if points_per_of(card) else points


@jit
def copied_points(state: State, number: int) -> int:
    """[SW-10.6] The most that a neighbour's guild would add, if one may be copied."""
    best = 0
    if has_power(state, number, COPY_GUILD):
        left, right = state.cities[left_of(state, number)], state.cities[right_of(state, number)]
        for i in range(NUM_GUILDS):
            if stands(left, guild(i)) or stands(right, guild(i)):
                best = max(best, copied_guild_points(state, number, guild(i)))
    return best


@jit
def copied_guild_points(state: State, number: int, card: int) -> int:
    """[SW-10.6] What a certain guild would add."""
    if symbol_of(card) == WILD:
        return science_points(state, number, 1) - science_points(state, number, 0)
    return card_points(state, number, card)


@jit
def tower_points(city: City) -> int:
    """[SW-12.11] Points for the tiles built."""
    tiles = 0
    for i in range(TILES_EACH):
        tiles += city.tile_built[i] == TILE_PLACED
    return TOWER_POINTS[tiles]


@jit
def project_points(state: State, number: int) -> int:
    """[SW-13.6] [SW-13.8] Tokens for stages and guilds, less penalties; those for sets count with the science."""
    city = state.cities[number]
    guilds = city.colours[PURPLE] + state.cities[left_of(state, number)].colours[PURPLE]
    guilds += state.cities[right_of(state, number)].colours[PURPLE]
    points = city.tokens[POINTS_PER_STAGE] * city.stages + city.tokens[POINTS_PER_GUILD] * guilds
    return points - city.penalty


@jit
def leader_points(state: State, number: int) -> int:
    """[SW-15.16] [SW-15.17] The points of leaders, recruited or copied, but for their symbols."""
    city = state.cities[number]
    points = 0
    leaders = leaders_of(city)
    if leaders:
        for leader in range(LEADERS):
            if leaders >> leader & 1:
                item = CARDS + leader
                points += points_of(item) + set_worth(city, leader)
                points += points_per_of(item) * count_things(state, number, item)
    return points


@jit
def black_points(state: State, number: int) -> int:
    """[SW-16.13] The points of black structures."""
    city = state.cities[number]
    points = 0
    for card in range(first_black(0), first_black(AGES)):
        if stands(city, card):
            points += card_points(state, number, card)
    return points


@jit
def city_points(state: State, number: int) -> int:
    """[SW-16.5] [SW-16.13] What Cities adds: black structures, less debts."""
    return black_points(state, number) - state.cities[number].debts


@jit
def score(state: State, seat: int) -> int:
    """[SW-10.1] All points of a seat."""
    city = state.cities[seat]
    points = military_points(city) + treasury_points(city) + wonder_points(state, seat) + structure_points(city)
    points += science_points(state, seat, 0) + commerce_points(state, seat) + guild_points(state, seat)
    points += copied_points(state, seat) + leader_points(state, seat) + city_points(state, seat)
    return points + tower_points(city) + project_points(state, seat)


@jit
def ranking_key(state: State, seat: int) -> int:
    """[SW-10.7] [SW-19.2] Points, then coins; of both partners together."""
    key = own_key(state, seat)
    return key + own_key(state, partner_of(seat)) if has_partners(state) else key


@jit
def own_key(state: State, seat: int) -> int:
    """[SW-10.7] The points of one seat, then its coins."""
    return score(state, seat) * COINS_ROOM + state.cities[seat].coins


def sheet_points(state: State, seat: int) -> dict[str, int]:
    """The score sheet of a seat, line by line; the lines add up to the score."""
    city = state.cities[seat]
    lines = (
        military_points(city),
        treasury_points(city),
        wonder_points(state, seat),
        structure_points(city),
        science_points(state, seat, 0) - set_token_points(state, seat) - taught_points(state, seat),
        commerce_points(state, seat),
        guild_points(state, seat) + copied_points(state, seat),
        leader_points(state, seat) + taught_points(state, seat),
        black_points(state, seat),
        -city.debts,
        tower_points(city),
        project_points(state, seat) + set_token_points(state, seat),
    )
    return dict(zip(SHEET, lines, strict=True))


def guild_sheet(state: State, seat: int) -> dict[str, int]:
    """The points of each guild of a seat, and of the one that it copies from a neighbour."""
    city = state.cities[seat]
    points = {CARD_NAMES[card]: card_points(state, seat, card) for card in _guilds(city)}
    return {**points, "copied": copied_points(state, seat)} if has_power(state, seat, COPY_GUILD) else points


def _guilds(city: City) -> list[int]:
    """The guilds of a city with points of their own; the one with a symbol counts with the science."""
    return [card for card in GUILDS if stands(city, card) and (points_per_of(card) or points_of(card))]
