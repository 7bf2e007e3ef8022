"""Games at tables of searches, whole in compiled code."""

import pytest

import shinar
from shinar.arena import Contest, run_contest
from shinar.arena.whole import WholeContest, thinkers_of
from shinar.core.guide import PLAIN, Guide
from shinar.core.rng import search_rng
from shinar.games.babel.expertise.guide import GUIDE, PLAYOUTS_ONLY
from shinar.search.choice import most_visited
from shinar.search.tables import Thinker, follow, guides_of, play_table
from shinar.search.tree import ONE, Node, SearchBuffers, add_node, add_value, append_to_path
from tests.core.toy import SEATS, Toy

BABEL = shinar.make("babel")


@pytest.fixture
def _plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.mark.usefixtures("_plain_python")
def test_a_table_plays_to_the_end_and_the_same_again() -> None:
    thinkers = [Thinker(PLAIN, 8), Thinker(PLAIN, 4, slips=30), Thinker(Guide(exploration=0.3), 4)]
    first, again = (play_table(Toy(), thinkers, search_rng(1), search_rng(2)) for _ in range(2))
    assert first == again
    outcome, actions = first
    assert len(outcome.ranks) == len(actions) == SEATS
    assert min(actions) > 0


@pytest.mark.usefixtures("_plain_python")
def test_who_thinks_comes_before_those_who_take_any_action() -> None:
    thinkers = [Thinker(GUIDE, 8), Thinker(GUIDE, 8, slips=100)]
    ranks = [play_table(BABEL, thinkers, search_rng(n), search_rng(n, "deal"))[0].ranks for n in range(4)]
    assert ranks == [(1, 2)] * 4


def test_a_table_has_at_most_two_guides() -> None:
    assert guides_of([Thinker(GUIDE, 1), Thinker(PLAIN, 1), Thinker(GUIDE, 2)]) == (GUIDE, PLAIN)
    assert guides_of([Thinker(GUIDE, 1), Thinker(GUIDE, 1)]) == (GUIDE, GUIDE)
    with pytest.raises(AssertionError, match="at most two guides"):
        guides_of([Thinker(GUIDE, 1), Thinker(PLAIN, 1), Thinker(PLAYOUTS_ONLY, 1)])


def small_tree() -> list[Node]:
    """Actions 1 and 2 of seat 0, each taken once; below the second, action 3 of the same seat."""
    nodes, buffer = [Node() for _ in range(8)], SearchBuffers()
    buffer.used = 1
    first, second = (add_node(nodes, 0, 0, buffer, action) for action in (1, 2))
    third = add_node(nodes, second, 0, buffer, 3)
    for path, value in (([first], ONE), ([second, third], ONE // 2)):
        buffer.depth = 0
        buffer.values[0] = value
        for node in path:
            append_to_path(buffer, node)
        add_value(nodes, buffer)
    return nodes


def test_a_seat_goes_on_with_the_part_of_the_tree_below_its_action() -> None:
    nodes, spare = small_tree(), [Node() for _ in range(8)]
    assert follow(nodes, spare, 0, 2) == 2
    assert nodes[nodes[0].first_child].action == 3
    assert nodes[0].visits == 1


@pytest.mark.parametrize(("seat", "action"), [(0, 5), (1, 2)])
def test_there_is_nothing_to_go_on_with_below_an_action_that_was_never_tried(seat: int, action: int) -> None:
    assert follow(small_tree(), [Node() for _ in range(8)], seat, action) == 1


def test_of_actions_taken_equally_often_the_one_that_was_worth_most_is_chosen() -> None:
    assert most_visited(small_tree(), 0) == 1


def test_levels_and_searches_by_iterations_play_at_compiled_tables() -> None:
    def thinkers(*players: str) -> list[Thinker] | None:
        return thinkers_of(Contest("babel", players, 2, 0), BABEL)

    level = shinar.make("babel").expertise().levels[1]
    assert thinkers("level2", "search:20") == [Thinker(GUIDE, level.iterations, level.slips), Thinker(GUIDE, 20)]
    assert thinkers("search:20ms", "search:10") is None
    assert thinkers("search:20", "plain:10") is None
    assert thinkers("search:20", "random") is None
    assert thinkers("best:20", "search:10") is None  # whose solver is no part of a search


@pytest.mark.usefixtures("_plain_python")
def test_a_whole_contest_counts_by_player_and_not_by_seat() -> None:
    contest = WholeContest("babel", ("search:2", "search:1"), 2, seed=1)
    assert run_contest(contest).games == 2
    played = [contest.play(number) for number in range(2)]
    assert contest.seating(0) != contest.seating(1)
    assert played[0] == contest.play(0)
    assert {game.seconds for game in played} == {(0.0, 0.0)}


@pytest.mark.usefixtures("_plain_python")
def test_what_cannot_be_compiled_whole_is_played_as_in_an_arena() -> None:
    players = ("random", "plain:1")
    whole, arena = (kind("babel", players, 1, seed=1).play(0) for kind in (WholeContest, Contest))
    assert whole.scores == arena.scores
    assert whole.actions == arena.actions


def test_results_of_an_arena_are_not_taken_for_those_of_a_whole_contest() -> None:
    arena, whole = (kind("babel", ("search:2", "search:1"), 2, seed=1) for kind in (Contest, WholeContest))
    assert arena.file_name != whole.file_name
