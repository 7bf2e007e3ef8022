"""Compiles bots while people look at the lobby, so that nobody waits a minute for the first one.

Compiled code is kept on disk: if it is already there, this takes a second.
"""

import multiprocessing
from collections.abc import Sequence

from shinar.core.match import Match
from shinar.core.registry import make
from shinar.server.bots.bot_worker import Task, choose
from shinar.server.bots.levels import default_level
from shinar.server.bots.workers import PATIENCE, set_up

__all__ = ["ask_bots_once", "start_warm_up"]


def start_warm_up(games: Sequence[str]) -> None:
    """Compile what the usual opponents of some games need, one after the other, in a process that ends with ours."""
    context = multiprocessing.get_context("spawn")
    context.Process(target=_warm_up, args=(tuple(games),), daemon=True, name="warm-up").start()


def _warm_up(games: Sequence[str]) -> None:
    set_up(PATIENCE)
    ask_bots_once(games)


def ask_bots_once(games: Sequence[str]) -> None:
    """Let the opponent a newcomer meets choose one action of each game."""
    for name in games:
        game = make(name)
        match = Match(game, seed=0)
        seat = match.actors[0]
        choose(Task(name, tuple(game.options.items()), default_level(name), seat, match.observe(seat).state))
