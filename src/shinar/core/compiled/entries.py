"""Writing entries of a row: what the writers that `encoding` makes are made of.

Compiled, the loops count without a sign: an index that may be negative would be looked at for each entry, which keeps
the compiler from writing many entries at a time.
"""

from typing import Any

import numpy as np

from shinar.core.compiled.jit import jit, jit_as
from shinar.core.compiled.memory import copy_memory

__all__ = ["copy_bytes", "copy_items", "write_bits", "write_digits", "write_parts"]
__all__ += ["write_sets"]

BYTE = 8  # bits
LOW_BYTE = (1 << BYTE) - 1
SPREAD = np.array([value >> bit & 1 for value in range(1 << BYTE) for bit in range(BYTE)], np.int8)  # the bits of each


def _copy_unsigned(values: Any, first: int, row: Any, at: int, count: int) -> None:
    source, target = np.uint64(first), np.uint64(at)
    for i in range(np.uint64(count)):
        row[target + i] = values[source + i]


@jit_as(_copy_unsigned)
def copy_items(values: Any, first: int, row: Any, at: int, count: int) -> None:
    """Write small numbers as they are."""
    row[at : at + count] = values[first : first + count]


def _copy_checked(values: Any, first: int, row: Any, at: int, count: int) -> None:
    source, target, last = np.uint64(first), np.uint64(at), np.uint64(count - 1)
    row[target + last] |= values[source + last] & 0  # checks the ends where indices are; else nothing is left of it
    copy_memory(values, first, row, at, count)


@jit_as(_copy_checked)
def copy_bytes(values: Any, first: int, row: Any, at: int, count: int) -> None:
    """Write bytes as they are, at least one."""
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


def _write_bits_from_table(value: int, row: Any, at: int, count: int) -> None:
    for first in range(0, count - BYTE + 1, BYTE):
        copy_bytes(SPREAD, (value >> first & LOW_BYTE) * BYTE, row, at + first, BYTE)
    rest = count % BYTE
    if rest:
        copy_bytes(SPREAD, (value >> count - rest & LOW_BYTE) * BYTE, row, at + count - rest, rest)


@jit_as(_write_bits_from_table)
def write_bits(value: int, row: Any, at: int, count: int) -> None:
    """Write a set, the lowest bit first; compiled, eight of them at a time, whatever is in it."""
    row[at : at + count] = [value >> i & 1 for i in range(count)]


def _write_sets_from_table(values: Any, row: Any, at: int, count: int, size: int) -> None:
    for i in range(count - 1):  # eight entries are written at once, and the next set over those that are too many
        copy_bytes(SPREAD, (values[i] & LOW_BYTE) * BYTE, row, at + i * size, BYTE)
    write_bits(values[count - 1], row, at + (count - 1) * size, size)


@jit_as(_write_sets_from_table)
def write_sets(values: Any, row: Any, at: int, count: int, size: int) -> None:
    """Write sets of the same size, of four to eight entries, one after the other."""
    for i in range(count):
        write_bits(values[i], row, at + i * size, size)


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
def write_digits(value: int, row: Any, at: int, count: int, base: int) -> None:
    """Write a large value in digits, the highest first; that one takes the sign."""
    for i in range(count - 1):
        row[at + count - 1 - i] = value % base
        value //= base
    row[at] = value
