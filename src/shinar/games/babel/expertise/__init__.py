"""What is known of Babel beyond its rules: how to judge and search it, its solver and its levels."""

from shinar.core.expertise import Expertise, Level
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
        Level(1, 25, is_guided=False, decisions=55),
        Level(2, 200, is_guided=False, lead=(443, 65), decisions=66),
        Level(3, 60, is_guided=True, lead=(474, 71), decisions=64),
        Level(4, 400, is_guided=True, lead=(252, 43), decisions=54),
        Level(5, 2500, is_guided=True, solves=True, lead=(153, 38), decisions=59),
    ),
)
