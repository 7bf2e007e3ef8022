"""The games by name, for command line, lobby, docs and adapters. A game is imported when it is first asked for.

Games are found by the entry points of the group `shinar.games`, in all installed packages, ours included::

    [project.entry-points."shinar.games"]
    nim = "nim_for_shinar:Nim"
"""

from functools import cache
from importlib.metadata import entry_points
from typing import Any, cast

from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.core.nearest import did_you_mean
from shinar.core.options import OptionValue
from shinar.core.places import load

__all__ = ["game_class", "game_names", "make", "register"]

GROUP = "shinar.games"
OURS = {  # known even where no metadata is installed, as in a zipped application or a bare checkout
    "babel": "shinar.games.babel:Babel",
    "babylonia": "shinar.games.babylonia:Babylonia",
    "wonders": "shinar.games.wonders:Wonders",
}
_registered: dict[str, str] = {}  # name → "package.module:Class", by `register`


def register(name: str, place: str) -> None:
    """Make a game known in this process: `register("nim", "nim_for_shinar:Nim")`."""
    _registered[name] = place


def game_names() -> tuple[str, ...]:
    """The names of all games, ours first."""
    return tuple(_places())


def game_class(name: str) -> type[Game[Any]]:
    """The class of a game; OptionError if there is none of that name."""
    places = _places()
    if name not in places:
        raise OptionError(f"there is no game {name!r}{did_you_mean(name, places)}; there {_are(game_names())}")
    return cast(type[Game[Any]], load(places[name]))


def make(name: str, /, **options: OptionValue) -> Game[Any]:
    """A game with options: `make("babel", edition="first")`."""
    return game_class(name)(**options)


def _places() -> dict[str, str]:
    return OURS | _installed() | _registered


@cache
def _installed() -> dict[str, str]:
    return {point.name: point.value for point in entry_points(group=GROUP)}


def _are(names: tuple[str, ...]) -> str:
    return f"{'is' if len(names) == 1 else 'are'} {', '.join(names)}"
