"""Numbers that several threads change at the same time, without a lock: what one has written, the others see.

Each is an entry of an array of `i64`. Ordinary Python, which has no such operations, takes a lock instead.
"""

from threading import Lock
from typing import Any

from shinar.core.compiled.jit import jit, jit_made_by

__all__ = ["add_to", "lower_to", "read", "write"]

_lock = Lock()


@jit  # never compiled itself, but what is compiled depends on it
def _cell(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    """Where the number stands."""
    array = context.make_array(signature.args[0])(context, builder, given[0])
    return builder.gep(array.data, [given[1]])


@jit  # as above
def _changing(operation: str) -> Any:
    """What changes a number and gives the one that was there."""
    from numba import extending
    from numba.core import types

    intrinsic: Any = extending.intrinsic  # Numba has no types

    @intrinsic  # type: ignore[untyped-decorator]  # see above
    def change(_: Any, cells: Any, _index: Any, _number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return builder.atomic_rmw(operation, _cell(context, builder, signature, given), given[2], "seq_cst")

        return types.int64(cells, types.int64, types.int64), generate

    def choose(cells: Any, _index: Any, _number: Any) -> Any:
        assert (cells.dtype, cells.layout) == (types.int64, "C")
        return lambda cells, index, number: change(cells, index, number)

    return choose


def _adding() -> Any:
    return _changing("add")


@jit_made_by(_adding)
def add_to(cells: Any, index: int, number: int) -> int:
    """Add to a number; the number before."""
    with _lock:
        before = int(cells[index])
        cells[index] = before + number
        return before


def _lowering() -> Any:
    return _changing("min")


@jit_made_by(_lowering)
def lower_to(cells: Any, index: int, number: int) -> int:
    """Make a number another one if that is lower; the number before."""
    with _lock:
        before = int(cells[index])
        cells[index] = min(before, number)
        return before


def _writing() -> Any:
    return _changing("xchg")


@jit_made_by(_writing)
def write(cells: Any, index: int, number: int) -> int:
    """Make a number another one; the number before."""
    with _lock:
        before = int(cells[index])
        cells[index] = number
        return before


def _reading() -> Any:
    from numba import extending
    from numba.core import types

    intrinsic: Any = extending.intrinsic  # Numba has no types

    @intrinsic  # type: ignore[untyped-decorator]  # see above
    def load(_: Any, cells: Any, _index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return builder.load_atomic(_cell(context, builder, signature, given), "seq_cst", 8)

        return types.int64(cells, types.int64), generate

    def choose(cells: Any, _index: Any) -> Any:
        assert (cells.dtype, cells.layout) == (types.int64, "C")
        return lambda cells, index: load(cells, index)

    return choose


@jit_made_by(_reading)
def read(cells: Any, index: int) -> int:
    """A number as it is now."""
    return int(cells[index])
