"""`shinar train`: it teaches an evaluation, can be interrupted, and writes weights that a game reads."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from shinar.core.learning import parse_weights
from shinar.games.wonders.expertise import EXPERTISE
from shinar.games.wonders.expertise.value import LESSONS
from shinar.games.wonders.game import Wonders
from shinar.search import course
from shinar.search.selfplay import play_games
from tests.cli.conftest import Run

COMMAND = ("train", "wonders", "--games", "4", "--weights", "new.json", "--log", "new.log", "--curve", "new.svg")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches so short that plain Python plays them sooner than a kernel is compiled, at one table."""
    lessons = replace(LESSONS, tables=LESSONS.tables[:1])
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
    assert "stopped after 1 of 2 batches; the same command goes on" in stopped.stderr
    done = shinar(*COMMAND)
    assert done.exit_code == 0
    assert "generation 0, played by weights, 4 games: log loss" in done.stdout
    weights = parse_weights(Path("new.json").read_text(encoding="utf-8"), LESSONS.counts)
    assert len(weights.rows) == LESSONS.rows
    log = Path("new.log").read_text(encoding="utf-8").splitlines()
    assert [line.partition(":")[0] for line in log] == [
        "shinar train wonders --games 4 --seed 0",
        "generation 0, played by weights, 2 games",
        "generation 0, played by weights, 4 games",
    ]
    assert Path("new.svg").read_text(encoding="utf-8").count("<circle") == 3  # two exams and what the colour means
    assert [path.name for path in Path().glob("*course*")] == []
