"""One seat against bots, as Gymnasium has it."""

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

import shinar.envs
from shinar.core.errors import OptionError
from shinar.envs.single import SingleGame

pytestmark = pytest.mark.usefixtures("is_plain")


def play(env: Any, seed: int) -> tuple[float, int]:
    """A whole game of random legal actions: what it earned, and how many actions it took."""
    _, info = env.reset(seed=seed)
    choose, steps, is_over, reward = np.random.default_rng(seed), 0, False, 0.0
    while not is_over:
        _, reward, is_over, _, info = env.step(int(choose.choice(np.flatnonzero(info["action_mask"]))))
        steps += 1
    return reward, steps


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("Babel", {}),
        ("Babel", {"edition": "first", "opponents": ["greedy"], "seat": 1}),
        ("Babylonia", {"players": 3, "opponents": ["random", "random"]}),
        ("Wonders", {"players": 7, "expansions": "tower,projects"}),
    ],
)
def test_the_check_of_gymnasium_finds_nothing(name: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"shinar/{name}-v0", **options).unwrapped)


def test_games_are_known_to_gymnasium_by_name() -> None:
    program = "import gymnasium; gymnasium.make('shinar.envs:shinar/Babylonia-v0', opponents=['level2']).reset(seed=1)"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=600)


def test_a_whole_game_is_played_against_bots() -> None:
    env = gymnasium.make("shinar/Babel-v0", opponents=["random"])
    results = [play(env, seed) for seed in range(3)]
    assert {reward for reward, _ in results} <= {-1.0, 0.0, 1.0}
    assert all(steps > 20 for _, steps in results)
    assert play(env, 1) == results[1]


def test_the_seat_is_asked_whenever_it_observes() -> None:
    env = SingleGame("toy", ["random"], seat=2)
    _, info = env.reset(seed=1)
    assert env.table.agent == 2
    assert info["action_mask"].any()
    assert sorted(env.bots) == [0, 1]


def test_an_illegal_action_loses_or_is_refused() -> None:
    env = SingleGame("toy")
    env.reset(seed=1)
    _, reward, is_over, _, info = env.step(0)
    assert (reward, is_over) == (-1.0, True)
    assert info["refusal"] == "end turn is not legal for seat 0: first all must bid [TOY-4]"
    strict = SingleGame("toy", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(InvalidAction, match="end turn is not legal for seat 0"):
        strict.step(0)


def test_a_step_needs_a_game_that_goes_on() -> None:
    env = SingleGame("toy")
    with pytest.raises(ResetNeeded):
        env.step(3)
    env.reset(seed=1)
    env.step(0)
    with pytest.raises(ResetNeeded, match="the game is over, or has not begun: call reset"):
        env.step(3)


@pytest.mark.parametrize("action", [-1, 10_000, "bid", 1.5])
def test_what_is_no_action_is_an_error(action: Any) -> None:
    env = SingleGame("toy")
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match="an action is a whole number below 8, not "):
        env.step(action)


def test_settings_are_checked() -> None:
    with pytest.raises(OptionError, match="there are 2 other seats, 3 opponents were given"):
        SingleGame("toy", ["random"] * 3)
    with pytest.raises(OptionError, match="there is no bot 'nobody'"):
        SingleGame("toy", "nobody")
    with pytest.raises(OptionError, match="toy has no seat 3"):
        SingleGame("toy", seat=3)
    with pytest.raises(OptionError, match="illegal is 'lose' or 'raise', not 'random'"):
        SingleGame("toy", illegal="random")


@pytest.mark.parametrize("make", [shinar.envs.aec, shinar.envs.parallel])
def test_without_the_extra_one_sentence_says_what_to_install(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo.utils", None)
    with pytest.raises(shinar.envs.MissingExtraError, match="needs pettingzoo, which is not installed: pip"):
        make("toy")
