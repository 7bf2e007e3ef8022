"""Positions with the Wonder Pack that cannot be reached, and the sentences that say what is wrong with them."""

from collections.abc import Iterator

from shinar.games.wonders.components import ENTOMB_LEADER, MIN_CITIES, SEVENTH_CARD, power_of
from shinar.games.wonders.expansions.pack.recount import are_stages_right
from shinar.games.wonders.seating import num_turns, slot
from shinar.games.wonders.stages import built_stage, has_power
from shinar.games.wonders.state import BUILT, DEAL_BOARDS, ENTOMB, ENTOMBED, UNUSED, State
from shinar.games.wonders.words import board_title

__all__ = ["faults_of_pack", "has_played_last"]


def faults_of_pack(state: State) -> Iterator[str]:
    """[SW-17.3] [SW-17.9] Stages and tombs are possible, and who entombs a leader has just built the stage for it."""
    if state.has_pack and state.players < MIN_CITIES:
        yield "the Wonder Pack needs three players"
    for number, city in enumerate(state.cities[: state.num_cities]):
        if state.phase != DEAL_BOARDS and not are_stages_right(state, number):
            yield f"the stages of {board_title(city.face)} cannot be built like that: order:…"
    city = state.cities[state.acting]
    if state.phase == ENTOMB and not (can_entomb(state, state.acting) and any(map(_is_recruited, city.recruit_manner))):
        yield f"{board_title(city.face)} has no leader to entomb"


def _is_recruited(manner: int) -> bool:
    return manner == BUILT


def can_entomb(state: State, number: int) -> bool:
    """[SW-17.9] Whether the last stage of a city entombs a leader, and one more was built than leaders are entombed."""
    city = state.cities[number]
    items = [built_stage(state, number, stage) for stage in range(city.stages)]
    tombs = sum(power_of(item) == ENTOMB_LEADER for item in items)
    is_last = bool(items) and power_of(items[-1]) == ENTOMB_LEADER
    return is_last and tombs > city.recruit_manner.count(ENTOMBED)


def has_played_last(state: State) -> bool:
    """[SW-17.10] Whether somebody with the power has played the last card of the hand already, while another does."""
    place = slot(state.age, num_turns(state))
    others = [number for number in range(state.acting) if state.cities[number].manner[place] != UNUSED]
    return any(has_power(state, number, SEVENTH_CARD) for number in others)
