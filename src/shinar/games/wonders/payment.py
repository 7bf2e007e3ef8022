"""Paying: what a city makes, what its neighbours sell, and all payments of which none is worse than another [SW-5].

The units that a city lacks are numbered; a set of them is an integer. For each source (the own producers with a
choice, the left neighbour, the right one) a `Family` tells which sets it can deliver. A payment is a partition of the
units: some set from the own producers, one from the left, the rest from the right.
"""

from typing import NamedTuple

from shinar.core.compiled.jit import jit, jit_apart
from shinar.games.wonders.components import (
    KINDS,
    MANUFACTURED_LEFT,
    MANUFACTURED_RIGHT,
    NIBBLE,
    NUM_DISCOUNTERS,
    NUM_MAKERS,
    NUM_SOLD,
    RAW_KINDS,
    RAW_LEFT,
    RAW_RIGHT,
    choice_of,
    discounter,
    discounts_of,
    fixed_of,
    maker,
    start_bag,
    tile_makes,
)
from shinar.games.wonders.expansions.cities.effects import add_additions, less_on_left, less_on_right, rebates
from shinar.games.wonders.expansions.tower.effects import is_disabled, is_unlimited, price_change
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.stages import built_stage
from shinar.games.wonders.standing import stands
from shinar.games.wonders.state import OFFERS, City, State
from shinar.games.wonders.tables import table

__all__ = ["ANY_KIND", "FROM_BANK", "NO_WAY", "cheapest", "list_offers", "most_sellers", "refresh_trade", "shortage"]
__all__ += ["units_in"]

NO_WAY = 99  # more coins than any payment
FULL_PRICE = 2  # coins for a bought unit [SW-5.4]
COUNT = (1 << NIBBLE) - 1  # the bits of one kind in a bag
ENOUGH = 8  # units: no cost asks for more of one kind
ANY_KIND = (1 << KINDS) - 1  # all kinds, as bits
FROM_BANK = ANY_KIND << KINDS  # helps with a unit of any kind, see own_family()
EVEN_KINDS = 0x0F0F0F0F  # the counts of every other kind in a bag
ABOVE_EVEN = 0x10101010  # the bits above them
ONE_IN_EACH_BYTE = 0x01010101
WORD_UNITS = 6  # a word of a family has a bit for each set of so many units


# ---- what a city makes and pays ---------------------------------------------------------------------------------


@jit
def refresh_trade(state: State, number: int) -> None:
    """[SW-5.2] Note anew what a city makes, what of it is for sale, and what it pays for a unit.

    A structure makes units of one kind, or one of several kinds.
    """
    city = state.cities[number]
    city.fixed = 0 if city.is_blocked else start_bag(city.face)
    for i in range(city.num_choices):
        city.choices[i] = 0
    city.num_choices = 0
    for i in range(NUM_MAKERS):
        if i == NUM_SOLD:
            city.num_sold = city.num_choices
        card = maker(i)
        if not stands(city, card) or is_disabled(state, card):
            continue
        if choice_of(card):
            add_choice(city, choice_of(card))
        elif is_unlimited(state, card):
            city.fixed |= fixed_of(card) * ENOUGH
        else:
            city.fixed += fixed_of(card)
    add_own_makers(state, number)
    refresh_prices(state, number)


@jit
def add_choice(city: City, kinds: int) -> None:
    city.choices[city.num_choices] = kinds
    city.num_choices += 1


@jit
def add_own_makers(state: State, number: int) -> None:
    """[SW-5.2] [SW-12.9] [SW-16.9] Stages, tiles and black structures make units that are not for sale."""
    city = state.cities[number]
    for stage in range(city.stages):
        item = built_stage(state, number, stage)
        if choice_of(item):
            add_choice(city, choice_of(item))
    for space in range(len(state.tower)):
        tile = state.tower[space]
        if state.active >> tile & 1 and tile_makes(tile):
            add_choice(city, tile_makes(tile))
    add_additions(state, number)


@jit
def refresh_prices(state: State, number: int) -> None:
    """[SW-5.4] [SW-5.5] Discounts do not add up; tiles change the price, but never below nothing [SW-12.7]."""
    city = state.cities[number]
    discounts = 0
    for i in range(NUM_DISCOUNTERS):
        card = discounter(i)
        if stands(city, card) and not is_disabled(state, card):
            discounts |= discounts_of(card)
    for stage in range(city.stages):
        discounts |= discounts_of(built_stage(state, number, stage))
    for price in range(len(city.prices)):
        change = price_change(state, price >= MANUFACTURED_LEFT)
        city.prices[price] = max(0, FULL_PRICE - (discounts >> price & 1) + change)


