"""A bot that first checks with the game's solver, if there is one, whether the game can be won in this turn."""

import time
from typing import Any

from shinar.core.bot import Budget
from shinar.core.game import Observation
from shinar.core.rng import Rng
from shinar.search.search import SearchBot

__all__ = ["SolvingBot"]


class SolvingBot:
    """Takes a win that is possible in this turn; else leaves the choice, and the rest of the time, to a search."""

    def __init__(self, bot: SearchBot[Any]) -> None:
        self.bot = bot

    @property
    def name(self) -> str:
        """As the search's."""
        return self.bot.name

    def prepare(self) -> None:
        """Compile the search and the solver."""
        self.bot.prepare()
        expertise = self.bot.game.expertise()
        if expertise.prepare_solver:
            expertise.prepare_solver(self.bot.game)

    def choose(self, observation: Observation[Any], budget: Budget, rng: Rng) -> int:
        """The first action of a win, or the choice of the search."""
        self.prepare()
        begun = time.perf_counter()
        find = observation.game.expertise().find_win
        action = find(observation) if find else None
        return self.bot.choose_since(begun, observation, budget, rng) if action is None else action
