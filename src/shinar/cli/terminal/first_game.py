"""`python -m shinar.cli.terminal.first_game NAME OPTION=VALUE …` plays one random game, compiled, for `shinar bench`.

A process of its own: what it takes from start to end is what a user waits for.
"""

import sys

from shinar.core.compiled.workbench import workbench
from shinar.core.registry import make


def play_first_game(name: str, pairs: list[str]) -> None:
    """One random game."""
    import shinar  # noqa: F401 -- makes the games known

    options = dict(pair.split("=", 1) for pair in pairs)
    bench = workbench(make(name, **options))
    bench.kernels.random_games(bench.states, bench.rngs, bench.actions, 1)


if __name__ == "__main__":
    play_first_game(sys.argv[1], sys.argv[2:])
