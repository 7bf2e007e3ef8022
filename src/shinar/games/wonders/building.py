"""What a city can build now, in which ways, and what that costs [SW-4] [SW-6] [SW-7] [SW-13]."""

from typing import NamedTuple

from shinar.core.compiled.jit import jit, jit_apart
from shinar.games.wonders.components import (
    BUILDING_TOKEN,
    CARDS,
    CHAIN_TRIGGER,
    FREE_BUILDING,
    NO_CARD,
    STAGE_TOKEN,
    STAGE_TRIGGER,
    colour_of,
    cost_of,
    parent_of,
    price_of,
    project_cost,
    project_price,
    twin_of,
    units_of,
)
from shinar.games.wonders.expansions.cities.effects import are_stages_waived, has_free_black
from shinar.games.wonders.expansions.leaders.effects import (
    are_guilds_free,
    can_buy_from_bank,
    leader_price,
    saved_kinds,
)
from shinar.games.wonders.expansions.projects.participation import fits_project
from shinar.games.wonders.expansions.tower.effects import (
    are_chains_shared,
    are_resources_sold,
    are_resources_waived,
    tax,
)
from shinar.games.wonders.payment import FROM_BANK, NO_WAY, cheapest
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.stages import has_power, next_stage
from shinar.games.wonders.standing import stands
from shinar.games.wonders.state import (
    BUILT,
    IN_STAGE,
    STAY_OUT,
    WAY_CHAIN,
    WAY_PAY,
    WAY_POWER,
    WAY_TOKEN,
    City,
    State,
)

__all__ = ["BANK_PRICE", "Quote", "can_build", "can_build_stage", "can_join", "has_chain", "has_free_building"]
__all__ += ["has_structure", "only_way", "quote", "quote_chained", "quote_free", "quote_paid", "quote_plan"]
__all__ += ["quote_stage", "total_coins", "ways_to_build", "ways_to_stage"]


BANK_PRICE = 1  # coins for a unit from the bank [SW-15.9]


class Quote(NamedTuple):
    """What something costs before it is known who sells the resources."""

    need: int  # a bag of resources
    bank: int  # coins to the bank
    saved: int  # the kinds, as bits, of which one unit need not be paid [SW-15.8]


# ---- what things cost -------------------------------------------------------------------------------------------


@jit
def quote(state: State, number: int, card: int, way: int) -> Quote:
    """The cost of a structure built in a certain way, with taxes."""
    if way == WAY_PAY:
        return quote_paid(state, number, card)
    if way == WAY_CHAIN:
        return quote_chained(state, card)
    return quote_free(state, card)


@jit
def quote_paid(state: State, number: int, card: int) -> Quote:
    """[SW-4.1] [SW-12.8] [SW-15.8] [SW-15.11] What is printed on a structure, unless tiles or leaders change it."""
    colour = colour_of(card)
    bank = price_of(card) + tax(state, colour)
    city = state.cities[number]
    if are_guilds_free(city, colour):
        return Quote(0, tax(state, colour), 0)
    if are_resources_sold(state, colour):
        return Quote(0, bank + units_of(card), 0)
    if are_resources_waived(state, colour):
        return Quote(0, bank, 0)
    return Quote(cost_of(card), bank, saved_kinds(city, colour, card))


@jit
def quote_chained(state: State, card: int) -> Quote:
    """[SW-6.1] [SW-12.6] Nothing but taxes on the colour and on chains."""
    return Quote(0, tax(state, colour_of(card)) + tax(state, CHAIN_TRIGGER), 0)


@jit
def quote_free(state: State, card: int) -> Quote:
    """[SW-8.4] [SW-12.6] Nothing but the tax on the colour."""
    return Quote(0, tax(state, colour_of(card)), 0)


