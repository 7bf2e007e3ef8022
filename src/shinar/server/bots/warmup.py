"""Which bots are compiled while people look at the lobby, so that nobody waits a minute for the first one.

Compiled code is kept on disk: if it is already there, this takes a second.
"""

from collections.abc import Sequence

from shinar.core.match import Match
from shinar.core.registry import make
from shinar.server.bots.bot_worker import Task
from shinar.server.bots.levels import best_level, default_level
from shinar.server.bots.workers import Workers

__all__ = ["warm_up"]


async def warm_up(workers: Workers, games: Sequence[str]) -> None:
    """Get the opponent ready whom a newcomer meets in each game, and then the one who gives hints."""
    await workers.compile_ahead(
        [_first_task(name, default_level(name)) for name in games],
        [_first_task(name, best_level(name)) for name in games],
    )


def _first_task(name: str, level: str) -> Task:
    """The first choice of a match."""
    game = make(name)
    match = Match(game, seed=0)
    seat = match.actors[0]
    return Task(name, tuple(game.options.items()), level, seat, match.observe(seat).state)
