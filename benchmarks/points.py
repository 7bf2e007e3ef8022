"""Where the points of a bot come from when it plays against itself.

    python benchmarks/points.py wonders --players 3 --bot level5 --games 24
    python benchmarks/points.py wonders --bot best:1000

Prints the mean of all seats with its 95 % interval (games are taken as independent, seats of a game are not), the mean
of the best seat of each game, and the mean of each source of points.
"""

import argparse
import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from shinar import Match, make
from shinar.arena.backends import LocalProcesses
from shinar.arena.study import study_of
from shinar.bots.registry import make_bot
from shinar.core.bot import Budget, Preparable
from shinar.core.registry import game_names
from shinar.core.rng import derive, search_rng
from shinar.core.study import FinishedGame

TWO_SIGMA = 1.96


@dataclass(frozen=True)
class Seats:
    """What the seats of one game came to."""

    number: int
    scores: tuple[int, ...]
    sources: tuple[Mapping[str, int], ...]  # by seat


@dataclass(frozen=True)
class Games:
    """Games of one bot against itself; each follows from its number."""

    game: str
    players: int
    bot: str
    seed: int

    def play(self, number: int) -> Seats:
        """Play one of them."""
        game = make(self.game, **{"players": self.players} if self.players else {})
        match: Match[Any] = Match(game, derive(self.seed, "deal", number))
        bots = [make_bot(self.bot, game) for _ in range(game.num_seats)]
        for bot in bots:
            if isinstance(bot, Preparable):
                bot.prepare()
        streams = [search_rng(self.seed, number, seat) for seat in range(game.num_seats)]
        while not match.is_over:
            seat = match.actors[0]
            match.play(seat, bots[seat].choose(match.observe(seat), Budget(), streams[seat]))
        assert match.outcome is not None
        played = FinishedGame(game, game.initial_state(), tuple(match.log), match.reveal())
        facts = study_of(self.game).facts(played)
        return Seats(number, match.outcome.scores, tuple(dict(one.points) for one in facts))


def main() -> None:
    """Play, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--players", type=int, default=0, help="default: that of the game")
    parser.add_argument("--bot", default="level5")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    games = Games(given.game, given.players, given.bot, given.seed)
    played: list[Seats] = []
    for one in LocalProcesses(given.workers).play(games, list(range(given.games))):
        played.append(one)
        print(f"game {one.number}: {', '.join(map(str, one.scores))}", flush=True)
    report(played)


def report(played: list[Seats]) -> None:
    """Print the means."""
    means = [fmean(one.scores) for one in played]
    error = TWO_SIGMA * stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.nan
    best = fmean(max(one.scores) for one in played)
    print(f"{fmean(means):.1f} points (± {error:.1f}, {len(played)} games), the best seat {best:.1f}")
    sources = [seat for one in played for seat in one.sources]
    for name in sources[0]:
        print(f"  {name}: {fmean(seat[name] for seat in sources):.1f}")


if __name__ == "__main__":
    main()
