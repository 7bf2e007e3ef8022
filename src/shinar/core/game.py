"""The contract every game meets.

A game is rules and options, immutable. A position is a *state*: one flat record (see `layout`). The rules are a bundle
of `@jit` functions over that record, `Rules`; `Game` is what programmers call: it checks, converts, puts into words.

Chance is an actor like a seat: what it draws is an action with a weight, and stands in the log. Nothing in `apply` is
random. Several seats may be asked at once; then their choices are sealed until the last of them has chosen.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from shinar.core.action import Action, Entry
from shinar.core.canvas import Canvas, Tint
from shinar.core.compiled.jit import jit
from shinar.core.compiled.layout import Array, copy_of, i16, i32, layout, per
from shinar.core.compiled.visibility import open_copier
from shinar.core.errors import NotationError, OptionError
from shinar.core.nearest import did_you_mean
from shinar.core.options import Option, OptionValue
from shinar.core.picture import table, text_picture
from shinar.core.places import load
from shinar.core.rng import Rng, below
from shinar.core.story import StoryLine, default_names, listed, with_names
from shinar.core.viewer import NO_SEAT, Viewer, viewer_of

if TYPE_CHECKING:
    from shinar.core.expertise import Expertise

__all__ = ["CHANCE", "CHANCE_ASKED", "MAX_LEGAL", "NOBODY_ASKED", "Actions", "Game", "Observation"]
__all__ += [
    "Outcome",
    "Refusal",
    "Rules",
    "Runs",
    "add",
    "add_weighted",
    "asked",
    "deal_one",
    "first_asked",
    "mask_listed",
]
__all__ += ["offer_listed", "pick_action"]

S = TypeVar("S")
Runs = tuple[tuple[int, int, int], ...]  # for each run of ids: the first, how many, and the first in the next version

CHANCE = -1  # the actor that deals
NOBODY_ASKED = 0  # `Rules.actors` of a finished game
CHANCE_ASKED = 1 << 8  # `Rules.actors` when chance must act; seat s is bit s
MAX_LEGAL = 1024  # no position of any game has more legal actions


# ---- what rules fill in -----------------------------------------------------------------------------------------


@layout
class Actions:
    """A list of actions that rules fill in; chance outcomes have weights too."""

    n: i32
    ids: Array[i16] = per(MAX_LEGAL)
    weights: Array[i32] = per(MAX_LEGAL)  # of chance outcomes: their probability is weight / sum of weights


@jit
def add(actions: Actions, action: int) -> None:
    """Add a legal action; rules add them in ascending order."""
    actions.ids[actions.n] = action
    actions.n += 1


@jit
def add_weighted(actions: Actions, action: int, weight: int) -> None:
    """Add an outcome of chance, unless its weight is 0."""
    if weight > 0:
        actions.weights[actions.n] = weight
        add(actions, action)


@jit
def asked(seat: int) -> int:
    """The value of `Rules.actors` when one seat alone must choose."""
    return 1 << seat


@jit
def first_asked(actors: int) -> int:
    """The lowest seat among those asked."""
    seat = 0
    while actors >> seat & 1 == 0:
        seat += 1
    return seat


@jit
def pick_action(actions: Actions, rng: Rng) -> int:
    """One of the listed actions, all equally likely."""
    return actions.ids[below(rng, actions.n)]


@jit
def mask_listed(actions: Actions, mask: Any) -> None:
    """Write into a mask, which has an entry for each action of a seat, 1 for those listed and 0 for the others."""
    for action in range(len(mask)):
        mask[action] = 0
    for i in range(actions.n):
        mask[actions.ids[i]] = 1


@jit
def offer_listed(actions: Actions, mask: Any, rng: Rng) -> int:
    """Write the mask of the listed actions, and give one of them, all equally likely."""
    mask_listed(actions, mask)
    return pick_action(actions, rng)


@jit
def deal_one(outcomes: Actions, rng: Rng) -> int:
    """One of the listed outcomes of chance, by weight."""
    weights = 0
    for i in range(outcomes.n):
        weights += outcomes.weights[i]
    ticket = below(rng, weights)
    i = 0
    while ticket >= outcomes.weights[i]:
        ticket -= outcomes.weights[i]
        i += 1
    return outcomes.ids[i]


@dataclass(frozen=True)
class Rules(Generic[S]):
    """The rules of a game as `@jit` functions over its state; the one place where they are written.

    All work on true states and on observations alike, as far as what they need is known there.
    """

    state: type[S]
    actors: Callable[[S], int]  # who must choose now: seats as bits, or CHANCE_ASKED, or NOBODY_ASKED when over
    legal_actions: Callable[[S, int, Actions], None]  # (state, seat, into) ascending; nothing for those not asked
    chances: Callable[[S, Actions], None]  # (state, into) the outcomes with their weights when chance is asked
    apply: Callable[[S, int, int], None]  # (state, seat or CHANCE, a legal action) changes the state
    observe: Callable[[S, int, S], None]  # (state, seat or NO_SEAT, into a blank state)
    determinize: Callable[[S, int, Rng], None]  # (observation, its seat, rng) completes it to a state that agrees
    score: Callable[[S, int], int]  # (state, seat) the rulebook's points now
    ranking_key: Callable[[S, int], int]  # (state, seat) orders the seats at the end, tie-breaks included
    ending: Callable[[S], int]  # 0 while the game goes on, else which of the game's endings came
    turn: Callable[[S], int]  # the number of the present turn
    audit: Callable[[S], int]  # 0 if nothing is lost or impossible, else which of the game's audits failed
    deal: Callable[[S, Rng], None] | None = None  # faster than listing: let chance act until a seat is asked
    random_action: Callable[[S, int, Rng, Actions], int] | None = None  # faster than listing: any, equally likely
    offer: Callable[[S, int, Any, Rng, Actions], int] | None = None  # faster than listing: a mask, and any action
    observe_hidden: Callable[[S, int, S], None] | None = None  # `observe` without what all may see, which is faster


# ---- what people get --------------------------------------------------------------------------------------------


class Refusal(NamedTuple):
    """Why an action is not legal: a sentence and the clause of the rules."""

    reason: str  # in the second person, without the action's name; others stand as `{seat}`, see `with_names`
    clause: str

    def __str__(self) -> str:
        return f"{with_names(self.reason, default_names())} [{self.clause}]"


@dataclass(frozen=True)
class Outcome:
    """How a match ended: points and places by seat, and the clause that ended it."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]  # 1 is the winner's; equal ranks are shared, by partners always
    reason: str
    clause: str
    team_size: int = 1  # so many seats side by side are a team

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; several after a tie."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def is_draw(self) -> bool:
        """Whether all share first place."""
        return len(self.winners) == len(self.ranks)

    @property
    def is_shared(self) -> bool:
        """Whether several share first place; partners have won alone."""
        return len(self.winners) > self.team_size

    def returns(self) -> tuple[float, ...]:
        """Rewards for learning in -1 … 1, summing to 0: places in order, ties share; partners get the same."""
        last = len(self.ranks) // self.team_size - 1
        ranks = self.ranks[:: self.team_size]
        places = {rank: sorted(ranks).index(rank) + (ranks.count(rank) - 1) / 2 for rank in ranks}
        return tuple(1 - 2 * places[rank] / last for rank in self.ranks)

    def _repr_html_(self) -> str:
        """The result as notebooks show it."""
        rows = sorted(zip(self.ranks, default_names(len(self.ranks)), self.scores, strict=True))
        return table(("place", "player", "points"), rows, f"{self.reason} [{self.clause}]")


