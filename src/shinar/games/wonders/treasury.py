"""Coins come from the bank and go there: every coin that a city gains or loses is another's."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.expansions.cities.effects import take_bank_coin
from shinar.games.wonders.state import City, State

__all__ = ["coins_in_cities", "pay_bank", "pay_city", "take_from_bank"]


@jit
def take_from_bank(state: State, city: City, coins: int) -> None:
    """[SW-2.4] [SW-15.18] The bank pays a city; it never runs out."""
    coins += take_bank_coin(city, coins)
    state.bank -= coins
    city.coins += coins


@jit
def pay_bank(state: State, city: City, coins: int) -> None:
    """A city pays the bank."""
    city.coins -= coins
    state.bank += coins


@jit
def pay_city(city: City, other: City, coins: int) -> None:
    """[SW-5.4] A city pays another."""
    city.coins -= coins
    other.coins += coins


@jit
def coins_in_cities(state: State) -> int:
    """The coins of all cities."""
    coins = 0
    for number in range(state.num_cities):
        coins += state.cities[number].coins
    return coins
