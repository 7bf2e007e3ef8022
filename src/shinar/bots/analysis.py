"""A record looked at afterwards: what each choice cost, given what the seat knew, and what chance brought.

Every position is searched several times with different streams: the mean is the estimate, and the spread of the runs
its error. A *loss of skill* is how much better the best action was than the one taken. *Luck* is how much better the
next seat to choose stands after chance has acted than it stood, to its own knowledge, before.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from shinar.bots.bot import Budget
from shinar.bots.guides import guide_of
from shinar.bots.search import Candidate, SearchBot
from shinar.core.game import CHANCE, Game, Observation
from shinar.core.match import Entry, Match
from shinar.core.record import Record
from shinar.core.rng import thinking

__all__ = ["Analysis", "Choice", "Estimate", "Luck", "Option", "analyse", "options_at"]

RUNS = 4  # searches of each position
ITERATIONS = 1000  # of each of them
FEWEST_VISITS = 5  # an alternative that was looked at less is not mentioned


@dataclass(frozen=True)
class Estimate:
    """A number and its standard error."""

    value: float
    error: float

    def __add__(self, other: "Estimate") -> "Estimate":
        return Estimate(self.value + other.value, math.hypot(self.error, other.error))

    def __sub__(self, other: "Estimate") -> "Estimate":
        return Estimate(self.value - other.value, math.hypot(self.error, other.error))


NOTHING = Estimate(0.0, 0.0)


@dataclass(frozen=True)
class Option:
    """An action that could have been taken, and the chance to win with it."""

    action: int
    chance: Estimate
    visits: int


@dataclass(frozen=True)
class Choice:
    """A choice of a seat."""

    number: int  # its place in the log
    turn: int
    seat: int
    action: int
    before: Estimate  # the chance to win with the best action
    after: Estimate  # with the one that was taken
    better: tuple[Option, ...]  # the best first

    @property
    def lost(self) -> Estimate:
        """The skill that it lost; nothing if no better action is known."""
        return self.before - self.after if self.better else NOTHING


@dataclass(frozen=True)
class Luck:
    """What chance brought before a seat had to choose."""

    number: int  # the place in the log of the first action of chance
    turn: int
    seat: int  # the next to choose
    actions: tuple[int, ...]
    gained: Estimate  # for that seat


@dataclass
class Analysis:
    """All choices and all luck of a record."""

    game: Game[Any]
    choices: list[Choice] = field(default_factory=list)
    lucks: list[Luck] = field(default_factory=list)

    def skill_lost(self, seat: int) -> Estimate:
        """The sum of what a seat's choices lost."""
        return _sum(choice.lost for choice in self.choices if choice.seat == seat)

    def luck(self, seat: int) -> Estimate:
        """The sum of what chance gave a seat; for two seats, what it gave the other counts against it."""
        own = _sum(luck.gained for luck in self.lucks if luck.seat == seat)
        if self.game.num_seats != 2:
            return own
        return own - _sum(luck.gained for luck in self.lucks if luck.seat != seat)


def _sum(estimates: Iterator[Estimate]) -> Estimate:
    return sum(estimates, NOTHING)


# ---- one position -----------------------------------------------------------------------------------------------


def options_at(observation: Observation[Any], iterations: int = ITERATIONS, runs: int = RUNS) -> list[Option]:
    """The actions of the seat that is asked, or will be once chance has acted: the most promising first."""
    return _Thoughts(observation, iterations, runs).options()


class _Thoughts:
    """Several searches of one position."""

    def __init__(self, observation: Observation[Any], iterations: int, runs: int) -> None:
        game = observation.game
        self.runs: list[list[Candidate]] = []
        for run in range(runs):
            bot = SearchBot(game, guide=guide_of(game))
            self.runs.append(bot.think(observation, Budget(iterations=iterations), thinking(run, "analysis")))

    def options(self) -> list[Option]:
        """The actions, by how often they were looked at."""
        actions = {candidate.action for run in self.runs for candidate in run}
        found = [self._option(action) for action in actions]
        return sorted(found, key=lambda option: (-option.visits, option.action))

    def _option(self, action: int) -> Option:
        tried = [candidate for run in self.runs for candidate in run if candidate.action == action]
        return Option(action, _estimate([one.value for one in tried]), sum(one.visits for one in tried))

    def overall(self) -> Estimate:
        """The chance to win, whatever is chosen: the mean over all iterations."""
        return _estimate([_mean_value(run) for run in self.runs if run])


def _mean_value(candidates: list[Candidate]) -> float:
    return sum(one.total for one in candidates) / sum(one.visits for one in candidates)


def _estimate(values: list[float]) -> Estimate:
    """The mean of several runs, and its standard error."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(mean, 0.5)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Estimate(mean, math.sqrt(variance / len(values)))


# ---- a record ---------------------------------------------------------------------------------------------------


def analyse(
    record: Record, iterations: int = ITERATIONS, runs: int = RUNS, progress: Callable[[int], None] | None = None
) -> Analysis:
    """Look at every choice and every event of chance of a record."""
    walk = _Walk(record, iterations, runs)
    for number, entry in enumerate(record.log):
        walk.take(number, entry)
        if progress:
            progress(number + 1)
    return walk.analysis


class _Walk:
    """A match that goes along its record."""

    def __init__(self, record: Record, iterations: int, runs: int) -> None:
        game = record.make_game()
        start = None if record.start is None else game.parse_position(record.start)
        self.match: Match[Any] = Match(game, start=start, deals=False)
        self.analysis = Analysis(game)
        self.iterations, self.runs = iterations, runs
        self.dealt: list[int] = []  # what chance has brought since the last choice
        self.before_deal: list[Observation[Any]] = []  # what each seat knew before

    def take(self, number: int, entry: Entry) -> None:
        """Look at one action of the log, and take it."""
        if entry.actor == CHANCE:
            self._note_deal(entry)
        else:
            self._look_at(number, entry)
        self.match.play(entry.actor, entry.action)

    def _note_deal(self, entry: Entry) -> None:
        if not self.dealt:
            self.before_deal = [self.match.observe(seat) for seat in range(self.match.game.num_seats)]
        self.dealt.append(entry.action)

    def _look_at(self, number: int, entry: Entry) -> None:
        thoughts = _Thoughts(self.match.observe(entry.actor), self.iterations, self.runs)
        if self.dealt:
            self._add_luck(number, entry.actor, thoughts)
        if len(self.match.legal_actions(entry.actor)) > 1:
            self.analysis.choices.append(self._choice(number, entry, thoughts.options()))

    def _add_luck(self, number: int, seat: int, thoughts: _Thoughts) -> None:
        """Before anybody has chosen the deal is nobody's luck but the seats': it counts like any other."""
        before = _Thoughts(self.before_deal[seat], self.iterations, self.runs).overall()
        gained = thoughts.overall() - before
        first = number - len(self.dealt)
        self.analysis.lucks.append(Luck(first, self.match.turn, seat, tuple(self.dealt), gained))
        self.dealt = []

    def _choice(self, number: int, entry: Entry, options: list[Option]) -> Choice:
        taken = next((option for option in options if option.action == entry.action), None)
        best = options[0]
        after = taken.chance if taken else best.chance
        known = [option for option in options if option.visits >= FEWEST_VISITS * self.runs]
        better = tuple(
            option
            for option in sorted(known, key=lambda option: -option.chance.value)
            if option.action != entry.action and option.chance.value > after.value
        )
        before = better[0].chance if better else after
        return Choice(number, self.match.turn, entry.actor, entry.action, before, after, better)
