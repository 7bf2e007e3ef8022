"""Fit the weights of Babel's evaluation (`bots/babel_value.py`) to games of a search against itself.

    .venv/bin/python scripts/train_babel.py --games 160 --seed 0

Each position at the beginning of a turn is an example: the counts of one side less those of the other, and as target
the mean of what the game came to and of what guided playouts from there come to. Prints the log loss on games that were
left out, and the weights as they stand in the source.
"""

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

import shinar
from shinar.babel.components import SITES
from shinar.babel.state import ACT, State
from shinar.bots.babel_guide import PLAYOUTS_ONLY
from shinar.bots.babel_value import UNIT, SideCounts, SiteCounts, side_counts, site_counts
from shinar.bots.bot import Budget
from shinar.bots.search import SearchBot
from shinar.core.game import Game
from shinar.core.match import Match
from shinar.core.rng import derive, thinking

Numbers = NDArray[np.float64]

LEFT_OUT = 5  # every fifth game is not fitted to
RIDGE = 10.0
STEPS = 30  # of Newton's method


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=160)
    parser.add_argument("--iterations", type=int, default=150, help="of the search, for each action")
    parser.add_argument("--playouts", type=int, default=200, help="from each position")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    game = shinar.make("babel")
    games = [examples_of(game, derive(given.seed, number), given) for number in range(given.games)]
    report([one for number, one in enumerate(games) if number % LEFT_OUT], games[::LEFT_OUT])


def examples_of(game: Game[State], seed: int, given: argparse.Namespace) -> tuple[Numbers, Numbers, Numbers]:
    """The positions of one game: counts, what the game came to, and what playouts come to; all for seat 0."""
    match: Match[State] = Match(game, seed)
    bots = [SearchBot(game, guide=PLAYOUTS_ONLY, budget=Budget(given.iterations)) for _ in range(2)]
    positions: list[State] = []
    while not match.is_over:
        state = match.reveal()
        if state.phase == ACT and len(positions) < state.turns:
            positions.append(state)
        seat = match.actors[0]
        match.play(seat, bots[seat].choose(match.observe(seat), Budget(), thinking(seed, len(match.log))))
    assert match.outcome is not None
    result = (match.outcome.returns()[0] + 1) / 2
    counts = np.array([counts_of(state, 0) - counts_of(state, 1) for state in positions], dtype=float)
    playouts = np.array([playout_mean(game, state, given.playouts) for state in positions])
    return counts, np.full(len(positions), result), playouts


def counts_of(state: State, seat: int) -> NDArray[Any]:
    """All counts of a side: those of its sites added up, then those of the whole."""
    sites = np.sum([site_counts(state, seat, site) for site in range(SITES)], axis=0)
    return np.concatenate((sites, side_counts(state, seat)))


def playout_mean(game: Game[State], state: State, playouts: int) -> float:
    """What guided playouts from a position come to for seat 0: a search of one node's depth, seen with open cards."""
    seat = state.turn_of
    bot = SearchBot(game, guide=PLAYOUTS_ONLY)
    found = bot.think(game.observe(state, seat), Budget(playouts), thinking(0, "training"))
    mean = sum(one.total for one in found) / sum(one.visits for one in found)
    return mean if seat == 0 else 1 - mean


def report(train: list[Any], test: list[Any]) -> None:
    """Fit, and print how good the fit is on the games that were left out."""
    counts, results, playouts = (np.concatenate(parts) for parts in zip(*train, strict=True))
    weights = fitted(counts, (results + playouts) / 2)
    unseen, outcomes, _ = (np.concatenate(parts) for parts in zip(*test, strict=True))
    print(f"{len(train)} games, {len(counts)} positions; left out: {len(test)} games")
    print(f"log loss on these: {log_loss(unseen @ weights, outcomes):.4f}; of a coin: {np.log(2):.4f}")
    whole = [round(UNIT * weight) for weight in weights]
    sites = len(SiteCounts._fields)
    for name, weight in zip(SiteCounts._fields + SideCounts._fields, whole, strict=True):
        print(f"  {name:12} {weight:+5}")
    print(f"SITE_WEIGHTS = {tuple(whole[:sites])}\nSIDE_WEIGHTS = {tuple(whole[sites:])}")


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


def log_loss(logits: Numbers, outcomes: Numbers) -> float:
    """How badly chances foretell results."""
    chances = np.clip(1 / (1 + np.exp(-logits)), 1e-6, 1 - 1e-6)
    return float(-(outcomes * np.log(chances) + (1 - outcomes) * np.log(1 - chances)).mean())


if __name__ == "__main__":
    main()
