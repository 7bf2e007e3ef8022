"""What is known of a game beyond its rules, for judging positions and searching; every part may be missing.

A game names the place of its `Expertise` (`Game.expertise_place`), which is imported on first use: code that
needs only the rules never loads weights and solvers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from shinar.core.game import Game, Observation
from shinar.core.guide import PLAIN, Guide
from shinar.core.learning import Lessons, PolicyLessons, Practice
from shinar.core.study import Study

__all__ = ["LEVEL_NAMES", "Answer", "Evaluation", "Expertise", "Level", "Rating", "Reason", "ReasonFinder"]
__all__ += ["Solution", "WinFinder"]

Evaluation = Callable[[Any, int], int]  # (an observation's state, seat) what the position is worth to the seat
WinFinder = Callable[[Observation[Any]], int | None]  # the first action of a sure win in this turn, if one is found
# (a seat's observation as a state, the same after actions of its own, the seat) what they change for better or worse
ReasonFinder = Callable[[Any, Any, int], "list[Reason]"]

LEVEL_NAMES = ("apprentice", "mason", "scribe", "architect", "king")


@dataclass(frozen=True)
class Level:
    """One opponent. All but the strongest are fixed in iterations, so that they play the same on every machine."""

    number: int  # 1 … 5
    iterations: int  # for each action
    is_guided: bool  # whether it knows more about the game than its rules
    solves: bool = False  # whether it first searches this turn for a sure win, where a game has a solver
    slips: int = 0  # so many of a hundred choices are any legal action
    seconds: float | None = None  # how long it thinks instead; it plays its ladder by iterations
    decisions: int | None = None  # of each seat in a match, as benchmarks/decisions.py counts them
    variant: str = ""  # the guide it searches with, by its name, if it is not the one of the game

    @property
    def name(self) -> str:
        """Its name."""
        return LEVEL_NAMES[self.number - 1]

    @property
    def summary(self) -> str:
        """A sentence for people."""
        knowledge = "knows the game" if self.is_guided else "knows only the rules"
        slips = f", takes {self.slips} of 100 actions at random" if self.slips else ""
        return f"{knowledge}, {self._thinking}{slips}"

    @property
    def _thinking(self) -> str:
        if self.seconds is not None:
            return f"thinks for {self.seconds:g} seconds about each action"
        return f"searches {self.iterations} iterations for each action"


@dataclass(frozen=True)
class Rating:
    """Where a level stands on the scale of its game, among so many seats; the first level has 1,000."""

    elo: int
    error: int  # half of the 95 % interval


USUAL_LEVELS = (
    Level(1, 10, is_guided=False),
    Level(2, 60, is_guided=True),
    Level(3, 300, is_guided=True),
    Level(4, 1500, is_guided=True),
    Level(5, 8000, is_guided=True, solves=True),
)


class Answer(Enum):
    """Whether a goal can be reached."""

    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"  # within the number of positions allowed


@dataclass(frozen=True)
class Solution:
    """What a solver found."""

    answer: Answer
    actions: tuple[int, ...]  # a shortest way to the goal, if there is one
    positions: int  # looked at


@dataclass(frozen=True)
class Reason:
    """Something that actions change, in the words of the game, and how much it counts."""

    text: str  # a clause without a full stop; other players stand in it as `{0}`, `{1}` …
    worth: int  # in the unit of the game's evaluation; negative if it speaks against them


@dataclass(frozen=True)
class Expertise:
    """The knowledge of one game."""

    guide: Guide[Any] = field(default_factory=lambda: PLAIN)  # for searches; the plain one plays on at random
    evaluate: Evaluation | None = None  # for the greedy bot; without it, the lead in points counts
    is_evaluation_compiled: bool = False  # where there are so many actions that plain Python takes too long
    find_win: WinFinder | None = None
    prepare_solver: Callable[[Game[Any]], None] | None = None  # compiles what `find_win` calls
    solve_goal: Callable[[Observation[Any], str], Solution] | None = None  # (observation, goal as text)
    goals: str = ""  # which goals `solve_goal` understands, for help texts
    reasons: ReasonFinder | None = None  # from the parts of the evaluation that actions change
    lessons: Lessons[Any] | None = None  # what `shinar train` teaches its evaluation
    policy_lessons: PolicyLessons[Any] | None = None  # and what it teaches about actions
    practice: Practice[Any] | None = None  # how a network learns the game instead, and plays it
    study: Study | None = None  # what `shinar study` looks at
    levels: tuple[Level, ...] = USUAL_LEVELS  # the weakest first
    ratings: Mapping[int, tuple[Rating, ...]] = field(default_factory=dict)  # of the levels, by seats, as measured
    ladder_tables: tuple[Mapping[str, Any], ...] = ()  # options of more tables for `shinar ladder`, besides all sizes
    variants: Mapping[str, Guide[Any]] = field(default_factory=dict)  # other guides by name, to compare searches with

    def guide_of(self, level: Level) -> Guide[Any]:
        """What a level knows."""
        if not level.is_guided:
            return PLAIN
        return self.variants[level.variant] if level.variant else self.guide
