"""The spaces of observations and actions, as Gymnasium describes them."""

from typing import Any

import numpy as np
from gymnasium import spaces

from shinar.core.compiled.encoding import Encoding
from shinar.core.game import Game

__all__ = ["action_space", "observation_space"]


def observation_space(game: Game[Any]) -> Any:
    """Rows of the encoding of a game, each entry within its bounds."""
    encoding = Encoding(game)
    return spaces.Box(encoding.low, encoding.high, dtype=np.int8)


def action_space(game: Game[Any]) -> Any:
    """The ids of actions that seats may take."""
    return spaces.Discrete(game.first_chance_action)
