"""The levels of bots that a table can have: those of the ladder."""

from shinar.bots.levels import levels_of
from shinar.core.expertise import Level
from shinar.core.registry import game_class
from shinar.server.transport.messages import LevelInfo, RatingInfo

__all__ = ["best_level", "default_level", "known_level", "level_title", "levels"]

SECONDS_PER_DECISION = 15  # of a person, as we assume; the number of decisions is measured


def levels(game: str) -> list[LevelInfo]:
    """The levels of a game, weakest first."""
    return [_info(game, level) for level in levels_of(game)]


def _info(game: str, level: Level) -> LevelInfo:
    name, title, help_text = f"level{level.number}", _title(level), f"{level.summary.capitalize()}."
    return LevelInfo(name=name, title=title, help=help_text, minutes=_minutes(level), ratings=_ratings(game, level))


def _ratings(game: str, level: Level) -> list[RatingInfo]:
    """By number of seats, where they were measured."""
    ladders = game_class(game).expertise().ratings
    found = {seats: ratings[level.number - 1] for seats, ratings in ladders.items()}
    return [RatingInfo(seats=seats, elo=rating.elo, error=rating.error) for seats, rating in found.items()]


def _minutes(level: Level) -> int | None:
    """How long a match takes a person and a bot; all but the strongest take no time to speak of."""
    if level.decisions is None:
        return None
    return max(1, round(level.decisions * (SECONDS_PER_DECISION + (level.seconds or 0)) / 60))


def _title(level: Level) -> str:
    return f"{level.number} · {level.name.capitalize()}"


def default_level(game: str) -> str:
    """The level a newcomer meets: not the weakest, but the next."""
    return levels(game)[:2][-1].name


def best_level(game: str) -> str:
    """The level that gives hints."""
    return levels(game)[-1].name


def known_level(game: str, name: str | None) -> str:
    """A level by its name; the default one if there is none, as when a table is older than the ladder."""
    return name if name is not None and name in {level.name for level in levels(game)} else default_level(game)


def level_title(game: str, name: str) -> str:
    """What people call a level."""
    return next((level.name.capitalize() for level in levels_of(game) if f"level{level.number}" == name), name)
