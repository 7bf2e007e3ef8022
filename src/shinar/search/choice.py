"""What a seat chooses after a search: a part of kernels that play whole games."""

from typing import Any

from shinar.core.compiled.jit import jit
from shinar.core.compiled.kernel import copy_state
from shinar.core.game import Rules
from shinar.core.guide import Guide
from shinar.search.search import Request, make_search

__all__ = ["BLANK", "NEW_TREE", "TRUE", "make_searched_choice", "most_visited", "start_tree"]

# The places in `states`: the search works on the first two.
IMAGINED, SEEN, TRUE, BLANK = range(4)
NEW_TREE = 1  # node in use: the root


def make_searched_choice(rules: Rules[Any], seats: int, guide: Guide[Any]) -> Any:
    """`choose(states, nodes, buffers, rngs, seat, iterations, used)`: the action that a search takes in `states[TRUE]`,
    of which it sees what the seat may know. It goes on with a tree of `used` nodes; `start_tree` begins one."""
    search = make_search(rules, seats, guide)
    observe = rules.observe
    exploration, trust, own_percent = guide.exploration, guide.trust, guide.own_percent

    @jit
    def choose(states: Any, nodes: Any, buffers: Any, rngs: Any, seat: int, iterations: int, used: int) -> int:
        copy_state(states, SEEN, BLANK)
        observe(states[TRUE], seat, states[SEEN])
        search(states, nodes, buffers, rngs, Request(seat, iterations, used, exploration, trust, own_percent))
        return int(most_visited(nodes, seat))

    return choose


@jit
def start_tree(nodes: Any) -> int:
    """Begin a tree; how many nodes of the pool are in use then."""
    nodes[0].first_child = 0
    nodes[0].visits = 0
    return NEW_TREE


@jit
def most_visited(nodes: Any, seat: int) -> int:
    """The action of a seat at the root that was taken most often; of several, the one that was worth most."""
    action = -1
    most = -1
    worth = 0
    child = nodes[0].first_child
    while child != 0:
        node = nodes[child]
        if node.seat == seat and (node.visits > most or (node.visits == most and node.value > worth)):
            most = node.visits
            worth = node.value
            action = node.action
        child = node.sibling
    return action
