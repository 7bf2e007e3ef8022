"""What is always true of a position: every card is somewhere, and the end comes when it must."""

from shinar.core.compiled.jit import jit
from shinar.core.piles import total
from shinar.games.babel.components import CARDS_PER_NATION, LEVELS, MAX_TURNS, NATIONS, SEATS, SITES, TEMPLE_COPIES
from shinar.games.babel.rules import END_PHASE_SCORE, SAFE_SCORE, WINNING_SCORE, score
from shinar.games.babel.state import OVER, State

__all__ = ["audit", "audit_observation", "nation_cards", "temple_cards"]

LOST_NATION_CARD, LOST_TEMPLE_CARD, IMPOSSIBLE_COUNT, INVALID_END, UNSEEN_CARD = range(1, 6)


@jit
def audit(state: State) -> int:
    """What is true of observations too, and every card of a hand is known; 0 if so."""
    for seat in range(SEATS):
        if state.players[seat].unseen != 0:
            return UNSEEN_CARD
    return audit_observation(state)


@jit
def audit_observation(state: State) -> int:
    """[BB-1.1] Every card is somewhere, no count is impossible, the end is what the scores say; 0 if so."""
    for nation in range(NATIONS):
        if nation_cards(state, nation) != CARDS_PER_NATION:
            return LOST_NATION_CARD
    for level in range(1, LEVELS):
        if temple_cards(state, level) != TEMPLE_COPIES[level]:
            return LOST_TEMPLE_CARD
    if not are_counts_possible(state):
        return IMPOSSIBLE_COUNT
    return 0 if is_end_valid(state) else INVALID_END


@jit
def nation_cards(state: State, nation: int) -> int:
    """Where the cards of a nation are, counted."""
    cards = state.deck[nation] + state.discards[nation]
    for seat in range(SEATS):
        player = state.players[seat]
        cards += player.hand[nation]
        for site in range(SITES):
            for i in range(player.rows[site].n):
                cards += player.rows[site].cards[i] == nation
    return cards


@jit
def temple_cards(state: State, level: int) -> int:
    """Where the temple cards of a level are, counted."""
    cards = state.quarry[level] + (state.first_drawn == level)
    for i in range(state.known_top.n):
        cards += state.known_top.cards[i] == level
    for seat in range(SEATS):
        player = state.players[seat]
        cards += player.start_card * (level == 1)
        for site in range(SITES):
            cards += player.temples[site] >> level & 1
        for i in range(player.stack.n):
            cards += player.stack.cards[i] == level
    return cards


@jit
def are_counts_possible(state: State) -> bool:
    """No negative count, and nobody knows a card that is not there."""
    for nation in range(NATIONS):
        if state.deck[nation] < 0 or state.discards[nation] < 0:
            return False
        for seat in range(SEATS):
            player = state.players[seat]
            if not 0 <= player.known[nation] <= player.hand[nation]:
                return False
    return state.turns <= MAX_TURNS and state.to_discard >= 0 and state.to_draw >= 0


@jit
def is_end_valid(state: State) -> bool:
    """The game is over exactly when a clause of section 9 says so."""
    high = max(score(state, 0), score(state, 1))
    low = min(score(state, 0), score(state, 1))
    if state.end_phase:
        is_decided = high >= END_PHASE_SCORE or low < SAFE_SCORE
    else:
        is_decided = high >= WINNING_SCORE
    is_exhausted = total(state.quarry) + state.known_top.n == 0
    if state.phase != OVER:
        return not is_decided and not is_exhausted
    return is_decided or is_exhausted or state.turns == MAX_TURNS
