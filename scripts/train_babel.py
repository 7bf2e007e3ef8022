"""Fit the weights of Babel (`games/babel/expertise/weights.json`) to games of a search against itself.

    .venv/bin/python scripts/train_babel.py --seed 0

`scripts/compare.py babel` tells whether new weights are better than old ones.
The first generation plays knowing only that temples are worth something, each later one with the weights of the one
before. Each position at the beginning of a turn is an example: the counts of one side less those of the other, and as
target the mean of what the game came to and of what a search from there expects. A fit takes the last two generations.
Every fifth game is left out of it, and tells how well the weights foretell results. The same seed gives the same
weights.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import shinar
from shinar.core.bot import Budget
from shinar.core.game import Game
from shinar.core.guide import Guide
from shinar.core.match import Match
from shinar.core.rng import derive, search_rng
from shinar.games.babel.components import SITES
from shinar.games.babel.expertise.guide import guide_with
from shinar.games.babel.expertise.value import (
    UNIT,
    SideCounts,
    SiteCounts,
    Weights,
    side_counts,
    site_counts,
    weights_text,
)
from shinar.games.babel.state import ACT, State
from shinar.search.search import SearchBot

Numbers = NDArray[np.float64]

ROOT = Path(__file__).parents[1]
WEIGHTS = ROOT / "src" / "shinar" / "games" / "babel" / "expertise" / "weights.json"
LOG = ROOT / "docs" / "training" / "babel.log"
LEFT_OUT = 5  # every fifth game is not fitted to
RIDGE = 10.0
STEPS = 30  # of Newton's method
TELL = 50  # games between two lines about progress
KEPT = 2  # generations that are fitted to
FIRST_LEVEL = 250  # what a temple's level is worth to the first generation, which knows nothing else
SITE_COUNTS, SIDE_COUNTS = len(SiteCounts._fields), len(SideCounts._fields)


def main() -> None:
    """Play, fit, write the weights and the log."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=150, help="of each generation")
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--iterations", type=int, default=150, help="of the search, for each action")
    parser.add_argument("--look", type=int, default=250, help="iterations of the search that judges a position")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="the file to write")
    parser.add_argument("--log", type=Path, default=LOG, help="the file to write")
    train(parser.parse_args())


@dataclass(frozen=True)
class Examples:
    """The positions of one game: counts, what the game came to, and what a search expects; all for seat 0."""

    counts: Numbers
    results: Numbers
    expected: Numbers


class Report:
    """Lines for the screen and, but for those about time, for the log."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def tell(self, line: str) -> None:
        """A line for both."""
        self.lines.append(line)
        print(line, flush=True)


def train(given: argparse.Namespace) -> None:
    """Play and fit one generation after the other, then write the weights and the log."""
    report = Report()
    shown = {name: value for name, value in vars(given).items() if isinstance(value, int)}
    report.tell("train_babel.py " + " ".join(f"--{name} {value}" for name, value in shown.items()))
    weights = Weights((FIRST_LEVEL, *[0] * (SITE_COUNTS - 1)), (0,) * SIDE_COUNTS)
    games: list[Examples] = []
    for generation in range(1, given.generations + 1):
        games += played_games(generation, guide_with(weights), given)
        games = games[-KEPT * given.games :]
        weights = fit_and_tell(generation, games, report)
    for name, weight in zip(SiteCounts._fields + SideCounts._fields, weights.site + weights.side, strict=True):
        report.tell(f"  {name:12} {weight:+5}")
    given.weights.write_text(weights_text(weights), encoding="utf-8")
    given.log.parent.mkdir(parents=True, exist_ok=True)
    given.log.write_text("\n".join(report.lines) + "\n", encoding="utf-8")


def played_games(generation: int, guide: Guide[State], given: argparse.Namespace) -> Iterator[Examples]:
    """The examples of a generation's games."""
    game = shinar.make("babel")
    started = time.monotonic()
    for number in range(given.games):
        yield examples_of(game, derive(given.seed, generation, number), guide, given)
        done = number + 1
        if done % TELL == 0:
            left = (time.monotonic() - started) / done * (given.games - done)
            print(f"generation {generation}: {done} of {given.games} games, {left:.0f} s left", flush=True)


