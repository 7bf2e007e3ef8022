"""What a position of 7 Wonders is worth to a search: what self-play has taught about what is counted of each city.

The weights are read from `weights.json`, which `shinar train wonders` writes; docs/bots.md tells how.
"""

from importlib.resources import files

from shinar.core.compiled.jit import jit
from shinar.core.learning import Generation, Lessons, parse_weights
from shinar.games.wonders.components import CITIES
from shinar.games.wonders.expertise.counts import COUNTS, ROWS, count, row
from shinar.games.wonders.state import State
from shinar.games.wonders.teams import has_partners, partner_of
from shinar.search.rating import make_rating

__all__ = ["LESSONS", "WEIGHTS", "rate"]

TABLES = tuple(
    {"players": players, "expansions": expansions}
    for expansions in ((), ("tower", "projects"))
    for players in range(2, CITIES + 1)
)
SEARCHED = (1,) * 8  # the table of three players without expansions; eight times, for as many games of the exam
LESSONS: Lessons[State] = Lessons(
    COUNTS,
    ROWS,
    row,
    count,
    TABLES,
    generations=(Generation(12_000, 0), Generation(4_000, 64)),
    searched=SEARCHED,
    width=1.0,
)
WEIGHTS = parse_weights((files("shinar.games.wonders.expertise") / "weights.json").read_text(encoding="utf-8"), COUNTS)
rate_city = make_rating(LESSONS, WEIGHTS)


@jit
def rate(state: State, seat: int) -> int:
    """What the position is worth to a seat, in thousandths of a logit: with its partner's city, if it has one."""
    rating = rate_city(state, seat)
    return rating + rate_city(state, partner_of(seat)) if has_partners(state) else rating
