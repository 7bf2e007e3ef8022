"""The loops that write entries of a row: what is compiled does the same as what Python runs."""

from typing import Any

import numpy as np
import pytest

from shinar.core.compiled import entries
from shinar.core.compiled.entries import clear_items, copy_items, write_items_of_parts, write_parts

VALUES = np.array([5, 0, 3, 7], np.int8)


@pytest.mark.parametrize(
    ("write", "arguments", "written"),
    [
        (copy_items, lambda row: (VALUES, 1, row, 2, 3), [9, 9, 0, 3, 7, 9, 9, 9, 9]),
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


def test_items_that_are_empty_are_written_too() -> None:
    row = np.full(9, 9, np.int8)
    write_items_of_parts(VALUES, row, 1, 2, 3, 1)
    assert row.tolist() == [9, 1, 0, 1, 0, 0, 0, 9, 9]


def test_only_what_writers_call_is_offered_to_them() -> None:
    assert all(callable(getattr(entries, name)) for name in entries.__all__)
