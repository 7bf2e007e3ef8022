"""Piles: like Python lists whose unused slots are 0."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from shinar.core.compiled.jit import compiled, jit
from shinar.core.compiled.kernel import from_array, to_array
from shinar.core.compiled.layout import Array, i8, layout, per
from shinar.core.piles import is_empty, pop, push, remove_all, remove_at, top, total

SIZE = 6
cards = st.integers(1, 3)


@layout
class Pile:
    """A pile of up to six cards."""

    n: i8
    cards: Array[i8] = per(SIZE)


class PilesAreLists(RuleBasedStateMachine):
    """Whatever is done to a pile and to a list leaves the same cards."""

    def __init__(self) -> None:
        super().__init__()
        self.pile = Pile()
        self.list: list[int] = []

    @precondition(lambda self: len(self.list) < SIZE)
    @rule(card=cards)
    def push(self, card: int) -> None:
        push(self.pile, card)
        self.list.append(card)

    @precondition(lambda self: self.list)
    @rule()
    def pop(self) -> None:
        assert pop(self.pile) == self.list.pop()

    @precondition(lambda self: self.list)
    @rule(data=st.data())
    def remove_at(self, data: st.DataObject) -> None:
        position = data.draw(st.integers(0, len(self.list) - 1))
        remove_at(self.pile, position)
        del self.list[position]

    @rule(card=cards)
    def remove_all(self, card: int) -> None:
        assert remove_all(self.pile, card) == self.list.count(card)
        self.list = [other for other in self.list if other != card]

    @invariant()
    def same_cards(self) -> None:
        assert self.pile.cards == self.list + [0] * (SIZE - len(self.list))
        assert self.pile.n == len(self.list)
        assert top(self.pile) == (self.list[-1] if self.list else 0)


TestPilesAreLists = PilesAreLists.TestCase
TestPilesAreLists.settings = settings(max_examples=40, stateful_step_count=20)


@given(st.lists(st.integers(0, 100), max_size=10))
def test_the_total_is_the_sum(counts: list[int]) -> None:
    assert total(counts) == sum(counts)


@jit
def shuffle_about(piles: Any) -> int:
    pile = piles[0]
    for card in range(1, 6):
        push(pile, card % 3 + 1)
    remove_at(pile, 1)
    return remove_all(pile, 2) * 1000 + pop(pile) * 100 + top(pile) * 10 + total(pile.cards)


@pytest.mark.usefixtures("is_compiled")
def test_piles_do_the_same_compiled() -> None:
    plain, boxed = Pile(), to_array(Pile())
    assert compiled(shuffle_about)(boxed) == shuffle_about([plain])
    assert from_array(Pile, boxed) == plain


@given(st.lists(st.integers(0, 2), max_size=10))
def test_counts_are_empty_when_all_are_zero(counts: list[int]) -> None:
    assert is_empty(counts) == (sum(counts) == 0)
