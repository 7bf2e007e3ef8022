"""Kernels do in one compiled loop what the rules do step by step, with the game's quick hooks and without them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from shinar.core.compiled.kernel import (
    HISTOGRAM,
    NOBODY_CAN_ACT,
    TOO_MANY_ACTIONS,
    SoakReport,
    copy_state,
    from_array,
    kernels,
    new_array,
    rules_through_kernels,
    to_array,
    values_at,
)
from shinar.core.compiled.layout import copy_of, fields_of, pack, unpack
from shinar.core.game import (
    CHANCE,
    CHANCE_ASKED,
    NOBODY_ASKED,
    Actions,
    Rules,
    deal_one,
    first_asked,
    pick_action,
)
from shinar.core.match import Match
from shinar.core.rng import Rng, reseed, search_rng
from tests.core import toy
from tests.core.conftest import Switch
from tests.core.toy import BIDDING, BOAST, QUICK_RULES, RULES, SEATS, State, Toy

BOTH = pytest.mark.parametrize("rules", [RULES, QUICK_RULES], ids=["listing", "hooks"])


class Boxes:
    """What kernels work on: two states, a stream and a list."""

    def __init__(self, seed: int = 1, state: State | None = None) -> None:
        self.states = new_array(State, 2)
        self.rngs = to_array(search_rng(seed))
        self.actions = to_array(Actions())
        start = to_array(state or Toy().initial_state())
        self.states[0] = start[0]
        self.states[1] = to_array(state or Toy().initial_state())[0]


def play_naively(rules: Rules[State], state: State, rng: Rng) -> tuple[int, int]:
    """A random game by the rules alone, which draws as the kernels without hooks do: actions of seats, and of all."""
    steps = count = 0
    while (mask := rules.actors(state)) != NOBODY_ASKED:
        actions = Actions()
        if mask == CHANCE_ASKED:
            rules.chances(state, actions)
            rules.apply(state, CHANCE, deal_one(actions, rng))
        else:
            rules.legal_actions(state, first_asked(mask), actions)
            rules.apply(state, first_asked(mask), pick_action(actions, rng))
            steps += 1
        count += 1
    return steps, count


# ---- new_array ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("is_compiled")
def test_a_record_survives_its_box_and_is_independent_of_it() -> None:
    state = Match(Toy(), 3).reveal()
    boxed = to_array(state)
    assert from_array(State, boxed) == state
    from_array(State, boxed).players[0].points = 9
    state.round = 7
    assert (from_array(State, boxed).players[0].points, from_array(State, boxed).round) == (0, 1)


def test_boxes_are_arrays_for_compiled_code_and_lists_for_plain(is_compiled: bool) -> None:
    blank = new_array(State, 3)
    assert isinstance(blank, np.ndarray) is is_compiled
    assert [from_array(State, blank, index) for index in range(3)] == [State()] * 3


@pytest.mark.usefixtures("is_compiled")
def test_the_values_of_a_boxed_record_are_those_of_its_fields() -> None:
    boxed = to_array(Match(Toy(), 3).reveal())
    names = [field.name for field in fields_of(State)]
    assert values_at(State, boxed, 0)[names.index("round")] == from_array(State, boxed).round == 1


def test_copying_a_state_copies_all_of_it() -> None:
    one, other = Match(Toy(), 3).reveal(), State()
    states = [other, one]
    copy_state(states, 0, 1)
    assert states[0] == one
    states[0].players[0].points = 9
    assert one.players[0].points == 0


def test_the_compiled_form_of_copying_does_the_same_to_arrays() -> None:
    one = Match(Toy(), 3).reveal()
    array = np.concatenate([pack(State()), pack(one)])
    vars(copy_state)["compiled_source"](array, 0, 1)
    assert [unpack(State, array, index) for index in range(2)] == [one, one]


@pytest.mark.usefixtures("is_compiled")
def test_one_state_is_copied_over_all_others() -> None:
    states = new_array(State, 4)
    states[0] = to_array(Match(Toy(), 3).reveal())[0]
    kernels(RULES, SEATS).copy_many(states, 3)
    assert all(from_array(State, states, index) == Match(Toy(), 3).reveal() for index in range(4))


# ---- random games -----------------------------------------------------------------------------------------------


def test_kernels_are_made_once() -> None:
    assert kernels(RULES, SEATS) is kernels(RULES, SEATS)
    assert kernels(RULES, SEATS) is not kernels(QUICK_RULES, SEATS)


@pytest.mark.usefixtures("is_compiled")
def test_random_games_are_those_of_the_rules() -> None:
    boxed, rng = Boxes(), search_rng(1)
    steps = kernels(RULES, SEATS).random_games(boxed.states, boxed.rngs, boxed.actions, 20)
    states = [Toy().initial_state() for _ in range(20)]
    assert steps == sum(play_naively(RULES, state, rng)[0] for state in states)
    assert from_array(State, boxed.states) == states[-1]
    assert from_array(Rng, boxed.rngs) == rng


@pytest.mark.usefixtures("is_compiled")
def test_random_games_with_hooks_end_as_games_do() -> None:
    boxed = Boxes()
    steps = kernels(QUICK_RULES, SEATS).random_games(boxed.states, boxed.rngs, boxed.actions, 50)
    assert 50 * SEATS < steps < 50 * Toy.max_actions
    last = from_array(State, boxed.states)
    assert Toy().outcome(last) is not None
    assert toy.audit(last) == 0


# ---- stepping ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("is_compiled")
def test_a_game_can_be_driven_step_by_step() -> None:
    boxed, step = Boxes(), kernels(RULES, SEATS).step
    mask = step(boxed.states, boxed.rngs, boxed.actions, -1)
    steps = 0
    while mask != NOBODY_ASKED:
        state, listed = from_array(State, boxed.states), from_array(Actions, boxed.actions)
        assert mask == toy.actors(state) != CHANCE_ASKED
        assert listed.ids[: listed.n] == Toy().legal_actions(state, first_asked(mask))
        after = copy_of(state)
        toy.apply(after, first_asked(mask), listed.ids[0])
        mask = step(boxed.states, boxed.rngs, boxed.actions, listed.ids[0])
        if toy.actors(after) != CHANCE_ASKED:
            assert from_array(State, boxed.states) == after
        steps += 1
    assert steps >= SEATS
    assert from_array(Actions, boxed.actions).n == 0
    assert Toy().outcome(from_array(State, boxed.states)) is not None


# ---- soaking ----------------------------------------------------------------------------------------------------


def soak(rules: Rules[State], first: int, count: int, most: int = Toy.max_actions) -> SoakReport:
    boxed, soakeds = Boxes(), to_array(SoakReport())
    kernels(rules, SEATS).soak(boxed.states, boxed.rngs, boxed.actions, soakeds, first, count, most)
    return from_array(SoakReport, soakeds)


@pytest.mark.usefixtures("is_compiled")
def test_a_soak_counts_what_happened() -> None:
    found, expected = soak(RULES, 5, 30), SoakReport()
    for number in range(5, 35):
        state, rng = Toy().initial_state(), Rng()
        reseed(rng, number)
        steps, count = play_naively(RULES, state, rng)
        outcome = Toy().outcome(state)
        assert outcome is not None
        expected.games += 1
        expected.actions += steps
        expected.lengths[steps] += 1
        expected.longest = max(expected.longest, count)
        expected.endings[toy.ending(state)] += 1
        expected.draws += len(outcome.winners) > 1
        for seat in range(SEATS):
            expected.wins[seat] += outcome.winners == (seat,)
            expected.points[seat] += outcome.scores[seat]
    assert found == expected
    assert found.draws > 0
    assert all(found.wins[:SEATS])


@pytest.mark.usefixtures("is_compiled")
@BOTH
def test_a_soak_of_sound_rules_finds_nothing(rules: Rules[State]) -> None:
    found = soak(rules, 0, 200)
    assert (found.games, found.fault, found.faulty_game) == (200, 0, 0)
    assert sum(found.lengths) == sum(found.wins) + found.draws == sum(found.endings) == 200
    assert found.longest <= Toy.max_actions


def test_longer_games_than_the_histogram_holds_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr("shinar.core.compiled.kernel.HISTOGRAM", 6)
    found = soak(replace(RULES, audit=lambda _state: 0), 0, 20)
    assert sum(found.lengths[:6]) == 20
    assert found.lengths[5] > 0
    assert len(found.lengths) == HISTOGRAM


def lose_a_card(state: State, actor: int, action: int) -> None:
    """Wrong in a rare case: a second boast costs a card."""
    toy.apply(state, actor, action)
    if action == BOAST and state.players[actor].boasts > 1:
        state.discards[1] -= 1


def list_nothing_for_twos(state: State, seat: int, into: Actions) -> None:
    """Wrong in a rare case: two cards of value 2 cannot be bid."""
    if state.phase != BIDDING or state.players[seat].hand[2] < 2:
        toy.legal_actions(state, seat, into)


def deal_nothing_after_a_one(state: State, into: Actions) -> None:
    """Wrong in a rare case: after a prize worth 1 there is none."""
    if state.phase != toy.REVEALING or state.prizes[1] == 2:
        toy.chances(state, into)


FAULTS: list[tuple[dict[str, Callable[..., Any]], int]] = [
    ({"apply": lose_a_card}, toy.CARDS_LOST),
    ({"legal_actions": list_nothing_for_twos}, NOBODY_CAN_ACT),
    ({"chances": deal_nothing_after_a_one}, NOBODY_CAN_ACT),
]


@pytest.mark.parametrize(("changes", "fault"), FAULTS)
def test_a_planted_fault_is_found_and_its_game_can_be_played_again(
    changes: dict[str, Any], fault: int, switch_compiler: Switch
) -> None:
    switch_compiler(False)
    rules = replace(RULES, **changes)
    found = soak(rules, 0, 1000)
    assert found.fault == fault
    assert found.games == found.faulty_game > 0
    again = soak(rules, found.faulty_game, 1)
    assert (again.fault, again.games, again.faulty_game) == (fault, 0, found.faulty_game)
    assert soak(rules, 0, found.faulty_game).fault == 0


@pytest.mark.usefixtures("is_compiled")
def test_a_game_that_is_too_long_is_a_fault() -> None:
    longest = soak(RULES, 0, 50).longest
    assert soak(RULES, 0, 50, longest).fault == 0
    assert soak(RULES, 0, 50, longest - 1).fault == TOO_MANY_ACTIONS


# ---- counting ---------------------------------------------------------------------------------------------------


def count_naively(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    game, found = Toy(), 0
    for actor in game.actors(state)[:1]:
        listed = [a for a, _ in game.chances(state)] if actor == CHANCE else game.legal_actions(state, actor)
        for action in listed:
            after = copy_of(state)
            game.apply(after, actor, action)
            found += count_naively(after, depth - 1)
    return found


def perft(state: State, depth: int) -> int:
    states, actions = new_array(State, depth + 1), new_array(Actions, depth + 1)
    states[0] = to_array(state)[0]
    return kernels(RULES, SEATS).perft(states, actions, depth)


@pytest.mark.usefixtures("is_compiled")
def test_perft_counts_as_the_rules_do() -> None:
    start = Toy().initial_state()
    assert [perft(start, depth) for depth in range(4)] == [count_naively(start, depth) for depth in range(4)]
    assert perft(start, 3) == 5**3 - 5  # no value three times
    bids = Match(Toy(), 3).reveal()
    assert [perft(bids, depth) for depth in range(7)] == [count_naively(bids, depth) for depth in range(7)]


@pytest.mark.usefixtures("is_compiled")
def test_perft_does_not_count_games_that_ended_before() -> None:
    match = Match(Toy(rounds=1), 3)
    while len(match.actors) != 1:
        match.play(match.actors[0], match.legal_actions(match.actors[0])[0])
    state = match.reveal()
    assert [perft(state, depth) for depth in range(7)] == [count_naively(state, depth) for depth in range(7)]
    assert perft(state, 12) == 0


# ---- the same rules through kernels -----------------------------------------------------------------------------


@pytest.mark.usefixtures("is_compiled")
def test_rules_through_kernels_are_the_same_rules() -> None:
    through, game = rules_through_kernels(RULES), Toy()
    match = Match(game, 3)
    while not match.is_over:
        compare(RULES, through, match.reveal())
        seat = match.actors[-1]
        match.play(seat, match.legal_actions(seat)[-1])
    compare(RULES, through, match.reveal())


def compare(plain: Rules[State], through: Rules[State], state: State) -> None:
    for name in ("actors", "ending", "turn", "audit"):
        assert getattr(through, name)(state) == getattr(plain, name)(state)
    for seat in range(SEATS):
        assert through.score(state, seat) == plain.score(state, seat)
        assert through.ranking_key(state, seat) == plain.ranking_key(state, seat)
        one, other, blank, filled = Actions(), Actions(), State(), State()
        through.legal_actions(state, seat, one)
        plain.legal_actions(state, seat, other)
        through.observe(state, seat, blank)
        plain.observe(state, seat, filled)
        assert (one, blank) == (other, filled)
        through.determinize(blank, seat, search_rng(seat))
        plain.determinize(filled, seat, search_rng(seat))
        assert blank == filled


@pytest.mark.usefixtures("is_compiled")
def test_rules_through_kernels_change_the_records_they_are_given() -> None:
    through, state, rng = rules_through_kernels(RULES), Toy().initial_state(), search_rng(1)
    outcomes = Actions()
    through.chances(state, outcomes)
    through.apply(state, CHANCE, outcomes.ids[0])
    assert (outcomes.n, state.dealt, state.players[0].hand) == (5, 1, [0, 1, 0, 0, 0, 0])
    hidden = State()
    toy.observe(state, 1, hidden)
    through.determinize(hidden, 1, rng)
    assert rng != search_rng(1)
    assert hidden.players[0].unseen == 0


def test_rules_through_kernels_are_made_once() -> None:
    assert rules_through_kernels(RULES) is rules_through_kernels(RULES)


def test_kernels_made_with_the_compiler_off_are_not_used_with_it_on(switch_compiler: Switch) -> None:
    """And the other way round: a process may do both, in any order."""
    switch_compiler(False)
    plain = kernels(RULES, 2)
    switch_compiler(True)
    assert soak(RULES, 0, 20).games == 20
    assert kernels(RULES, 2) is not plain
    switch_compiler(False)
    assert kernels(RULES, 2) is plain
    assert soak(RULES, 0, 20).games == 20
