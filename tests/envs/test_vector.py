"""Thousands of games at once: every game of a batch goes as it would alone, and its arrays tell the truth."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode

import shinar
import shinar.envs
from shinar.core.errors import OptionError
from shinar.envs import team
from shinar.envs.batch import Batch
from shinar.envs.vectorised import VectorGames
from tests.core.toy import Toy

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("toy", {}),
    ("babel", {}),
    ("babel", {"edition": "first"}),
    ("babylonia", {"players": 4, "cards": "variant"}),
    ("wonders", {"players": 2}),
    ("wonders", {"players": 7, "expansions": "tower,projects"}),
]


@pytest.fixture
def games() -> Iterator[VectorGames]:
    """A few toy games, just begun."""
    envs = shinar.envs.vector("toy", n=5, threads=2)
    envs.reset(seed=1)
    yield envs
    envs.close()


def history(envs: VectorGames, steps: int, seed: int = 1) -> list[list[Any]]:
    """All that random play shows, step by step."""
    envs.reset(seed=seed)
    shown = []
    for _ in range(steps):
        observations, rewards, ended, _, infos = envs.step(envs.random_actions())
        shown.append([array.tolist() for array in (observations, rewards, ended, infos["agent"], infos["mask"])])
    envs.close()
    return shown


# ---- what the arrays hold ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("is_plain")
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_observations_masks_and_agents_are_those_of_the_game(name: str, options: dict[str, Any]) -> None:
    envs = shinar.envs.vector(name, n=2, threads=1, **options)
    game, encoding = envs.game, shinar.Encoding(envs.game)
    observations, _ = envs.reset(seed=4)
    for number in range(40):
        state = envs.batch.state(number % 2)
        seat = game.actors(state)[0]
        known = game.observe(state, seat)
        assert envs.agent[number % 2] == seat
        assert observations[number % 2].tolist() == encoding.encode(known).tolist()
        assert envs.mask[number % 2].tolist() == encoding.mask(known).tolist()
        observations, *_ = envs.step(envs.random_actions())
    envs.close()


@pytest.mark.parametrize("name", ["toy", "babel"])
def test_compiled_games_go_like_plain_ones(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    compiled = history(shinar.envs.vector(name, n=3, threads=2), 150)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    plain = history(shinar.envs.vector(name, n=3, threads=1), 150)
    assert compiled == plain


def test_every_game_ends_with_the_rewards_of_its_outcome(games: VectorGames) -> None:
    ended_games = 0
    for _ in range(60):
        before = games.agent.copy()
        _, earned, ended, truncated, infos = games.step(games.random_actions())
        assert not truncated.any()
        for number in np.flatnonzero(ended):
            last = games.batch.encoding.decode(infos["final_obs"][number].tolist())
            outcome = games.game.outcome(last.state)
            assert outcome is not None
            assert infos["rewards"][number].tolist() == pytest.approx(outcome.returns())
            assert earned[number] == pytest.approx(outcome.returns()[before[number]])
            ended_games += 1
        assert not games.rewards[~ended].any()
    assert ended_games > 5


def test_a_game_that_ends_begins_anew_in_the_same_step(games: VectorGames) -> None:
    assert games.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    ended = np.zeros(5, np.bool_)
    while not ended.any():
        _, _, ended, _, infos = games.step(games.random_actions())
    number = int(np.flatnonzero(ended)[0])
    assert infos["_final_obs"] is ended
    assert games.game.outcome(games.batch.state(number)) is None
    assert games.game.turn(games.batch.state(number)) == 1


def test_arrays_fit_the_spaces_and_are_used_again(games: VectorGames) -> None:
    first, *_ = games.step(games.random_actions())
    second, *_ = games.step(games.random_actions())
    assert first is second
    assert games.observation_space.contains(second)
    assert games.action_space.contains(games.random_actions())
    assert games.single_action_space.n == Toy.first_chance_action == games.mask.shape[1]


def test_random_actions_are_legal_and_differ(games: VectorGames) -> None:
    chosen = set()
    for _ in range(30):
        games.reset()
        chosen.add(int(games.random_actions()[0]))
    assert len(chosen) > 1
    assert games.mask[np.arange(5), games.random_actions()].all()


def test_any_seat_can_be_shown_what_it_may_know(games: VectorGames) -> None:
    encoding = games.batch.encoding
    row, mask = np.zeros(encoding.size, np.int8), np.ones_like(games.mask[0])
    for seat in range(3):
        games.batch.look(2, seat, row, mask)
        known = games.game.observe(games.batch.state(2), seat)
        assert row.tolist() == encoding.encode(known).tolist()
        assert mask.tolist() == encoding.mask(known).tolist()


def test_games_are_drawn_as_a_spectator_sees_them(games: VectorGames) -> None:
    drawn = games.render()
    assert len(drawn) == 5
    assert drawn[3] == str(games.game.observe(games.batch.state(3), shinar.SPECTATOR))


# ---- seeds and threads ------------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_games_whatever_the_number_of_threads() -> None:
    alone = history(shinar.envs.vector("toy", n=7, threads=1), 40)
    assert history(shinar.envs.vector("toy", n=7, threads=3), 40) == alone
    assert history(shinar.envs.vector("toy", n=7, threads=20), 40) == alone
    assert history(shinar.envs.vector("toy", n=7, threads=1), 40, seed=2) != alone


def test_threads_share_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(team, "MIN_PART", 1)
    alone, together = (history(shinar.envs.vector("toy", n=50, threads=threads), 20) for threads in (1, 4))
    assert together == alone


def test_a_game_does_not_depend_on_how_many_play_beside_it() -> None:
    few, many = (history(shinar.envs.vector("toy", n=n), 30) for n in (2, 6))
    assert [[array[:2] for array in arrays] for arrays in many] == few


def test_without_a_seed_other_games_follow(games: VectorGames) -> None:
    first = games.reset()[0].copy()
    assert (games.reset()[0] != first).any()
    unseeded = [shinar.envs.vector("toy", n=50, threads=1).reset()[0].copy() for _ in range(2)]
    assert (unseeded[0] != unseeded[1]).any()


# ---- mistakes ---------------------------------------------------------------------------------------------------


def test_an_illegal_action_is_refused_before_anything_happens(games: VectorGames) -> None:
    actions = games.random_actions()
    before = games.batch.arrays.observations.copy()
    actions[3] = 0
    with pytest.raises(InvalidAction, match=r"game 3: end turn is not legal for seat 0: .* \[TOY-"):
        games.step(actions)
    actions[3] = 10_000
    with pytest.raises(InvalidAction, match="game 3: action 10000 is not legal for seat 0"):
        games.step(actions)
    assert (games.batch.arrays.observations == before).all()


@pytest.mark.parametrize("actions", [[0, 1], np.zeros(5), np.zeros((5, 1), np.int64), 3])
def test_actions_are_whole_numbers_one_for_each_game(games: VectorGames, actions: Any) -> None:
    with pytest.raises(InvalidAction, match="the actions must be 5 whole numbers, one for each game, not an array of"):
        games.step(actions)


def test_games_must_begin_before_they_are_stepped() -> None:
    with pytest.raises(ResetNeeded, match="call reset before the first step"):
        shinar.envs.vector("toy", n=2).step([0, 0])


def test_nothing_follows_closing() -> None:
    games = shinar.envs.vector("toy", n=2, threads=2)
    games.reset(seed=1)
    games.close()
    for call in (games.reset, lambda: games.step(games.random_actions())):
        with pytest.raises(ClosedEnvironmentError, match="the games were closed"):
            call()


def test_numbers_and_options_are_checked() -> None:
    with pytest.raises(OptionError, match="at least one game and one thread are needed, not 0 and 1"):
        Batch(Toy(), 0)
    with pytest.raises(OptionError, match="toy has no option"):
        shinar.envs.vector("toy", n=2, colour="red")
    with pytest.raises(TypeError, match="has its options already, rounds cannot be given too"):
        shinar.envs.vector(Toy(), n=2, rounds=1)


# ---- the extra --------------------------------------------------------------------------------------------------


def test_without_the_extra_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium.vector", None)
    with pytest.raises(shinar.envs.MissingExtraError) as caught:
        shinar.envs.vector("toy")
    assert str(caught.value) == "this needs gymnasium, which is not installed: pip install 'shinar[research]'"


def test_shinar_is_imported_without_the_extra() -> None:
    program = "import sys, shinar.cli; assert not {'gymnasium', 'pettingzoo'} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", program], check=True)
