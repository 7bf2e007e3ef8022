"""Which stages a city has: those of its own board, in any order [SW-17.3], or copies of its neighbours' [SW-17.5]."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import (
    LEFT,
    MAX_STAGES,
    NO_CARD,
    copied_side,
    copied_stage,
    is_any_order,
    stages_of,
)
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.state import IN_STAGE, City, State

__all__ = ["board_of_stage", "chooses_stage", "chosen_stage", "next_on_board", "note_order", "open_stages"]
__all__ += ["stage_on_board"]

BITS, CHOICE = 2, 3  # of a number in City.order, and all of these bits
NOTED = MAX_STAGES - 1  # the last of four stages follows from the others
ALL_NUMBERS = 0 + 1 + 2 + 3  # the sum of the numbers of four stages


@jit
def board_of_stage(state: State, number: int, stage: int) -> int:
    """[SW-17.5] The face on which a stage of a city is printed: its own, or that of a neighbour."""
    face = state.cities[number].face
    side = copied_side(face, stage)
    if side == 0:
        return face
    return state.cities[left_of(state, number) if side == LEFT else right_of(state, number)].face


@jit
def stage_on_board(state: State, number: int, stage: int) -> int:
    """[SW-17.3] [SW-17.5] The number on that face of a stage that a city has built."""
    city = state.cities[number]
    face = board_of_stage(state, number, stage)
    if is_any_order(face):
        return chosen_stage(city, stage)
    return stage if face == city.face else copied_number(city.face, stage, face)


@jit
def copied_number(own: int, stage: int, face: int) -> int:
    """[SW-17.5] The number of the stage of a face that a stage of the own face copies."""
    which = copied_stage(own, stage)
    return stages_of(face) - 1 if which == 0 else which - 1


@jit
def chosen_stage(city: City, stage: int) -> int:
    """[SW-17.3] The number of a stage that was chosen among several."""
    if stage < NOTED:
        return city.order >> BITS * stage & CHOICE
    return ALL_NUMBERS - chosen_stage_sum(city)


@jit
def chosen_stage_sum(city: City) -> int:
    """The sum of the numbers that are noted."""
    total = 0
    for stage in range(NOTED):
        total += city.order >> BITS * stage & CHOICE
    return total


@jit
def chooses_stage(state: State, number: int) -> bool:
    """[SW-17.3] [SW-17.6] Whether the next stage is one of several."""
    city = state.cities[number]
    if city.stages == stages_of(city.face):
        return False
    return is_any_order(board_of_stage(state, number, city.stages)) != 0


@jit
def open_stages(state: State, number: int) -> int:
    """[SW-7.1] [SW-17.3] [SW-17.6] The stages that may be built next, as bits, by their number on their board."""
    city = state.cities[number]
    if city.stages == stages_of(city.face):
        return 0
    face = board_of_stage(state, number, city.stages)
    if not is_any_order(face):
        return 1 << stage_on_board(state, number, city.stages)
    left = (1 << stages_of(face)) - 1
    for stage in range(city.stages):
        if board_of_stage(state, number, stage) == face:
            left &= ~(1 << chosen_stage(city, stage))
    return left


@jit
def next_on_board(state: State, number: int) -> int:
    """The number on its board of the stage that is built next: the planned one, or the first; NO_CARD if none is."""
    plan = state.cities[number].plan
    if plan.use == IN_STAGE and plan.tile > 0:
        return plan.tile - 1
    stages = open_stages(state, number)
    for which in range(MAX_STAGES):
        if stages >> which & 1:
            return which
    return NO_CARD


@jit
def note_order(state: State, number: int) -> None:
    """[SW-17.3] Note which of several stages is built now."""
    city = state.cities[number]
    if city.stages < NOTED and chooses_stage(state, number):
        city.order |= next_on_board(state, number) << BITS * city.stages
