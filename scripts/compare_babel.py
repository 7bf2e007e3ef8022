"""Let two variants of Babel's search meet in the arena, and tell which wins how often, with the 95 % interval.

    .venv/bin/python scripts/compare_babel.py weights=new.json weights=old.json --games 400 --iterations 400

A variant is `plain` (random playouts), `playouts` (guided ones to the end), `guide` (what Babel is searched with), or
changes of that, joined by commas: `horizon=4`, `exploration=0.7`, `weights=FILE`. `iterations=60` or `time=10ms` goes
before what is said for both.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from shinar.arena import Contest, run_contest
from shinar.bots.budget import parse_budget
from shinar.bots.registry import register_bot
from shinar.core.bot import Bot, Budget
from shinar.core.game import Game
from shinar.core.guide import PLAIN, Guide
from shinar.games.babel.expertise.guide import GUIDE, PLAYOUTS_ONLY, guide_with
from shinar.games.babel.expertise.value import parse_weights
from shinar.games.babel.state import State
from shinar.search.search import SearchBot

BASES: dict[str, Guide[State]] = {"plain": PLAIN, "playouts": PLAYOUTS_ONLY, "guide": GUIDE}
TELL = 50  # games between two lines about progress


def main() -> None:
    """Hold the contest and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--iterations", type=parse_budget, default=Budget(400), help="for each action, or a time: 10ms")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for name in ("first", "second"):
        variant = getattr(given, name)
        register_bot(name, f"Searches with {variant}.", maker(name, variant, given.iterations))
    contest = Contest("babel", ("first", "second"), given.games, given.seed)
    verdict = run_contest(contest, progress=tell).verdicts[0]
    print(
        f"{given.first} wins against {given.second} in {verdict.win_rate:.1%} of {given.games} games, "
        f"95 % interval {verdict.low:.1%} to {verdict.high:.1%}, seed {given.seed}"
    )


def maker(name: str, variant: str, budget: Budget) -> Callable[[Game[Any], str], Bot]:
    """How the bot of a variant is made."""
    guide = GUIDE
    for part in variant.split(","):
        key, _, value = part.partition("=")
        if key in {"iterations", "time"}:
            budget = parse_budget(value)
        else:
            guide = changed(guide, key, value)
    return lambda game, _setting: SearchBot(game, name, guide=guide, budget=budget)


def changed(guide: Guide[State], key: str, value: str) -> Guide[State]:
    """A guide with one thing changed."""
    if key in BASES:
        return BASES[key]
    if key == "horizon":
        return replace(guide, horizon=int(value))
    if key == "exploration":
        return replace(guide, exploration=float(value))
    if key == "weights":
        return replace(guide, evaluate=guide_with(parse_weights(Path(value).read_text(encoding="utf-8"))).evaluate)
    raise SystemExit(f"{key!r} is no part of a variant; see --help")


def tell(done: int) -> None:
    """A line now and then."""
    if done and done % TELL == 0:
        print(f"{done} games", flush=True)


if __name__ == "__main__":
    main()
