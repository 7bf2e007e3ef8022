"""A bot that looks one action ahead: it takes the action after which its position is worth most."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

from shinar.bots.bot import Budget
from shinar.core.game import Game, Observation
from shinar.core.layout import copy_of
from shinar.core.rng import Rng, below

__all__ = ["Evaluation", "GreedyBot", "evaluation_of"]

Evaluation = Callable[[Any, int], int]  # (an observation's record, seat) what the position is worth to the seat

# Games that have an evaluation of their own: "module:function". The others are judged by their points.
_EVALUATIONS = {
    "babel": "shinar.bots.babel:evaluate",
    "babylonia": "shinar.bots.babylonia:evaluate",
    "wonders": "shinar.bots.wonders:evaluate",
}


class GreedyBot:
    """Takes the action that leads to the best position at once; among equals any."""

    name = "greedy"

    def __init__(self, evaluate: Evaluation) -> None:
        self.evaluate = evaluate

    def choose(self, observation: Observation[Any], _budget: Budget, rng: Rng) -> int:
        """The best legal action. What chance brings next is not guessed: the position is judged as it is before."""
        actions = observation.legal_actions()
        worths = [self._worth(observation, action) for action in actions]
        best = [action for action, worth in zip(actions, worths, strict=True) if worth == max(worths)]
        return best[below(rng, len(best))]

    def _worth(self, observation: Observation[Any], action: int) -> int:
        record = copy_of(observation.record)
        observation.game.apply(record, observation.seat, action)
        return self.evaluate(record, observation.seat)


def evaluation_of(game: Game[Any]) -> Evaluation:
    """How a game's positions are judged."""
    if game.name not in _EVALUATIONS:
        return lead_in_points(game)
    module, _, function = _EVALUATIONS[game.name].partition(":")
    return cast(Evaluation, getattr(import_module(module), function))


def lead_in_points(game: Game[Any]) -> Evaluation:
    """The lead over the best of the others, in the rulebook's points."""

    def evaluate(record: Any, seat: int) -> int:
        points = [game.rules.score(record, other) for other in range(game.num_seats)]
        return points[seat] - max(points[:seat] + points[seat + 1 :])

    return evaluate
