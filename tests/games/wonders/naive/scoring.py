"""The points of a city, line by line as on the score sheet [SW-10]."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product

from tests.games.wonders.naive.box import CARDS, LEADERS, Thing
from tests.games.wonders.naive.cities import City, Table

SYMBOLS = ("compass", "gear", "tablet")
TOWER = (0, 2, 5, 10)  # [SW-12.11]
COPYING = "copy neighbour guild"


def sheet(table: Table, seat: int) -> dict[str, int]:
    """All lines of the score sheet of a seat."""
    city = table.cities[seat]
    return {
        "military": sum(city.victories) - city.defeats,
        "treasury": city.coins // 3,
        "wonder": wonder(table, seat),
        "civilian": points_of(table, seat, city.cards("blue")),
        "science": science(table, seat, sets=7),
        "commerce": points_of(table, seat, city.cards("yellow")),
        "guilds": points_of(table, seat, city.cards("purple")) + copied_guild(table, seat),
        "leaders": points_of(table, seat, city.guides()) + aristotle(table, seat),
        "black": points_of(table, seat, city.cards("black")),
        "debts": -city.debts,
        "tower": TOWER[city.tiles],
        "projects": projects(table, seat),
    }


def total(table: Table, seat: int) -> int:
    return sum(sheet(table, seat).values())


def points_of(table: Table, seat: int, things: Iterable[Thing]) -> int:
    """The points of some things: printed, or for each of what they count."""
    return sum(points(table, seat, effect) for thing in things for effect in thing.effects)


def points(table: Table, seat: int, effect: str) -> int:
    words = effect.split()
    if words[1:2] != ["points"]:
        return 0
    if len(words) == 2:
        return int(words[0])
    if words[3] == "set":
        return int(words[0]) * min(table.cities[seat].count(colour) for colour in words[4:])
    if words[3] in {"symbol", "marker"}:
        return 0
    return int(words[0]) * sum(city.count(words[3]) for city in table.whose(seat, words[4:]))


def wonder(table: Table, seat: int) -> int:
    """[SW-10.3] Stages, markers that choose a colour, and leaders turned face down."""
    city = table.cities[seat]
    found = points_of(table, seat, city.built_stages()) + 2 * sum(LEADERS[name].price for name in city.entombed)
    for stage, marker in zip(city.built_stages(), city.markers, strict=False):
        if "1 points per marker left right" in stage.effects:
            thing = "leader" if marker == "white" else marker
            found += table.left(seat).count(thing) + table.right(seat).count(thing)
    return found


# ---- science ----------------------------------------------------------------------------------------------------


def science(table: Table, seat: int, sets: int, extra: int = 0) -> int:
    """[SW-10.4] The best that symbols, free symbols and masks can bring, if a set is worth so much."""
    own = Counter(effect for effect in table.cities[seat].effects if effect in SYMBOLS)
    wild = table.cities[seat].effects.count("any symbol") + extra
    return max(
        symbol_points(own + Counter(free) + Counter(taken), sets)
        for free in product(SYMBOLS, repeat=wild)
        for taken in taken_symbols(table, seat)
    )


def symbol_points(symbols: Counter[str], sets: int) -> int:
    counts = [symbols[symbol] for symbol in SYMBOLS]
    return sum(count * count for count in counts) + sets * min(counts)


def taken_symbols(table: Table, seat: int) -> Iterator[tuple[str, ...]]:
    """What masks can take: symbols of different green structures of the neighbours."""
    masks = table.cities[seat].effects.count("mask")
    there = [card.effects[0] for city in table.whose(seat, ["left", "right"]) for card in city.cards("green")]
    yield from sorted({tuple(sorted(some)) for some in combinations(there, min(masks, len(there)))})


def set_value(city: City, tokens: bool) -> int:
    """What a set of three symbols is worth, tokens of projects included or not [SW-13.8]."""
    wise = sum("3 points per symbol set" in leader.effects for leader in city.guides())
    return 7 + 3 * wise + (3 * city.token("per set") if tokens else 0)


def aristotle(table: Table, seat: int) -> int:
    """What he adds to the science."""
    city = table.cities[seat]
    return science(table, seat, set_value(city, tokens=False)) - science(table, seat, sets=7)


# ---- what others have -------------------------------------------------------------------------------------------


def copied_guild(table: Table, seat: int) -> int:
    """[SW-10.6] The best guild of a neighbour, for who may copy one."""
    if COPYING not in table.cities[seat].effects:
        return 0
    guilds = {card.name for city in table.whose(seat, ["left", "right"]) for card in city.cards("purple")}
    return max((guild_worth(table, seat, guild) for guild in guilds), default=0)


def guild_worth(table: Table, seat: int, guild: str) -> int:
    if "any symbol" in CARDS[guild].effects:
        worth = set_value(table.cities[seat], tokens=True)
        return science(table, seat, worth, extra=1) - science(table, seat, worth)
    return points_of(table, seat, [CARDS[guild]])


def projects(table: Table, seat: int) -> int:
    """[SW-13.6] [SW-13.8] Tokens that are worth points, less penalties."""
    city = table.cities[seat]
    guilds = sum(each.count("purple") for each in table.whose(seat, ["self", "left", "right"]))
    found = city.token("per stage") * len(city.stages) + city.token("per guild") * guilds - city.penalty
    with_tokens = science(table, seat, set_value(city, tokens=True))
    return found + with_tokens - science(table, seat, set_value(city, tokens=False))
