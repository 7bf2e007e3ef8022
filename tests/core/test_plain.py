"""The mark `plain` cannot hide that a test needs the compiler."""

import subprocess
import sys

import pytest

from shinar.core.compiled.jit import compiled, jit
from shinar.core.compiled.kernel import new_array
from tests.core.toy import State
from tests.plain import check_place, without_machine_code


@jit
def one() -> int:
    return 1


def test_compiled_code_is_refused() -> None:
    with without_machine_code(), pytest.raises(pytest.fail.Exception, match="take the mark away"):
        compiled(one)
    assert compiled(one)() == 1


def test_arrays_for_compiled_code_are_refused() -> None:
    with without_machine_code(), pytest.raises(pytest.fail.Exception, match="take the mark away"):
        new_array(State, 1)


def test_a_process_that_might_compile_is_refused() -> None:
    with without_machine_code(), pytest.raises(pytest.fail.Exception, match="take the mark away"):
        subprocess.run([sys.executable, "-V"], check=True)


def test_the_mark_is_refused_where_it_would_keep_a_test_from_running() -> None:
    check_place("tests/core/test_plain.py::test_this")
    with pytest.raises(pytest.UsageError, match="does not run it"):
        check_place("tests/server/test_playing.py::test_that")
