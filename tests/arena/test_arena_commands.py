"""The commands `arena`, `ladder`, `hint` and `analyse` as a user calls them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import shinar
from shinar.core.laws import play_at_random
from shinar.core.record import Record

LONG_EXAMPLE = (
    "second turn:9 seat:0 phase:act | @H hand:AHS A:HH H:SSSSAPP S:PP | @Q hand:AAAAAAA A:-/123 H:PSAAM/123456"
)
INTERRUPTED = 130
MISUSED = 2


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHINAR_DATA", str(tmp_path / "data"))


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "shinar.cli", *arguments]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(command(*arguments), capture_output=True, text=True, check=False)


def test_the_arena_prints_rates_with_intervals_as_json() -> None:
    done = run("arena", "--players", "greedy,random", "--games", "4", "--seed", "1", "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["games"] == 4
    assert [player["player"] for player in data["players"]] == ["greedy", "random"]
    assert 0 <= data["players"][0]["low"] <= data["players"][0]["win_rate"] <= data["players"][0]["high"] <= 1


def test_the_arena_prints_a_table() -> None:
    done = run("arena", "--players", "greedy,random", "--games", "2", "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "Babel, 2 games" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "greedy,nobody"], "there is no bot 'nobody'"),
        (["--players", "greedy,"], "parted by commas"),
        (["--players", "greedy,search:0"], "'0' is no budget"),
        (["--players", "greedy,random", "--game", "chess"], "there is no game 'chess'"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], sentence: str) -> None:
    done = run("arena", *arguments)
    assert done.returncode == MISUSED
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_control_c_loses_only_the_games_in_flight(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    arguments = ["arena", "--players", "greedy,random", "--games", "500", "--workers", "1", "--file", str(file)]
    process = subprocess.Popen(command(*arguments), stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not file.exists() or file.read_text(encoding="utf-8").count("\n") < 3:
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, complaints = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert "Traceback" not in complaints
    kept = file.read_text(encoding="utf-8").count("\n") - 1
    again = run(*arguments[:3], "--games", str(kept + 1), "--workers", "1", "--file", str(file), "--json")
    assert json.loads(again.stdout)["games"] == kept + 1


@pytest.mark.slow
def test_ray_gives_the_same_results(tmp_path: Path) -> None:
    results: list[list[tuple[int, list[int], list[int], list[int]]]] = []
    for place in (["--workers", "1"], ["--ray", "local"]):
        file = tmp_path / f"{len(results)}.jsonl"
        done = run("arena", "--players", "greedy,random", "--games", "4", "--seed", "2", "--file", str(file), *place)
        assert done.returncode == 0, done.stderr
        games = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:]]
        results.append(sorted((game["number"], game["scores"], game["ranks"], game["actions"]) for game in games))
    assert results[0] == results[1]


def test_a_hint_shows_every_action_with_its_chance() -> None:
    done = run("hint", LONG_EXAMPLE, "--iterations", "30", "--json")
    assert done.returncode == 0, done.stderr
    options = json.loads(done.stdout)["options"]
    assert all(0 <= option["chance"] <= 1 for option in options)
    assert "change camps" in [option["action"] for option in options]


def test_a_hint_for_a_goal_shows_the_way() -> None:
    done = run("hint", LONG_EXAMPLE, "--goal", "destroy hittites")
    assert done.returncode == 0, done.stderr
    assert "destroy hittites: possible in 4 actions" in done.stdout
    assert "4. destroy temple" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([LONG_EXAMPLE, "--seat", "1"], "seat 1 has no choice in this position; seat 0 has"),
        ([LONG_EXAMPLE.replace("phase:act", "phase:quarry")], "nobody has a choice"),
        ([LONG_EXAMPLE, "--goal", "fly"], "'fly' is no goal"),
        (["nonsense"], "a position of babel"),
    ],
)
def test_a_hint_that_cannot_be_given_is_one_sentence(arguments: list[str], sentence: str) -> None:
    done = run("hint", *arguments)
    assert done.returncode == MISUSED
    assert sentence in done.stderr


def test_an_analysis_tells_skill_from_luck(tmp_path: Path) -> None:
    match = play_at_random(shinar.make("babel"), seed=1)
    record = Record.of(match)
    file, picture = tmp_path / "match.txt", tmp_path / "match.svg"
    file.write_text(Record(record.game, record.rules_version, record.options, record.log[:40]).to_text(), "utf-8")
    done = run("analyse", str(file), "--iterations", "10", "--runs", "2", "--svg", str(picture), "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert len(data["seats"]) == 2
    assert data["choices"][0]["lost"]["value"] >= 0
    assert data["luck"]
    assert picture.read_text(encoding="utf-8").startswith("<svg")
