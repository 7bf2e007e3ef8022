"""Small sets as bits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinar.core.bits import as_int, count_bits, lowest_bit, nth_bit

members = st.sets(st.integers(0, 40), min_size=1)


@given(members)
def test_bits_are_counted_and_found_in_order(found: set[int]) -> None:
    bits = sum(1 << member for member in found)
    assert count_bits(bits) == len(found)
    assert [nth_bit(bits, n) for n in range(len(found))] == sorted(found)


@pytest.mark.parametrize("member", range(63))
def test_the_lowest_bit_is_the_smallest_member(member: int) -> None:
    assert lowest_bit(1 << member) == member
    assert lowest_bit(1 << member | 1 << 62) == member


def test_the_empty_set_has_no_bits() -> None:
    assert count_bits(0) == 0


@pytest.mark.parametrize("value", [-128, 0, 127])
def test_a_field_keeps_its_value_as_an_integer(value: int) -> None:
    assert as_int(value) == value
