"""How 7 Wonders was searched before a network had learned it: as levels still are, and to compare with."""

from shinar.core.guide import Guide, OwnPoints
from shinar.games.wonders.expertise.habits import weigh_by_habit
from shinar.games.wonders.expertise.value import points_at_end, points_of_rating, rate
from shinar.games.wonders.state import State

__all__ = ["LINEAR", "PLAYOUTS_ONLY"]

HORIZON = 1  # turns: what is left of a turn is played on
OWN_PERCENT = 30
POINTS_PER_LOGIT = 5
EXPLORATION = 0.15  # values of one turn differ little
PLAYOUT_EXPLORATION = 0.3  # playouts by weight differ less than random ones

# Weights written by hand, with a sum of counts as the evaluation and without one.
LINEAR: Guide[State] = Guide(
    weigh=weigh_by_habit,
    rate=rate,
    own_points=OwnPoints(OWN_PERCENT, POINTS_PER_LOGIT, points_of_rating, points_at_end),
    horizon=HORIZON,
    exploration=EXPLORATION,
)
PLAYOUTS_ONLY: Guide[State] = Guide(weigh=weigh_by_habit, exploration=PLAYOUT_EXPLORATION)
