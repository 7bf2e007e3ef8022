"""Which actions of Babylonia a search looks at first: by what self-play has taught about their signs.

The weights are read from `policy.json`, which `shinar train babylonia --policy` writes; docs/bots.md tells how.
"""

import json
import math
from collections.abc import Callable, Sequence
from importlib.resources import files

from shinar.core.compiled.jit import jit
from shinar.core.compiled.scratch import scratch
from shinar.core.game import Actions
from shinar.games.babylonia.actions import PLACE_TOKEN, SCORE_SITE, placed_cell, placed_kind
from shinar.games.babylonia.expertise.signs import make_cell_signs, make_kind_signs, other_sign, stage, survey
from shinar.games.babylonia.state import State
from shinar.search.rating import matrix

__all__ = ["WEIGHTS", "make_weigh"]

WEIGHTS: list[list[int]] = json.loads(
    (files("shinar.games.babylonia.expertise") / "policy.json").read_text(encoding="utf-8")
)
LIKELIEST = 100_000  # the weight of the likeliest action
MILLI = 1000  # weights are in thousandths of a logit
NO_CELL = -1
ROW, SUM = range(2)  # the row of weights, and the weights added up


def make_weigh(weights: Sequence[Sequence[int]]) -> Callable[[State, int, Actions], None]:
    """`weigh(state, seat, actions)` as a guide has it."""
    weight = matrix(weights)

    @jit
    def add_weight(told: list[int], sign: int, times: int) -> None:
        told[SUM] += times * weight(told[ROW], sign)

    cell_signs, kind_signs = make_cell_signs(add_weight), make_kind_signs(add_weight)

    @jit
    def weigh(state: State, seat: int, actions: Actions) -> None:
        found = survey(state, seat)
        told = scratch(2)
        told[ROW] = stage(state)
        last = NO_CELL
        of_cell = 0
        looks_around = False
        for i in range(actions.n):
            action = actions.ids[i]
            if not PLACE_TOKEN <= action < SCORE_SITE:
                actions.weights[i] = weight(told[ROW], other_sign(state, seat, action))
                continue
            cell = placed_cell(action)
            if cell != last:
                told[SUM] = 0
                looks_around = cell_signs(state, seat, cell, found, told)
                of_cell = told[SUM]
                last = cell
            told[SUM] = of_cell
            kind_signs(state, seat, placed_kind(action), cell, found, looks_around, told)
            actions.weights[i] = told[SUM]
        to_weights(actions)

    return weigh


@jit
def to_weights(actions: Actions) -> None:
    """Weights from their logarithms; every action has a little."""
    most = actions.weights[0]
    for i in range(actions.n):
        most = max(most, actions.weights[i])
    for i in range(actions.n):
        actions.weights[i] = 1 + int(LIKELIEST * math.exp((actions.weights[i] - most) / MILLI))
