"""Why a stage is not chosen, or a leader not entombed [SW-17.3] [SW-17.9]."""

from shinar.core.game import Refusal
from shinar.games.wonders.actions import ENTOMB, HIRE_NOBODY
from shinar.games.wonders.components import BOARD_ROWS, first_stage
from shinar.games.wonders.expansions.pack.choice import stages_left
from shinar.games.wonders.expansions.pack.order import board_of_stage
from shinar.games.wonders.explain_building import refusal_of_paying_stage
from shinar.games.wonders.state import BUILT, City, State
from shinar.games.wonders.words import leader_title, stage_title

__all__ = ["refusal_of_entombing", "refusal_of_stage_choice", "refusal_to_entomb"]


def refusal_of_stage_choice(state: State, number: int, which: int) -> Refusal | None:
    """[SW-17.3] [SW-17.6] Why a stage cannot be the one that is built next."""
    city = state.cities[number]
    if city.stages == len(BOARD_ROWS[city.face]["stages"]):
        return Refusal("all stages of your board are built", "SW-7.1")
    face = board_of_stage(state, number, city.stages)
    if "any_order" not in BOARD_ROWS[face]:
        return Refusal("you have no choice which stage to build", "SW-7.1")
    item = first_stage(face) + which
    if item not in stages_left(state, number):
        done = "built" if face == city.face else "copied"
        return Refusal(f"you have {done} {stage_title(face, which)} already", "SW-17.3")
    return refusal_of_paying_stage(state, number, item)


def refusal_to_entomb(city: City, action: int) -> Refusal | None:
    """[SW-17.9] Only a leader who lies in the own city is entombed."""
    if action not in range(ENTOMB, HIRE_NOBODY):
        return Refusal("first choose the leader that is entombed", "SW-17.9")
    leader = action - ENTOMB
    recruited = [there for there, manner in zip(city.recruits, city.recruit_manner, strict=True) if manner == BUILT]
    is_there = leader + 1 in recruited
    return None if is_there else Refusal(f"{leader_title(leader)} does not lie in your city", "SW-17.9")


def refusal_of_entombing(_state: State, _number: int, _offset: int) -> Refusal:
    """[SW-17.9] Why no leader is entombed now."""
    return Refusal("only stages of Abu Simbel entomb a leader, when they are built", "SW-17.9")
