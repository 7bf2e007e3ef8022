"""The levels of each game: five opponents by name, from one a child can beat to the best we have.

Anybody can measure their places on the ladder again (docs/ladder-babel.md).
"""

from typing import Any

from shinar.bots.budget import budget_text
from shinar.bots.slipping import SlippingBot
from shinar.core.bot import Bot, Budget
from shinar.core.errors import OptionError
from shinar.core.expertise import LEVEL_NAMES, Level
from shinar.core.game import Game
from shinar.core.nearest import did_you_mean
from shinar.core.registry import game_class
from shinar.search.search import SearchBot
from shinar.search.solving import SolvingBot

__all__ = ["ladder_name", "level_of", "levels_of", "make_level", "own_budget"]


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


def make_level(game: Game[Any], number: int, budget: Budget | None = None) -> Bot:
    """The opponent of a level, with another budget than its own if one is given."""
    expertise = game.expertise()
    level = expertise.levels[number - 1]
    guide, own = expertise.guide_of(level), budget or own_budget(level)
    search = SearchBot(game, _name(number, budget), guide=guide, budget=own)
    bot = SolvingBot(search) if level.solves else search
    return SlippingBot(bot, level.slips) if level.slips else bot


def own_budget(level: Level) -> Budget:
    """How long a level thinks about an action."""
    return Budget(iterations=level.iterations) if level.seconds is None else Budget(seconds=level.seconds)


def _name(number: int, budget: Budget | None) -> str:
    return f"level{number}" if budget is None else f"level{number}:{budget_text(budget)}"


def ladder_name(level: Level) -> str:
    """The bot that plays for a level on the ladder: always by iterations, for by time the games would take days."""
    return f"level{level.number}" if level.seconds is None else f"level{level.number}:{level.iterations}"
