"""What is known of Babylonia beyond its rules: how to judge and search it, and its levels."""

from shinar.core.expertise import Expertise, Level
from shinar.games.babylonia.expertise import guide, lessons, reasons, study, worth

__all__ = ["EXPERTISE"]

EXPERTISE = Expertise(
    guide=guide.GUIDE,
    level_guide=guide.BY_HAND,
    habits=guide.HABITS,
    evaluate=worth.evaluate,
    is_evaluation_compiled=True,
    reasons=reasons.reasons,
    lessons=lessons.LESSONS,
    study=study.STUDY,
    variants=guide.VARIANTS,
    levels=(
        Level(1, 60, is_guided=False, decisions=47),
        Level(2, 2, is_guided=True, lead=(566, None), decisions=41),
        Level(3, 12, is_guided=True, lead=(230, 83), decisions=40),
        Level(4, 50, is_guided=True, lead=(200, 79), decisions=46),
        Level(5, 5000, is_guided=True, lead=(156, 75), decisions=50),
    ),
)
