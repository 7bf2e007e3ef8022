"""A position of Babel as one flat record."""

from shinar.core.compiled.layout import Array, i8, i16, layout, per
from shinar.games.babel.components import LEVELS, NATION_CARDS, NATIONS, SEATS, SITES, TEMPLE_CARDS

__all__ = ["ACT", "CHOOSE_STARTER", "DEAL", "DISCARD", "DRAW", "OVER", "QUARRY_DRAW", "Player", "Row", "Stack", "State"]

# The phases, in the order a game meets them.
CHOOSE_STARTER = 0  # chance decides who starts
DEAL = 1  # chance deals the opening hands
DRAW = 2  # chance draws nation cards for the player on turn
ACT = 3  # the player on turn chooses
DISCARD = 4  # the opponent chooses what to discard from a halved hand
QUARRY_DRAW = 5  # chance draws temple cards for the player on turn
OVER = 6


@layout
class Row:
    """Nation cards that a player has deployed at a site, last played on top."""

    n: i8
    cards: Array[i8] = per(NATION_CARDS)


@layout
class Stack:
    """Temple cards by their level, last on top."""

    n: i8
    cards: Array[i8] = per(TEMPLE_CARDS)


@layout
class Player:
    """One side of the board."""

    hand: Array[i8] = per(NATIONS)  # cards by nation; in an observation of the opponent only those in `known`
    known: Array[i8] = per(NATIONS)  # which of them the opponent can infer, by nation [BB-10.3]
    unseen: i8  # how many further cards are in the hand; 0 in a true state
    pawn: i8  # the site it stands at, or QUARRY
    start_card: i8  # 1 until the starting card is built
    rows: Array[Row] = per(SITES)
    temples: Array[i8] = per(SITES)  # the levels of each temple as bits
    stack: Stack  # temple cards to build from


@layout
class State:
    """A position; in an observation `deck` is every nation card the seat cannot place, unseen hands included."""

    players: Array[Player] = per(SEATS)
    deck: Array[i8] = per(NATIONS)  # undrawn nation cards, by nation: their order is decided when drawn
    discards: Array[i8] = per(NATIONS)  # by nation
    quarry: Array[i8] = per(LEVELS)  # undrawn temple cards whose place is unknown, by level
    known_top: Stack  # destroyed temples that lie on top of those, next to be drawn last
    edition: i8
    phase: i8
    turn_of: i8  # the seat on turn
    turns: i16  # turns begun; 0 before the first
    to_draw: i8  # nation cards still to draw in this phase
    to_discard: i8  # cards the opponent must still discard
    first_drawn: i8  # level of the first temple card drawn in this phase, 0 before
    migrated: i8  # 1 once this turn's migration is used
    end_phase: i8  # 1 once the end phase has begun; it stays
    ending: i8  # 0 while the game goes on, else which of ENDINGS came
