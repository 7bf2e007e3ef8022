"""What a good player would do and why, in a few lines."""

from collections.abc import Sequence
from typing import Any

from shinar.core.action import Entry
from shinar.core.match import Match
from shinar.core.story import with_names
from shinar.search.advice import Advice, advise
from shinar.search.analysis import Option

__all__ = ["advice", "expected_words", "loss_words"]

ITERATIONS = 1000
RUNS = 4
PERCENT = 100
SAME = 0.005  # a difference that does not show in whole percents


def advice(match: Match[Any], seat: int, names: Sequence[str]) -> str:
    """The most promising action, what speaks for it, the next best and what would follow; from what the seat knows."""
    legal = match.legal_actions(seat)
    if len(legal) == 1:
        return f"There is only one thing you can do: {_named(match, legal, legal[0])}."
    found = advise(match.observe(seat), ITERATIONS, RUNS)
    first = (
        f"A good player would choose {_named(match, legal, found.best.action)}, a {_chance(found.best)} chance to win."
    )
    reasons = [f"- It {with_names(reason, names)}." for reason in found.reasons]
    return "\n".join([first, *reasons, *_further(match, legal, found, [*names[:seat], "you", *names[seat + 1 :]])])


def _further(match: Match[Any], legal: list[int], found: Advice, names: Sequence[str]) -> list[str]:
    """The next best, and what would follow."""
    lines = []
    if found.next_best is not None:
        lines.append(f"Next best: {_named(match, legal, found.next_best.action)}, {loss_words(found.loss)}.")
    if found.expected:
        lines.append(f"Then it expects {expected_words(match, found.expected, names)}.")
    return lines


def loss_words(loss: float) -> str:
    """How much worse the next best is."""
    return "about as good" if loss < SAME else f"{PERCENT * loss:.0f} % worse"


def expected_words(match: Match[Any], entries: Sequence[Entry], names: Sequence[str]) -> str:
    """`of you: deploy medes, end turn; of Bob: move hittites`."""
    runs: list[tuple[int, list[str]]] = []
    for entry in entries:
        if not runs or runs[-1][0] != entry.actor:
            runs.append((entry.actor, []))
        runs[-1][1].append(match.game.action_name(entry.action))
    return "; ".join(f"of {names[actor]}: {', '.join(actions)}" for actor, actions in runs)


def _named(match: Match[Any], legal: list[int], action: int) -> str:
    """An action as it can be typed: its number and its name."""
    return f"{legal.index(action) + 1} `{match.game.action_name(action)}`"


def _chance(option: Option) -> str:
    return f"{PERCENT * option.chance.value:.0f} %"
