"""What a good player would do, in a sentence or two."""

from typing import Any

from shinar.core.match import Match
from shinar.core.story import listed
from shinar.search.analysis import Option, options_at

__all__ = ["advice"]

ITERATIONS = 1000
RUNS = 4
OTHERS = 2  # alternatives that are mentioned
PERCENT = 100


def advice(match: Match[Any], seat: int) -> str:
    """The most promising action with the chance to win, and the next best; found from what the seat may know."""
    legal = match.legal_actions(seat)
    if len(legal) == 1:
        return f"There is only one thing you can do: {_named(match, legal, legal[0])}."
    best, *rest = options_at(match.observe(seat), ITERATIONS, RUNS)
    others = [f"{_named(match, legal, one.action)} ({_chance(one)})" for one in rest[:OTHERS]]
    also = f" Next best: {listed(others)}." if others else ""
    return f"A good player would choose {_named(match, legal, best.action)}, a {_chance(best)} chance to win.{also}"


def _named(match: Match[Any], legal: list[int], action: int) -> str:
    """An action as it can be typed: its number and its name."""
    return f"{legal.index(action) + 1} `{match.game.action_name(action)}`"


def _chance(option: Option) -> str:
    return f"{PERCENT * option.chance.value:.0f} %"
