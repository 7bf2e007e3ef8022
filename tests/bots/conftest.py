"""The toy game among the games."""

import pytest

from shinar.core import registry


@pytest.fixture
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the toy game known for one test, so that records can name it."""
    monkeypatch.setitem(registry._registered, "toy", "tests.core.toy:Toy")
