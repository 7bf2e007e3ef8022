"""Compile before the tests what many of them wait for: scripts/warm.py [WORKERS].

Compiled code is kept on disk, so that parallel test processes, servers and bots find it there instead of compiling the
same rules each for itself. Where everything is there already, this takes some seconds.
"""

import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

from shinar import Game, Match, make
from shinar.bots.registry import make_bot
from shinar.core.bot import Budget
from shinar.core.compiled.kernel import SoakReport, kernels, new_array, to_array
from shinar.core.game import Actions
from shinar.core.laws import check_match
from shinar.core.rng import search_rng
from shinar.envs.batch import Batch

RARELY = 10_000  # the laws need not be tried here, only what they compile
BOTS = ("search:2", "plain:2", "greedy")  # each a job of its own where it takes minutes
Job = tuple[str, dict[str, Any], str]  # a game, its options, and what of it is compiled
JOBS: tuple[Job, ...] = (  # the longest first
    ("wonders", {"players": 3}, "search:2"),
    ("wonders", {"players": 3}, "plain:2"),
    ("wonders", {}, "laws"),
    ("wonders", {"players": 3}, "greedy"),
    ("wonders", {}, "kernels"),
    ("babylonia", {"players": 3}, "bots"),
    ("babylonia", {"players": 2}, "bots"),
    ("babylonia", {}, "laws"),
    ("babylonia", {}, "kernels"),
    ("babel", {}, "bots"),
    ("babel", {}, "laws"),
    ("babel", {}, "kernels"),
    ("babel", {}, "batch"),
)


def main() -> None:
    """Do all jobs, as many at a time as there are workers."""
    workers = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    began = time.monotonic()
    with ProcessPoolExecutor(workers, get_context("spawn"), max_tasks_per_child=1) as pool:
        for done in as_completed([pool.submit(compile_job, job) for job in JOBS]):
            done.result()
    print(f"compiled what the tests need in {time.monotonic() - began:.0f} s")


def compile_job(job: Job) -> None:
    """Have something compiled by using it once."""
    name, options, what = job
    game = make(name, **options)
    if what in BOTS:
        compile_bot(game, what)
    else:
        {"laws": compile_laws, "bots": compile_bots, "kernels": compile_kernels, "batch": compile_batch}[what](game)


def compile_laws(game: Game[Any]) -> None:
    """Every rule on its own, as the laws call it."""
    check_match(game, 7, compiled=True, every=RARELY)


def compile_kernels(game: Game[Any]) -> None:
    """The loops over random games."""
    run, actions, rngs = kernels(game.rules, game.num_seats), new_array(Actions, 1), to_array(search_rng(0))
    states = new_array(game.rules.state, 2)
    states[1] = to_array(game.initial_state())[0]
    run.random_games(states, rngs, actions, 1)
    run.soak(states, rngs, actions, new_array(SoakReport, 1), 0, 1, game.max_actions)
    run.perft(new_array(game.rules.state, 2), new_array(Actions, 2), 0)


def compile_batch(game: Game[Any]) -> None:
    """The loop over games side by side."""
    batch = Batch(game, 1)
    batch.seed(0)
    batch.begin()


def compile_bots(game: Game[Any]) -> None:
    """The searches of the levels, and the greedy bot."""
    for specification in BOTS:
        compile_bot(game, specification)


def compile_bot(game: Game[Any], specification: str) -> None:
    """What one bot needs to choose."""
    match: Match[Any] = Match(game, seed=0)
    make_bot(specification, game).choose(match.observe(match.actors[0]), Budget(), search_rng(0))


if __name__ == "__main__":
    main()
