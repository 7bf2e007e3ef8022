"""What effects count: cards of a colour, stages, defeats and more, in a city and its neighbours [SW-10.5]."""

from shinar.core.compiled.jit import jit, jit_apart
from shinar.games.wonders.components import (
    COLOURS,
    DEFEAT_THING,
    LEFT,
    OWN,
    RIGHT,
    STAGE_THING,
    VICTORY_THING,
    scope_of,
    things_of,
)
from shinar.games.wonders.conflicts import num_victories
from shinar.games.wonders.expansions.leaders.effects import leader_things
from shinar.games.wonders.expansions.pack.effects import stones
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.state import City, State

__all__ = ["count_things"]


@jit_apart
def count_things(state: State, number: int, item: int) -> int:
    """[SW-10.5] What an effect counts: cards of a colour, stages or defeats, of the own city and of neighbours."""
    scope = scope_of(item)
    count = 0
    if scope & OWN:
        count += things_in(state.cities[number], things_of(item))
    if scope & LEFT:
        count += things_in(state.cities[left_of(state, number)], things_of(item))
    if scope & RIGHT:
        count += things_in(state.cities[right_of(state, number)], things_of(item))
    return count


@jit
def things_in(city: City, things: int) -> int:
    """How many of certain things a city has."""
    count = 0
    for colour in range(COLOURS):
        if things >> colour & 1:
            count += city.colours[colour]
    if things >> STAGE_THING & 1:
        count += city.stages
    if things >> DEFEAT_THING & 1:
        count += city.defeats
    return count + victory_things(city, things) + leader_things(city, things) + stones(city, things)


@jit
def victory_things(city: City, things: int) -> int:
    """[SW-15.17] [SW-16.12] Victory tokens, which only leaders and cards of Cities count."""
    return num_victories(city) if things >> VICTORY_THING & 1 else 0
