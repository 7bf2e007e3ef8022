"""Laws, soak and bench: what they report, and what they do when something is wrong."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from shinar import Record
from shinar.cli.commands.bench import best_rate, best_rates
from shinar.cli.commands.soak import replayed, soak_chunk
from shinar.core.compiled.jit import jit
from shinar.core.compiled.kernel import NOBODY_CAN_ACT, TOO_MANY_ACTIONS
from shinar.core.compiled.workbench import workbench
from shinar.games.babel import Babel
from tests.cli.conftest import Run
from tests.core import toy

# ---- laws -------------------------------------------------------------------------------------------------------


def test_laws_tries_both_editions(shinar: Run) -> None:
    output = shinar("laws", "babel", "--games", "1", "--workers", "1").stdout
    assert re.findall(r"--edition (\w+) --starter random: 1 matches, \d+ positions, no law broken", output) == [
        "second",
        "first",
    ]


def test_laws_tries_only_the_options_given(shinar: Run) -> None:
    output = shinar("laws", "toy", "--games", "1", "--workers", "1", "--rounds", "1", "--extras", "double,bell").stdout
    assert re.findall(r"toy (.*): 1 matches", output) == ["--rounds 1 --extras double,bell"]


def test_laws_can_work_in_several_processes() -> None:
    command = [sys.executable, "-m", "shinar", "laws", "babel", "--edition", "first", "--games", "3"]
    done = subprocess.run([*command, "--workers", "2"], capture_output=True, check=True, text=True, timeout=900)
    assert "3 matches" in done.stdout


def test_laws_can_try_the_compiled_rules(shinar: Run) -> None:
    result = shinar("laws", "toy", "--games", "2", "--workers", "1", "--compiled", "--rounds", "1")
    assert (result.exit_code, "2 matches" in result.stdout) == (0, True)


def test_a_broken_law_is_named_and_its_record_kept(shinar: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Toy, "max_actions", 3)
    result = shinar("laws", "toy", "--games", "3", "--workers", "1", "--seed", "7")
    assert result.exit_code == 1
    assert "match 7: a law is broken" in result.stdout
    assert re.search(r"^law: +\w", result.stdout, re.MULTILINE)
    assert re.search(r"^finding: +\w", result.stdout, re.MULTILINE)
    assert Record.parse(Path("broken-law-toy-7.txt").read_text()).game == "toy"


# ---- soak -------------------------------------------------------------------------------------------------------


@jit
def strict_audit(state: toy.State) -> int:
    """Finds fault with every second round."""
    return 2 if state.round == 2 else 0


@jit
def silent_actions(_state: toy.State, _seat: int, _into: Any) -> None:
    """Lists nothing."""


def test_soak_reports_lengths_results_and_endings(shinar: Run) -> None:
    output = shinar("soak", "toy", "--games", "30", "--rounds", "2").stdout
    assert "30 games, no fault" in output
    wins = [float(share) for share in re.findall(r"(?:wins|draws:) +([\d.]+) %", output)]
    assert sum(wins) == pytest.approx(100, abs=0.1)
    endings = [float(share) for share in re.findall(r"^ +([\d.]+) %  .*\[TOY-\d\]", output, re.MULTILINE)]
    assert sum(endings) == pytest.approx(100, abs=0.1)


def test_soak_gives_the_same_figures_with_any_number_of_threads(shinar: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shinar.cli.commands.soak.CHUNK", 7)
    alone, together = (
        shinar("soak", "toy", "--games", "30", "--rounds", "2", "--workers", workers).stdout for workers in ("1", "3")
    )
    assert alone == together


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rules": replace(toy.RULES, audit=strict_audit)}, "a prize was lost or added"),
        ({"rules": replace(toy.QUICK_RULES, audit=strict_audit)}, "a prize was lost or added"),
        ({"rules": replace(toy.RULES, legal_actions=silent_actions)}, "a seat is asked but has no legal action"),
        ({"max_actions": 3}, "the game is longer than `max_actions` allows"),
    ],
)
def test_a_fault_is_named_with_its_game_and_its_record_kept(
    shinar: Run, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], sentence: str
) -> None:
    for name, value in change.items():
        monkeypatch.setattr(toy.Toy, name, value)
    result = shinar("soak", "toy", "--games", "10", "--rounds", "2")
    assert result.exit_code == 1
    assert f"game 0: {sentence}" in result.stdout
    assert "compiled and plain rules differ" not in result.stdout
    text = Path("fault-toy-0.txt").read_text()
    assert text.startswith("shinar record 1\ngame toy\n")
    assert TOO_MANY_ACTIONS != NOBODY_CAN_ACT


def test_a_soaked_game_is_played_again_step_by_step_from_its_number() -> None:
    game = Babel()
    match, fault = replayed(game, 17)
    soaked = soak_chunk(workbench(game), 17, 1)
    assert fault == 0
    assert match.outcome is not None
    assert soaked.points[:2] == list(match.outcome.scores)
    assert soaked.actions == sum(entry.actor >= 0 for entry in match.log)


# ---- bench ------------------------------------------------------------------------------------------------------

FIGURES = {"games_per_s", "steps_per_s", "copy_ns", "driven_steps_per_s", "cold_compile_s", "warm_start_s"}
FIGURES |= {"vector_steps_per_s", "vector_of_steps", "vector_two_threads"}


def bench_output(*arguments: str) -> str:
    """Run with the compiler off, which spares its time: what is measured is not the matter here."""
    command = [sys.executable, "-m", "shinar", "bench", "--rounds", "1", *arguments]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True, timeout=900)
    return done.stdout


def test_bench_writes_nothing_but_json_with_all_figures() -> None:
    figures = json.loads(bench_output("--game", "babel", "--json", "--edition", "first"))
    assert {name for name, figure in figures.items() if name in FIGURES and figure > 0} == FIGURES
    assert {"overshoot", "overshoot_first"} <= figures.keys()
    assert (figures["options"]["edition"], figures["compiled"]) == ("first", False)


def test_bench_compares_with_a_yardstick() -> None:
    output = bench_output("--yardstick", """echo '{"games_per_s": 1000000}'""")
    assert re.search(r"yardstick_games_per_s +1,000,000 ", output)
    assert re.search(r"of_yardstick +0\.00 ", output)


@pytest.mark.parametrize("yardstick", ["no-such-program", "echo nothing", "echo {}", "false", "echo [1]"])
def test_a_yardstick_that_gives_no_figure_is_refused(shinar: Run, yardstick: str) -> None:
    result = shinar("bench", "--yardstick", yardstick)
    assert (result.exit_code, "must print JSON with a number games_per_s" in result.stderr) == (2, True)


def test_the_best_round_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([0, 0.2, 1, 1.5, 2, 2.25, 3, 3.5])  # begin and end: of finding the count, and of three rounds
    monkeypatch.setattr("shinar.cli.commands.bench.time", SimpleNamespace(perf_counter=lambda: next(moments)))
    assert best_rate(lambda count: count, rounds=3) == 1 / 0.25


def test_what_is_compared_is_measured_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shinar.cli.commands.bench.ROUND_SECONDS", 0)
    met: list[str] = []

    def run(name: str, count: int) -> int:
        met.append(name)
        return count

    assert len(best_rates([partial(run, name) for name in "ab"], rounds=2)) == 2
    assert "".join(met).endswith("abab")


def test_driving_from_python_is_fast_enough_to_learn_from() -> None:
    """The compiled step through its entry point; the figure itself is for benchmarks, here it must only work."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0"}
    code = (
        "import shinar\n"
        "from shinar.cli.commands.bench import driven_steps_per_s\n"
        "from shinar.core.compiled.workbench import workbench\n"
        "assert driven_steps_per_s(workbench(shinar.make('babel')), 1) > 50_000\n"
    )
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=900)
