"""Let two variants of a game's search meet in the arena, and print how often the first wins, with the 95 % interval.

    .venv/bin/python scripts/compare.py babel weights=new.json guide --games 400 --budget 400
    .venv/bin/python scripts/compare.py babylonia guide by-hand --games 200 --budget 50ms

A variant is a guide, or changes of one, joined by commas: `guide` (what the game is searched with), `plain` (random
playouts) or another that the game has to compare with; then `horizon=4`,
`exploration=0.7` or any other number of a guide, `own=20` for how many percent a seat's own points count,
`weights=FILE` with what `shinar train` wrote, and `budget=60` or `budget=10ms` in place of what is given for both.
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
from shinar.core.expertise import Expertise
from shinar.core.game import Game
from shinar.core.guide import PLAIN, Guide
from shinar.core.learning import parse_weights
from shinar.core.registry import game_class, game_names
from shinar.search.rating import guide_with
from shinar.search.search import SearchBot

NUMBERS: dict[str, Callable[[str], Any]] = {
    "horizon": int,
    "width": float,
    "batch": int,
    "trust": float,
    "exploration": float,
    "others_percent": int,
    "wants_first": lambda text: text == "1",
}
PROGRESS = 50  # games between two lines about progress


def main() -> None:
    """Hold the contest and print what came of it."""
    given = parser().parse_args()
    game = game_class(given.game)
    expertise = game.expertise()
    for name in ("first", "second"):
        variant = getattr(given, name)
        register_bot(name, f"Searches with {variant}.", maker(name, variant, expertise, given.budget))
    seats = ("first", *["second"] * (given.players - 1))
    options = {"players": given.players} if "players" in game().options else {}
    contest = Contest(given.game, seats, given.games, given.seed, options)
    first, second, *_ = run_contest(contest, progress=report_progress).verdicts
    print(
        f"{given.first} wins against {given.second} in {first.win_rate:.1%} of {given.games} games, 95 % interval "
        f"{first.low:.1%} to {first.high:.1%}, seed {given.seed}; {first.mean_score:.1f} and {second.mean_score:.1f} "
        f"points, {first.milliseconds:.1f} and {second.milliseconds:.1f} ms for each action"
    )


def parser() -> argparse.ArgumentParser:
    """What can be given."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("game", choices=game_names())
    made.add_argument("first")
    made.add_argument("second")
    made.add_argument("--games", type=int, default=400)
    made.add_argument("--budget", type=parse_budget, default=Budget(400), help="iterations for each action, or 50ms")
    made.add_argument("--seed", type=int, default=0)
    made.add_argument("--players", type=int, default=2, help="seats; all but one play the second variant")
    return made


def maker(name: str, variant: str, expertise: Expertise, budget: Budget) -> Callable[[Game[Any], str], Bot]:
    """How the bot of a variant is made."""
    guide = expertise.guide
    for part in variant.split(","):
        key, _, value = part.partition("=")
        if key == "budget":
            budget = parse_budget(value)
        else:
            guide = changed(guide, expertise, key, value)
    return lambda game, _setting: SearchBot(game, name, guide=guide, budget=budget)


def changed(guide: Guide[Any], expertise: Expertise, key: str, value: str) -> Guide[Any]:
    """A guide with one thing changed, or another."""
    guides = {"plain": PLAIN, "guide": expertise.guide, **expertise.variants}
    if key in guides:
        return guides[key]
    if key in NUMBERS:
        return replace(guide, **{key: NUMBERS[key](value)})
    if key == "own" and guide.own_points is not None:
        return replace(guide, own_points=replace(guide.own_points, percent=int(value)))
    if key == "weights" and expertise.lessons is not None:
        weights = parse_weights(Path(value).read_text(encoding="utf-8"), expertise.lessons.counts)
        return guide_with(guide, expertise.lessons, weights)
    raise SystemExit(f"{key!r} is no part of a variant; the guides are {', '.join(guides)}; see --help")


def report_progress(done: int) -> None:
    """A line now and then."""
    if done and done % PROGRESS == 0:
        print(f"{done} games", flush=True)


if __name__ == "__main__":
    main()
