"""Environments as compiled code or as ordinary Python."""

from collections.abc import Iterator

import pytest

from shinar.core import registry
from shinar.core.compiled import kernel
from shinar.envs import batch


@pytest.fixture(autouse=True)
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the toy game known for one test."""
    monkeypatch.setitem(registry._registered, "toy", "tests.core.toy:Toy")


@pytest.fixture
def is_plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run a test with the compiler off: the suites of others need few steps, and none of them looks at speed."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    forget_kernels()
    yield
    forget_kernels()


def forget_kernels() -> None:
    """Kernels remember the way in which they were made."""
    kernel.kernels.cache_clear()
    batch.batch_kernels.cache_clear()
