"""Run `shinar bench` several times in fresh processes, beside a yardstick, and print a line for results.md.

benchmarks/compare.py "path/to/yardstick" [--game babel] [--times 3]
"""

import argparse
import json
import statistics
import subprocess
import sys
from typing import Any

SMALLER_IS_BETTER = {"copy_ns", "cold_compile_s", "warm_start_s"}
COLUMNS = (
    "games_per_s",
    "yardstick_games_per_s",
    "of_yardstick",
    "steps_per_s",
    "copy_ns",
    "driven_steps_per_s",
    "cold_compile_s",
    "warm_start_s",
)


def main() -> None:
    """Measure, and print a line of the table."""
    parser = argparse.ArgumentParser(description="Measure a game beside a yardstick, in fresh processes.")
    parser.add_argument("yardstick", help="a program that prints JSON with games_per_s")
    parser.add_argument("--game", default="babel")
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    runs = [measured(given.game, given.yardstick) for _ in range(given.times)]
    print("| game | " + " | ".join(COLUMNS) + " |")
    print(f"| {given.game} | " + " | ".join(shown(column, runs) for column in COLUMNS) + " |")


def measured(game: str, yardstick: str) -> dict[str, Any]:
    """The figures of one fresh process."""
    command = [sys.executable, "-m", "shinar", "bench", "--game", game, "--json", "--yardstick", yardstick]
    figures: dict[str, Any] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return figures


def shown(column: str, runs: list[dict[str, Any]]) -> str:
    """The best figure of all runs; of the ratio the median, since its parts are noisy."""
    figures = [run[column] for run in runs]
    if column == "of_yardstick":
        return f"{statistics.median(figures):.2f}"
    best = min(figures) if column in SMALLER_IS_BETTER else max(figures)
    return f"{best:,.0f}" if best >= 1000 else f"{best:.2f}"


if __name__ == "__main__":
    main()
