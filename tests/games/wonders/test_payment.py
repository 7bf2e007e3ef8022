"""Paying [SW-5], against a search that tries everything."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.registry import make
from shinar.games.wonders.building import can_build, ways_to_build, ways_to_stage
from shinar.games.wonders.components import CARDS, KINDS, NIBBLE, RAW_KINDS
from shinar.games.wonders.expansions.pack.staging import can_stage
from shinar.games.wonders.payment import (
    NO_WAY,
    Family,
    cheapest,
    is_in,
    list_offers,
    shortage,
    units_in,
    with_producer,
)
from shinar.games.wonders.stages import next_stage
from shinar.games.wonders.state import DEAL_BOARDS, City, State
from tests.games.wonders.tables import Table

Producer = tuple[int, ...]  # the kinds of which it makes one
OWN, LEFT, RIGHT = range(3)

kinds = st.integers(0, KINDS - 1)
pairs = st.sets(kinds, min_size=2, max_size=3).map(lambda chosen: tuple(sorted(chosen)))
costs = st.lists(kinds, max_size=5)
fixed = st.lists(kinds, max_size=3)
choices = st.lists(pairs, max_size=2)
prices = st.lists(st.integers(0, 3), min_size=4, max_size=4)


def bag(units: list[int]) -> int:
    return sum(1 << NIBBLE * kind for kind in units)


def set_up(city: City, units: list[int], sold: list[Producer], own: list[Producer]) -> None:
    """Let a city make units, and one each of several kinds, the first of which are for sale."""
    city.fixed = bag(units)
    for i, choice in enumerate(sold + own):
        city.choices[i] = sum(1 << kind for kind in choice)
    city.num_sold, city.num_choices = len(sold), len(sold) + len(own)


def every_payment(state: State, need: list[int]) -> set[tuple[int, int]]:
    """All payments, found by giving every unit to every producer in turn."""
    producers = [(OWN, kind) for kind in producers_of(state.cities[0], all_of_them=True)]
    producers += [(LEFT, kind) for kind in producers_of(state.cities[1], all_of_them=False)]
    producers += [(RIGHT, kind) for kind in producers_of(state.cities[2], all_of_them=False)]
    usable = [[i for i, (_, mask) in enumerate(producers) if mask >> kind & 1] for kind in need]
    found = set()
    for chosen in product(*usable):
        if len(set(chosen)) == len(chosen):
            found.add(paid(state, need, [producers[i][0] for i in chosen]))
    return found


def producers_of(city: City, all_of_them: bool) -> list[int]:
    fixed_units = [1 << kind for kind in range(KINDS) for _ in range(city.fixed >> NIBBLE * kind & 15)]
    return fixed_units + city.choices[: city.num_choices if all_of_them else city.num_sold]


def paid(state: State, need: list[int], sources: list[int]) -> tuple[int, int]:
    left = right = 0
    for kind, source in zip(need, sources, strict=True):
        price = state.cities[0].prices[(0 if kind < RAW_KINDS else 2) + (source == RIGHT)]
        left += price * (source == LEFT)
        right += price * (source == RIGHT)
    return left, right


def best(payments: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Those of which no other is at least as good for both."""
    return {
        offer
        for offer in payments
        if not any(other != offer and other[0] <= offer[0] and other[1] <= offer[1] for other in payments)
    }


def offers(state: State) -> set[tuple[int, int]]:
    return {(left, right - 1) for left, right in enumerate(state.cities[0].plan.offers) if right}


@given(costs, st.tuples(fixed, fixed, fixed), st.tuples(choices, choices, choices, choices), prices, st.integers(0, 12))
def test_payments_are_those_that_trying_everything_finds(
    need: list[int],
    units: tuple[list[int], list[int], list[int]],
    alternatives: tuple[list[Producer], list[Producer], list[Producer], list[Producer]],
    price: list[int],
    limit: int,
) -> None:
    """[SW-5.1] [SW-5.2] [SW-5.3] [SW-5.4] [SW-5.7]"""
    state = Table().state
    for city, made, sold in zip(state.cities, units, alternatives, strict=False):
        set_up(city, made, sold, alternatives[3] if city is state.cities[0] else alternatives[3][:1])
    state.cities[0].prices = list(price)
    expected = best({offer for offer in every_payment(state, need) if sum(offer) <= limit})
    least = cheapest(state, 0, bag(need), 0, limit, 0)
    assert least == min((left + right for left, right in expected), default=NO_WAY)
    assert (cheapest(state, 0, bag(need), 0, limit, NO_WAY - 1) < NO_WAY) == (least < NO_WAY)
    list_offers(state, 0, bag(need), 0, limit, state.cities[0].plan.offers)
    assert offers(state) == expected


@given(st.lists(st.integers(0, 8), min_size=KINDS, max_size=KINDS), st.lists(kinds, max_size=15))
def test_a_shortage_is_what_is_needed_beyond_what_is_made(need: list[int], made: list[int]) -> None:
    needed = sum(count << NIBBLE * kind for kind, count in enumerate(need))
    lacking = [max(0, count - made.count(kind)) for kind, count in enumerate(need)]
    assert shortage(needed, bag(made)) == sum(count << NIBBLE * kind for kind, count in enumerate(lacking))
    assert units_in(needed) == sum(need)


