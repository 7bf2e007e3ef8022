"""A bot that now and then does not look: so a level can be as weak as it should be, and still know the game."""

from typing import Any

from shinar.core.bot import Bot, Budget, Preparable, RandomBot
from shinar.core.game import Observation
from shinar.core.rng import Rng, below

__all__ = ["SlippingBot"]

PERCENT = 100


class SlippingBot:
    """Takes any legal action in some of a hundred choices, else what another bot chooses."""

    def __init__(self, bot: Bot, slips: int) -> None:
        self.bot = bot
        self.slips = slips

    @property
    def name(self) -> str:
        """As the other bot's."""
        return self.bot.name

    def prepare(self) -> None:
        """Get the other bot ready."""
        if isinstance(self.bot, Preparable):
            self.bot.prepare()

    def choose(self, observation: Observation[Any], budget: Budget, rng: Rng) -> int:
        """Any action, or the choice of the other bot."""
        bot = RandomBot() if below(rng, PERCENT) < self.slips else self.bot
        return bot.choose(observation, budget, rng)
