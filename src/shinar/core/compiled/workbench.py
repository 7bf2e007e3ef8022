"""What a caller needs to run the kernels of a game: the arrays they work on."""

from dataclasses import dataclass
from typing import Any

from shinar.core.compiled.kernel import Kernels, kernels, new_array, to_array
from shinar.core.game import Actions, Game
from shinar.core.rng import search_rng

__all__ = ["Workbench", "workbench"]


@dataclass(frozen=True)
class Workbench:
    """The kernels of a game, with states (the first to work on, the second the start), a stream and a list."""

    game: Game[Any]
    kernels: Kernels[Any]
    states: Any
    rngs: Any
    actions: Any


def workbench(game: Game[Any], seed: int = 0) -> Workbench:
    """A workbench of its own for each caller, so that threads do not disturb each other."""
    states = new_array(game.rules.state, 2)
    for place in range(2):
        states[place] = to_array(game.initial_state())[0]
    return Workbench(
        game,
        kernels(game.rules, game.num_seats, game.team_size),
        states,
        to_array(search_rng(seed)),
        new_array(Actions, 1),
    )
