"""Information-set Monte Carlo tree search, compiled whole for each game from this one source.

An iteration imagines what the seat cannot know (`determinize`), goes down the tree, adds one node, plays on to the
end, and credits the result to the nodes it passed. Many imagined worlds share one tree, so an action counts how often
it *could* have been taken, and is compared by that. Every seat maximises its own value (max^n): nobody is an ally.

- Chance is dealt anew in each iteration and has no nodes.
- Seats that are asked at the same time choose one after the other below one node, each from its own children, so no
  choice sees another. The tree goes on below the choice of the seat that thinks; the sealed choices of others are, like
  chance, averaged over.
- Threads grow trees of their own, and their roots are added up: the result depends on the number of threads, never on
  which of them was faster.
"""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from shinar.core.action import Entry
from shinar.core.bot import Budget
from shinar.core.compiled.jit import cache_kernels, compiled, is_compiler_on, jit
from shinar.core.compiled.kernel import copy_state, kernels, new_array, to_array, values_at
from shinar.core.compiled.layout import copy_of
from shinar.core.compiled.variants import fitted
from shinar.core.game import (
    CHANCE_ASKED,
    NOBODY_ASKED,
    Game,
    Observation,
    Rules,
    first_asked,
)
from shinar.core.guide import PLAIN, Guide
from shinar.core.match import Match
from shinar.core.rng import Rng, below, reseed
from shinar.core.viewer import viewer_of
from shinar.search.playout import make_choice_by_model, make_play_on
from shinar.search.tree import (
    MAX_PATH,
    ONE,
    Node,
    SearchBuffers,
    add_node,
    add_value,
    append_to_path,
    choose_node,
    copy_nodes,
    copy_subtree,
    is_wide_enough,
    likeliest_untried,
    sum_of_weights,
    untried_at,
)

__all__ = ["DEFAULT_BUDGET", "Candidate", "Request", "SearchBot", "make_search", "search_kernel"]

S = TypeVar("S")

DEFAULT_BUDGET = Budget(iterations=1000)
FIRST_SLICE = 4  # iterations before the first look at the clock
MAX_SLICE = 4096  # iterations between two looks at it
MAX_EXPECTED = 6  # actions that are expected to follow one
MIN_EXPECTED = 20  # visits of each of them, and at least …
EXPECTED_PART = 12  # … this part of all iterations
PERCENT = 100
SHARE = 0.5  # of the time left goes into the next slice, so that a slice slower than expected does no harm


# ---- the kernel -------------------------------------------------------------------------------------------------


class Request(NamedTuple):
    """What is asked of the kernel."""

    seat: int  # that thinks
    iterations: int
    used: int  # nodes of the pool that are in use
    exploration: float
    trust: float = 0.0
    own_percent: int = 0  # how much the own points of a seat count


@cache_kernels
def search_kernel(rules: Rules[S], num_seats: int, guide: Guide[S] = PLAIN) -> Callable[..., int]:
    """The search of a game: `search(states, nodes, buffers, rngs, request)` gives the nodes of the pool used by then.

    `states[1]` is the observation of the seat, `states[0]` is written on. `nodes` needs room for `num_seats` new nodes
    in each iteration.
    """
    return compiled(make_search(rules, num_seats, guide))


def make_search(rules: Rules[S], num_seats: int, guide: Guide[S]) -> Callable[..., int]:
    """The same as a part of other kernels."""
    guide = fitted(rules, guide)
    descend = _make_descend(rules, num_seats, guide)
    play_on = make_play_on(rules, num_seats, guide)
    determinize, pick_strangers = rules.determinize, _make_pick_strangers(num_seats, guide)

    @jit
    def search(states: Any, nodes: Any, buffers: Any, rngs: Any, request: Request) -> int:
        buffer = buffers[0]
        rng = rngs[0]
        buffer.used = request.used
        buffer.own_percent = request.own_percent
        for _ in range(request.iterations):
            copy_state(states, 0, 1)
            determinize(states[0], request.seat, rng)
            buffer.strangers = pick_strangers(request.seat, rng)
            descend(states[0], nodes, buffer, rng, request)
            play_on(states[0], buffer, rng)
            add_value(nodes, buffer)
        return int(buffer.used)

    return search


