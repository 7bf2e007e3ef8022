"""Environments for learning: the games behind the interfaces that researchers already use.

`vector` steps thousands of games at once, with the interface of `gymnasium.vector`. `aec` and `parallel` are the two
interfaces of PettingZoo.
All need the extra `research`.
"""

from typing import TYPE_CHECKING, Any

from shinar.core.game import Game
from shinar.core.registry import make
from shinar.envs.extra import MissingExtraError, needed

if TYPE_CHECKING:
    from shinar.envs.vectorised import VectorGames

__all__ = ["MissingExtraError", "vector"]


def vector(game: str | Game[Any], n: int = 4096, threads: int = 2, **options: Any) -> "VectorGames":
    """Many games at once: `shinar.envs.vector("babel", n=4096, threads=2, edition="first")`."""
    needed("gymnasium.vector")
    from shinar.envs.vectorised import VectorGames

    return VectorGames(_game(game, options), n, threads)


def _game(game: str | Game[Any], options: dict[str, Any]) -> Game[Any]:
    """A game as it is, or by its name and options; TypeError if options are given for one that has them already."""
    if isinstance(game, str):
        return make(game, **options)
    if options:
        raise TypeError(f"{game!r} has its options already, {', '.join(options)} cannot be given too")
    return game
