"""The contract: outcomes, refusals, observations, and what every game gets from it."""

import pickle
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shinar
from shinar.core.action import Action, Entry
from shinar.core.errors import NotationError, OptionError
from shinar.core.game import (
    CHANCE,
    MAX_LEGAL,
    Actions,
    Game,
    Observation,
    Outcome,
    Refusal,
    add,
    add_weighted,
    asked,
    deal_one,
    first_asked,
    pick_action,
)
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.nearest import did_you_mean
from shinar.core.rng import Rng, search_rng
from shinar.core.viewer import NO_SEAT, OPEN, SPECTATOR, viewer_of  # noqa: F401 -- a repr names it
from tests.core.toy import BOAST, END_TURN, NUM_ACTIONS, State, Toy

PATIENCE = 600  # seconds; threads of a busy machine may have to wait for their turn

# ---- outcomes ---------------------------------------------------------------------------------------------------


def outcome(*ranks: int) -> Outcome:
    return Outcome(tuple(0 for _ in ranks), ranks, "it is late", "TOY-6")


@pytest.mark.parametrize(
    ("ranks", "winners", "is_draw", "returns"),
    [
        ((1, 2), (0,), False, (1, -1)),
        ((2, 1), (1,), False, (-1, 1)),
        ((1, 1), (0, 1), True, (0, 0)),
        ((2, 1, 3), (1,), False, (0, 1, -1)),
        ((1, 1, 3), (0, 1), False, (0.5, 0.5, -1)),
        ((1, 2, 2), (0,), False, (1, -0.5, -0.5)),
        ((1, 1, 1), (0, 1, 2), True, (0, 0, 0)),
    ],
)
def test_an_outcome_knows_who_won(
    ranks: tuple[int, ...], winners: tuple[int, ...], is_draw: bool, returns: tuple[float, ...]
) -> None:
    found = outcome(*ranks)
    assert (found.winners, found.is_draw, found.returns()) == (winners, is_draw, returns)


@pytest.mark.parametrize(
    ("ranks", "is_shared", "returns"),
    [
        ((1, 1, 3, 3), False, (1, 1, -1, -1)),
        ((1, 1, 1, 1), True, (0, 0, 0, 0)),
        ((3, 3, 1, 1, 5, 5), False, (0, 0, 1, 1, -1, -1)),
        ((1, 1, 1, 1, 5, 5), True, (0.5, 0.5, 0.5, 0.5, -1, -1)),
    ],
)
def test_partners_win_and_lose_together(ranks: tuple[int, ...], is_shared: bool, returns: tuple[float, ...]) -> None:
    found = Outcome(tuple(0 for _ in ranks), ranks, "it is late", "TOY-6", team_size=2)
    assert (found.is_shared, found.returns()) == (is_shared, returns)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=8))
def test_returns_sum_to_zero_whatever_the_ties(standings: list[int]) -> None:
    ranks = [1 + sum(other > mine for other in standings) for mine in standings]
    returns = outcome(*ranks).returns()
    assert sum(returns) == pytest.approx(0)
    assert all(-1 <= value <= 1 for value in returns)
    assert sorted(range(len(ranks)), key=lambda seat: ranks[seat]) == sorted(
        range(len(ranks)), key=lambda seat: -returns[seat]
    )


def test_ranks_come_from_standings_with_ties_shared() -> None:
    state = play_at_random(Toy(), 3).reveal()
    for player, points, boasts in zip(state.players, (4, 1, 4), (1, 0, 1), strict=True):
        player.points, player.boasts = points, boasts
    found = Toy().outcome(state)
    assert found == Outcome((4, 1, 4), (1, 3, 1), "4 points are reached", "TOY-7")
    state.players[0].boasts = 0
    second = Toy().outcome(state)
    assert second is not None
    assert second.ranks == (1, 3, 2)


def test_there_is_no_outcome_before_the_end() -> None:
    assert Toy().outcome(Match(Toy(), 1).reveal()) is None


# ---- refusals ---------------------------------------------------------------------------------------------------


def test_a_refusal_reads_as_a_sentence_with_its_clause() -> None:
    assert str(Refusal("boast: you have boasted twice", "TOY-5")) == "boast: you have boasted twice [TOY-5]"


def test_what_no_game_allows_is_refused_for_all_of_them() -> None:
    game, state = Toy(), Match(Toy(), 1).reveal()
    assert game.explain(state, 0, NUM_ACTIONS) == Refusal(f"toy has no action number {NUM_ACTIONS}", "TOY-3")
    assert game.explain(state, 0, -1) == Refusal("toy has no action number -1", "TOY-3")
    assert game.explain(state, 0, NUM_ACTIONS - 1) == Refusal("that is for chance to decide", "TOY-3")
    assert game.explain(game.initial_state(), 0, BOAST) == Refusal("wait until everything is dealt", "TOY-3")


