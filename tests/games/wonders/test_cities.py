"""Cities [SW-16]: black cards and how they are dealt, losses and debts, diplomacy, masks, its leaders and boards."""

from dataclasses import fields
from inspect import signature
from itertools import product

import pytest

from shinar.core.compiled.jit import fingerprint, is_marked
from shinar.core.compiled.layout import copy_of
from shinar.core.errors import OptionError
from shinar.core.game import CHANCE, Actions
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.actions import DEAL_CARD
from shinar.games.wonders.building import has_structure
from shinar.games.wonders.components import (
    BLACK_CARDS,
    BOARD_NAMES,
    CARD_NAMES,
    CARD_ROWS,
    GUILDS,
    RESOURCE_NAMES,
    TILE_ROWS,
    UNSEEN,
    first_black,
)
from shinar.games.wonders.dealing import card_weight, draw_card, put_into
from shinar.games.wonders.expansions.cities import absent
from shinar.games.wonders.expansions.cities.conflicts import NOBODY, met_on_left, met_on_right, strength
from shinar.games.wonders.expansions.cities.losses import loss_for
from shinar.games.wonders.game import RULES, rules_for
from shinar.games.wonders.observation import determinize
from shinar.games.wonders.outlook import conflicts
from shinar.games.wonders.payment import refresh_trade
from shinar.games.wonders.rules import end_age, proceed
from shinar.games.wonders.scoring import black_points, copied_points, guild_points, science_points, score, sheet_points
from shinar.games.wonders.seating import hand_of, slot
from shinar.games.wonders.state import (
    ACT,
    DEAL_CARDS,
    DISCARDED,
    LOOK_FOR_LOSSES,
    OVER,
    SALVAGE,
    SETTLE,
    SEVENTH,
)
from tests.games.wonders.tables import FILLER, Table
from tests.games.wonders.test_leaders import recruiting, use

BOARDS = ("gizah a", "rhodos a", "ephesos a", "alexandria a", "babylon a")


def cities(players: int = 3, *more: str, boards: tuple[str, ...] = BOARDS, age: int = 1, turn: int = 1) -> Table:
    """A table with Cities at which everybody has ten coins."""
    table = Table(players, "cities", *more, boards=boards, age=age, turn=turn)
    table.coins(*[10] * players)
    return table


def card(name: str) -> int:
    return CARD_NAMES.index(name)


# ---- the box and dealing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 5, 7])
def test_as_many_black_cards_as_players_are_in_each_deck(players: int) -> None:
    """[SW-16.1] [SW-16.3]"""
    match = Match(Wonders(players=players, expansions=("cities",)), seed=players)
    state = match.reveal()
    assert state.phase == ACT
    assert [hand.n for hand in state.hands[:players]] == [8] * players
    held = [hand.cards[i] for hand in state.hands[:players] for i in range(hand.n)]
    assert sum(black in held for black in BLACK_CARDS) == players
    assert (state.blacks_left, sum(state.deck[first_black(0) : first_black(1)])) == ([0, players, players], 9 - players)
    assert all("after" not in CARD_ROWS[black] for black in BLACK_CARDS)


def test_an_age_has_seven_turns_and_the_last_card_is_discarded() -> None:
    """[SW-16.1]"""
    match = Match(Wonders(players=3, expansions=("cities",), seat_boards=("gizah",)), seed=1)
    for turn in range(7):
        assert (match.reveal().age, match.reveal().turn) == (0, turn)
        resolutions = match.reveal().resolutions
        while match.reveal().resolutions == resolutions or match.reveal().phase == SETTLE:
            seat = match.actors[0]
            actions = [match.game.action_name(action) for action in match.legal_actions(seat)]
            chosen = next((name for name in actions if name.startswith(("discard", "pay 0", "leave"))), actions[0])
            match.play(seat, match.game.parse_action(chosen))
    state = match.reveal()
    assert (state.age, state.turn) == (1, 0)
    assert [city.manner[slot(0, 7)] for city in state.cities[:3]] == [5, 5, 5]


def test_the_last_card_of_babylon_is_the_eighth() -> None:
    """[SW-16.1] [SW-8.2]"""
    table = cities(boards=("babylon b", "rhodos a", "ephesos a"), turn=7)
    table.city(0).stages = 2
    table.play(0, f"discard {FILLER}")
    assert (table.state.phase, table.state.acting) == (SEVENTH, 0)
    assert "after the seventh turn" in cities().why_not(0, "leave the last card")
    table.do(0, f"discard {FILLER}")
    assert table.city(0).manner[slot(0, 7)] == DISCARDED
    assert table.city(0).coins == 10 + 3 + 3


