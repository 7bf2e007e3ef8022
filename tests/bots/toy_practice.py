"""How a network learns the toy game: so small that plain Python plays and learns it in moments."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from shinar.core.compiled.jit import jit
from shinar.core.expertise import Expertise
from shinar.core.game import CHANCE, Actions
from shinar.core.laws import play_at_random
from shinar.core.learning import Practice
from shinar.core.match import Match
from shinar.search.skill import Skill, shapes_of
from tests.core.toy import BID, BIDDING, END_TURN, HAND, PRIZES, VALUES, State, Toy

MAX_POINTS = 6  # of a seat: the last prize may count twice
CARD = 0  # + value, + VALUES for the second of its kind
PRIZE = CARD + 2 * VALUES  # + worth
OWN_POINTS = PRIZE + PRIZES  # + points; from here on only of positions
MAX_SIGNS = HAND + 2
HIGHEST = VALUES  # the motive to bid the highest card of the hand; before it are the values …
CLOSING = HIGHEST + 1  # … and from here on what can be done instead of a bid
USUAL_POINTS = 1


@jit
def show_choice(state: State, seat: int, into: list[int]) -> int:
    """The cards of a hand, and the prize."""
    n = 0
    for value in range(VALUES):
        for copy in range(state.players[seat].hand[value]):
            into[n] = CARD + copy * VALUES + value
            n += 1
    into[n] = PRIZE + state.prize
    return n + 1


@jit
def show_position(state: State, seat: int, into: list[int]) -> int:
    """The same, and the points."""
    n = show_choice(state, seat, into)
    into[n] = OWN_POINTS + min(MAX_POINTS, state.players[seat].points)
    return n + 1


@jit
def motives_of(state: State, seat: int, action: int, into: list[int]) -> int:
    """To bid a value, and to bid the highest; or to close the round, to boast, to peek."""
    if action <= BID:
        into[0] = CLOSING + action
        return 1
    into[0] = action - BID
    for value in range(into[0] + 1, VALUES):
        if state.players[seat].hand[value] > 0:
            return 1
    into[1] = HIGHEST
    return 2


@jit
def decides(state: State, seat: int, _actions: Actions) -> bool:
    """All but whether to boast again."""
    return state.phase == BIDDING or state.players[seat].boasts == 0


@jit
def otherwise(_state: State, _seat: int, actions: Actions) -> None:
    """Any card; who has won seldom boasts."""
    for i in range(actions.n):
        actions.weights[i] = 20 if actions.ids[i] == END_TURN else 1


@jit
def part(state: State) -> int:
    """The last round has weights of its own."""
    return 1 if state.round == state.rounds else 0


@jit
def row(state: State) -> int:
    """The rounds."""
    return state.round


@jit
def usual_points(_state: State) -> int:
    """Of a seat at the end."""
    return USUAL_POINTS


PRACTICE: Practice[State] = Practice(
    MAX_SIGNS,
    OWN_POINTS,
    show_choice,
    OWN_POINTS + MAX_POINTS + 1,
    show_position,
    CLOSING + BID + 1,
    motives_of,
    decides,
    otherwise,
    2,
    part,
    HAND + 1,
    row,
    usual_points,
    tables=((1, {"rounds": 1}),),
    games=60,
    units=4,
    value_units=8,
)
EXPERTISE = Expertise(practice=PRACTICE)


def random_skill(seed: int, practice: Practice[Any] = PRACTICE, largest: int = 1500) -> Skill:
    """Weights without sense."""
    random = np.random.default_rng(seed)
    shapes = shapes_of(practice).values()
    return Skill(*(random.integers(-largest, largest + 1, shape).astype(np.int16) for shape in shapes))


def choices(count: int, seed: int = 1) -> Iterator[tuple[State, int, Actions]]:
    """Positions of some matches in which a seat has a choice, and its legal actions."""
    game = Toy()
    for number in range(count):
        walk: Match[State] = Match(game, seed=seed + number, deals=False)
        for entry in play_at_random(game, seed=seed + number).log:
            state, actions = walk.reveal(), Actions()
            if entry.actor != CHANCE:
                game.rules.legal_actions(state, entry.actor, actions)
            if actions.n > 1:
                yield state, entry.actor, actions
            walk.play(entry.actor, entry.action)
