"""What chance does [SW-2]: it deals boards, tiles, projects and cards. Decks are multisets, decided when dealt."""

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions, add_weighted
from shinar.core.rng import Rng, below
from shinar.games.wonders.actions import DEAL_BOARD, DEAL_CARD, DEAL_LEADER, DEAL_TILE, PROJECT
from shinar.games.wonders.components import (
    AGES,
    BLACK,
    BOARDS,
    CARDS,
    FIRST_GUILD,
    LEADERS,
    OLD_CARDS,
    PROJECTS_PER_AGE,
    SIDES,
    TILES,
    age_of,
    colour_of,
    first_black,
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

LAST_AGE = AGES - 1
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
        add_city_cards(state, outcomes)


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
    for card in range(FIRST_GUILD, OLD_CARDS):
        guilds += state.deck[card]
    return guilds + undealt_city_guilds(state)


@jit
def undealt_city_guilds(state: State) -> int:
    """[SW-16.2] Those of Cities."""
    guilds = 0
    for card in range(first_black(AGES), CARDS):
        guilds += state.deck[card]
    return guilds


@jit
def undealt_blacks(state: State, age: int) -> int:
    """[SW-16.1] The black cards of an Age of which some may still be dealt; 1 where there are none."""
    blacks = 0
    for card in range(first_black(age), first_black(age + 1)):
        blacks += state.deck[card]
    return max(1, blacks)


@jit
def blacks_to_deal(state: State, age: int) -> int:
    """[SW-16.1] How many black cards of an Age are still to be dealt."""
    return state.blacks_left[age]


@jit
def card_weight(state: State, card: int) -> int:
    """[SW-2.2] [SW-16.1] How likely a card of the present Age is the next: only some guilds and black cards are dealt.

    With r other cards, g of u unseen guilds and b of v unseen black cards still to be dealt, a guild comes with
    probability g / (r + g + b), and each of the u is equally likely; likewise black cards.
    """
    guilds = undealt_guilds(state) if state.age == LAST_AGE else 1
    return weight_in_deck(state, card, guilds, undealt_blacks(state, state.age))


@jit
def weight_in_deck(state: State, card: int, guilds: int, blacks: int) -> int:
    """The same, when so many guilds and black cards are unseen."""
    if card < FIRST_GUILD:
        return guilds * blacks * state.deck[card]
    if colour_of(card) == GUILD_COLOUR:
        return state.guilds_left * blacks * state.deck[card]
    return blacks_to_deal(state, age_of(card)) * guilds * state.deck[card]


@jit
def add_city_cards(state: State, outcomes: Actions) -> None:
    """[SW-16.1] [SW-16.2] The cards of Cities that may come next."""
    end = CARDS if state.age == LAST_AGE else first_black(state.age + 1)
    for card in range(first_black(state.age), end):
        add_weighted(outcomes, DEAL_CARD + card, card_weight(state, card))


@jit
def draw_card(state: State, age: int, rng: Rng) -> int:
    """A card of an Age from the deck by chance, which it leaves: the same as picking among `add_chances`."""
    guilds = undealt_guilds(state) if age == LAST_AGE else 1
    blacks = undealt_blacks(state, age)
    cards = state.guilds_left if age == LAST_AGE else 0
    for card in range(first_card(age), min(first_card(age + 1), FIRST_GUILD)):
        cards += state.deck[card]
    ticket = below(rng, (cards + blacks_to_deal(state, age)) * guilds * blacks)
    card = first_card(age)
    weight = weight_in_deck(state, card, guilds, blacks)
    while ticket >= weight:
        ticket -= weight
        card = next_card(card, age)
        weight = weight_in_deck(state, card, guilds, blacks)
    take_card(state, card)
    return card


@jit
def next_card(card: int, age: int) -> int:
    """The card of an Age after another: those of Cities come last."""
    return first_black(age) if card + 1 == first_card(age + 1) else card + 1


@jit
def take_card(state: State, card: int) -> None:
    """A card leaves the deck."""
    state.deck[card] -= 1
    if colour_of(card) == GUILD_COLOUR:
        state.guilds_left -= 1
    note_black(state, card)


@jit
def note_black(state: State, card: int) -> None:
    """[SW-16.1] One black card less is to be dealt, if it is one."""
    if colour_of(card) == BLACK:
        state.blacks_left[age_of(card)] -= 1


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
