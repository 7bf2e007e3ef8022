"""The analysis of a record: what each choice cost, given what the seat knew, and what chance brought.

Every position is searched several times with different random streams: the mean is the estimate, and the spread of the
runs its error. A *loss of skill* is how much better the best action was than the one taken, by searches that know what
the seat knew. *Luck* is what an event of chance changed: the value of the position with open cards to a seat after it,
less its value before it, both by playouts. Playouts from before the event deal it too, so the value before is the mean
of all that could have come after: on average an event brings no luck, and the sum of all is unbiased.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from shinar.core.bot import Budget
from shinar.core.game import CHANCE, Game, Observation
from shinar.core.guide import Guide
from shinar.core.match import Entry, Match
from shinar.core.record import Record
from shinar.core.rng import search_rng
from shinar.search.playout import Order, Playouts
from shinar.search.search import Candidate, SearchBot

__all__ = ["Analysis", "Choice", "Estimate", "Luck", "Option", "RepeatedSearch", "analyse", "options_at"]

RUNS = 4  # searches of each position
ITERATIONS = 1000  # of each of them
NOBODY = -2  # chooses after the last action
MIN_VISITS = 5  # an alternative with fewer visits is not mentioned


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
    """What one event of chance brought."""

    number: int  # its place in the log
    turn: int
    action: int
    samples: tuple[tuple[float, ...], ...]  # for each seat, what each run says it gained

    def gained(self, seat: int) -> Estimate:
        """What it brought a seat."""
        return _estimate(self.samples[seat])


@dataclass
class Analysis:
    """All choices and all luck of a record."""

    game: Game[Any]
    choices: list[Choice] = field(default_factory=list)
    lucks: list[Luck] = field(default_factory=list)

    def skill_lost(self, seat: int) -> Estimate:
        """The sum of what a seat's choices lost."""
        return sum((choice.lost for choice in self.choices if choice.seat == seat), NOTHING)

    def luck(self, seat: int) -> Estimate:
        """The sum of what chance brought a seat, added run by run: over several draws in a row most errors cancel."""
        if not self.lucks:
            return NOTHING
        return _estimate([sum(run) for run in zip(*(luck.samples[seat] for luck in self.lucks), strict=True)])


# ---- one position -----------------------------------------------------------------------------------------------


def options_at(observation: Observation[Any], iterations: int = ITERATIONS, runs: int = RUNS) -> list[Option]:
    """The actions of the seat that is asked, or will be once chance has acted: the most promising first."""
    return RepeatedSearch(observation, iterations, runs).options()


class RepeatedSearch:
    """Several searches of one position, by the guide of the game or another."""

    def __init__(
        self, observation: Observation[Any], iterations: int, runs: int, guide: Guide[Any] | None = None
    ) -> None:
        game = observation.game
        known, budget = guide or game.expertise().guide, Budget(iterations=iterations)
        self.bots = [SearchBot(game, guide=known) for _ in range(runs)]
        self.runs: list[list[Candidate]] = [
            bot.think(observation, budget, search_rng(run, "analysis")) for run, bot in enumerate(self.bots)
        ]

    def options(self) -> list[Option]:
        """The actions, the most visited first."""
        actions = {candidate.action for run in self.runs for candidate in run}
        found = [self._option(action) for action in actions]
        return sorted(found, key=lambda option: (-option.visits, option.action))

    def expected(self, action: int) -> list[Entry]:
        """What follows an action most likely, by the search that looked at it most."""
        visits = [sum(one.visits for one in run if one.action == action) for run in self.runs]
        return self.bots[visits.index(max(visits))].expected(action)

    def _option(self, action: int) -> Option:
        tried = [candidate for run in self.runs for candidate in run if candidate.action == action]
        return Option(action, _estimate([one.value for one in tried]), sum(one.visits for one in tried))


def _estimate(values: Sequence[float]) -> Estimate:
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
    """Judge every choice and every event of chance of a record."""
    walk = _Walk(record, iterations, runs)
    for number, entry in enumerate(record.log):
        walk.take(number, entry)
        if progress:
            progress(number + 1)
    walk.settle(len(record.log), NOBODY, ())
    return walk.analysis


@dataclass(frozen=True)
class _Pending:
    """A choice whose consequence is not yet known."""

    number: int
    turn: int
    entry: Entry
    options: list[Option]
    goes_on: bool  # whether the seat saw nothing new, and so continues as planned if it chooses next


