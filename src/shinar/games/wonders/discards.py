"""Building from the discards at the end of a turn [SW-8.3] [SW-20.3]."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import AGES, CARDS, SLOTS
from shinar.games.wonders.expansions.cities.losses import phase_after_discards
from shinar.games.wonders.expansions.pack.effects import salvage_rank
from shinar.games.wonders.planning import can_salvage, is_discard
from shinar.games.wonders.seating import is_last_turn, owner, slot
from shinar.games.wonders.state import SALVAGE, SALVAGED, State

__all__ = ["has_salvage", "look_at_discards", "next_to_salvage", "take_discard"]


@jit
def look_at_discards(state: State) -> None:
    """[SW-8.3] [SW-20.3] One after another those who may look through the discards, and may build one of them."""
    number = next_to_salvage(state)
    if number < 0:
        state.phase = phase_after_discards()
        return
    state.cities[number].salvages &= state.cities[number].salvages - 1
    state.cities[owner(state, number)].looked = discards_end(state)
    if has_salvage(state, number):
        state.acting = number
        state.phase = SALVAGE


@jit
def next_to_salvage(state: State) -> int:
    """[SW-20.3] Who looks through the discards next: by a stage, then by a leader, then by a copied one."""
    found = -1
    for number in range(state.num_cities):
        if state.cities[number].salvages:
            if found < 0 or salvage_rank(state, number) < salvage_rank(state, found):
                found = number
    return found


@jit
def discards_end(state: State) -> int:
    """The first place of a card that is not yet among the discards."""
    if state.is_recruiting:
        return slot(state.age, 0)
    return slot(state.age + 1, 0) if is_last_turn(state) else slot(state.age, state.turn + 1)


@jit
def has_salvage(state: State, number: int) -> bool:
    """Whether there is any card in the discards that a city may build."""
    cards = 0
    for card in range(CARDS):
        cards += can_salvage(state, number, card)
    return cards > 0


@jit
def take_discard(state: State, card: int) -> None:
    """[SW-14.4] Of several copies the one discarded first is taken; all see where it lay."""
    for place in range(AGES * SLOTS):  # pragma: no branch  # it is found
        for number in range(state.num_cities):
            city = state.cities[number]
            if city.used[place] == card and is_discard(city.manner[place]):
                city.manner[place] = SALVAGED
                return