def test_who_is_not_asked_learns_who_must_choose_first() -> None:
    match = Match(Toy(), seed=3)
    match.play(0, match.legal_actions(0)[0])
    assert match.explain(0, BOAST) == Refusal("{1} and {2} must first choose", "TOY-3")
    assert str(match.explain(0, BOAST)) == "Player 2 and Player 3 must first choose [TOY-3]"


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^toy has no seat 3; its seats are 0 to 2$"):
        Match(Toy(), seed=3).explain(3, BOAST)


def test_after_the_end_everything_is_refused_with_the_clause_that_ended_it() -> None:
    over = play_at_random(Toy(), 3).reveal()
    assert Toy().explain(over, 1, END_TURN) == Refusal("the game is over", "TOY-7")


# ---- observations -----------------------------------------------------------------------------------------------


def test_an_observation_lists_what_its_seat_may_do() -> None:
    match = Match(Toy(), 3)
    assert match.observe(0).legal_actions() == match.legal_actions(0) != []
    assert match.observe(SPECTATOR).legal_actions() == []


def test_an_observation_can_be_viewed_and_drawn() -> None:
    observation = Match(Toy(), 3).observe(2)
    assert observation.view() == {"seat": 2, **Toy().view(observation)}
    assert str(observation) == "round 1 as seen from 2"


def test_the_repr_of_an_observation_makes_it_again() -> None:
    observation = Match(Toy(), 3).observe(2)
    assert repr(observation).startswith("Observation(shinar.make('toy', rounds=2, extras=()), viewer_of(2), state=")
    assert eval(repr(observation)) == observation


@pytest.mark.parametrize("seat", [3, CHANCE])
def test_only_seats_and_spectators_observe(seat: int) -> None:
    with pytest.raises(OptionError, match=rf"^toy has no seat {seat}; its seats are 0 to 2$"):
        Match(Toy(), 3).observe(seat)


@pytest.mark.parametrize("seat", [3, CHANCE, 1.5, "x"])
def test_a_seat_that_does_not_exist_is_refused_alike_everywhere(seat: Any) -> None:
    match = Match(Toy(), 3)
    state = match.reveal()
    for ask in (
        lambda: match.legal_actions(seat),
        lambda: match.explain(seat, "boast"),
        lambda: match.explain(seat, BOAST),
        lambda: match.can_undo(seat),
        lambda: match.undo(seat),
        lambda: match.game.legal_actions(state, seat),
        lambda: match.game.explain_all(state, seat),
    ):
        with pytest.raises(OptionError, match=rf"^toy has no seat {seat!r}; its seats are 0 to 2$"):
            ask()


def test_a_spectator_looks_and_does_not_act() -> None:
    match = Match(Toy(), 3)
    assert match.legal_actions(NO_SEAT) == []
    assert not match.can_undo(NO_SEAT)
    for act in (match.play, match.explain):
        with pytest.raises(OptionError, match=r"^toy has no seat -2; "):
            act(NO_SEAT, "bid 1")


def test_games_and_observations_go_to_other_processes() -> None:
    game = Toy(extras="bell")
    match = Match(game, 3)
    for thing in (game, match.observe(1)):
        assert pickle.loads(pickle.dumps(thing)) == thing
    observation = Match(shinar.make("babel", starter=0), 3).observe(0)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(legal_names, observation).result() == legal_names(observation) != []


def legal_names(observation: Observation[Any]) -> list[str]:
    return [observation.game.action_name(action) for action in observation.legal_actions()]


def test_a_game_may_be_shared_by_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = Toy(), Match(Toy(), 3).reveal()
    halfway, go_on = threading.Barrier(2, timeout=PATIENCE), threading.Event()

    def dawdle(state: State, seat: int, into: Actions) -> None:
        usual(state, seat, into)
        if seat == 0:
            halfway.wait()
            go_on.wait(timeout=PATIENCE)

    usual = Toy.rules.legal_actions
    expected = game.legal_actions(state, 0), game.legal_actions(state, 1)
    monkeypatch.setattr(Toy, "rules", replace(Toy.rules, legal_actions=dawdle))
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(game.legal_actions, state, 0)
        halfway.wait()
        quick = game.legal_actions(state, 1)
        go_on.set()
        assert (slow.result(), quick) == expected
    assert expected[0] != expected[1]


def test_with_everything_open_nothing_is_left_to_imagine() -> None:
    state = Match(Toy(), seed=1).reveal()
    assert Toy().determinize(Toy().observe(state, OPEN), search_rng(1)) == state


def test_a_determinized_state_leaves_its_observation_alone() -> None:
    observation = Match(Toy(), 3).observe(0)
    states = [Toy().determinize(observation, search_rng(seed)) for seed in range(20)]
    assert observation == Match(Toy(), 3).observe(0)
    assert len({Toy().position_text(state) for state in states}) > 5


# ---- games ------------------------------------------------------------------------------------------------------


def test_games_are_equal_when_name_and_options_are() -> None:
    assert Toy() == Toy(rounds=2) != Toy(rounds=1)
    assert len({Toy(), Toy(rounds=2), Toy(rounds=1), shinar.make("babel")}) == 3
    assert Toy() != shinar.make("babel")
    assert Toy() != "toy"


