"""examples/ppo.py learns, saves what it has learned, and plays in the arena: a short piece of it, with PyTorch."""

import csv
import re
from pathlib import Path

import pytest

from tests.examples.learning import learning_python
from tests.packaging.environment import ROOT, must, run

EXAMPLE = ROOT / "examples" / "ppo.py"
# A tenth of a second of learning on a few games, and two games against `greedy` before and after it.
SHORT = ("--minutes", "0.002", "--games", "8", "--steps", "16", "--minibatch", "64", "--width", "16")
CHECKS = ("--checks", "1", "--check-games", "2", "--threads", "1")


@pytest.mark.slow
def test_it_learns_for_a_while_and_meets_greedy(tmp_path: Path) -> None:
    python, saved = learning_python(), tmp_path / "ppo.pt"
    said = must(run(python, EXAMPLE, *SHORT, *CHECKS, "--save", saved, cwd=tmp_path))
    assert re.fullmatch(r"( *[\d.]+ min +[\d,]+ steps: [\d.]+% against greedy \([\d.]+% to [\d.]+%\)\n){2}", said)
    curve = list(csv.DictReader(saved.with_suffix(".csv").read_text(encoding="utf-8").splitlines()))
    assert [int(line["steps"]) > 0 for line in curve] == [False, True]
    met = must(run(python, EXAMPLE, "--load", saved, "--meet", "2", cwd=tmp_path))
    assert re.fullmatch(r"ppo wins [\d.]+% of 2 games against greedy \([\d.]+% to [\d.]+%\)\n", met)


@pytest.mark.slow
def test_its_parts_do_what_they_say(tmp_path: Path) -> None:
    must(run(learning_python(), Path(__file__).with_name("ppo_learns.py"), cwd=tmp_path))
