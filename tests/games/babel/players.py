"""Players for tests: eager ones that build, so that their games end in all the ways that random games hardly reach."""

from random import Random

from shinar.core.compiled.layout import copy_of
from shinar.core.match import Match
from shinar.core.piles import top
from shinar.games.babel import Babel
from shinar.games.babel.rules import hand_size, height, score
from shinar.games.babel.state import State

__all__ = ["play_eagerly"]


def play_eagerly(game: Babel, seed: int) -> Match[State]:
    """A match in which both seats take what promises most."""
    match = Match(game, seed)
    random = Random(seed)
    while not match.is_over:
        seat = match.actors[0]
        promises = {
            promise_after(game, match.reveal(), action) + random.random() / 10: action
            for action in match.legal_actions(seat)
        }
        match.play(seat, promises[max(promises)])
    return match


def promise_after(game: Babel, state: State, action: int) -> float:
    """What a position promises to the seat that is asked, after one of its actions."""
    seat = game.actors(state)[0]
    after = copy_of(state)
    game.apply(after, seat, action)
    return 10 * (score(after, seat) - score(after, 1 - seat)) + promise(after, seat)


def promise(state: State, seat: int) -> float:
    """Cards count in hand, more at a site where they will be needed, and most where the next level waits."""
    me, other = state.players[seat], state.players[1 - seat]
    points = 0.2 * hand_size(me)
    for site, row in enumerate(me.rows):
        level = height(me, site) + 1
        points += 0.3 * min(row.n, level + 2)
        if row.n >= level and level in {top(me.stack), top(other.stack)}:
            points += 2 if me.pawn == site else 1
    return points
