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
        2: (Rating(1000, 0), Rating(1293, 47), Rating(1494, 61), Rating(1627, 71), Rating(1900, 84)),
        3: (Rating(1000, 0), Rating(1301, 39), Rating(1514, 52), Rating(1673, 62), Rating(1884, 72)),
        4: (Rating(1000, 0), Rating(1261, 35), Rating(1510, 49), Rating(1643, 60), Rating(1811, 69)),
        5: (Rating(1000, 0), Rating(1290, 34), Rating(1518, 48), Rating(1645, 60), Rating(1793, 70)),
        6: (Rating(1000, 0), Rating(1314, 34), Rating(1534, 49), Rating(1653, 61), Rating(1781, 72)),
        7: (Rating(1000, 0), Rating(1320, 34), Rating(1576, 48), Rating(1695, 62), Rating(1854, 73)),
        8: (Rating(1000, 0), Rating(1269, 35), Rating(1477, 50), Rating(1605, 64), Rating(1781, 75)),
    },
)
