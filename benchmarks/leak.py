"""Whether tables tell what is hidden: pairs of tables that differ only in that must send the same bytes.

    python benchmarks/leak.py [--game babel] [--pairs 20]

Plays so many pairs for every number of seats, with undo, rematch, spectators and simultaneous choices, and stops at the
first byte that differs. See `tests/server/pairs.py`.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from shinar.core.registry import game_names
from shinar.server.storage.database import Storage
from tests.server.pairs import all_seats, sweep


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Compare what tables send that differ only in what is hidden.")
    parser.add_argument("--game", choices=game_names(), help="all of them if none is given")
    parser.add_argument("--pairs", type=int, default=20, help="for every number of seats")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first pair")
    given = parser.parse_args()
    for name in [given.game] if given.game else game_names():
        measure(name, range(given.first, given.first + given.pairs))


def measure(name: str, seeds: range) -> None:
    """Play pairs of a game with every number of seats; a line for each."""
    with tempfile.TemporaryDirectory() as folder:
        storages = Storage(f"sqlite:///{folder}/one.db", "one"), Storage(f"sqlite:///{folder}/other.db", "other")
        for storage in storages:
            storage.migrate()
        for game in all_seats(name):
            found = sweep(storages, Path(folder), game, seeds)
            print(
                f"{name}, {game.num_seats} seats: {found.pairs} pairs, {found.texts} texts compared, 0 differ; "
                f"{found.undone} taken back, {found.rematches} rematches, {found.uneven} uneven sealed choices",
                flush=True,
            )
        for storage in storages:
            storage.close()


if __name__ == "__main__":
    main()
