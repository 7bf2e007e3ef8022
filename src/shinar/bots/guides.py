"""What searches know of each game. A game without a guide is searched with random playouts."""

from importlib import import_module
from typing import Any, cast

from shinar.bots.guide import PLAIN, Guide
from shinar.core.game import Game

__all__ = ["guide_of"]

# Games with a guide of their own: "module:constant".
_GUIDES = {
    "babel": "shinar.bots.babel_guide:GUIDE",
    "babylonia": "shinar.bots.babylonia_guide:GUIDE",
    "wonders": "shinar.bots.wonders_guide:GUIDE",
}


def guide_of(game: Game[Any]) -> Guide[Any]:
    """The guide of a game; the plain one if it has none."""
    if game.name not in _GUIDES:
        return PLAIN
    module, _, constant = _GUIDES[game.name].partition(":")
    return cast(Guide[Any], getattr(import_module(module), constant))
