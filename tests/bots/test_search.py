"""The search: honest, repeatable, no allies, sealed choices, trees that are carried on."""

from dataclasses import replace
from typing import Any

import pytest

import shinar
from shinar.core.bot import Bot, Budget, Preparable
from shinar.core.compiled.jit import jit
from shinar.core.expertise import Expertise
from shinar.core.game import Actions, Game, Observation
from shinar.core.guide import PLAIN, Guide
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.search.playout import Order, Playouts, _make_value_end
from shinar.search.search import FIRST_SLICE, Candidate, Pace, SearchBot, _Tree
from shinar.search.solving import SolvingBot
from shinar.search.tree import ONE, SearchBuffers
from tests.core.toy import BIDDING, CLOSING, END_TURN, REVEALING, State, Toy

BABEL = shinar.make("babel", starter=0)
OPENING: Match[Any] = Match(BABEL, seed=3)
FEW = Budget(iterations=40)


def think(bot: SearchBot[Any], observation: Observation[Any], budget: Budget = FEW, seed: int = 1) -> list[Candidate]:
    return bot.think(observation, budget, search_rng(seed))


def test_every_iteration_is_counted_and_every_candidate_is_legal() -> None:
    found = think(SearchBot(BABEL), OPENING.observe(0))
    assert sum(candidate.visits for candidate in found) == 40
    assert {candidate.action for candidate in found} <= set(OPENING.legal_actions(0))
    assert all(0 <= candidate.value <= 1 for candidate in found)


def test_the_same_seed_gives_the_same_thoughts() -> None:
    assert think(SearchBot(BABEL), OPENING.observe(0)) == think(SearchBot(BABEL), OPENING.observe(0))


def test_another_seed_gives_other_thoughts() -> None:
    assert think(SearchBot(BABEL), OPENING.observe(0)) != think(SearchBot(BABEL), OPENING.observe(0), seed=2)


def test_threads_add_up_and_repeat_exactly() -> None:
    first, second = (think(SearchBot(BABEL, threads=2), OPENING.observe(0)) for _ in range(2))
    assert first == second
    assert sum(candidate.visits for candidate in first) == 80


def test_a_budget_in_seconds_ends() -> None:
    found = think(SearchBot(BABEL), OPENING.observe(0), Budget(seconds=0.02))
    assert sum(candidate.visits for candidate in found) > 0


def test_the_smaller_of_two_budgets_counts() -> None:
    found = think(SearchBot(BABEL), OPENING.observe(0), Budget(iterations=30, seconds=60))
    assert sum(candidate.visits for candidate in found) == 30


def test_without_a_budget_the_bots_own_is_used() -> None:
    found = think(SearchBot(BABEL, budget=Budget(iterations=25)), OPENING.observe(0), Budget())
    assert sum(candidate.visits for candidate in found) == 25


# ---- what it is worth -------------------------------------------------------------------------------------------

WON_BY_BUILDING = "second turn:30 seat:0 phase:act | @A stack:4 A:HHHH/123 H:SSSSSS/123456 M:PPPPP/12345 | @Q hand:SS"


def test_a_win_at_hand_is_taken() -> None:
    observation = BABEL.observe(BABEL.parse_position(WON_BY_BUILDING), 0)
    bot = SearchBot(BABEL, guide=BABEL.expertise().guide)
    action = bot.choose(observation, Budget(iterations=100), search_rng(1))
    assert BABEL.action_name(action) == "build assyrians from own stack"


@jit
def all_is_lost(_state: Any, _seat: int) -> int:
    return 0


def test_an_evaluation_cuts_playouts_short() -> None:
    bot = SearchBot(BABEL, guide=Guide(evaluate=all_is_lost, horizon=1))
    assert {candidate.value for candidate in think(bot, OPENING.observe(0))} == {0.0}


# ---- carrying on ------------------------------------------------------------------------------------------------


def test_the_tree_is_carried_on_within_a_turn() -> None:
    match: Match[Any] = Match(BABEL, seed=3)
    bot = SearchBot(BABEL)
    action = bot.choose(match.observe(0), Budget(iterations=60), search_rng(1))
    match.play(0, action)
    if len(match.legal_actions(0)) > 1:
        found = think(bot, match.observe(0), Budget(iterations=10))
        assert sum(candidate.visits for candidate in found) > 10
        assert {candidate.action for candidate in found} <= set(match.legal_actions(0))


