"""Piles of cards and counts of cards, as rules use them. A pile is a layout with `n` and `cards`, last card on top.

Slots above the top are kept 0, so that equal positions are equal records.
"""

from collections.abc import Sequence
from typing import Protocol

from shinar.core.compiled.jit import jit
from shinar.core.rng import Rng, below

__all__ = ["Pile", "is_empty", "pick", "pop", "push", "remove_all", "remove_at", "top", "total"]


class Pile(Protocol):
    """What a layout needs to be a pile."""

    n: int
    cards: list[int]


@jit
def push(pile: Pile, card: int) -> None:
    """Put a card on top."""
    pile.cards[pile.n] = card
    pile.n += 1


@jit
def pop(pile: Pile) -> int:
    """Take the top card."""
    pile.n -= 1
    card = pile.cards[pile.n]
    pile.cards[pile.n] = 0
    return card


@jit
def top(pile: Pile) -> int:
    """The top card; 0 if there is none, so meant for piles whose cards count from 1."""
    if pile.n == 0:
        return 0
    return pile.cards[pile.n - 1]


@jit
def remove_at(pile: Pile, position: int) -> None:
    """Take out one card; those above it sink."""
    pile.n -= 1
    for i in range(position, pile.n):
        pile.cards[i] = pile.cards[i + 1]
    pile.cards[pile.n] = 0


@jit
def remove_all(pile: Pile, card: int) -> int:
    """Take out every copy of a card, the others keep their order; how many there were."""
    kept = 0
    for i in range(pile.n):
        if pile.cards[i] != card:
            pile.cards[kept] = pile.cards[i]
            kept += 1
    removed = pile.n - kept
    for i in range(kept, pile.n):
        pile.cards[i] = 0
    pile.n = kept
    return removed


@jit
def total(counts: Sequence[int]) -> int:
    """The sum of counts."""
    cards = 0
    for count in counts:
        cards += count
    return cards


@jit
def is_empty(counts: Sequence[int]) -> bool:
    """Whether all counts are 0."""
    for count in counts:  # noqa: SIM110 - what is compiled has no generators
        if count:
            return False
    return True


@jit
def pick(counts: list[int], rng: Rng) -> int:
    """One of several kinds of card, by their counts."""
    ticket = below(rng, total(counts))
    kind = 0
    while ticket >= counts[kind]:
        ticket -= counts[kind]
        kind += 1
    return kind
