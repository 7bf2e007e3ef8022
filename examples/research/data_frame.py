"""Records as a data frame: what do winners do more often than losers?

    shinar export RECORDS --to games.parquet
    python examples/research/data_frame.py games.parquet

This reads the file by pyarrow, which the extra `research` brings; `pandas.read_parquet` and `polars.read_parquet` read
it as well.
"""

import sys

import pyarrow.compute as pc
import pyarrow.parquet as pq


def main(file: str) -> None:
    """Print the mean reward of those who took each kind of action, the best first."""
    table = pq.read_table(file)
    taken = table.filter(pc.and_(pc.greater_equal(table["actor"], 0), pc.is_valid(table["reward"])))
    kinds = pc.list_element(pc.split_pattern(taken["name"], " "), 0)  # "build medes from stack" is to build
    rewards = taken.append_column("kind", kinds).group_by("kind").aggregate([("reward", "mean"), ("reward", "count")])
    for row in rewards.sort_by([("reward_mean", "descending")]).to_pylist():
        print(f"{row['kind']:12} {row['reward_mean']:+.3f}  {row['reward_count']} times")


if __name__ == "__main__":
    main(sys.argv[1])
