"""The levels of bots that a table can have: those of the ladder, or every bot there is while a game has no ladder."""

import re

from shinar.bots.registry import bot_kinds
from shinar.server.messages import LevelInfo

__all__ = ["best_level", "default_level", "known_level", "levels"]

ON_THE_LADDER = re.compile(r"level(\d+)")


def levels(_game: str) -> list[LevelInfo]:
    """The levels of a game, weakest first."""
    kinds = list(bot_kinds())
    ladder = [kind for kind in kinds if ON_THE_LADDER.fullmatch(kind.name)]
    chosen = ladder or kinds[::-1]  # bots are registered strongest first, levels weakest first
    return [LevelInfo(name=kind.name, title=_title(kind.name), help=kind.help) for kind in chosen]


def _title(name: str) -> str:
    return ON_THE_LADDER.sub(r"level \1", name).capitalize()


def default_level(game: str) -> str:
    """The level a newcomer meets: not the weakest, but the next."""
    return levels(game)[:2][-1].name


def best_level(game: str) -> str:
    """The level that gives hints."""
    return levels(game)[-1].name


def known_level(game: str, name: str | None) -> str:
    """A level by its name; the default one if there is none, as when a table is older than the ladder."""
    return name if name is not None and name in {level.name for level in levels(game)} else default_level(game)
