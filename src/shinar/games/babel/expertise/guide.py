"""How Babel is played sensibly: which actions a good player takes more often."""

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions
from shinar.core.guide import Guide
from shinar.core.piles import top
from shinar.games.babel.actions import (
    BUILD_START,
    CHANGE_CAMPS,
    DEPLOY,
    DESERT,
    DESTROY,
    DISCARD_CARD,
    HALVE,
    MIGRATE,
    MOVE,
    SKIP,
    STEAL,
)
from shinar.games.babel.expertise.linear import evaluate
from shinar.games.babel.expertise.value import rate_all
from shinar.games.babel.rules import height
from shinar.games.babel.state import Player, State

__all__ = ["GUIDE", "LINEAR", "PLAYOUTS_ONLY", "weigh"]

# Weights: twice the weight, taken twice as often.
BUILDING = 400  # nearly always
STEALING = 200
SKIPPING = 200
DESTROYING = 20  # for each level
CHANGING_CAMPS = 10
HALVING = 6
DRIVING_AWAY = 3
MIGRATING = 1
DEPLOYING = 6
DEPLOYING_ALIKE = 12  # onto a card of the same nation
MOVING = 4
MOVING_TO_BUILD = 60  # to a site where a level can be built at once
ENDING = 6
DISCARDING = 1

HORIZON = 2  # turns: long enough to see the answer, short enough to see it often
EXPLORATION = 0.2  # evaluations differ less than wins and losses


@jit
def weigh(state: State, seat: int, actions: Actions) -> None:
    """How often a good player would take each of the legal actions."""
    me = state.players[seat]
    other = state.players[1 - seat]
    for i in range(actions.n):
        action = actions.ids[i]
        actions.weights[i] = ability_weight(me, other, action) if action >= DESTROY else weight(me, other, action)


@jit
def ability_weight(me: Player, other: Player, action: int) -> int:
    """Of an ability, or of a discard from a halved hand."""
    if action >= DISCARD_CARD:
        return DISCARDING
    if action >= HALVE:
        return HALVING
    if action >= CHANGE_CAMPS:
        return CHANGING_CAMPS
    if action >= SKIP:
        return SKIPPING
    if action >= DESERT:
        return DRIVING_AWAY
    if action >= STEAL:
        return STEALING
    return DESTROYING * height(other, me.pawn)


@jit
def weight(me: Player, other: Player, action: int) -> int:
    """Of any other action."""
    if action >= MIGRATE:
        return MIGRATING
    if action >= BUILD_START:
        return BUILDING
    if action >= DEPLOY:
        row = me.rows[me.pawn]
        is_alike = row.n > 0 and row.cards[row.n - 1] == action - DEPLOY
        return DEPLOYING_ALIKE if is_alike else DEPLOYING
    if action >= MOVE:
        return MOVING_TO_BUILD if can_build_at(me, other, action - MOVE) else MOVING
    return ENDING


@jit
def can_build_at(me: Player, other: Player, site: int) -> bool:
    """Whether a level could be built at a site if the pawn stood there."""
    level = height(me, site) + 1
    return me.rows[site].n >= level and (top(me.stack) == level or top(other.stack) == level)


PLAYOUTS_ONLY: Guide[State] = Guide(weigh=weigh)  # to measure what an evaluation adds …
# … and what the network adds to a sum of 21 counts
LINEAR: Guide[State] = Guide(weigh=weigh, evaluate=evaluate, horizon=HORIZON, exploration=EXPLORATION)
GUIDE: Guide[State] = Guide(weigh=weigh, rate_all=rate_all, horizon=HORIZON, exploration=EXPLORATION)
