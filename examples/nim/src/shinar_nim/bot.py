"""A bot that cannot be beaten once it is ahead: it leaves heaps whose binary digits cancel out."""

from functools import reduce
from operator import xor
from typing import Any

from shinar.bots.registry import BotKind
from shinar.core.bot import Bot, Budget
from shinar.core.errors import OptionError
from shinar.core.game import Game, Observation
from shinar.core.rng import Rng, below
from shinar_nim.rules import State, heap_of, number_of

__all__ = ["NIMMER", "NimmerBot"]


class NimmerBot:
    """Takes a winning action if there is one, else any."""

    name = "nimmer"

    def choose(self, observation: Observation[State], _budget: Budget, rng: Rng) -> int:
        """One of the best actions."""
        actions = observation.legal_actions()
        winning = [action for action in actions if is_won(heaps_after(observation.state, action), observation.state)]
        return (winning or actions)[below(rng, len(winning or actions))]


def heaps_after(state: State, action: int) -> list[int]:
    """The heaps that an action leaves."""
    return [left - number_of(action) * (heap == heap_of(action)) for heap, left in enumerate(state.heaps)]


def is_won(heaps: list[int], state: State) -> bool:
    """Whether whoever leaves these heaps wins. Misère differs only when no heap has more than one stone."""
    if state.is_misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 1
    return reduce(xor, heaps) == 0


def make_nimmer(game: Game[Any], setting: str) -> Bot:
    """The bot for a game; it plays no other than Nim, and has no settings."""
    if game.name != "nim" or setting:
        raise OptionError("nimmer plays nim, and has no settings")
    return NimmerBot()


NIMMER = BotKind("nimmer", "Plays Nim perfectly.", make_nimmer)
