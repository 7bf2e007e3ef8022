"""Losses of coins, and the debts that are taken instead of paying [SW-16.4] [SW-16.5]."""

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions, add
from shinar.games.wonders.actions import SETTLE_LOSS
from shinar.games.wonders.components import FLAT_LOSS, LOSS_PER_STAGE, LOSS_PER_VICTORY, gift_of
from shinar.games.wonders.conflicts import num_victories
from shinar.games.wonders.planning import clear_plan
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.state import END_TURN, LOOK_FOR_LOSSES, MAX_LOSS, READY, SETTLE, SETTLE_LOSSES, City, State
from shinar.games.wonders.teams import is_spared
from shinar.games.wonders.treasury import pay_bank, take_from_bank

__all__ = ["add_settlements", "can_pay_loss", "hand_out_gifts", "look_for_losses", "loss_for", "phase_after_discards"]
__all__ += ["settle_losses"]


@jit
def hand_out_gifts(state: State, number: int, item: int) -> None:
    """[SW-16.6] What a structure brings both neighbours."""
    if gift_of(item):
        take_from_bank(state, state.cities[left_of(state, number)], gift_of(item))
        take_from_bank(state, state.cities[right_of(state, number)], gift_of(item))


@jit
def phase_after_discards() -> int:
    """[SW-20.2] Losses are settled when all else of a turn is done but the tiles."""
    return LOOK_FOR_LOSSES


@jit
def loss_for(state: State, number: int) -> int:
    """[SW-16.4] [SW-19.4] The coins that a city loses by what the others have built in this turn."""
    city = state.cities[number]
    coins = 0
    for other in range(state.num_cities):
        if not is_spared(state, number, other):
            causes = state.cities[other].causes
            coins += causes[FLAT_LOSS] + causes[LOSS_PER_VICTORY] * num_victories(city)
            coins += causes[LOSS_PER_STAGE] * city.stages
    return coins


@jit
def look_for_losses(state: State) -> None:
    """[SW-16.4] [SW-17.11] All losses of the turn are added up; who has coins decides how much to pay."""
    for number in range(state.num_cities):
        state.cities[number].owes = loss_for(state, number)
        if not state.has_cities:
            pay_all(state.cities[number])
    choosing = 0
    losing = 0
    for number in range(state.num_cities):
        city = state.cities[number]
        for kind in range(len(city.causes)):
            city.causes[kind] = 0
        losing += city.owes > 0
        choosing += can_pay_loss(city) and state.has_cities
    if losing == 0:
        state.phase = END_TURN
        return
    for number in range(state.num_cities):
        if not (can_pay_loss(state.cities[number]) and state.has_cities):
            state.cities[number].plan.step = READY
    state.phase = SETTLE if choosing else SETTLE_LOSSES


@jit
def pay_all(city: City) -> None:
    """[SW-17.11] Without Cities there are no debts: a loss takes the coins that are there."""
    city.owes = min(city.owes, city.coins)
    city.plan.bank = city.owes


@jit
def can_pay_loss(city: City) -> bool:
    """[SW-16.5] Whether a city has a choice: a loss, and coins."""
    return city.owes > 0 and city.coins > 0


@jit
def add_settlements(city: City, actions: Actions) -> None:
    """[SW-16.5] Any number of the coins that are lost can be paid."""
    for coins in range(min(min(city.owes, city.coins), MAX_LOSS) + 1):
        add(actions, SETTLE_LOSS + coins)


@jit
def settle_losses(state: State) -> None:
    """[SW-16.5] All pay what they have decided, and take a debt for each other coin."""
    for number in range(state.num_cities):
        city = state.cities[number]
        pay_bank(state, city, city.plan.bank)
        city.debts += city.owes - city.plan.bank
        city.owes = 0
        clear_plan(city.plan)
    state.resolutions += 1
    state.phase = END_TURN
