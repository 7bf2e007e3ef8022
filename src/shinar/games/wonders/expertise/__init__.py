"""What is known of 7 Wonders beyond its rules: how to judge and search it, and its levels."""

from shinar.core.expertise import Expertise, Level, Rating
from shinar.games.wonders.components import EXPANSIONS
from shinar.games.wonders.expertise import former, guide, player, reasons, study, value, worth

__all__ = ["EXPERTISE"]


EXPERTISE = Expertise(
    guide=guide.GUIDE,
    evaluate=worth.evaluate,
    reasons=reasons.reasons,
    lessons=value.LESSONS,
    study=study.STUDY,
    practice=player.PRACTICE,
    variants={"linear": former.LINEAR, "playouts": former.PLAYOUTS_ONLY},
    # The levels still search with the former guide, by which their ladders were played.
    levels=(
        Level(1, 10, is_guided=True, slips=50, decisions=21, variant="linear"),
        Level(2, 10, is_guided=True, slips=26, decisions=21, variant="linear"),
        Level(3, 10, is_guided=True, slips=3, decisions=21, variant="linear"),
        Level(4, 26, is_guided=True, decisions=22, variant="linear"),
        Level(5, 300, is_guided=True, seconds=2, decisions=21, variant="linear"),
    ),
    ladder_tables=(
        {"players": 8, "expansions": ("cities",)},
        *({"players": 3, "expansions": (name,)} for name in EXPANSIONS),
        {"players": 3, "expansions": EXPANSIONS},
        {"players": 4, "expansions": ("cities",), "teams": "pairs"},
    ),
    ratings={
        2: (Rating(1000, 0), Rating(1207, 40), Rating(1415, 57), Rating(1614, 69), Rating(1933, 85)),
        3: (Rating(1000, 0), Rating(1203, 35), Rating(1377, 49), Rating(1635, 61), Rating(1848, 71)),
        4: (Rating(1000, 0), Rating(1207, 34), Rating(1420, 48), Rating(1685, 59), Rating(1862, 68)),
        5: (Rating(1000, 0), Rating(1224, 34), Rating(1426, 48), Rating(1653, 59), Rating(1822, 68)),
        6: (Rating(1000, 0), Rating(1198, 35), Rating(1387, 50), Rating(1572, 61), Rating(1685, 72)),
        7: (Rating(1000, 0), Rating(1228, 35), Rating(1467, 49), Rating(1659, 61), Rating(1801, 72)),
        8: (Rating(1000, 0), Rating(1185, 37), Rating(1390, 52), Rating(1581, 64), Rating(1753, 74)),
    },
)