def test_guilds_and_boards_of_cities_come_only_with_it() -> None:
    """[SW-16.2]"""
    for expansions, guilds, boards in (((), 10, 7), (("cities",), 13, 9), (("leaders", "cities"), 17, 10)):
        state = Wonders(players=3, expansions=expansions).initial_state()
        assert (sum(state.deck[guild] for guild in GUILDS), state.boards.bit_count()) == (guilds, boards)
        assert state.guilds_left == 5
    for name in ("petra", "byzantium"):
        assert name in BOARD_NAMES
        with pytest.raises(OptionError, match=rf"{name} is a board of the expansion cities \[SW-16.2\]"):
            Wonders(players=3, seat_boards=(name,))


def test_cities_needs_three_players() -> None:
    """[SW-21.3]"""
    with pytest.raises(OptionError, match=r"cities needs at least 3 players \[SW-21.3\]"):
        Wonders(players=2, expansions=("cities",))


def test_two_unseen_subsets_are_dealt_in_age_iii() -> None:
    """[SW-16.1] With r other cards, g of u guilds and b of v black cards each guild comes with g / (u (r + g + b))."""
    table = cities(4, age=3)
    state = table.state
    for hand in state.hands:
        hand.n = 0
    state.phase = DEAL_CARDS
    chances = dict(table.game.chances(state))
    cards, guilds, blacks = 4 * 7 - 6, 6, 4
    assert cards + guilds + blacks == 4 * 8
    for name, expected in (
        ("workers guild", guilds / 13),
        ("mourners guild", guilds / 13),
        ("capitol", blacks / 9),
        ("palace", state.deck[card("palace")]),
    ):
        assert float(chances[DEAL_CARD + card(name)]) == pytest.approx(expected / 32)
    assert card_weight(state, card("capitol")) == 13 * 4
    assert DEAL_CARD + card("tabularium") not in chances


def test_drawing_is_the_same_as_picking_among_the_chances() -> None:
    """[SW-16.1]"""
    game = Wonders(players=3, expansions=("cities", "leaders"))
    rng = search_rng(7)
    drawn = set()
    for _ in range(400):
        state = game.initial_state()
        drawn |= {draw_card(state, 2, rng) for _ in range(24)}
        assert (state.guilds_left, state.blacks_left[2]) == (0, 0)
    assert drawn == {other for other in range(len(CARD_NAMES)) if game.initial_state().deck[other] and _is_last(other)}


def _is_last(other: int) -> bool:
    return int(CARD_ROWS[other]["age"]) == 3


# ---- losses and debts -------------------------------------------------------------------------------------------


def losing(*coins: int, players: int = 3) -> Table:
    """The first seat has built the Lair; the others lose two coins and have so many."""
    table = cities(players, age=2)
    table.hold(0, "lair")
    table.make(0, wood=1, glass=1)
    table.coins(10, *(max(0, number - 3) for number in coins))
    table.play(0, "build lair")
    return table


def test_who_loses_coins_pays_or_takes_debts_as_it_likes() -> None:
    """[SW-16.4] [SW-16.5]"""
    table = losing(5, 4)
    assert (table.state.phase, [city.owes for city in table.state.cities[:3]]) == (SETTLE, [0, 2, 2])
    assert table.game.actors(table.state) == (1, 2)
    assert table.options(1) == ["pay 0 of the loss", "pay 1 of the loss", "pay 2 of the loss"]
    table.do(2, "pay 0 of the loss")
    assert table.state.phase == SETTLE
    table.do(1, "pay 1 of the loss")
    assert [(city.coins, city.debts, city.owes) for city in table.state.cities[1:3]] == [(4, 1, 0), (4, 2, 0)]
    assert (table.city(0).debts, table.state.turn, table.state.phase) == (0, 1, ACT)
    assert [sheet_points(table.state, seat)["debts"] for seat in range(3)] == [0, -1, -2]
    assert table.score(2) == 4 // 3 - 2


def test_settling_is_sealed_until_all_have_decided() -> None:
    """[SW-16.5]"""
    table = losing(5, 5)
    table.do(1, "pay 2 of the loss")
    seen = table.game.observe(table.state, 2).state
    assert (seen.cities[1].plan.bank, seen.cities[1].coins, seen.cities[1].owes) == (0, 5, 2)
    assert table.game.observe(table.state, 1).state.cities[1].plan.bank == 2


def test_losses_of_a_turn_are_added_up_and_builders_lose_by_each_other() -> None:
    """[SW-16.4]"""
    table = cities(4, age=2)
    table.hold(0, "lair")
    table.hold(1, "sepulcher")
    table.make(0, wood=1, glass=1)
    table.make(1, stone=1, glass=1, loom=1)
    for number, tokens in enumerate((1, 2, 3, 0)):
        table.city(number).victories = [tokens, 0, 0]
    table.do(0, "build lair")
    table.do(1, "build sepulcher")
    table.rest()
    assert [city.owes for city in table.state.cities[:4]] == [1, 2, 2 + 3, 2]


