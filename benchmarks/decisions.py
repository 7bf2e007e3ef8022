"""How long a match is: the decisions of each seat, where every seat is played by the same level.

    python benchmarks/decisions.py                    # all games and levels
    python benchmarks/decisions.py babel --games 40

The lobby makes minutes of them (`Level.decisions`). Options are those a newcomer gets; what a match with others is
like may differ.
"""

import argparse
from typing import Any

from shinar import Game, Match, make
from shinar.bots.levels import levels_of, make_level
from shinar.core.bot import Budget
from shinar.core.registry import game_names
from shinar.core.rng import search_rng


def main() -> None:
    """Print a line for each level."""
    parser = argparse.ArgumentParser(description="Count the decisions of a match.")
    parser.add_argument("game", nargs="*", default=game_names())
    parser.add_argument("--games", type=int, default=20)
    chosen = parser.parse_args()
    for name in chosen.game:
        game = make(name)
        for level in levels_of(name):
            found = decisions(game, level.number, chosen.games)
            print(f"{name}, {game.num_seats} seats, level {level.number}: {found:.1f} decisions of each", flush=True)


def decisions(game: Game[Any], number: int, games: int) -> float:
    """How often each seat chooses in a match, on average."""
    return sum(_played(game, number, seed) for seed in range(games)) / games / game.num_seats


def _played(game: Game[Any], number: int, seed: int) -> int:
    """How many decisions all seats of one match took together."""
    budget = Budget(levels_of(game.name)[number - 1].iterations)  # by time, the strongest would take hours
    bots = [make_level(game, number, budget) for _ in range(game.num_seats)]
    match: Match[Any] = Match(game, seed=seed)
    rng, count = search_rng(seed), 0
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, bots[seat].choose(match.observe(seat), Budget(), rng))
        count += 1
    return count


if __name__ == "__main__":
    main()
