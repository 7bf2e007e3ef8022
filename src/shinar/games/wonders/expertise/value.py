"""What a position of 7 Wonders was worth to searches before a network learned the game: a sum of what a city counts.

The weights are read from `weights.json`, which `shinar train wonders --linear` writes; docs/bots.md tells how.
"""

from importlib.resources import files

from shinar.core.compiled.jit import jit
from shinar.core.learning import Generation, Lessons, parse_weights
from shinar.games.wonders.components import CITIES
from shinar.games.wonders.expertise.counts import COUNTS, ROWS, count, row
from shinar.games.wonders.scoring import score
from shinar.games.wonders.state import State
from shinar.games.wonders.teams import has_partners, partner_of
from shinar.search.rating import make_points_of_rating, make_rating

__all__ = ["LESSONS", "WEIGHTS", "points_at_end", "points_of_rating", "rate"]

USUAL_POINTS = 50  # of a city at the end
TABLES = tuple(
    {"players": players, "expansions": expansions}
    for expansions in ((), ("tower", "projects"))
    for players in range(2, CITIES + 1)
)
SEARCHED = (1, 1, 3) * 3  # the tables of three and five players without expansions; more often, for a longer exam
LESSONS: Lessons[State] = Lessons(
    COUNTS,
    ROWS,
    row,
    count,
    TABLES,
    generations=(Generation(12_000, 0), Generation(3_600, 64), Generation(3_600, 128)),
    searched=SEARCHED,
    by_itself=True,
    variant="linear",
    own_percent=50,  # as when the weights were learned; whether what counts in play would teach more was not tried
)
WEIGHTS = parse_weights((files("shinar.games.wonders.expertise") / "weights.json").read_text(encoding="utf-8"), COUNTS)
rate_city = make_rating(LESSONS, WEIGHTS)
points_of_rating = make_points_of_rating(LESSONS, WEIGHTS)


@jit
def rate(state: State, seat: int) -> int:
    """What the position is worth to a seat, in thousandths of a logit: with its partner's city, if it has one."""
    rating = rate_city(state, seat)
    return rating + rate_city(state, partner_of(seat)) if has_partners(state) else rating


@jit
def points_at_end(state: State, seat: int) -> int:
    """How many points more than usual a seat has at the end; with those of its partner's city, if it has one."""
    points = score(state, seat) - USUAL_POINTS
    return points + score(state, partner_of(seat)) - USUAL_POINTS if has_partners(state) else points