EVERYTHING = ("tower", "projects", "leaders", "cities")


@pytest.mark.parametrize(("players", "expansions"), [(2, EVERYTHING[:2]), (3, ()), (4, EVERYTHING)])
def test_what_can_be_built_is_what_there_is_a_way_to_build(players: int, expansions: tuple[str, ...]) -> None:
    game = make("wonders", players=players, expansions=expansions)
    walk = Match(game, seed=5, deals=False)
    for turn, entry in enumerate(play_at_random(game, seed=5).log):
        state = walk.reveal()
        for number in range(state.num_cities if state.phase > DEAL_BOARDS else 0):
            assert can_stage(state, number) == (ways_to_stage(state, number, next_stage(state, number)) != 0)
            for card in range(turn % 5, CARDS, 5):
                assert can_build(state, number, card) == (ways_to_build(state, number, card) != 0)
        walk.play(entry.actor, entry.action)


def test_eight_missing_units_can_be_bought_from_both_sides() -> None:
    """More units than one word of a family holds."""
    table = Table()
    state = table.state
    set_up(state.cities[0], [], [], [(0, 1), (2, 3)])
    set_up(state.cities[1], [0, 1, 2, 3], [(4, 5)], [])
    set_up(state.cities[2], [4, 5, 6, 6], [(0, 1)], [])
    need = [0, 1, 2, 3, 4, 5, 6, 6]
    state.cities[0].prices = [2, 1, 3, 1]
    list_offers(state, 0, bag(need), 0, 40, state.cities[0].plan.offers)
    assert offers(state) == best(every_payment(state, need)) != set()


def test_the_own_unit_is_used_before_one_is_bought() -> None:
    table = Table(3, boards=("gizah a", "gizah b", "rhodos a"))
    table.hold(0, "baths")
    table.play(0, "build baths")
    assert [table.city(number).coins for number in range(3)] == [3, 6, 6]


def test_a_unit_is_bought_from_the_neighbour_of_choice_for_two_coins() -> None:
    """[SW-5.4] [SW-1.3]"""
    table = Table(3, boards=("rhodos a", "gizah a", "gizah b"))
    table.hold(0, "baths")
    table.do(0, "build baths")
    assert table.options() == ["pay 0 left 2 right", "pay 2 left 0 right"]
    table.play(0, "pay 2 left 0 right")
    assert [table.city(number).coins for number in range(3)] == [1, 8, 6]


def test_one_neighbour_may_sell_one_unit_to_two_buyers() -> None:
    """[SW-5.3]"""
    table = Table(3, boards=("gizah a", "rhodos a", "ephesos a"))
    for seat in (1, 2):
        table.hold(seat, "baths")
        table.do(seat, "build baths")
    table.rest()
    assert [table.city(number).coins for number in range(3)] == [3 + 4 + 3, 1, 1]


def test_coins_received_in_a_turn_cannot_be_used_in_it() -> None:
    """[SW-3.5] [SW-5.6]"""
    table = Table(3, boards=("rhodos a", "gizah a", "ephesos a"))
    table.coins(1, 3, 3)
    table.hold(0, "baths")
    assert "build baths" not in table.options()
    assert table.why_not(0, "build baths") == "Baths costs 2 coins to Player 2; you have 1 [SW-5.6]"


def test_what_nobody_makes_cannot_be_bought() -> None:
    table = Table(3, boards=("rhodos a", "ephesos a", "babylon a"))
    table.hold(0, "baths")
    reason = "Baths needs 1 stone; even with all that you and your neighbours make, you are 1 stone short [SW-4.1]"
    assert table.why_not(0, "build baths") == reason


def test_a_trading_post_lowers_the_price_on_its_side_only() -> None:
    """[SW-5.5]"""
    table = Table(3, boards=("rhodos a", "gizah a", "gizah b"))
    table.hold(0, "baths")
    table.stand(0, "east trading post")
    table.do(0, "build baths")
    assert table.options() == ["pay 0 left 1 right", "pay 2 left 0 right"]


def test_equal_discounts_do_not_add_up() -> None:
    """[SW-5.5]"""
    table = Table(3, boards=("olympia b", "gizah a", "gizah b"))
    table.city(0).stages = 1
    table.stand(0, "east trading post", "west trading post")
    assert table.city(0).prices == [1, 1, 2, 2]


def test_yellow_structures_sell_nothing() -> None:
    table = Table(3, boards=("rhodos a", "babylon a", "ephesos a"))
    table.stand(1, "caravansery")
    table.hold(0, "baths")
    assert "build baths" not in table.options()


# ---- families of sets -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("producers", [(0b11,), (1 << 6, 0b11), (1 << 7, 1 << 6, 0b1), (0b1100_0000, 0b100, 1 << 7)])
def test_a_family_holds_the_sets_that_its_producers_deliver_together(producers: tuple[int, ...]) -> None:
    """[SW-5.1] Eight units, of which a word of a family has bits for six."""
    family, expected = Family(1, 0, 0, 0), {0}
    for units in producers:
        family = with_producer(family, units)
        expected |= {held | 1 << unit for held in expected for unit in range(8) if units >> unit & 1}
    assert {units for units in range(1 << 8) if is_in(family, units)} == expected
