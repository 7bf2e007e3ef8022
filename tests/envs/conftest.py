"""Environments as compiled code or as ordinary Python."""

import pytest

from shinar.core import registry


@pytest.fixture(autouse=True)
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the toy game known for one test."""
    monkeypatch.setitem(registry._registered, "toy", "tests.core.toy:Toy")


@pytest.fixture
def is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test with the compiler off: the suites of others need few steps, and none of them looks at speed."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
