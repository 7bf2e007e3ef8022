"""Small sets as the bits of an integer: what rules choose from, counted or picked without listing."""

from shinar.core.compiled.jit import jit

__all__ = ["as_int", "count_bits", "nth_bit"]


@jit
def as_int(field: int) -> int:
    """The value of a field as a full integer: in a kernel a field alone keeps its small type, which tuples mind."""
    return 0 + field


@jit
def count_bits(bits: int) -> int:
    """The size of a set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@jit
def nth_bit(bits: int, n: int) -> int:
    """The n-th smallest member of a set, counted from 0."""
    for _ in range(n):
        bits &= bits - 1
    member = 0
    while bits >> member & 1 == 0:
        member += 1
    return member
