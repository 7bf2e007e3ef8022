"""Everything that a seat may decide for a card, with its exact price [SW-3.3]."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.games.wonders.naive.box import CARDS, LEADERS, Thing, title
from tests.games.wonders.naive.cities import City, Table
from tests.games.wonders.naive.payment import Outlay, ways_to_pay, with_one_less

TAXES = {"red": 1, "blue": 6, "chain": 13, "stage": 16}  # by what is done: the tile
WAIVING = {"red": 2, "stage": 15}
SELLING = {"blue": 8, "purple": 23}
NEIGHBOURS_CHAINS = 7
NEVER = 1000  # more coins than anybody has
POWER = "free build once per age"
CALIGULA = "free black once per age"


class Project(NamedTuple):
    """What participation takes."""

    colour: str
    price: int
    cost: tuple[str, ...]


PROJECTS = {
    "belvedere": Project("blue", 1, ("clay",)),
    "cranes": Project("green", 1, ()),
    "double walls": Project("red", 1, ()),
    "factory": Project("brown", 2, ()),
    "rampart road": Project("yellow", 1, ("stone",)),
    "obelisk": Project("blue", 1, ("papyrus",)),
    "river port": Project("yellow", 1, ("loom",)),
    "sewer network": Project("green", 2, ()),
    "smelter": Project("brown", 2, ()),
    "war mirror": Project("red", 2, ("glass",)),
    "archives": Project("green", 4, ()),
    "giant trebuchet": Project("red", 5, ("wood",)),
    "grand bazaar": Project("yellow", 4, ("ore",)),
    "menagerie": Project("purple", 4, ()),
    "triumphal arches": Project("blue", 5, ()),
}


class Decision(NamedTuple):
    """A way to build, whether to join the project, and what is paid."""

    way: str  # "pay", "chain", "power", "token"
    part: str  # "", "join", "token"
    paid: Outlay


class Cost(NamedTuple):
    """What must be paid, before it is known who sells; the waived unit is chosen already."""

    units: tuple[str, ...]
    bank: int


# ---- costs ------------------------------------------------------------------------------------------------------


def tax(table: Table, what: str) -> int:
    """[SW-12.6]"""
    return table.age if TAXES.get(what) in table.tiles else 0


def paid_costs(table: Table, city: City, card: Thing) -> list[Cost]:
    """[SW-4.1] [SW-12.8] What a structure costs who pays for it."""
    colour = card.colour
    bank = card.price + tax(table, colour)
    if f"free {colour}" in city.effects:
        return [Cost((), tax(table, colour))]
    if SELLING.get(colour) in table.tiles:
        return [Cost((), bank + len(card.cost))]
    if WAIVING.get(colour) in table.tiles:
        return [Cost((), bank)]
    return [Cost(units, bank) for units in reduced(city, card.cost, colour)]


def reduced(city: City, cost: tuple[str, ...], target: str) -> list[tuple[str, ...]]:
    """A cost without one of its units, for each of them, if a leader waives one."""
    if f"saves 1 {target}" in city.effects and cost:
        return list(with_one_less(cost))
    return [cost]


def stage_costs(table: Table, city: City, stage: Thing, way: str) -> list[Cost]:
    """[SW-7.1] [SW-12.8] [SW-13.7] What a stage costs."""
    bank = stage.price + tax(table, "stage")
    if way == "token" or WAIVING["stage"] in table.tiles or "waives stage" in city.effects:
        return [Cost((), bank)]
    return [Cost(units, bank) for units in reduced(city, stage.cost, "stage")]


def with_project(table: Table, costs: list[Cost]) -> list[Cost]:
    """[SW-13.3] The cost of participation is paid in addition."""
    project = PROJECTS[table.project]
    return [Cost(cost.units + project.cost, cost.bank + project.price) for cost in costs]


def outlays(table: Table, seat: int, costs: list[Cost]) -> set[Outlay]:
    """All ways to pay one of several costs, to which no other is better."""
    found = {each for cost in set(costs) for each in ways_to_pay(table, seat, cost.units, cost.bank)}
    least: dict[tuple[int, int, int], int] = {}
    for each in found:
        least[each[:3]] = max(each.brought, least.get(each[:3], 0))
    coins = {each for each in least if not any(worse(other, each) for other in least)}
    return {Outlay(*each, least[each]) for each in coins}


def worse(other: tuple[int, int, int], each: tuple[int, int, int]) -> bool:
    """Whether another outlay pays nobody more, and somebody less."""
    return other != each and all(paid <= asked for paid, asked in zip(other, each, strict=True))


def least_coins(table: Table, seat: int, costs: list[Cost]) -> int:
    return min((sum(each[:3]) for each in outlays(table, seat, costs)), default=NEVER)


# ---- leaders ----------------------------------------------------------------------------------------------------


def leader_price(table: Table, seat: int, name: str) -> int:
    """[SW-15.22] The coins for recruiting a leader."""
    city = table.cities[seat]
    benefits = {whose: [] if each.is_blocked else each.face.start.split() for whose, each in around(table, seat)}
    if "free leaders" in city.effects or benefits["self"] == ["free", "leaders"]:
        return 0
    own = int(benefits["self"][2]) if benefits["self"][:1] == ["cheaper"] else 0
    near = sum(int(benefits[side][4]) for side in ("left", "right") if benefits[side][:1] == ["cheaper"])
    return max(0, LEADERS[name].price - own - near)


def around(table: Table, seat: int) -> list[tuple[str, City]]:
    return [("self", table.cities[seat]), ("left", table.left(seat)), ("right", table.right(seat))]


# ---- structures -------------------------------------------------------------------------------------------------


def decisions_to_build(table: Table, seat: int, name: str) -> set[Decision]:
    """All ways to build a structure from the hand."""
    city, card = table.cities[seat], CARDS[name]
    if title(name) in {title(each) for each in city.structures}:  # [SW-4.2]
        return set()
    return {each for way, costs in ways_to_build(table, seat, card) for each in decided(table, seat, card, way, costs)}


def ways_to_build(table: Table, seat: int, card: Thing) -> Iterator[tuple[str, list[Cost]]]:
    """[SW-6.2] [SW-8.4] [SW-13.7] The ways that are offered, with their costs."""
    city = table.cities[seat]
    ways = {"chain": [Cost((), tax(table, card.colour) + tax(table, "chain"))]} if has_chain(table, seat, card) else {}
    can_chain = least_coins(table, seat, ways["chain"]) < NEVER if ways else False
    if seat >= table.players and can_chain:  # [SW-11.5]
        yield "chain", ways["chain"]
        return
    if not ways or tax(table, "chain"):
        ways["pay"] = paid_costs(table, city, card)
    yield from ways.items()
    free = [Cost((), tax(table, card.colour))]
    if saves_coins(table, seat, card, free, list(ways.values())):
        for way in free_ways(city, card):
            yield way, free


def free_ways(city: City, card: Thing) -> Iterator[str]:
    """[SW-8.4] [SW-13.7] What builds without cost."""
    if POWER in city.effects and not city.is_power_used:
        yield "power"
    if city.token("building"):
        yield "token"
    if card.colour == "black" and CALIGULA in city.effects and not city.is_caligula_used:
        yield "power"  # he comes before Olympia [SW-15.19]


def saves_coins(table: Table, seat: int, card: Thing, free: list[Cost], others: list[list[Cost]]) -> bool:
    """[SW-8.4] Whether building without cost saves coins, for the structure or for a participation along with it."""
    if least_coins(table, seat, free) < min(least_coins(table, seat, costs) for costs in others):
        return True
    if not can_participate(table, seat, card):
        return False
    joined = [with_project(table, costs) for costs in (*others, paid_costs(table, table.cities[seat], card))]
    return least_coins(table, seat, with_project(table, free)) < min(least_coins(table, seat, c) for c in joined)


def has_chain(table: Table, seat: int, card: Thing) -> bool:
    """[SW-6.1] [SW-12.10]"""
    whose = ["self", "left", "right"] if NEIGHBOURS_CHAINS in table.tiles else ["self"]
    return any(parent in city.structures for city in table.whose(seat, whose) for parent in card.parents)


def decided(table: Table, seat: int, card: Thing, way: str, costs: list[Cost]) -> Iterator[Decision]:
    """The decisions for one way, without the project and with it."""
    alone = outlays(table, seat, costs)
    for paid in alone:
        yield Decision(way, "", paid)
    if alone and can_participate(table, seat, card):
        part = "join" if PROJECTS[table.project].colour == card.colour else "token"
        for paid in outlays(table, seat, with_project(table, costs)):
            yield Decision(way, part, paid)


def can_participate(table: Table, seat: int, card: Thing) -> bool:
    """[SW-13.2] [SW-13.7] [SW-13.9]"""
    city = table.cities[seat]
    if seat >= table.players or not table.is_project_open or city.has_joined:
        return False
    return PROJECTS[table.project].colour == card.colour or city.token("colour") > 0


# ---- stages -----------------------------------------------------------------------------------------------------


def decisions_to_stage(table: Table, seat: int) -> set[Decision]:
    """[SW-7.1] [SW-13.7] All ways to build the next stage."""
    city = table.cities[seat]
    if len(city.stages) == len(city.face.stages):
        return set()
    return {each for stage in next_stages(table, seat) for each in decisions_for(table, seat, stage)}


def next_stages(table: Table, seat: int) -> list[Thing]:
    """[SW-17.3] [SW-17.5] [SW-17.6] The stage that comes next, or those to choose from."""
    city, place = table.cities[seat], len(table.cities[seat].stages)
    source, number = city, place + 1
    if (city.board, city.side) == ("manneken-pis", "a"):
        source = table.right(seat) if place == 1 else table.left(seat)
        number = (1, 2, len(source.face.stages))[place]
    if source.board != "great-wall":
        return [source.face.stages[number - 1]]
    used = [stage for board, _, stage in city.stages if board == "great-wall"]
    return [stage for number, stage in enumerate(source.face.stages, 1) if number not in used]


def decisions_for(table: Table, seat: int, stage: Thing) -> set[Decision]:
    """All ways to build a certain stage."""
    city = table.cities[seat]
    paid = stage_costs(table, city, stage, "pay")
    found = {Decision("pay", "", each) for each in outlays(table, seat, paid)}
    free = stage_costs(table, city, stage, "token")
    if city.token("stage") and least_coins(table, seat, free) < least_coins(table, seat, paid):
        found |= {Decision("token", "", each) for each in outlays(table, seat, free)}
    return found
