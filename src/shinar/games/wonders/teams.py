"""Teams of two who sit side by side [SW-19]: who is whose partner, and what partners share."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.state import State

__all__ = ["PAIRS", "SEE_HANDS", "SPARE_LOSSES", "TEAM_PLAYERS", "TEAM_SIZE", "has_partners", "is_shown"]
__all__ += ["is_spared", "later_holder", "partner_of", "rival_of", "sees_hands"]

PAIRS, SEE_HANDS, SPARE_LOSSES = 1, 2, 4  # in State.teams, as bits
TEAM_SIZE = 2
TEAM_PLAYERS = (4, 6, 8)  # numbers of players that can play in teams [SW-19.1]


@jit
def has_partners(state: State) -> bool:
    """[SW-19.1] Whether teams play."""
    return state.teams & PAIRS != 0


@jit
def partner_of(seat: int) -> int:
    """[SW-19.1] Seats 0 and 1 are partners, 2 and 3, and so on."""
    return seat + 1 if seat % TEAM_SIZE == 0 else seat - 1


@jit
def rival_of(state: State, seat: int) -> int:
    """[SW-19.3] The neighbour who is not the partner."""
    return right_of(state, seat) if seat % TEAM_SIZE == 0 else left_of(state, seat)


@jit
def is_spared(state: State, number: int, by: int) -> bool:
    """[SW-19.4] Whether a city loses nothing by what another has built."""
    return number == by or (state.teams & SPARE_LOSSES != 0 and partner_of(number) == by)


@jit
def sees_hands(state: State) -> bool:
    """[SW-19.5] Whether partners see each other's hands."""
    return state.teams & SEE_HANDS != 0


@jit
def is_shown(state: State, seat: int, number: int) -> bool:
    """[SW-14.2] [SW-19.5] Whether a seat sees the hand of a player: its own, or that of a partner who shows it."""
    return number == seat or (seat >= 0 and sees_hands(state) and partner_of(seat) == number)


@jit
def later_holder(state: State, seat: int, age: int) -> int:
    """[SW-19.5] Who holds hands last of those whose hands a seat sees: what it knows of hands, that one knows.

    Hands are passed from partner to partner and then on, so both have seen what the second passes on.
    """
    if not sees_hands(state):
        return seat
    first = seat - seat % TEAM_SIZE
    return first if age == 1 else first + 1
