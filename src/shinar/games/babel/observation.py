"""What a seat may know of a position [BB-10], and positions that agree with what it knows."""

from shinar.core.compiled.jit import jit
from shinar.core.compiled.visibility import copy_fields
from shinar.core.piles import pick
from shinar.core.rng import Rng
from shinar.games.babel.components import NATIONS, SEATS
from shinar.games.babel.duty import can_meet_duty
from shinar.games.babel.state import ACT, DISCARD, Player, State

__all__ = ["determinize", "observe", "observe_hidden"]

copy_open_table, copy_open_side = copy_fields(State), copy_fields(Player)  # what all may see
MAX_DEALS = 1000  # until one lets a duty be met; enough for everything but positions that no match reaches


@jit
def observe(state: State, seat: int, into: State) -> None:
    """Fill a blank record with what a seat (or a spectator) may know."""
    copy_open_table(state, into)  # [BB-10.1] everything on the table is open, but the order of the decks
    for owner in range(SEATS):
        copy_open_side(state.players[owner], into.players[owner])  # [BB-10.1]
    observe_hidden(state, seat, into)


@jit
def observe_hidden(state: State, seat: int, into: State) -> None:
    """The hands, and the cards that are in none."""
    for nation in range(NATIONS):
        into.deck[nation] = state.deck[nation]
    for owner in range(SEATS):
        player = state.players[owner]
        if owner == seat:
            observe_own_hand(player, into.players[owner])
        else:
            observe_other_hand(player, seat >= 0, into, owner)


@jit
def observe_own_hand(player: Player, into: Player) -> None:
    """[BB-10.2] The own hand, and what of it the opponent can infer."""
    for nation in range(NATIONS):
        into.hand[nation] = player.hand[nation]
        into.known[nation] = player.known[nation]


@jit
def observe_other_hand(player: Player, is_player: bool, into: State, owner: int) -> None:
    """[BB-10.2] [BB-10.3] Its size, and what an opponent can infer; the rest might as well be in the deck."""
    theirs = into.players[owner]
    theirs.unseen = player.unseen
    for nation in range(NATIONS):
        known = player.known[nation] if is_player else 0
        theirs.hand[nation] = known
        theirs.known[nation] = known
        theirs.unseen += player.hand[nation] - known
        into.deck[nation] += player.hand[nation] - known


@jit
def determinize(state: State, seat: int, rng: Rng) -> None:
    """Deal the unseen hands from the cards that could be in them, all equally likely.

    [BB-2.6] Whoever is in the middle of the first turn holds cards that let the starting card be built: the others
    know that, since nothing may be done that makes it impossible.
    """
    deal_unseen_hands(state, rng)
    if state.phase == ACT or state.phase == DISCARD:
        for _ in range(MAX_DEALS):
            if can_meet_duty(state):
                return
            take_unseen_hands_back(state, seat)
            deal_unseen_hands(state, rng)


@jit
def deal_unseen_hands(state: State, rng: Rng) -> None:
    for owner in range(SEATS):
        player = state.players[owner]
        while player.unseen > 0:
            nation = pick(state.deck, rng)
            state.deck[nation] -= 1
            player.hand[nation] += 1
            player.unseen -= 1


@jit
def take_unseen_hands_back(state: State, seat: int) -> None:
    """Undo `deal_unseen_hands` for whoever is not the seat that looks on."""
    for owner in range(SEATS):
        player = state.players[owner]
        for nation in range(NATIONS if owner != seat else 0):
            dealt = player.hand[nation] - player.known[nation]
            player.hand[nation] -= dealt
            state.deck[nation] += dealt
            player.unseen += dealt
