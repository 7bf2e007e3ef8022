"""The simple evaluation of Babel, and the program that compares variants of a search."""

import math
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import shinar
from shinar.core.learning import weights_text
from shinar.games.babel.expertise import linear, value
from shinar.games.babel.expertise.counts import COUNTS
from shinar.games.babel.expertise.guide import GUIDE, LINEAR
from shinar.games.babel.expertise.linear import SideCounts, SiteCounts, Weights, make_evaluation, parse_weights
from shinar.search.tree import ONE

ROOT = Path(__file__).parents[2]
NOTHING = Weights((0,) * len(SiteCounts._fields), (0,) * len(SideCounts._fields))
LEVELS = Weights((250, *NOTHING.site[1:]), NOTHING.side)
AHEAD = "second turn:9 seat:0 phase:act | @A A:HHH/123 | @Q"


def test_a_weight_that_is_missing_is_named() -> None:
    with pytest.raises(KeyError, match="level"):
        parse_weights('{"site": {}, "side": {}}')


def test_an_evaluation_is_the_logistic_of_its_weighted_counts() -> None:
    state = shinar.make("babel").parse_position(AHEAD)
    assert make_evaluation(NOTHING)(state, 0) == ONE // 2
    assert make_evaluation(LEVELS)(state, 0) / ONE == pytest.approx(1 / (1 + math.exp(-3 * 0.25)), abs=1e-4)
    assert make_evaluation(LEVELS)(state, 1) / ONE == pytest.approx(1 / (1 + math.exp(3 * 0.25)), abs=1e-4)


def test_the_variant_to_compare_with_differs_in_its_evaluation_only() -> None:
    assert (LINEAR.weigh, LINEAR.horizon, LINEAR.exploration) == (GUIDE.weigh, GUIDE.horizon, GUIDE.exploration)
    assert (LINEAR.evaluate, LINEAR.rate_all) == (linear.evaluate, None)
    assert (GUIDE.evaluate, GUIDE.rate_all) == (None, value.rate_all)


def test_the_network_likes_temples() -> None:
    game, ratings = shinar.make("babel"), [0, 0]
    value.rate_all(game.parse_position(AHEAD), ratings, 2, 0)
    assert ratings[0] > ratings[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "first"), [("babel", "horizon=1,weights={weights}"), ("wonders", "playouts,exploration=0.5")]
)
def test_variants_of_the_search_can_be_compared(tmp_path: Path, game: str, first: str) -> None:
    weights = tmp_path / "weights.json"
    weights.write_text(weights_text(value.WEIGHTS, COUNTS), encoding="utf-8")
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
