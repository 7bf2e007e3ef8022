"""What a search knows of Babel beside the rules: how to play on sensibly, and what a position is worth."""

from shinar.babel.actions import (
    BUILD_START,
    CHANGE_CAMPS,
    DEPLOY,
    DESERT,
    DESTROY,
    DISCARD_CARD,
    END_TURN,
    HALVE,
    MIGRATE,
    MOVE,
    SKIP,
    STEAL,
)
from shinar.babel.components import NATIONS
from shinar.babel.rules import height, legal_actions
from shinar.babel.state import Player, State
from shinar.bots.guide import Guide
from shinar.core.game import Actions, deal_one
from shinar.core.jit import jit
from shinar.core.piles import top
from shinar.core.rng import Rng

__all__ = ["weigh"]


@jit
def weigh(state: State, seat: int, actions: Actions) -> None:
    """How likely a sensible player takes each of the legal actions."""
    me = state.players[seat]
    other = state.players[1 - seat]
    for i in range(actions.n):
        actions.weights[i] = weight(me, other, actions.ids[i])


@jit
def weight(me: Player, other: Player, action: int) -> int:
    if action >= DISCARD_CARD:
        return 1
    if action >= HALVE:
        return 6
    if action >= CHANGE_CAMPS:
        return 10
    if action >= SKIP:
        return 200
    if action >= DESERT:
        return 3
    if action >= STEAL:
        return 200
    if action >= DESTROY:
        return 20 * height(other, me.pawn)
    if action >= MIGRATE:
        return 1
    if action >= BUILD_START:
        return 400
    if action >= DEPLOY:
        row = me.rows[me.pawn]
        return 12 if row.n > 0 and row.cards[row.n - 1] == action - DEPLOY else 6
    if action >= MOVE:
        return move_weight(me, other, action - MOVE)
    return 6


@jit
def move_weight(me: Player, other: Player, site: int) -> int:
    level = height(me, site) + 1
    if me.rows[site].n >= level and (top(me.stack) == level or top(other.stack) == level):
        return 60
    return 4


GUIDED: Guide[State] = Guide(weigh=weigh)