@jit
def quote_stage(state: State, number: int, item: int, way: int) -> Quote:
    """[SW-7.1] [SW-12.6] [SW-12.8] [SW-15.8] [SW-16.11] The cost of a stage, with what waives its resources."""
    bank = price_of(item) + tax(state, STAGE_TRIGGER)
    city = state.cities[number]
    if way == WAY_TOKEN or are_resources_waived(state, STAGE_TRIGGER) or are_stages_waived(city):
        return Quote(0, bank, 0)
    return Quote(cost_of(item), bank, saved_kinds(city, STAGE_TRIGGER, item))


@jit
def quote_plan(state: State, number: int) -> Quote:
    """The cost of what a city plans, participation included [SW-13.3]."""
    city = state.cities[number]
    plan = city.plan
    if plan.use == IN_STAGE:
        return quote_stage(state, number, next_stage(state, number), plan.way)
    if plan.card >= CARDS:
        return Quote(0, leader_price(state, number, plan.card - CARDS), 0)
    base = quote(state, number, plan.card, plan.way)
    if plan.part == STAY_OUT:
        return base
    return with_project(state, base)


@jit
def with_project(state: State, base: Quote) -> Quote:
    """[SW-13.3] The cost of participation is paid in addition."""
    project = state.project - 1
    return Quote(base.need + project_cost(project), base.bank + project_price(project), base.saved)


@jit
def total_coins(state: State, number: int, cost: Quote) -> int:
    """[SW-5.6] The least coins for a cost, or NO_WAY if the city does not have so many."""
    return coins_for(state, number, cost, 0)


@jit
def can_pay(state: State, number: int, cost: Quote) -> bool:
    """Whether a city has the coins for a cost: the first way to pay it will do."""
    return coins_for(state, number, cost, NO_WAY - 1) < NO_WAY


@jit_apart
def coins_for(state: State, number: int, cost: Quote, enough: int) -> int:
    """The coins for a cost, the least or those of the first way that takes `enough` in trade or less; or NO_WAY."""
    coins = state.cities[number].coins - cost.bank
    if coins < 0:
        return NO_WAY
    trade = cheapest(state, number, cost.need, cost.saved, coins, enough)
    if trade > enough and can_buy_from_bank(state.cities[number]):
        helpers = cost.saved | FROM_BANK
        trade = min(trade, BANK_PRICE + cheapest(state, number, cost.need, helpers, coins - BANK_PRICE, enough))
    return NO_WAY if trade == NO_WAY else cost.bank + trade


# ---- building a structure ---------------------------------------------------------------------------------------


@jit
def has_structure(city: City, card: int) -> bool:
    """[SW-4.2] Whether a structure of the same name stands in a city."""
    return stands(city, card) + stands(city, twin_of(card)) > 0


@jit
def has_chain(state: State, number: int, card: int) -> bool:
    """[SW-6.1] [SW-12.10] Whether a structure that makes another free stands in the city, or with a tile next to it."""
    if parent_of(card, 0) == NO_CARD:
        return False
    if has_parent(state.cities[number], card):
        return True
    if not are_chains_shared(state):
        return False
    return has_parent(state.cities[left_of(state, number)], card) or has_parent(
        state.cities[right_of(state, number)], card
    )


@jit
def has_parent(city: City, card: int) -> bool:
    if stands(city, parent_of(card, 0)):
        return True
    return parent_of(card, 1) != NO_CARD and stands(city, parent_of(card, 1)) != 0


@jit
def has_free_building(state: State, number: int) -> bool:
    """[SW-8.4] Whether the power to build without cost stands, and was not used in this Age."""
    if state.cities[number].power_used == state.age + 1:
        return False
    return has_power(state, number, FREE_BUILDING)


