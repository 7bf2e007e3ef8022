"""What cannot be in a position because of Cities [SW-16], in sentences."""

from collections.abc import Iterator

from shinar.games.wonders.components import AGES, first_black
from shinar.games.wonders.seating import num_blacks
from shinar.games.wonders.state import ACT, OVER, SETTLE, City, State
from shinar.games.wonders.words import board_title

__all__ = ["faults_of_cities"]


def faults_of_cities(state: State) -> Iterator[str]:
    """[SW-16.1] No more black cards than are in the game; debts and tokens only where they can be."""
    cities = state.cities[: state.num_cities]
    for age in range(AGES):
        left, undealt = state.blacks_left[age], sum(state.deck[first_black(age) : first_black(age + 1)])
        if not 0 <= left <= undealt:
            yield f"only {num_blacks(state)} black cards of an Age are in the game"
    if not state.has_cities and any(map(_has_anything, cities)):
        yield "there are debts and free black structures only with Cities"
    if not state.has_cities and not state.has_pack and any(city.diplomacy or any(city.causes) for city in cities):
        yield "there are losses and diplomacy tokens only with Cities or the Wonder Pack"
    if (state.phase == SETTLE) != any(city.owes for city in cities):
        yield "coins are owed only while losses are settled: owes:…"
    for city in cities:
        if any(city.causes) and state.phase in {ACT, OVER, SETTLE}:
            yield f"what others lose by {board_title(city.face)} is settled in each turn: causes:…"
        if city.free_black_used > state.age + 1:
            yield f"{board_title(city.face)} has used a power in an Age that is still to come"


def _has_anything(city: City) -> bool:
    return bool(city.debts or city.free_black_used or city.has_bank_coin)
