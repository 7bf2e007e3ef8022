"""The tree of a search: nodes in one pool of records, named by their index. Node 0 is the root, so 0 also means none.

A node is an action of a seat, with the results of the iterations that took it. The nodes of seats that choose at the
same time hang side by side below one parent, each seat's own: nobody's choice depends on another's.
"""

import math
from typing import Any

from shinar.core.compiled.jit import jit
from shinar.core.compiled.layout import Array, i8, i16, i32, i64, layout, per
from shinar.core.game import Actions

__all__ = [
    "MAX_PATH",
    "MAX_SEATS",
    "ONE",
    "Node",
    "SearchBuffers",
    "add_node",
    "add_value",
    "append_to_path",
    "choose_node",
]
__all__ += [
    "copy_nodes",
    "copy_subtree",
    "is_wide_enough",
    "likeliest_untried",
    "sum_of_weights",
    "untried_at",
    "upper_bound",
]

ONE = 1 << 16  # the value of a sure win; values are whole numbers, so that sums do not depend on their order
MAX_SEATS = 8
MAX_PATH = 2048  # an iteration leaves the tree at this depth
MAX_ACTION_IDS = 1 << 15  # ids are i16
NEVER = -1.0  # below every value of a node that can be taken
ROUNDING = 1 + 1e-9  # so that numbers rounded another way do not rule out the best


@layout
class Node:
    """An action in the tree."""

    action: i16
    seat: i8  # whose action it is
    first_child: i32  # 0 if there is none
    sibling: i32  # the next child of the same parent, 0 if it is the last
    visits: i32  # iterations that took it
    available: i32  # iterations in which it could have been taken
    value: i64  # sum of what these visits were worth for the seat, each 0 … ONE
    prior: i32  # how likely the guide thinks the action, 0 … ONE


@layout
class SearchBuffers:
    """What one thread of a search writes on."""

    used: i32  # nodes of the pool, the root included
    depth: i32  # nodes on the path
    turn: i32  # in which the last of them was chosen
    untried: i32  # legal actions of the present choice without a node
    visited: i32  # those with a node that was visited
    best: i32  # the node with the greatest upper bound among these; 0 if there is none
    waiting: i32  # the likeliest node that was never visited; 0 if there is none
    own_percent: i32  # how much of what a position is worth is a seat's own points, if the guide knows them; 0 … 100
    strangers: i32  # seats that are imagined to play otherwise than the guide, as bits
    stamp: i64  # grows at every choice, so that marks need no wiping
    path: Array[i32] = per(MAX_PATH + MAX_SEATS)  # the nodes this iteration took
    marks: Array[i64] = per(MAX_ACTION_IDS)  # the stamp of the choice at which an action was legal and not yet tried
    values: Array[i64] = per(MAX_SEATS)  # what the end of the iteration is worth for each seat
    # what an evaluation says of each seat, in thousandths of a logit; then the points of each, in thousandths
    ratings: Array[i64] = per(2 * MAX_SEATS)
    actions: Actions  # the legal actions of the choice


@jit
def choose_node(
    nodes: Any, parent: int, seat: int, buffer: SearchBuffers, exploration: float, trust: float = 0.0
) -> int:
    """The child to take among those of the legal actions in `buffer.actions`; 0 if an action is still untried.

    `buffer.best` is the best of those that were visited, `buffer.waiting` the likeliest of those that were not.
    """
    buffer.stamp += 1
    for i in range(buffer.actions.n):
        buffer.marks[buffer.actions.ids[i]] = buffer.stamp
    untried = buffer.actions.n
    best = 0
    waiting = 0
    visited = 0
    best_bound = NEVER
    limit = bonus_limit(nodes[parent], exploration)
    child = nodes[parent].first_child
    while child != 0:
        node = nodes[child]
        if node.seat == seat and buffer.marks[node.action] == buffer.stamp:
            buffer.marks[node.action] = 0
            untried -= 1
            node.available += 1
            if node.visits == 0:
                if waiting == 0 or node.prior >= nodes[waiting].prior:
                    waiting = child
            else:
                visited += 1
                if trust > 0 or could_exceed(node, best_bound, limit):
                    bound = upper_bound(node, exploration) + trust * trusted_part(node)
                    if bound > best_bound:
                        best_bound = bound
                        best = child
        child = node.sibling
    buffer.untried = untried
    buffer.visited = visited
    buffer.best = best
    buffer.waiting = waiting
    return 0 if untried > 0 or waiting != 0 else best