def test_another_position_begins_a_new_tree() -> None:
    bot = SearchBot(BABEL)
    bot.choose(OPENING.observe(0), FEW, search_rng(1))
    other: Match[Any] = Match(BABEL, seed=4)
    assert think(bot, other.observe(0)) == think(SearchBot(BABEL), other.observe(0))


# ---- sealed choices, three seats --------------------------------------------------------------------------------


def test_a_game_with_sealed_bids_for_three_is_played_to_its_end() -> None:
    match = played(Toy(), lambda game: SearchBot(game), seed=1)
    assert match.is_over


def test_a_sealed_choice_of_another_changes_no_thought() -> None:
    """Seat 1 thinks alike whatever seat 0 has bid, since it cannot have seen it."""
    thoughts = []
    for choice in (0, 1):
        match: Match[Any] = Match(Toy(), seed=5)
        assert match.actors == (0, 1, 2)
        legal = match.legal_actions(0)
        assert len(legal) > 1
        match.play(0, legal[choice])
        thoughts.append(think(SearchBot(match.game), match.observe(1)))
    assert thoughts[0] == thoughts[1]


# ---- others as the guide's weights say ---------------------------------------------------------------------------


@jit
def weigh_high_cards(_state: Any, _seat: int, actions: Actions) -> None:
    actions.weights[actions.n - 1] = 1 << 20
    for i in range(actions.n - 1):
        actions.weights[i] = 1


@jit
def points_ahead(state: State, seat: int) -> int:
    return 1000 * state.players[seat].points


BY_WEIGHTS: Guide[State] = Guide(weigh=weigh_high_cards, rate=points_ahead, horizon=1, models_others=True)


@pytest.fixture
def _plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def tree_of_toy(guide: Guide[State], seat: int = 1) -> _Tree[State]:
    """What a seat thinks of its first bid."""
    bot, match = SearchBot(Toy(), guide=guide), Match(Toy(), seed=5)
    assert match.actors == (0, 1, 2)
    found = think(bot, match.observe(seat), Budget(iterations=200))
    assert sum(candidate.visits for candidate in found) == 200
    return bot._trees[0]


def seats_of(tree: _Tree[State]) -> list[int]:
    """The seats of all nodes but the root."""
    return [tree.node(number).seat for number in range(1, tree.used)]


@pytest.mark.usefixtures("_plain_python")
def test_where_others_are_modelled_only_the_seat_that_thinks_has_nodes() -> None:
    alone, together = tree_of_toy(BY_WEIGHTS), tree_of_toy(replace(BY_WEIGHTS, models_others=False))
    assert set(seats_of(alone)) == {1}
    assert set(seats_of(together)) == {0, 1, 2}


@pytest.mark.usefixtures("_plain_python")
def test_where_others_are_modelled_a_tree_still_looks_ahead() -> None:
    """To the seat's next choices, after what others do in between."""
    tree = tree_of_toy(BY_WEIGHTS)
    bids = [tree.child_of(candidate.action) for candidate in tree.candidates()]
    later = [tree.node(bid).first_child for bid in bids if tree.node(bid).first_child]
    assert later
    assert any(tree.node(node).first_child for node in later)


@jit
def weigh_low_cards(_state: Any, _seat: int, actions: Actions) -> None:
    actions.weights[0] = 1 << 20
    for i in range(1, actions.n):
        actions.weights[i] = 1


@pytest.mark.usefixtures("_plain_python")
def test_others_act_as_their_weights_say() -> None:
    """A card of the middle is worth more against those who bid low."""
    values = []
    for weigh in (weigh_low_cards, weigh_high_cards):
        game = Toy(rounds=1)
        bot = SearchBot(game, guide=replace(BY_WEIGHTS, weigh=weigh))
        found = think(bot, Match(game, seed=5).observe(2), Budget(iterations=200))
        values += [one.value for one in found if game.action_name(one.action) == "bid 3"]
    assert values[0] > values[1] + 0.1


