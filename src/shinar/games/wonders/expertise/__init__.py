"""What is known of 7 Wonders beyond its rules: how to judge and search it, and its levels."""

from shinar.core.expertise import Expertise, Level
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
        Level(1, 10, is_guided=False, decisions=21),
        Level(2, 8, is_guided=True, lead=(191, 78), decisions=21),
        Level(3, 80, is_guided=True, lead=(220, 82), decisions=21),
        Level(4, 250, is_guided=True, lead=(182, 77), decisions=22),
        Level(5, 2500, is_guided=True, lead=(449, 131), decisions=21),
    ),
    level_guide=guide.PLAYOUTS_ONLY,
)