@jit
def ways_to_build(state: State, number: int, card: int) -> int:
    """[SW-4.1] The ways in which a city can build a structure now, as bits; 0 if it cannot."""
    city = state.cities[number]
    if has_structure(city, card):
        return 0
    ways = 0
    least = NO_WAY
    chained = has_chain(state, number, card)
    if chained:
        least = total_coins(state, number, quote_chained(state, card))
        ways |= (1 << WAY_CHAIN) * (least < NO_WAY)
        if ways and number >= state.players:
            return ways
    if not chained or tax(state, CHAIN_TRIGGER) > 0:
        paid = total_coins(state, number, quote_paid(state, number, card))
        ways |= (1 << WAY_PAY) * (paid < NO_WAY)
        least = min(least, paid)
    return ways | free_ways(state, number, card, least)


@jit
def free_ways(state: State, number: int, card: int, least: int) -> int:
    """[SW-8.4] [SW-13.7] [SW-15.19] The powers and the token to build without cost, where they save something."""
    city = state.cities[number]
    can_power = has_free_building(state, number) or has_free_black(state, city, card)
    can_token = city.tokens[BUILDING_TOKEN] > 0
    if not can_power and not can_token:
        return 0
    coins = quote_free(state, card).bank
    if coins > city.coins or (coins >= least and not helps_to_join(state, number, card)):
        return 0
    return (1 << WAY_POWER) * can_power | (1 << WAY_TOKEN) * can_token


@jit
def helps_to_join(state: State, number: int, card: int) -> bool:
    """[SW-13.3] Whether a city participates for less, or at all, if the structure itself takes no resources."""
    if number >= state.players or not fits_project(state, state.cities[number], colour_of(card)):
        return False
    free = total_coins(state, number, with_project(state, quote_free(state, card)))
    least = total_coins(state, number, with_project(state, quote_paid(state, number, card)))
    if has_chain(state, number, card):
        least = min(least, total_coins(state, number, with_project(state, quote_chained(state, card))))
    return free < least


@jit
def can_build(state: State, number: int, card: int) -> bool:
    """Whether a city can build a structure now: as `ways_to_build`, but one way is enough."""
    if has_structure(state.cities[number], card):
        return False
    chained = has_chain(state, number, card)
    if chained and can_pay(state, number, quote_chained(state, card)):
        return True
    if (not chained or tax(state, CHAIN_TRIGGER) > 0) and can_pay(state, number, quote_paid(state, number, card)):
        return True
    return free_ways(state, number, card, NO_WAY) != 0


@jit
def can_join(state: State, number: int) -> bool:
    """[SW-13.2] [SW-13.3] Whether the structure that a city plans to build lets it participate."""
    city = state.cities[number]
    plan = city.plan
    if plan.use != BUILT or plan.card >= CARDS or number >= state.players:
        return False
    if not fits_project(state, city, colour_of(plan.card)):
        return False
    cost = with_project(state, quote(state, number, plan.card, plan.way))
    return can_pay(state, number, cost)


# ---- building a stage -------------------------------------------------------------------------------------------


@jit
def ways_to_stage(state: State, number: int, item: int) -> int:
    """[SW-7.1] [SW-13.7] The ways in which a city can build a stage now, as bits; 0 if it cannot."""
    city = state.cities[number]
    if item == NO_CARD:
        return 0
    paid = total_coins(state, number, quote_stage(state, number, item, WAY_PAY))
    ways = (1 << WAY_PAY) * (paid < NO_WAY)
    if city.tokens[STAGE_TOKEN] > 0:
        coins = quote_stage(state, number, item, WAY_TOKEN).bank
        if coins <= city.coins and coins < paid:
            ways |= 1 << WAY_TOKEN
    return ways


@jit
def can_build_stage(state: State, number: int, item: int) -> bool:
    """Whether a city can build a stage now: as `ways_to_stage`, but one way is enough."""
    city = state.cities[number]
    if item == NO_CARD:
        return False
    if can_pay(state, number, quote_stage(state, number, item, WAY_PAY)):
        return True
    return city.tokens[STAGE_TOKEN] > 0 and quote_stage(state, number, item, WAY_TOKEN).bank <= city.coins


@jit
def only_way(ways: int) -> int:
    """The number of the only bit."""
    way = 0
    while ways >> way > 1:
        way += 1
    return way
