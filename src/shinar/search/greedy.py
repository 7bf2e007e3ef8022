"""A bot that looks one action ahead: it takes the action that leads to the best position."""

from collections.abc import Callable
from typing import Any

from shinar.core.bot import Budget
from shinar.core.compiled.jit import cache_kernels, compiled, jit
from shinar.core.compiled.kernel import copy_state, from_array, new_array, to_array
from shinar.core.compiled.layout import copy_of
from shinar.core.compiled.variants import fitted_function
from shinar.core.expertise import Evaluation
from shinar.core.game import Actions, Game, Observation, Rules
from shinar.core.rng import Rng, below

__all__ = ["CompiledGreedyBot", "GreedyBot", "evaluation_of", "make_greedy"]


class GreedyBot:
    """Takes the action that leads to the best position at once; among equals, any of them."""

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
        return [(action, self.worth(observation, action)) for action in observation.legal_actions()]

    def worth(self, observation: Observation[Any], action: int) -> int:
        """What the position after an action is worth."""
        record = copy_of(observation.state)
        observation.game.apply(record, observation.seat, action)
        return self.evaluate(record, observation.seat)


class CompiledGreedyBot(GreedyBot):
    """The same, in compiled code: `evaluate` must be marked for the compiler."""

    def judged(self, observation: Observation[Any]) -> list[tuple[int, int]]:
        """Each legal action with what the position after it is worth."""
        rules = observation.game.rules
        states, lists = new_array(rules.state, 2), new_array(Actions, 1)
        states[1] = to_array(observation.state)[0]
        judge_kernel(rules, self.evaluate)(states, lists, observation.seat)
        actions = from_array(Actions, lists)
        return list(zip(actions.ids[: actions.n], actions.weights, strict=False))


@cache_kernels
def judge_kernel(rules: Rules[Any], evaluate: Evaluation) -> Callable[[Any, Any, int], None]:
    """`judge(states, lists, seat)` lists the actions in states[1], each with what the position after it is worth."""
    legal_actions, apply = rules.legal_actions, rules.apply
    evaluate = fitted_function(rules, evaluate)

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
    bot = CompiledGreedyBot if game.expertise().is_evaluation_compiled else GreedyBot
    return bot(evaluation_of(game))


def evaluation_of(game: Game[Any]) -> Evaluation:
    """How a game's positions are judged; by points if the game has no evaluation."""
    return game.expertise().evaluate or lead_in_points(game)


def lead_in_points(game: Game[Any]) -> Evaluation:
    """The lead over the best of the others, in the rulebook's points."""

    def evaluate(record: Any, seat: int) -> int:
        points = [game.rules.score(record, other) for other in range(game.num_seats)]
        return points[seat] - max(points[:seat] + points[seat + 1 :])

    return evaluate
