"""What is known of Babel beyond its rules: how to judge and search it, its solver and its levels."""

from shinar.core.expertise import Expertise, Level, Rating
from shinar.games.babel.expertise import guide, lessons, reasons, solver, study, value, wins, worth

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
    variants={"playouts": guide.PLAYOUTS_ONLY},
    evaluation_from=value.evaluation_from,
    levels=(
        Level(1, 40, is_guided=False, decisions=55),
        Level(2, 60, is_guided=True, slips=33, decisions=66),
        Level(3, 60, is_guided=True, slips=10, decisions=64),
        Level(4, 150, is_guided=True, decisions=54),
        Level(5, 2500, is_guided=True, solves=True, seconds=2, decisions=59),
    ),
    ratings={
        2: (Rating(1000, 0), Rating(1253, 43), Rating(1556, 64), Rating(1784, 77), Rating(2092, 91)),
    },
)
