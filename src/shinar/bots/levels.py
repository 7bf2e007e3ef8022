"""The levels of each game: five opponents by name, from one a child can beat to the best we have.

A level is fixed in iterations and not in time, so that it plays alike on every machine, and its place on the ladder
(docs/ladder.md) can be measured again by anybody.
"""

from dataclasses import dataclass
from typing import Any

from shinar.bots.bot import Bot, Budget
from shinar.bots.guide import PLAIN
from shinar.bots.guides import guide_of
from shinar.bots.search import SearchBot
from shinar.bots.solving import SolvingBot
from shinar.core.errors import OptionError
from shinar.core.game import Game

__all__ = ["LEVEL_NAMES", "Level", "level_of", "levels_of", "make_level"]

LEVEL_NAMES = ("apprentice", "mason", "scribe", "architect", "king")


@dataclass(frozen=True)
class Level:
    """One opponent."""

    number: int  # 1 … 5
    iterations: int  # for each action
    is_guided: bool  # whether it knows more of the game than its rules
    solves: bool = False  # whether it looks for a win in this turn exactly, where a game has a solver

    @property
    def name(self) -> str:
        """Its name."""
        return LEVEL_NAMES[self.number - 1]

    @property
    def summary(self) -> str:
        """A sentence for people."""
        knowledge = "knows the game" if self.is_guided else "knows only the rules"
        return f"{knowledge}, thinks {self.iterations} iterations about each action"


# Games whose levels were measured and tuned; the others have the usual ones.
_LEVELS: dict[str, tuple[Level, ...]] = {
    "babel": (
        Level(1, 25, is_guided=False),
        Level(2, 200, is_guided=False),
        Level(3, 60, is_guided=True),
        Level(4, 400, is_guided=True),
        Level(5, 2500, is_guided=True, solves=True),
    ),
    "babylonia": (
        Level(1, 60, is_guided=False),
        Level(2, 2, is_guided=True),
        Level(3, 12, is_guided=True),
        Level(4, 50, is_guided=True),
        Level(5, 5000, is_guided=True),
    ),
    "wonders": (
        Level(1, 10, is_guided=False),
        Level(2, 8, is_guided=True),
        Level(3, 80, is_guided=True),
        Level(4, 250, is_guided=True),
        Level(5, 2500, is_guided=True),
    ),
}
_USUAL = (
    Level(1, 10, is_guided=False),
    Level(2, 60, is_guided=True),
    Level(3, 300, is_guided=True),
    Level(4, 1500, is_guided=True),
    Level(5, 8000, is_guided=True, solves=True),
)


def levels_of(game: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first."""
    return _LEVELS.get(game, _USUAL)


def level_of(game: str, name: str) -> Level:
    """A level by its name or number; OptionError if there is none."""
    for level in levels_of(game):
        if name in {level.name, str(level.number), f"level{level.number}"}:
            return level
    raise OptionError(f"there is no level {name!r}; there are {', '.join(LEVEL_NAMES)}")


def make_level(game: Game[Any], number: int) -> Bot:
    """The opponent of a level."""
    level = levels_of(game.name)[number - 1]
    guide = guide_of(game) if level.is_guided else PLAIN
    bot = SearchBot(game, f"level{number}", guide=guide, budget=Budget(iterations=level.iterations))
    return SolvingBot(bot) if level.solves else bot