@jit
def upper_bound(node: Node, exploration: float) -> float:
    """UCB1 with the number of iterations in which the action could be taken, not the parent's visits."""
    return node.value / (ONE * node.visits) + exploration * math.sqrt(math.log(node.available) / node.visits)


@jit
def trusted_part(node: Node) -> float:
    """The bonus of what the guide thinks likely, as in PUCT: it fades with the visits."""
    return node.prior / ONE * math.sqrt(node.available) / (1 + node.visits)


@jit
def bonus_limit(parent: Node, exploration: float) -> float:
    """No child's bonus for exploring, squared and times its visits, exceeds this: none was available more often."""
    return ROUNDING * exploration * exploration * ONE * ONE * math.log(parent.visits + 1)


@jit
def could_exceed(node: Node, bound: float, limit: float) -> bool:
    """Whether a node's upper bound may be greater than another. Hundreds of siblings are ruled out by this, without
    the logarithm, the root and the divisions that most of the time would go to."""
    gap = bound * ONE * node.visits - node.value
    return gap < 0 or gap * gap < limit * node.visits


@jit
def is_wide_enough(parent: Node, buffer: SearchBuffers, width: float) -> bool:
    """Whether so many actions were tried, for so many visits, that the best of them comes before untried ones."""
    tried = buffer.visited
    return width > 0 and tried * tried >= width * width * (parent.visits + 1)


@jit
def untried_at(buffer: SearchBuffers, number: int) -> int:
    """The place in `buffer.actions` of an action that is still marked, counted from 0."""
    place = 0
    while buffer.marks[buffer.actions.ids[place]] != buffer.stamp or number > 0:
        if buffer.marks[buffer.actions.ids[place]] == buffer.stamp:
            number -= 1
        place += 1
    return place


@jit
def likeliest_untried(buffer: SearchBuffers) -> int:
    """The place in `buffer.actions` of the marked action with the greatest weight; the first of several."""
    best = untried_at(buffer, 0)
    for place in range(best + 1, buffer.actions.n):
        if buffer.marks[buffer.actions.ids[place]] == buffer.stamp:
            if buffer.actions.weights[place] > buffer.actions.weights[best]:
                best = place
    return best


@jit
def sum_of_weights(buffer: SearchBuffers) -> int:
    """Of all legal actions."""
    weights = 0
    for place in range(buffer.actions.n):
        weights += buffer.actions.weights[place]
    return weights


@jit
def add_node(nodes: Any, parent: int, seat: int, buffer: SearchBuffers, action: int, prior: int = 0) -> int:
    """A new child; the caller has made sure that the pool has room."""
    new = buffer.used
    buffer.used += 1
    node = nodes[new]
    node.action = action
    node.seat = seat
    node.first_child = 0
    node.visits = 0
    node.available = 1
    node.value = 0
    node.prior = prior
    node.sibling = nodes[parent].first_child
    nodes[parent].first_child = new
    return new


@jit
def append_to_path(buffer: SearchBuffers, node: int) -> None:
    """Remember that the iteration took a node."""
    buffer.path[buffer.depth] = node
    buffer.depth += 1


@jit
def add_value(nodes: Any, buffer: SearchBuffers) -> None:
    """Credit every node of the path with what the iteration was worth for its own seat."""
    nodes[0].visits += 1
    for i in range(buffer.depth):
        node = nodes[buffer.path[i]]
        node.visits += 1
        node.value += buffer.values[node.seat]


@jit
def copy_subtree(nodes: Any, root: int, into: Any) -> int:
    """Copy the part of a tree below a node to another pool, where the node becomes the root; the nodes it took."""
    copy_node(nodes[root], into[0])
    used = 1
    done = 0
    while done < used:  # `first_child` of a copied node still names a node of the old pool
        child = into[done].first_child
        into[done].first_child = used if child != 0 else 0
        while child != 0:
            copy_node(nodes[child], into[used])
            child = nodes[child].sibling
            into[used].sibling = used + 1 if child != 0 else 0
            used += 1
        done += 1
    return used


@jit
def copy_nodes(nodes: Any, used: int, into: Any) -> None:
    """Copy the nodes in use to a larger pool; each keeps its index."""
    for i in range(used):
        copy_node(nodes[i], into[i])
        into[i].sibling = nodes[i].sibling


@jit
def copy_node(node: Node, into: Node) -> None:
    into.action = node.action
    into.seat = node.seat
    into.first_child = node.first_child
    into.sibling = 0
    into.visits = node.visits
    into.available = node.available
    into.value = node.value
    into.prior = node.prior