def test_what_is_counted_is_counted_when_losses_are_settled() -> None:
    """[SW-16.4] A stage that is built in the same turn counts."""
    table = cities(age=3)
    table.hold(0, "builders union")
    table.make(0, wood=1, clay=1, glass=1, papyrus=1)
    table.make(1, wood=2)
    table.city(2).stages = 2
    table.do(0, "build builders union")
    table.do(1, f"stage with {FILLER}")
    table.rest()
    assert [city.owes for city in table.state.cities[:3]] == [0, 1, 2]


def test_who_has_no_coins_takes_debts_without_being_asked() -> None:
    """[SW-16.5]"""
    table = cities(age=2)
    table.hold(0, "lair")
    table.make(0, wood=1, glass=1)
    table.make(1, wood=2)
    table.coins(10, 0, 0)
    table.do(0, "build lair")
    table.do(1, f"stage with {FILLER}")
    table.do(2, f"discard {FILLER}")
    assert table.game.actors(table.state) == (2,)
    table.do(2, "pay 2 of the loss")
    assert [(city.coins, city.debts) for city in table.state.cities[1:3]] == [(0, 2), (1, 0)]


def test_where_nobody_has_coins_the_turn_goes_on() -> None:
    """[SW-16.5]"""
    table = cities(age=2)
    table.state.phase = LOOK_FOR_LOSSES
    table.coins(0, 0, 0)
    table.city(0).causes[0] = 2
    state = table.state
    proceed(state)
    assert ([city.debts for city in state.cities[:3]], state.phase, state.turn) == ([0, 2, 2], ACT, 1)
    assert state.cities[0].causes == [0, 0, 0]


def test_all_coins_of_a_turn_can_be_used_to_settle() -> None:
    """[SW-16.4] Those of a sale, and those that neighbours paid."""
    table = losing(3, 3)
    assert [city.coins for city in table.state.cities[1:3]] == [3, 3]


def test_losses_are_settled_after_building_from_the_discards() -> None:
    """[SW-16.4] [SW-20.2] What is built from there makes others lose too."""
    table = cities(boards=("halikarnassos b", "rhodos a", "ephesos a"), age=2)
    table.city(1).used[0], table.city(1).manner[0] = card("hideout"), DISCARDED
    table.make(0, ore=2)
    table.play(0, f"stage with {FILLER}")
    assert table.state.phase == SALVAGE
    assert [city.owes for city in table.state.cities[:3]] == [0, 0, 0]
    table.do(0, "build hideout from the discards")
    assert (table.state.phase, [city.owes for city in table.state.cities[:3]]) == (SETTLE, [0, 1, 1])


def test_losses_are_settled_before_tiles_are_placed() -> None:
    """[SW-16.4] [SW-20.2]"""
    table = Table(3, "cities", "tower")
    table.hold(0, "hideout")
    table.city(1).tiles = [1, 2, 3]
    table.state.tile_deck &= ~0b1110
    table.do(0, "build hideout")
    table.do(1, f"tower with {FILLER}", "tile 2")
    table.rest()
    assert (table.state.phase, table.state.tiles_placed) == (SETTLE, 0)
    for seat in table.game.actors(table.state):
        table.do(seat, "pay 1 of the loss")
    assert table.state.tiles_placed == 1


def test_only_coins_that_are_lost_and_held_can_be_paid() -> None:
    """[SW-16.5]"""
    table = losing(3, 4)
    table.city(1).coins = 1
    assert table.why_not(1, "pay 2 of the loss") == "you have only 1 coin [SW-16.5]"
    assert table.why_not(1, "pay 3 of the loss") == "you lose only 2 coins [SW-16.5]"
    assert table.why_not(1, f"build {FILLER}") == "you lose 2 coins: first choose how many to pay [SW-16.5]"
    assert "nobody makes you lose coins" in cities().why_not(0, "pay 1 of the loss")
    assert "Cities is not played" in Table().why_not(0, "pay 1 of the loss")


def test_gambling_brings_both_neighbours_coins() -> None:
    """[SW-16.6]"""
    table = cities(4)
    table.hold(0, "gambling den")
    table.play(0, "build gambling den")
    assert [city.coins for city in table.state.cities[:4]] == [10 + 6, 10 + 3 + 1, 10 + 3, 10 + 3 + 1]


# ---- diplomacy --------------------------------------------------------------------------------------------------


def fought(*cities_: tuple[int, int]) -> Table:
    """An Age that ends: shields and diplomacy tokens of each city."""
    table = cities(len(cities_), turn=7)
    for number, (shields, tokens) in enumerate(cities_):
        table.city(number).shields, table.city(number).diplomacy = shields, tokens
    end_age(table.state)
    return table


