"""Which actions a good player looks at first: learned from searches, which look at the good ones most.

Games are played by searches. After each of them it is noted which signs the actions show, and how often each was
looked at. Weights of the signs are fitted by softmax regression: the sum of an action's weights is the logarithm of
how likely it is. A further generation is played by searches that know the weights of the one before.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shinar.core.compiled.jit import cache_kernels, compiled, jit
from shinar.core.compiled.kernel import copy_state, kernels, new_array, to_array
from shinar.core.compiled.scratch import scratch
from shinar.core.errors import NotationError
from shinar.core.game import CHANCE_ASKED, NOBODY_ASKED, Game, Rules, first_asked, pick_action
from shinar.core.guide import Guide
from shinar.core.learning import PolicyLessons
from shinar.core.rng import below, derive, search_rng
from shinar.search.choice import TRUE, make_searched_choice, start_tree
from shinar.search.selfplay import START
from shinar.search.tree import Node, SearchBuffers

__all__ = ["PolicyCourse", "VisitCounts", "fit", "play_batch"]

BATCH = 10  # games between two looks at the file
PERCENT = 100
NOISES = (0, 5, 10)  # so many of a hundred actions are any, in a third of the games each
OTHERS = 24  # actions that were not looked at are noted too, about so many
SHARPNESS = 3  # looks are raised to this power: what was looked at most is what counts
MAX_DECISIONS = 256  # of a game that are noted
ROOM = 80  # actions of a decision, in the mean
SHARED_RIDGE, OWN_RIDGE = 1e-5, 1e-4  # of what all rows share, and of what a row has besides
STEPS = 200  # of the descent …
STEP = 0.1  # … by so much at first
UNIT = 1000  # weights are in thousandths of a logit
FIELDS = ("mark", "done", "log", "signs", "lengths", "visits", "sizes", "rows", "weights")

Whole = NDArray[np.int64]


class VisitCounts(NamedTuple):
    """How often searches have looked at actions: for each decision some actions, for each action its signs."""

    signs: Whole  # of all actions, one after the other
    lengths: Whole  # by action: how many signs it shows
    visits: Whole  # by action
    sizes: Whole  # by decision: how many actions are noted
    rows: Whole  # by decision: the row of weights

    @classmethod
    def none(cls) -> "VisitCounts":
        """Before the first game."""
        return cls(*(np.zeros(0, np.int64) for _ in cls._fields))

    def plus(self, other: "VisitCounts") -> "VisitCounts":
        """Both, one after the other."""
        return VisitCounts(*(np.concatenate(pair) for pair in zip(self, other, strict=True)))


# ---- playing ----------------------------------------------------------------------------------------------------


def play_batch(
    game: Game[Any], lessons: PolicyLessons[Any], guide: Guide[Any], iterations: int, seed: int
) -> VisitCounts:
    """Some games, and what was looked at in them."""
    states = new_array(game.rules.state, START + 1)
    states[START] = to_array(game.initial_state())[0]
    nodes = new_array(Node, 1 + iterations * game.num_seats * guide.batch)
    buffers, rngs = new_array(SearchBuffers, 1), to_array(search_rng(seed))
    run = looking_kernel(game.rules, game.num_seats, guide, lessons)
    actions = MAX_DECISIONS * ROOM
    counts = VisitCounts.none()
    for number in range(BATCH):
        room = (actions * lessons.max_signs, actions, actions, MAX_DECISIONS, MAX_DECISIONS)
        noted = VisitCounts(*(np.zeros(length, np.int64) for length in room))
        used = np.zeros(3, np.int64)
        run(states, nodes, buffers, rngs, noted, used, Order(iterations, NOISES[number % len(NOISES)]))
        ends = (used[0], used[1], used[1], used[2], used[2])
        counts = counts.plus(VisitCounts(*(part[:end] for part, end in zip(noted, ends, strict=True))))
    return counts


class Order(NamedTuple):
    """What is asked of the kernel."""

    iterations: int
    noise: int  # so many of a hundred actions are any


@cache_kernels
def looking_kernel(
    rules: Rules[Any], seats: int, guide: Guide[Any], lessons: PolicyLessons[Any]
) -> Callable[..., None]:
    """`play(states, nodes, buffers, rngs, noted, used, order)` plays a game; `used` counts signs, actions, choices."""
    actors, apply, legal_actions = rules.actors, rules.apply, rules.legal_actions
    deal = kernels(rules, seats).deal
    choose = make_searched_choice(rules, seats, guide)
    note = _make_note(lessons)

    @jit
    def act(states: Any, nodes: Any, buffers: Any, rngs: Any, noted: Any, used: Any, order: Order) -> None:
        state, actions = states[TRUE], buffers[0].actions
        seat = first_asked(actors(state))
        actions.n = 0
        legal_actions(state, seat, actions)
        best = int(actions.ids[0])
        if actions.n > 1:
            best = choose(states, nodes, buffers, rngs, seat, order.iterations, start_tree(nodes))
            actions.n = 0
            legal_actions(state, seat, actions)
            note(state, nodes, seat, actions, rngs[0], noted, used)
        if actions.n == 1 or below(rngs[0], PERCENT) < order.noise:
            apply(state, seat, pick_action(actions, rngs[0]))
        else:
            apply(state, seat, best)

    @jit
    def play(states: Any, nodes: Any, buffers: Any, rngs: Any, noted: Any, used: Any, order: Order) -> None:
        copy_state(states, TRUE, START)
        while actors(states[TRUE]) != NOBODY_ASKED:
            if actors(states[TRUE]) == CHANCE_ASKED:
                deal(states[TRUE], rngs[0], buffers[0].actions)
            else:
                act(states, nodes, buffers, rngs, noted, used, order)

    return compiled(play)


def _make_note(lessons: PolicyLessons[Any]) -> Any:
    show, row, max_signs = lessons.show, lessons.row, lessons.max_signs

    @jit
    def note(state: Any, nodes: Any, seat: int, actions: Any, rng: Any, noted: Any, used: Any) -> None:
        """Write down what was looked at, and some that was not."""
        if used[2] == len(noted.sizes) or used[1] + actions.n > len(noted.lengths):
            return
        shown = scratch(max_signs + 1)
        begun = used[1]
        for i in range(actions.n):
            visits = visits_of(nodes, seat, actions.ids[i])
            if visits > 1 or below(rng, actions.n) < OTHERS:
                show(state, seat, actions.ids[i], shown)
                noted.lengths[used[1]] = shown[0]
                noted.visits[used[1]] = visits
                for j in range(shown[0]):
                    noted.signs[used[0] + j] = shown[1 + j]
                used[0] += shown[0]
                used[1] += 1
        noted.sizes[used[2]] = used[1] - begun
        noted.rows[used[2]] = row(state)
        used[2] += 1

    return note


@jit
def visits_of(nodes: Any, seat: int, action: int) -> int:
    """How often an action of the root was looked at."""
    child = nodes[0].first_child
    while child != 0:
        if nodes[child].seat == seat and nodes[child].action == action:
            return int(nodes[child].visits)
        child = nodes[child].sibling
    return 0


# ---- fitting ----------------------------------------------------------------------------------------------------


def fit(counts: VisitCounts, lessons: PolicyLessons[Any]) -> tuple[list[list[int]], float]:
    """The weights by row and sign, and the share of the actions looked at most that they think the likeliest."""
    problem = _Problem(counts, lessons)
    weights, mean, square = (np.zeros((1 + lessons.rows) * lessons.signs) for _ in range(3))
    for step in range(1, STEPS + 1):  # Adam
        slope = problem.slope(weights)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope * slope
        size = STEP * (1 - step / (STEPS + 1))
        weights -= size * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    shared, own = weights[: lessons.signs], weights[lessons.signs :].reshape(lessons.rows, lessons.signs)
    return np.round(UNIT * (shared + own)).astype(int).tolist(), problem.right(weights)


class _Problem:
    """Softmax regression over the actions of each decision; all rows share weights, and each has some of its own."""

    def __init__(self, counts: VisitCounts, lessons: PolicyLessons[Any]) -> None:
        self.decision = np.repeat(np.arange(len(counts.sizes)), counts.sizes)
        self.action = np.repeat(np.arange(len(counts.lengths)), counts.lengths)
        self.shared = counts.signs
        self.own = lessons.signs * (1 + counts.rows[self.decision][self.action]) + counts.signs
        self.sizes, self.actions = counts.sizes, len(counts.lengths)
        powers = counts.visits.astype(np.float64) ** SHARPNESS
        self.wanted = powers / np.maximum(self._sums(powers), 1)[self.decision]
        ridges = (np.full(lessons.signs, SHARED_RIDGE), np.full(lessons.rows * lessons.signs, OWN_RIDGE))
        self.ridge = np.concatenate(ridges)

    def slope(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """In which direction the loss grows."""
        error = (self.chances(weights) - self.wanted)[self.action] / max(len(self.sizes), 1)
        length = len(weights)
        found = np.bincount(self.shared, error, length) + np.bincount(self.own, error, length)
        return np.asarray(found + 2 * self.ridge * weights)

    def chances(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """How likely each action is thought to be."""
        logits = np.bincount(self.action, weights[self.shared] + weights[self.own], self.actions)
        powers = np.exp(logits - logits.max(initial=0))
        return np.asarray(powers / self._sums(powers)[self.decision])

    def right(self, weights: NDArray[np.float64]) -> float:
        """The share of the decisions in which the likeliest action was looked at most."""
        chances = self.chances(weights)
        ends = np.cumsum(self.sizes)
        spans = [slice(end - size, end) for end, size in zip(ends, self.sizes, strict=True)]
        return float(np.mean([np.argmax(chances[span]) == np.argmax(self.wanted[span]) for span in spans]))

    def _sums(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """By decision."""
        return np.bincount(self.decision, values, len(self.sizes)).astype(np.float64)


# ---- a course ---------------------------------------------------------------------------------------------------


class PolicyCourse:
    """Learns batch by batch; it can be interrupted, and goes on where it was."""

    def __init__(self, game: Game[Any], lessons: PolicyLessons[Any], seed: int, games: int | None = None) -> None:
        self.game, self.lessons, self.seed = game, lessons, seed
        wanted = games or sum(one.games for one in lessons.generations)
        each = -(-wanted // (BATCH * len(lessons.generations)))  # batches of a generation
        self.plan = [(number, one.iterations) for number, one in enumerate(lessons.generations) for _ in range(each)]
        self.done = 0  # batches
        self.log: list[str] = []  # what was told of it
        self.counts = VisitCounts.none()
        self.weights: list[list[int]] | None = None  # of the generation before
        self.each = each

    @property
    def mark(self) -> str:
        """What tells one course from another."""
        return f"{self.game.name} {self.seed} {self.plan} {self.lessons.signs} {BATCH}"

    def resume(self, file: Path) -> None:
        """Go on with what a file holds, if there is one; NotationError if that is not from the same course."""
        if not file.exists():
            return
        try:
            kept = np.load(file, allow_pickle=False)
            mark, done, log, *counts, weights = (kept[name] for name in FIELDS)
        except (OSError, ValueError, KeyError):
            raise NotationError(f"{file}: this is not what a course has learned") from None
        if str(mark) != self.mark:
            raise NotationError(f"{file} belongs to another course; delete it to start over")
        self.done, self.counts, self.log = int(done), VisitCounts(*counts), [str(line) for line in log]
        self.weights = weights.tolist() if weights.size else None

    def save(self, file: Path) -> None:
        """Write down what was learned, so that at every moment a whole file is there."""
        part = file.with_name(f".{file.name}.part.npz")
        weights = np.array(self.weights or [], np.int64)
        values = (self.mark, self.done, np.array(self.log, np.str_), *self.counts, weights)
        fields: dict[str, Any] = dict(zip(FIELDS, map(np.asarray, values), strict=True))
        np.savez(part, **fields)
        part.replace(file)

    def learn(self, after_batch: Callable[[str], None]) -> list[list[int]]:
        """Play what is left, and fit; what there is to tell after each batch, if anything."""
        while self.done < len(self.plan):
            generation, iterations = self.plan[self.done]
            guide = self.lessons.guide(self.weights)
            seed = derive(self.seed, "habits", self.done)
            self.counts = self.counts.plus(play_batch(self.game, self.lessons, guide, iterations, seed))
            self.done += 1
            told = ""
            if self.done % self.each == 0:
                self.weights, right = fit(self.counts, self.lessons)
                told = f"generation {generation}, searched with {iterations} iterations, {self.each * BATCH} games: "
                told += f"the action looked at most is the likeliest in {PERCENT * right:.1f} % of the decisions"
                self.counts = VisitCounts.none()
                self.log.append(told)
            after_batch(told)
        assert self.weights is not None, "there is at least one generation"
        return self.weights
