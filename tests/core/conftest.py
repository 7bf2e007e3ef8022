"""The toy game among the games, and both ways to run rules in one process."""

from collections.abc import Callable
from pathlib import Path

import pytest

from shinar.core import registry
from shinar.core.compiled import jit

Switch = Callable[[bool], None]


@pytest.fixture(autouse=True)
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the toy game known for one test, so that records can name it."""
    monkeypatch.setitem(registry._registered, "toy", "tests.core.toy:Toy")


@pytest.fixture
def switch_compiler(monkeypatch: pytest.MonkeyPatch) -> Switch:
    """Turn the compiler on or off for one test, whatever the whole run was started with."""

    def switch(on: bool) -> None:
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "0" if on else "1")

    return switch


@pytest.fixture(params=[True, False], ids=["compiled", "plain"])
def is_compiled(request: pytest.FixtureRequest, switch_compiler: Switch) -> bool:
    """Run a test with the compiler on, and again with it off."""
    on = bool(request.param)
    switch_compiler(on)
    return on


@pytest.fixture
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder for compiled code that belongs to one test."""
    folder = tmp_path / "compiled"
    monkeypatch.setenv("SHINAR_CACHE", str(folder))
    monkeypatch.setattr(jit, "_parts_made", {})
    monkeypatch.setattr(jit, "_entries", {})
    return folder
