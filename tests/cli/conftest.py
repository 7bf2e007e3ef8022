"""A command line whose files all lie in the folder of one test."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from shinar.cli.app import app
from shinar.core import registry

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read from or written to the user's folders."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHINAR_DATA", str(tmp_path / "data"))
    monkeypatch.setitem(registry._registered, "toy", "tests.core.toy:Toy")


@pytest.fixture
def shinar() -> Run:
    """Run a command in this process: `shinar("games", "--json")`; what a person types is `typed`, line by line."""

    def run(*arguments: str, typed: tuple[str, ...] | list[str] = ()) -> Result:
        return CliRunner().invoke(app, list(arguments), input="".join(f"{line}\n" for line in typed))

    return run


@pytest.fixture
def kept(tmp_path: Path) -> Callable[[], Path]:
    """The one match that was kept."""

    def only_file() -> Path:
        (file,) = (tmp_path / "data" / "matches").iterdir()
        return file

    return only_file