@pytest.mark.usefixtures("_plain_python")
def test_others_may_act_otherwise_than_the_seat_that_thinks() -> None:
    """The more often they bid low, the more a high card is worth."""
    values = []
    for percent in (0, 50, 100):
        game = Toy(rounds=1)
        guide = replace(BY_WEIGHTS, weigh_others=weigh_low_cards, others_percent=percent)
        found = think(SearchBot(game, guide=guide), Match(game, seed=6).observe(2), Budget(iterations=400))
        values += [one.value for one in found if game.action_name(one.action) == "bid 4"]
    assert values[2] > values[1] + 0.15 > values[0] + 0.2


@pytest.mark.usefixtures("_plain_python")
@pytest.mark.parametrize(
    ("percent", "imagined"), [(0, {0}), (50, {0b000, 0b001, 0b100, 0b101}), (100, {0b101})], ids=str
)
def test_an_evaluation_is_told_who_is_imagined_to_be_a_stranger(percent: int, imagined: set[int]) -> None:
    """Never the seat that thinks."""
    seen: set[int] = set()

    @jit
    def judge(_state: State, ratings: list[int], seats: int, strangers: int) -> None:
        seen.add(strangers)
        for seat in range(seats):
            ratings[seat] = 0

    guide = replace(BY_WEIGHTS, rate=None, rate_all=judge, weigh_others=weigh_low_cards, others_percent=percent)
    tree_of_toy(guide, seat=1)
    assert seen == imagined


@pytest.mark.usefixtures("_plain_python")
def test_strangers_play_on_as_their_weights_say() -> None:
    """Who wins depends on who bids low."""
    game = Toy(rounds=1)
    state = Match(game, seed=7).reveal()
    playouts = Playouts(game, Guide(weigh=weigh_high_cards, weigh_others=weigh_low_cards))
    winners = []
    for strangers in (0b001, 0b000, 0b110):
        playouts.buffers[0].strangers = strangers
        values = playouts.values(state, Order(50, 0), search_rng(1))
        winners.append(values.index(max(values)))
    assert winners == [2, 1, 0]


@pytest.mark.usefixtures("_plain_python")
@pytest.mark.parametrize(("models_others", "phase"), [(True, REVEALING), (False, BIDDING)])
def test_where_others_are_modelled_positions_are_judged_before_something_is_dealt(
    models_others: bool, phase: int
) -> None:
    seen: list[tuple[int, int]] = []

    @jit
    def judge(state: State, _seat: int) -> int:
        seen.append((state.round, state.phase))
        return 0

    tree_of_toy(replace(BY_WEIGHTS, rate=None, evaluate=judge, models_others=models_others))
    assert set(seen) == {(2, phase)}


@pytest.mark.usefixtures("_plain_python")
def test_a_choice_that_ends_a_turn_is_judged_where_it_has_ended() -> None:
    """Seat 2 has won the first round and closes it."""
    seen: list[tuple[int, int]] = []

    @jit
    def judge(state: State, _seat: int) -> int:
        seen.append((state.round, state.phase))
        return 0

    match = Match(Toy(), seed=5)
    for seat, bid in enumerate(("bid 2", "bid 1", "bid 3")):
        match.play(seat, bid)
    assert (match.actors, match.reveal().phase) == ((2,), CLOSING)
    guide = Guide(weigh=weigh_low_cards, evaluate=judge, horizon=1, models_others=True)
    (only,) = think(SearchBot(Toy(), guide=guide), match.observe(2), Budget(iterations=1))
    assert only.action == END_TURN
    assert set(seen) == {(2, REVEALING)}


@pytest.mark.usefixtures("_plain_python")
def test_a_sealed_choice_of_another_who_is_modelled_changes_no_thought() -> None:
    thoughts = []
    for choice in (0, 1):
        match: Match[Any] = Match(Toy(), seed=5)
        match.play(0, match.legal_actions(0)[choice])
        thoughts.append(think(SearchBot(match.game, guide=BY_WEIGHTS), match.observe(1)))
    assert thoughts[0] == thoughts[1]


@pytest.mark.usefixtures("_plain_python")
def test_a_game_in_which_others_are_modelled_is_played_to_its_end() -> None:
    assert played(Toy(), lambda game: SearchBot(game, guide=BY_WEIGHTS), seed=1).is_over


def test_compiled_searches_that_model_others_are_those_of_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = think(SearchBot(Toy(), guide=BY_WEIGHTS), Match(Toy(), seed=5).observe(1))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert think(SearchBot(Toy(), guide=BY_WEIGHTS), Match(Toy(), seed=5).observe(1)) == compiled