def spoils(table: Table) -> list[tuple[int, int]]:
    return [(sum(city.victories), city.defeats) for city in table.state.cities[: table.state.num_cities]]


def test_who_has_a_diplomacy_token_stays_out_and_its_neighbours_meet() -> None:
    """[SW-16.7]"""
    table = fought((3, 0), (9, 1), (2, 0), (1, 0))
    assert spoils(table) == [(2, 0), (0, 0), (1, 1), (0, 2)]
    assert table.city(1).diplomacy == 0


def test_several_absent_cities_are_passed_over() -> None:
    """[SW-16.7]"""
    assert spoils(fought((3, 0), (9, 1), (9, 1), (2, 0), (1, 0))) == [(2, 0), (0, 0), (0, 0), (1, 1), (0, 2)]


def test_two_that_are_left_meet_once_and_one_alone_has_no_conflict() -> None:
    """[SW-16.7]"""
    assert spoils(fought((3, 0), (9, 1), (2, 0))) == [(1, 0), (0, 0), (0, 1)]
    assert spoils(fought((3, 0), (9, 1), (2, 1))) == [(0, 0)] * 3
    assert spoils(fought((3, 1), (9, 1), (2, 1))) == [(0, 0)] * 3
    table = cities(3)
    table.city(1).diplomacy = table.city(2).diplomacy = 1
    assert (met_on_left(table.state, 0), met_on_right(table.state, 0)) == (NOBODY, NOBODY)
    assert (met_on_left(table.state, 1), met_on_right(table.state, 1)) == (NOBODY, NOBODY)


def test_a_second_diplomacy_token_is_kept_for_the_next_age() -> None:
    """[SW-16.7]"""
    assert fought((3, 0), (9, 2), (2, 0)).city(1).diplomacy == 1


def test_the_outlook_on_conflicts_knows_who_stays_out() -> None:
    """[SW-16.7]"""
    table = cities(3)
    table.city(0).shields, table.city(1).diplomacy = 2, 1
    assert conflicts(table.state, 0) == {"left": 1, "right": 0}
    assert conflicts(table.state, 1) == {"left": 0, "right": 0}


@pytest.mark.parametrize(("name", "age"), [("residence", 1), ("consulate", 2), ("embassy", 3)])
def test_a_card_brings_a_diplomacy_token(name: str, age: int) -> None:
    """[SW-16.7] [SW-22.2]"""
    table = cities(age=age)
    table.hold(0, name)
    table.make(0, clay=1, stone=1, papyrus=1, loom=1)
    table.play(0, f"build {name}")
    assert [city.diplomacy for city in table.state.cities[:3]] == [1, 0, 0]


# ---- masks ------------------------------------------------------------------------------------------------------


def test_a_mask_takes_the_best_symbol_of_a_neighbours_green_structure() -> None:
    """[SW-16.8]"""
    table = cities(4)
    table.stand(0, "workshop", "scriptorium", "pigeon loft")
    assert science_points(table.state, 0, 0) == 2
    table.stand(2, "apothecary")  # not a neighbour
    assert science_points(table.state, 0, 0) == 2
    table.stand(1, "workshop")
    assert science_points(table.state, 0, 0) == 4 + 1
    table.stand(3, "apothecary")
    assert science_points(table.state, 0, 0) == 3 + 7
    assert sheet_points(table.state, 0)["science"] == 10


@pytest.mark.parametrize("structure", ["apothecary", "workshop", "scriptorium"])
@pytest.mark.parametrize("neighbour", [1, 2])
def test_a_mask_takes_each_of_the_three_symbols_from_both_sides(structure: str, neighbour: int) -> None:
    """[SW-16.8] Two equal symbols are worth 4; of one structure two masks take one symbol."""
    table = Table(3, "cities")
    table.stand(0, structure, "pigeon loft", "spy ring")
    table.stand(neighbour, structure)
    assert science_points(table.state, 0, 0) == 4
    table.stand(3 - neighbour, structure)
    assert science_points(table.state, 0, 0) == 9


def test_masks_complete_a_set() -> None:
    """[SW-16.8] [SW-10.4] Whichever symbols are missing."""
    names = ("apothecary", "workshop", "scriptorium")
    for own in names:
        table = Table(3, "cities")
        table.stand(0, own, "pigeon loft", "spy ring")
        table.stand(1, *names)
        assert science_points(table.state, 0, 0) == 3 + 7


def test_two_masks_take_two_structures_and_the_same_name_twice() -> None:
    """[SW-16.8]"""
    table = cities()
    table.stand(0, "pigeon loft", "spy ring", "torture chamber")
    table.stand(1, "workshop")
    assert science_points(table.state, 0, 0) == 1
    table.stand(2, "workshop")
    assert science_points(table.state, 0, 0) == 4
    assert table.city(0).colours[5] == 0