def _make_descend(rules: Rules[S], num_seats: int, guide: Guide[S]) -> Any:
    actors, apply, turn = rules.actors, rules.apply, rules.turn
    deal = kernels(rules, num_seats).deal
    models_others = guide.models_others
    choose_at, choose_by_model = _make_choose_at(rules, guide), make_choice_by_model(rules, guide)

    @jit
    def descend(state: S, nodes: Any, buffer: SearchBuffers, rng: Rng, request: Request) -> None:
        """Go down the tree until a node is new or the game is over."""
        buffer.depth = 0
        node = 0
        while buffer.depth < MAX_PATH:
            if actors(state) == CHANCE_ASKED:
                deal(state, rng, buffer.actions)
            asked = actors(state)
            if asked == NOBODY_ASKED:
                return
            leader = request.seat if asked >> request.seat & 1 else first_asked(asked)
            next_node = 0
            known = buffer.used
            buffer.turn = turn(state)
            for seat in range(num_seats):
                if asked >> seat & 1 and models_others and seat != request.seat:
                    apply(state, seat, choose_by_model(state, seat, rng, buffer))
                elif asked >> seat & 1:
                    chosen = choose_at(state, nodes, node, seat, buffer, rng, request)
                    if seat == leader:
                        next_node = chosen
            if models_others and asked >> request.seat & 1 == 0:
                continue
            node = next_node
            if buffer.used > known or nodes[node].visits == 0:
                return

    return descend


def _make_pick_strangers(num_seats: int, guide: Guide[Any]) -> Any:
    """Who is imagined to play otherwise than the guide, as bits."""
    percent = guide.others_percent if guide.weigh_others is not None else 0

    @jit
    def pick_nobody(_seat: int, _rng: Rng) -> int:
        return 0

    @jit
    def pick_strangers(own: int, rng: Rng) -> int:
        strangers = 0
        for seat in range(num_seats):
            if seat != own and below(rng, PERCENT) < percent:
                strangers |= 1 << seat
        return strangers

    return pick_strangers if percent > 0 else pick_nobody


def _make_choose_at(rules: Rules[S], guide: Guide[S]) -> Any:
    legal_actions, apply, width = rules.legal_actions, rules.apply, guide.width
    expand = _make_expand(guide)

    @jit
    def choose_at(state: S, nodes: Any, node: int, seat: int, buffer: SearchBuffers, rng: Rng, request: Request) -> int:
        """Let a seat choose at a node, and carry its choice out."""
        buffer.actions.n = 0
        legal_actions(state, seat, buffer.actions)
        chosen = choose_node(nodes, node, seat, buffer, request.exploration, request.trust)
        if chosen == 0 and is_wide_enough(nodes[node], buffer, width):
            chosen = buffer.best
        if chosen == 0:
            chosen = buffer.waiting
        if chosen == 0:
            chosen = expand(state, nodes, node, seat, buffer, rng)
        append_to_path(buffer, chosen)
        apply(state, seat, nodes[chosen].action)
        return chosen

    return choose_at


