"""Rows of tables: the same numbers, in the same memory, and nothing is counted."""

import sys
from typing import Any

import numpy as np
import pytest

from shinar.core.compiled.jit import compiled, jit
from shinar.core.compiled.memory import fetch_part, row_of


@jit
def double_row(table: Any, index: int) -> int:
    row = row_of(table, index)
    for i in range(len(row)):
        row[i] *= 2
    return len(row)


@pytest.mark.usefixtures("empty_cache", "is_compiled")
@pytest.mark.parametrize("kind", [np.int8, np.float32])
def test_a_row_is_part_of_its_table(kind: Any) -> None:
    table = np.arange(12, dtype=kind).reshape(4, 3)
    before = sys.getrefcount(table)
    assert compiled(double_row)(table, 2) == 3
    assert table.tolist() == [[0, 1, 2], [3, 4, 5], [12, 14, 16], [9, 10, 11]]
    assert sys.getrefcount(table) == before


@jit
def fetch_and_add(table: Any) -> int:
    fetch_part(table, 3, 0, 8)
    fetch_part(table, 100, 8, 200)
    return int(table[3, 1] + table[2, 0])


@pytest.mark.usefixtures("empty_cache", "is_compiled")
def test_rows_can_be_fetched_ahead_even_behind_the_end() -> None:
    table = np.arange(12, dtype=np.int8).reshape(4, 3)
    assert compiled(fetch_and_add)(table) == 10 + 6
