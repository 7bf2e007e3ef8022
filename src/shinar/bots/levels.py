"""The levels of each game: five opponents by name, from one a child can beat to the best we have.

Anybody can measure their places on the ladder again (docs/ladder-babel.md).
"""

from typing import Any

from shinar.core.bot import Bot, Budget
from shinar.core.errors import OptionError
from shinar.core.expertise import LEVEL_NAMES, Level
from shinar.core.game import Game
from shinar.core.nearest import did_you_mean
from shinar.core.registry import game_class
from shinar.search.search import SearchBot
from shinar.search.solving import SolvingBot

__all__ = ["level_of", "levels_of", "make_level"]


def levels_of(game: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first."""
    return game_class(game).expertise().levels


def level_of(game: str, name: str) -> Level:
    """A level by its name or number; OptionError if there is none."""
    for level in levels_of(game):
        if name in {level.name, str(level.number), f"level{level.number}"}:
            return level
    near = did_you_mean(name, LEVEL_NAMES)
    raise OptionError(f"there is no level {name!r}{near}; there are {', '.join(LEVEL_NAMES)}")


def make_level(game: Game[Any], number: int) -> Bot:
    """The opponent of a level."""
    expertise = game.expertise()
    level = expertise.levels[number - 1]
    bot = SearchBot(game, f"level{number}", guide=expertise.guide_of(level), budget=Budget(iterations=level.iterations))
    return SolvingBot(bot) if level.solves else bot