# ---- what is missing --------------------------------------------------------------------------------------------


@jit
def shortage(need: int, fixed: int) -> int:
    """The bag of units that are needed beyond those made without choice."""
    odd = short_of(need >> NIBBLE & EVEN_KINDS, fixed >> NIBBLE & EVEN_KINDS)
    return short_of(need & EVEN_KINDS, fixed & EVEN_KINDS) | odd << NIBBLE


@jit
def short_of(need: int, fixed: int) -> int:
    """`shortage` of every other kind: the bit above each count is borrowed from where more is made than needed."""
    difference = (need | ABOVE_EVEN) - fixed
    lacking = difference & ABOVE_EVEN
    return difference & (lacking - (lacking >> NIBBLE))


@jit
def units_in(bag: int) -> int:
    """The number of units in a bag: counts of two kinds are added in each byte, then the bytes in the highest."""
    pairs = (bag & EVEN_KINDS) + (bag >> NIBBLE & EVEN_KINDS)
    return pairs * ONE_IN_EACH_BYTE >> 24 & 0xFF


@jit
def units_of_kind(missing: int, kind: int) -> int:
    """The missing units of a kind, as a set: units are numbered kind by kind."""
    first = units_in(missing & (1 << NIBBLE * kind) - 1)
    return (1 << (missing >> NIBBLE * kind & COUNT)) - 1 << first


@jit
def units_of_kinds(missing: int, kinds: int) -> int:
    """The missing units of several kinds, as a set."""
    units = 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            units |= units_of_kind(missing, kind)
    return units


@jit
def size(units: int) -> int:
    """The number of units in a set of at most eight."""
    pairs = units - (units >> 1 & 0x55)
    fours = (pairs & 0x33) + (pairs >> 2 & 0x33)
    return (fours & 0x0F) + (fours >> 4)


# ---- families of sets -------------------------------------------------------------------------------------------


class Family(NamedTuple):
    """The sets of missing units that a source can deliver: set number s is bit s % 64 of word s // 64."""

    first: int
    second: int
    third: int
    fourth: int


# The sets, as bits of a word, that do not hold a certain unit.
sets_without = table(
    [
        0x5555555555555555,
        0x3333333333333333,
        0x0F0F0F0F0F0F0F0F,
        0x00FF00FF00FF00FF,
        0x0000FFFF0000FFFF,
        0x00000000FFFFFFFF,
    ]
)


@jit
def with_producer(family: Family, units: int) -> Family:
    """The family of a source with one more producer, which delivers any one of some units."""
    first = with_low_units(family.first, units)
    if units >> WORD_UNITS == 0 and family.second | family.third | family.fourth == 0:
        return Family(first, 0, 0, 0)
    second = with_low_units(family.second, units)
    third = with_low_units(family.third, units)
    fourth = with_low_units(family.fourth, units)
    if units >> WORD_UNITS & 1:
        second |= family.first
        fourth |= family.third
    if units >> WORD_UNITS + 1 & 1:
        third |= family.first
        fourth |= family.second
    return Family(first, second, third, fourth)


@jit
def with_low_units(word: int, units: int) -> int:
    """A word of a family with one more producer, as far as it delivers the units that a word has bits for."""
    sets = word
    for unit in range(WORD_UNITS):
        if units >> unit & 1:
            sets |= (word & sets_without(unit)) << (1 << unit)
    return sets


@jit
def is_in(family: Family, units: int) -> bool:
    """Whether a source can deliver a set of units."""
    word = units >> WORD_UNITS
    bit = units & (1 << WORD_UNITS) - 1
    if word == 0:
        return family.first >> bit & 1 != 0
    if word == 1:
        return family.second >> bit & 1 != 0
    return (family.third if word == 2 else family.fourth) >> bit & 1 != 0


@jit
def choices_family(city: City, missing: int, count: int) -> Family:
    """What the first producers with a choice of a city can deliver."""
    family = Family(1, 0, 0, 0)
    for i in range(count):
        units = units_of_kinds(missing, city.choices[i])
        if units:
            family = with_producer(family, units)
    return family


