"""A match: the only way a real game advances. It checks actions, deals for chance, keeps the log, and undoes.

Only a match holds the true state. Everybody else gets observations of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import Generic, NamedTuple, TypeVar

from shinar.core.action import Entry
from shinar.core.compiled.layout import copy_of
from shinar.core.errors import IllegalActionError, NotationError
from shinar.core.game import CHANCE, Game, Observation, Outcome, Refusal
from shinar.core.rng import dealing, derive, fresh_seed
from shinar.core.shorthand import read_action
from shinar.core.story import StoryLine
from shinar.core.viewer import NO_SEAT, SPECTATOR, Viewer

__all__ = ["Entry", "Match", "Step", "steps_of"]

S = TypeVar("S")

SHOWN_LINES = 5  # of the log, in notebooks


class Step(NamedTuple, Generic[S]):
    """One entry of a log, with the positions before and after it. Neither may be changed."""

    number: int  # in the log
    entry: Entry
    before: S
    after: S


class Match(Generic[S]):
    """One play-through of a game.

    Chance is dealt from the seed whenever it is asked. With `deals=False` it is left to the caller (`play(CHANCE, …)`),
    as when a record is replayed. It may start from any whole position; NotationError if something of it is missing.
    """

    def __init__(
        self,
        game: Game[S],
        seed: int | None = None,
        *,
        start: S | None = None,
        log: Sequence[Entry] = (),
        deals: bool = True,
    ) -> None:
        if start is not None and (fault := game.rules.audit(start)):
            raise NotationError(f"a match cannot start from this position: {game.audits[fault]}")
        self.game = game
        self._start = copy_of(start) if start is not None else game.initial_state()
        self.is_from_start = start is None  # from the opening of the rules, not from a given position
        self._state = self._start
        self._asked: tuple[S, tuple[int, ...]] | None = None  # of which state those are who are asked
        self._log: list[Entry] = []
        self._turns: list[int] = []  # the turn in which each action of the log was taken
        self._sealed: list[bool] = []  # whether others saw nothing of it
        self._revealing: list[bool] = []  # whether it showed a seat something new
        self._steps: list[Step[S]] = []  # of the last action, and of what chance added to it
        self._deals = deals
        self._seed = fresh_seed() if seed is None else seed
        for entry in log:
            self._steps = []
            self._take(entry)
        self._deal()

    def __repr__(self) -> str:
        asked = "over" if self.is_over else f"asked: {', '.join(str(actor) for actor in self.actors)}"
        return f"<Match of {self.game.name}: turn {self.turn}, {len(self._log)} actions, {asked}>"

    def _repr_html_(self) -> str:
        """The match as notebooks show it: what a spectator sees, and what happened last."""
        lines = "".join(f"<li>{escape(str(line))}</li>" for line in self.story()[-SHOWN_LINES:])
        result = self.outcome._repr_html_() if self.outcome else ""
        return f"{self.observe()._repr_svg_()}<ul>{lines}</ul>{result}"

    # -- looking --

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must choose now; nobody when it is over."""
        if self._asked is None or self._asked[0] is not self._state:  # a state never changes: an action makes a new one
            self._asked = self._state, self.game.actors(self._state)
        return self._asked[1]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return not self.actors

    @property
    def outcome(self) -> Outcome | None:
        """Points and places, once it is over."""
        return self.game.outcome(self._state)

    @property
    def turn(self) -> int:
        """The number of the present turn."""
        return self.game.turn(self._state)

    @property
    def log(self) -> tuple[Entry, ...]:
        """Every action so far, chance's included. It tells everything: show `story` to a seat."""
        return tuple(self._log)

    @property
    def length(self) -> int:
        """How many entries the log has."""
        return len(self._log)

    def observe(self, who: int | Viewer = SPECTATOR) -> Observation[S]:
        """All a viewer may know now: a seat by its number, SPECTATOR, or OPEN for those who may see everything."""
        return self.game.observe(self._state, who)

    def legal_actions(self, seat: int) -> list[int]:
        """What a seat may do now."""
        return self.game.legal_actions(self._state, seat)

    def chances(self) -> list[tuple[int, Fraction]]:
        """What chance may bring now, with probabilities; empty when it is not asked."""
        return self.game.chances(self._state)

    def explain(self, seat: int, action: int | str) -> Refusal | None:
        """None if a seat may take an action now, else why not."""
        return self.game.explain(self._state, seat, self._id(seat, action))

    def story(self, who: int | Viewer = SPECTATOR, since: int = 0) -> list[StoryLine]:
        """What has happened from entry number `since` of the log on, as a viewer has seen it."""
        viewer = self.game.viewer(who)
        return [
            line
            for step in self.steps()
            if step.number >= since
            for line in self.game.tell(step.before, step.after, step.entry, viewer)
        ]

    def steps(self) -> Iterator[Step[S]]:
        """The match played again, entry by entry. It tells everything: never show it to a player."""
        return steps_of(self.game, self._start, self._log)

    @property
    def latest_steps(self) -> tuple[Step[S], ...]:
        """What the last `play` did, and what chance added to it: for those who follow a match as it goes on."""
        return tuple(self._steps)

    def reveal(self) -> S:
        """A copy of the true state: for tests and for analysis of what is over, never for a player."""
        return copy_of(self._state)

    def copy(self) -> "Match[S]":
        """An independent match at the same point, which goes on dealing from the same seed."""
        twin: Match[S] = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)  # no action changes a state: each makes a new one
        twin._steps = self._steps.copy()
        twin._log, twin._turns = self._log.copy(), self._turns.copy()
        twin._sealed, twin._revealing = self._sealed.copy(), self._revealing.copy()
        return twin

    @property
    def start(self) -> S:
        """A copy of the position the match began from."""
        return copy_of(self._start)

    def was_sealed(self, number: int) -> bool:
        """Whether others saw nothing of an action of the log when it was taken, and it uncovered nothing."""
        return self._sealed[number] and not self._revealing[number]

    # -- acting --

    def play(self, seat: int, action: int | str) -> None:
        """Take an action, by id, name or the beginnings of its words; IllegalActionError says why it is not allowed."""
        number = self._id(seat, action)
        self._check(seat, number)
        self.play_legal(seat, number)

    def play_legal(self, seat: int, action: int) -> None:
        """Take an action that is known to be legal; it is not checked again."""
        self._steps = []
        self._take(Entry(seat, action))
        self._deal()

    def _id(self, actor: int, action: int | str) -> int:
        return read_action(self.game, self._allowed(actor), action) if isinstance(action, str) else action

    def _check(self, actor: int, action: int) -> None:
        if action not in self._allowed(actor):
            raise IllegalActionError(self._why_not(actor, action))

    def _allowed(self, actor: int) -> list[int]:
        if actor == CHANCE:
            return [outcome for outcome, _ in self.chances()]
        self.game.check_seat(actor)
        return self.game.legal_actions(self._state, actor)

    def _why_not(self, seat: int, action: int) -> str:
        name = self.game.action_name(action) if 0 <= action < self.game.num_actions else f"action {action}"
        if seat == CHANCE:
            return f"{name}: chance cannot bring this now"
        refusal = self.game.explain(self._state, seat, action)
        assert refusal is not None, f"rules and explanation disagree on {self.game.action_name(action)}"
        return f"{name}: {refusal}"

    def _take(self, entry: Entry) -> None:
        before, after = self._state, copy_of(self._state)
        self.game.apply(after, entry.actor, entry.action)
        self._turns.append(self.game.turn(before))
        self._sealed.append(self.game.is_sealed(before, after, entry))
        self._revealing.append(self.game.reveals(before, after, entry))
        self._steps.append(Step(len(self._log), entry, before, after))
        self._log.append(entry)
        self._state = after

    def _deal(self) -> None:
        """Let chance act. A draw depends on the seed and its place in the log alone, so a match that is taken up again
        from its log is dealt on as if it had never been interrupted."""
        while self._deals and self.actors == (CHANCE,):
            ticket = dealing(derive(self._seed, len(self._log))).random()
            self._take(Entry(CHANCE, _drawn(self.game.weighted_chances(self._state), ticket)))

    # -- taking back --

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take back its last action; False for those without a seat."""
        if seat != NO_SEAT:
            self.game.check_seat(seat)
        return self._undoable(seat) is not None

    def undo(self, seat: int) -> None:
        """Take back a seat's last action: of this turn, before anything was revealed or another seat acted."""
        self.game.check_seat(seat)
        number = self._undoable(seat)
        if number is None:
            raise IllegalActionError("nothing to take back: only actions of this turn, until something new is revealed")
        log = self._log[:number] + self._log[number + 1 :]
        self._state = self._start
        self._log, self._turns, self._sealed, self._revealing = [], [], [], []
        for entry in log:
            self._take(entry)
        self._steps = []

    def _undoable(self, seat: int) -> int | None:
        """The place in the log of the action a seat may take back. Sealed choices of others do not matter."""
        for number in range(len(self._log) - 1, -1, -1):
            if self.is_over or self._turns[number] != self.turn or self._revealing[number]:
                return None
            if self._log[number].actor == seat:
                return number
            if not self._sealed[number]:
                return None
        return None


def steps_of(game: Game[S], start: S, log: Iterable[Entry]) -> Iterator[Step[S]]:
    """A log played from a position, entry by entry, unchecked."""
    before = start
    for number, entry in enumerate(log):
        after = copy_of(before)
        game.apply(after, entry.actor, entry.action)
        yield Step(number, entry, before, after)
        before = after


def _drawn(outcomes: list[tuple[int, int]], ticket: float) -> int:
    """The outcome on which a ticket in 0 … 1 falls, of outcomes with weights. Whole numbers are exact, and fast."""
    part, whole = ticket.as_integer_ratio()
    drawn, reached = part * sum(weight for _, weight in outcomes), 0
    for action, weight in outcomes[:-1]:
        reached += whole * weight
        if drawn < reached:
            return action
    return outcomes[-1][0]
