"""A simple evaluation of Babel: the weighted sum of a few counts for each side, each of which can be put into words.

Hints give their reasons by it (reasons.py), and the network that a search judges by (value.py) is compared with it. The
weights are thousandths of a logit, read from `linear.json`; they were fitted to games of a search against itself.
"""

import json
import math
from collections.abc import Callable
from importlib.resources import files
from typing import NamedTuple

from shinar.core.bits import as_int
from shinar.core.compiled.jit import jit
from shinar.core.piles import top, total
from shinar.games.babel.components import ASSYRIANS, HIGHEST_LEVEL, HITTITES, NATIONS, SITES, TEMPLE_CARDS
from shinar.games.babel.rules import GROUP, SAFE_SCORE, group_end, hand_size, height, score
from shinar.games.babel.state import Player, Row, State
from shinar.search.tree import ONE

__all__ = ["WEIGHTS", "SideCounts", "SiteCounts", "Weights", "evaluate", "make_evaluation", "parse_weights"]
__all__ += ["side_counts", "site_counts"]

UNIT = 1000  # weights are in thousandths
TENTHS = 10


class SiteCounts(NamedTuple):
    """What is counted at a site for the player of one side."""

    level: int
    square: int  # of the level: a high temple is a great loss
    cards: int  # deployed there
    support: int  # levels by which the temple could grow on them
    is_open: int  # 1 if the next level lies on top of a stack
    can_build: int  # 1 if, besides, the cards are there and the pawn is or can come
    groups: int  # 1 if three in a row are ready for an ability
    doomed: int  # opposing levels, if a group of Assyrians stands here
    in_reach: int  # opposing levels, if such a group could stand here this turn
    stealable: int  # levels the opponent has more, if a group of Hittites stands here


class SideCounts(NamedTuple):
    """What is counted of a whole side."""

    late_score: int  # the score times the part of the quarry that is gone, in tenths
    is_safe: int  # 1 if fifteen points of the other would not end the game
    near: int  # points above that, squared
    hand: int  # cards
    assyrians: int  # in hand
    hittites: int
    medes: int
    persians: int
    sumerians: int
    has_turn: int
    stack: int  # cards on the own stack


ANY_GROUP, ASSYRIAN_GROUP, HITTITE_GROUP = 1, 2, 4  # bits, see groups_at


# ---- weights ----------------------------------------------------------------------------------------------------


class Weights(NamedTuple):
    """What each count is worth, in thousandths of a logit."""

    site: tuple[int, ...]  # as SiteCounts
    side: tuple[int, ...]  # as SideCounts


def parse_weights(text: str) -> Weights:
    """The weights of a JSON text, each by its name; a KeyError names one that is missing."""
    data = json.loads(text)
    site = tuple(int(data["site"][name]) for name in SiteCounts._fields)
    return Weights(site, tuple(int(data["side"][name]) for name in SideCounts._fields))


def make_evaluation(weights: Weights) -> Callable[[State, int], int]:
    """The evaluation with these weights: (state, seat) the chance to win, as a part of ONE."""
    site_weights, side_weights = weights.site, weights.side

    @jit
    def side_worth(state: State, seat: int) -> int:
        """The weighted counts of a side, in thousandths of a logit."""
        worth = 0
        counts = side_counts(state, seat)
        for i in range(len(side_weights)):
            worth += side_weights[i] * counts[i]
        for site in range(SITES):
            there = site_counts(state, seat, site)
            for i in range(len(site_weights)):
                worth += site_weights[i] * there[i]
        return worth

    @jit
    def evaluate(state: State, seat: int) -> int:
        """The chance to win, as a part of ONE."""
        logit = (side_worth(state, seat) - side_worth(state, 1 - seat)) / UNIT
        return int(ONE / (1.0 + math.exp(-logit)))

    return evaluate


WEIGHTS = parse_weights((files("shinar.games.babel.expertise") / "linear.json").read_text(encoding="utf-8"))
evaluate = make_evaluation(WEIGHTS)


# ---- counts -----------------------------------------------------------------------------------------------------


@jit
def side_counts(state: State, seat: int) -> SideCounts:
    """Count what a side has anywhere."""
    me = state.players[seat]
    points = score(state, seat)
    above = max(points - SAFE_SCORE, 0)
    gone = TEMPLE_CARDS - total(state.quarry) - state.known_top.n
    return SideCounts(
        points * gone * TENTHS // TEMPLE_CARDS,
        1 if points >= SAFE_SCORE else 0,
        above * above,
        hand_size(me),
        as_int(me.hand[0]),
        as_int(me.hand[1]),
        as_int(me.hand[2]),
        as_int(me.hand[3]),
        as_int(me.hand[NATIONS - 1]),
        1 if state.turn_of == seat else 0,
        as_int(me.stack.n),
    )


@jit
def site_counts(state: State, seat: int, site: int) -> SiteCounts:
    """Count what a side has at a site."""
    me = state.players[seat]
    other = state.players[1 - seat]
    level = height(me, site)
    theirs = height(other, site)
    cards = as_int(me.rows[site].n)
    can_come = site == me.pawn or me.hand[site] > 0
    is_open = top(me.stack) == level + 1 or top(other.stack) == level + 1
    groups = groups_at(me.rows[site])
    is_doomed = groups & ASSYRIAN_GROUP != 0
    is_in_reach = not is_doomed and can_come and assyrians_for(me, site) >= GROUP
    is_stealable = groups & HITTITE_GROUP != 0 and theirs <= cards
    return SiteCounts(
        level,
        level * level,
        cards,
        max(min(cards, HIGHEST_LEVEL) - level, 0),
        1 if is_open else 0,
        1 if is_open and cards > level and can_come else 0,
        groups & ANY_GROUP,
        theirs if is_doomed else 0,
        theirs if is_in_reach else 0,
        max(theirs - level, 0) if is_stealable else 0,
    )


@jit
def assyrians_for(me: Player, site: int) -> int:
    """Assyrians that could stand together at a site: those on top of the row, and those in the hand."""
    row = me.rows[site]
    cards = me.hand[ASSYRIANS] - (1 if site == ASSYRIANS and me.pawn != site else 0)
    place = row.n - 1
    while place >= 0 and row.cards[place] == ASSYRIANS:
        cards += 1
        place -= 1
    return cards


@jit
def groups_at(row: Row) -> int:
    """Which groups of three or more stand in a row, as bits."""
    found = 0
    start = 0
    while start + GROUP <= row.n:
        end = group_end(row, start)
        if end - start >= GROUP:
            found |= ANY_GROUP
            if row.cards[start] == ASSYRIANS:
                found |= ASSYRIAN_GROUP
            elif row.cards[start] == HITTITES:
                found |= HITTITE_GROUP
        start = end
    return found