def examples_of(game: Game[State], seed: int, guide: Guide[State], given: argparse.Namespace) -> Examples:
    """Let a search play a game against itself, and look at its positions."""
    match: Match[State] = Match(game, seed)
    bots = [SearchBot(game, guide=guide, budget=Budget(given.iterations)) for _ in range(2)]
    positions: list[State] = []
    while not match.is_over:
        state = match.reveal()
        if state.phase == ACT and len(positions) < state.turns:
            positions.append(state)
        seat = match.actors[0]
        match.play(seat, bots[seat].choose(match.observe(seat), Budget(), search_rng(seed, len(match.log))))
    assert match.outcome is not None
    result = (match.outcome.returns()[0] + 1) / 2
    counts = np.array([counts_of(state, 0) - counts_of(state, 1) for state in positions], dtype=float)
    expected = np.array([expectation(game, state, guide, given.look) for state in positions])
    return Examples(counts, np.full(len(positions), result), expected)


def counts_of(state: State, seat: int) -> NDArray[Any]:
    """All counts of a side: those of its sites added up, then those of the whole."""
    sites = np.sum([site_counts(state, seat, site) for site in range(SITES)], axis=0)
    return np.concatenate((sites, side_counts(state, seat)))


def expectation(game: Game[State], state: State, guide: Guide[State], iterations: int) -> float:
    """What a search from a position expects for seat 0: the mean of all its iterations."""
    seat = state.turn_of
    found = SearchBot(game, guide=guide).think(game.observe(state, seat), Budget(iterations), search_rng(0, "training"))
    mean = sum(one.total for one in found) / sum(one.visits for one in found)
    return mean if seat == 0 else 1 - mean


def fit_and_tell(generation: int, games: list[Examples], report: Report) -> Weights:
    """Fit to most games, and tell how good that is on those that were left out."""
    fitted_to = joined([one for number, one in enumerate(games) if number % LEFT_OUT])
    unseen = joined(games[::LEFT_OUT])
    weights = fitted(fitted_to.counts, (fitted_to.results + fitted_to.expected) / 2)
    whole = tuple(round(UNIT * weight) for weight in weights)
    loss = log_loss(unseen.counts @ weights, unseen.results)
    positions = len(fitted_to.results) + len(unseen.results)
    report.tell(
        f"generation {generation}: the last {len(games)} games have {positions} positions; "
        f"log loss on the {len(games[::LEFT_OUT])} games left out {loss:.4f} (a coin: {np.log(2):.4f}, "
        f"the search itself: {log_loss(logits(unseen.expected), unseen.results):.4f})"
    )
    return Weights(whole[:SITE_COUNTS], whole[SITE_COUNTS:])


def joined(games: list[Examples]) -> Examples:
    """The examples of several games as those of one."""
    return Examples(
        np.concatenate([one.counts for one in games]),
        np.concatenate([one.results for one in games]),
        np.concatenate([one.expected for one in games]),
    )


def fitted(counts: Numbers, targets: Numbers) -> Numbers:
    """Logistic regression with a ridge, by Newton's method, on counts of equal spread."""
    spread = counts.std(axis=0) + 1e-9
    scaled = counts / spread
    weights = np.zeros(counts.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (targets - chances) - RIDGE * weights
        curve = (scaled * (chances * (1 - chances))[:, None]).T @ scaled + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    fitted_weights: Numbers = weights / spread
    return fitted_weights


def logits(chances: Numbers) -> Numbers:
    """The logits of chances, kept from infinity."""
    kept = np.clip(chances, 1e-6, 1 - 1e-6)
    odds: Numbers = np.log(kept / (1 - kept))
    return odds


def log_loss(logits: Numbers, outcomes: Numbers) -> float:
    """How badly chances foretell results."""
    chances = np.clip(1 / (1 + np.exp(-logits)), 1e-6, 1 - 1e-6)
    return float(-(outcomes * np.log(chances) + (1 - outcomes) * np.log(1 - chances)).mean())


if __name__ == "__main__":
    main()
