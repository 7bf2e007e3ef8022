"""`shinar bench`: how fast a game runs on this machine."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from itertools import chain
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from shinar.cli.options import GAME_HELP, GameOption, options_text, read_given
from shinar.cli.terminal.console import compiling, err, out
from shinar.core.compiled.jit import entry_point, is_compiler_on
from shinar.core.compiled.kernel import new_array
from shinar.core.compiled.layout import copy_of
from shinar.core.compiled.workbench import Workbench, workbench
from shinar.core.errors import OptionError
from shinar.core.game import Actions, Game
from shinar.core.rng import dealing

if TYPE_CHECKING:
    from shinar.envs.batch import Batch

__all__ = ["bench"]

ROUNDS = 7  # the best counts: others use the machine too
ROUND_SECONDS = 0.3  # roughly how long a round lasts
COPIES = 64  # records to copy to, so that they do not all fit into the fastest cache
VECTOR_GAMES = 4096  # stepped side by side
COUNTED_GAMES = 2000  # to find how many steps a game has
FEW_GAMES = 8  # instead, when the compiler is off
STARTS = 3  # of a fresh process
ANY_ACTION = -1  # `step` only lists
TIMED_BOT, TIME_BUDGET = "best:50ms", 0.05  # what `overshoot` is about, and its seconds
DECISIONS = 25  # decisions timed for it, from the first of a match on
MAX_YARDSTICK = 600  # seconds

MEANINGS = {
    "games_per_s": "random games in a second, one core",
    "steps_per_s": "actions of seats in these games, in a second",
    "search_iterations_per_s": "iterations of a search with random playouts from the opening, one thread",
    "search_of_games": "these, as a fraction of games_per_s",
    "search_two_threads": "how many times as many with two threads",
    "overshoot": "by what fraction best:50ms exceeds its 50 ms, at the median of the first decisions of a match",
    "overshoot_first": "the same at the very first decision of each seat",
    "copy_ns": "nanoseconds to copy a state inside the engine",
    "driven_steps_per_s": "steps in a second when a Python loop takes every action (apply, chance, legal actions)",
    "vector_steps_per_s": "steps in a second of 4096 games side by side, observations and masks written, one thread",
    "vector_of_steps": "these, as a fraction of steps_per_s",
    "vector_two_threads": "how many times as many with two threads",
    "cold_compile_s": "seconds from a fresh process to the first game when nothing is compiled yet",
    "warm_start_s": "the same when everything is",
    "yardstick_games_per_s": "random games in a second by the yardstick program",
    "of_yardstick": "our games, as a fraction of the yardstick's",
}


def bench(
    context: typer.Context,
    name: Annotated[str | None, typer.Option("--game", metavar="G", help=GAME_HELP)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")] = False,
    rounds: Annotated[int, typer.Option(min=1, help="How many times to measure; the best counts.")] = ROUNDS,
    yardstick: Annotated[
        str | None, typer.Option(metavar="CMD", help="A program to compare with; it prints JSON with games_per_s.")
    ] = None,
    option: GameOption = None,
) -> None:
    """Measure how fast a game runs on this machine."""
    game = read_given(context, name, option).make()
    figures = measure(game, rounds, yardstick)
    if as_json:
        about = {"game": game.name, "options": dict(game.options), "compiled": is_compiler_on()}
        out().print(json.dumps(about | figures, indent=2))
        return
    out().print(f"{game.title} {options_text(game)}", style="bold")
    out().print(figure_table(figures), soft_wrap=False)


def figure_table(figures: dict[str, float]) -> Table:
    """The figures with what they mean."""
    table = Table("", "", "", box=None, show_header=False, padding=(0, 2, 0, 0))
    table.columns[1].justify = "right"
    for name, figure in figures.items():
        table.add_row(name, f"{figure:,.0f}" if figure >= 1000 else f"{figure:.2f}", MEANINGS[name])
    return table


def measure(game: Game[Any], rounds: int, yardstick: str | None) -> dict[str, float]:
    """All figures. The yardstick is measured before and after ours, so that both meet the same machine."""
    theirs = [yardstick_games_per_s(yardstick)] if yardstick else []
    bench = workbench(game)
    with compiling(game.name):
        bench.kernels.random_games(bench.states, bench.rngs, bench.actions, 1)
    with err().status(f"Measuring {game.name} …"):
        engine = engine_figures(bench, rounds)
        theirs += [yardstick_games_per_s(yardstick)] if yardstick else []
        figures = engine | {
            **overshoots(game),
            "copy_ns": 1e9 / copies_per_s(bench, rounds),
            "driven_steps_per_s": driven_steps_per_s(bench, rounds),
            **start_seconds(game),
        }
    if theirs:
        figures |= {"yardstick_games_per_s": max(theirs), "of_yardstick": figures["games_per_s"] / max(theirs)}
    return {name: round(figure, 3) for name, figure in figures.items()}


# ---- inside the engine ------------------------------------------------------------------------------------------


Run = Callable[[int], int]  # takes a number of repetitions and gives the amount done


def best_rate(run: Run, rounds: int) -> float:
    """How much a run gets done in a second at its best."""
    return best_rates([run], rounds)[0]


def best_rates(runs: Sequence[Run], rounds: int) -> list[float]:
    """The best rate of each run. They take turns, so that all meet the same machine and can be compared."""
    counts = [repetitions(run) for run in runs]
    measured = [[rate(run, count) for run, count in zip(runs, counts, strict=True)] for _ in range(rounds)]
    return [max(rates) for rates in zip(*measured, strict=True)]


def repetitions(run: Run) -> int:
    """How often a run is repeated in a round."""
    run(1)  # compiles what is not compiled yet
    count = 1
    while seconds_for(run, count)[0] < ROUND_SECONDS / 2:
        count *= 2
    return count


def rate(run: Run, count: int) -> float:
    """How much a run gets done in a second."""
    seconds, done = seconds_for(run, count)
    return done / seconds


def seconds_for(run: Run, count: int) -> tuple[float, int]:
    """How long a run takes, and how much it did."""
    begin = time.perf_counter()
    done = run(count)
    return time.perf_counter() - begin, done


def engine_figures(bench: Workbench, rounds: int) -> dict[str, float]:
    """Random games, a plain search and a batch, the latter in one thread and in two, all measured in turns."""
    with ExitStack() as stack:
        batches = [stack.enter_context(closing(new_batch(bench.game, threads))) for threads in (1, 2)]
        runs = [play_run(bench), *(search_run(bench, threads) for threads in (1, 2)), *map(batch_run, batches)]
        games, search, search_by_two, vector, vector_by_two = best_rates(runs, rounds)
    steps = games * steps_per_game(bench)
    return {
        "games_per_s": games,
        "steps_per_s": steps,
        "search_iterations_per_s": search,
        "search_of_games": search / games,
        "search_two_threads": search_by_two / search,
        "vector_steps_per_s": vector,
        "vector_of_steps": vector / steps,
        "vector_two_threads": vector_by_two / vector,
    }


def play_run(bench: Workbench) -> Run:
    """Random games played whole by the kernel."""

    def play(count: int) -> int:
        bench.kernels.random_games(bench.states, bench.rngs, bench.actions, count)
        return count

    return play


def steps_per_game(bench: Workbench) -> float:
    """How many actions of seats a random game has."""
    games = COUNTED_GAMES if is_compiler_on() else FEW_GAMES
    return bench.kernels.random_games(bench.states, bench.rngs, bench.actions, games) / games


def search_run(bench: Workbench, threads: int) -> Run:
    """Iterations of all threads together, from the first choice of a match."""
    from shinar.core.bot import Budget
    from shinar.core.match import Match
    from shinar.core.rng import search_rng
    from shinar.search.search import SearchBot

    match: Match[Any] = Match(bench.game, seed=0)
    observation = match.observe(match.actors[0])

    def search(count: int) -> int:
        SearchBot(bench.game, threads=threads).think(observation, Budget(iterations=count), search_rng(0))
        return count * threads

    return search


def new_batch(game: Game[Any], threads: int) -> "Batch[Any]":
    """Games side by side that have begun."""
    from shinar.envs.batch import Batch

    batch = Batch(game, VECTOR_GAMES if is_compiler_on() else FEW_GAMES, threads)
    batch.seed(0)
    batch.begin()
    return batch


def batch_run(batch: "Batch[Any]") -> Run:
    """Steps of all games of a batch together, the arrays of an environment written."""

    def step(count: int) -> int:
        for _ in range(count):
            batch.step(batch.arrays.random_actions)
        return count * batch.n

    return step


def overshoots(game: Game[Any]) -> dict[str, float]:
    """By what fraction of its time the best bot is late: at the median, and when it has just been made."""
    late = lateness(game)
    first = [decisions[0] for decisions in late.values()]
    return {"overshoot": median(chain.from_iterable(late.values())), "overshoot_first": median(first)}


def lateness(game: Game[Any]) -> dict[int, list[float]]:
    """By seat, how late each decision of a match was; those with only one legal action take no time."""
    from shinar.bots.registry import make_bot
    from shinar.core.bot import Budget, Preparable
    from shinar.core.match import Match
    from shinar.core.rng import search_rng

    match: Match[Any] = Match(game, seed=0)
    bots = [make_bot(TIMED_BOT, game) for _ in range(game.num_seats)]
    for bot in bots:
        if isinstance(bot, Preparable):
            bot.prepare()
    late: dict[int, list[float]] = {}
    for number in range(DECISIONS):
        seat = match.actors[0]
        observation = match.observe(seat)
        begin = time.perf_counter()
        action = bots[seat].choose(observation, Budget(), search_rng(number))
        took = time.perf_counter() - begin
        if len(observation.legal_actions()) > 1:
            late.setdefault(seat, []).append(took / TIME_BUDGET - 1)
        match.play(seat, action)
    return late


def copies_per_s(bench: Workbench, rounds: int) -> float:
    """States copied by the kernel."""
    states = new_array(bench.game.rules.state, COPIES)

    def copy(count: int) -> int:
        bench.kernels.copy_many(states, count)
        return count

    return best_rate(copy, rounds)


# ---- driven from Python -----------------------------------------------------------------------------------------


def driven_steps_per_s(bench: Workbench, rounds: int) -> float:
    """A Python loop that picks every action itself: one call applies it, lets chance act and lists what is legal."""
    states, rngs, actions = bench.states, bench.rngs, bench.actions
    step = entry_point(bench.kernels.step, states, rngs, actions, ANY_ACTION)
    ids, counts = listed(actions)
    random = dealing(0).random

    def drive(count: int) -> int:
        steps = 0
        for _ in range(count):
            states[0] = states[1] if is_compiler_on() else copy_of(states[1])
            is_asked = step(states, rngs, actions, ANY_ACTION)
            while is_asked:
                is_asked = step(states, rngs, actions, ids[int(random() * counts[0])])
                steps += 1
        return steps

    return best_rate(drive, rounds)


def listed(actions: Any) -> tuple[Any, Any]:
    """The legal actions and, in a list of one, their number, as a Python loop reads them fastest."""
    if is_compiler_on():
        return memoryview(actions["ids"][0]), memoryview(actions["n"])
    return actions[0].ids, PlainCount(actions[0])


class PlainCount:
    """The number of legal actions when the compiler is off."""

    def __init__(self, actions: Actions) -> None:
        self.actions = actions

    def __getitem__(self, _: int) -> int:
        return self.actions.n


# ---- fresh processes --------------------------------------------------------------------------------------------


def start_seconds(game: Game[Any]) -> dict[str, float]:
    """How long a user waits for the first game: with an empty cache, and again with the cache it left."""
    with tempfile.TemporaryDirectory(prefix="shinar-bench-") as cache:
        cold = first_game_seconds(game, cache)
        warm = min(first_game_seconds(game, cache) for _ in range(STARTS))
    return {"cold_compile_s": cold, "warm_start_s": warm}


def first_game_seconds(game: Game[Any], cache: str) -> float:
    """The time of a process that plays one game."""
    options = [f"{option.name}={option.text(game.options[option.name])}" for option in game.option_list]
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "shinar.cli.terminal.first_game", game.name, *options],
        env=os.environ | {"SHINAR_CACHE": cache},
        stdin=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - begin


# ---- the yardstick ----------------------------------------------------------------------------------------------


def yardstick_games_per_s(command: str) -> float:
    """The figure of another program; OptionError if it gives none."""
    try:
        done = subprocess.run(shlex.split(command), capture_output=True, text=True, timeout=MAX_YARDSTICK, check=True)
        return float(json.loads(done.stdout)["games_per_s"])
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as error:
        raise OptionError(f"the yardstick {command!r} must print JSON with a number games_per_s: {error}") from None
