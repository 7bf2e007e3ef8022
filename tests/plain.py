"""Tests marked `plain` never ask for compiled code, so one run of them, with the compiler off, tells all."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from shinar.core.compiled import jit, kernel

__all__ = ["check_place", "without_machine_code"]

COVERED = ("tests/core/", "tests/games/")  # what `make coverage` runs


def check_place(test: str) -> None:
    """Refuse the mark where no run with the compiler off would come by."""
    if not test.startswith(COVERED):
        raise pytest.UsageError(f"{test} is marked `plain`, but `make coverage` does not run it")


@contextmanager
def without_machine_code() -> Iterator[None]:
    """Refuse to compile, and to start processes that might."""

    def refuse(*_arguments: object, **_options: object) -> bool:
        pytest.fail("a test marked `plain` asks for compiled code or starts a process: take the mark away")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "is_compiler_on", refuse)
        patch.setattr(kernel, "is_compiler_on", refuse)
        patch.setattr(subprocess, "Popen", refuse)
        yield
