"""Which stages are left to a city, for people [SW-17.3] [SW-17.6]."""

from shinar.games.wonders.components import MAX_STAGES, first_stage, is_any_order, stages_of
from shinar.games.wonders.expansions.pack.order import board_of_stage, chooses_stage, open_stages, stage_on_board
from shinar.games.wonders.stages import built_stage, stage_to_build
from shinar.games.wonders.state import State

__all__ = ["stage_items", "stages_left"]


def stages_left(state: State, number: int) -> list[int]:
    """The items of the stages that may be built next."""
    stages = open_stages(state, number)
    return [stage_to_build(state, number, which) for which in range(MAX_STAGES) if stages >> which & 1]


def stage_items(state: State, number: int) -> list[int | None]:
    """The item of each stage of a city, those that are built first; None for one that depends on a later choice."""
    city = state.cities[number]
    built = [built_stage(state, number, stage) for stage in range(city.stages)]
    if chooses_stage(state, number) and board_of_stage(state, number, city.stages) == city.face:
        return [*built, *stages_left(state, number)]
    return built + [_later(state, number, stage) for stage in range(city.stages, stages_of(city.face))]


def _later(state: State, number: int, stage: int) -> int | None:
    """The item of a stage that is still to be built."""
    face = board_of_stage(state, number, stage)
    return None if is_any_order(face) else first_stage(face) + stage_on_board(state, number, stage)
