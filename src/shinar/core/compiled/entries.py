"""Writing entries of a row: what the writers that `encoding` makes are made of.

Compiled, the loops count without a sign: an index that may be negative would be looked at for each entry, which keeps
the compiler from writing many entries at a time.
"""

from typing import Any

import numpy as np

from shinar.core.compiled.jit import jit, jit_as

__all__ = ["copy_items", "write_digits", "write_items_of_parts", "write_many_parts", "write_parts"]


def _copy_unsigned(values: Any, first: int, row: Any, at: int, count: int) -> None:
    source, target = np.uint64(first), np.uint64(at)
    for i in range(np.uint64(count)):
        row[target + i] = values[source + i]


@jit_as(_copy_unsigned)
def copy_items(values: Any, first: int, row: Any, at: int, count: int) -> None:
    """Write small numbers as they are."""
    for i in range(count):
        row[at + i] = values[first + i]


def _clear_unsigned(row: Any, at: int, count: int) -> None:
    target = np.uint64(at)
    for i in range(np.uint64(count)):
        row[target + i] = 0


@jit_as(_clear_unsigned)
def clear_items(row: Any, at: int, count: int) -> None:
    """Write zeros."""
    for i in range(count):
        row[at + i] = 0


def _write_parts_unsigned(value: int, row: Any, at: int, count: int, bits: int) -> None:
    target = np.uint64(at)
    for i in range(count):
        row[target + np.uint64(i)] = value >> i * bits & (1 << bits) - 1


@jit_as(_write_parts_unsigned)
def write_parts(value: int, row: Any, at: int, count: int, bits: int) -> None:
    """Write the numbers that are packed into a value, the lowest first."""
    for i in range(count):
        row[at + i] = value >> i * bits & (1 << bits) - 1


@jit
def write_many_parts(value: int, row: Any, at: int, count: int, bits: int) -> None:
    """The same for a value with many of them; large sets are often empty, which is quick."""
    if value == 0:
        clear_items(row, at, count)
    else:
        write_parts(value, row, at, count, bits)


@jit
def write_items_of_parts(values: Any, row: Any, at: int, items: int, count: int, bits: int) -> None:
    """Write the numbers that are packed into each of several values; most are often empty."""
    clear_items(row, at, items * count)
    for i in range(items):
        if values[i] != 0:
            write_parts(values[i], row, at + i * count, count, bits)


@jit
def write_digits(value: int, row: Any, at: int, count: int, base: int) -> None:
    """Write a large value in digits, the highest first; that one takes the sign."""
    for i in range(count - 1):
        row[at + count - 1 - i] = value % base
        value //= base
    row[at] = value