@dataclass(frozen=True)
class Observation(Generic[S]):
    """All a viewer may know: a state in which only that is filled in."""

    game: "Game[S]"
    viewer: Viewer
    state: S

    @property
    def seat(self) -> int:
        """The seat of the viewer, NO_SEAT if there is none."""
        return self.viewer.number

    def legal_actions(self) -> list[int]:
        """What this seat may do now; empty when it is not asked."""
        return self.game.legal_actions(self.state, self.seat)

    def view(self) -> dict[str, Any]:
        """The position as plain data with words, for a page or a terminal."""
        return self.game.view(self)

    def __repr__(self) -> str:
        text = self.game.position_text(self.state)
        return f"Observation({self.game!r}, {self.viewer!r}, state={self.game!r}.parse_position({text!r}))"

    def __str__(self) -> str:
        return self.game.render(self, Canvas())

    def _repr_svg_(self) -> str:
        """The position as notebooks show it."""
        return self.game.picture(self)


class Game(ABC, Generic[S]):
    """Rules and options of one game. Subclasses give the class variables and the abstract methods."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    rules_version: ClassVar[int]  # grows when the same actions would give another game, or have other ids
    former_versions: ClassVar[tuple[int, ...]] = ()  # whose records, in which actions have names, give the same game
    former_ids: ClassVar[Mapping[int, Runs]] = {}  # by former version: where ids were, and are in the next
    rules: ClassVar[Rules[Any]]
    option_list: ClassVar[tuple[Option, ...]]
    num_actions: ClassVar[int]  # ids 0 … num_actions-1, those of chance included
    first_chance_action: ClassVar[int]  # ids from here on are chance's
    max_actions: ClassVar[int]  # no match is longer, chance included
    endings: ClassVar[tuple[tuple[str, str], ...]]  # (clause, reason) by `Rules.ending`; the first is unused
    audits: ClassVar[tuple[str, ...]]  # what `Rules.audit` found wrong; the first is unused
    not_asked_clause: ClassVar[str]  # the clause that says whose turn it is
    view_type: ClassVar[Any] = None  # the TypedDict that `view` gives, from which the page's types are made
    preview_type: ClassVar[Any] = None  # the same of `preview`
    expertise_place: ClassVar[str | None] = None  # "package.module:NAME" of what is known beyond the rules

    def __init__(self, /, **options: OptionValue) -> None:
        self.options: Mapping[str, OptionValue] = Option.resolve_all(self.name, self.option_list, options)

    def __repr__(self) -> str:
        shown = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"shinar.make({self.name!r}{shown})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.options) == (other.name, other.options)

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.options.items())))

    @classmethod
    def expertise(cls) -> "Expertise":
        """What is known of the game beyond its rules; loaded on first use."""
        from shinar.core.expertise import Expertise

        return cast(Expertise, load(cls.expertise_place)) if cls.expertise_place else Expertise()

    @property
    @abstractmethod
    def num_seats(self) -> int:
        """The number of players."""

    @property
    def team_size(self) -> int:
        """So many seats side by side are a team, which wins or loses together; 1 if everybody plays alone."""
        return 1

    def check_seat(self, seat: int) -> None:
        """OptionError if there is no such seat."""
        if seat not in range(self.num_seats):  # also what is no number at all
            raise OptionError(f"{self.name} has no seat {seat!r}; its seats are 0 to {self.num_seats - 1}")

    # -- positions --

    @abstractmethod
    def initial_state(self) -> S:
        """The position before anything is dealt."""

    def actors(self, state: S) -> tuple[int, ...]:
        """Who must choose now: seats, or `(CHANCE,)`, or nobody when the game is over."""
        return _actors_of(self.rules.actors(state))

    def is_over(self, state: S) -> bool:
        """Whether the game has ended."""
        return self.rules.actors(state) == NOBODY_ASKED

    def legal_actions(self, state: S, seat: int) -> list[int]:
        """What a seat may do now, ascending; empty when it is not asked, and for NO_SEAT."""
        if seat == NO_SEAT:
            return []
        self.check_seat(seat)
        actions = _lists.actions
        actions.n = 0
        self.rules.legal_actions(state, seat, actions)
        return actions.ids[: actions.n]

    def chances(self, state: S) -> list[tuple[int, Fraction]]:
        """What chance may bring now, with probabilities; empty when it is not asked."""
        outcomes = self.weighted_chances(state)
        weights = sum(weight for _, weight in outcomes)
        return [(action, Fraction(weight, weights)) for action, weight in outcomes]

    def weighted_chances(self, state: S) -> list[tuple[int, int]]:
        """The same with weights instead of probabilities: an outcome is as likely as its part of their sum."""
        outcomes = _lists.actions
        outcomes.n = 0
        self.rules.chances(state, outcomes)
        return list(zip(outcomes.ids[: outcomes.n], outcomes.weights[: outcomes.n], strict=True))

    def apply(self, state: S, actor: int, action: int) -> None:
        """Change a state by a legal action of a seat or of CHANCE. Unchecked: `Match.play` checks."""
        self.rules.apply(state, actor, action)

    def turn(self, state: S) -> int:
        """The number of the present turn."""
        return self.rules.turn(state)

    def outcome(self, state: S) -> Outcome | None:
        """Points and places when the game is over, else None."""
        ending = self.rules.ending(state)
        if ending == 0:
            return None
        seats = range(self.num_seats)
        keys = [self.rules.ranking_key(state, seat) for seat in seats]
        ranks = tuple(1 + sum(other > mine for other in keys) for mine in keys)
        clause, reason = self.endings[ending]
        scores = tuple(self.rules.score(state, seat) for seat in seats)
        return Outcome(scores, ranks, reason, clause, self.team_size)

    # -- knowledge --

    def observe(self, state: S, who: int | Viewer) -> Observation[S]:
        """All that a seat, SPECTATOR or OPEN may know of a position; OptionError if there is no such seat."""
        viewer = self.viewer(who)
        if viewer.is_open:
            return Observation(self, viewer, copy_of(state))
        if self.rules.observe_hidden is not None:
            seen: S = open_copier(self.rules.state)(state)
            self.rules.observe_hidden(state, viewer.number, seen)
        else:
            seen = self.rules.state()
            self.rules.observe(state, viewer.number, seen)
        return Observation(self, viewer, seen)

    def viewer(self, who: int | Viewer) -> Viewer:
        """A viewer, by the number of a seat or as it is; OptionError if there is no such seat."""
        viewer = viewer_of(who)
        if viewer.seat is not None:
            self.check_seat(viewer.seat)
        return viewer

    def determinize(self, observation: Observation[S], rng: Rng) -> S:
        """Some state that agrees with an observation, all equally likely; with everything open there is only one."""
        state = copy_of(observation.state)
        if not observation.viewer.is_open:
            self.rules.determinize(state, observation.seat, rng)
        return state

    def is_sealed(self, before: S, after: S, entry: Entry) -> bool:
        """Whether others see nothing of an action when it is taken, because they choose at the same time."""
        return entry.actor != CHANCE and len(self.actors(before)) > 1

    def reveals(self, before: S, after: S, entry: Entry) -> bool:
        """Whether an action shows a seat what was hidden from it, so that it cannot be taken back.

        A game with sealed choices says so of the last of them, which uncovers the others.
        """
        return entry.actor == CHANCE

    # -- words --

    @cached_property
    def action_names(self) -> Sequence[str]:
        """The names of all actions by id; the inverse of `parse_action`."""
        return tuple(self.action_name(action) for action in range(self.num_actions))

    @cached_property
    def _ids(self) -> Mapping[str, int]:
        return {name: action for action, name in enumerate(self.action_names)}

    @abstractmethod
    def action_name(self, action: int) -> str:
        """An action in words, as records write it."""

    def parse_action(self, text: str) -> int:
        """The action of a name; NotationError if there is none."""
        action = self.find_action(text)
        if action is None:
            raise NotationError(
                f"{self.name} has no action called {text.strip()!r}{did_you_mean(text, self.action_names)}"
            )
        return action

    def find_action(self, name: str) -> int | None:
        """The action of a name, whatever its case and spaces; None if there is none."""
        return self._ids.get(" ".join(name.lower().split()))

    @abstractmethod
    def action_group(self, action: int) -> str:
        """The kind of an action, under which lists show it: "move", "build" …"""

    @abstractmethod
    def action(self, action: int) -> Action:
        """An action as data: its verb and arguments."""

    @cached_property
    def actions(self) -> Sequence[Action]:
        """All actions as data, by id; the inverse of `action_id`."""
        return tuple(self.action(action) for action in range(self.num_actions))

    @cached_property
    def _ids_of_actions(self) -> Mapping[Action, int]:
        return {action: number for number, action in enumerate(self.actions)}

    def action_id(self, action: Action) -> int:
        """The id of an action given as data; NotationError if there is none."""
        if action not in self._ids_of_actions:
            raise NotationError(f"{self.name} has no {action!r}")
        return self._ids_of_actions[action]

    @abstractmethod
    def tell(self, before: S, after: S, entry: Entry, viewer: Viewer) -> list[StoryLine]:
        """What a viewer learns from an entry of the log that led from one position to the next.

        No line if the viewer notices nothing; several lines if one action has several consequences.
        """

    def duty(self, state: S, seat: int) -> str:
        """What a seat that is asked must do now, as a predicate: "{1} must first *discard two cards*"."""
        return "choose"

    def duty_clause(self, state: S) -> str:
        """The clause by which those who are asked come before everybody else."""
        return self.not_asked_clause

    @abstractmethod
    def refusal(self, state: S, seat: int, action: int) -> Refusal | None:
        """Why a seat that is asked may not take an action; None if it may. Written independently of `legal_actions`.

        The reason that would still stand after the player's next try comes first.
        """

    def refusals(self, state: S, seat: int) -> list[Refusal | None]:
        """`refusal` of every action of seats, by id; a game may do once what it would do for each of them."""
        return [self.refusal(state, seat, action) for action in range(self.first_chance_action)]

    def explain(self, state: S, seat: int, action: int) -> Refusal | None:
        """None if an action is legal, else a sentence for people and the clause."""
        return self._refusal_of_all(state, seat) or self._refusal_of_one(state, seat, action)

    def explain_all(self, state: S, seat: int) -> list[Refusal | None]:
        """`explain` of every action, by id."""
        if refused := self._refusal_of_all(state, seat):
            return [refused] * self.num_actions
        of_chance = self._refusal_of_one(state, seat, self.first_chance_action)
        return self.refusals(state, seat) + [of_chance] * (self.num_actions - self.first_chance_action)

    def _refusal_of_all(self, state: S, seat: int) -> Refusal | None:
        """Why a seat may do nothing at all now; None if it is asked."""
        self.check_seat(seat)
        actors = self.actors(state)
        if not actors:
            return Refusal("the game is over", self.endings[self.rules.ending(state)][0])
        self.viewer(seat)
        if seat not in actors:
            return Refusal(self._awaited(state, actors), self.duty_clause(state))
        return None

    def _awaited(self, state: S, actors: tuple[int, ...]) -> str:
        """Who must do what before anybody else may choose."""
        if actors == (CHANCE,):
            return "wait until everything is dealt"
        duties = {self.duty(state, actor) for actor in actors}
        names = listed([f"{{{actor}}}" for actor in actors])
        return f"{names} must first {duties.pop() if len(duties) == 1 else 'choose'}"

    def _refusal_of_one(self, state: S, seat: int, action: int) -> Refusal | None:
        """Why a seat that is asked may not take an action."""
        if not 0 <= action < self.num_actions:
            return Refusal(f"{self.name} has no action number {action}", self.not_asked_clause)
        if action >= self.first_chance_action:
            return Refusal("that is for chance to decide", self.not_asked_clause)
        return self.refusal(state, seat, action)

    @abstractmethod
    def position_text(self, state: S) -> str:
        """A position (or what an observation knows of it) as one line that a person can read and paste."""

    @abstractmethod
    def parse_position(self, text: str) -> S:
        """The position of a text; NotationError if it is not one."""

    @abstractmethod
    def view(self, observation: Observation[S]) -> dict[str, Any]:
        """An observation as plain data with words, for a page or a terminal."""

    def preview(self, observation: Observation[S], action: int) -> dict[str, Any]:
        """What a legal action of the observer would lead to, as plain data; empty in games without previews."""
        return {}

    @abstractmethod
    def render(self, observation: Observation[S], canvas: Canvas) -> str:
        """An observation drawn as text, with the names of the players; shorter where there is little room."""

    def picture(self, observation: Observation[S]) -> str:
        """An observation drawn as SVG; its text, for games without a picture of their own."""
        return text_picture(str(observation))

    def tints(self, text: str) -> Iterable[Tint]:
        """The coloured parts of a drawing, a sentence or an action's name; none by default."""
        return ()


@cache
def _actors_of(mask: int) -> tuple[int, ...]:
    """The actors in the bits of `Rules.actors`; asked for so often that they are cached."""
    if mask == CHANCE_ASKED:
        return (CHANCE,)
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


class _Lists(threading.local):
    """A list for rules to fill in, made once for each thread: games are shared by threads, and lists are large."""

    def __init__(self) -> None:
        self.actions = Actions()


_lists = _Lists()
