"""What is known of Babel beyond its rules: how to judge and search it, its solver and its levels."""

from shinar.core.expertise import Expertise, Level, Rating
from shinar.games.babel.expertise import guide, lessons, reasons, solver, study, wins, worth

__all__ = ["EXPERTISE"]

EXPERTISE = Expertise(
    guide=guide.GUIDE,
    evaluate=worth.evaluate,
    find_win=wins.first_action_of_a_win,
    prepare_solver=wins.prepare_solver,
    solve_goal=solver.solve_goal,
    goals=solver.GOAL_WORDS,
    reasons=reasons.reasons,
    lessons=lessons.LESSONS,
    study=study.STUDY,
    variants={"playouts": guide.PLAYOUTS_ONLY, "linear": guide.LINEAR},
    levels=(
        Level(1, 40, is_guided=False, decisions=59),
        Level(2, 60, is_guided=True, slips=33, decisions=66),
        Level(3, 60, is_guided=True, slips=10, decisions=68),
        Level(4, 150, is_guided=True, decisions=66),
        Level(5, 2500, is_guided=True, solves=True, seconds=2, decisions=67),
    ),
    ratings={
        2: (Rating(1000, 0), Rating(1239, 42), Rating(1558, 65), Rating(1867, 81), Rating(2150, 93)),
    },
)
