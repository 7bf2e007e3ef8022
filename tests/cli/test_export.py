"""Records as a table."""

import json
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from shinar import CHANCE, Match, Record, make
from shinar.core.laws import play_at_random
from shinar.envs.frames import COLUMNS
from tests.cli.conftest import Run


@pytest.fixture
def finished() -> Record:
    """A whole match of named players in a folder."""
    record = Record.of(play_at_random(make("babel"), 1), ("Ninsun", "Enkidu"))
    Path("records").mkdir()
    Path("records/one.txt").write_text(record.to_text())
    return record


def test_there_is_a_row_for_each_action_of_all_records(shinar: Run, finished: Record) -> None:
    other = Record.of(Match(make("babel", starter=0), 1))
    Path("records/two.json").write_text(other.to_json())
    output = shinar("export", "records", "--to", "games.parquet").stdout
    table = pq.read_table("games.parquet")
    actions = len(finished.log) + len(other.log)
    assert output.split() == f"{actions} actions of 2 matches are in games.parquet.".split()
    assert table.num_rows == actions
    assert table.column_names == list(COLUMNS)


def test_a_row_tells_what_was_done_and_what_came_of_it(shinar: Run, finished: Record) -> None:
    shinar("export", "records/one.txt", "--to", "games.parquet")
    rows = pq.read_table("games.parquet").to_pylist()
    assert [(row["number"], row["actor"], row["action"]) for row in rows] == [
        (number, entry.actor, entry.action) for number, entry in enumerate(finished.log)
    ]
    outcome, last = finished.outcome, rows[-1]
    assert outcome is not None
    assert (last["match"], last["game"]) == ("records/one.txt", "babel")
    assert json.loads(last["options"])["edition"] == "second"
    assert all(row["legal"] >= 1 and row["name"] for row in rows)
    mine = next(row for row in rows if row["actor"] == 1)
    assert (mine["player"], mine["score"], mine["place"]) == ("Enkidu", outcome.scores[1], outcome.ranks[1])
    assert mine["reward"] == outcome.returns()[1]


def test_of_chance_and_of_unfinished_matches_some_things_are_unknown(shinar: Run) -> None:
    match = Match(make("babel", starter=0), 1)
    match.play(0, match.legal_actions(0)[0])
    Path("match.txt").write_text(Record.of(match).to_text())
    shinar("export", "match.txt", "--to", "games.parquet")
    rows = pq.read_table("games.parquet").to_pylist()
    assert {row["actor"] for row in rows} == {CHANCE, 0}
    assert all(row[name] is None for row in rows for name in ("player", "score", "place", "reward"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("records", "--to", "games.csv"), "--to games.csv: the name must end in .parquet"),
        (("nothing.txt", "--to", "games.parquet"), "nothing.txt: No such file or directory"),
        ((".", "--to", "games.parquet"), ".: there is no record in this folder; their names end in .txt or .json"),
        (("records", "--to", "nowhere/games.parquet"), "nowhere/games.parquet: No such file or directory"),
    ],
)
@pytest.mark.usefixtures("finished")
def test_what_cannot_be_exported_is_refused_in_a_sentence(shinar: Run, arguments: tuple[str, ...], said: str) -> None:
    result = shinar("export", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not Path("games.parquet").exists()


@pytest.mark.usefixtures("finished")
def test_without_the_extra_it_says_what_to_install(shinar: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    result = shinar("export", "records", "--to", "games.parquet")
    assert result.exit_code == 2
    assert "this needs pyarrow, which is not installed: pip install 'shinar[research]'" in result.stderr
