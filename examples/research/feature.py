"""Does a feature tell who will win? It is computed from what a seat may know; random games from there are the measure.

python examples/research/feature.py [POSITIONS] [GAMES]
"""

import sys

import numpy as np

import shinar


def main(positions: int = 400, games: int = 200) -> None:
    """Print how the number of temple levels a player is ahead goes together with the chance to win."""
    game = shinar.make("babel")
    encoding, simulator = shinar.Encoding(game), shinar.Simulator(game, seed=1)
    mine, theirs = (encoding.piece(f"players[{seat}].temples") for seat in (0, 1))
    lead, chance = [], []
    for state in simulator.positions(positions):
        row = encoding.encode(game.observe(state, 0)).astype(int)  # what seat 0 may know, an entry for each level built
        lead.append(row[mine.start : mine.stop].sum() - row[theirs.start : theirs.stop].sum())
        chance.append(simulator.play(games, start=state).wins[0] / games)
    print(f"levels ahead, chance to win: correlation {np.corrcoef(lead, chance)[0, 1]:.2f} over {positions} positions")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
