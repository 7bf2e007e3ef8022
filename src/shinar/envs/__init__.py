"""Environments for learning: the games behind the interfaces that researchers already use.

`vector` steps thousands of games at once, with the interface of `gymnasium.vector`. `aec` and `parallel` are the two
interfaces of PettingZoo. `gymnasium.make("shinar/Babel-v0", opponents=["level2"])` gives one seat against bots;
importing this package makes these names known. `openspiel` is for the algorithms of OpenSpiel. All need the extra
`research`.
"""

from typing import TYPE_CHECKING, Any

from shinar.core.game import Game
from shinar.core.registry import game_names, make
from shinar.envs.extra import MissingExtraError, is_installed, needed

if TYPE_CHECKING:
    from shinar.envs.spiel import SpielGame
    from shinar.envs.vectorised import VectorGames
    from shinar.envs.zoo import ParallelGame

__all__ = ["MissingExtraError", "aec", "openspiel", "parallel", "vector"]


def vector(game: str | Game[Any], n: int = 4096, threads: int = 2, **options: Any) -> "VectorGames":
    """Many games at once: `shinar.envs.vector("babel", n=4096, threads=2, edition="first")`."""
    needed("gymnasium.vector")
    from shinar.envs.vectorised import VectorGames

    return VectorGames(_game(game, options), n, threads)


def aec(
    game: str | Game[Any],
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = "raise",
    **options: Any,
) -> Any:
    """One seat acts after the other, as in PettingZoo's AEC environments: `shinar.envs.aec("babylonia", players=3)`."""
    wrappers = needed("pettingzoo.utils")
    from shinar.envs.zoo import AecGame

    settings: dict[str, Any] = {"render_mode": render_mode, "max_cycles": max_cycles, "illegal": illegal}
    return wrappers.OrderEnforcingWrapper(AecGame(_game(game, options), **settings))


def parallel(
    game: str | Game[Any],
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = "raise",
    **options: Any,
) -> "ParallelGame":
    """All seats act in each cycle, as in PettingZoo's parallel environments: `shinar.envs.parallel("wonders")`."""
    needed("pettingzoo.utils")
    from shinar.envs.zoo import ParallelGame

    return ParallelGame(_game(game, options), render_mode=render_mode, max_cycles=max_cycles, illegal=illegal)


def openspiel(game: str | Game[Any], *, start: Any = None, simultaneous: bool = False, **options: Any) -> "SpielGame":
    """A game of OpenSpiel, from the opening or from a position: `shinar.envs.openspiel("babel", edition="first")`.

    Where several seats choose at once they are asked one after the other, unless it is to have simultaneous nodes.
    """
    needed("pyspiel")
    from shinar.envs.spiel import spiel_game

    return spiel_game(_game(game, options), start, simultaneous)


def _game(game: str | Game[Any], options: dict[str, Any]) -> Game[Any]:
    """A game as it is, or by its name and options; TypeError if options are given for one that has them already."""
    if isinstance(game, str):
        return make(game, **options)
    if options:
        raise TypeError(f"{game!r} has its options already, {', '.join(options)} cannot be given too")
    return game


def _register() -> None:
    """Make the names known by which `gymnasium.make` finds games, those of other packages too."""
    import gymnasium

    for name in game_names():
        number = f"shinar/{name.capitalize()}-v0"
        gymnasium.register(number, "shinar.envs.single:SingleGame", kwargs={"game": name}, order_enforce=False)


if is_installed("gymnasium"):
    _register()
