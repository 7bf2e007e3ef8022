"""What is always true with Cities: how many black cards of each Age are dealt [SW-16.1] [SW-18.2]."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import AGES, first_black
from shinar.games.wonders.seating import num_blacks
from shinar.games.wonders.state import SETTLE, State

__all__ = ["are_blacks_right"]


@jit
def are_blacks_right(state: State, dealt: list[int]) -> bool:
    """Black cards are dealt or still to be dealt, and no count is impossible."""
    for age in range(AGES):
        blacks = state.blacks_left[age]
        for card in range(first_black(age), first_black(age + 1)):
            blacks += dealt[card]
        if blacks != num_blacks(state) or state.blacks_left[age] < 0:
            return False
    for number in range(state.num_cities):
        city = state.cities[number]
        if city.debts < 0 or city.diplomacy < 0 or (city.owes != 0 and state.phase != SETTLE):
            return False
    return True