@jit
def own_family(city: City, missing: int, helpers: int) -> Family:
    """What a city can deliver itself; `helpers` make two more units, of the kinds in the lower and the upper bits.

    The first is a unit that need not be paid [SW-15.8], the second one bought from the bank [SW-15.9].
    """
    family = choices_family(city, missing, city.num_choices)
    while helpers:
        units = units_of_kinds(missing, helpers & ANY_KIND)
        if units:
            family = with_producer(family, units)
        helpers >>= KINDS
    return family


@jit
def seller_family(seller: City, missing: int) -> Family:
    """[SW-5.3] What a neighbour can deliver: each unit it makes, once, but nothing of yellow cards and stages."""
    return with_fixed(choices_family(seller, missing, seller.num_sold), seller, missing)


@jit
def with_fixed(family: Family, city: City, missing: int) -> Family:
    """The family of a source with all units that a city makes without choice."""
    for kind in range(KINDS):
        lack = missing >> NIBBLE * kind & COUNT
        if lack:
            for _ in range(min(lack, city.fixed >> NIBBLE * kind & COUNT)):
                family = with_producer(family, units_of_kind(missing, kind))
    return family


# ---- payments ---------------------------------------------------------------------------------------------------


class Market(NamedTuple):
    """All that decides how the missing units can be had."""

    everything: int  # the set of all missing units
    raw: int  # the set of those that are raw materials
    own: Family
    left: Family
    right: Family


@jit_apart
def market_of(state: State, number: int, missing: int, helpers: int) -> Market:
    """The market in which a city looks for missing units."""
    city = state.cities[number]
    everything = (1 << units_in(missing)) - 1
    raw = (1 << units_in(missing & (1 << NIBBLE * RAW_KINDS) - 1)) - 1
    own = own_family(city, missing, helpers)
    left = seller_family(state.cities[left_of(state, number)], missing)
    right = seller_family(state.cities[right_of(state, number)], missing)
    return Market(everything, raw, own, left, right)


@jit
def rank(family: Family, everything: int) -> int:
    """The most units that a source can deliver at once."""
    most = 0
    for units in range(everything + 1):
        if is_in(family, units):
            most = max(most, size(units))
    return most


@jit
def cost_from_left(city: City, market: Market, units: int) -> int:
    """Coins for a set of units from the left neighbour."""
    raw = size(units & market.raw)
    coins = raw * city.prices[RAW_LEFT] + (size(units) - raw) * city.prices[MANUFACTURED_LEFT]
    return less_on_left(city, coins)


@jit
def cost_from_right(city: City, market: Market, units: int) -> int:
    """Coins for a set of units from the right neighbour."""
    raw = size(units & market.raw)
    coins = raw * city.prices[RAW_RIGHT] + (size(units) - raw) * city.prices[MANUFACTURED_RIGHT]
    return less_on_right(city, coins)


@jit
def cheapest(state: State, number: int, need: int, helpers: int, limit: int, enough: int) -> int:
    """[SW-5] The least coins to both neighbours together that bring a city all it needs; NO_WAY if above a limit.

    As soon as a payment of `enough` coins or fewer is found, nothing cheaper is looked for.
    """
    city = state.cities[number]
    missing = shortage(need, city.fixed)
    if missing == 0:
        return 0 if limit >= 0 else NO_WAY
    if least_conceivable(city, units_in(missing), helpers) > limit:
        return NO_WAY
    if not helpers and is_out_of_reach(state, number, missing):
        return NO_WAY
    market = market_of(state, number, missing, helpers)
    if is_in(market.own, market.everything):
        return 0
    least = cheapest_purchase(city, market, min(enough, limit))
    return least if least <= limit else NO_WAY


@jit
def cheapest_purchase(city: City, market: Market, enough: int) -> int:
    """The least coins for what a city cannot make itself, or `enough` coins or fewer."""
    least = NO_WAY
    made = rank(market.own, market.everything)
    for own in range(market.everything + 1):
        if size(own) == made and is_in(market.own, own):
            least = min(least, cheapest_split(city, market, market.everything & ~own, enough))
            if least <= enough:
                return least
    return least


@jit
def least_conceivable(city: City, units: int, helpers: int) -> int:
    """A bound that needs no search: the producers with a choice all help, the rest is bought at the lowest price."""
    units -= (helpers & ANY_KIND != 0) + (helpers > ANY_KIND)
    return max(0, max(0, units - city.num_choices) * lowest_price(city) - rebates(city))


