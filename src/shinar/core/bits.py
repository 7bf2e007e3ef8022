"""Small sets as the bits of an integer: what rules choose from, counted or picked without listing."""

from shinar.core.compiled.jit import jit
from shinar.core.tables import table

__all__ = ["as_int", "count_bits", "lowest_bit", "nth_bit"]

PRIME = 67  # the powers of two below 2**66 leave different remainders
_MEMBERS = {(1 << member) % PRIME: member for member in range(63)}
member_of = table([_MEMBERS.get(remainder, 0) for remainder in range(PRIME)])  # of a set of one, by remainder


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


@jit
def lowest_bit(bits: int) -> int:
    """The smallest member of a set that is not empty, in the same time for all."""
    return member_of((bits & -bits) % PRIME)
