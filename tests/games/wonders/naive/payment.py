"""Every way to pay, found by trying them all [SW-5].

Each producer of the city and of its neighbours may make one of the units that are needed, or none. What is left open
in the end is no way to pay; of the others those are kept to which no other is better [SW-5.7].
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tests.games.wonders.naive.box import RAW, RESOURCES, Thing
from tests.games.wonders.naive.cities import City, Table

ENOUGH = 8  # units: no cost asks for more of a kind
DOUBLE_OR_MIXED = {"sawmill", "quarry", "brickyard", "foundry"}
DOUBLE_OR_MIXED |= {"tree farm", "excavation", "clay pit", "timber yard", "forest cave", "mine"}
SINGLE = {"lumber yard", "stone pit", "clay pool", "ore vein"}
TRADING = {"east trading post", "west trading post", "marketplace", "caravansery", "forum"}
TILE_MAKES = {17: ("wood", "stone"), 18: ("ore", "clay"), 21: ("glass", "papyrus", "loom")}
TILE_PRICES = {9: ("manufactured", -1), 10: ("manufactured", 1), 11: ("raw", -1), 12: ("raw", 1)}

Kinds = frozenset[str]  # of which a producer makes one unit


class Outlay(NamedTuple):
    """Coins that are paid, and those that Hatshepsut brings."""

    bank: int
    left: int
    right: int
    brought: int = 0


class Bought(NamedTuple):
    """Units that are bought."""

    bank: int = 0
    left_raw: int = 0
    left_goods: int = 0
    right_raw: int = 0
    right_goods: int = 0


# ---- who makes what ---------------------------------------------------------------------------------------------


def is_disabled(table: Table, name: str) -> bool:
    """[SW-12.9]"""
    return (3 in table.tiles and name in DOUBLE_OR_MIXED) or (4 in table.tiles and name in TRADING)


def producers(things: Iterable[Thing], table: Table) -> list[Kinds]:
    """One entry for each unit that some things make."""
    found: list[Kinds] = []
    for thing in things:
        for effect in thing.effects:
            words = effect.split()
            if words[0] != "makes" or words[1] in {"more", "missing"} or is_disabled(table, thing.name):
                continue
            if "or" in words:
                found.append(frozenset(words[1:]) - {"or"})
            else:
                units = ENOUGH if thing.name in SINGLE and 20 in table.tiles else 1
                found += [frozenset({word}) for word in words[1:] for _ in range(units)]
    return found


def sold(city: City, table: Table) -> list[Kinds]:
    """[SW-5.3] What neighbours can buy: units of the board, of brown and of grey structures."""
    start = [frozenset({city.face.start})] if city.face.start in RESOURCES and not city.is_blocked else []
    return start + producers([*city.cards("brown"), *city.cards("grey")], table)


def own(city: City, table: Table) -> list[Kinds]:
    """[SW-5.2] All that a city makes for itself."""
    found = sold(city, table) + producers([*city.cards("yellow"), *city.built_stages()], table)
    found += [frozenset(TILE_MAKES[tile]) for tile in sorted(table.tiles) if tile in TILE_MAKES]
    made: Kinds = frozenset().union(*sold(city, table))
    found += [made] * city.effects.count("makes more")
    found += [frozenset(RESOURCES) - made] * city.effects.count("makes missing")
    return found


# ---- prices -----------------------------------------------------------------------------------------------------


def unit_price(city: City, table: Table, goods: str, side: str) -> int:
    """[SW-5.4] [SW-5.5] [SW-12.7] Coins for a unit from a side."""
    things = [thing for thing in (*city.cards(), *city.built_stages()) if not is_disabled(table, thing.name)]
    words = [effect.split() for thing in things for effect in thing.effects]
    is_cheaper = any(each[:2] == ["cheaper", goods] and side in each[2:] for each in words)
    change = sum(coins for tile, (which, coins) in TILE_PRICES.items() if tile in table.tiles and which == goods)
    return max(0, (1 if is_cheaper else 2) + change)


def side_price(city: City, table: Table, side: str, raw: int, goods: int) -> int:
    """Coins to a side; a dock lowers the price of one unit."""
    prices = [unit_price(city, table, "raw", side)] * raw + [unit_price(city, table, "manufactured", side)] * goods
    has_dock = f"rebate 1 {side}" in city.effects
    return sum(prices) - (has_dock and any(price > 0 for price in prices))


# ---- ways to pay ------------------------------------------------------------------------------------------------


def ways_to_pay(table: Table, seat: int, need: tuple[str, ...], bank: int = 0) -> set[Outlay]:
    """[SW-5.7] All outlays for some units, and coins to the bank besides, to which no other is better."""
    city = table.cities[seat]
    outlays = {priced(city, table, bought, bank) for bought in purchases(table, seat, need)}
    affordable = {each for each in outlays if each.bank + each.left + each.right <= city.coins}
    return {each for each in affordable if not any(is_better(other, each) for other in affordable)}


def is_better(one: Outlay, other: Outlay) -> bool:
    """[SW-5.7] Whether one outlay pays nobody more and somebody less, or brings more for the same."""
    if one[:3] == other[:3]:
        return one.brought > other.brought
    return one.bank <= other.bank and one.left <= other.left and one.right <= other.right


def priced(city: City, table: Table, bought: Bought, bank: int) -> Outlay:
    left = side_price(city, table, "left", bought.left_raw, bought.left_goods)
    right = side_price(city, table, "right", bought.right_raw, bought.right_goods)
    sellers = (bought.left_raw + bought.left_goods > 0) + (bought.right_raw + bought.right_goods > 0)
    brought = sellers if "1 coins on purchase" in city.effects else 0
    return Outlay(bank + bought.bank, left, right, brought)


def purchases(table: Table, seat: int, need: tuple[str, ...]) -> set[Bought]:
    """What can be bought to have all units that are needed."""
    city = table.cities[seat]
    open_needs: dict[tuple[str, ...], set[Bought]] = {tuple(sorted(need)): {Bought()}}
    for kinds in own(city, table):
        open_needs = with_producer(open_needs, kinds, "own")
    for side, neighbour in (("left", table.left(seat)), ("right", table.right(seat))):
        for kinds in sold(neighbour, table):
            open_needs = with_producer(open_needs, kinds, side)
    if "bank sells for 1" in city.effects:
        open_needs = with_producer(open_needs, frozenset(RESOURCES), "bank")
    return open_needs.get((), set())


def with_producer(
    open_needs: dict[tuple[str, ...], set[Bought]], kinds: Kinds, source: str
) -> dict[tuple[str, ...], set[Bought]]:
    """One producer makes one of the units that are still needed, or none."""
    found = {need: set(bought) for need, bought in open_needs.items()}
    for need, bought in open_needs.items():
        for kind in kinds.intersection(need):
            rest = list(need)
            rest.remove(kind)
            found.setdefault(tuple(rest), set()).update(noted(each, source, kind) for each in bought)
    return found


def noted(bought: Bought, source: str, kind: str) -> Bought:
    """A unit more from a source."""
    if source == "own":
        return bought
    if source == "bank":
        return bought._replace(bank=bought.bank + 1)
    field = f"{source}_{'raw' if kind in RAW else 'goods'}"
    return bought._replace(**{field: getattr(bought, field) + 1})


def with_one_less(cost: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The ways to waive one unit of a cost."""
    for kind in Counter(cost):
        rest = list(cost)
        rest.remove(kind)
        yield tuple(rest)
