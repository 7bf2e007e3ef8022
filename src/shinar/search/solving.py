"""A bot that first checks with the game's solver, if there is one, whether the game can be won in this turn."""

from typing import Any

from shinar.core.bot import Bot, Budget, Preparable
from shinar.core.game import Observation
from shinar.core.rng import Rng

__all__ = ["SolvingBot"]


class SolvingBot:
    """Takes a win that is possible in this turn; else leaves the choice to another bot."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @property
    def name(self) -> str:
        """As the other bot's."""
        return self.bot.name

    def prepare(self) -> None:
        """As the other bot does."""
        if isinstance(self.bot, Preparable):
            self.bot.prepare()

    def choose(self, observation: Observation[Any], budget: Budget, rng: Rng) -> int:
        """The first action of a win, or the other bot's choice."""
        find = observation.game.expertise().find_win
        action = find(observation) if find else None
        return self.bot.choose(observation, budget, rng) if action is None else action
