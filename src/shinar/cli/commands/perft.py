"""`shinar perft`: in how many ways a position can continue, a figure for comparing two programs."""

import time
from functools import partial
from typing import Annotated, Any

import typer

from shinar.cli.options import GAME_HELP, GameOption, read_given
from shinar.cli.terminal.console import compiling, interruptible, out
from shinar.core.compiled.kernel import kernels, new_array, to_array
from shinar.core.game import Actions, Game

__all__ = ["perft"]

DEFAULT_DEPTH = 4
MAX_DEPTH = 99


def perft(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help=GAME_HELP)] = None,
    depth: Annotated[
        int, typer.Option(min=1, max=MAX_DEPTH, metavar="N", help="How far to look ahead.")
    ] = DEFAULT_DEPTH,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Count from this position instead of the start.")
    ] = None,
    option: GameOption = None,
) -> None:
    """Count the ways in which a position can continue for 1, 2 … N actions, including those of chance."""
    chosen = read_given(context, game, option).make()
    start = chosen.initial_state() if position is None else chosen.parse_position(position)
    screen = out()
    screen.print(f"{chosen.name}: {chosen.position_text(start)}")
    for ahead in range(1, depth + 1):
        begin = time.perf_counter()
        with compiling(chosen.name):
            leaves = interruptible(partial(count_leaves, chosen, start, ahead))
        screen.print(f"{ahead:3} {leaves:>20,}   {time.perf_counter() - begin:.2f} s")


def count_leaves(game: Game[Any], start: Any, depth: int) -> int:
    """The number of ways to continue for so many actions."""
    states = new_array(game.rules.state, depth + 1)
    states[0] = to_array(start)[0]
    return kernels(game.rules, game.num_seats).perft(states, new_array(Actions, depth + 1), depth)
