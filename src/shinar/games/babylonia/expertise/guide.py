"""How Babylonia is played sensibly: which placements a good player looks at first, and what a position is worth."""

from collections.abc import Sequence
from dataclasses import replace

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions
from shinar.core.guide import Guide
from shinar.core.learning import PolicyLessons
from shinar.games.babylonia.actions import PLACE_TOKEN, SCORE_SITE, placed_cell, placed_kind
from shinar.games.babylonia.board import DIRECTIONS, is_river, neighbour
from shinar.games.babylonia.expertise.policy import WEIGHTS, make_weigh
from shinar.games.babylonia.expertise.signs import MAX_SIGNS, NUM_SIGNS, STAGES, show_signs, stage
from shinar.games.babylonia.expertise.value import rate_all as learned_ratings
from shinar.games.babylonia.expertise.worth import field_points, open_land, rate_all, tokens_next_to, value
from shinar.games.babylonia.state import FREE, ZIGGURAT, State, is_city, is_ziggurat, owner_of
from shinar.search.tree import ONE

__all__ = ["BY_HAND", "GUIDE", "POLICY_LESSONS", "VARIANTS", "evaluate", "weigh"]

# Weights: twice the weight, taken twice as often.
ANYWHERE = 2
ENDING = 12
OTHER_CHOICE = 10  # what to score, which card
FIELD_POINT = 30  # for each point of a field
NEAR_CITY = 8  # next to a city with this many …
OPEN_CELLS = 7  # … free cells less those that are free, so that nearly surrounded cities come first
FITTING_NOBLE = 4  # a noble that the city shows, as often
NEAR_ZIGGURAT = 16
LINK = 3  # for each own token next to it
WINNING = 150  # the last cell of land next to a site, and it is won with it
LOSING_DIVISOR = 6  # the same, but others win it

HORIZON = 0  # turns: a position is judged at once, for a turn brings five or more placements
WIDTH = 2  # of some 270 actions most are pointless: the likely ones are looked into before the others are tried
EXPLORATION = 0.15  # evaluations differ less than wins and losses
LITTLE_EXPLORATION = 0.05  # enough for what a policy learns from

# With a learned policy, which knows the likely actions better:
NARROW = 1.0  # half the width
BATCH = 4  # nodes at once, for weighing all actions takes longer than judging a position
TRUST = 0.1
HARDLY_ANY = 0.01  # exploration besides that


@jit
def weigh(state: State, seat: int, actions: Actions) -> None:
    """How often a good player would take each of the legal actions."""
    for i in range(actions.n):
        action = actions.ids[i]
        if PLACE_TOKEN <= action < SCORE_SITE:
            actions.weights[i] = placement_weight(state, seat, placed_kind(action), placed_cell(action))
        else:
            actions.weights[i] = ENDING if action < PLACE_TOKEN else OTHER_CHOICE


@jit
def placement_weight(state: State, seat: int, kind: int, cell: int) -> int:
    """Of placing a token on a cell, by what lies next to it."""
    weight = ANYWHERE
    if state.cells[cell] != FREE:
        weight += FIELD_POINT * field_points(state, state.cells[cell])
    is_down = is_river(cell)
    for direction in range(DIRECTIONS):
        other = neighbour(cell, direction)
        content = state.cells[other]
        if is_city(content):
            fits = content >> kind & 1 and not is_down
            nearness = OPEN_CELLS - open_land(state, other)
            weight += nearness * (NEAR_CITY + (FITTING_NOBLE if fits else 0))
            weight = weight_of_last_cell(state, seat, other, is_down, weight)
        elif is_ziggurat(content):
            weight += NEAR_ZIGGURAT
            if content == ZIGGURAT:
                weight = weight_of_last_cell(state, seat, other, is_down, weight)
        else:
            weight += LINK * (owner_of(content) == seat)
    return weight


@jit
def weight_of_last_cell(state: State, seat: int, site: int, is_down: bool, weight: int) -> int:
    """A token that surrounds a site is worth more if it wins it, and less if others do."""
    if is_down or open_land(state, site) != 1:
        return weight
    best = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, tokens_next_to(state, site, other))
    mine = tokens_next_to(state, site, seat) + 1
    return weight + WINNING if mine > best else 1 + weight // LOSING_DIVISOR


@jit
def evaluate(state: State, seat: int) -> int:
    """The chance to win, as a part of ONE."""
    return int(value(state, seat) * ONE)


def guide_with(weights: Sequence[Sequence[int]] | None) -> Guide[State]:
    """How to search with a learned policy; without one, by the weights above."""
    if weights is None:
        return replace(BY_HAND, evaluate=None, rate_all=rate_all, exploration=LITTLE_EXPLORATION)
    return Guide(
        weigh=make_weigh(weights),
        rate_all=rate_all,
        width=NARROW,
        batch=BATCH,
        trust=TRUST,
        exploration=HARDLY_ANY,
    )


# What the levels play with: their ladder was played with it.
BY_HAND: Guide[State] = Guide(weigh=weigh, evaluate=evaluate, horizon=HORIZON, width=WIDTH, exploration=EXPLORATION)
GUIDE = replace(guide_with(WEIGHTS), rate_all=learned_ratings)
VARIANTS = {
    "by-hand": BY_HAND,
    "policy": guide_with(WEIGHTS),  # the learned policy, judging by hand
    "value": replace(BY_HAND, evaluate=None, rate_all=GUIDE.rate_all),  # the learned evaluation, weighing by hand
}
POLICY_LESSONS: PolicyLessons[State] = PolicyLessons(NUM_SIGNS, MAX_SIGNS, STAGES, stage, show_signs, guide_with)
