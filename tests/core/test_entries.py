"""The loops that write entries of a row: what is compiled does the same as what Python runs."""

from typing import Any

import numpy as np
import pytest

from shinar.core.compiled import entries
from shinar.core.compiled.entries import (
    clear_items,
    copy_bytes,
    copy_items,
    write_bits,
    write_parts,
    write_sets,
)
from shinar.core.compiled.jit import compiled, jit
from tests.core.conftest import Switch

VALUES = np.array([5, 0, 3, 7], np.int8)


@pytest.mark.parametrize(
    ("write", "arguments", "written"),
    [
        (copy_items, lambda row: (VALUES, 1, row, 2, 3), [9, 9, 0, 3, 7, 9, 9, 9, 9]),
        (copy_bytes, lambda row: (VALUES, 1, row, 2, 3), [9, 9, 0, 3, 7, 9, 9, 9, 9]),
        (write_bits, lambda row: (0b1101, row, 3, 4), [9, 9, 9, 1, 0, 1, 1, 9, 9]),
        (write_bits, lambda row: (0b1_1000_0001, row, 0, 9), [1, 0, 0, 0, 0, 0, 0, 1, 1]),
        (write_bits, lambda row: (0b1000_0001, row, 1, 8), [9, 1, 0, 0, 0, 0, 0, 0, 1]),
        (write_sets, lambda row: (np.array([0b1001, 0b0110]), row, 1, 2, 4), [9, 1, 0, 0, 1, 0, 1, 1, 0]),
        (write_sets, lambda row: (np.array([0b11101]), row, 2, 1, 5), [9, 9, 1, 0, 1, 1, 1, 9, 9]),
        (clear_items, lambda row: (row, 1, 4), [9, 0, 0, 0, 0, 9, 9, 9, 9]),
        (write_parts, lambda row: (0b1101, row, 3, 4, 1), [9, 9, 9, 1, 0, 1, 1, 9, 9]),
        (write_parts, lambda row: (0x35, row, 0, 2, 4), [5, 3, 9, 9, 9, 9, 9, 9, 9]),
    ],
)
def test_loops_that_count_without_a_sign_write_the_same(write: Any, arguments: Any, written: list[int]) -> None:
    for form in (write, vars(write)["compiled_source"]):
        row = np.full(9, 9, np.int8)
        form(*arguments(row))
        assert row.tolist() == written


@jit
def copy_and_spread(values: Any, row: Any, count: int) -> None:
    copy_bytes(values, 1, row, 0, count)
    write_bits(0b1_0100_0001, row, 3, 9)


@pytest.mark.usefixtures("empty_cache")
def test_blocks_are_copied_by_compiled_code(switch_compiler: Switch) -> None:
    switch_compiler(True)
    row = np.full(14, 9, np.int8)
    compiled(copy_and_spread)(VALUES, row, 3)
    assert row.tolist() == [0, 3, 7, 1, 0, 0, 0, 0, 0, 1, 0, 1, 9, 9]


@pytest.mark.usefixtures("empty_cache")
def test_the_end_of_a_block_is_checked_where_indices_are(
    switch_compiler: Switch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    switch_compiler(True)
    with pytest.raises(IndexError):
        compiled(copy_and_spread)(VALUES, np.zeros(14, np.int8), 4)


def test_only_what_writers_call_is_offered_to_them() -> None:
    assert all(callable(getattr(entries, name)) for name in entries.__all__)