class _Walk:
    """A match that follows its record."""

    def __init__(self, record: Record, iterations: int, runs: int) -> None:
        game = record.make_game()
        start = None if record.start is None else game.parse_position(record.start)
        self.match: Match[Any] = Match(game, start=start, deals=False)
        self.analysis = Analysis(game)
        self.iterations, self.runs = iterations, runs
        self.worth = _Worth(game, iterations, runs)
        self.pending: _Pending | None = None

    def take(self, number: int, entry: Entry) -> None:
        """Judge one action of the log, and take it."""
        if entry.actor == CHANCE:
            self._deal(number, entry)
            return
        self.worth.forget()
        if len(self.match.legal_actions(entry.actor)) > 1:
            options = RepeatedSearch(self.match.observe(entry.actor), self.iterations, self.runs).options()
            self.settle(number, entry.actor, options)
            self.pending = _Pending(number, self.match.turn, entry, options, self._goes_on(entry))
        self.match.play(entry.actor, entry.action)

    def _goes_on(self, entry: Entry) -> bool:
        """Whether the actor learns nothing new from an action, and so may continue as planned."""
        before, after = self.match.reveal(), self.match.reveal()
        self.match.game.apply(after, entry.actor, entry.action)
        return not self.match.game.reveals(before, after, entry)

    def _deal(self, number: int, entry: Entry) -> None:
        """Let chance act, and compare what the position is worth before and after."""
        turn = self.match.turn
        before = self.worth.of(self.match)
        self.match.play(CHANCE, entry.action)
        after = self.worth.of_next(self.match)
        samples = tuple(
            tuple(late[seat] - early[seat] for early, late in zip(before, after, strict=True))
            for seat in range(self.match.game.num_seats)
        )
        self.analysis.lucks.append(Luck(number, turn, entry.action, samples))

    def settle(self, number: int, seat: int, options: Sequence[Option]) -> None:
        """Add the choice that is pending. If the seat chooses again at once, that search says what it led to: it has
        explored the action taken far more than a search that preferred another."""
        if self.pending is None:
            return
        is_next = self.pending.goes_on and (self.pending.number + 1, self.pending.entry.actor) == (number, seat)
        after = options[0].chance if is_next else _chance_of(self.pending)
        self.analysis.choices.append(self._choice(self.pending, after))
        self.pending = None

    def _choice(self, pending: _Pending, after: Estimate) -> Choice:
        action = pending.entry.action
        known = [one for one in pending.options if one.visits >= MIN_VISITS * self.runs and one.action != action]
        better = [one for one in known if one.chance.value > after.value]
        better.sort(key=lambda one: -one.chance.value)
        before = better[0].chance if better else after
        return Choice(pending.number, pending.turn, pending.entry.actor, action, before, after, tuple(better))


def _chance_of(pending: _Pending) -> Estimate:
    """What the search before it says of the action taken; of the best action, if it never tried this one."""
    taken = [option for option in pending.options if option.action == pending.entry.action]
    return (taken or pending.options)[0].chance


Worth = list[list[float]]  # for each run, what a position is worth to each seat


class _Worth:
    """What positions around events of chance are worth with open cards; what comes after one is before the next."""

    def __init__(self, game: Game[Any], iterations: int, runs: int) -> None:
        self.guide = game.expertise().guide
        self.playouts = Playouts(game, self.guide)
        self.iterations, self.runs = iterations, runs
        self.forget()

    def forget(self) -> None:
        """A seat has acted."""
        self.last: Worth | None = None
        self.last_turn = 0

    def of(self, match: Match[Any]) -> Worth:
        """Before an event. Draws in a row are judged in the same turn, or the value before would not be a mean."""
        if self.last is None:
            self.last_turn = match.turn + self.guide.horizon
            self.last = self._by_playouts(match)
        return self.last

    def of_next(self, match: Match[Any]) -> Worth:
        """After an event; the value is kept in case another event follows."""
        self.last = self._by_playouts(match)
        return self.last

    def _by_playouts(self, match: Match[Any]) -> Worth:
        state, order, number = match.reveal(), Order(self.iterations, self.last_turn), len(match.log)
        return [self.playouts.values(state, order, search_rng(run, "luck", number)) for run in range(self.runs)]
