"""What something costs a city, item by item, and why it cannot be paid: for the sentences of explain.py.

The totals are the rules' own (`quote` in planning.py); who can sell what is worked out here independently, by trying.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from shinar.core.game import Refusal
from shinar.core.story import listed
from shinar.games.wonders.components import (
    BROWN,
    CARD_ROWS,
    CHAIN_TRIGGER,
    COLOUR_NAMES,
    KINDS,
    LEADER_ROWS,
    MANUFACTURED_LEFT,
    MANUFACTURED_RIGHT,
    NIBBLE,
    PURPLE,
    RAW_KINDS,
    RAW_LEFT,
    RAW_RIGHT,
    STAGE_TRIGGER,
    TILES,
    Row,
    choice_of,
    colour_of,
    cost_of,
    discounts_of,
    first_stage,
    fixed_of,
    is_any_order,
    price_of,
    project_cost,
    project_price,
    tile_disables,
    tile_goods_price,
    tile_raw_price,
    tile_sells,
    tile_tax,
    units_of,
)
from shinar.games.wonders.expansions.leaders.effects import leader_price, leaders_of
from shinar.games.wonders.expansions.tower.effects import are_resources_waived
from shinar.games.wonders.payment import ANY_KIND
from shinar.games.wonders.seating import left_of, owner, right_of
from shinar.games.wonders.stages import next_stage
from shinar.games.wonders.standing import structures_in
from shinar.games.wonders.state import WAY_CHAIN, WAY_PAY, WAY_TOKEN, City, State
from shinar.games.wonders.words import bag_text, card_title, coins_text, leader_title, project_title, stage_title

__all__ = [
    "Bill",
    "Offer",
    "city_name",
    "leader_bill",
    "payments",
    "payments_text",
    "refusal_of_bill",
    "refusal_of_coins",
    "stage_bill",
]
__all__ += ["structure_bill", "title_of_stage", "with_participation"]

COUNT = (1 << NIBBLE) - 1


@dataclass(frozen=True)
class Bill:
    """A cost before it is known who sells the resources."""

    what: str  # `Baths`, `the first stage of Gizah`
    need: int = 0  # a bag of resources
    items: tuple[tuple[int, str], ...] = ()  # coins to the bank, and what for
    clause: str = "SW-4.1"  # that asks for the resources
    saved: int = 0  # the kinds, as bits, of which one unit need not be paid

    @property
    def bank(self) -> int:
        """All coins to the bank."""
        return sum(coins for coins, _ in self.items)


def structure_bill(state: State, number: int, card: int, way: int) -> Bill:
    """[SW-4.1] [SW-6.1] [SW-8.4] The cost of a structure built in a certain way."""
    colour = colour_of(card)
    items = _taxes(state, colour)
    if way == WAY_CHAIN:
        items += _taxes(state, CHAIN_TRIGGER)
    if way != WAY_PAY:
        return Bill(card_title(card), 0, items)
    if colour == PURPLE and _leads(state.cities[number], "free guilds"):
        return Bill(card_title(card), 0, items)
    items = _printed(price_of(card)) + items
    sellers = [tile for tile in active_tiles(state) if tile_sells(tile) == colour]
    if sellers:
        return Bill(card_title(card), 0, ((units_of(card), f"for its resources because of tile {sellers[0]}"), *items))
    if are_resources_waived(state, colour):
        return Bill(card_title(card), 0, items)
    return Bill(card_title(card), cost_of(card), items, saved=_saved(state.cities[number], COLOUR_NAMES[colour], card))


def stage_bill(state: State, number: int, way: int, item: int | None = None) -> Bill:
    """[SW-7.1] The cost of a stage of a city, by default the next."""
    city, item = state.cities[number], next_stage(state, number) if item is None else item
    is_free = way == WAY_TOKEN or are_resources_waived(state, STAGE_TRIGGER) or _has(city, "power", POWER_OF_ARCHITECTS)
    items = _printed(price_of(item)) + _taxes(state, STAGE_TRIGGER)
    title = title_of_stage(state, number, item)
    if is_free:
        return Bill(title, 0, items, "SW-7.1")
    return Bill(title, cost_of(item), items, "SW-7.1", _saved(city, "stage", item))


def title_of_stage(state: State, number: int, item: int) -> str:
    """A stage that a city builds next: on its own board by its place there, else by that of the copy."""
    city = state.cities[number]
    which = item - first_stage(city.face)
    return stage_title(city.face, which if is_any_order(city.face) else city.stages)


def leader_bill(state: State, number: int, leader: int) -> Bill:
    """[SW-15.4] [SW-15.22] The cost of recruiting a leader."""
    coins = leader_price(state, number, leader)
    return Bill(leader_title(leader), 0, ((coins, "to the bank"),) if coins else (), "SW-15.4")


def _has(city: City, field: str, value: str) -> bool:
    """Whether a structure stands in a city on which something is printed."""
    return any(CARD_ROWS[card].get(field) == value for card in structures_in(city))


def _leads(city: City, power: str) -> bool:
    """Whether a city has the effect of a leader with a power."""
    return any(row.get("power") == power for row in _rows_of_leaders(city))


def _rows_of_leaders(city: City) -> list[Row]:
    leaders = leaders_of(city)
    return [row for leader, row in enumerate(LEADER_ROWS) if leaders >> leader & 1]


def _saved(city: City, target: str, item: int) -> int:
    """[SW-15.8] The kinds of a cost of which a leader waives a unit, as bits."""
    if all(row.get("saves") != target for row in _rows_of_leaders(city)):
        return 0
    return sum(1 << kind for kind in range(KINDS) if _count(cost_of(item), kind))


def with_participation(state: State, bill: Bill) -> Bill:
    """[SW-13.3] A cost, and that of the project in addition."""
    project = state.project - 1
    title = project_title(project)
    items = (*bill.items, (project_price(project), f"for {title}"))
    need = bill.need + project_cost(project)
    return Bill(f"{bill.what} with a part in {title}", need, items, "SW-13.3", bill.saved)


def _printed(coins: int) -> tuple[tuple[int, str], ...]:
    return ((coins, "to the bank"),) if coins else ()


def _taxes(state: State, trigger: int) -> tuple[tuple[int, str], ...]:
    """[SW-12.6] What tiles ask for."""
    taxing = [tile for tile in active_tiles(state) if tile_tax(tile) == trigger]
    return tuple((state.age + 1, f"as the tax of tile {tile}") for tile in taxing)


def active_tiles(state: State) -> list[int]:
    """The tiles that have effect now."""
    return [tile for tile in range(1, TILES + 1) if state.active >> tile & 1]


# ---- words ------------------------------------------------------------------------------------------------------


def city_name(state: State, number: int, reader: int) -> str:
    """A city by its player: `you`, `{1}`, or the Free City."""
    if number >= state.players:
        return "the Free City"
    return "you" if number == reader else f"{{{number}}}"


def has(state: State, number: int) -> str:
    """`you have`, `the Free City has`."""
    return "you have" if number < state.players else "the Free City has"


def payments_text(state: State, number: int, left: int, right: int) -> str:
    """`2 coins to {1} and 1 to {2}`."""
    reader = owner(state, number)
    sides = [(left, left_of(state, number)), (right, right_of(state, number))]
    parts = [(coins, f"to {city_name(state, other, reader)}") for coins, other in sides if coins]
    return _items_text(parts) or "nothing"


def _items_text(items: list[tuple[int, str]]) -> str:
    """`1 coin to the bank and 2 as the tax of tile 6`: the word for coins stands once."""
    parts = [f"{coins if i else coins_text(coins)} {reason}" for i, (coins, reason) in enumerate(items)]
    return listed(parts) if parts else ""


# ---- why it cannot be paid --------------------------------------------------------------------------------------


def refusal_of_bill(state: State, number: int, bill: Bill) -> Refusal | None:
    """[SW-5.6] Why a city cannot pay: a resource that nobody makes, or too few coins; None if it can."""
    found = payments(state, number, bill.need, bill.saved)
    if not found:
        return _refusal_of_lack(state, number, bill)
    return refusal_of_coins(state, number, bill, min(found, key=lambda offer: (sum(offer), offer)))


def refusal_of_coins(state: State, number: int, bill: Bill, offer: "Offer") -> Refusal | None:
    """[SW-5.6] Too few coins for the bank and certain payments to neighbours; None if there are enough."""
    city, reader = state.cities[number], owner(state, number)
    total = bill.bank + sum(offer)
    if total <= city.coins:
        return None
    sides = zip(offer[1:], (left_of(state, number), right_of(state, number)), strict=True)
    items = [(coins, reason) for coins, reason in bill.items if coins]
    items += [(offer[0], "to the bank for a resource")] * offer[0]
    items += [(coins, f"to {city_name(state, other, reader)}") for coins, other in sides if coins]
    asked = f"costs {_items_text(items)}"
    if len(items) > 1:
        asked = f"costs {coins_text(total)}: {', '.join(f'{coins} {reason}' for coins, reason in items)}"
    causes = _price_causes(state, number, bill) if sum(offer[1:]) else ""
    return Refusal(f"{bill.what} {asked}; {has(state, number)} {city.coins}{causes}", "SW-5.6")


def _refusal_of_lack(state: State, number: int, bill: Bill) -> Refusal:
    """[SW-4.1] [SW-7.1] What is missing beyond all that the city and its neighbours make."""
    lack = _lacking(state, number, bill)
    kinds = [kind for kind in range(KINDS) if lack >> NIBBLE * kind & COUNT]
    short = "you are" if number < state.players else "the Free City is"
    makers = "you and your" if number < state.players else "it and its"
    text = f"{bill.what} needs {bag_text(bill.need)}; even with all that {makers} neighbours make"
    causes = _idle(state, number, lambda card: any(_makes(card, kind) for kind in kinds))
    return Refusal(f"{text}, {short} {bag_text(lack)} short{_causes_text(causes)}", bill.clause)


def _lacking(state: State, number: int, bill: Bill) -> int:
    """A bag of units that remain when as many as possible are made or bought."""
    city, left, right = _traders(state, number)
    helpers = [bill.saved] * (bill.saved > 0) + [ANY_KIND] * _leads(city, "buy from the bank")
    producers = (*_stock(city, own=True), *_stock(left), *_stock(right), *helpers)
    missing = _missing(city, bill.need)
    given: dict[int, int] = {}  # the unit that each producer delivers
    lacking = [unit for unit in range(len(missing)) if not _deliver(unit, missing, producers, given, set())]
    return sum(1 << NIBBLE * missing[unit] for unit in lacking)


def _deliver(unit: int, missing: tuple[int, ...], producers: "Stock", given: dict[int, int], tried: set[int]) -> bool:
    """Find a producer for a unit, where needed by finding another one for the unit it delivered so far."""
    for number, kinds in enumerate(producers):
        if kinds >> missing[unit] & 1 and number not in tried:
            tried.add(number)
            if number not in given or _deliver(given[number], missing, producers, given, tried):
                given[number] = unit
                return True
    return False


# ---- tiles that cause it ----------------------------------------------------------------------------------------


def _price_causes(state: State, number: int, bill: Bill) -> str:
    """Tiles that raise the price of what is bought: without them it would cost less."""
    dear = [
        f"tile {tile} adds a coin to each price"
        for tile in active_tiles(state)
        if _lowers(state, number, bill, _raised(tile))
    ]
    return _causes_text(dear + _idle(state, number, lambda card: _lowers(state, number, bill, discounts_of(card))))


def _raised(tile: int) -> int:
    """The prices that a tile raises, as bits."""
    raw = (1 << RAW_LEFT | 1 << RAW_RIGHT) * (tile_raw_price(tile) > 0)
    return raw | (1 << MANUFACTURED_LEFT | 1 << MANUFACTURED_RIGHT) * (tile_goods_price(tile) > 0)


def _lowers(state: State, number: int, bill: Bill, prices: int) -> bool:
    """Whether a city would buy what it needs for less if certain prices, as bits, were a coin lower."""
    usual = tuple(state.cities[number].prices)
    lower = tuple(max(0, price - (prices >> i & 1)) for i, price in enumerate(usual))
    return _least(state, number, bill, lower) < _least(state, number, bill, usual)


def _least(state: State, number: int, bill: Bill, prices: tuple[int, ...]) -> int:
    """The least coins for what is missing, at certain prices."""
    return min(sum(offer) for offer in _offers(state, number, bill.need, bill.saved, prices))


def _makes(card: int, kind: int) -> bool:
    return bool(fixed_of(card) >> NIBBLE * kind & COUNT or choice_of(card) >> kind & 1)


def _idle(state: State, number: int, helps: Callable[[int], bool]) -> list[str]:
    """[SW-12.9] The tiles that keep structures from working which would help: those of the city, or brown ones."""
    causes = []
    for tile in active_tiles(state):
        names = []
        for other in (number, left_of(state, number), right_of(state, number)):
            whose = _whose(state, other, owner(state, number))
            names += [f"{whose} {card_title(card)}" for card in _disabled(state, number, other, tile) if helps(card)]
        if names:
            causes.append(f"tile {tile} keeps {listed(names)} from working")
    return causes


def _disabled(state: State, number: int, other: int, tile: int) -> list[int]:
    """What stands in a city without effect and would be of use to another: of neighbours only what they sell."""
    cards = [card for card in structures_in(state.cities[other]) if tile_disables(tile, card)]
    return [card for card in cards if other == number or colour_of(card) == BROWN]


def _whose(state: State, number: int, reader: int) -> str:
    if number >= state.players:
        return "the Free City's"
    return "your" if number == reader else f"{{{number}}}'s"


def _causes_text(causes: list[str]) -> str:
    return f"; {listed(causes)}" if causes else ""


# ---- all payments, found by trying ------------------------------------------------------------------------------


SIDES_OF_CITY = ("left", "right")
POWER_OF_ARCHITECTS = "stages without resources"
Offer = tuple[int, int, int]  # coins to the bank for a unit, to the left and to the right


def payments(state: State, number: int, need: int, saved: int = 0) -> frozenset[Offer]:
    """All payments that bring a city what it needs, found by handing out unit after unit."""
    return _offers(state, number, need, saved, tuple(state.cities[number].prices))


def _offers(state: State, number: int, need: int, saved: int, prices: tuple[int, ...]) -> frozenset[Offer]:
    """[SW-15.8] [SW-15.9] All payments at certain prices: without a unit from the bank, and with one."""
    city, left, right = _traders(state, number)
    missing, stock = _missing(city, need), (*_stock(city, own=True), *((saved,) if saved else ()))
    plain = _deals(missing, (tuple(sorted(stock)), _stock(left), _stock(right), 0, 0), prices)
    found = {(0, *_with_docks(city, offer)) for offer in plain}
    if _leads(city, "buy from the bank") and missing:
        helped = _deals(missing, (tuple(sorted((*stock, ANY_KIND))), _stock(left), _stock(right), 0, 0), prices)
        found |= {(1, *_with_docks(city, offer)) for offer in helped}
    return frozenset(found)


def _with_docks(city: City, offer: tuple[int, int]) -> tuple[int, int]:
    """[SW-16.10] One of the units bought from a neighbour costs a coin less, if it costs any."""
    left, right = (max(0, coins - _has(city, "rebate", side)) for coins, side in zip(offer, SIDES_OF_CITY, strict=True))
    return left, right


def _traders(state: State, number: int) -> tuple[City, City, City]:
    """A city and those to its left and right."""
    return state.cities[number], state.cities[left_of(state, number)], state.cities[right_of(state, number)]


def _missing(city: City, need: int) -> tuple[int, ...]:
    """The kinds of the units that a city needs beyond those it makes without choice."""
    return tuple(kind for kind in range(KINDS) for _ in range(_count(need, kind) - _count(city.fixed, kind)))


Stock = tuple[int, ...]  # what each producer can still deliver, as bits by kind; used up ones are left out
Deal = tuple[Stock, Stock, Stock, int, int]  # of the own city, the left, the right; coins to left and right


@lru_cache(maxsize=1024)  # many payments are asked about in one position
def _deals(missing: tuple[int, ...], start: Deal, prices: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    found = {start}
    for kind in missing:
        found = {after for before in found for after in _with_unit(prices, before, kind)}
    return frozenset((to_left, to_right) for *_, to_left, to_right in found)


def _stock(city: City, own: bool = False) -> Stock:
    """The producers of a city: for itself only those with a choice, for others all that is for sale."""
    if own:
        return tuple(sorted(city.choices[: city.num_choices]))
    fixed = [1 << kind for kind in range(KINDS) for _ in range(_count(city.fixed, kind))]
    return tuple(sorted(fixed + city.choices[: city.num_sold]))


def _with_unit(prices: tuple[int, ...], deal: Deal, kind: int) -> Iterator[Deal]:
    """All ways to get one more unit of a kind."""
    own, left, right, to_left, to_right = deal
    raw = kind < RAW_KINDS
    for stock in _without(own, kind):
        yield stock, left, right, to_left, to_right
    for stock in _without(left, kind):
        yield own, stock, right, to_left + prices[0 if raw else 2], to_right
    for stock in _without(right, kind):
        yield own, left, stock, to_left, to_right + prices[1 if raw else 3]


def _without(stock: Stock, kind: int) -> set[Stock]:
    """A stock after one of its producers has delivered a kind; equal producers are tried once."""
    return {stock[:i] + stock[i + 1 :] for i in range(len(stock)) if stock[i] >> kind & 1}


def _count(bag: int, kind: int) -> int:
    return bag >> NIBBLE * kind & COUNT
