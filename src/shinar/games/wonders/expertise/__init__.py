"""What is known of 7 Wonders beyond its rules: how to judge and search it, and its levels."""

from shinar.core.expertise import Expertise, Level, Rating
from shinar.games.wonders.components import EXPANSIONS
from shinar.games.wonders.expertise import guide, reasons, study, value, worth

__all__ = ["EXPERTISE"]


EXPERTISE = Expertise(
    guide=guide.GUIDE,
    evaluate=worth.evaluate,
    reasons=reasons.reasons,
    lessons=value.LESSONS,
    study=study.STUDY,
    variants={"playouts": guide.PLAYOUTS_ONLY},
    levels=(
        Level(1, 10, is_guided=True, slips=50, decisions=21),
        Level(2, 10, is_guided=True, slips=16, decisions=21),
        Level(3, 15, is_guided=True, decisions=21),
        Level(4, 29, is_guided=True, decisions=22),
        Level(5, 300, is_guided=True, seconds=2, decisions=21),
    ),
    ladder_tables=(
        {"players": 8, "expansions": ("cities",)},
        *({"players": 3, "expansions": (name,)} for name in EXPANSIONS),
        {"players": 3, "expansions": EXPANSIONS},
        {"players": 4, "expansions": ("cities",), "teams": "pairs"},
    ),
    ratings={
        2: (Rating(1000, 0), Rating(1328, 50), Rating(1499, 63), Rating(1636, 73), Rating(1936, 87)),
        3: (Rating(1000, 0), Rating(1240, 36), Rating(1496, 51), Rating(1663, 62), Rating(1888, 71)),
        4: (Rating(1000, 0), Rating(1233, 34), Rating(1473, 48), Rating(1627, 59), Rating(1805, 68)),
        5: (Rating(1000, 0), Rating(1253, 34), Rating(1489, 48), Rating(1659, 59), Rating(1847, 69)),
        6: (Rating(1000, 0), Rating(1301, 34), Rating(1505, 49), Rating(1635, 61), Rating(1779, 71)),
        7: (Rating(1000, 0), Rating(1276, 34), Rating(1508, 49), Rating(1655, 62), Rating(1800, 72)),
        8: (Rating(1000, 0), Rating(1234, 36), Rating(1459, 50), Rating(1548, 66), Rating(1704, 77)),
    },
)
