"""The weights of Babel's evaluation: their file, and the program that fits them."""

import importlib.util
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shinar
from shinar.games.babel.expertise.guide import GUIDE, guide_with
from shinar.games.babel.expertise.value import (
    SideCounts,
    SiteCounts,
    Weights,
    evaluation_from,
    make_evaluation,
    parse_weights,
    weights_text,
)
from shinar.search.tree import ONE

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "train_babel.py"
NOTHING = Weights((0,) * len(SiteCounts._fields), (0,) * len(SideCounts._fields))
LEVELS = Weights((250, *NOTHING.site[1:]), NOTHING.side)
AHEAD = "second turn:9 seat:0 phase:act | @A A:HHH/123 | @Q"


def script() -> Any:
    """The program as a module."""
    specification = importlib.util.spec_from_file_location("train_babel", SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["train_babel"] = module  # dataclasses look their module up
    specification.loader.exec_module(module)
    return module


def test_weights_go_to_a_file_and_back() -> None:
    assert parse_weights(weights_text(LEVELS)) == LEVELS


def test_a_weight_that_is_missing_is_named() -> None:
    data = json.loads(weights_text(LEVELS))
    del data["side"]["hand"]
    with pytest.raises(KeyError, match="hand"):
        parse_weights(json.dumps(data))


def test_an_evaluation_is_the_logistic_of_its_weighted_counts() -> None:
    state = shinar.make("babel").parse_position(AHEAD)
    assert make_evaluation(NOTHING)(state, 0) == ONE // 2
    assert make_evaluation(LEVELS)(state, 0) / ONE == pytest.approx(1 / (1 + math.exp(-3 * 0.25)), abs=1e-4)
    assert make_evaluation(LEVELS)(state, 1) / ONE == pytest.approx(1 / (1 + math.exp(3 * 0.25)), abs=1e-4)


def test_an_evaluation_is_made_from_the_text_of_its_weights() -> None:
    state = shinar.make("babel").parse_position(AHEAD)
    assert evaluation_from(weights_text(LEVELS))(state, 0) == make_evaluation(LEVELS)(state, 0)


def test_a_guide_with_other_weights_differs_in_its_evaluation_only() -> None:
    state = shinar.make("babel").parse_position(AHEAD)
    other = guide_with(NOTHING)
    assert (other.weigh, other.horizon, other.exploration) == (GUIDE.weigh, GUIDE.horizon, GUIDE.exploration)
    assert other.evaluate is not None
    assert other.evaluate(state, 0) == ONE // 2


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    train_babel = script()
    numbers = np.random.default_rng(1)
    counts = numbers.normal(size=(20_000, 3))
    chances = 1 / (1 + np.exp(-counts @ np.array([0.5, -1.0, 0.0])))
    results = (numbers.random(20_000) < chances).astype(float)
    weights = train_babel.fitted(counts, results)
    assert weights == pytest.approx([0.5, -1.0, 0.0], abs=0.06)
    assert train_babel.log_loss(counts @ weights, results) < train_babel.log_loss(counts @ np.zeros(3), results)
    assert train_babel.log_loss(counts @ np.zeros(3), results) == pytest.approx(math.log(2))


@pytest.mark.slow
def test_training_writes_weights_and_a_log_and_can_be_repeated(tmp_path: Path) -> None:
    """In plain Python, since every generation would compile its own evaluation."""
    texts = []
    for number in range(2):
        weights, log = tmp_path / f"{number}.json", tmp_path / f"{number}.log"
        sizes = ["--games", "2", "--generations", "1", "--iterations", "1", "--look", "2"]
        files = ["--weights", str(weights), "--log", str(log)]
        environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
        subprocess.run([sys.executable, str(SCRIPT), *sizes, *files], env=environment, check=True)
        texts.append((weights.read_text(encoding="utf-8"), log.read_text(encoding="utf-8")))
    assert texts[0] == texts[1]
    assert parse_weights(texts[0][0]) != LEVELS
    assert "generation 1: the last 2 games have" in texts[0][1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "first"), [("babel", "horizon=1,weights={weights}"), ("wonders", "playouts,exploration=0.5")]
)
def test_variants_of_the_search_can_be_compared(tmp_path: Path, game: str, first: str) -> None:
    weights = tmp_path / "levels.json"
    weights.write_text(weights_text(LEVELS), encoding="utf-8")
    variants = [first.format(weights=weights), "guide,budget=1"]
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "compare.py"), game, *variants, "--games", "1", "--budget", "2"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"wins against guide,budget=1 in [\d.]+% of 1 games, 95 % interval", done.stdout)
