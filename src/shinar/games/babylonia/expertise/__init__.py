"""What is known of Babylonia beyond its rules: how to judge and search it, and its levels."""

from shinar.core.expertise import Expertise, Level, Rating
from shinar.games.babylonia.expertise import guide, lessons, reasons, study, worth

__all__ = ["EXPERTISE"]

EXPERTISE = Expertise(
    guide=guide.GUIDE,
    policy_lessons=guide.POLICY_LESSONS,
    evaluate=worth.evaluate,
    is_evaluation_compiled=True,
    reasons=reasons.reasons,
    lessons=lessons.LESSONS,
    study=study.STUDY,
    variants=guide.VARIANTS,
    levels=(
        Level(1, 10, is_guided=True, slips=45, decisions=47),
        Level(2, 10, is_guided=True, slips=28, decisions=41),
        Level(3, 10, is_guided=True, slips=13, decisions=40),
        Level(4, 20, is_guided=True, decisions=46),
        Level(5, 300, is_guided=True, seconds=2, decisions=50),
    ),
    ratings={
        2: (Rating(1000, 0), Rating(1301, 48), Rating(1524, 63), Rating(1870, 82), Rating(2252, 99)),
        3: (Rating(1000, 0), Rating(1284, 38), Rating(1526, 52), Rating(1774, 64), Rating(2059, 74)),
        4: (Rating(1000, 0), Rating(1249, 34), Rating(1475, 49), Rating(1743, 60), Rating(2011, 69)),
    },
)
