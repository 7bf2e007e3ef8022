"""The stages of a city: which are built, and which comes next [SW-7]."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import NO_CARD, first_stage, power_of, stages_of
from shinar.games.wonders.state import State

__all__ = ["built_stage", "has_power", "next_stage"]


@jit
def built_stage(state: State, number: int, stage: int) -> int:
    """[SW-7.1] The item of a stage that a city has built, counted from 0 in the order of building."""
    return first_stage(state.cities[number].face) + stage


@jit
def next_stage(state: State, number: int) -> int:
    """[SW-7.1] The item of the stage to be built next; NO_CARD if all are built."""
    city = state.cities[number]
    if city.stages == stages_of(city.face):
        return NO_CARD
    return first_stage(city.face) + city.stages


@jit
def has_power(state: State, number: int, power: int) -> bool:
    """Whether a stage with a power is built."""
    stages = 0
    for stage in range(state.cities[number].stages):
        stages += power_of(built_stage(state, number, stage)) == power
    return stages > 0
