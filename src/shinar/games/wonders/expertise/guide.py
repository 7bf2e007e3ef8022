"""How 7 Wonders is searched: by what a network has learned, or as it was searched before, to compare."""

from shinar.core.guide import Guide, OwnPoints
from shinar.games.wonders.expertise.habits import weigh_by_habit
from shinar.games.wonders.expertise.player import points_ahead, rate_all, weigh
from shinar.games.wonders.expertise.value import points_at_end, points_of_rating, rate
from shinar.games.wonders.state import State

__all__ = ["GUIDE", "LINEAR", "PLAYOUTS_ONLY"]

HORIZON = 1  # turns: what is left of a turn is played on
OWN_PERCENT = 30  # more makes all seats build better, but lets weak neighbours build too

EXPLORATION = 0.05  # values of one turn differ little
TRUST = 0.2  # in what the network finds likely
WIDTH = 1.0
BATCH = 64  # actions: the network looks at a choice once
POINTS_PER_LOGIT = 6

LINEAR_EXPLORATION = 0.15
LINEAR_POINTS_PER_LOGIT = 5
PLAYOUT_EXPLORATION = 0.3  # playouts by weight differ less than random ones

GUIDE: Guide[State] = Guide(
    weigh=weigh,
    rate_all=rate_all,
    own_points=OwnPoints(OWN_PERCENT, POINTS_PER_LOGIT, None, points_ahead),
    wants_first=True,
    horizon=HORIZON,
    width=WIDTH,
    batch=BATCH,
    models_others=True,
    trust=TRUST,
    exploration=EXPLORATION,
)
# The former guides: weights written by hand, with a sum of counts as the evaluation and without one.
LINEAR: Guide[State] = Guide(
    weigh=weigh_by_habit,
    rate=rate,
    own_points=OwnPoints(OWN_PERCENT, LINEAR_POINTS_PER_LOGIT, points_of_rating, points_at_end),
    horizon=HORIZON,
    exploration=LINEAR_EXPLORATION,
)
PLAYOUTS_ONLY: Guide[State] = Guide(weigh=weigh_by_habit, exploration=PLAYOUT_EXPLORATION)
