"""Tables of integers that rules look things up in: a tuple for ordinary Python, an array for compiled code.

A NumPy scalar must not get into a plain record, and a long tuple would be compiled into a long chain of tests; so
each form of the rules gets the form of the table that suits it.
"""

from collections.abc import Callable, Sequence

from shinar.core.compiled.jit import jit_as

__all__ = ["grid", "table"]


def table(values: Sequence[int]) -> Callable[[int], int]:
    """A function that looks up the value at an index."""
    import numpy as np

    array = np.array(values, np.int64)
    rows = tuple(values)

    def compiled_look_up(index: int) -> int:  # pragma: no cover  # it is only ever compiled
        return array[index]  # type: ignore[no-any-return]  # this form is only ever compiled

    @jit_as(compiled_look_up)
    def look_up(index: int) -> int:
        return rows[index]

    return look_up


def grid(values: Sequence[Sequence[int]]) -> Callable[[int, int], int]:
    """A function that looks up the value in a row and a column."""
    import numpy as np

    width = len(values[0])
    array = np.array(values, np.int64).reshape(-1)
    rows = tuple(tuple(row) for row in values)

    def compiled_look_up(row: int, column: int) -> int:  # pragma: no cover  # it is only ever compiled
        return array[row * width + column]  # type: ignore[no-any-return]  # this form is only ever compiled

    @jit_as(compiled_look_up)
    def look_up(row: int, column: int) -> int:
        return rows[row][column]

    return look_up
