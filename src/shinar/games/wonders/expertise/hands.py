"""What the hands that a city will hold next offer it: the worth of the best structures that it can pay for.

Hands are passed on, so those of the neighbours are looked at too. A search asks in positions that it has imagined from
what its seat knows; there all hands are open.
"""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.building import has_chain, has_structure, quote_chained, quote_paid
from shinar.games.wonders.expertise.prices import price_of_units
from shinar.games.wonders.expertise.worth import COIN, COIN_TO_NEIGHBOUR, item_worth
from shinar.games.wonders.rules import DISCARD_COINS
from shinar.games.wonders.seating import hand_number, num_turns
from shinar.games.wonders.state import Hand, State

__all__ = ["HAND_COUNTS", "count_hands"]

HAND_COUNTS = (
    *("best card", "second card", "best card next turn", "second card next turn"),
    *("best card in two turns", "second card in two turns"),
)
LOOK_AHEAD = 3  # turns, this one included
UNIT = 20  # hundredths of a point: worths are counted in fifths
COINS_INSTEAD = DISCARD_COINS * COIN // UNIT  # every card is worth that much


@jit
def count_hands(state: State, number: int, counts: list[int], place: int) -> None:
    """Write down, from a place on, the two best structures of each hand that a city will hold."""
    for later in range(LOOK_AHEAD):
        if state.turn + later < num_turns(state):
            hand = state.hands[hand_number(state, state.age, state.turn + later, number)]
            count_hand(state, number, hand, counts, place + 2 * later)


@jit
def count_hand(state: State, number: int, hand: Hand, counts: list[int], place: int) -> None:
    """The two best structures of a hand."""
    best = COINS_INSTEAD
    second = COINS_INSTEAD
    for i in range(hand.n):
        if hand.cards[i] >= 0:
            worth = option_worth(state, number, hand.cards[i]) // UNIT
            second = max(second, min(best, worth))
            best = max(best, worth)
    counts[place] = best
    counts[place + 1] = second


@jit
def option_worth(state: State, number: int, card: int) -> int:
    """What a structure would add, less about what it costs; nothing if it cannot be built."""
    city = state.cities[number]
    if has_structure(city, card):
        return 0
    cost = quote_chained(state, card) if has_chain(state, number, card) else quote_paid(state, number, card)
    bought = price_of_units(state, number, cost.need)
    if cost.bank + bought > city.coins:
        return 0
    return item_worth(state, number, card) - COIN * (cost.bank + bought) - COIN_TO_NEIGHBOUR * bought