def test_symbols_of_guilds_stages_and_leaders_cannot_be_taken() -> None:
    """[SW-16.8]"""
    table = Table(3, "cities", "leaders", boards=("gizah a", "babylon b", "ephesos a"))
    table.stand(0, "pigeon loft")
    table.city(1).stages = 2
    table.stand(1, "scientists guild")
    table.lead(1, "euclid")
    assert science_points(table.state, 0, 0) == 0


def test_masks_count_in_the_sets_of_aristotle() -> None:
    """[SW-15.16] [SW-16.8]"""
    table = Table(3, "cities", "leaders")
    table.stand(0, "workshop", "scriptorium", "pigeon loft")
    table.stand(1, "apothecary")
    table.lead(0, "aristotle")
    assert science_points(table.state, 0, 0) == 3 + 10
    assert sheet_points(table.state, 0)["leaders"] == 3


# ---- costs ------------------------------------------------------------------------------------------------------


def kinds(table: Table, number: int = 0) -> list[list[str]]:
    city = table.city(number)
    return [
        [name for kind, name in enumerate(RESOURCE_NAMES) if choice >> kind & 1]
        for choice in city.choices[: city.num_choices]
    ]


def test_the_secret_warehouse_makes_more_of_what_the_city_makes() -> None:
    """[SW-16.9]"""
    table = cities()
    table.stand(0, "secret warehouse")
    assert kinds(table) == [["stone"]]
    table.stand(0, "tree farm", "glassworks 1", "forum")
    assert kinds(table) == [
        ["wood", "clay"],
        ["glass", "papyrus", "loom"],
        ["wood", "stone", "clay", "glass"],
    ]
    assert table.city(0).num_sold == 1


def test_the_black_market_makes_what_the_city_does_not_make() -> None:
    """[SW-16.9]"""
    table = cities()
    table.stand(0, "black market", "tree farm")
    assert kinds(table) == [["wood", "clay"], ["ore", "glass", "papyrus", "loom"]]
    table.city(0).is_blocked = 1
    refresh_trade(table.state, 0)
    assert kinds(table)[1] == ["stone", "ore", "glass", "papyrus", "loom"]


def test_what_a_tile_keeps_from_working_makes_nothing() -> None:
    """[SW-16.9]"""
    table = Table(3, "cities", "tower")
    table.stand(0, "secret warehouse", "tree farm")
    assert kinds(table)[-1] == ["wood", "stone", "clay"]
    table.tiles(next(row["number"] for row in TILE_ROWS if "tree farm" in row.get("disables", [])))
    assert kinds(table)[-1] == ["stone"]


def test_neighbours_cannot_buy_what_black_structures_make() -> None:
    """[SW-16.9]"""
    table = cities()
    table.stand(1, "secret warehouse", "black market")
    table.hold(0, "baths")
    table.make(0)
    table.make(2)
    table.city(1).fixed = 0
    assert "build baths" not in table.options()


@pytest.mark.parametrize(("dock", "side"), [("clandestine dock west", 1), ("clandestine dock east", 2)])
def test_a_dock_makes_one_unit_from_its_side_cheaper(dock: str, side: int) -> None:
    """[SW-16.10]"""
    table = cities(age=2)
    table.stand(0, dock)
    table.hold(0, "aqueduct")
    table.make(0)
    table.make(1)
    table.make(2)
    table.make(side, stone=3)
    table.play(0, "build aqueduct")
    assert (table.city(0).coins, table.city(side).coins) == (10 - 5, 10 + 3 + 5)
    other = cities(age=2)
    other.stand(0, dock)
    other.hold(0, "aqueduct")
    other.make(0)
    other.make(side)
    other.make(3 - side, stone=3)
    other.play(0, "build aqueduct")
    assert other.city(0).coins == 10 - 6


def test_docks_add_to_trading_posts_and_never_go_below_nothing() -> None:
    """[SW-16.10]"""
    table = Table(3, "cities", "tower")
    table.stand(0, "clandestine dock west", "east trading post", "west trading post")
    table.hold(0, "baths")
    table.make(0)
    table.make(1, stone=1)
    table.make(2)
    table.coins(0, 0, 0)
    table.play(0, "build baths")
    assert (has_structure(table.city(0), card("baths")), table.city(0).coins) == (True, 0)


def test_hatshepsut_brings_a_coin_for_a_unit_that_a_dock_makes_free() -> None:
    """[SW-15.10] [SW-16.10]"""
    table = Table(3, "cities", "leaders")
    table.stand(0, "clandestine dock west", "west trading post", "east trading post")
    table.lead(0, "hatshepsut")
    table.hold(0, "baths")
    table.make(0)
    table.make(1, stone=1)
    table.make(2)
    table.coins(0, 0, 0)
    table.play(0, "build baths")
    assert table.city(0).coins == 1