def _make_expand(guide: Guide[S]) -> Any:
    """Add a node for an action that was not tried yet: the likeliest by the guide, else any."""

    @jit
    def expand_any(_state: S, nodes: Any, parent: int, seat: int, buffer: SearchBuffers, rng: Rng) -> int:
        place = untried_at(buffer, below(rng, buffer.untried))
        return add_node(nodes, parent, seat, buffer, buffer.actions.ids[place])

    if guide.weigh is None:
        return expand_any
    weigh, batch = guide.weigh, guide.batch

    @jit
    def expand_likeliest(state: S, nodes: Any, parent: int, seat: int, buffer: SearchBuffers, _rng: Rng) -> int:
        weigh(state, seat, buffer.actions)
        weights = sum_of_weights(buffer)
        first = 0
        for _ in range(min(batch, buffer.untried)):
            place = likeliest_untried(buffer)
            action = buffer.actions.ids[place]
            buffer.marks[action] = 0
            new = add_node(nodes, parent, seat, buffer, action, ONE * buffer.actions.weights[place] // weights)
            first = new if first == 0 else first
        return first

    return expand_likeliest


# ---- one thread's tree ------------------------------------------------------------------------------------------


class _SeenNode(NamedTuple):
    """A node as Python code looks at it: the fields of `Node`, in its order."""

    action: int
    seat: int
    first_child: int
    sibling: int
    visits: int
    available: int
    value: int
    prior: int


class _Tree(Generic[S]):
    """A tree that grows in a thread of its own."""

    def __init__(self, observation: Observation[S], guide: Guide[S], own_percent: int) -> None:
        game = observation.game
        self.grow = search_kernel(game.rules, game.num_seats, guide)
        self.num_seats = game.num_seats
        self.exploration = guide.exploration
        self.trust = guide.trust
        self.batch = guide.batch
        self.own_percent = own_percent
        self.seat = observation.seat
        self.nodes = new_array(Node, 1)
        self.used = 1
        self.buffers = new_array(SearchBuffers, 1)
        self.look_at(observation)

    def look_at(self, observation: Observation[S]) -> None:
        """Take an observation as the root."""
        self.states = new_array(type(observation.state), 2)
        self.states[1] = to_array(observation.state)[0]

    def run(self, budget: Budget, rng: Rng, begun: float) -> None:
        """Think until the budget is used up, counted from a moment; always at least a little, however late it is."""
        rngs = to_array(rng)
        pace = Pace(budget, begun)
        while (iterations := pace.next_slice()) > 0:
            self.make_room(iterations * self.num_seats * self.batch)
            request = Request(self.seat, iterations, self.used, self.exploration, self.trust, self.own_percent)
            self.used = self.grow(self.states, self.nodes, self.buffers, rngs, request)

    def make_room(self, needed: int) -> None:
        """Grow the pool to at least twice its size when it is too small."""
        missing = self.used + needed - len(self.nodes)
        if missing > 0:
            pool = new_array(Node, len(self.nodes) + max(missing, len(self.nodes)))
            compiled(copy_nodes)(self.nodes, self.used, pool)
            self.nodes = pool

    def candidates(self) -> "list[Candidate]":
        """The choices of the root."""
        found = []
        child = self.node(0).first_child
        while child:
            node = self.node(child)
            if node.seat == self.seat:
                found.append(Candidate(node.action, node.visits, node.value / ONE))
            child = node.sibling
        return found

    def node(self, index: int) -> "_SeenNode":
        return _SeenNode(*values_at(Node, self.nodes, index))

    def expected(self, action: int) -> list[Entry]:
        """What followed an action of the root most often, for as long as it was looked at often enough to mean much."""
        enough = max(MIN_EXPECTED, sum(one.visits for one in self.candidates()) // EXPECTED_PART)
        line: list[Entry] = []
        node = self.child_of(action)
        while node and len(line) < MAX_EXPECTED:
            node = self.main_child(node)
            if not node or self.node(node).visits < enough:
                break
            line.append(Entry(self.node(node).seat, self.node(node).action))
        return line

    def main_child(self, parent: int) -> int:
        """The child that was taken most often; one of the seat that thinks, where it chooses together with others."""
        best, most = 0, (False, 0)
        child = self.node(parent).first_child
        while child:
            node = self.node(child)
            if (weight := (node.seat == self.seat, node.visits)) > most:
                best, most = child, weight
            child = node.sibling
        return best

    def child_of(self, action: int) -> int:
        """The node of an action of the root; 0 if it was never tried."""
        child = self.node(0).first_child
        while child and (self.node(child).action, self.node(child).seat) != (action, self.seat):
            child = self.node(child).sibling
        return child

    def follow(self, action: int, observation: Observation[S]) -> None:
        """Make the choice of an action the root; a new tree if it was never tried."""
        self.look_at(observation)
        child = self.child_of(action)
        pool = new_array(Node, max(self.used, 1))
        self.used = compiled(copy_subtree)(self.nodes, child, pool) if child else 1
        self.nodes = pool


class Pace:
    """Cuts a budget into slices: as many iterations as surely fit into the remaining time, at the pace so far."""

    def __init__(self, budget: Budget, begun: float) -> None:
        self.left = math.inf if budget.iterations is None else max(budget.iterations, 1)
        self.deadline = math.inf if budget.seconds is None else begun + budget.seconds
        self.started = time.perf_counter()
        self.done = 0

    def next_slice(self) -> int:
        """How many iterations to do next; 0 when it is time to stop."""
        size = self._fitting()
        self.left -= size
        self.done += size
        return size

    def _fitting(self) -> int:
        if self.deadline == math.inf:
            return int(self.left)
        if self.done == 0:
            return int(min(self.left, FIRST_SLICE))
        now = time.perf_counter()
        each = (now - self.started) / self.done
        time_left = self.deadline - now
        if time_left < each:  # one more would be late by more than stopping now is early
            return 0
        return int(min(self.left, MAX_SLICE, max(1, SHARE * time_left / max(each, 1e-9))))


# ---- the bot ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Candidate:
    """An action that was considered: how often, and the sum of its results (each 0 … 1)."""

    action: int
    visits: int
    total: float

    @property
    def value(self) -> float:
        """What the action is worth: for two seats, the chance to win."""
        return self.total / self.visits if self.visits else 0.0


class SearchBot(Generic[S]):
    """Searches, and takes the action that it considered most often.

    A bot plays one seat of one match: within a turn it goes on with the tree it has, as long as nothing was revealed.
    """

    def __init__(
        self,
        game: Game[S],
        name: str = "search",
        *,
        guide: Guide[S] = PLAIN,
        budget: Budget = DEFAULT_BUDGET,
        threads: int = 1,
    ) -> None:
        self.game = game
        self.name = name
        self.guide = guide
        self.budget = budget  # used when `choose` is given none
        self.threads = threads
        self._trees: list[_Tree[S]] = []
        self._expected: Observation[S] | None = None  # what it will see next if nothing is revealed
        self._last_action = -1

    def prepare(self) -> None:
        """Compile the search, so that no thinking time is spent on that."""
        _compile_search(self.game, self.guide)

    def choose(self, observation: Observation[S], budget: Budget, rng: Rng) -> int:
        """The action that was considered most often."""
        self.prepare()
        return self.choose_since(time.perf_counter(), observation, budget, rng)

    def choose_since(self, begun: float, observation: Observation[S], budget: Budget, rng: Rng) -> int:
        """The same, with a budget of time that is counted from a moment before."""
        actions = observation.legal_actions()
        if len(actions) == 1:
            self._start_tree(observation, self.guide.own_percent)
            return self._remember(observation, actions[0])
        best = self._think_since(begun, observation, budget, rng, self.guide.own_percent)[0]
        return self._remember(observation, best.action)

    def think(self, observation: Observation[S], budget: Budget, rng: Rng) -> list[Candidate]:
        """All actions that were considered, the best first. Their values are chances: own points do not count here."""
        self.prepare()
        return self._think_since(time.perf_counter(), observation, budget, rng, own_percent=0)

    def _think_since(
        self, begun: float, observation: Observation[S], budget: Budget, rng: Rng, own_percent: int
    ) -> list[Candidate]:
        self._start_tree(observation, own_percent)
        if budget == Budget():
            budget = self.budget
        self._grow(budget, below(rng, 1 << 31), begun)
        return _ranked([candidate for tree in self._trees for candidate in tree.candidates()])

    def expected(self, action: int) -> list[Entry]:
        """What it expects to follow an action that it has just thought about; chance is left out."""
        return self._trees[0].expected(action)

    def _grow(self, budget: Budget, number: int, begun: float) -> None:
        """Let each tree grow in a thread of its own; a single one needs no other thread than this."""
        if len(self._trees) == 1:
            self._trees[0].run(budget, _stream(number, 0), begun)
            return
        with ThreadPoolExecutor(self.threads) as threads:
            runs = [
                threads.submit(tree.run, budget, _stream(number, thread), begun)
                for thread, tree in enumerate(self._trees)
            ]
        for run in runs:
            run.result()

    def _start_tree(self, observation: Observation[S], own_percent: int) -> None:
        """Keep the trees if this is the position they expect, else begin new ones."""
        if self._trees and self._expected == observation:
            for tree in self._trees:
                tree.follow(self._last_action, observation)
        else:
            self._trees = [_Tree(observation, self.guide, own_percent) for _ in range(self.threads)]
        self._expected = None

    def _remember(self, observation: Observation[S], action: int) -> int:
        """Predict the next observation, unless others choose at the same time or something is revealed."""
        self._last_action = action
        record, seat = observation.state, observation.seat
        if self.game.actors(record) == (seat,):
            foreseen = copy_of(record)
            self.game.rules.apply(foreseen, seat, action)
            if seat in self.game.actors(foreseen) and not self.game.reveals(record, foreseen, Entry(seat, action)):
                self._expected = Observation(self.game, viewer_of(seat), foreseen)
        if self._expected is None:
            self._trees = []  # of no more use, and large after a few seconds
        return action


@cache_kernels
def _compile_search(game: Game[Any], guide: Guide[Any]) -> None:
    """Search once from the opening and reuse the tree, which compiles everything that a search calls."""
    if not is_compiler_on():
        return
    match: Match[Any] = Match(game, seed=0)
    observation = match.observe(match.actors[0])
    tree = _Tree(observation, guide, guide.own_percent)
    tree.run(Budget(iterations=1), _stream(0, 0), time.perf_counter())
    tree.make_room(len(tree.nodes) + 1)
    tree.follow(tree.candidates()[0].action, observation)


def _stream(number: int, thread: int) -> Rng:
    rng = Rng()
    reseed(rng, number * 64 + thread)
    return rng


def _ranked(candidates: list[Candidate]) -> list[Candidate]:
    """Add up the threads' counts for each action; the most visited first."""
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for candidate in candidates:
        visits[candidate.action] = visits.get(candidate.action, 0) + candidate.visits
        totals[candidate.action] = totals.get(candidate.action, 0.0) + candidate.total
    merged = [Candidate(action, visits[action], totals[action]) for action in visits]
    return sorted(merged, key=lambda candidate: (-candidate.visits, -candidate.total, candidate.action))
