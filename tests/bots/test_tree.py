"""The pool of nodes: adding, choosing, crediting, and carrying a part of a tree over."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from shinar.core.game import add
from shinar.search.tree import (
    ONE,
    Node,
    SearchBuffers,
    add_node,
    add_value,
    append_to_path,
    choose_node,
    copy_subtree,
    is_wide_enough,
    likeliest_untried,
    untried_at,
    upper_bound,
)


def buffers_with(legal: Sequence[int]) -> SearchBuffers:
    """A buffer on which these actions are legal."""
    buffer = SearchBuffers()
    buffer.used = 1
    list_legal(buffer, legal)
    return buffer


def list_legal(buffer: SearchBuffers, legal: Sequence[int]) -> None:
    buffer.actions.n = 0
    for action in legal:
        add(buffer.actions, action)


def credit(nodes: list[Node], buffer: SearchBuffers, path: Sequence[int], values: Sequence[int]) -> None:
    """One iteration that took a path."""
    buffer.depth = 0
    for node in path:
        append_to_path(buffer, node)
    for seat, value in enumerate(values):
        buffer.values[seat] = value
    add_value(nodes, buffer)


def test_an_untried_action_comes_before_all_others() -> None:
    nodes, buffer = [Node() for _ in range(4)], buffers_with([3, 5])
    first = add_node(nodes, 0, 0, buffer, 3)
    credit(nodes, buffer, [first], [ONE, 0])
    assert choose_node(nodes, 0, 0, buffer, 0.7) == 0
    assert buffer.actions.ids[untried_at(buffer, 0)] == 5


def test_the_better_action_is_chosen_when_all_are_tried() -> None:
    nodes, buffer = [Node() for _ in range(4)], buffers_with([3, 5])
    bad, good = (add_node(nodes, 0, 0, buffer, action) for action in (3, 5))
    credit(nodes, buffer, [bad], [0, ONE])
    credit(nodes, buffer, [good], [ONE, 0])
    assert choose_node(nodes, 0, 0, buffer, 0.7) == good


def test_an_action_that_is_not_legal_in_this_world_is_not_chosen_and_counts_as_not_available() -> None:
    nodes, buffer = [Node() for _ in range(4)], buffers_with([3])
    bad, good = (add_node(nodes, 0, 0, buffer, action) for action in (3, 5))
    credit(nodes, buffer, [bad], [0, ONE])
    credit(nodes, buffer, [good], [ONE, 0])
    assert choose_node(nodes, 0, 0, buffer, 0.7) == bad
    assert (nodes[bad].available, nodes[good].available) == (2, 1)


def test_what_was_seldom_available_is_doubted_less() -> None:
    nodes, buffer = [Node() for _ in range(4)], buffers_with([3, 5])
    often, seldom = (add_node(nodes, 0, 0, buffer, action) for action in (3, 5))
    credit(nodes, buffer, [often], [ONE, 0])
    credit(nodes, buffer, [seldom], [ONE, 0])
    nodes[often].available = 100
    assert choose_node(nodes, 0, 0, buffer, 0.7) == often


@given(
    st.lists(st.tuples(st.integers(1, 40), st.integers(0, 40)), min_size=1, max_size=12),
    st.sampled_from([0.0, 0.2, 0.7, 1.4]),
)
def test_telling_off_most_siblings_early_finds_the_same_as_looking_at_all(
    counts: list[tuple[int, int]], exploration: float
) -> None:
    nodes, buffer = [Node() for _ in range(len(counts) + 1)], buffers_with(list(range(len(counts))))
    nodes[0].visits = sum(visits for visits, _ in counts)
    children = [add_node(nodes, 0, 0, buffer, action) for action in range(len(counts))]
    for child, (visits, wins) in zip(children, counts, strict=True):
        nodes[child].visits, nodes[child].value = visits, min(wins, visits) * ONE
        nodes[child].available = nodes[0].visits - len(counts) + 1
    chosen = choose_node(nodes, 0, 0, buffer, exploration)
    bounds = {child: upper_bound(nodes[child], exploration) for child in reversed(children)}
    assert chosen == max(bounds, key=lambda child: bounds[child])


def test_seats_that_choose_at_the_same_time_have_children_of_their_own() -> None:
    nodes, buffer = [Node() for _ in range(4)], buffers_with([3])
    mine = add_node(nodes, 0, 0, buffer, 3)
    credit(nodes, buffer, [mine], [ONE, 0])
    assert choose_node(nodes, 0, 1, buffer, 0.7) == 0
    theirs = add_node(nodes, 0, 1, buffer, 3)
    credit(nodes, buffer, [mine, theirs], [ONE, 0])
    assert choose_node(nodes, 0, 1, buffer, 0.7) == theirs


def test_with_a_width_the_best_tried_action_comes_before_untried_ones_until_there_are_more_visits() -> None:
    nodes, buffer = [Node() for _ in range(8)], buffers_with([3, 5, 7, 9])
    bad, good = (add_node(nodes, 0, 0, buffer, action) for action in (3, 5))
    credit(nodes, buffer, [bad], [0, ONE])
    credit(nodes, buffer, [good], [ONE, 0])
    choose_node(nodes, 0, 0, buffer, 0.7)
    assert buffer.best == good
    assert not is_wide_enough(nodes[0], buffer, 0)
    assert [is_wide_enough(visited(visits), buffer, 1) for visits in (0, 3, 4)] == [True, True, False]
    assert [is_wide_enough(visited(visits), buffer, 2) for visits in (0, 1)] == [True, False]


def visited(times: int) -> Node:
    """A node that was visited so often."""
    node = Node()
    node.visits = times
    return node


def test_each_node_is_credited_with_the_value_of_its_own_seat() -> None:
    nodes, buffer = [Node() for _ in range(4)], buffers_with([3])
    mine = add_node(nodes, 0, 0, buffer, 3)
    theirs = add_node(nodes, mine, 2, buffer, 3)
    credit(nodes, buffer, [mine, theirs], [ONE, 0, ONE // 2])
    assert (nodes[mine].value, nodes[theirs].value, nodes[0].visits) == (ONE, ONE // 2, 1)


def test_the_likeliest_untried_action_is_the_one_with_the_greatest_weight() -> None:
    nodes, buffer = [Node() for _ in range(4)], buffers_with([2, 3, 5, 8])
    tried = add_node(nodes, 0, 0, buffer, 5)
    credit(nodes, buffer, [tried], [ONE, 0])
    buffer.actions.weights[:4] = [1, 7, 100, 7]
    choose_node(nodes, 0, 0, buffer, 0.7)
    assert buffer.actions.ids[likeliest_untried(buffer)] == 3


def test_a_transplanted_part_keeps_its_shape_and_its_counts() -> None:
    nodes, buffer = [Node() for _ in range(8)], buffers_with([])
    left, right = (add_node(nodes, 0, 0, buffer, action) for action in (1, 2))
    below = [add_node(nodes, right, 1, buffer, action) for action in (3, 4)]
    deepest = add_node(nodes, below[0], 0, buffer, 5)
    for path in ([left], [right, below[0], deepest], [right, below[1]]):
        credit(nodes, buffer, path, [ONE, 0])
    into = [Node() for _ in range(8)]
    assert copy_subtree(nodes, right, into) == 4
    children = children_of(into, 0)
    assert [(into[child].action, into[child].visits) for child in children] == [(4, 1), (3, 1)]
    assert [into[node].action for node in children_of(into, children[1])] == [5]
    assert into[0].visits == 2


def children_of(nodes: list[Node], parent: int) -> list[int]:
    """The children of a node, the newest first."""
    found = []
    child = nodes[parent].first_child
    while child:
        found.append(child)
        child = nodes[child].sibling
    return found


def test_a_node_that_waits_for_its_first_visit_comes_before_those_that_are_less_likely() -> None:
    nodes, buffer = [Node() for _ in range(5)], buffers_with([3, 5, 7])
    visited, likely, unlikely = (
        add_node(nodes, 0, 0, buffer, action, prior) for action, prior in ((3, 9), (5, 6), (7, 2))
    )
    credit(nodes, buffer, [visited], [ONE, 0])
    assert choose_node(nodes, 0, 0, buffer, 0.7) == 0
    assert (buffer.waiting, buffer.best, buffer.visited, buffer.untried) == (likely, visited, 1, 0)
    assert not is_wide_enough(nodes[0], buffer, 1.0)
    assert is_wide_enough(nodes[0], buffer, 0.5)
    assert nodes[unlikely].visits == 0


def test_a_trusted_action_is_looked_at_again_before_a_slightly_better_one() -> None:
    nodes, buffer = [Node() for _ in range(4)], buffers_with([3, 5])
    better, trusted = (
        add_node(nodes, 0, 0, buffer, action, prior) for action, prior in ((3, ONE // 10), (5, ONE // 2))
    )
    credit(nodes, buffer, [better], [ONE * 6 // 10, 0])
    credit(nodes, buffer, [trusted], [ONE * 5 // 10, 0])
    assert choose_node(nodes, 0, 0, buffer, 0.01) == better
    assert choose_node(nodes, 0, 0, buffer, 0.01, 1.0) == trusted
