"""Who meets whom when an Age ends [SW-9.1]: who has a diplomacy token stays away [SW-16.7], partners too [SW-19.3]."""

from shinar.core.compiled.jit import jit
from shinar.core.compiled.scratch import scratch
from shinar.games.wonders.components import DEFEAT_WEARERS, MAX_CITIES
from shinar.games.wonders.conflicts import fight
from shinar.games.wonders.expansions.leaders.effects import has_effect
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.state import City, State
from shinar.games.wonders.teams import has_partners, rival_of

__all__ = ["is_absent", "met_on_left", "met_on_right", "num_conflicts", "resolve_conflicts", "strength"]

NOBODY = -1
CONFLICTS_OF_TEAMS = 2  # of a city with the neighbour of another team [SW-19.3]


@jit
def resolve_conflicts(state: State) -> None:
    """[SW-16.7] The cities without a diplomacy token meet; the others give one back."""
    strengths = scratch(MAX_CITIES)
    for number in range(state.num_cities):
        strengths[number] = strength(state.cities[number])
    for number in range(state.num_cities):
        if has_partners(state):
            rival = rival_of(state, number)
            for _ in range(num_conflicts(state, number, rival)):
                fight(state, number, rival, strengths[number] - strengths[rival])
        else:
            meet_both(state, number, strengths)
    for number in range(state.num_cities):
        state.cities[number].diplomacy -= is_absent(state.cities[number])


@jit
def meet_both(state: State, number: int, strengths: list[int]) -> None:
    """[SW-16.7] A city meets those on both sides who do not stay away."""
    left = met_on_left(state, number)
    right = met_on_right(state, number)
    if left != NOBODY:
        fight(state, number, left, strengths[number] - strengths[left])
    if right != left:
        fight(state, number, right, strengths[number] - strengths[right])


@jit
def num_conflicts(state: State, number: int, rival: int) -> int:
    """[SW-19.3] How often a city meets the neighbour of another team: twice, and once less for each token."""
    return CONFLICTS_OF_TEAMS - is_absent(state.cities[number]) - is_absent(state.cities[rival])


@jit
def strength(city: City) -> int:
    """[SW-15.20] The shields of a city in conflicts."""
    return city.shields + (city.defeats if has_effect(city, DEFEAT_WEARERS) else 0)


@jit
def is_absent(city: City) -> bool:
    """[SW-16.7] Whether a city takes no part in the next conflicts."""
    return city.diplomacy > 0


@jit
def met_on_left(state: State, number: int) -> int:
    """[SW-16.7] Whom a city meets on its left, over those who stay away; NOBODY if none is there."""
    if is_absent(state.cities[number]):
        return NOBODY
    other = left_of(state, number)
    while is_absent(state.cities[other]):
        other = left_of(state, other)
    return NOBODY if other == number else other


@jit
def met_on_right(state: State, number: int) -> int:
    """[SW-16.7] Likewise on its right."""
    if is_absent(state.cities[number]):
        return NOBODY
    other = right_of(state, number)
    while is_absent(state.cities[other]):
        other = right_of(state, other)
    return NOBODY if other == number else other
