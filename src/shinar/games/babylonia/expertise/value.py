"""What a position of Babylonia is worth to a search: what self-play has taught about what is counted of each player.

The weights are read from `weights.json`, which `shinar train babylonia` writes; docs/bots.md tells how.
"""

from importlib.resources import files

from shinar.core.learning import parse_weights
from shinar.games.babylonia.expertise.counts import COUNTS
from shinar.games.babylonia.expertise.lessons import LESSONS
from shinar.search.rating import make_ratings

__all__ = ["WEIGHTS", "rate_all"]

WEIGHTS = parse_weights(
    (files("shinar.games.babylonia.expertise") / "weights.json").read_text(encoding="utf-8"), COUNTS
)
rate_all = make_ratings(LESSONS, WEIGHTS)
