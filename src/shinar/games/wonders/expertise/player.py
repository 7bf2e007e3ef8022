"""The network that plays 7 Wonders: how it learns, and what it has learned.

`skill.npz` is what `shinar train wonders` writes; docs/bots.md tells how.
"""

from importlib.resources import files

from shinar.core.compiled.jit import jit
from shinar.core.guide import PLAIN
from shinar.core.learning import Practice, Rival
from shinar.games.wonders.components import AGES, EXPANSIONS
from shinar.games.wonders.expertise.former import PLAYOUTS_ONLY
from shinar.games.wonders.expertise.habits import weigh_by_habit
from shinar.games.wonders.expertise.signs import (
    CHOICE_SIGNS,
    MAX_SIGNS,
    MOTIVES,
    ROWS,
    VALUE_SIGNS,
    decides,
    motives_of,
    part,
    row,
    show_choice,
    show_position,
)
from shinar.games.wonders.scoring import score
from shinar.games.wonders.state import State
from shinar.games.wonders.teams import has_partners, partner_of
from shinar.search.skill import OTHERS, Skill, make_rate_all, make_weigh
from shinar.search.tree import MAX_SEATS

__all__ = ["PRACTICE", "points_ahead", "rate_all", "weigh", "weigh_others"]

USUAL_POINTS = 52  # of a city at the end …
MORE_WITH_LEADERS, MORE_WITH_CITIES = 8, 8


@jit
def usual_points(state: State) -> int:
    """What a city has at the end on average, among good players."""
    return USUAL_POINTS + MORE_WITH_LEADERS * state.has_leaders + MORE_WITH_CITIES * state.has_cities


PRACTICE: Practice[State] = Practice(
    MAX_SIGNS,
    CHOICE_SIGNS,
    show_choice,
    VALUE_SIGNS,
    show_position,
    MOTIVES,
    motives_of,
    decides,
    weigh_by_habit,
    AGES,
    part,
    ROWS,
    row,
    usual_points,
    tables=(
        (14, {"players": 3}),
        (8, {"players": 5}),
        (7, {"players": 3, "expansions": ("tower", "projects")}),
        (2, {"players": 2}),
        (2, {"players": 4}),
        (1, {"players": 6}),
        (1, {"players": 7}),
        (1, {"players": 5, "expansions": ("tower", "projects")}),
        (1, {"players": 3, "expansions": ("leaders",)}),
        (1, {"players": 3, "expansions": ("cities",)}),
        (1, {"players": 3, "expansions": EXPANSIONS}),
        (1, {"players": 4, "expansions": EXPANSIONS}),
    ),
    games=4_200_000,
    value_units=96,
    rivals=(
        Rival(
            "plain search",
            PLAIN,
            share=70,
            iterations=1500,
            tables=(
                (500, {"players": 3}),
                (200, {"players": 3, "expansions": ("tower", "projects")}),
                (200, {"players": 5}),
            ),
        ),
        Rival("guided playouts", PLAYOUTS_ONLY, share=15, iterations=500, tables=((150, {"players": 3}),)),
    ),
)
LEARNED = files("shinar.games.wonders.expertise") / "skill.npz"
SKILL = Skill.installed(LEARNED, PRACTICE)
weigh = make_weigh(PRACTICE, SKILL)
weigh_others = make_weigh(PRACTICE, Skill.installed(LEARNED, PRACTICE, OTHERS))
rate_cities = make_rate_all(PRACTICE, SKILL)


@jit
def rate_all(state: State, ratings: list[int], seats: int, strangers: int) -> None:
    """The rating and the points of each seat; partners have those of both cities."""
    rate_cities(state, ratings, seats, strangers)
    if has_partners(state):
        for seat in range(0, seats, 2):
            for first in (0, MAX_SEATS):
                together = ratings[first + seat] + ratings[first + partner_of(seat)]
                ratings[first + seat] = together
                ratings[first + partner_of(seat)] = together


@jit
def points_ahead(state: State, seat: int) -> int:
    """How many points more than usual a seat has at the end; with those of its partner's city, if it has one."""
    points = score(state, seat) - usual_points(state)
    return points + score(state, partner_of(seat)) - usual_points(state) if has_partners(state) else points
