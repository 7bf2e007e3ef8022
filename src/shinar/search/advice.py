"""What a good player would do, and why: the best action, what speaks for it, the next best, and what would follow.

Everything is found from an observation, so neither a reason nor an expectation can tell what is hidden.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from shinar.core.action import Entry
from shinar.core.compiled.layout import copy_of
from shinar.core.game import Observation
from shinar.core.guide import Guide
from shinar.search.analysis import ITERATIONS, Estimate, Option, RepeatedSearch

__all__ = ["Advice", "advise", "own_plan", "reasons_for"]

MAX_REASONS = 3
MINOR_PART = 10  # a reason that counts less than this part of the first is not worth a line
SURE = Estimate(1.0, 0.0)
WINNING = "wins the game in this turn"


@dataclass(frozen=True)
class Advice:
    """What a seat should do."""

    options: tuple[Option, ...]  # what was looked at, the best first
    reasons: tuple[str, ...]  # clauses, the weightiest first; other players stand in them as `{0}`, `{1}` …
    expected: tuple[Entry, ...]  # what would follow, of the seat itself and of others; chance is left out

    @property
    def best(self) -> Option:
        """What to do."""
        return self.options[0]

    @property
    def next_best(self) -> Option | None:
        """What to do otherwise; None if nothing else was looked at."""
        return self.options[1] if len(self.options) > 1 else None

    @property
    def loss(self) -> float:
        """How much less the next best is worth."""
        return max(0.0, self.best.chance.value - self.next_best.chance.value) if self.next_best else 0.0


def advise(
    observation: Observation[Any], iterations: int = ITERATIONS, runs: int = 1, guide: Guide[Any] | None = None
) -> Advice:
    """What to do on a seat that is asked; the same observation always gets the same advice."""
    find_win = observation.game.expertise().find_win
    win = find_win(observation) if find_win else None
    if win is not None:
        return Advice((Option(win, SURE, 0),), (WINNING,), ())
    thoughts = RepeatedSearch(observation, iterations, runs, guide)
    options = thoughts.options()
    expected = thoughts.expected(options[0].action)
    plan = own_plan(observation, options[0].action, expected)
    return Advice(tuple(options), reasons_for(observation, plan), tuple(expected))


def own_plan(observation: Observation[Any], action: int, expected: Iterable[Entry]) -> list[int]:
    """An action and what the seat does after it, until somebody else acts or something is revealed."""
    game, seat, plan = observation.game, observation.seat, [action]
    state = copy_of(observation.state)
    for entry in (*expected, None):
        before = copy_of(state)
        game.apply(state, seat, plan[-1])
        is_seen = game.reveals(before, state, Entry(seat, plan[-1]))
        if entry is None or is_seen or entry.actor != seat or seat not in game.actors(state):
            break
        if entry.action not in game.legal_actions(state, seat):
            break
        plan.append(entry.action)
    return plan


def reasons_for(observation: Observation[Any], plan: Iterable[int]) -> tuple[str, ...]:
    """What speaks most for actions of a seat, by what they change; nothing where the game gives no reasons."""
    find = observation.game.expertise().reasons
    if find is None:
        return ()
    after = copy_of(observation.state)
    for action in plan:
        observation.game.apply(after, observation.seat, action)
    found = [reason for reason in find(observation.state, after, observation.seat) if reason.worth > 0]
    found.sort(key=lambda reason: -reason.worth)
    return tuple(one.text for one in found[:MAX_REASONS] if one.worth * MINOR_PART >= found[0].worth)
