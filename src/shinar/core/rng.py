"""The only place that makes random generators: some deal the cards of matches, others serve bots and simulations.

A match is dealt by Python's own generator, made anew for each draw from a digest of the seed and the draw's place in
the log. Kernels use a small record, `Rng`. Its arithmetic never overflows, so that the same lines give the same
numbers as compiled code and as ordinary Python: a compiler assumes that signed numbers do not overflow, and may leave
out the mask that would correct it.
"""

import hashlib
import random
import secrets

from shinar.core.compiled.jit import jit
from shinar.core.compiled.layout import i64, layout

__all__ = ["Rng", "below", "dealing", "derive", "fresh_seed", "reseed", "search_rng"]

MASK = (1 << 63) - 1
HALF = 32  # bits
LOW_HALF = (1 << HALF) - 1
MULTIPLIER = 1967773755  # below 2**31; MULTIPLIER * 2**32 - 1 is a safe prime, which makes the period 2**61.9
OUTPUT_BITS = 31
OUTPUT = (1 << OUTPUT_BITS) - 1
ROUNDS = 3  # after which neighbouring seeds have nothing in common


@layout
class Rng:
    """A generator for kernels: 63 bits of state, stepped by `below`."""

    state: i64


@jit
def advanced(state: int) -> int:
    """The state after a state: multiply with carry, the carry in the high half; 1 is added so that 0 can be left."""
    return MULTIPLIER * (state & LOW_HALF) + (state >> HALF) + 1


@jit
def below(rng: Rng, n: int) -> int:
    """A random number in 0 … n-1 (n at most 2**31)."""
    rng.state = advanced(rng.state)
    return (((rng.state ^ (rng.state >> HALF)) & OUTPUT) * n) >> OUTPUT_BITS


@jit
def reseed(rng: Rng, number: int) -> None:
    """Begin the stream of a number; neighbouring numbers give unrelated streams."""
    state = number & MASK
    for _ in range(ROUNDS):
        state = advanced(state ^ (state >> (HALF - 3)))
    rng.state = state


def fresh_seed() -> int:
    """An unpredictable seed, for matches that need not be repeatable."""
    return secrets.randbits(63)


def derive(seed: int, *labels: object) -> int:
    """An independent seed for a purpose: `derive(seed, "game", 7)`."""
    return int.from_bytes(hashlib.sha256(repr((seed, *labels)).encode()).digest(), "big")


def dealing(seed: int) -> random.Random:
    """A stream that deals, unrelated to those of bots; `Match` makes one for each draw."""
    return random.Random(derive(seed, "dealing"))


def search_rng(seed: int, *labels: object) -> Rng:
    """A stream for bots and simulations, unrelated to the one that deals."""
    rng = Rng()
    rng.state = derive(seed, "thinking", *labels) & MASK
    return rng