@jit
def is_out_of_reach(state: State, number: int, missing: int) -> bool:
    """Whether a city and its neighbours make too few units of a missing kind: most searches would end with that."""
    city = state.cities[number]
    left, right = state.cities[left_of(state, number)], state.cities[right_of(state, number)]
    for kind in range(KINDS):
        lack = missing >> NIBBLE * kind & COUNT
        if lack:
            sold = units_sold(left, kind) + units_sold(right, kind)
            if sold < lack and sold + makers(city, kind, city.num_choices) < lack:
                return True
    return False


@jit
def units_sold(seller: City, kind: int) -> int:
    """The most units of a kind that a neighbour can deliver."""
    return (seller.fixed >> NIBBLE * kind & COUNT) + makers(seller, kind, seller.num_sold)


@jit
def makers(city: City, kind: int, count: int) -> int:
    """How many of the first producers with a choice can make a kind."""
    found = 0
    for i in range(count):
        found += city.choices[i] >> kind & 1
    return found


@jit
def lowest_price(city: City) -> int:
    """The fewest coins that any unit costs."""
    return min(min(city.prices[0], city.prices[1]), min(city.prices[2], city.prices[3]))


@jit
def cheapest_split(city: City, market: Market, bought: int, enough: int) -> int:
    """The least coins for a set of units bought from both neighbours, or `enough` coins or fewer."""
    least = NO_WAY
    left = bought
    while left >= 0 and least > enough:
        if is_in(market.left, left) and is_in(market.right, bought & ~left):
            cost = cost_from_left(city, market, left) + cost_from_right(city, market, bought & ~left)
            least = min(least, cost)
        left = (left - 1 & bought) if left > 0 else -1
    return least


@jit
def list_offers(state: State, number: int, need: int, helpers: int, limit: int, offers: list[int]) -> None:
    """[SW-5.7] Note all payments of which none is worse than another: by coins to the left, 1 + coins to the right."""
    city = state.cities[number]
    for left in range(OFFERS):
        offers[left] = 0
    missing = shortage(need, city.fixed)
    market = market_of(state, number, missing, helpers)
    made = rank(market.own, market.everything)
    for own in range(market.everything + 1):
        if size(own) == made and is_in(market.own, own):
            offer_splits(city, market, market.everything & ~own, limit, offers)
    drop_worse_offers(offers)


@jit
def offer_splits(city: City, market: Market, bought: int, limit: int, offers: list[int]) -> None:
    """Note the payments for a set of units bought from both neighbours."""
    left = bought
    while left >= 0:
        if is_in(market.left, left) and is_in(market.right, bought & ~left):
            to_left = cost_from_left(city, market, left)
            to_right = cost_from_right(city, market, bought & ~left)
            if to_left + to_right <= limit:
                note_offer(offers, to_left, to_right)
        left = (left - 1 & bought) if left > 0 else -1


@jit
def note_offer(offers: list[int], left: int, right: int) -> None:
    if offers[left] == 0 or offers[left] > right + 1:
        offers[left] = right + 1


@jit
def drop_worse_offers(offers: list[int]) -> None:
    """[SW-5.7] Who pays more to the left must pay less to the right."""
    least = NO_WAY
    for left in range(OFFERS):
        if offers[left] >= least:
            offers[left] = 0
        elif offers[left] > 0:
            least = offers[left]


# ---- payments that bring coins ----------------------------------------------------------------------------------


@jit
def most_sellers(state: State, number: int, need: int, helpers: int) -> int:
    """[SW-15.10] From how many neighbours something can be bought for exactly the coins that a city has planned."""
    city = state.cities[number]
    sellers = (city.plan.left > 0) + (city.plan.right > 0)
    if need == 0 or lowest_price(city) > (rebates(city) > 0):
        return sellers
    market = market_of(state, number, need, helpers)
    own = with_fixed(market.own, city, need)
    for left in range(market.everything + 1):
        if is_in(market.left, left) and cost_from_left(city, market, left) == city.plan.left:
            sellers = max(sellers, (left > 0) + sells_too(city, market, own, market.everything & ~left))
    return sellers


@jit
def sells_too(city: City, market: Market, own: Family, rest: int) -> int:
    """1 if the right neighbour can sell some of the rest for the planned coins, 0 if nothing, negative if none fits."""
    found = -NO_WAY
    right = rest
    while right >= 0:
        is_paid = cost_from_right(city, market, right) == city.plan.right
        if is_paid and is_in(market.right, right) and is_in(own, rest & ~right):
            found = max(found, int(right > 0))
        right = (right - 1 & rest) if right > 0 else -1
    return found
