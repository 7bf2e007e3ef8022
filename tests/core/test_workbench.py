"""A workbench: everything that kernels work on, and nobody else's."""

from shinar.core.compiled.workbench import workbench
from tests.core.toy import Toy


def play(seed: int) -> int:
    """The actions of three random games."""
    bench = workbench(Toy(), seed)
    return int(bench.kernels.random_games(bench.states, bench.rngs, bench.actions, 3))


def test_random_games_can_be_played_on_it() -> None:
    assert play(seed=1) > 0


def test_the_same_seed_gives_the_same_games_whoever_plays_besides() -> None:
    assert [play(seed) for seed in range(8)] == [play(seed) for seed in range(8)]
    assert len({play(seed) for seed in range(8)}) > 1
