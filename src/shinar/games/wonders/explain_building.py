"""Why a structure or a stage cannot be built, or not in a certain way."""

from shinar.core.game import Refusal
from shinar.games.wonders.bills import refusal_of_bill, stage_bill, structure_bill
from shinar.games.wonders.building import has_chain, has_free_building, has_structure
from shinar.games.wonders.components import (
    BUILDING_TOKEN,
    CHAIN_TRIGGER,
    FREE_BUILDING,
    NO_CARD,
    STAGE_TOKEN,
    parent_of,
)
from shinar.games.wonders.expansions.cities.explain import is_free_black, may_build_black
from shinar.games.wonders.expansions.pack.choice import stages_left
from shinar.games.wonders.expansions.tower.effects import are_chains_shared, tax
from shinar.games.wonders.stages import has_power, next_stage
from shinar.games.wonders.state import CHOOSE_WAY, IN_STAGE, WAY_CHAIN, WAY_PAY, WAY_POWER, WAY_TOKEN, State
from shinar.games.wonders.words import card_title

__all__ = ["refusal_of_paying_stage", "refusal_of_way", "refusal_to_build", "refusal_to_stage", "stands_already"]


def refusal_to_build(state: State, number: int, card: int) -> Refusal | None:
    """[SW-4.1] Why a city cannot build a structure in any way."""
    city = state.cities[number]
    if has_structure(city, card):
        return stands_already(state, number, card)
    is_free = has_free_building(state, number) or is_free_black(state, city, card)
    if is_free or city.tokens[BUILDING_TOKEN] > 0:
        return refusal_of_bill(state, number, structure_bill(state, number, card, WAY_POWER))
    if not has_chain(state, number, card):
        return refusal_of_bill(state, number, structure_bill(state, number, card, WAY_PAY))
    refused = refusal_of_bill(state, number, structure_bill(state, number, card, WAY_CHAIN))
    if refused and tax(state, CHAIN_TRIGGER):
        return refusal_of_bill(state, number, structure_bill(state, number, card, WAY_PAY)) and refused
    return refused


def stands_already(state: State, number: int, card: int) -> Refusal:
    place = "your city" if number < state.players else "the Free City"
    return Refusal(f"{card_title(card)} already stands in {place}", "SW-4.2")


def refusal_to_stage(state: State, number: int) -> Refusal | None:
    """[SW-7.1] Why a city cannot build its next stage in any way."""
    if next_stage(state, number) == NO_CARD:
        whose = "your board" if number < state.players else "the Free City"
        return Refusal(f"all stages of {whose} are built", "SW-7.1")
    found = [refusal_of_paying_stage(state, number, item) for item in stages_left(state, number)]
    return None if None in found else found[0]


def refusal_of_paying_stage(state: State, number: int, item: int) -> Refusal | None:
    """[SW-7.1] Why a city cannot pay for a stage in any way."""
    way = WAY_TOKEN if state.cities[number].tokens[STAGE_TOKEN] else WAY_PAY
    return refusal_of_bill(state, number, stage_bill(state, number, way, item))


# ---- ways to build ----------------------------------------------------------------------------------------------


def refusal_of_way(state: State, number: int, way: int) -> Refusal | None:
    """Why a way to build is not open, now or after any card is chosen."""
    city = state.cities[number]
    if city.plan.step == CHOOSE_WAY:
        if city.plan.ways >> way & 1:
            return None
        return _refusal_of_stage_way(way) if city.plan.use == IN_STAGE else _why_no_way(state, number, way)
    if way == WAY_POWER:
        return _refusal_of_power(state, number)
    if way == WAY_TOKEN and not city.tokens[BUILDING_TOKEN] and not city.tokens[STAGE_TOKEN]:
        return Refusal(f"{_has_no(state, number)} token for building", "SW-13.7")
    return None


def _refusal_of_stage_way(way: int) -> Refusal:
    """[SW-7.1] Where a stage can be built in two ways they are its cost and the token."""
    if way == WAY_CHAIN:
        return Refusal("chains are for structures, not for stages", "SW-6.1")
    return Refusal("the free building is for structures, not for stages", "SW-8.4")


def _why_no_way(state: State, number: int, way: int) -> Refusal:
    """Why a structure that can be built is not built in a way."""
    city, card = state.cities[number], state.cities[number].plan.card
    if way == WAY_CHAIN and not has_chain(state, number, card):
        return _no_chain(state, card)
    if way == WAY_PAY and (refused := _chain_instead(state, number, card)):
        return refused
    if way == WAY_POWER and (refused := _refusal_of_power(state, number)):
        return refused
    if way == WAY_TOKEN and not city.tokens[BUILDING_TOKEN]:
        return Refusal(f"{_has_no(state, number)} token for a structure", "SW-13.7")
    refused = refusal_of_bill(state, number, structure_bill(state, number, card, way))
    return refused or Refusal(f"that would save nothing: {card_title(card)} costs no more without it", "SW-8.4")


def _chain_instead(state: State, number: int, card: int) -> Refusal | None:
    """[SW-6.2] Who can use a chain does so, unless it is taxed."""
    if not has_chain(state, number, card) or tax(state, CHAIN_TRIGGER) > 0:
        return None
    return Refusal(f"the chain builds {card_title(card)} without its cost", "SW-6.2")


def _no_chain(state: State, card: int) -> Refusal:
    """[SW-6.1] Which structures would make another free."""
    parents = [parent_of(card, i) for i in range(2) if parent_of(card, i) != NO_CARD]
    if not parents:
        return Refusal(f"no structure makes {card_title(card)} free", "SW-6.1")
    names = " nor ".join(card_title(parent) for parent in parents)
    where = "in your city or next to it" if are_chains_shared(state) else "in your city"
    verb = f"neither {names} stands" if len(parents) > 1 else f"{names} does not stand"
    return Refusal(f"{verb} {where}", "SW-6.1")


def _refusal_of_power(state: State, number: int) -> Refusal | None:
    """[SW-8.4] [SW-15.19] Why nothing is built free by Olympia or Caligula; None if it is."""
    city = state.cities[number]
    if may_build_black(state, city):
        return None
    if not has_power(state, number, FREE_BUILDING):
        return Refusal(f"{_has_no(state, number)} stage that lets a structure be built without cost", "SW-8.4")
    if not has_free_building(state, number):
        whose = "you have" if number < state.players else "the Free City has"
        return Refusal(f"{whose} already used the free building of this Age", "SW-8.4")
    return None


def _has_no(state: State, number: int) -> str:
    return "you have no" if number < state.players else "the Free City has no"
