"""Budgets as text: `2000` iterations, `50ms` or `2s` for each action."""

import math

from shinar.core.bot import Budget
from shinar.core.errors import OptionError

__all__ = ["budget_text", "parse_budget"]

MILLISECONDS = 1000
MAX_ITERATIONS = 100_000_000
MAX_SECONDS = 3600


def parse_budget(text: str) -> Budget:
    """The budget of a text; OptionError if it is none."""
    for unit, per_second in (("ms", MILLISECONDS), ("s", 1)):
        if text.endswith(unit):
            return Budget(seconds=_number(text, text.removesuffix(unit), MAX_SECONDS * per_second) / per_second)
    number = _number(text, text, MAX_ITERATIONS)
    if number != int(number):
        raise _not_a_budget(text)
    return Budget(iterations=int(number))


def _number(text: str, digits: str, most: int) -> float:
    try:
        number = float(digits)
    except ValueError:
        raise _not_a_budget(text) from None
    if not math.isfinite(number) or not 0 < number <= most:
        raise _not_a_budget(text)
    return number


def _not_a_budget(text: str) -> OptionError:
    return OptionError(f"{text!r} is not a budget: write iterations (2000) or a time for each action (50ms, 2s)")


def budget_text(budget: Budget) -> str:
    """A budget as text; the inverse of `parse_budget`."""
    if budget.seconds is None:
        return str(budget.iterations)
    return f"{budget.seconds * MILLISECONDS:g}ms"
