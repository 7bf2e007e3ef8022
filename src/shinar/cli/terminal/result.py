"""How a match stands, in words."""

from typing import Any

from shinar.core.game import Outcome
from shinar.core.match import Match

__all__ = ["result_lines"]


def result_lines(match: Match[Any], reader: int | None = None) -> list[str]:
    """Who has won and why, for everybody or for the one seat that reads it."""
    outcome = match.outcome
    if outcome is None:
        return [f"The match is not over: turn {match.turn}, {len(match.log)} actions so far."]
    scores = ", ".join(f"seat {seat} has {score}" for seat, score in enumerate(outcome.scores))
    return [
        f"{_verdict(outcome, reader)} {scores[0].upper()}{scores[1:]}.",
        f"Why: {outcome.reason} [{outcome.clause}].",
    ]


def _verdict(outcome: Outcome, reader: int | None) -> str:
    if len(outcome.winners) > 1:
        shared = " and ".join(f"seat {seat}" for seat in outcome.winners)
        return "A draw." if outcome.is_draw else f"{shared[0].upper()}{shared[1:]} share the first place."
    winner = outcome.winners[0]
    if reader is None:
        return f"Seat {winner} wins."
    return "You win!" if winner == reader else f"Seat {winner} wins."
