"""What Numba has no words for: copying memory as a block, rows of tables that are not counted, fetching ahead."""

from typing import Any

from shinar.core.compiled.jit import jit_made_by
from shinar.core.compiled.layout import CACHE_LINE

__all__ = ["copy_memory", "fetch_part", "row_of"]


def _block_copy() -> Any:
    """Copying as a block: a loop over a number of bytes that is no power of two takes up to ten times as long."""
    from numba import extending
    from numba.core import cgutils, types

    intrinsic: Any = extending.intrinsic  # Numba has no types
    copy_raw: Any = cgutils.raw_memcpy

    @intrinsic  # type: ignore[untyped-decorator]  # see above
    def copy_block(_: Any, values: Any, _first: Any, row: Any, _at: Any, _count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            source, target = (context.make_array(signature.args[i])(context, builder, given[i]) for i in (0, 2))
            start, end = builder.gep(source.data, [given[1]]), builder.gep(target.data, [given[3]])
            copy_raw(builder, end, start, given[4], 1)
            return context.get_dummy_value()

        return types.void(values, types.int64, row, types.int64, types.int64), generate

    def choose(values: Any, _first: Any, row: Any, _at: Any, _count: Any) -> Any:
        assert all(array.dtype == types.int8 and array.layout == "C" for array in (values, row))
        return lambda values, first, row, at, count: copy_block(values, first, row, at, count)

    return choose


@jit_made_by(_block_copy)
def copy_memory(values: Any, first: int, row: Any, at: int, count: int) -> None:
    """Copy bytes, without a look at bounds."""
    for i in range(count):
        row[at + i] = values[first + i]


def _borrowed_row() -> Any:
    """A row that does not keep its table alive, as the caller of the kernel does: counting takes longer than a copy."""
    from numba import extending
    from numba.core import types
    from numba.np import arrayobj

    intrinsic: Any = extending.intrinsic  # Numba has no types
    arrays: Any = arrayobj

    @intrinsic  # type: ignore[untyped-decorator]  # see above
    def borrow(_: Any, table: Any, _index: Any) -> Any:
        row = types.Array(table.dtype, 1, "C")

        def generate(context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            whole, part = arrays.make_array(table)(context, builder, given[0]), arrays.make_array(row)(context, builder)
            stride, item = (builder.extract_value(whole.strides, axis) for axis in (0, 1))
            address = builder.add(builder.ptrtoint(whole.data, stride.type), builder.mul(given[1], stride))
            data, count = builder.inttoptr(address, whole.data.type), builder.extract_value(whole.shape, 1)
            arrays.populate_array(part, data, [count], [item], whole.itemsize, meminfo=None)
            return part._getvalue()

        return row(table, types.int64), generate

    def choose(table: Any, _index: Any) -> Any:
        assert (table.ndim, table.layout) == (2, "C")
        return lambda table, index: borrow(table, index)

    return choose


@jit_made_by(_borrowed_row)
def row_of(table: Any, index: int) -> Any:
    """A row of a table, without a look at bounds."""
    return table[index]


def _fetching() -> Any:
    """Fetching memory into the cache while something else is done; the address may lie behind the end of the table."""
    from llvmlite import ir
    from numba import extending
    from numba.core import cgutils, types

    intrinsic: Any = extending.intrinsic  # Numba has no types
    ranges: Any = cgutils.for_range_slice

    @intrinsic  # type: ignore[untyped-decorator]  # see above
    def fetch(_: Any, table: Any, _index: Any, _first: Any, _count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            whole = context.make_array(signature.args[0])(context, builder, given[0])
            stride, word = builder.extract_value(whole.strides, 0), ir.IntType(32)
            pointer = ir.IntType(8).as_pointer()
            fetch_line = builder.module.declare_intrinsic(
                "llvm.prefetch", [pointer], ir.FunctionType(ir.VoidType(), [pointer, word, word, word])
            )
            row = builder.add(builder.ptrtoint(whole.data, stride.type), builder.mul(given[1], stride))
            start, step = builder.add(row, given[2]), ir.Constant(stride.type, CACHE_LINE)
            stop = builder.add(start, given[3])
            with ranges(builder, start, stop, step, stride.type) as (address, _count):
                to_write, keep, data = (ir.Constant(word, number) for number in (1, 3, 1))
                builder.call(fetch_line, [builder.inttoptr(address, pointer), to_write, keep, data])
            return context.get_dummy_value()

        return types.void(table, types.int64, types.int64, types.int64), generate

    def choose(table: Any, _index: Any, _first: Any, _count: Any) -> Any:
        assert (table.ndim, table.layout, table.dtype) == (2, "C", types.int8)
        return lambda table, index, first, count: fetch(table, index, first, count)

    return choose


@jit_made_by(_fetching)
def fetch_part(table: Any, index: int, first: int, count: int) -> None:
    """Have some bytes of a row of a table at hand soon; there need not be such a row."""
