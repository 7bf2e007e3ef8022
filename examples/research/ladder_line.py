"""Play one line of a published ladder again, with the same deals: level 1 against random play in Babel.

    python examples/research/ladder_line.py [GAMES]

docs/ladder-babel.md has the line of 400 games. Levels are fixed in iterations and deals follow from the seed, so that
the games are the same on every machine, as long as rules and bots are those that played the page.
"""

import sys

import shinar
from shinar.arena import Contest, run_contest


def main(games: int = 400) -> None:
    """Play the games and print the line."""
    options = dict(shinar.make("babel").options)
    contest = Contest("babel", ("level1", "random"), games, seed=0, options=options)
    summary = run_contest(contest)
    first, second = summary.verdicts
    interval = f"{first.low:.1%} – {first.high:.1%}"
    points = f"{first.mean_score:.1f} – {second.mean_score:.1f}"
    print(f"| {first.player} | {second.player} | {summary.games} | {first.win_rate:.1%} | {interval} | {points} |")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
