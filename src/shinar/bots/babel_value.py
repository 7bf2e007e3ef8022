"""What a position of Babel is worth: a few counts for each side, weighted by what self-play has taught.

The weights are integers in thousandths; they come from the training command and are not to be edited by hand.
"""

import math
from typing import NamedTuple

from shinar.babel.components import ASSYRIANS, HITTITES, LEVELS, NATIONS, QUARRY, SITES, TEMPLE_CARDS
from shinar.babel.rules import GROUP, group_end, hand_size, height
from shinar.babel.state import Player, State
from shinar.bots.tree import ONE
from shinar.core.jit import jit
from shinar.core.piles import top, total

__all__ = ["Counts", "counts", "evaluate", "logit"]

UNIT = 1000  # weights are in thousandths
LIKELIEST = 20  # limits the argument of the exponential


class Counts(NamedTuple):
    """What is counted of one side, seen from it."""

    score: int
    late_score: int  # the score times how much of the quarry is gone, in tenths
    is_safe: int  # 1 with a score of ten or more: fifteen of the other do not end the game
    hand: int  # cards
    deployed: int  # cards
    support: int  # levels by which temples could grow on the cards deployed there
    builds: int  # cards on top of a stack that could be built at some site at once
    openings: int  # sites where the next level lies on top of a stack
    groups: int  # groups of three that can use abilities
    doomed: int  # opposing levels at sites with a group of Assyrians
    stealable: int  # levels the other has more, at sites with a group of Hittites
    assyrians: int  # in hand
    hittites: int
    medes: int
    persians: int
    sumerians: int
    has_turn: int
    tower: int  # squares of the levels
    near: int  # points above ten, squared
    stack: int  # cards on the own stack
    reach: int  # opposing levels at sites that the hand can reach with two Assyrians there or in hand


@jit
def counts(state: State, seat: int) -> Counts:
    """Count one side."""
    me = state.players[seat]
    other = state.players[1 - seat]
    score = 0
    deployed = 0
    support = 0
    builds = 0
    openings = 0
    groups = 0
    doomed = 0
    stealable = 0
    tower = 0
    reach = 0
    for site in range(SITES):
        level = height(me, site)
        cards = 0 + me.rows[site].n
        score += level
        tower += level * level
        deployed += cards
        support += max(min(cards, LEVELS - 1) - level, 0)
        is_open = top(me.stack) == level + 1 or top(other.stack) == level + 1
        openings += 1 if is_open else 0
        can_come = site == me.pawn or me.hand[site] > 0
        builds += 1 if is_open and cards > level and can_come else 0
        found = grouped(me, site)
        groups += found & 1
        theirs = height(other, site)
        if found >> 1 & 1:
            doomed += theirs
        elif can_come and own_assyrians(me, site) >= GROUP:
            reach += theirs
        if found >> 2 & 1:
            stealable += max(theirs - level, 0) if theirs <= cards else 0
    gone = TEMPLE_CARDS - total(state.quarry) - state.known_top.n
    above = max(score - 10, 0)
    return Counts(
        score,
        score * gone * 10 // TEMPLE_CARDS,
        1 if score >= 10 else 0,
        hand_size(me),
        deployed,
        support,
        builds,
        openings,
        groups,
        doomed,
        stealable,
        0 + me.hand[0],
        0 + me.hand[1],
        0 + me.hand[2],
        0 + me.hand[3],
        0 + me.hand[4],
        1 if state.turn_of == seat else 0,
        tower,
        above * above,
        0 + me.stack.n,
        reach,
    )


@jit
def own_assyrians(me: Player, site: int) -> int:
    """Assyrians that could stand together at a site: on top of the row, and in the hand."""
    row = me.rows[site]
    cards = 0 + me.hand[ASSYRIANS] - (1 if site == ASSYRIANS and me.pawn != site else 0)
    i = row.n - 1
    while i >= 0 and row.cards[i] == ASSYRIANS:
        cards += 1
        i -= 1
    return cards


@jit
def grouped(me: Player, site: int) -> int:
    """Bits: whether there is any group at a site, one of Assyrians, one of Hittites."""
    row = me.rows[site]
    found = 0
    start = 0
    while start + GROUP <= row.n:
        end = group_end(row, start)
        if end - start >= GROUP:
            found |= 1
            if row.cards[start] == ASSYRIANS:
                found |= 2
            elif row.cards[start] == HITTITES:
                found |= 4
        start = end
    return found


WEIGHTS = (152, 31, 1, 27, 6, 37, 102, 54, 266, 223, 197, 55, 76, 10, 67, 11, -178, -10, 12, -63, 58)


@jit
def logit(state: State, seat: int) -> int:
    """How much better a side stands than the other, in thousandths of a logit."""
    mine = counts(state, seat)
    theirs = counts(state, 1 - seat)
    difference = 0
    for i in range(len(WEIGHTS)):
        difference += WEIGHTS[i] * (mine[i] - theirs[i])
    return difference


@jit
def evaluate(state: State, seat: int) -> int:
    """The chance to win, as a part of ONE."""
    return int(ONE / (1.0 + math.exp(-logit(state, seat) / UNIT)))
