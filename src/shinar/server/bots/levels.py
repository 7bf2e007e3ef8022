"""The levels of bots that a table can have: those of the ladder."""

from shinar.bots.levels import levels_of
from shinar.core.expertise import Level
from shinar.server.transport.messages import LevelInfo

__all__ = ["best_level", "default_level", "known_level", "level_title", "levels"]

SECONDS_PER_DECISION = 15  # of a person, as we assume; the number of decisions is measured


def levels(game: str) -> list[LevelInfo]:
    """The levels of a game, weakest first."""
    return [_info(level) for level in levels_of(game)]


def _info(level: Level) -> LevelInfo:
    lead, error = level.lead or (None, None)
    name = f"level{level.number}"
    title, minutes = _title(level), _minutes(level)
    return LevelInfo(name=name, title=title, help=_help(level), minutes=minutes, elo_lead=lead, elo_error=error)


def _minutes(level: Level) -> int | None:
    """How long a match takes a person; what the bot takes to decide is a few seconds in all."""
    return None if level.decisions is None else max(1, round(level.decisions * SECONDS_PER_DECISION / 60))


def _title(level: Level) -> str:
    return f"{level.number} · {level.name.capitalize()}"


def _help(level: Level) -> str:
    return f"{level.summary.capitalize()}.{_lead(level)}"


def _lead(level: Level) -> str:
    if level.lead is None:
        return ""
    elo, error = level.lead
    lead = f"At least {elo}" if error is None else f"{elo} ± {error}"
    return f" {lead} Elo above the level below."


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
