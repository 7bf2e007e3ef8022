"""The only place that makes random generators: one stream deals the cards of a match, others think.

A match is dealt from Python's own generator, seeded by 256 bits. Kernels think with a small record `Rng`; its
arithmetic is chosen so that the same lines give the same numbers as compiled code and as ordinary Python.
"""

import hashlib
import random
import secrets

from shinar.core.jit import jit
from shinar.core.layout import i64, layout

__all__ = ["Rng", "below", "dealing", "derive", "fresh_seed", "reseed", "thinking"]

MASK = (1 << 63) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407


@layout
class Rng:
    """A generator for kernels: 63 bits of state, stepped by `below`."""

    state: i64


@jit
def below(rng: Rng, n: int) -> int:
    """A random number in 0 … n-1 (n at most 2**31), from the high and good bits of a linear congruence."""
    rng.state = (rng.state * MULTIPLIER + INCREMENT) & MASK
    return ((rng.state >> 32) * n) >> 31


@jit
def reseed(rng: Rng, number: int) -> None:
    """Begin the stream of a number; neighbouring numbers give unrelated streams."""
    mixed = (number * 0x1E3779B97F4A7C15 + INCREMENT) & MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0x3F58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x14D049BB133111EB) & MASK
    rng.state = mixed ^ (mixed >> 31)


def fresh_seed() -> int:
    """An unpredictable seed, for matches that nobody asked to repeat."""
    return secrets.randbits(63)


def derive(seed: int, *labels: object) -> int:
    """An independent seed for a purpose: `derive(seed, "game", 7)`."""
    return int.from_bytes(hashlib.sha256(repr((seed, *labels)).encode()).digest(), "big")


def dealing(seed: int) -> random.Random:
    """The stream that deals a match."""
    return random.Random(derive(seed, "dealing"))


def thinking(seed: int, *labels: object) -> Rng:
    """A stream for bots and simulations, unrelated to the one that deals."""
    rng = Rng()
    rng.state = derive(seed, "thinking", *labels) & MASK
    return rng