def test_without_coins_a_dock_does_not_let_a_unit_be_bought_from_the_bank() -> None:
    """[SW-15.9] [SW-16.10]"""
    table = Table(3, "cities", "leaders", age=2)
    table.stand(0, "clandestine dock west", "tree farm")
    table.lead(0, "bilkis")
    table.hold(0, "aqueduct")
    for number in range(3):
        table.make(number)
    table.make(0, stone=2)
    table.coins(0, 0, 0)
    assert "build aqueduct" not in table.options()


def test_with_the_architect_cabinet_stages_cost_only_their_coins() -> None:
    """[SW-16.11]"""
    table = cities(boards=("petra a", "rhodos a", "ephesos a"))
    table.stand(0, "architect cabinet")
    table.make(0)
    table.make(1)
    table.make(2)
    table.play(0, f"stage with {FILLER}")
    assert (table.city(0).stages, table.city(0).coins) == (1, 10)
    table.hold(0, FILLER)
    table.coins(6, 10, 10)
    assert f"stage with {FILLER}" not in table.options()
    assert "the second stage of Petra costs 7 coins to the bank" in table.why_not(0, f"stage with {FILLER}")
    table.coins(7, 10, 10)
    assert f"stage with {FILLER}" in table.options()


# ---- points -----------------------------------------------------------------------------------------------------


def test_black_structures_and_debts_have_lines_of_their_own() -> None:
    """[SW-16.13] [SW-16.12]"""
    table = cities()
    table.stand(0, "gates of the city", "tabularium", "secret society", "slave market")
    table.city(0).victories = [1, 0, 2]
    table.city(0).debts = 5
    assert black_points(table.state, 0) == 4 + 6 + 4 + 3
    sheet = sheet_points(table.state, 0)
    assert (sheet["black"], sheet["debts"], sum(sheet.values())) == (17, -5, score(table.state, 0))


@pytest.mark.parametrize(("name", "coins"), [("secret society", 3), ("slave market", 4)])
def test_the_secret_society_and_the_slave_market_bring_coins_at_once(name: str, coins: int) -> None:
    """[SW-16.12]"""
    table = cities(age=3)
    table.stand(0, "militia", "hideout")
    table.city(0).causes = [0, 0, 0]
    table.city(0).victories = [4, 0, 0]
    table.hold(0, name)
    table.make(0, wood=2, ore=2, stone=1, papyrus=1)
    table.play(0, f"build {name}")
    assert table.city(0).coins == 10 + coins


def test_guilds_of_cities_count_black_structures_and_tokens_of_neighbours() -> None:
    """[SW-16.2] [SW-22.3]"""
    table = cities(4)
    table.stand(0, "guild of shadows", "mourners guild", "counterfeiters guild")
    for number in (1, 2, 3):
        table.stand(number, "militia", "lair")
        table.city(number).victories = [0, number, 0]
    assert guild_points(table.state, 0) == 4 + (1 + 3) + 5


def test_a_copied_counterfeiters_guild_is_worth_its_points() -> None:
    """[SW-10.6]"""
    table = cities(boards=("olympia b", "rhodos a", "ephesos a"))
    table.city(0).stages = 3
    table.stand(1, "counterfeiters guild")
    assert copied_points(table.state, 0) == 5


# ---- leaders ----------------------------------------------------------------------------------------------------


def test_aspasia_brings_a_diplomacy_token_also_when_copied() -> None:
    """[SW-16.7] [SW-15.21]"""
    table = recruiting("aspasia", more=("cities",))
    table.coins(3, 3, 3)
    use(table, "recruit aspasia")
    assert table.city(0).diplomacy == 1
    table = Table(3, "cities", "leaders", age=3)
    table.lead(1, "aspasia")
    table.hold(0, "courtesans guild")
    table.make(0, wood=1, clay=1, glass=1, loom=1)
    table.play(0, "build courtesans guild")
    table.do(0, "copy aspasia")
    assert table.city(0).diplomacy == 1


def test_berenice_brings_a_coin_once_a_turn() -> None:
    """[SW-15.18]"""
    table = Table(3, "cities", "leaders")
    table.lead(0, "berenice")
    table.hold(1, "gambling den")
    table.do(0, f"discard {FILLER}")
    table.do(1, "build gambling den")
    table.rest()
    assert table.city(0).coins == 3 + 3 + 1 + 1
    assert table.city(0).has_bank_coin == 0


