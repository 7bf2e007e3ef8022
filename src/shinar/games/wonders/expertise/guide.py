"""How 7 Wonders is searched: by what a network has learned."""

from shinar.core.guide import Guide, OwnPoints
from shinar.games.wonders.expertise.player import points_ahead, rate_all, weigh, weigh_others
from shinar.games.wonders.state import State

__all__ = ["GUIDE"]

HORIZON = 1  # turns: what is left of a turn is played on
OWN_PERCENT = 30  # more makes all seats build better, but lets weak neighbours build too

OTHERS_PERCENT = 50  # of a hundred imagined worlds: each other seat acts as plain search would, else as the network
EXPLORATION = 0.05  # values of one turn differ little
TRUST = 0.2  # in what the network finds likely
WIDTH = 1.0
BATCH = 64  # actions: the network looks at a choice once
POINTS_PER_LOGIT = 6

GUIDE: Guide[State] = Guide(
    weigh=weigh,
    rate_all=rate_all,
    own_points=OwnPoints(OWN_PERCENT, POINTS_PER_LOGIT, None, points_ahead),
    wants_first=True,
    horizon=HORIZON,
    width=WIDTH,
    batch=BATCH,
    models_others=True,
    weigh_others=weigh_others,
    others_percent=OTHERS_PERCENT,
    trust=TRUST,
    exploration=EXPLORATION,
)
