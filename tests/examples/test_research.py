"""The examples for researchers do what they say."""

import runpy
import sys
from pathlib import Path

import pytest

from shinar import Record, make
from shinar.bots import registry
from shinar.core.laws import play_at_random
from tests.cli.conftest import Run, shinar

__all__ = ["shinar"]

EXAMPLES = Path(__file__).parents[2] / "examples" / "research"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_KINDS", dict(registry._KINDS))


def run(monkeypatch: pytest.MonkeyPatch, name: str, *arguments: str) -> None:
    """Run an example as a person does."""
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")


def test_a_bot_of_ones_own_is_evaluated(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run(monkeypatch, "evaluate_bot.py", "4")
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("builder: ")
    assert second.startswith("random: ")
    assert "% of 4 (" in first


def test_a_feature_is_compared_with_the_chance_to_win(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "feature.py", "40", "40")
    correlation = float(capsys.readouterr().out.split("correlation ")[1].split()[0])
    assert 0.3 < correlation <= 1


def test_a_line_of_a_ladder_is_played_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "ladder_line.py", "2")
    assert capsys.readouterr().out.startswith("| level1 | random | 2 | ")


def test_records_become_a_data_frame(
    shinar: Run,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("match.txt").write_text(Record.of(play_at_random(make("babel"), 1)).to_text())
    assert shinar("export", "match.txt", "--to", "games.parquet").exit_code == 0
    run(monkeypatch, "data_frame.py", "games.parquet")
    assert any(line.startswith("build") for line in capsys.readouterr().out.splitlines())
