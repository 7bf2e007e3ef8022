"""Working space for kernels."""

from typing import Any

from shinar.core.compiled.jit import compiled, jit
from shinar.core.compiled.scratch import scratch


@jit
def squares(count: int) -> int:
    """The sum of squares, the long way round."""
    numbers = scratch(count)
    for i in range(count):
        numbers[i] += i * i
    result = 0
    for number in numbers:
        result += number
    return result


def test_working_space_is_blank_and_as_long_as_asked() -> None:
    assert scratch(3) == [0, 0, 0]


def test_the_compiler_gets_an_array_of_the_same_zeros() -> None:
    source: Any = vars(scratch)["compiled_source"]
    assert source(3).tolist() == scratch(3)


def test_kernels_use_it_like_plain_python() -> None:
    assert compiled(squares)(10) == squares(10) == 285
