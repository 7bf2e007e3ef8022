"""Turns, structures, stages, powers and conflicts, one behaviour each."""

from collections import Counter

import pytest

from shinar.core.errors import OptionError
from shinar.core.game import CHANCE, Actions
from shinar.core.match import Match
from shinar.core.record import Record
from shinar.core.rng import search_rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.components import BOARD_NAMES, CARD_NAMES
from shinar.games.wonders.rules import deal, random_action, turn
from shinar.games.wonders.seating import hand_of
from shinar.games.wonders.standing import stands
from shinar.games.wonders.state import ACT, DEAL_CARDS, OVER, SALVAGE, SEVENTH
from tests.games.wonders.tables import Table


def cards_of(table: Table, seat: int) -> list[str]:
    hand = hand_of(table.state, seat)
    return [CARD_NAMES[card] for card in hand.cards[: hand.n]]


# ---- set-up and passing -----------------------------------------------------------------------------------------


def test_every_city_starts_with_three_coins_and_seven_cards() -> None:
    """[SW-2.4] [SW-3.1] [SW-2.3]"""
    state = Match(Wonders(players=5), seed=3).reveal()
    assert [city.coins for city in state.cities[:5]] == [3] * 5
    assert [hand.n for hand in state.hands[:5]] == [7] * 5
    assert len({city.face // 2 for city in state.cities[:5]}) == 5


@pytest.mark.parametrize(("side", "parity"), [("a", 0), ("b", 1)])
def test_the_sides_can_be_agreed_on(side: str, parity: int) -> None:
    """[SW-2.3]"""
    state = Match(Wonders(players=7, sides=side), seed=1).reveal()
    assert {city.face % 2 for city in state.cities} == {parity}


def test_only_agreed_boards_are_dealt() -> None:
    """[SW-2.3]"""
    state = Match(Wonders(boards=("gizah", "olympia", "rhodos")), seed=1).reveal()
    assert {city.face // 2 for city in state.cities[:3]} == {3, 5, 6}


def boards_of(game: Wonders, seed: int) -> list[str]:
    cities = Match(game, seed=seed).reveal().cities[: max(game.num_seats, 3)]
    return [BOARD_NAMES[city.face // 2] for city in cities]


def test_a_seat_has_the_board_that_was_chosen_for_it() -> None:
    """[SW-2.3]"""
    game = Wonders(players=5, seat_boards=("rhodos", "any", "gizah"))
    for seed in range(1, 6):
        boards = boards_of(game, seed)
        assert (boards[0], boards[2]) == ("rhodos", "gizah")
        assert len(set(boards)) == 5


def test_chance_deals_the_other_seats_from_the_agreed_boards() -> None:
    """[SW-2.3]"""
    game = Wonders(boards=("gizah", "olympia"), seat_boards=("any", "babylon"))
    assert {tuple(boards_of(game, seed)) for seed in range(1, 9)} == {
        ("gizah", "babylon", "olympia"),
        ("olympia", "babylon", "gizah"),
    }


def test_the_free_city_takes_no_board_that_was_promised() -> None:
    """[SW-2.3] [SW-11.1]"""
    game = Wonders(players=2, seat_boards=("any", "ephesos"))
    assert {boards_of(game, seed)[1] for seed in range(1, 6)} == {"ephesos"}


def test_random_games_keep_the_promised_boards() -> None:
    """[SW-2.3] The hook that random games use instead of the list."""
    state = Wonders(players=3, seat_boards=("any", "ephesos", "babylon")).initial_state()
    deal(state, search_rng(4))
    assert [BOARD_NAMES[city.face // 2] for city in state.cities[1:3]] == ["ephesos", "babylon"]


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (("gizah", "any", "gizah"), "seat_boards gives gizah to two seats, but each board exists only once"),
        (("any", "any", "any", "gizah"), "seat_boards names 4 boards, but there are only 3 players"),
        (("giza",), "seat_boards cannot be 'giza' (did you mean gizah?); choose from any, alexandria, "),
    ],
)
def test_a_board_that_cannot_be_given_is_refused(boards: tuple[str, ...], message: str) -> None:
    """[SW-2.3]"""
    with pytest.raises(OptionError) as caught:
        Wonders(seat_boards=boards)
    assert str(caught.value).startswith(message)


def test_a_record_and_a_position_keep_the_board_of_a_seat() -> None:
    """[SW-2.3]"""
    game = Wonders(seat_boards=("any", "rhodos"), sides="b")
    match = Match(game, seed=2)
    assert Record.parse(Record.of(match).to_text()).make_game() == game
    state = game.initial_state()
    assert "seat_boards:any,rhodos,any" in game.position_text(state)
    assert game.parse_position(game.position_text(state)) == state
    assert game.parse_position(game.position_text(match.reveal())) == match.reveal()


def test_as_many_guilds_as_players_and_two_are_dealt() -> None:
    """[SW-2.2]"""
    game = Wonders(players=4)
    state = game.initial_state()
    state.age, state.phase = 2, DEAL_CARDS
    for number in range(28):
        game.apply(state, CHANCE, game.chances(state)[number % len(game.chances(state))][0])
    assert sum(card >= CARD_NAMES.index("workers guild") for hand in state.hands for card in hand.cards[: hand.n]) == 6


@pytest.mark.parametrize(("age", "receiver"), [(1, 1), (2, 2), (3, 1)])
def test_hands_go_left_in_ages_one_and_three_and_right_in_age_two(age: int, receiver: int) -> None:
    """[SW-3.4]"""
    table = Table(3, age=age)
    table.hold(0, "tavern")
    table.rest()
    assert cards_of(table, receiver) == ["pawnshop", "tavern"]


def test_a_discard_brings_three_coins() -> None:
    """[SW-3.3]"""
    table = Table()
    table.play(0, "discard pawnshop")
    assert table.city(0).coins == 6


def test_nothing_happens_before_the_last_one_has_decided() -> None:
    """[SW-3.2]"""
    table = Table()
    table.do(0, "discard pawnshop")
    table.do(2, "discard pawnshop")
    assert (table.city(0).coins, table.game.actors(table.state)) == (3, (1,))
    table.do(1, "discard pawnshop")
    assert (table.city(0).coins, table.state.turn) == (6, 1)


def test_a_decision_can_be_taken_back_until_the_last_one_has_decided() -> None:
    """[SW-3.2]"""
    match = Match(Wonders(), seed=5)
    for seat in (0, 1):
        match.play(seat, max(match.legal_actions(seat)))
    match.undo(0)
    assert match.actors == (0, 2)
    match.play(0, max(match.legal_actions(0)))
    match.play(2, max(match.legal_actions(2)))
    assert not any(match.can_undo(seat) for seat in range(3))


def test_structures_of_the_same_turn_are_counted_but_do_not_help_to_pay() -> None:
    """[SW-3.5] [SW-4.3]"""
    table = Table(3, boards=("rhodos a", "ephesos a", "babylon a"), age=2)
    table.hold(0, "vineyard")
    table.hold(1, "sawmill")
    table.hold(2, "quarry")
    table.do(0, "build vineyard")
    table.do(1, "build sawmill")
    table.do(2, "build quarry")
    assert table.city(0).coins == 3 + 2


def test_after_the_sixth_turn_the_last_card_is_discarded_for_nothing() -> None:
    """[SW-3.6]"""
    table = Table(3, turn=6)
    table.rest()
    city = table.city(0)
    assert (city.manner[5:7], city.coins) == ([3, 5], 6)
    assert table.state.age == 1


def test_turns_are_numbered_through_the_ages() -> None:
    """[SW-3.1]"""
    assert turn(Table(3, age=2, turn=4).state) == 10


# ---- structures and stages --------------------------------------------------------------------------------------


def test_no_city_has_two_structures_of_one_name() -> None:
    """[SW-4.2]"""
    table = Table(3, age=2)
    table.stand(0, "loom 1")
    table.hold(0, "loom 2")
    assert "build loom 2" not in table.options()
    assert "[SW-4.2]" in table.why_not(0, "build loom 2")
    assert "stage with loom 2" not in table.options()
    table.make(0, stone=2)
    assert "stage with loom 2" in table.options()


def test_a_card_under_the_board_has_no_name_or_colour() -> None:
    """[SW-1.1] [SW-7.1]"""
    table = Table()
    table.make(0, stone=2)
    table.play(0, "stage with pawnshop")
    assert (table.city(0).stages, sum(table.city(0).colours), table.score()) == (1, 0, 3 + 1)


def test_stages_are_built_in_order_and_each_once() -> None:
    """[SW-7.1]"""
    table = Table()
    table.city(0).stages = 3
    table.make(0, stone=8, wood=8)
    assert "all stages of your board are built [SW-7.1]" in table.why_not(0, "stage with pawnshop")


def test_who_can_use_a_chain_does_so() -> None:
    """[SW-6.2]"""
    table = Table(3, age=2)
    table.stand(0, "altar")
    table.make(0, wood=1, clay=1, glass=1)
    table.hold(0, "temple")
    table.play(0, "build temple")
    assert table.city(0).coins == 3


# ---- powers -----------------------------------------------------------------------------------------------------


def babylon(age: int = 1) -> Table:
    table = Table(3, boards=("babylon b", "gizah a", "rhodos a"), age=age, turn=6)
    table.city(0).stages = 2
    return table


def test_the_owner_of_babylon_uses_the_last_card_too() -> None:
    """[SW-8.2] [SW-8.1]"""
    table = babylon()
    table.hold(0, "tavern")
    table.play(0, "discard pawnshop")
    assert (table.state.phase, table.game.actors(table.state)) == (SEVENTH, (0,))
    table.do(0, "build tavern")
    assert (table.city(0).coins, table.state.age) == (3 + 3 + 5, 1)


def test_the_last_card_may_be_paid_with_coins_of_the_sixth_action() -> None:
    """[SW-8.2]"""
    table = babylon()
    table.coins(0, 3, 3)
    table.hold(0, "baths")
    table.play(0, "discard pawnshop")
    table.do(0, "build baths")
    assert table.city(0).coins == 1


def test_the_last_card_may_be_left() -> None:
    """[SW-8.2]"""
    table = babylon()
    table.rest()
    table.do(0, "leave the last card")
    assert (table.city(0).manner[6], table.city(0).coins) == (5, 6)


def test_a_second_stage_of_babylon_built_in_the_sixth_turn_works_at_once() -> None:
    """[SW-8.2]"""
    table = babylon()
    table.city(0).stages = 1
    table.make(0, wood=2, glass=1)
    table.play(0, "stage with pawnshop")
    assert table.state.phase == SEVENTH


def halikarnassos(turn: int = 2) -> Table:
    table = Table(3, boards=("halikarnassos b", "gizah a", "rhodos a"), turn=turn)
    table.make(0, ore=2)
    return table


def test_halikarnassos_builds_from_the_discards_without_cost() -> None:
    """[SW-8.3]"""
    table = halikarnassos()
    table.hold(1, "baths")
    table.do(0, "stage with pawnshop")
    table.do(1, "discard baths")
    table.do(2, "discard pawnshop")
    assert table.state.phase == SALVAGE
    assert table.options(0) == [
        "build pawnshop from the discards",
        "build baths from the discards",
        "build nothing from the discards",
    ]
    table.do(0, "build baths from the discards")
    assert (stands(table.city(0), CARD_NAMES.index("baths")), table.city(0).coins) == (1, 3)
    assert (table.state.phase, table.state.turn) == (ACT, 2)


def test_the_marker_of_the_stage_is_not_among_the_discards() -> None:
    """[SW-8.3]"""
    table = halikarnassos()
    table.hold(0, "tavern")
    table.do(0, "stage with tavern")
    table.rest()
    assert "build tavern from the discards" not in table.options(0)


def test_cards_left_over_in_the_sixth_turn_can_be_built_from_the_discards() -> None:
    """[SW-8.1] [SW-8.3]"""
    table = halikarnassos(turn=6)
    for seat in (0, 1):
        hand_of(table.state, seat).n = 0
    table.hold(0, "pawnshop", "tavern")
    table.hold(1, "pawnshop", "stockade")
    table.do(0, "stage with pawnshop")
    table.rest()
    assert "build tavern from the discards" in table.options(0)
    table.do(0, "build stockade from the discards")
    assert table.city(0).victories == [2, 0, 0]


def test_the_discards_may_be_left_alone() -> None:
    """[SW-8.3]"""
    table = halikarnassos()
    table.do(0, "stage with pawnshop")
    table.rest()
    table.do(0, "build nothing from the discards")
    assert sum(table.city(0).colours) == 0


def olympia() -> Table:
    table = Table(3, boards=("olympia a", "rhodos a", "ephesos a"), age=3)
    table.city(0).stages = 2
    table.hold(0, "palace", "arsenal")
    return table


def test_olympia_builds_one_structure_of_any_colour_free_in_each_age() -> None:
    """[SW-8.4]"""
    table = olympia()
    table.play(0, "build palace")
    assert (table.city(0).coins, table.city(0).power_used) == (3, 3)
    table.hold(0, "arsenal")
    assert "build arsenal" not in table.options()
    table.city(0).power_used = 2
    assert "build arsenal" in table.options()


def test_the_free_building_is_not_offered_where_it_saves_nothing() -> None:
    """[SW-8.4]"""
    table = olympia()
    table.make(0, wood=2, ore=1, loom=1)
    table.play(0, "build arsenal")
    assert table.city(0).power_used == 0


def test_paying_or_using_the_free_building_is_the_owners_choice() -> None:
    """[SW-8.4] [SW-4.1]"""
    table = olympia()
    table.make(0, wood=2, loom=1)
    table.do(0, "build arsenal")
    assert table.options() == ["pay for it", "use the free building"]
    table.play(0, "pay for it")
    assert (table.city(0).coins, table.city(0).power_used) == (1, 0)


def test_the_free_building_is_there_from_the_turn_after_the_stage() -> None:
    """[SW-8.4]"""
    table = olympia()
    table.city(0).stages = 1
    table.make(0, stone=2)
    assert "build palace" not in table.options()
    table.play(0, "stage with pawnshop")
    table.hold(0, "palace")
    assert "build palace" in table.options()


# ---- conflicts and the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("age", "value"), [(1, 0), (2, 1), (3, 2)])
def test_more_shields_than_a_neighbour_bring_a_victory_fewer_a_defeat(age: int, value: int) -> None:
    """[SW-9.1] [SW-9.2]"""
    table = Table(4, age=age, turn=6)
    for number, shields in enumerate((2, 1, 1, 0)):
        table.city(number).shields = shields
    table.rest()
    assert [table.city(number).victories[value] for number in range(4)] == [2, 0, 1, 0]
    assert [table.city(number).defeats for number in range(4)] == [0, 1, 0, 2]


def test_the_game_is_over_after_the_third_age() -> None:
    """[SW-10.1]"""
    table = Table(3, age=3, turn=6)
    table.rest()
    outcome = table.game.outcome(table.state)
    assert table.state.phase == OVER
    assert outcome is not None
    assert (outcome.clause, outcome.ranks) == ("SW-10.1", (1, 1, 1))


def test_no_order_of_seats_can_change_the_result() -> None:
    """[SW-3.5]"""
    results = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        table = Table(3, boards=("rhodos a", "gizah a", "ephesos a"))
        for seat in range(3):
            table.hold(seat, "baths", "tavern")
        names = {0: ("build baths",), 1: ("build baths",), 2: ("build tavern",)}
        for seat in order:
            table.do(seat, *names[seat])
        results.append(table.state)
    assert results[0] == results[1] == results[2]


def test_random_actions_are_the_legal_ones_and_all_equally_likely() -> None:
    """[SW-3.3] The hook that random games use instead of the list."""
    match = Match(Wonders(players=3, expansions=("tower",)), seed=3)
    while match.turn < 9:
        match.play(match.actors[0], match.legal_actions(match.actors[0])[0])
    state, seat, rng, actions = match.reveal(), match.actors[0], search_rng(5), Actions()
    drawn = Counter(random_action(state, seat, rng, actions) for _ in range(3000))
    legal = match.legal_actions(seat)
    assert sorted(drawn) == legal
    assert max(drawn.values()) < 1.4 * 3000 / len(legal)


@pytest.mark.parametrize("sides", ["a", "b"])
def test_chance_deals_only_the_boards_and_sides_that_are_played(sides: str) -> None:
    """[SW-2.3]"""
    boards = ("gizah", "rhodos", "olympia")
    game = Wonders(boards=boards, sides=sides)
    state = game.initial_state()
    deal(state, search_rng(4))
    faces = [state.cities[seat].face for seat in range(3)]
    assert sorted(BOARD_NAMES[face // 2] for face in faces) == sorted(boards)
    assert {face % 2 for face in faces} == {"ab".index(sides)}
