"""How good is a bot of mine? It meets another one in paired deals with rotated seats.

python examples/research/evaluate_bot.py [GAMES]
"""

import sys
from typing import Any

from shinar import Observation
from shinar.arena import Contest, run_contest
from shinar.bots.registry import register_bot
from shinar.core.bot import Budget
from shinar.core.rng import Rng, below


class Builder:
    """Builds whenever it can; else it takes any legal action."""

    name = "builder"

    def choose(self, observation: Observation[Any], _budget: Budget, rng: Rng) -> int:
        """A legal action for the seat that observes."""
        legal = observation.legal_actions()
        builds = [action for action in legal if observation.game.action(action).verb == "build"]
        actions = builds or legal
        return actions[below(rng, len(actions))]


def main(games: int = 200) -> None:
    """Hold the contest and print who won how often, with the 95 % interval."""
    register_bot("builder", "Builds whenever it can.", lambda _game, _setting: Builder())
    summary = run_contest(Contest("babel", ("builder", "random"), games=games, seed=1))
    for verdict in summary.verdicts:
        print(f"{verdict.player}: {verdict.win_rate:.1%} of {summary.games} ({verdict.low:.1%} to {verdict.high:.1%})")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
