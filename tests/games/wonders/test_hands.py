"""What the evaluation of 7 Wonders counts of the hands that a city will hold."""

import pytest

from shinar.games.wonders.components import NIBBLE, RESOURCE_NAMES, UNSEEN
from shinar.games.wonders.expertise.counts import COUNTS, count
from shinar.games.wonders.expertise.prices import OUT_OF_REACH, price_of_units
from shinar.games.wonders.seating import hand_of
from tests.games.wonders.tables import FILLER, Table

PLENTY = {"wood": 4, "stone": 4, "ore": 4, "clay": 4, "glass": 2, "papyrus": 2, "loom": 2}
COINS_INSTEAD = 5  # fifths of a point: a card can always be discarded
FILLER_WORTH = 3 * 5  # every hand holds a pawnshop


def counts(table: Table, seat: int = 0) -> dict[str, int]:
    """The counts of a city by name."""
    found = [0] * len(COUNTS)
    count(table.state, seat, found)
    return dict(zip(COUNTS, found, strict=True))


def test_the_two_best_structures_of_a_hand_count() -> None:
    table = Table(3, age=3)
    table.make(0, **PLENTY)
    table.hold(0, "pantheon", "palace", "gardens")
    found = counts(table)
    assert (found["best card"], found["second card"]) == (8 * 5, 7 * 5)


def test_what_a_city_cannot_pay_for_is_worth_a_discard() -> None:
    table = Table(3, age=3)
    table.make(0)
    table.stand(0, FILLER)
    table.hold(0, "palace")
    assert counts(table)["best card"] == COINS_INSTEAD


def test_what_must_be_bought_counts_less() -> None:
    table = Table(3, age=3)
    table.make(0, **PLENTY | {"glass": 0})
    table.coins(2, 2, 2)
    table.hold(0, "palace")
    assert COINS_INSTEAD < counts(table)["best card"] < 8 * 5


def price(table: Table, **units: int) -> int:
    """About what the first city pays for some units."""
    need = sum(n << NIBBLE * RESOURCE_NAMES.index(kind) for kind, n in units.items())
    return price_of_units(table.state, 0, need)


def test_units_cost_what_the_cheaper_neighbour_takes() -> None:
    table = Table(3)
    for number, units in enumerate(({"wood": 1}, {"ore": 1, "glass": 1}, {"ore": 1})):
        table.make(number, **units)
    table.city(0).prices = [2, 1, 2, 2]  # of raw materials from the left and the right, then of goods
    assert (price(table, wood=1), price(table, ore=1), price(table, wood=1, glass=2)) == (0, 1, 4)


def test_what_nobody_sells_is_out_of_reach_unless_a_producer_with_a_choice_makes_it() -> None:
    table = Table(3)
    for number in range(3):
        table.make(number, ore=1)
    assert price(table, clay=1) == OUT_OF_REACH
    table.city(0).num_choices = 1
    assert (price(table, clay=1), price(table, clay=2), price(table, clay=1, ore=2)) == (0, OUT_OF_REACH, 2)
    assert price(table, ore=2) == 0


def test_a_chain_makes_a_structure_free() -> None:
    table = Table(3, age=3)
    table.make(0)
    table.coins(0, 0, 0)
    table.stand(0, "statue")
    table.hold(0, "gardens")
    assert counts(table)["best card"] == 5 * 5


def test_a_structure_that_stands_is_worth_a_discard() -> None:
    table = Table(3, age=3)
    table.make(0, **PLENTY)
    table.stand(0, "palace", FILLER)
    table.hold(0, "palace")
    assert counts(table)["best card"] == COINS_INSTEAD


@pytest.mark.parametrize(("age", "giver", "next_giver"), [(2, 1, 2), (3, 2, 1)])
def test_hands_that_will_be_passed_on_count_too(age: int, giver: int, next_giver: int) -> None:
    """They go right in Age II, and left in Age III."""
    table = Table(3, age=age)
    table.make(0, **PLENTY)
    table.hold(giver, "palace")
    table.hold(next_giver, "pantheon")
    found = counts(table)
    assert (found["best card"], found["best card next turn"], found["best card in two turns"]) == (
        FILLER_WORTH,
        8 * 5,
        7 * 5,
    )


def test_nothing_is_passed_on_after_the_last_turn_of_an_age() -> None:
    table = Table(3, age=3, turn=6)
    table.make(0, **PLENTY)
    table.hold(1, "palace")
    table.hold(2, "palace")
    found = counts(table)
    assert (found["best card next turn"], found["best card in two turns"]) == (0, 0)


def test_cards_that_nobody_has_imagined_offer_nothing() -> None:
    table = Table(3, age=3)
    table.make(0, **PLENTY)
    table.hold(0, "palace")
    hand = hand_of(table.state, 0)
    hand.cards[: hand.n] = [UNSEEN] * hand.n
    assert counts(table)["best card"] == COINS_INSTEAD
