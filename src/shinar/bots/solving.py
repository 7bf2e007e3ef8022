"""A bot that first looks whether the game can be won in this turn, exactly, where a game has a solver."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

from shinar.bots.bot import Bot, Budget
from shinar.core.game import Observation
from shinar.core.rng import Rng

__all__ = ["SolvingBot", "WinFinder", "win_finder_of"]

WinFinder = Callable[[Observation[Any]], int | None]  # the first action of a sure win in this turn, if one is found

# Games with a solver: "module:function".
_WIN_FINDERS = {"babel": "shinar.bots.babel_wins:first_action_of_a_win"}


class SolvingBot:
    """Takes a win that can be had in this turn; else leaves the choice to another bot."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @property
    def name(self) -> str:
        """As the other bot's."""
        return self.bot.name

    def choose(self, observation: Observation[Any], budget: Budget, rng: Rng) -> int:
        """The first action of a win, or the other bot's choice."""
        find = win_finder_of(observation.game.name)
        action = find(observation) if find else None
        return self.bot.choose(observation, budget, rng) if action is None else action


def win_finder_of(game: str) -> WinFinder | None:
    """How wins are found in a game; None if it has no solver."""
    if game not in _WIN_FINDERS:
        return None
    module, _, function = _WIN_FINDERS[game].partition(":")
    return cast(WinFinder, getattr(import_module(module), function))
