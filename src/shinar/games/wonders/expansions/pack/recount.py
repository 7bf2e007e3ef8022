"""What is always true of stages: no stage is built twice, and no more leaders are entombed than stages allow."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import ENTOMB_LEADER, is_any_order, power_of
from shinar.games.wonders.expansions.pack.order import BITS, CHOICE, board_of_stage
from shinar.games.wonders.stages import built_stage
from shinar.games.wonders.state import ENTOMBED, RECRUITS, State

__all__ = ["are_stages_right"]


@jit
def are_stages_right(state: State, number: int) -> bool:
    """[SW-17.3] [SW-17.6] [SW-17.9] Stages are different from each other, and only choices are noted."""
    city = state.cities[number]
    tombs = 0
    order = city.order
    for stage in range(city.stages):
        item = built_stage(state, number, stage)
        tombs += power_of(item) == ENTOMB_LEADER
        if is_any_order(board_of_stage(state, number, stage)):
            order &= ~(CHOICE << BITS * stage)
            for other in range(stage):
                if built_stage(state, number, other) == item:
                    return False
    for i in range(RECRUITS):
        tombs -= city.recruit_manner[i] == ENTOMBED
    return order == 0 and tombs >= 0
