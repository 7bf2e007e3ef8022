"""Who sits where, who holds which hand, and where the cards of a turn are noted."""

from shinar.core.compiled.jit import jit
from shinar.core.compiled.layout import Array, i8
from shinar.games.wonders.components import CITIES, EXTRA_GUILDS, HAND, SLOTS, TURNS
from shinar.games.wonders.state import Hand, State

__all__ = ["FREE_CITY", "hand_number", "hand_of", "hand_size", "has_eighth_card", "holder", "holder_in"]
__all__ += ["is_last_turn", "left_of", "num_blacks", "num_guilds", "num_turns", "owner", "right_of", "slot"]
__all__ += ["swap_places"]

FREE_CITY = 2  # the third city with two players [SW-11.1]


@jit
def num_turns(state: State) -> int:
    """[SW-3.1] [SW-16.1] [SW-18.2] The turns of an Age."""
    return TURNS + has_eighth_card(state)


@jit
def has_eighth_card(state: State) -> bool:
    """[SW-16.1] [SW-18.2] Whether a black card is dealt to each player in addition to seven others."""
    return state.has_cities != 0 and state.players <= CITIES


@jit
def num_blacks(state: State) -> int:
    """[SW-16.1] [SW-18.2] The black cards in the deck of each Age."""
    return min(state.players, CITIES) * state.has_cities


@jit
def num_guilds(state: State) -> int:
    """[SW-2.2] [SW-18.2] The guilds in the deck of Age III."""
    return min(state.num_cities, CITIES) + EXTRA_GUILDS


@jit
def is_last_turn(state: State) -> bool:
    """Whether this is the last turn of an Age."""
    return state.turn == num_turns(state) - 1


@jit
def hand_size(state: State) -> int:
    """[SW-3.1] [SW-16.1] [SW-18.2] The cards dealt to each player in every Age."""
    return HAND + has_eighth_card(state)


@jit
def left_of(state: State, city: int) -> int:
    """[SW-1.3] The next city clockwise."""
    return city + 1 if city + 1 < state.num_cities else 0


@jit
def right_of(state: State, city: int) -> int:
    """[SW-1.3] The next city counter-clockwise."""
    return city - 1 if city > 0 else state.num_cities - 1


@jit
def hand_number(state: State, age: int, turn: int, seat: int) -> int:
    """[SW-3.4] [SW-11.6] Which hand a seat holds: left in Ages I and III, right in Age II, two players exchange."""
    step = turn % state.players
    if age == 1:
        step = state.players - step
    hand = seat - step
    return hand if hand >= 0 else hand + state.players


@jit
def hand_of(state: State, seat: int) -> Hand:
    """The hand that a seat holds now."""
    return state.hands[hand_number(state, state.age, state.turn, seat)]


@jit
def holder_in(age: int, turn: int) -> int:
    """[SW-11.3] Who plays for the Free City in a turn: seat 0, left of it, begins Ages I and III, seat 1 Age II."""
    return (turn + (1 if age == 1 else 0)) % 2


@jit
def holder(state: State) -> int:
    """[SW-11.3] Who plays for the Free City now."""
    return holder_in(state.age, state.turn)


@jit
def slot(age: int, turn: int) -> int:
    """Where the card that a city uses in a turn is noted; the one after the last is for the last card of the hand."""
    return age * SLOTS + turn


@jit
def owner(state: State, number: int) -> int:
    """[SW-11.3] Who decides for a city: its player, or for the Free City its holder."""
    return number if number < state.players else holder(state)


@jit
def swap_places(one: Array[i8], other: Array[i8], first: int, end: int) -> None:
    """Exchange what two hold in some places; done from neighbour to neighbour, all pass that to the right."""
    for place in range(first, end):
        held = one[place]
        one[place] = other[place]
        other[place] = held