# ---- values -----------------------------------------------------------------------------------------------------


def test_values_follow_the_places_and_ties_share() -> None:
    """The places of three seats are worth 1, 1/2 and 0; two who tie for the first share what both places are worth."""
    game = Toy()
    value_end = _make_value_end(game.rules, 3, PLAIN)
    state, buffer = game.initial_state(), SearchBuffers()
    for points, values in (((4, 1, 0), (ONE, ONE // 2, 0)), ((4, 4, 0), (ONE * 3 // 4, ONE * 3 // 4, 0))):
        for seat in range(3):
            state.players[seat].points = points[seat]
        value_end(state, buffer)
        assert tuple(buffer.values[:3]) == values


def played(game: Game[Any], make: Any, seed: int) -> Match[Any]:
    """A match in which every seat thinks a little."""
    match: Match[Any] = Match(game, seed)
    bots: list[Bot] = [make(game) for _ in range(game.num_seats)]
    streams = [search_rng(seed, seat) for seat in range(game.num_seats)]
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, bots[seat].choose(match.observe(seat), Budget(iterations=10), streams[seat]))
    return match


@pytest.mark.parametrize("name", ["babel"])
def test_a_game_with_a_guide_is_played_to_its_end(name: str) -> None:
    game = shinar.make(name)
    assert played(game, lambda game: SearchBot(game, guide=game.expertise().guide), seed=2).is_over


def test_a_game_without_a_guide_is_searched_plainly() -> None:
    assert Toy().expertise().guide == Guide()


# ---- budgets of time --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("each", [0.000002, 0.0001, 0.0015])
@pytest.mark.parametrize("seconds", [0.02, 0.05, 2.0])
def test_a_budget_of_time_is_kept_to_a_tenth(monkeypatch: pytest.MonkeyPatch, seconds: float, each: float) -> None:
    clock = [100.0]
    monkeypatch.setattr("shinar.search.search.time.perf_counter", lambda: clock[0])
    pace = Pace(Budget(seconds=seconds), begun=100.0)
    while (iterations := pace.next_slice()) > 0:
        clock[0] += iterations * each * (1.3 if pace.done % 2 else 0.9)  # now quicker, now slower
    assert clock[0] - 100.0 == pytest.approx(seconds, rel=0.1)


def test_time_that_has_passed_before_the_search_began_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("shinar.search.search.time.perf_counter", lambda: clock[0])
    pace = Pace(Budget(seconds=0.05), begun=99.0)
    assert pace.next_slice() == FIRST_SLICE  # a little in any case
    clock[0] += 0.001
    assert pace.next_slice() == 0


def test_a_budget_of_both_ends_with_what_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("shinar.search.search.time.perf_counter", lambda: clock[0])
    pace = Pace(Budget(iterations=6, seconds=5.0), begun=100.0)
    sizes = []
    while (iterations := pace.next_slice()) > 0:
        sizes.append(iterations)
        clock[0] += 0.001
    assert sum(sizes) == 6


def test_compiling_is_not_thinking() -> None:
    bot = SolvingBot(SearchBot(BABEL, guide=BABEL.expertise().guide))
    bot.prepare()
    assert isinstance(bot, Preparable)


def test_looking_for_a_win_counts_as_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("shinar.search.search.time.perf_counter", lambda: clock[0])
    bot = SearchBot(BABEL)
    solving = SolvingBot(bot)
    solving.prepare()

    def find(_observation: Observation[Any]) -> None:
        clock[0] += 60.0

    monkeypatch.setattr(type(BABEL), "expertise", lambda *_: Expertise(find_win=find))
    solving.choose(OPENING.observe(0), Budget(seconds=50.0), search_rng(1))
    assert sum(one.visits for one in bot._trees[0].candidates()) == FIRST_SLICE


def test_a_pool_that_grows_keeps_its_tree() -> None:
    bot = SearchBot(BABEL)
    before = think(bot, OPENING.observe(0))
    tree = bot._trees[0]
    tree.make_room(3 * len(tree.nodes))
    assert sorted(tree.candidates(), key=lambda one: one.action) == sorted(before, key=lambda one: one.action)
