"""The levels of bots that a table can have."""

from shinar.server.messages import LevelInfo

__all__ = ["best_level", "default_level", "levels"]


def levels(_game: str) -> list[LevelInfo]:
    """The levels of a game, weakest first."""
    return [LevelInfo(name="random", title="Random", help="Takes any legal action.")]


def default_level(game: str) -> str:
    """The level a newcomer meets."""
    return levels(game)[0].name


def best_level(game: str) -> str:
    """The level that gives hints."""
    return levels(game)[-1].name
