"""Let two variants of Babylonia's search meet in the arena, and tell which wins how often, with the 95 % interval.

    .venv/bin/python scripts/compare_babylonia.py guide by-hand --games 200 --budget 50ms

A variant is `guide` (what Babylonia is searched with), `by-hand` (weights and sum written by hand, as the levels have
them), `policy` (the learned policy with the sum written by hand), `value` (the learned evaluation with the weights
written by hand), or changes of the one before, joined by commas: `policy,trust=0.2`, `guide,budget=500`.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from shinar.arena import Contest, run_contest
from shinar.bots.budget import parse_budget
from shinar.bots.registry import register_bot
from shinar.core.bot import Bot, Budget
from shinar.core.game import Game
from shinar.core.guide import Guide
from shinar.games.babylonia.expertise.guide import BY_HAND, GUIDE, guide_with
from shinar.games.babylonia.expertise.policy import WEIGHTS
from shinar.games.babylonia.state import State
from shinar.search.search import SearchBot

BASES: dict[str, Guide[State]] = {
    "guide": GUIDE,
    "by-hand": BY_HAND,
    "policy": guide_with(WEIGHTS),
    "value": replace(BY_HAND, evaluate=None, rate_all=GUIDE.rate_all),
}
NUMBERS: dict[str, Callable[[str], Any]] = {"width": float, "trust": float, "exploration": float, "batch": int}


def main() -> None:
    """Hold the contest and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--budget", type=parse_budget, default=Budget(500), help="iterations for each action, or 50ms")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--players", type=int, default=2, help="seats; all but one play the second variant")
    given = parser.parse_args()
    for name in ("first", "second"):
        variant = getattr(given, name)
        register_bot(name, f"Searches with {variant}.", maker(name, variant, given.budget))
    seats = ("first", *["second"] * (given.players - 1))
    contest = Contest("babylonia", seats, given.games, given.seed, {"players": given.players})
    first, second, *_ = run_contest(contest).verdicts
    print(
        f"{given.first} wins against {given.second} in {first.win_rate:.1%} of {given.games} games, 95 % interval "
        f"{first.low:.1%} to {first.high:.1%}, seed {given.seed}; {first.mean_score:.1f} and {second.mean_score:.1f} "
        f"points, {first.milliseconds:.1f} and {second.milliseconds:.1f} ms for each action"
    )


def maker(name: str, variant: str, budget: Budget) -> Callable[[Game[Any], str], Bot]:
    """How the bot of a variant is made."""
    guide = GUIDE
    for part in variant.split(","):
        key, _, value = part.partition("=")
        if key == "budget":
            budget = parse_budget(value)
        elif key in BASES:
            guide = BASES[key]
        elif key in NUMBERS:
            guide = replace(guide, **{key: NUMBERS[key](value)})
        else:
            raise SystemExit(f"{key!r} is no part of a variant; see --help")
    return lambda game, _setting: SearchBot(game, name, guide=guide, budget=budget)


if __name__ == "__main__":
    main()
