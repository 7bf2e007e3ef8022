"""Which of several stages a city builds [SW-17.3] [SW-17.6]."""

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions, add
from shinar.games.wonders.actions import NAME_STAGE
from shinar.games.wonders.building import can_build_stage, only_way
from shinar.games.wonders.components import MAX_STAGES
from shinar.games.wonders.expansions.pack.order import chooses_stage, open_stages
from shinar.games.wonders.stages import stage_to_build
from shinar.games.wonders.state import State

__all__ = ["add_open_stages", "can_stage", "has_stage_choice", "payable_stages"]


@jit
def can_stage(state: State, number: int) -> bool:
    """Whether a city can build a stage now."""
    return payable_stages(state, number) != 0


@jit
def payable_stages(state: State, number: int) -> int:
    """[SW-17.3] The stages that a city can build now, as bits, by their number on their board."""
    stages = open_stages(state, number)
    payable = 0
    for which in range(MAX_STAGES):
        if stages >> which & 1 and can_build_stage(state, number, stage_to_build(state, number, which)):
            payable |= 1 << which
    return payable


@jit
def has_stage_choice(state: State, number: int) -> bool:
    """[SW-17.3] Whether a city must still choose which stage to build; if only one is left, that is noted."""
    plan = state.cities[number].plan
    if plan.tile > 0 or not chooses_stage(state, number):
        return False
    payable = payable_stages(state, number)
    if payable & payable - 1:
        return True
    plan.tile = only_way(payable) + 1
    return False


@jit
def add_open_stages(state: State, number: int, actions: Actions) -> None:
    """[SW-17.3] The stages to choose from."""
    stages = payable_stages(state, number)
    for which in range(MAX_STAGES):
        if stages >> which & 1:
            add(actions, NAME_STAGE + which)
