"""What a position of Babel is worth to a search: counts of both sides, with a small network that self-play has taught.

The weights are read from `weights.json`, which `shinar train babel` writes; docs/bots.md tells how they were fitted,
and by how much they help.
"""

from importlib.resources import files

from shinar.core.learning import parse_weights
from shinar.games.babel.expertise.counts import COUNTS
from shinar.games.babel.expertise.lessons import LESSONS
from shinar.search.rating import make_ratings

__all__ = ["WEIGHTS", "rate_all"]

WEIGHTS = parse_weights((files("shinar.games.babel.expertise") / "weights.json").read_text(encoding="utf-8"), COUNTS)
rate_all = make_ratings(LESSONS, WEIGHTS)