def test_the_repr_of_a_game_makes_it_again() -> None:
    game = Toy(extras="bell")
    assert repr(game) == "shinar.make('toy', rounds=2, extras=('bell',))"
    assert eval(repr(game)) == game


def test_actors_are_seats_or_chance_or_nobody() -> None:
    game, match = Toy(), Match(Toy(), 3)
    assert game.actors(game.initial_state()) == (CHANCE,)
    assert game.actors(match.reveal()) == (0, 1, 2)
    over = play_at_random(game, 3).reveal()
    assert game.actors(over) == ()
    assert (game.is_over(over), game.is_over(match.reveal())) == (True, False)


def test_chances_have_exact_probabilities() -> None:
    game, state = Toy(), Toy().initial_state()
    game.apply(state, CHANCE, game.parse_action("deal 1"))
    expected = {"deal 1": Fraction(1, 9), **{f"deal {value}": Fraction(2, 9) for value in range(2, 6)}}
    assert {game.action_name(action): chance for action, chance in game.chances(state)} == expected
    assert game.chances(Match(Toy(), 3).reveal()) == []


def test_lists_of_actions_are_independent_of_each_other() -> None:
    match = Match(Toy(), 3)
    mine = match.legal_actions(0)
    match.legal_actions(1)
    assert mine == match.legal_actions(0)


def test_names_are_read_in_any_case_and_spacing() -> None:
    assert Toy().parse_action("  End   TURN ") == END_TURN
    assert [Toy().parse_action(name) for name in Toy().action_names] == list(range(NUM_ACTIONS))
    with pytest.raises(NotationError, match=r"^toy has no action called 'fly  away'$"):
        Toy().parse_action(" fly  away ")


def test_actions_as_data_go_to_other_processes_and_name_their_ids() -> None:
    game = Toy()
    action = game.action(game.parse_action("bid 3"))
    assert pickle.loads(pickle.dumps(action)) == action == eval(repr(action))
    assert game.action_name(game.action_id(action)) == "bid 3"
    with pytest.raises(NotationError, match=r"^toy has no Action\('fly', \{\}\)$"):
        game.action_id(Action("fly"))


def test_an_open_observation_shows_everything() -> None:
    match = Match(Toy(), 3)
    assert match.observe(OPEN).state == match.reveal()


def test_a_mistyped_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(NotationError, match=r"^toy has no action called 'end trun' \(did you mean end turn\?\)$"):
        Toy().parse_action("end trun")
    with pytest.raises(OptionError, match=r"^there is no game 'tow' \(did you mean toy\?\); "):
        shinar.make("tow")
    with pytest.raises(OptionError, match=r"^toy has no option 'round' \(did you mean rounds\?\); "):
        shinar.make("toy", round=2)
    with pytest.raises(OptionError, match=r"^extras cannot be 'dubble' \(did you mean double\?\); "):
        shinar.make("toy", extras="dubble")


class Defaults(Toy):
    """A game that says nothing of its own about secrets."""

    reveals = Game.reveals


def test_by_default_choices_of_several_are_sealed_and_chance_reveals() -> None:
    game, state = Defaults(), Match(Toy(), 3).reveal()
    assert game.is_sealed(state, state, Entry(0, 3))
    assert not game.is_sealed(state, state, Entry(CHANCE, 3))
    assert game.reveals(state, state, Entry(CHANCE, 3))
    assert not game.reveals(state, state, Entry(0, 3))
    alone = play_until_one_is_asked()
    assert not game.is_sealed(alone, alone, Entry(2, 3))


def play_until_one_is_asked() -> State:
    match = Match(Toy(), 3)
    for seat in (0, 1):
        match.play(seat, match.legal_actions(seat)[0])
    return match.reveal()


# ---- lists that rules fill in -----------------------------------------------------------------------------------


def test_a_list_holds_what_was_added() -> None:
    actions = Actions()
    add(actions, 4)
    add_weighted(actions, 9, 0)
    add_weighted(actions, 7, 3)
    assert (actions.n, actions.ids[:3], actions.weights[:3]) == (2, [4, 7, 0], [0, 3, 0])
    assert len(actions.ids) == MAX_LEGAL


@given(st.integers(1, 255))
def test_the_first_seat_asked_is_the_lowest(mask: int) -> None:
    seats = [seat for seat in range(8) if mask & asked(seat)]
    assert first_asked(mask) == seats[0]


def test_actions_are_picked_evenly_and_outcomes_by_weight() -> None:
    actions, rng = Actions(), search_rng(1)
    add_weighted(actions, 10, 1)
    add_weighted(actions, 20, 3)
    assert 420 < [pick_action(actions, rng) for _ in range(1000)].count(20) < 580
    assert 680 < [deal_one(actions, rng) for _ in range(1000)].count(20) < 820


def test_a_certain_outcome_is_always_dealt() -> None:
    outcomes = Actions()
    add_weighted(outcomes, 5, 2)
    assert {deal_one(outcomes, Rng()) for _ in range(10)} == {5}


def test_a_name_beyond_all_measure_is_near_to_none() -> None:
    assert did_you_mean("x" * 1000, ["x" * 1000]) == ""
