"""The conflicts at the end of an Age, and the tokens they bring [SW-9.1]."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import AGES
from shinar.games.wonders.expansions.leaders.effects import sends_defeats, victory_coins
from shinar.games.wonders.expansions.tower.effects import are_defeats_doubled, are_victories_lessened
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.state import City, State
from shinar.games.wonders.treasury import take_from_bank

__all__ = ["fight", "fight_all", "num_victories", "take_victory"]


@jit
def fight_all(state: State) -> None:
    """[SW-9.1] Every city meets both neighbours."""
    for number in range(state.num_cities):
        shields = state.cities[number].shields
        left = left_of(state, number)
        right = right_of(state, number)
        fight(state, number, left, shields - state.cities[left].shields)
        fight(state, number, right, shields - state.cities[right].shields)


@jit
def fight(state: State, number: int, against: int, lead: int) -> None:
    """[SW-9.2] [SW-12.10] [SW-15.14] A victory token for a lead in shields, a defeat token for the opposite."""
    city = state.cities[number]
    if lead > 0:
        take_victory(state, city, state.age)
    elif lead < 0:
        loser = state.cities[against] if sends_defeats(city) else city
        loser.defeats += 2 if are_defeats_doubled(state) else 1


@jit
def take_victory(state: State, city: City, value: int) -> None:
    """[SW-9.2] [SW-12.10] [SW-15.13] A victory token, by the Age of its value; a tile makes it smaller, or nothing."""
    if are_victories_lessened(state):
        value -= 1
    if value >= 0:
        city.victories[value] += 1
        take_from_bank(state, city, victory_coins(city))


@jit
def num_victories(city: City) -> int:
    """The number of victory tokens of a city."""
    tokens = 0
    for value in range(AGES):
        tokens += city.victories[value]
    return tokens