def test_berenice_does_not_count_coins_of_neighbours() -> None:
    """[SW-15.18]"""
    table = Table(3, "cities", "leaders")
    table.lead(0, "berenice")
    table.hold(1, "baths")
    table.hold(0, "lumber yard")
    table.make(0, stone=1)
    table.make(1)
    table.make(2)
    table.do(0, "build lumber yard")
    table.do(1, "build baths")
    table.rest()
    assert table.city(0).coins == 3 + 2


def test_the_end_of_an_age_is_one_turn_more_for_berenice() -> None:
    """[SW-15.18]"""
    table = Table(3, "cities", "leaders", turn=7)
    table.lead(0, "berenice", "nero")
    table.city(0).shields = 5
    table.play(0, f"discard {FILLER}")
    assert table.city(0).coins == 3 + 3 + 1 + 2 + 2 + 1


def test_caligula_builds_one_black_structure_free_in_each_age() -> None:
    """[SW-15.19]"""
    table = Table(3, "cities", "leaders")
    table.lead(0, "caligula")
    table.hold(0, "militia", "pigeon loft", "lumber yard")
    table.coins(0, 3, 3)
    assert "build militia" in table.options()
    table.play(0, "build militia")
    assert (table.city(0).coins, table.city(0).free_black_used, table.city(0).power_used) == (0, 1, 0)
    table.state.phase = ACT
    table.hold(0, "pigeon loft")
    assert "build pigeon loft" not in table.options()
    table.state.age = 1
    hand = hand_of(table.state, 0)
    put_into(hand, card("mercenaries"))
    assert "build mercenaries" in table.options()


def test_caligula_is_offered_where_he_saves_coins_and_before_olympia() -> None:
    """[SW-15.19] [SW-8.4]"""
    table = Table(3, "cities", "leaders", boards=("olympia a", "rhodos a", "ephesos a"))
    table.city(0).stages = 2
    table.lead(0, "caligula")
    table.hold(0, "militia", "hideout", "altar")
    table.do(0, "build militia")
    assert table.options() == ["pay for it", "use the free building"]
    table.do(0, "use the free building")
    table.rest()
    assert (table.city(0).free_black_used, table.city(0).power_used) == (1, 0)
    table = Table(3, "cities", "leaders")
    table.lead(0, "caligula")
    table.hold(0, "lumber yard")
    assert "no stage that lets a structure be built without cost" in Table(3).why_not(0, "use the free building")
    table.do(0, "build lumber yard")
    assert table.city(0).power_used == 0


def test_the_free_building_of_olympia_is_used_for_what_caligula_does_not_build() -> None:
    """[SW-8.4] [SW-15.19]"""
    table = Table(3, "cities", "leaders", boards=("olympia a", "rhodos a", "ephesos a"))
    table.city(0).stages = 2
    table.lead(0, "caligula")
    table.hold(0, "guard tower")
    table.make(0)
    table.play(0, "build guard tower")
    assert (table.city(0).free_black_used, table.city(0).power_used) == (0, 1)


def test_diocletian_brings_two_coins_after_each_black_structure() -> None:
    """[SW-15.15]"""
    table = Table(3, "cities", "leaders")
    table.lead(0, "diocletian")
    table.hold(0, "residence")
    table.make(0, clay=1)
    table.play(0, "build residence")
    assert table.city(0).coins == 3 + 2


def test_darius_counts_black_structures() -> None:
    """[SW-22.1]"""
    table = Table(3, "cities", "leaders")
    table.stand(0, "militia", "hideout")
    table.lead(0, "darius")
    assert sheet_points(table.state, 0)["leaders"] == 2


def test_with_semiramis_defeat_tokens_are_shields_from_the_next_age_on() -> None:
    """[SW-15.20]"""
    table = Table(3, "cities", "leaders", turn=7)
    table.lead(0, "semiramis")
    table.city(0).defeats, table.city(1).shields, table.city(2).shields = 2, 1, 3
    assert strength(table.city(0)) == 2
    end_age(table.state)
    assert (sum(table.city(0).victories), table.city(0).defeats) == (1, 3)
    table.city(1).defeats = 2
    assert strength(table.city(1)) == 1


# ---- boards -----------------------------------------------------------------------------------------------------


def test_petra_makes_others_lose_coins_also_when_a_leader_is_used_for_its_stage() -> None:
    """[SW-16.4] [SW-22.4]"""
    table = recruiting("caesar", boards=("petra b", "rhodos a", "ephesos a"), more=("cities",))
    table.make(0, clay=2, ore=2)
    table.coins(3, 3, 3)
    use(table, "stage with caesar")
    assert (table.state.phase, table.state.is_recruiting) == (SETTLE, 1)
    for seat in (1, 2):
        table.do(seat, "pay 2 of the loss")
    assert (table.state.phase, [city.coins for city in table.state.cities[1:3]]) == (DEAL_CARDS, [4, 4])


