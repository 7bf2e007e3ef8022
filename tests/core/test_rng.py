"""Random streams: the same numbers compiled and plain, even, unrelated to each other, and never different tomorrow."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinar.core.compiled.jit import compiled, jit
from shinar.core.compiled.kernel import from_array, to_array
from shinar.core.rng import MASK, MULTIPLIER, Rng, advanced, below, dealing, derive, fresh_seed, reseed, search_rng
from tests.core.conftest import Switch

LARGEST = 1 << 31
states = st.integers(0, MASK)
sizes = st.integers(1, LARGEST)


@jit
def draw_three(rngs: Any, n: int) -> tuple[int, int, int]:
    """In one function, where a compiler sees how one state follows from the other."""
    return below(rngs[0], n), below(rngs[0], n), below(rngs[0], n)


@jit
def seed_from(rngs: Any, number: int) -> None:
    reseed(rngs[0], number)


def stream(state: int) -> Rng:
    rng = Rng()
    rng.state = state
    return rng


def numbers(rng: Rng, n: int, count: int) -> list[int]:
    return [below(rng, n) for _ in range(count)]


@given(states, sizes)
def test_a_number_is_below_its_limit(state: int, n: int) -> None:
    assert all(0 <= number < n for number in numbers(stream(state), n, 5))


@given(states)
def test_below_one_there_is_only_zero(state: int) -> None:
    assert numbers(stream(state), 1, 3) == [0, 0, 0]


def test_the_largest_limit_is_reached_nearly() -> None:
    assert max(numbers(search_rng(1), LARGEST, 1000)) > LARGEST * 0.99


def test_compiled_and_plain_streams_are_the_same(switch_compiler: Switch) -> None:
    switch_compiler(True)
    draw_compiled, seed_compiled = compiled(draw_three), compiled(seed_from)

    @given(states, sizes, st.integers(-(1 << 62), 1 << 62))
    def agree(state: int, n: int, number: int) -> None:
        plain, rngs = stream(state), to_array(stream(state))
        assert list(draw_compiled(rngs, n)) == numbers(plain, n, 3)
        assert from_array(Rng, rngs) == plain
        seed_compiled(rngs, number)
        reseed(plain, number)
        assert from_array(Rng, rngs) == plain

    agree()


@pytest.mark.parametrize("n", [2, 6, 10, 60])
def test_numbers_are_even(n: int) -> None:
    draws = 20_000
    counts = Counter(numbers(search_rng(2, n), n, draws))
    expected = draws / n
    chi_square = sum((counts[number] - expected) ** 2 / expected for number in range(n))
    freedom = n - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


def test_pairs_of_numbers_are_even() -> None:
    drawn = numbers(search_rng(3), 8, 20_000)
    counts = Counter(zip(drawn[::2], drawn[1::2], strict=True))
    expected = 10_000 / 64
    chi_square = sum((counts[first, second] - expected) ** 2 / expected for first in range(8) for second in range(8))
    assert chi_square < 63 + 4 * (2 * 63) ** 0.5


def test_neighbouring_numbers_begin_unrelated_streams() -> None:
    firsts = []
    rng = Rng()
    for number in range(6000):
        reseed(rng, number)
        firsts.append(below(rng, 6))
    pairs = Counter(pairwise(firsts))
    expected = 5999 / 36
    chi_square = sum((pairs[one, other] - expected) ** 2 / expected for one in range(6) for other in range(6))
    assert chi_square < 35 + 4 * (2 * 35) ** 0.5


@given(st.integers(-(1 << 63), (1 << 63) - 1))
def test_a_seeded_state_fits_its_field(number: int) -> None:
    rng = Rng()
    reseed(rng, number)
    assert 0 <= rng.state <= MASK


@given(states | st.just(MASK))
def test_no_step_overflows(state: int) -> None:
    assert MULTIPLIER < 1 << 31
    assert 0 < advanced(state) <= MASK


def test_a_blank_stream_is_a_stream_too() -> None:
    assert len(set(numbers(Rng(), 1000, 100))) > 80


def test_the_multiplier_gives_a_long_period() -> None:
    modulus = MULTIPLIER * (1 << 32) - 1
    assert all(is_probably_prime(number) for number in (modulus, (modulus - 1) // 2))


def is_probably_prime(number: int) -> bool:
    return all(pow(base, number - 1, number) == 1 for base in (2, 3, 5, 7, 11, 13))


def test_dealing_and_thinking_are_unrelated() -> None:
    agreeing = sum(dealing(seed).randrange(10) == below(search_rng(seed), 10) for seed in range(1000))
    assert 60 < agreeing < 140


def test_a_stream_depends_on_its_seed_and_labels() -> None:
    streams = (search_rng(1), search_rng(2), search_rng(1, "bot"), search_rng(1, "bot", 0), search_rng(1, "bot", 1))
    assert len({rng.state for rng in streams}) == 5
    assert search_rng(1, "bot") == search_rng(1, "bot")
    assert dealing(4).random() == dealing(4).random() != dealing(5).random()


def test_seeds_mean_the_same_for_ever() -> None:
    assert derive(1) == PINNED_DERIVED[0]
    assert derive(1, "game", 7) == PINNED_DERIVED[1]
    assert numbers(search_rng(1), 1000, 5) == PINNED_THINKING
    assert [dealing(1).randrange(1000) for _ in range(2)] == PINNED_DEALING
    rng = Rng()
    reseed(rng, 1)
    assert rng.state == PINNED_RESEEDED


def test_fresh_seeds_differ() -> None:
    seeds = {fresh_seed() for _ in range(10)}
    assert len(seeds) == 10
    assert all(0 <= seed < 1 << 63 for seed in seeds)


PINNED_DERIVED = (
    18451209359060732933578936294953009047887650970884936996526761230803507577647,
    68230135754707525574944451126952879819538786101688378962005989187303149610168,
)
PINNED_THINKING = [891, 51, 848, 116, 824]
PINNED_DEALING = [266, 266]
PINNED_RESEEDED = 3386535044037222230
