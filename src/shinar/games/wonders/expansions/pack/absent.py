"""What stands in the named places of the rules where the Wonder Pack is not played: nothing of it is compiled."""

from collections.abc import Callable
from typing import Any

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions
from shinar.games.wonders import rules
from shinar.games.wonders.building import can_build_stage
from shinar.games.wonders.components import NO_CARD, stages_of
from shinar.games.wonders.expansions.pack import effects, order, recount, staging
from shinar.games.wonders.stages import next_stage
from shinar.games.wonders.state import BUILT, City, State

__all__ = ["WITHOUT_PACK"]


@jit
def own_board(state: State, number: int, _stage: int) -> int:
    """[SW-7.1] Every stage is on the own board."""
    return state.cities[number].face


@jit
def same_stage(_state: State, _number: int, stage: int) -> int:
    """[SW-7.1] Stages are built in their order."""
    return stage


@jit
def next_in_order(state: State, number: int) -> int:
    """[SW-7.1] The number of the next stage; NO_CARD if all are built."""
    city = state.cities[number]
    return NO_CARD if city.stages == stages_of(city.face) else city.stages


@jit
def nothing_noted(_state: State, _number: int) -> None:
    return


@jit
def no_choice(_state: State, _number: int) -> bool:
    return False


@jit
def no_stages(_state: State, _number: int) -> int:
    return 0


@jit
def can_build_next_stage(state: State, number: int) -> bool:
    """[SW-7.1] Whether a city can build a stage now: the next one."""
    return can_build_stage(state, number, next_stage(state, number))


@jit
def no_actions(_state: State, _number: int, _actions: Actions) -> None:
    return


@jit
def no_tombs(_city: City, _actions: Actions) -> None:
    return


@jit
def nobody(_state: State) -> int:
    return -1


@jit
def nothing_happens(_city: City) -> None:
    return


@jit
def none_of(_city: City, _what: int) -> int:
    return 0


@jit
def no_points(_state: State, _number: int) -> int:
    return 0


@jit
def is_never_shown(_state: State, _number: int, _place: int) -> bool:
    return False


@jit
def is_recruited(state: State, number: int, i: int) -> bool:
    """[SW-15.5] Leaders that lie face up in a city have been seen by everybody."""
    return state.cities[number].recruit_manner[i] == BUILT


@jit
def rank_by_way(state: State, number: int) -> int:
    """[SW-20.3] By a stage, then by a leader, then by a copied one."""
    return state.cities[number].salvages


@jit
def no_more(_state: State, _first: int) -> None:
    return


@jit
def is_nothing_noted(state: State, number: int) -> bool:
    return state.cities[number].order == 0


WITHOUT_PACK: dict[Callable[..., Any], Callable[..., Any]] = {
    order.board_of_stage: own_board,
    order.stage_on_board: same_stage,
    order.next_on_board: next_in_order,
    order.note_order: nothing_noted,
    staging.can_stage: can_build_next_stage,
    staging.has_stage_choice: no_choice,
    staging.add_open_stages: no_actions,
    staging.payable_stages: no_stages,
    rules.offer_more_sevenths: no_more,
    effects.add_tombs: no_tombs,
    effects.next_tomb: nobody,
    effects.entomb: nothing_happens,
    effects.stones: none_of,
    effects.stage_extras: no_points,
    effects.is_marker_shown: is_never_shown,
    effects.is_leader_shown: is_recruited,
    effects.salvage_rank: rank_by_way,
    recount.are_stages_right: is_nothing_noted,
}
