"""About what a city pays its neighbours, without listing its payments one by one."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import KINDS, NIBBLE, RAW_KINDS
from shinar.games.wonders.payment import FULL_PRICE, shortage
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.state import State

__all__ = ["OUT_OF_REACH", "price_of_units"]

OUT_OF_REACH = 1000  # coins that nobody has


@jit
def price_of_units(state: State, number: int, need: int) -> int:
    """About what a city pays its neighbours for the units of a bag; OUT_OF_REACH if they do not have enough kinds.

    Each producer with a choice is taken to make a unit, first of what nobody sells; then it saves the full price.
    """
    city = state.cities[number]
    lacking = shortage(need, city.fixed)
    coins = 0
    nowhere = 0
    for kind in range(KINDS):
        units = lacking >> NIBBLE * kind & 15
        if units > 0:
            price = price_of_kind(state, number, kind)
            if price == OUT_OF_REACH:
                nowhere += units
            else:
                coins += units * price
    if nowhere > city.num_choices:
        return OUT_OF_REACH
    return max(0, coins - FULL_PRICE * (city.num_choices - nowhere))


@jit
def price_of_kind(state: State, number: int, kind: int) -> int:
    """The lowest price of a unit from a neighbour who makes that kind without a choice; OUT_OF_REACH if none does."""
    prices = state.cities[number].prices
    raw_or_goods = 0 if kind < RAW_KINDS else 2
    price = OUT_OF_REACH
    if state.cities[left_of(state, number)].fixed >> NIBBLE * kind & 15:
        price = min(price, prices[raw_or_goods])
    if state.cities[right_of(state, number)].fixed >> NIBBLE * kind & 15:
        price = min(price, prices[raw_or_goods + 1])
    return price
