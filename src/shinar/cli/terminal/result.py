"""How a match stands, in words."""

from collections.abc import Sequence
from typing import Any

from shinar.core.game import Outcome
from shinar.core.match import Match
from shinar.core.story import listed

__all__ = ["result_lines", "verdict"]


def result_lines(match: Match[Any], names: Sequence[str], reader: int | None = None) -> list[str]:
    """Who has won and why, for everybody or for the one seat that reads it."""
    outcome = match.outcome
    if outcome is None:
        return [f"The match is not over: turn {match.turn}, {len(match.log)} actions so far."]
    scores = [
        f"you have {score}" if seat == reader else f"{names[seat]} has {score}"
        for seat, score in enumerate(outcome.scores)
    ]
    points = ", ".join(scores)
    return [
        f"{verdict(outcome, names, reader)} {points[0].upper()}{points[1:]}.",
        f"Why: {outcome.reason} [{outcome.clause}].",
    ]


def verdict(outcome: Outcome, names: Sequence[str], reader: int | None = None) -> str:
    """Who has won."""
    if outcome.is_draw:
        return "A draw."
    winners = listed(["you" if seat == reader else names[seat] for seat in outcome.winners])
    if outcome.is_shared:
        return f"{winners[0].upper()}{winners[1:]} share first place."
    if len(outcome.winners) > 1:
        return f"{winners[0].upper()}{winners[1:]} win together{'!' if reader in outcome.winners else '.'}"
    return "You win!" if reader in outcome.winners else f"{winners} wins."
