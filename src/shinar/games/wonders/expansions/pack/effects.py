"""What the stages of the Wonder Pack do: stones, markers that are counted, entombed leaders [SW-17]."""

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions, add
from shinar.games.wonders.actions import ENTOMB
from shinar.games.wonders.components import (
    AGES,
    CARDS,
    COLOUR_POINTS,
    LEADERS,
    NUM_STONE_CARDS,
    SLOTS,
    STONE_THING,
    UNSEEN,
    colour_of,
    copied_side,
    is_any_order,
    points_per_of,
    power_of,
    price_of,
    shields_of,
    stone_card,
    stone_units,
)
from shinar.games.wonders.expansions.leaders.effects import leaders_in_play, recruited
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.stages import built_stage
from shinar.games.wonders.standing import stands
from shinar.games.wonders.state import BUILT, ENTOMBED, IN_STAGE, RECRUITS, TO_ENTOMB, City, State

__all__ = ["add_tombs", "entomb", "entombed_points", "is_leader_shown", "is_marker_shown"]
__all__ += ["marker", "next_tomb", "salvage_rank", "stage_extras", "stones"]

POINTS_PER_COIN = 2  # of an entombed leader [SW-17.9]
RANKS = 4  # of boards when several build from the discards


@jit
def stones(city: City, things: int) -> int:
    """[SW-17.7] The units of stone on structures that make nothing else."""
    count = 0
    if things >> STONE_THING & 1:
        for i in range(NUM_STONE_CARDS):
            count += stone_units(i) * stands(city, stone_card(i))
    return count


# ---- markers ----------------------------------------------------------------------------------------------------


@jit
def stage_of_leader(city: City, age: int) -> int:
    """How many stages were built before the recruiting of an Age: the number of the stage built then."""
    stages = 0
    for earlier in range(age):
        stages += city.recruit_manner[earlier] == IN_STAGE
    for place in range(age * SLOTS):
        stages += city.manner[place] == IN_STAGE
    return stages


@jit
def stage_of_card(city: City, place: int) -> int:
    """How many stages were built before a card was used."""
    stages = 0
    for age in range(place // SLOTS + 1):
        stages += city.recruit_manner[age] == IN_STAGE
    for earlier in range(place):
        stages += city.manner[earlier] == IN_STAGE
    return stages


@jit
def marker(city: City, stage: int) -> int:
    """The card under a stage, or CARDS + the leader; UNSEEN if it is not known."""
    for age in range(AGES):
        if city.recruit_manner[age] == IN_STAGE and stage_of_leader(city, age) == stage:
            return CARDS + city.recruits[age] - 1 if city.recruits[age] > 0 else UNSEEN
        for place in range(age * SLOTS, (age + 1) * SLOTS):
            if city.manner[place] == IN_STAGE and stage_of_card(city, place) == stage:
                return city.used[place]
    return UNSEEN


@jit
def is_counted(state: State, number: int, stage: int) -> bool:
    """[SW-17.8] Whether the marker of a stage is counted, so that it lies face up."""
    return stage < state.cities[number].stages and power_of(built_stage(state, number, stage)) == COLOUR_POINTS


@jit
def is_marker_shown(state: State, number: int, place: int) -> bool:
    """[SW-17.8] Whether a card under a board lies face up."""
    city = state.cities[number]
    return city.manner[place] == IN_STAGE and is_counted(state, number, stage_of_card(city, place))


@jit
def is_leader_shown(state: State, number: int, i: int) -> bool:
    """[SW-15.5] [SW-17.8] [SW-17.9] Whether everybody has seen a leader that was used."""
    city = state.cities[number]
    manner = city.recruit_manner[i]
    if manner in (BUILT, ENTOMBED):
        return True
    return manner == IN_STAGE and is_counted(state, number, stage_of_leader(city, i))


@jit
def colour_points(state: State, number: int, stage: int) -> int:
    """[SW-17.8] A point for each card of the colour of the marker in both neighbouring cities."""
    piece = marker(state.cities[number], stage)
    left, right = state.cities[left_of(state, number)], state.cities[right_of(state, number)]
    if piece == UNSEEN:
        return 0
    if piece >= CARDS:
        return leaders_in_play(left) + leaders_in_play(right)
    return left.colours[colour_of(piece)] + right.colours[colour_of(piece)]


@jit
def stage_extras(state: State, number: int) -> int:
    """[SW-17.7] [SW-17.8] [SW-17.9] The points of stages that are not printed there as a number."""
    city = state.cities[number]
    points = entombed_points(city)
    for stage in range(city.stages):
        item = built_stage(state, number, stage)
        if points_per_of(item):
            points += points_per_of(item) * stones(city, 1 << STONE_THING)
        elif power_of(item) == COLOUR_POINTS:
            points += colour_points(state, number, stage)
    return points


# ---- entombed leaders -------------------------------------------------------------------------------------------


@jit
def next_tomb(state: State) -> int:
    """[SW-17.9] The first city that entombs a leader now; negative if none does."""
    for number in range(state.num_cities):
        city = state.cities[number]
        if city.errands & TO_ENTOMB:
            city.errands &= ~TO_ENTOMB
            if recruited(city):
                return number
    return -1


@jit
def add_tombs(city: City, actions: Actions) -> None:
    """[SW-17.9] Any leader that lies in the city."""
    leaders = recruited(city)
    for leader in range(LEADERS):
        if leaders >> leader & 1:
            add(actions, ENTOMB + leader)


@jit
def entomb(city: City) -> None:
    """[SW-17.9] The chosen leader is turned face down: its effect ends."""
    leader = city.plan.card - CARDS
    for i in range(RECRUITS):
        if city.recruits[i] == leader + 1:
            city.recruit_manner[i] = ENTOMBED
    city.shields -= shields_of(CARDS + leader)


@jit
def entombed_points(city: City) -> int:
    """[SW-17.9] Twice the printed coins of the entombed leaders."""
    coins = 0
    for i in range(RECRUITS):
        if city.recruit_manner[i] == ENTOMBED:
            coins += price_of(CARDS + city.recruits[i] - 1)
    return POINTS_PER_COIN * coins


# ---- the order of things ----------------------------------------------------------------------------------------


@jit
def salvage_rank(state: State, number: int) -> int:
    """[SW-20.3] Who builds from the discards first has the lowest: by what, then by which board."""
    city = state.cities[number]
    first = city.salvages & -city.salvages
    return first * RANKS + is_any_order(city.face) + 2 * (copied_side(city.face, 0) > 0)
