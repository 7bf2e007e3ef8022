"""What chance does [SW-2]: it deals boards, tiles, projects and cards. Decks are multisets, decided when dealt."""

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions, add_weighted
from shinar.core.rng import Rng, below
from shinar.games.wonders.actions import DEAL_BOARD, DEAL_CARD, DEAL_LEADER, DEAL_TILE, PROJECT
from shinar.games.wonders.components import (
    BOARDS,
    CARDS,
    FIRST_GUILD,
    LEADERS,
    PROJECTS_PER_AGE,
    SIDES,
    TILES,
    colour_of,
    first_card,
)
from shinar.games.wonders.components import PURPLE as GUILD_COLOUR
from shinar.games.wonders.state import (
    DEAL_BOARDS,
    DEAL_LEADERS,
    DEAL_TILES,
    DEALING,
    DRAW_LEADERS,
    DRAW_PROJECT,
    Hand,
    State,
)

__all__ = ["add_chances", "draw_card", "is_dealing", "put_into", "take_card", "take_from"]

ONLY_A, ONLY_B = 1, 2  # the option for sides, see State.sides


@jit
def is_dealing(state: State) -> bool:
    """Whether chance must act."""
    return DEALING >> state.phase & 1 != 0


@jit
def add_chances(state: State, outcomes: Actions) -> None:
    """What chance may bring, weighted."""
    if state.phase == DEAL_BOARDS:
        add_boards(state, outcomes)
    elif state.phase == DEAL_TILES:
        for tile in range(1, TILES + 1):
            add_weighted(outcomes, DEAL_TILE + tile - 1, state.tile_deck >> tile & 1)
    elif state.phase == DEAL_LEADERS or state.phase == DRAW_LEADERS:
        for leader in range(LEADERS):
            add_weighted(outcomes, DEAL_LEADER + leader, state.leader_deck >> leader & 1)
    elif state.phase == DRAW_PROJECT:
        for project in range(PROJECTS_PER_AGE):
            add_weighted(outcomes, PROJECT + state.age * PROJECTS_PER_AGE + project, 1)
    elif is_dealing(state):
        for card in range(first_card(state.age), first_card(state.age + 1)):
            add_weighted(outcomes, DEAL_CARD + card, card_weight(state, card))


@jit
def add_boards(state: State, outcomes: Actions) -> None:
    """[SW-2.3] Any board that may be dealt next, with either side if both are played."""
    for board in range(BOARDS):
        if is_board_dealt(state, board):
            for side in range(SIDES):
                if is_side_dealt(state, side):
                    add_weighted(outcomes, DEAL_BOARD + board * SIDES + side, 1)


@jit
def is_board_dealt(state: State, board: int) -> bool:
    """[SW-2.3] Whether the next board may be this one: the one promised to the seat, or any promised to nobody."""
    promised = state.seat_boards[state.dealt]
    if promised != 0:
        return promised == board + 1
    for seat in range(state.players):
        if state.seat_boards[seat] == board + 1:
            return False
    return state.boards >> board & 1 == 1


@jit
def is_side_dealt(state: State, side: int) -> bool:
    """[SW-2.3] [SW-11.1] Whether the next board may be dealt with this side."""
    if state.dealt >= state.players:
        return side == 0
    return state.sides == 0 or state.sides == side + 1


# ---- cards ------------------------------------------------------------------------------------------------------


@jit
def undealt_guilds(state: State) -> int:
    """The guilds of which some may still be dealt."""
    guilds = 0
    for card in range(FIRST_GUILD, CARDS):
        guilds += state.deck[card]
    return guilds


@jit
def card_weight(state: State, card: int) -> int:
    """[SW-2.2] How likely a card of the present Age is the next: only some of the guilds are in the deck, unseen.

    With r other cards and g of u unseen guilds still to be dealt, a guild comes with probability g / (r + g), and
    each of the u is equally likely.
    """
    if state.age < 2:
        return state.deck[card]
    if colour_of(card) == GUILD_COLOUR:
        return state.guilds_left * state.deck[card]
    return undealt_guilds(state) * state.deck[card]


@jit
def draw_card(state: State, age: int, rng: Rng) -> int:
    """A card of an Age from the deck by chance, which it leaves: the same as picking among `add_chances`."""
    guilds = undealt_guilds(state) if age == 2 else 1
    others = 0
    for card in range(first_card(age), min(first_card(age + 1), FIRST_GUILD)):
        others += state.deck[card]
    guild_tickets = guilds * state.guilds_left if age == 2 else 0
    ticket = below(rng, others * guilds + guild_tickets)
    card = first_card(age)
    weight = state.deck[card] * guilds
    while ticket >= weight:
        ticket -= weight
        card += 1
        weight = state.deck[card] * (state.guilds_left if card >= FIRST_GUILD else guilds)
    take_card(state, card)
    return card


@jit
def take_card(state: State, card: int) -> None:
    """A card leaves the deck."""
    state.deck[card] -= 1
    if colour_of(card) == GUILD_COLOUR:
        state.guilds_left -= 1


@jit
def put_into(hand: Hand, card: int) -> None:
    """Put a card into a hand, which stays in order."""
    place = hand.n
    while place > 0 and hand.cards[place - 1] > card:
        hand.cards[place] = hand.cards[place - 1]
        place -= 1
    hand.cards[place] = card
    hand.n += 1


@jit
def take_from(hand: Hand, card: int) -> None:
    """Take a card out of a hand."""
    place = 0
    while hand.cards[place] != card:
        place += 1
    hand.n -= 1
    for i in range(place, hand.n):
        hand.cards[i] = hand.cards[i + 1]
    hand.cards[hand.n] = 0
