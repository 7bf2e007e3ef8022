"""The games as OpenSpiel sees them."""

import copy
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, mcts

import shinar.envs
from shinar import SPECTATOR, Encoding, OptionError, make
from shinar.core.laws import play_at_random
from shinar.envs.spiel import SpielGame, SpielState

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("babel", {}),
    ("babel", {"edition": "first"}),
    ("babylonia", {}),
    ("wonders", {}),
]
SIMULTANEOUS: list[tuple[str, dict[str, Any]]] = [("wonders", {}), ("wonders", {"players": 2})]


def after_the_deal(game: SpielGame) -> SpielState:
    """The first state in which somebody chooses."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_its_own_check_finds_nothing(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(shinar.envs.openspiel(name, **options), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "options"), SIMULTANEOUS)
def test_its_own_check_finds_nothing_in_simultaneous_nodes(name: str, options: dict[str, Any]) -> None:
    game = shinar.envs.openspiel(name, simultaneous=True, **options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS


def test_all_who_choose_at_once_stand_at_one_simultaneous_node() -> None:
    state = after_the_deal(shinar.envs.openspiel("wonders", simultaneous=True))
    assert state.is_simultaneous_node()
    joint = [state.legal_actions(seat)[0] for seat in range(3)]
    state.apply_actions(joint)
    assert state.point.parent is not None
    assert state.point.done == (2, joint[2])


def test_its_search_plays() -> None:
    game = shinar.envs.openspiel("babel")
    state = after_the_deal(game)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(0))
    bot = mcts.MCTSBot(game, 2, 3, evaluator, random_state=np.random.RandomState(0))
    assert bot.step(state) in state.legal_actions()


def test_regret_is_minimised_in_a_small_end_of_a_game() -> None:
    """A hundred nodes before the end of a random game; nothing better than what is found remains."""
    *_, before, _, _, _, _ = play_at_random(make("babel"), 3).steps()
    game = shinar.envs.openspiel("babel", start=before.before)
    solver = cfr.CFRSolver(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < 0.05
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert sum(values) == pytest.approx(0)


def test_tensors_are_the_rows_of_the_encoding() -> None:
    game = make("babel")
    state = after_the_deal(shinar.envs.openspiel(game))
    observation = game.observe(state.point.position, 1)
    assert state.observation_tensor(1) == Encoding(game).encode(observation).tolist()
    assert state.observation_string(1) == f"seat 1: {game.position_text(observation.state)}"
    assert state.information_state_tensor(1)[:880] == state.observation_tensor(1)
    assert set(state.information_state_tensor(1)[880:]) <= {0, 1}


def test_an_information_state_remembers_the_way_and_an_observation_does_not() -> None:
    """Two tokens of Babylonia, placed in either order, give the same position."""
    steps = play_at_random(make("babylonia"), 1).steps()
    third_turn = next(step.before for step in steps if step.before.turns == 3)
    ways = [shinar.envs.openspiel("babylonia", start=third_turn).new_initial_state() for _ in range(2)]
    seat, actions = ways[0].current_player(), ways[0].legal_actions()
    for way, order in zip(ways, ((0, -1), (-1, 0)), strict=True):
        for place in order:
            way.apply_action(actions[place])
    assert ways[0].observation_tensor(seat) == ways[1].observation_tensor(seat)
    assert ways[0].information_state_string(seat) != ways[1].information_state_string(seat)
    assert ways[0].information_state_tensor(seat) != ways[1].information_state_tensor(seat)


def test_what_a_seat_cannot_notice_does_not_change_its_information_state() -> None:
    """In 7 Wonders choices are sealed until all have chosen."""
    state = after_the_deal(shinar.envs.openspiel("wonders"))
    before = [state.information_state_string(seat) for seat in range(3)]
    state.apply_action(state.legal_actions()[0])
    after = [state.information_state_string(seat) for seat in range(3)]
    assert after[0] != before[0]
    assert after[1:] == before[1:]


def test_an_observer_without_private_information_shows_what_a_spectator_sees() -> None:
    game = shinar.envs.openspiel("babel")
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = game.make_py_observer(public)
    state = after_the_deal(game)
    observer.set_from(state, 0)
    spectator = make("babel").observe(state.point.position, SPECTATOR)
    assert observer.tensor.tolist() == Encoding(make("babel")).encode(spectator).tolist()
    assert observer.string_from(state, 0).startswith("spectator: second ")


def test_what_an_observer_cannot_show_is_refused() -> None:
    game = shinar.envs.openspiel("babel")
    everything = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="what one seat may know"):
        game.make_py_observer(everything)
    with pytest.raises(ValueError, match="observers have no parameters"):
        game.make_py_observer(None, {"colour": 1})


def test_what_is_not_legal_is_refused_with_the_reason_and_changes_nothing() -> None:
    state = after_the_deal(shinar.envs.openspiel("babel"))
    before = str(state)
    with pytest.raises(pyspiel.SpielError, match=r"action 0 is not legal for seat 0: you must build .* \[BB-2.5\]"):
        state.apply_action(0)
    with pytest.raises(pyspiel.SpielError, match=r"action 5000 is not legal .*: babel has no action number 5000"):
        state.apply_action(5000)
    assert str(state) == before
    with pytest.raises(pyspiel.SpielError, match="chance cannot bring 99 now"):
        shinar.envs.openspiel("babel").new_initial_state().apply_action(99)


def test_a_joint_action_must_be_legal_for_all_who_are_asked() -> None:
    state = after_the_deal(shinar.envs.openspiel("wonders", simultaneous=True))
    joint, before = [state.legal_actions(seat)[0] for seat in range(3)], str(state)
    with pytest.raises(pyspiel.SpielError, match="action 1155 is not legal for seat 2"):
        state.apply_actions([*joint[:2], 1155])
    with pytest.raises(pyspiel.SpielError, match="3 actions are needed, one for each seat, not 2"):
        state.apply_actions(joint[:2])
    assert str(state) == before


def test_nothing_follows_the_end() -> None:
    *_, last = play_at_random(make("babel"), 3).steps()
    state = shinar.envs.openspiel("babel", start=last.after).new_initial_state()
    assert state.is_terminal()
    with pytest.raises(pyspiel.SpielError, match="the game is over"):
        state.apply_action(0)


def test_clones_go_their_own_ways() -> None:
    state = after_the_deal(shinar.envs.openspiel("babel"))
    for twin in (state.clone(), copy.deepcopy(state)):
        twin.apply_action(twin.legal_actions()[0])
        assert str(twin) != str(state)


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(OptionError, match="cannot begin from a State"):
        shinar.envs.openspiel("babel", start=make("wonders").initial_state())


def test_games_are_loaded_by_name_and_the_process_ends_in_order() -> None:
    code = "import pyspiel, shinar.envs.spiel; print(pyspiel.load_game('shinar_babylonia').num_players())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=True)
    assert done.stdout == "2\n"
