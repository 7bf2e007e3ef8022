"""`shinar train`: it teaches an evaluation, can be interrupted, and writes weights that a game reads."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from shinar.cli.commands import train
from shinar.core.learning import Generation, parse_weights
from shinar.games.babylonia.expertise import EXPERTISE as OF_BABYLONIA
from shinar.games.babylonia.expertise.guide import POLICY_LESSONS
from shinar.games.babylonia.game import Babylonia
from shinar.games.wonders.expertise import EXPERTISE
from shinar.games.wonders.expertise.player import PRACTICE as PLAYER
from shinar.games.wonders.expertise.value import LESSONS
from shinar.games.wonders.game import Wonders
from shinar.search import course, policy, training
from shinar.search.reinforcement import Learner
from shinar.search.selfplay import play_games
from shinar.search.skill import Skill
from tests.cli.conftest import Run

LINEAR = ("train", "wonders", "--linear")
COMMAND = (*LINEAR, "--games", "4", "--weights", "new.json", "--log", "new.log", "--curve", "new.svg")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches so short that plain Python plays them sooner than a kernel is compiled, at one table."""
    lessons = replace(LESSONS, tables=LESSONS.tables[:1], generations=LESSONS.generations[:1], searched=())
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(course, "BATCH", 2)
    monkeypatch.setattr(course, "EXAM_GAMES", 1)
    monkeypatch.setattr(Wonders, "expertise", staticmethod(lambda: replace(EXPERTISE, lessons=lessons)))


def test_training_goes_on_after_it_was_interrupted(shinar: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    played = 0

    def play_until_interrupted(*given: Any) -> Any:
        nonlocal played
        played += 1
        if played == 3:  # the first batch and its exam are over
            raise KeyboardInterrupt
        return play_games(*given)

    monkeypatch.setattr(course, "play_games", play_until_interrupted)
    stopped = shinar(*COMMAND)
    assert (stopped.exit_code, Path("new.json").exists()) == (130, False)
    assert "stopped after 1 of 2 batches; run the same command again to continue" in stopped.stderr
    done = shinar(*COMMAND)
    assert done.exit_code == 0
    assert "generation 0, played by weights, 4 games: log loss" in done.stdout
    weights = parse_weights(Path("new.json").read_text(encoding="utf-8"), LESSONS.counts)
    assert len(weights.rows) == LESSONS.rows
    log = Path("new.log").read_text(encoding="utf-8").splitlines()
    assert [line.partition(":")[0] for line in log] == [
        "shinar train wonders --linear --games 4 --seed 0",
        "generation 0, played by weights, 2 games",
        "generation 0, played by weights, 4 games",
    ]
    assert Path("new.svg").read_text(encoding="utf-8").count("<circle") == 3  # two exams and what the colour means
    assert [path.name for path in Path().glob("*course*")] == []


POLICY = ("train", "babylonia", "--policy", "--games", "2", "--weights", "new.json", "--log", "new.log")


def test_a_policy_is_taught_in_the_same_way(shinar: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    short = replace(OF_BABYLONIA, policy_lessons=replace(POLICY_LESSONS, generations=(Generation(2, 2),)))
    monkeypatch.setattr(Babylonia, "expertise", staticmethod(lambda: short))
    monkeypatch.setattr(policy, "BATCH", 1)
    played = 0

    def play_until_interrupted(*given: Any) -> Any:
        nonlocal played
        played += 1
        if played == 2:
            raise KeyboardInterrupt
        return play_batch(*given)

    play_batch = policy.play_batch
    monkeypatch.setattr(policy, "play_batch", play_until_interrupted)
    stopped = shinar(*POLICY)
    assert (stopped.exit_code, Path("new.json").exists()) == (130, False)
    assert "stopped after 1 of 2 batches; run the same command again to continue" in stopped.stderr
    done = shinar(*POLICY)
    assert done.exit_code == 0
    assert (
        "generation 0, searched with 2 iterations, 2 games: the action looked at most is the likeliest" in done.stdout
    )
    weights = json.loads(Path("new.json").read_text(encoding="utf-8"))
    assert [len(row) for row in weights] == [POLICY_LESSONS.signs] * POLICY_LESSONS.rows
    log = Path("new.log").read_text(encoding="utf-8").splitlines()
    assert log[0] == "shinar train babylonia --policy --games 2 --seed 0"
    assert len(log) == 2


PRACTICE = ("train", "wonders", "--games", "8", "--weights", "new.skill", "--log", "new.log", "--curve", "new.svg")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small network, batches of four games, and rivals that hardly think."""
    rivals = tuple(replace(one, iterations=1, tables=((1, {"players": 3}),)) for one in PLAYER.rivals)
    practice = replace(PLAYER, units=4, value_units=4, tables=PLAYER.tables[:1], games=8, rivals=rivals)
    monkeypatch.setattr(Wonders, "expertise", staticmethod(lambda: replace(EXPERTISE, practice=practice)))
    monkeypatch.setattr(training, "SEATS", 6)
    monkeypatch.setattr(training, "EXAM_GAMES", 1)
    monkeypatch.setattr(train, "KEPT_EVERY", 1)


@pytest.mark.usefixtures("few")
def test_practice_goes_on_after_it_was_interrupted(shinar: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    learn, learned = Learner.learn, 0

    def learn_until_interrupted(*given: Any) -> Any:
        nonlocal learned
        learned += 1
        if learned == 2:
            raise KeyboardInterrupt
        return learn(*given)

    monkeypatch.setattr(Learner, "learn", learn_until_interrupted)
    stopped = shinar(*PRACTICE)
    assert (stopped.exit_code, Path("new.skill").exists()) == (130, False)
    assert "stopped after 1 of 2 batches; run the same command again to continue" in stopped.stderr
    done = shinar(*PRACTICE)
    assert done.exit_code == 0
    assert "8 games: " in done.stdout
    assert Skill.load(Path("new.skill")).motives.shape == (3, PLAYER.motives, 4)
    log = Path("new.log").read_text(encoding="utf-8").splitlines()
    assert log[0] == "shinar train wonders --games 8 --seed 0"
    assert len(log) == 2
    assert Path("new.svg").read_text(encoding="utf-8").count("<circle") == 1  # there was one exam
    assert [path.name for path in Path().glob("*course*")] == []


def test_only_a_network_has_a_former_evaluation(shinar: Run) -> None:
    refused = shinar("train", "babel", "--linear")
    assert refused.exit_code != 0
    assert "babel has no former evaluation: leave out --linear" in refused.stderr


def test_a_policy_and_the_former_evaluation_are_not_trained_together(shinar: Run) -> None:
    refused = shinar(*LINEAR, "--policy")
    assert refused.exit_code != 0
    assert "--policy and --linear do not go together" in refused.stderr


def test_a_game_without_a_policy_says_so(shinar: Run) -> None:
    refused = shinar("train", "babel", "--policy")
    assert refused.exit_code != 0
    assert "babel has no policy that can be trained" in refused.stderr
