"""The stages of a city: which are built, and which comes next [SW-7]."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import NO_CARD, first_stage, power_of
from shinar.games.wonders.expansions.pack.order import board_of_stage, next_on_board, stage_on_board
from shinar.games.wonders.state import State

__all__ = ["built_stage", "has_power", "next_stage", "stage_to_build"]


@jit
def built_stage(state: State, number: int, stage: int) -> int:
    """[SW-7.1] The item of a stage that a city has built, counted from 0 in the order of building."""
    return first_stage(board_of_stage(state, number, stage)) + stage_on_board(state, number, stage)


@jit
def next_stage(state: State, number: int) -> int:
    """[SW-7.1] The item of the stage to be built next, the planned one if there is a choice; NO_CARD if none is."""
    which = next_on_board(state, number)
    return NO_CARD if which == NO_CARD else stage_to_build(state, number, which)


@jit
def stage_to_build(state: State, number: int, which: int) -> int:
    """The item of a stage that may be built next, by its number on its board."""
    return first_stage(board_of_stage(state, number, state.cities[number].stages)) + which


@jit
def has_power(state: State, number: int, power: int) -> bool:
    """Whether a stage with a power is built."""
    stages = 0
    for stage in range(state.cities[number].stages):
        stages += power_of(built_stage(state, number, stage)) == power
    return stages > 0
