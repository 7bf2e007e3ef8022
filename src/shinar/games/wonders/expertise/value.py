"""What a position of 7 Wonders is worth to a search: what self-play has taught about what is counted of each city.

The weights are read from `weights.json`, which `shinar train wonders` writes; docs/bots.md tells how.
"""

from importlib.resources import files

from shinar.core.learning import Lessons, parse_weights
from shinar.games.wonders.components import CITIES
from shinar.games.wonders.expertise.counts import COUNTS, ROWS, count, row
from shinar.games.wonders.state import State
from shinar.search.rating import make_rating

__all__ = ["LESSONS", "WEIGHTS", "rate"]

TABLES = tuple(
    {"players": players, "expansions": expansions}
    for expansions in ((), ("tower", "projects"))
    for players in range(2, CITIES + 1)
)
LESSONS: Lessons[State] = Lessons(COUNTS, ROWS, row, count, TABLES)
WEIGHTS = parse_weights((files("shinar.games.wonders.expertise") / "weights.json").read_text(encoding="utf-8"), COUNTS)
rate = make_rating(LESSONS, WEIGHTS)
