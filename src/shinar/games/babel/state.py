"""A position of Babel as one flat record."""

from typing import Literal, get_args

from shinar.core.compiled.layout import ALL, PARTLY, Array, i8, i16, layout, per, seen
from shinar.games.babel.components import (
    CARDS_PER_NATION,
    HIGHEST_LEVEL,
    LEVELS,
    MAX_TURNS,
    NATION_CARDS,
    NATIONS,
    QUARRY,
    SEATS,
    SITES,
    TEMPLE_CARDS,
    TEMPLE_COPIES,
    Edition,
)

__all__ = ["ACT", "CHOOSE_STARTER", "DEAL", "DISCARD", "DRAW", "OVER", "PHASE_NAMES", "QUARRY_DRAW"]
__all__ += ["Phase", "Player", "Row", "Stack", "State"]

# The phases, in the order a game meets them.
CHOOSE_STARTER = 0  # chance decides who starts
DEAL = 1  # chance deals the opening hands
DRAW = 2  # chance draws nation cards for the player on turn
ACT = 3  # the player on turn chooses
DISCARD = 4  # the opponent chooses what to discard from a halved hand
QUARRY_DRAW = 5  # chance draws temple cards for the player on turn
OVER = 6
Phase = Literal["starter", "deal", "draw", "act", "discard", "quarry", "over"]  # in texts and views
PHASE_NAMES: tuple[Phase, ...] = get_args(Phase)


@layout
class Row:
    """Nation cards that a player has deployed at a site, last played on top."""

    n: i8 = seen(ALL, 0, NATION_CARDS)
    cards: Array[i8] = per(NATION_CARDS, ALL, 0, NATIONS - 1)


@layout
class Stack:
    """Temple cards by their level, last on top."""

    n: i8 = seen(ALL, 0, TEMPLE_CARDS)
    cards: Array[i8] = per(TEMPLE_CARDS, ALL, 0, HIGHEST_LEVEL)


@layout
class Player:
    """One side of the board."""

    # cards by nation; in an observation of the opponent only those in `known`
    hand: Array[i8] = per(NATIONS, PARTLY, 0, CARDS_PER_NATION)
    # which of them the opponent can infer, by nation [BB-10.3]
    known: Array[i8] = per(NATIONS, PARTLY, 0, CARDS_PER_NATION)
    unseen: i8 = seen(PARTLY, 0, NATION_CARDS)  # how many further cards are in the hand; 0 in a true state
    pawn: i8 = seen(ALL, 0, QUARRY)  # the site it stands at, or QUARRY
    start_card: i8 = seen(ALL, 0, 1)  # 1 until the starting card is built
    rows: Array[Row] = per(SITES, ALL)
    temples: Array[i8] = per(SITES, ALL, 0, (1 << LEVELS) - 2, packed=1)  # the levels of each temple as bits
    stack: Stack = seen(ALL)  # temple cards to build from


@layout
class State:
    """A position; in an observation `deck` is every nation card the seat cannot place, unseen hands included."""

    players: Array[Player] = per(SEATS, PARTLY)
    # undrawn nation cards, by nation: their order is decided when drawn
    deck: Array[i8] = per(NATIONS, PARTLY, 0, CARDS_PER_NATION)
    discards: Array[i8] = per(NATIONS, ALL, 0, CARDS_PER_NATION)  # by nation
    quarry: Array[i8] = per(LEVELS, ALL, 0, max(TEMPLE_COPIES))  # undrawn temple cards whose place is unknown, by level
    known_top: Stack = seen(ALL)  # destroyed temples that lie on top of those, next to be drawn last
    edition: i8 = seen(ALL, 0, max(Edition))
    phase: i8 = seen(ALL, 0, OVER)
    turn_of: i8 = seen(ALL, 0, SEATS - 1)  # the seat on turn
    turns: i16 = seen(ALL, 0, MAX_TURNS)  # turns begun; 0 before the first
    to_draw: i8 = seen(ALL, 0, NATION_CARDS)  # nation cards still to draw in this phase
    to_discard: i8 = seen(ALL, 0, NATION_CARDS)  # cards the opponent must still discard
    first_drawn: i8 = seen(ALL, 0, HIGHEST_LEVEL)  # level of the first temple card drawn in this phase, 0 before
    migrated: i8 = seen(ALL, 0, 1)  # 1 once this turn's migration is used
    end_phase: i8 = seen(ALL, 0, 1)  # 1 once the end phase has begun; it stays
    ending: i8 = seen(ALL, 0, 5)  # 0 while the game goes on, else which of ENDINGS came
