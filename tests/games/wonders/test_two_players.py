"""Two players and the Free City."""

import pytest

from shinar.core.game import CHANCE
from shinar.core.match import Match
from shinar.games.wonders import Wonders
from shinar.games.wonders.components import CARD_NAMES
from shinar.games.wonders.seating import holder, left_of, right_of
from shinar.games.wonders.standing import stands
from shinar.games.wonders.state import DRAW_CARD, LAST_CARD
from tests.games.wonders.tables import Table


def test_the_free_city_has_side_a_and_three_coins_and_is_everybodys_neighbour() -> None:
    """[SW-11.1]"""
    state = Match(Wonders(players=2, sides="b"), seed=2).reveal()
    assert [city.face % 2 for city in state.cities[:3]] == [1, 1, 0]
    assert state.cities[2].coins == 3
    assert [(left_of(state, city), right_of(state, city)) for city in range(3)] == [(1, 2), (2, 0), (0, 1)]


def test_seven_cards_are_dealt_to_each_and_the_holder_draws_an_eighth() -> None:
    """[SW-11.2] [SW-11.4]"""
    state = Match(Wonders(players=2), seed=2).reveal()
    assert [hand.n for hand in state.hands[:2]] == [8, 7]
    assert sum(state.deck[:27]) == 21 - 15


@pytest.mark.parametrize(
    ("age", "holders"), [(1, [0, 1, 0, 1, 0, 1]), (2, [1, 0, 1, 0, 1, 0]), (3, [0, 1, 0, 1, 0, 1])]
)
def test_the_players_take_turns_to_play_for_the_free_city(age: int, holders: list[int]) -> None:
    """[SW-11.3]"""
    assert [holder(Table(2, age=age, turn=turn).state) for turn in range(1, 7)] == holders


def test_the_holder_uses_a_card_in_the_own_city_and_another_for_the_free_city() -> None:
    """[SW-11.4] [SW-11.5]"""
    table = Table(2)
    table.state.hands[0].n = 0
    table.hold(0, "tavern", "pawnshop", "altar")
    table.do(0, "build altar")
    assert table.game.actors(table.state) == (0, 1)
    assert table.options() == ["build pawnshop", "build tavern"], "no discard of what can be built"
    table.do(0, "build tavern")
    table.do(1, "discard pawnshop")
    assert stands(table.city(2), CARD_NAMES.index("tavern")) == 1
    assert [table.city(number).coins for number in range(3)] == [3, 6, 8]


def test_two_equal_cards_can_be_used_in_both_cities() -> None:
    """[SW-11.4]"""
    table = Table(2)
    table.do(0, "build pawnshop")
    assert table.options() == ["build pawnshop"]


def test_the_free_city_discards_only_what_it_can_use_for_nothing_else() -> None:
    """[SW-11.5]"""
    table = Table(2)
    table.stand(2, "pawnshop")
    table.do(0, "discard pawnshop")
    assert table.options() == ["discard pawnshop"]
    table.make(2, stone=4)
    assert table.options() == ["stage with pawnshop"]
    assert "[SW-11.5]" in table.why_not(0, "discard pawnshop")


def test_the_free_city_uses_a_chain_even_if_it_is_taxed() -> None:
    """[SW-11.5]"""
    table = Table(2, "tower", age=2, turn=2)
    table.tiles(13)
    table.stand(2, "altar")
    table.make(2, wood=1, clay=1, glass=1)
    table.hold(0, "temple")
    table.do(0, "discard pawnshop", "build temple")
    table.do(1, "discard pawnshop")
    assert table.city(2).coins == 3 - 2


def test_hands_are_exchanged_after_every_turn() -> None:
    """[SW-11.6]"""
    table = Table(2, age=2)
    table.hold(0, "stockade")
    table.do(1, "discard pawnshop", "build pawnshop")
    table.do(0, "discard pawnshop")
    assert table.state.phase == DRAW_CARD
    table.deal()
    assert "discard stockade" in table.options(1)


def test_the_last_card_of_the_draw_pile_is_discarded() -> None:
    """[SW-11.6]"""
    table = Table(2, turn=6)
    table.hold(1, "stockade")
    table.do(1, "discard pawnshop", "build pawnshop")
    table.do(0, "discard pawnshop")
    assert table.state.phase == LAST_CARD
    table.game.apply(table.state, CHANCE, table.game.parse_action("deal altar"))
    assert [table.city(number).manner[6] for number in range(3)] == [5, 5, 5]
    assert CARD_NAMES[table.city(2).used[6]] == "altar"


def test_conflicts_are_fought_between_all_three_and_the_better_player_wins() -> None:
    """[SW-11.7]"""
    table = Table(2, age=3, turn=6)
    table.hold(1, "stockade")
    table.city(2).shields, table.city(0).shields = 5, 1
    table.do(1, "discard pawnshop", "build pawnshop")
    table.do(0, "discard pawnshop")
    table.deal()
    outcome = table.game.outcome(table.state)
    assert (table.city(0).victories[2], table.city(0).defeats, table.city(1).defeats) == (1, 1, 2)
    assert outcome is not None
    assert (len(outcome.scores), outcome.winners) == (2, (0,))


def test_the_free_city_neither_participates_nor_is_punished() -> None:
    """[SW-13.9]"""
    table = Table(2, "projects", turn=6)
    table.project("rampart road")
    table.hold(1, "tavern")
    table.city(0).part = table.city(1).part = 1
    table.do(1, "discard pawnshop", "build tavern")
    table.do(0, "discard pawnshop")
    assert table.city(2).coins == 3 + 5
    table.deal()
    assert (table.city(2).coins, table.city(2).penalty) == (8, 0)
