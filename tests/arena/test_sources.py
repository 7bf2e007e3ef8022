"""Which changes of the program void the results of a contest."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import shinar
from shinar.arena.sources import digest_of_sources, modules_of, source_files

PACKAGE = Path(shinar.__file__).parent

EDITS = """
import sys
from pathlib import Path
from shinar.arena.contest import Contest

root = Path(sys.argv[1])
for edited in ["", *sys.argv[2:]]:
    if edited:
        with (root / edited).open("a") as file:
            file.write("\\n")
    from shinar.arena.sources import digest_of_sources
    digest_of_sources.cache_clear()
    print(Contest("babel", ("greedy", "random"), 2, 1).identity["sources"])
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, to be edited."""
    folder = tmp_path_factory.mktemp("checkout") / "shinar"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("page", "__pycache__"))
    return folder


def test_results_of_babel_outlive_changes_of_other_games_but_not_of_what_they_were_played_by(checkout: Path) -> None:
    harmless = ["games/wonders/rules.py", "games/babylonia/map.txt", "server/app.py", "games/babel/RULES.md"]
    voiding = ["games/babel/rules.py", "games/babel/expertise/weights.json", "search/tree.py", "core/rng.py"]
    command = [sys.executable, "-c", EDITS, str(checkout), *harmless, *voiding, "bots/levels.py"]
    done = subprocess.run(
        command,
        env=os.environ | {"PYTHONPATH": str(checkout.parent)},
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    first, *later = done.stdout.split()
    assert [digest == first for digest in later[:4]] == [True] * 4
    assert len({first, *later[4:]}) == 6


def test_every_game_has_a_digest_of_its_own_that_covers_its_data() -> None:
    modules = {name: modules_of(shinar.game_class(name), ("greedy",)) for name in ("babel", "babylonia", "wonders")}
    names = {name for name, _ in source_files(modules["babylonia"])}
    assert {"shinar.games.babylonia/map.txt", "shinar.games.babylonia/expertise/worth.py"} <= names
    assert len({digest_of_sources(each) for each in modules.values()}) == 3


def test_a_game_in_a_single_module_is_digested_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lone_game.py").write_text("one = 1\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    added = [path.name for name, path in source_files(("lone_game",)) if not name.startswith("shinar.")]
    assert added == ["lone_game.py"]
