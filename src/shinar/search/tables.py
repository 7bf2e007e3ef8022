"""Games at tables of searches that think differently long, whole in compiled code: many times faster than an arena.

As a bot does, a seat goes on with its tree while it acts alone, several times in a row.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from shinar.core.compiled.jit import cache_kernels, compiled, jit
from shinar.core.compiled.kernel import from_array, new_array, to_array
from shinar.core.game import CHANCE, CHANCE_ASKED, NOBODY_ASKED, Game, Outcome, Rules, deal_one, first_asked
from shinar.core.guide import Guide
from shinar.core.rng import Rng, below
from shinar.search.choice import BLANK, NEW_TREE, TRUE, make_searched_choice, start_tree
from shinar.search.tree import Node, SearchBuffers, copy_nodes, copy_subtree

__all__ = ["MAX_GUIDES", "Thinker", "play_table"]

PERCENT = 100
MAX_GUIDES = 2  # at one table
DECISIONS_AHEAD = 8  # for which the pool has room while a tree is kept
THINKING, DEALING = range(2)  # the places in `rngs`
IS_SECOND, ITERATIONS, SLIPS = range(3)  # of a thinker, as a kernel takes it


class Thinker(NamedTuple):
    """How a seat plays."""

    guide: Guide[Any]
    iterations: int  # for each action
    slips: int = 0  # so many of a hundred choices are any legal action


def play_table(
    game: Game[Any], thinkers: Sequence[Thinker], thinking: Rng, dealing: Rng
) -> tuple[Outcome, tuple[int, ...]]:
    """Play one game with a thinker on each seat; how it ends, and how many actions each seat took. They may have two
    guides among them."""
    first, second = guides_of(thinkers)
    states = new_array(game.rules.state, BLANK + 1)
    states[TRUE] = to_array(game.initial_state())[0]
    room = max(one.iterations * one.guide.batch for one in thinkers) * game.num_seats
    nodes, spare = (new_array(Node, 1 + DECISIONS_AHEAD * room) for _ in range(2))
    rngs = new_array(Rng, 2)
    rngs[THINKING], rngs[DEALING] = to_array(thinking)[0], to_array(dealing)[0]
    actions = np.zeros(game.num_seats, np.int64)
    rows = np.array([(one.guide is not first, one.iterations, one.slips) for one in thinkers], np.int64)
    run = table_kernel(game.rules, game.num_seats, first, second)
    run(states, nodes, spare, new_array(SearchBuffers, 1), rngs, rows, room, actions)
    outcome = game.outcome(from_array(game.rules.state, states, TRUE))
    assert outcome is not None, "it was played to the end"
    return outcome, tuple(actions.tolist())


def guides_of(thinkers: Sequence[Thinker]) -> tuple[Guide[Any], Guide[Any]]:
    """The two guides of a table; the same twice if there is only one."""
    first = thinkers[0].guide
    others = [one.guide for one in thinkers if one.guide is not first]
    assert all(guide is others[0] for guide in others), "a table has at most two guides"
    return first, others[0] if others else first


@cache_kernels
def table_kernel(rules: Rules[Any], seats: int, first: Guide[Any], second: Guide[Any]) -> Callable[..., None]:
    """`play(states, nodes, spare, buffers, rngs, thinkers, room, taken)` plays one game from `states[TRUE]`. A row of
    `thinkers` is whether it has the second guide, iterations and slips; a search adds at most `room` nodes."""
    actors, apply = rules.actors, rules.apply
    deal, act = _make_deal(rules), _make_act(rules, seats, first, second)

    @jit
    def play(
        states: Any, nodes: Any, spare: Any, buffers: Any, rngs: Any, thinkers: Any, room: int, taken: Any
    ) -> None:
        state = states[TRUE]
        used = NEW_TREE
        while actors(state) != NOBODY_ASKED:
            asked = actors(state)
            if asked == CHANCE_ASKED:
                deal(state, buffers, rngs)
                used = NEW_TREE
                continue
            seat = first_asked(asked)
            if used == NEW_TREE or used + room > len(nodes):
                used = start_tree(nodes)
            action = act(states, nodes, buffers, rngs, seat, thinkers[seat], used)
            taken[seat] += 1
            slipped = action < 0
            if slipped:
                action = -1 - action
            apply(state, seat, action)
            is_alone = asked == 1 << seat and actors(state) == asked
            used = follow(nodes, spare, seat, action) if is_alone and not slipped else NEW_TREE

    return compiled(play)


def _make_deal(rules: Rules[Any]) -> Any:
    apply, chances = rules.apply, rules.chances

    @jit
    def deal(state: Any, buffers: Any, rngs: Any) -> None:
        actions = buffers[0].actions
        actions.n = 0
        chances(state, actions)
        apply(state, CHANCE, deal_one(actions, rngs[DEALING]))

    return deal


def _make_act(rules: Rules[Any], seats: int, first: Guide[Any], second: Guide[Any]) -> Any:
    legal_actions = rules.legal_actions
    think = make_searched_choice(rules, seats, first)
    think_otherwise = think if second is first else make_searched_choice(rules, seats, second)

    @jit
    def act(states: Any, nodes: Any, buffers: Any, rngs: Any, seat: int, thinker: Any, used: int) -> int:
        """What a seat does; less than 0 (the complement of the action) if it was a slip."""
        actions = buffers[0].actions
        actions.n = 0
        legal_actions(states[TRUE], seat, actions)
        if thinker[SLIPS] > 0 and below(rngs[THINKING], PERCENT) < thinker[SLIPS]:
            return -1 - int(actions.ids[below(rngs[THINKING], actions.n)])
        if actions.n == 1:
            return int(actions.ids[0])
        if thinker[IS_SECOND] == 1:
            return int(think_otherwise(states, nodes, buffers, rngs, seat, thinker[ITERATIONS], used))
        return int(think(states, nodes, buffers, rngs, seat, thinker[ITERATIONS], used))

    return act


@jit
def follow(nodes: Any, spare: Any, seat: int, action: int) -> int:
    """Make the node of an action the root; how many nodes of the pool are in use then."""
    child = nodes[0].first_child
    while child != 0 and (nodes[child].seat != seat or nodes[child].action != action):
        child = nodes[child].sibling
    if child == 0:
        return NEW_TREE
    used = copy_subtree(nodes, child, spare)
    copy_nodes(spare, used, nodes)
    return int(used)
