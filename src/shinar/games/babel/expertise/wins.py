"""Wins of Babel within a turn, found by the solver when they are near enough to be worth looking for."""

from shinar.core.compiled.jit import cache_kernels
from shinar.core.game import Game, Observation
from shinar.core.match import Match
from shinar.games.babel.expertise.solver import parse_goal, solve
from shinar.games.babel.rules import END_PHASE_SCORE, SAFE_SCORE, WINNING_SCORE, score
from shinar.games.babel.state import ACT, State

__all__ = ["first_action_of_a_win", "is_near_a_win", "prepare_solver"]

LIMIT = 6_000  # positions; some hundredths of a second
REACH = 7  # points that a good turn gains, or takes away

_WIN = parse_goal("win")


def first_action_of_a_win(observation: Observation[State]) -> int | None:
    """The first action of a shortest win in this turn; None if there is none, or none is found soon."""
    state = observation.state
    if state.phase != ACT or not is_near_a_win(state, observation.seat):
        return None
    actions = solve(observation, _WIN, LIMIT).actions
    return actions[0] if actions else None


def is_near_a_win(state: State, seat: int) -> bool:
    """Whether a good turn could end the game: by own points, or in the end phase by taking the other's."""
    mine, theirs = score(state, seat), score(state, 1 - seat)
    if state.end_phase:
        return mine + REACH >= END_PHASE_SCORE or theirs - REACH < SAFE_SCORE
    return mine + REACH >= WINNING_SCORE and theirs - REACH < SAFE_SCORE


@cache_kernels
def prepare_solver(game: Game[State]) -> None:
    """Look at one position, which compiles the solver."""
    match: Match[State] = Match(game, seed=0)
    solve(match.observe(match.actors[0]), _WIN, 1)