def test_byzantium_b_can_have_two_diplomacy_tokens() -> None:
    """[SW-16.7] [SW-22.4]"""
    table = cities(boards=("byzantium b", "rhodos a", "ephesos a"))
    table.make(0, wood=1, ore=1, glass=1, papyrus=1)
    table.play(0, f"stage with {FILLER}")
    for seat in range(3):
        table.hold(seat, FILLER)
    table.make(0, ore=2, clay=1, loom=1)
    table.play(0, f"stage with {FILLER}")
    assert table.city(0).diplomacy == 2


# ---- knowledge --------------------------------------------------------------------------------------------------


def test_black_cards_that_a_seat_cannot_place_might_be_undealt() -> None:
    """[SW-14.3] [SW-16.1]"""
    match = Match(Wonders(players=4, expansions=("cities",)), seed=3)
    state, seen = match.reveal(), match.game.observe(match.reveal(), 0).state
    own = {hand_of(state, 0).cards[i] for i in range(8)}
    held = [black for black in BLACK_CARDS if black in own]
    assert seen.blacks_left[0] == 4 - len(held)
    assert sum(seen.deck[first_black(0) : first_black(1)]) == 9 - len(held)


def test_what_is_imagined_has_as_many_black_cards_as_were_dealt() -> None:
    """[SW-14.3] [SW-16.1]"""
    game = Wonders(players=3, expansions=("cities", "leaders", "tower", "projects"))
    match = Match(game, seed=11)
    rng = search_rng(5)
    steps = 0
    while match.reveal().phase != OVER and steps < 400:
        for seat in match.actors:
            if seat == CHANCE:
                continue
            imagined = game.observe(match.reveal(), seat).state
            determinize(imagined, seat, rng)
            assert game.rules.audit(imagined) == 0
            assert UNSEEN not in imagined.hands[0].cards[: imagined.hands[0].n]
        seat = match.actors[0]
        legal = match.legal_actions(seat)
        match.play(seat, legal[(steps * 7) % len(legal)])
        steps += 1
    assert match.reveal().phase == OVER


def test_a_turn_without_losses_has_nothing_to_settle() -> None:
    """[SW-20.2]"""
    table = cities()
    table.play(0, f"discard {FILLER}")
    assert (table.state.phase, table.state.turn, loss_for(table.state, 0)) == (ACT, 1, 0)


def test_the_audit_counts_black_cards_and_knows_when_coins_are_owed() -> None:
    """[SW-16.1] [SW-16.5]"""
    match = Match(Wonders(players=3, expansions=("cities",)), seed=3)
    wrong = [copy_of(match.reveal()) for _ in range(3)]
    wrong[0].blacks_left[1] -= 1
    wrong[1].cities[0].owes = 2
    wrong[2].cities[1].diplomacy = -1
    assert [match.game.audits[match.game.rules.audit(state)] for state in wrong] == [
        "black cards, debts or diplomacy tokens are wrong"
    ] * 3
    assert match.game.rules.audit(match.reveal()) == 0


# ---- where Cities is not played ---------------------------------------------------------------------------------


def test_what_stands_in_the_place_of_cities_has_the_same_parameters() -> None:
    for rule, other in absent.WITHOUT_CITIES.items():
        assert len(signature(rule).parameters) == len(signature(other).parameters), rule


def test_where_cities_is_not_played_its_rules_do_nothing() -> None:
    state = Match(Wonders(), seed=1).reveal()
    before, city, actions = copy_of(state), state.cities[0], Actions()
    absent.nothing_happens(state)
    absent.no_settlements(city, actions)
    assert state == before
    assert (actions.n, absent.is_never(city)) == (0, False)


@pytest.mark.parametrize("seat", range(3))
def test_without_cities_both_forms_of_the_rules_say_the_same(seat: int) -> None:
    """What is asked in a game without Cities has the same answer whichever way it is compiled."""
    game = Wonders(players=3, expansions=("tower", "projects"))
    walk = Match(game, seed=5, deals=False)
    for number, entry in enumerate(play_at_random(game, seed=5).log):
        state = walk.reveal()
        if number % 20 == seat:
            assert game.rules.score(state, seat) == RULES.score(state, seat)
            assert game.rules.audit(state) == RULES.audit(state) == 0
            assert game.rules.actors(state) == RULES.actors(state)
        walk.play(entry.actor, entry.action)


def test_every_form_of_the_rules_uses_only_what_can_be_compiled() -> None:
    for babel, leaders, cities, pack in product((True, False), repeat=4):
        rules = rules_for(babel=babel, leaders=leaders, cities=cities or pack, pack=pack)
        parts = [getattr(rules, field.name) for field in fields(rules)]
        assert all(fingerprint(part) for part in parts if is_marked(part))
