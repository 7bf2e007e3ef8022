"""What is always true of leaders: each is in one place, and is used once by whom it was given to."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import leaders_in_game
from shinar.games.wonders.expansions.leaders.knowledge import num_given
from shinar.games.wonders.state import DRAFTED, GIVEN, RECRUITS, UNUSED, City, State

__all__ = ["are_leaders_right"]


@jit
def are_leaders_right(state: State) -> bool:
    """[SW-15.3] Every leader is in the pile or with one player, and each player has as many as were given."""
    if not state.has_leaders:
        return state.leader_deck == 0
    found = state.leader_deck
    for number in range(state.players):
        city = state.cities[number]
        for place in range(GIVEN):
            is_drawn = place >= DRAFTED
            is_there = place - DRAFTED * is_drawn < num_given(state, number, is_drawn)
            if is_there != (city.given[place] > 0):
                return False
            if city.given[place] > 0:
                bit = 1 << city.given[place] - 1
                if found & bit:
                    return False
                found |= bit
        if not are_recruits_right(city):
            return False
    return found == leaders_in_game(state.has_cities)


@jit
def are_recruits_right(city: City) -> bool:
    """[SW-15.5] What was used was given, once."""
    used = 0
    for i in range(RECRUITS):
        if (city.recruit_manner[i] == UNUSED) != (city.recruits[i] == 0):
            return False
        if city.recruits[i] == 0:
            continue
        bit = 1 << city.recruits[i] - 1
        if used & bit or not was_given(city, city.recruits[i]):
            return False
        used |= bit
    return True


@jit
def was_given(city: City, given: int) -> bool:
    """Whether a player was given a leader, counted from 1."""
    places = 0
    for place in range(GIVEN):
        places += city.given[place] == given
    return places > 0
