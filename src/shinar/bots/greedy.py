"""A bot that looks one action ahead: it takes the action after which its position is worth most."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, cast

from shinar.bots.bot import Budget
from shinar.core.game import Actions, Game, Observation, Rules
from shinar.core.jit import compiled, jit
from shinar.core.kernel import box, boxes, copy_state, unbox
from shinar.core.layout import copy_of
from shinar.core.rng import Rng, below

__all__ = ["CompiledGreedyBot", "Evaluation", "GreedyBot", "evaluation_of", "make_greedy"]

Evaluation = Callable[[Any, int], int]  # (an observation's record, seat) what the position is worth to the seat

# Games that have an evaluation of their own: "module:function". The others are judged by their points.
_EVALUATIONS = {
    "babel": "shinar.bots.babel:evaluate",
    "babylonia": "shinar.bots.babylonia:evaluate",
    "wonders": "shinar.bots.wonders:evaluate",
}
_COMPILED = {"babylonia"}  # games with so many actions that plain Python takes too long to judge them all


class GreedyBot:
    """Takes the action that leads to the best position at once; among equals any."""

    name = "greedy"

    def __init__(self, evaluate: Evaluation) -> None:
        self.evaluate = evaluate

    def choose(self, observation: Observation[Any], _budget: Budget, rng: Rng) -> int:
        """The best legal action. What chance brings next is not guessed: the position is judged as it is before."""
        judged = self.judged(observation)
        most = max(worth for _, worth in judged)
        best = [action for action, worth in judged if worth == most]
        return best[below(rng, len(best))]

    def judged(self, observation: Observation[Any]) -> list[tuple[int, int]]:
        """Each legal action with what the position after it is worth."""
        return [(action, self._worth(observation, action)) for action in observation.legal_actions()]

    def _worth(self, observation: Observation[Any], action: int) -> int:
        record = copy_of(observation.record)
        observation.game.apply(record, observation.seat, action)
        return self.evaluate(record, observation.seat)


class CompiledGreedyBot(GreedyBot):
    """The same, in compiled code: `evaluate` must be marked for the compiler."""

    def judged(self, observation: Observation[Any]) -> list[tuple[int, int]]:
        """Each legal action with what the position after it is worth."""
        rules = observation.game.rules
        states, lists = boxes(rules.state, 2), boxes(Actions, 1)
        states[1] = box(observation.record)[0]
        judge_kernel(rules, self.evaluate)(states, lists, observation.seat)
        actions = unbox(Actions, lists)
        return list(zip(actions.ids[: actions.n], actions.weights, strict=False))


@cache
def judge_kernel(rules: Rules[Any], evaluate: Evaluation) -> Callable[[Any, Any, int], None]:
    """`judge(states, lists, seat)` lists the actions in states[1], each with what the position after it is worth."""
    legal_actions, apply = rules.legal_actions, rules.apply

    @jit
    def judge(states: Any, lists: Any, seat: int) -> None:
        actions = lists[0]
        legal_actions(states[1], seat, actions)
        for i in range(actions.n):
            copy_state(states, 0, 1)
            apply(states[0], seat, actions.ids[i])
            actions.weights[i] = evaluate(states[0], seat)

    return compiled(judge)


def make_greedy(game: Game[Any]) -> GreedyBot:
    """The greedy bot of a game."""
    return (CompiledGreedyBot if game.name in _COMPILED else GreedyBot)(evaluation_of(game))


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
