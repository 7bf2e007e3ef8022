"""The games pass the suites of PettingZoo, and keep to what the suites do not look at."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import shinar
import shinar.envs
from shinar.core.errors import OptionError

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("babel", {}),
    ("babel", {"edition": "first"}),
    ("babylonia", {}),
    ("babylonia", {"players": 4, "cards": "variant"}),
    ("wonders", {}),
    ("wonders", {"players": 2}),
    ("wonders", {"players": 7, "expansions": "tower,projects"}),
    ("wonders", {"players": 8, "expansions": "cities"}),
]
every_game = pytest.mark.parametrize(("name", "options"), GAMES)
# The suite knows the games with masks by their names, which are those of PettingZoo's own.
no_list_of_names = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)

pytestmark = pytest.mark.usefixtures("is_plain")


# ---- the suites, unchanged --------------------------------------------------------------------------------------


@no_list_of_names
@every_game
def test_the_suite_of_aec_environments_passes(name: str, options: dict[str, Any]) -> None:
    api_test(shinar.envs.aec(name, **options), num_cycles=10)


@every_game
def test_the_suite_of_parallel_environments_passes(name: str, options: dict[str, Any]) -> None:
    parallel_api_test(shinar.envs.parallel(name, **options), num_cycles=10)


@every_game
def test_seeds_decide_everything(name: str, options: dict[str, Any]) -> None:
    seed_test(lambda: shinar.envs.aec(name, **options), num_cycles=5)
    parallel_seed_test(lambda: shinar.envs.parallel(name, illegal="random", **options), num_cycles=5)


@every_game
def test_cycles_can_be_limited(name: str, options: dict[str, Any]) -> None:
    def limited(max_cycles: int) -> Any:  # the suite pays no heed to masks
        return shinar.envs.parallel(name, max_cycles=max_cycles, illegal="random", **options)

    max_cycles_test(SimpleNamespace(parallel_env=limited, env=lambda max_cycles: parallel_to_aec(limited(max_cycles))))


@no_list_of_names
def test_a_whole_game_passes_too() -> None:
    api_test(shinar.envs.aec("toy"), num_cycles=200)
    parallel_api_test(shinar.envs.parallel("toy"), num_cycles=200)


# ---- what is seen -----------------------------------------------------------------------------------------------


def test_agents_see_what_their_seats_may_know() -> None:
    env = shinar.envs.aec("babylonia", players=3)
    env.reset(seed=2)
    encoding = shinar.Encoding(env.unwrapped.game)
    for seat in range(3):
        observation = env.observe(f"player_{seat}")["observation"]
        assert encoding.decode(observation) == env.unwrapped.table.observe(seat)


def test_a_sealed_choice_changes_what_no_other_agent_sees() -> None:
    env = shinar.envs.aec("wonders", players=4)
    env.reset(seed=3)
    others = [f"player_{seat}" for seat in (1, 2, 3)]
    before = [env.observe(agent) for agent in others]
    env.step(int(np.flatnonzero(env.observe("player_0")["action_mask"])[0]))
    for agent, seen in zip(others, before, strict=True):
        assert all((env.observe(agent)[key] == seen[key]).all() for key in seen)


def test_agents_that_are_not_asked_have_an_empty_mask_and_are_not_heard() -> None:
    env = shinar.envs.parallel("babel")
    observations, _ = env.reset(seed=1)
    masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
    asked = [agent for agent, mask in masks.items() if mask.any()]
    assert len(asked) == 1
    action = int(np.flatnonzero(masks[asked[0]])[0])
    observations, rewards, ended, truncated, _ = env.step(dict.fromkeys(env.agents, action))
    assert (rewards, any(ended.values()), any(truncated.values())) == ({"player_0": 0, "player_1": 0}, False, False)


def test_the_end_pays_the_outcome() -> None:
    env = shinar.envs.aec("toy")
    env.reset(seed=5)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, truncated, _ = env.last()
        earned[agent] += reward
        env.step(None if ended or truncated else int(np.flatnonzero(observation["action_mask"])[0]))
    table = env.unwrapped.table
    outcome = table.game.outcome(table.observe(0).state)
    assert outcome is not None
    assert list(earned.values()) == pytest.approx(outcome.returns())


def test_a_game_is_drawn_as_text_and_as_a_picture() -> None:
    text = shinar.envs.aec("babylonia", render_mode="ansi")
    text.reset(seed=1)
    picture = shinar.envs.parallel("wonders", render_mode="rgb_array")
    picture.reset(seed=1)
    pixels = picture.render()
    assert text.render().startswith("Turn 1, ")
    assert (pixels.dtype, pixels.ndim, pixels.shape[2]) == (np.uint8, 3, 3)
    assert 0.001 < (pixels.max(axis=2) < 100).mean() < 0.5  # there is ink on the paper
    undrawn = shinar.envs.parallel("babel")
    undrawn.reset()
    assert undrawn.render() is None


# ---- mistakes ---------------------------------------------------------------------------------------------------


def test_a_masked_action_is_refused_with_its_reason() -> None:
    env = shinar.envs.aec("toy")
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match=r"player_0: end turn is not legal for seat 0: .* \[TOY-4\]"):
        env.step(0)
    for action in ("bid", 1.5, None, np.array([1, 2])):
        with pytest.raises(InvalidAction, match="player_0: an action is a whole number, not "):
            env.step(action)


def test_a_refused_cycle_changes_nothing() -> None:
    env = shinar.envs.parallel("toy")
    observations, _ = env.reset(seed=1)
    actions = {agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observations.items()}
    before = env.observe("player_0")["observation"]
    with pytest.raises(InvalidAction, match="player_2: action 99 is not legal for seat 2"):
        env.step({**actions, "player_2": 99})
    with pytest.raises(InvalidAction, match="no action was given for player_1, player_2"):
        env.step({"player_0": actions["player_0"]})
    assert (env.observe("player_0")["observation"] == before).all()


def test_nothing_follows_the_end() -> None:
    env = shinar.envs.parallel("toy", max_cycles=1, illegal="random")
    with pytest.raises(ResetNeeded, match="the game is over: call reset"):
        env.step({})
    env.reset(seed=1)
    assert all(env.step(dict.fromkeys(env.agents, 0))[3].values())
    with pytest.raises(ResetNeeded):
        env.step({})


def test_settings_are_checked() -> None:
    with pytest.raises(OptionError, match="there is no render mode 'human'; there are ansi and rgb_array"):
        shinar.envs.aec("babel", render_mode="human")
    with pytest.raises(OptionError, match="illegal is 'raise' or 'random', not 'ignore'"):
        shinar.envs.parallel("babel", illegal="ignore")
    with pytest.raises(OptionError, match="has no option"):
        shinar.envs.aec("babel", players=3)
