"""The games by name, for command line, lobby, docs and adapters. A game is imported when it is first asked for."""

from importlib import import_module
from typing import Any, cast

from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.core.options import OptionValue

__all__ = ["game_class", "game_names", "make", "register"]

_PLACES: dict[str, str] = {}  # name → "package.module:Class"


def register(name: str, place: str) -> None:
    """Make a game known: `register("babel", "shinar.babel:Babel")`."""
    _PLACES[name] = place


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_PLACES)


def game_class(name: str) -> type[Game[Any]]:
    """The class of a game; OptionError if there is none of that name."""
    if name not in _PLACES:
        raise OptionError(f"there is no game {name!r}; there {_are(game_names())}")
    module, _, attribute = _PLACES[name].partition(":")
    return cast(type[Game[Any]], getattr(import_module(module), attribute))


def make(name: str, /, **options: OptionValue) -> Game[Any]:
    """A game with options: `make("babel", edition="first")`."""
    return game_class(name)(**options)


def _are(names: tuple[str, ...]) -> str:
    return f"{'is' if len(names) == 1 else 'are'} {', '.join(names)}"
