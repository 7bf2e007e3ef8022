"""The boards of the Wonder Pack [SW-17]."""

import random
import re
from itertools import count

import pytest

from shinar.core.canvas import Canvas
from shinar.core.errors import NotationError, OptionError
from shinar.core.game import Actions
from shinar.core.match import Match
from shinar.core.viewer import SPECTATOR
from shinar.games.wonders import Wonders
from shinar.games.wonders.components import (
    BOARD_NAMES,
    CARD_NAMES,
    ITEM_ROWS,
    LEADER_NAMES,
    RESOURCE_NAMES,
    SLOTS,
    UNSEEN,
    stage_item,
)
from shinar.games.wonders.expansions.leaders.effects import leaders_of
from shinar.games.wonders.expansions.pack import absent
from shinar.games.wonders.expansions.pack.effects import marker
from shinar.games.wonders.expansions.pack.reachable import has_played_last
from shinar.games.wonders.expansions.pack.recount import are_stages_right
from shinar.games.wonders.payment import refresh_trade
from shinar.games.wonders.reachable import faults
from shinar.games.wonders.rules import deal_board, proceed
from shinar.games.wonders.scoring import sheet_points
from shinar.games.wonders.state import (
    ACT,
    BY_COPY,
    BY_STAGE,
    COPY,
    DISCARDED,
    ENTOMB,
    ENTOMBED,
    HIRE,
    IN_STAGE,
    LEFT_OVER,
    LOOK_AT_DISCARDS,
    SALVAGE,
    SETTLE,
    SEVENTH,
    State,
)
from shinar.games.wonders.words import cost_text, item_text
from tests.games.wonders.tables import Table

PLENTY = dict.fromkeys(RESOURCE_NAMES, 4)
TOMBS = ("abu-simbel b", "gizah a", "rhodos a")


def wealthy(*boards: str, expansions: tuple[str, ...] = ("pack",), age: int = 1, turn: int = 1) -> Table:
    """Cities with certain boards, of which the first makes all it needs."""
    table = Table(len(boards), *expansions, boards=boards, age=age, turn=turn)
    table.make(0, **PLENTY)
    return table


def built(table: Table, *stages: int, number: int = 0) -> None:
    """Let the Great Wall have built some stages."""
    table.city(number).stages = len(stages)
    table.city(number).order = sum(stage - 1 << 2 * place for place, stage in enumerate(stages[:3]))
    refresh_trade(table.state, number)


# ---- what is played ---------------------------------------------------------------------------------------------


def test_abu_simbel_is_dealt_only_with_leaders() -> None:
    """[SW-17.1]"""
    boards = Wonders(players=3, expansions=("pack",)).initial_state().boards
    assert [name for i, name in enumerate(BOARD_NAMES) if boards >> i & 1][7:] == [
        *("great-wall", "manneken-pis", "stonehenge"),
    ]
    boards = Wonders(players=3, expansions=("pack", "leaders")).initial_state().boards
    assert boards >> BOARD_NAMES.index("abu-simbel") & 1
    with pytest.raises(OptionError, match=r"abu-simbel needs the expansion leaders \[SW-17.1\]"):
        Wonders(players=3, expansions=("pack",), seat_boards=("abu-simbel",))
    with pytest.raises(OptionError, match=r"stonehenge is a board of the expansion pack \[SW-17.1\]"):
        Wonders(players=3, boards=("stonehenge", "gizah", "rhodos"))


def test_two_players_do_without_the_wonder_pack() -> None:
    """[SW-21.4]"""
    with pytest.raises(OptionError, match=r"pack needs at least 3 players \[SW-21.4\]"):
        Wonders(players=2, expansions=("pack",))


# ---- the Great Wall ---------------------------------------------------------------------------------------------


def test_stages_of_the_great_wall_are_built_in_any_order() -> None:
    """[SW-17.3]"""
    table = wealthy("great-wall a", "gizah a", "rhodos a")
    table.do(0, "stage with pawnshop")
    assert table.options() == [f"choose stage {number}" for number in (1, 2, 3, 4)]
    table.do(0, "choose stage 3")
    assert (table.city(0).stages, table.game.observe(table.state, 1).state.cities[0].plan.tile) == (0, 0)
    table.rest()
    assert (table.city(0).shields, table.city(0).stages) == (2, 1)
    table.make(0, **PLENTY)
    table.hold(0, "pawnshop")
    table.do(0, "stage with pawnshop")
    assert table.options() == [f"choose stage {number}" for number in (1, 2, 4)]


def test_the_only_stage_that_can_be_paid_is_not_asked_for() -> None:
    """[SW-17.3]"""
    table = Table(3, "pack", boards=("great-wall a", "gizah a", "rhodos a"))
    table.coins(0, 0, 0)
    table.make(0, stone=3)
    table.play(0, "stage with pawnshop")
    assert (table.city(0).shields, table.city(0).order) == (2, 2)


def test_the_last_stage_of_the_great_wall_is_the_one_that_is_left() -> None:
    """[SW-17.3]"""
    table = wealthy("great-wall a", "gizah a", "rhodos a")
    built(table, 4, 3, 1)
    table.make(0, **PLENTY)
    assert table.score() == 1
    table.play(0, "stage with pawnshop")
    assert table.city(0).stages == 4
    assert sheet_points(table.state, 0)["science"] == 1
    assert "stage with pawnshop" not in table.options()


def test_a_stage_that_is_built_or_cannot_be_paid_is_not_chosen() -> None:
    """[SW-17.3]"""
    table = wealthy("great-wall a", "gizah a", "rhodos a")
    built(table, 2)
    table.make(0, wood=2, stone=3)
    table.coins(0, 0, 0)
    assert "you have built the second stage of Great Wall already [SW-17.3]" in table.why_not(0, "choose stage 2")
    assert "first choose a card and its use" in table.why_not(0, "choose stage 1")
    table.do(0, "stage with pawnshop")
    assert "the fourth stage of Great Wall needs 3 ore" in table.why_not(0, "choose stage 4")
    assert "first choose which stage to build [SW-17.3]" in table.why_not(0, "discard pawnshop")
    assert "you have no choice which stage to build [SW-7.1]" in table.why_not(1, "choose stage 1")
    table.city(1).stages = 3
    assert "all stages of your board are built [SW-7.1]" in table.why_not(1, "choose stage 1")
    table.make(0)
    table.city(0).plan.step = table.city(0).plan.use = 0
    assert "the first stage of Great Wall needs 2 wood" in table.why_not(0, "stage with pawnshop")


def test_the_great_wall_makes_what_its_city_does_not_make() -> None:
    """[SW-17.2] [SW-16.9]"""
    table = Table(3, "pack", boards=("great-wall b", "gizah a", "rhodos a"))
    built(table, 4)
    city = table.city(0)
    assert city.num_choices == 1
    assert city.choices[0] == (1 << 7) - 1 & ~(1 << RESOURCE_NAMES.index("loom"))
    assert city.num_sold == 0


def test_the_great_wall_takes_a_symbol_of_a_neighbour() -> None:
    """[SW-17.2] [SW-16.8]"""
    table = Table(3, "pack", boards=("great-wall b", "gizah a", "rhodos a"))
    table.stand(0, "workshop")
    built(table, 2)
    assert sheet_points(table.state, 0)["science"] == 1
    table.stand(1, "workshop")
    assert sheet_points(table.state, 0)["science"] == 4


def test_the_great_wall_stays_out_of_conflicts() -> None:
    """[SW-17.2] [SW-16.7]"""
    table = wealthy("great-wall b", "gizah a", "rhodos a", "babylon a", turn=6)
    table.city(1).shields = table.city(3).shields = 2
    table.do(0, "stage with pawnshop", "choose stage 3")
    table.rest()
    assert [table.city(number).victories[0] for number in range(4)] == [0, 1, 0, 1]
    assert [table.city(number).defeats for number in range(4)] == [0, 0, 2, 0]
    assert table.city(0).diplomacy == 0


def test_without_cities_a_loss_takes_the_coins_that_are_there() -> None:
    """[SW-17.11]"""
    table = wealthy("great-wall b", "gizah a", "rhodos a", "babylon a")
    table.coins(3, 5, 0, 0)
    table.do(0, "stage with pawnshop", "choose stage 3")
    table.do(1, "discard pawnshop")
    table.hold(2, "lumber yard")
    table.do(2, "build lumber yard")
    table.hold(3, "stone pit", "altar")
    told = table.told(3, "build altar", 3)
    assert [table.city(number).coins for number in range(4)] == [3, 6, 0, 0]
    assert [table.city(number).debts for number in range(4)] == [0] * 4
    assert "Player 2 loses 2 coins; Player 2 pays 2 coins to the bank for what is lost" in told
    assert "Player 3 loses" not in told
    assert table.state.phase == ACT


def test_with_cities_a_loss_can_become_a_debt() -> None:
    """[SW-17.2] [SW-16.5]"""
    table = wealthy("great-wall b", "gizah a", "rhodos a", expansions=("pack", "cities"))
    table.do(0, "stage with pawnshop", "choose stage 3")
    table.rest()
    assert (table.state.phase, table.options(1)) == (
        SETTLE,
        ["pay 0 of the loss", "pay 1 of the loss", "pay 2 of the loss"],
    )


def test_neighbours_get_coins_by_the_great_wall() -> None:
    """[SW-17.2] [SW-16.6]"""
    table = wealthy("great-wall b", "gizah a", "rhodos a", "babylon a")
    table.do(0, "stage with pawnshop", "choose stage 1")
    table.do(1, "discard pawnshop")
    table.do(2, "discard pawnshop")
    told = table.told(3, "discard pawnshop", 3)
    assert [table.city(number).coins for number in range(4)] == [11, 8, 6, 8]
    assert "You get 2 coins from the bank by the first stage of Great Wall" in told


# ---- Manneken Pis -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("expansions", "coins"), [(("pack",), 7), (("pack", "leaders"), 10)])
@pytest.mark.parametrize("side", [0, 1])
def test_manneken_pis_starts_with_four_coins_more(expansions: tuple[str, ...], coins: int, side: int) -> None:
    """[SW-17.4]"""
    state = Wonders(players=3, expansions=expansions).initial_state()
    deal_board(state, 2 * BOARD_NAMES.index("manneken-pis") + side)
    assert (state.cities[0].coins, state.bank) == (coins, -coins)


def test_manneken_pis_loses_a_point_instead_of_a_resource() -> None:
    """[SW-17.4]"""
    table = wealthy("gizah a", "manneken-pis a", "rhodos a", expansions=("pack", "projects"), turn=6)
    table.project("double walls")
    table.do(0, "discard pawnshop")
    table.do(1, "discard pawnshop")
    told = table.told(2, "discard pawnshop", 1)
    assert [(city.penalty, city.is_blocked) for city in table.state.cities[:3]] == [(0, 1), (1, 0), (0, 1)]
    assert "You lose 1 point to Double Walls, having no resource on the board" in told


def test_manneken_pis_copies_stages_of_its_neighbours() -> None:
    """[SW-17.5] Gizah A: 3 points; Rhodos A: 2 shields, on the right; Gizah A again: 7 points."""
    table = wealthy("manneken-pis a", "gizah a", "rhodos a")
    for stages, (points, shields) in enumerate([(3, 0), (3, 2), (10, 2)], 1):
        table.play(0, "stage with pawnshop")
        assert table.city(0).stages == stages
        assert (sheet_points(table.state, 0)["wonder"], table.city(0).shields) == (points, shields)
        table.make(0, **PLENTY)
        table.hold(0, "pawnshop")
        table.hold(1, "pawnshop")
        table.hold(2, "pawnshop")
    assert "stage with pawnshop" not in table.options()


@pytest.mark.parametrize(("stages", "cost"), [(0, {"stone": 2}), (1, {"clay": 3}), (2, {"stone": 4})])
def test_manneken_pis_pays_what_is_printed_there(stages: int, cost: dict[str, int]) -> None:
    """[SW-17.5]"""
    table = Table(3, "pack", boards=("manneken-pis a", "gizah a", "rhodos a"))
    table.city(0).stages = stages
    table.coins(0, 0, 0)
    table.make(0, **cost)
    assert "stage with pawnshop" in table.options()
    kind = next(iter(cost))
    table.make(0, **{kind: cost[kind] - 1})
    assert "stage of Manneken Pis" in table.why_not(0, "stage with pawnshop")


def test_the_last_stage_of_a_board_with_two_is_the_second() -> None:
    """[SW-17.5]"""
    table = wealthy("manneken-pis a", "rhodos b", "gizah b")
    table.city(0).stages = 2
    table.play(0, "stage with pawnshop")
    assert (sheet_points(table.state, 0)["wonder"], table.city(0).coins) == (3 + 5 + 4, 3 + 4)


def test_manneken_pis_counts_its_own_stones() -> None:
    """[SW-17.5] [SW-17.7]"""
    table = wealthy("manneken-pis a", "stonehenge b", "gizah a")
    table.stand(0, "quarry")
    table.stand(1, "stone pit")
    table.make(0, **PLENTY)
    table.play(0, "stage with pawnshop")
    assert (table.city(0).coins, sheet_points(table.state, 0)["wonder"]) == (3 + 2, 2)


def test_manneken_pis_chooses_among_stages_of_the_great_wall() -> None:
    """[SW-17.6]"""
    table = wealthy("manneken-pis a", "great-wall a", "gizah a")
    table.do(0, "stage with pawnshop", "choose stage 3")
    table.rest()
    assert (table.city(0).shields, table.city(1).stages) == (2, 0)
    table.city(0).stages = 2
    table.make(0, **PLENTY)
    assert "you have copied the third stage of Great Wall already" in table.why_not(0, "choose stage 3")
    table.hold(0, "pawnshop")
    table.do(0, "stage with pawnshop")
    assert table.options() == [f"choose stage {number}" for number in (1, 2, 4)]
    view = table.game.view(table.game.observe(table.state, 0))
    assert [(stage["board"], stage["stage"], stage["is_built"]) for stage in view["cities"][0]["stage_list"]] == [
        *(("great-wall", 3, True), ("gizah", 2, True), ("great-wall", None, False)),
    ]


def test_two_cities_play_their_last_card() -> None:
    """[SW-17.10] [SW-8.2]"""
    table = wealthy("manneken-pis a", "gizah a", "babylon b", turn=6)
    table.city(0).stages = table.city(2).stages = 2
    for seat in range(3):
        table.do(seat, "discard pawnshop")
    assert (table.state.phase, table.state.acting) == (SEVENTH, 0)
    table.do(0, "discard pawnshop")
    assert (table.state.phase, table.state.acting) == (SEVENTH, 2)
    found = list(faults(table.state))
    assert not any("still to come" in fault or "holds" in fault for fault in found)
    assert has_played_last(table.state)
    table.city(0).stages = 1
    assert any("still to come" in fault for fault in faults(table.state))
    table.city(0).stages = 2
    table.do(2, "leave the last card")
    assert [city.manner[6] for city in table.state.cities[:3]] == [DISCARDED, LEFT_OVER, LEFT_OVER]


def test_manneken_pis_builds_from_the_discards_after_the_great_wall_and_halikarnassos() -> None:
    """[SW-20.3]"""
    table = Table(4, "pack", boards=("manneken-pis a", "halikarnassos b", "gizah a", "great-wall a"), turn=2)
    table.city(2).used[0], table.city(2).manner[0] = CARD_NAMES.index("altar"), DISCARDED
    table.city(2).used[1], table.city(2).manner[1] = CARD_NAMES.index("baths"), DISCARDED
    built(table, 1, number=3)
    for number in (0, 1, 3):
        table.make(number, **PLENTY)
    for number in (0, 1):
        table.do(number, "stage with pawnshop")
    table.do(2, "discard pawnshop")
    table.do(3, "stage with pawnshop", "choose stage 4")
    order = []
    while table.state.phase == SALVAGE:
        order.append(table.state.acting)
        table.do(table.state.acting, "build nothing from the discards")
    assert order == [1, 3, 0]


# ---- Stonehenge -------------------------------------------------------------------------------------------------


def test_stonehenge_counts_stone_pits_and_quarries_only() -> None:
    """[SW-17.7] A tile that keeps a quarry from working changes nothing; mixed cards do not count."""
    table = Table(3, "pack", "tower", boards=("stonehenge a", "gizah a", "rhodos a"))
    table.city(0).stages = 3
    for card, points in (("timber yard", 8), ("stone pit", 10), ("quarry", 14)):
        table.stand(0, card)
        assert sheet_points(table.state, 0)["wonder"] == points
    table.tiles(3)
    assert sheet_points(table.state, 0)["wonder"] == 14


def marked(*pieces: str) -> Table:
    """Stonehenge B with markers under its stages: cards, then a leader who is recruited in Age II."""
    table = Table(3, "pack", "leaders", boards=("stonehenge b", "gizah a", "rhodos a"), age=3)
    city = table.city(0)
    city.stages = len(pieces)
    for place, name in enumerate(pieces):
        if name in LEADER_NAMES:
            city.given[0] = city.recruits[1] = LEADER_NAMES.index(name) + 1
            city.recruit_manner[1] = IN_STAGE
        else:
            city.used[place], city.manner[place] = CARD_NAMES.index(name), IN_STAGE
    return table


def test_a_marker_of_stonehenge_counts_cards_of_its_colour() -> None:
    """[SW-17.8]"""
    table = marked("workshop", "baths")
    table.stand(1, "altar", "workshop", "apothecary")
    table.stand(2, "theater", "pawnshop")
    assert sheet_points(table.state, 0)["wonder"] == 3
    table.city(0).used[1] = CARD_NAMES.index("workshop")
    assert sheet_points(table.state, 0)["wonder"] == 2
    table.city(0).used[1] = UNSEEN
    assert sheet_points(table.state, 0)["wonder"] == 0


def test_a_leader_under_stonehenge_counts_leaders() -> None:
    """[SW-17.8]"""
    table = marked("workshop", "nero")
    table.lead(1, "caesar", "midas")
    table.lead(2, "plato")
    assert sheet_points(table.state, 0)["wonder"] == 3
    table.city(0).recruits[1] = UNSEEN
    assert sheet_points(table.state, 0)["wonder"] == 0
    table.city(0).stages = 1
    assert sheet_points(table.state, 0)["wonder"] == 0


def test_any_leader_may_be_the_marker_that_is_counted() -> None:
    """[SW-17.8] The first in the list too."""
    table = marked("workshop", LEADER_NAMES[0])
    table.lead(1, "caesar", "midas")
    assert sheet_points(table.state, 0)["wonder"] == 2


def test_a_leader_under_the_first_stage_is_not_the_marker_of_the_second() -> None:
    """[SW-17.8] Nor is a card that was used for the first one the marker, if a leader came later."""
    table = marked()
    city = table.city(0)
    city.given[0] = city.recruits[0] = LEADER_NAMES.index("nero") + 1
    city.recruit_manner[0] = city.manner[SLOTS] = IN_STAGE
    city.used[SLOTS], city.stages = CARD_NAMES.index("baths"), 2
    table.lead(1, "caesar", "midas")
    table.stand(2, "altar")
    assert sheet_points(table.state, 0)["wonder"] == 1
    city.recruits[2], city.recruit_manner[2] = LEADER_NAMES.index("zenobia") + 1, IN_STAGE
    city.recruit_manner[0] = DISCARDED
    assert sheet_points(table.state, 0)["wonder"] == 2


@pytest.mark.parametrize("marker", ["baths", "nero"])
def test_everybody_sees_the_marker_that_is_counted(marker: str) -> None:
    """[SW-17.8]"""
    table = marked("workshop", marker)
    table.complete_draft()
    for viewer in (1, SPECTATOR):
        seen = table.game.observe(table.state, viewer).state.cities[0]
        assert seen.used[0] == UNSEEN
        assert seen.used[1] == table.city(0).used[1]
        assert seen.recruits[1] == table.city(0).recruits[1]


def test_all_are_told_which_marker_it_is() -> None:
    """[SW-17.8]"""
    table = wealthy("stonehenge b", "gizah a", "rhodos a", age=2)
    table.city(0).stages = 1
    table.city(0).used[0], table.city(0).manner[0] = CARD_NAMES.index("workshop"), IN_STAGE
    table.do(1, "discard pawnshop")
    table.do(2, "discard pawnshop")
    told = table.told(0, "stage with pawnshop", 1)
    assert "Player 1 builds the second stage of Stonehenge with Pawnshop" in told
    assert sheet_points(table.state, 0)["wonder"] == 0


# ---- Abu Simbel -------------------------------------------------------------------------------------------------


def entombing(*leaders: str) -> Table:
    """Abu Simbel B with leaders, about to entomb one."""
    table = wealthy(*TOMBS, expansions=("pack", "leaders"))
    table.lead(0, *leaders)
    table.play(0, "stage with pawnshop")
    return table


def test_a_leader_is_entombed_for_twice_its_coins() -> None:
    """[SW-17.9]"""
    table = entombing("cleopatra", "caesar")
    assert (table.state.phase, table.options()) == (ENTOMB, ["entomb caesar", "entomb cleopatra"])
    assert (table.score(), table.city(0).shields) == (5 + 1, 2)
    table.do(0, "entomb caesar")
    assert (table.state.phase, table.city(0).shields, table.score()) == (ACT, 0, 2 * 5 + 5 + 1)
    assert sheet_points(table.state, 0)["wonder"] == 10
    assert leaders_of(table.city(0)) == 1 << LEADER_NAMES.index("cleopatra")


def test_abu_simbel_a_entombs_on_its_third_stage() -> None:
    """[SW-17.9]"""
    table = wealthy("abu-simbel a", *TOMBS[1:], expansions=("pack", "leaders"))
    table.city(0).stages = 2
    table.lead(0, "pericles")
    table.play(0, "stage with pawnshop")
    table.do(0, "entomb pericles")
    assert sheet_points(table.state, 0)["wonder"] == 3 + 5 + 12


def test_who_has_no_leader_builds_the_stage_without_effect() -> None:
    """[SW-17.9]"""
    table = entombing()
    assert (table.state.phase, table.city(0).stages, table.city(0).errands) == (ACT, 1, 0)


def test_an_entombed_leader_is_none_for_the_diplomats_guild() -> None:
    """[SW-17.9] [SW-15.24]"""
    table = entombing("cleopatra")
    table.stand(1, "diplomats guild")
    assert sheet_points(table.state, 1)["guilds"] == 1
    table.do(0, "entomb cleopatra")
    assert sheet_points(table.state, 1)["guilds"] == 0


def test_what_was_copied_of_an_entombed_leader_stays() -> None:
    """[SW-17.9] [SW-20.2] The guild copies first."""
    table = wealthy(*TOMBS, expansions=("pack", "leaders"), age=3)
    table.lead(0, "cleopatra")
    table.hold(1, "courtesans guild")
    table.make(1, **PLENTY)
    table.do(0, "stage with pawnshop")
    table.do(1, "build courtesans guild")
    table.do(2, "discard pawnshop")
    assert (table.state.phase, table.state.acting) == (COPY, 1)
    table.do(1, "copy cleopatra")
    table.do(0, "entomb cleopatra")
    assert sheet_points(table.state, 1)["leaders"] == 5
    assert sheet_points(table.state, 0)["leaders"] == 0


def test_only_own_leaders_are_entombed_and_only_then() -> None:
    """[SW-17.9]"""
    table = entombing("cleopatra")
    table.lead(1, "caesar")
    assert "Caesar does not lie in your city [SW-17.9]" in table.why_not(0, "entomb caesar")
    assert "first choose the leader that is entombed [SW-17.9]" in table.why_not(0, "discard pawnshop")
    table.do(0, "entomb cleopatra")
    assert "only stages of Abu Simbel entomb a leader" in table.why_not(1, "entomb caesar")


def test_manneken_pis_entombs_a_leader_of_its_own() -> None:
    """[SW-17.5] [SW-17.9]"""
    table = wealthy("manneken-pis a", "gizah a", "abu-simbel b", expansions=("pack", "leaders"))
    table.city(0).stages = 1
    table.lead(0, "nero")
    table.lead(2, "caesar")
    table.play(0, "stage with pawnshop")
    assert table.options() == ["entomb nero"]
    told = table.told(0, "entomb nero", 1)
    assert told == "Player 1 entombs Nero"


def entombed_in_a_match() -> Match[State]:
    """A match with Abu Simbel B in which the first seat recruits a leader, and then builds a stage."""
    game = Wonders(players=3, expansions=("pack", "leaders"), seat_boards=("abu-simbel", "gizah", "rhodos"), sides="b")
    for seed in count():
        match, chance = Match(game, seed=seed), random.Random(seed)
        while not match.is_over:
            if match.reveal().phase == ENTOMB:
                return match
            seat = match.actors[0]
            actions = {game.action_name(action): action for action in match.legal_actions(seat)}
            wanted = [name for name in actions if name.startswith(("recruit", "stage", "build"))]
            match.play(seat, actions[chance.choice(wanted or list(actions))])
    raise AssertionError


def test_entombing_can_be_read_back() -> None:
    """[SW-17.9]"""
    match = entombed_in_a_match()
    game = match.game
    text = game.position_text(match.reveal())
    assert " pack " in text
    assert game.position_text(game.parse_position(text)) == text
    with pytest.raises(NotationError, match="Abu Simbel has no leader to entomb"):
        game.parse_position(re.sub(r"=recruit/", "=discard/", text))
    with pytest.raises(NotationError, match="Abu Simbel has no leader to entomb"):
        game.parse_position(text.replace(" stages:1", ""))
    match.play(0, match.legal_actions(0)[0])
    text = game.position_text(match.reveal())
    assert "=entombed/" in text
    assert game.position_text(game.parse_position(text)) == text
    entombed = game.view(match.observe(1))["cities"][0]["entombed"]
    assert [name for name in LEADER_NAMES if f"=entombed/{name}" in text] == entombed
    with pytest.raises(NotationError, match="the stages of Abu Simbel cannot be built like that"):
        game.parse_position(text.replace(" stages:1", ""))


# ---- positions --------------------------------------------------------------------------------------------------


def test_no_stage_is_built_twice() -> None:
    """[SW-17.3]"""
    table = wealthy("great-wall a", "gizah a", "rhodos a")
    built(table, 2, 3)
    assert are_stages_right(table.state, 0)
    built(table, 2, 2)
    assert not are_stages_right(table.state, 0)
    table.city(0).stages, table.city(0).order = 1, 0b0101
    assert not are_stages_right(table.state, 0)
    table.city(1).order = 1
    assert not are_stages_right(table.state, 1)
    table.city(0).order = 0
    table.city(0).recruit_manner[0] = ENTOMBED
    assert not are_stages_right(table.state, 0)


def test_positions_with_the_wonder_pack_are_checked() -> None:
    """[SW-17.1] [SW-21.4]"""
    game = Wonders(players=3, expansions=("pack",), seat_boards=("great-wall", "manneken-pis", "stonehenge"), sides="a")
    text = "3 players pack age:1 turn:1 | great-wall-a | manneken-pis-a | stonehenge-a | hand: | hand: | hand:"
    with pytest.raises(NotationError, match="hand 1 holds 7 cards"):
        game.parse_position(text)
    with pytest.raises(NotationError, match="Great Wall is a board of the expansion pack"):
        game.parse_position(text.replace(" pack", ""))
    with pytest.raises(NotationError, match="Abu Simbel needs the expansion leaders"):
        game.parse_position(text.replace("stonehenge", "abu-simbel"))
    two = "2 players pack age:1 turn:1 | gizah-a | rhodos-a | olympia-a | hand: | hand:"
    with pytest.raises(NotationError, match="the Wonder Pack needs three players"):
        game.parse_position(two.replace("turn:1", "turn:1 phase:deal"))
    plain = Wonders(players=3)
    with pytest.raises(NotationError, match="diplomacy tokens only with Cities or the Wonder Pack"):
        plain.parse_position(
            "3 players age:1 turn:1 phase:deal | gizah-a diplomacy:1 | rhodos-a | olympia-a | hand: | hand: | hand:"
        )


def test_recruiting_can_be_read_back_while_losses_are_settled() -> None:
    """[SW-16.4] [SW-15.4] A leader under a board can make others lose coins."""
    game = Wonders(players=3, expansions=("leaders", "cities"), seat_boards=("petra", "gizah", "rhodos"), sides="b")
    table = Table(3, "leaders", "cities", boards=("petra b", "gizah b", "rhodos b"))
    for seat in range(3):
        table.state.hands[seat].n = 0
        table.state.hands[seat].cards = [0] * 8
    table.give(0, "nero")
    table.complete_draft()
    table.state.seat_boards[:3] = game.initial_state().seat_boards[:3]
    table.state.sides, table.state.boards = 2, 0
    table.make(0, **PLENTY)
    table.do(0, "stage with nero")
    for seat in (1, 2):
        table.do(seat, next(name for name in table.options(seat) if name.startswith("discard")))
    assert (table.state.phase, table.state.is_recruiting) == (SETTLE, 1)
    text = table.game.position_text(table.state)
    assert table.game.position_text(table.game.parse_position(text)) == text


def test_a_city_may_have_more_to_do_after_it_has_recruited() -> None:
    """[SW-20.2] Manneken Pis recruits by a copied stage, and copies by a guild that it played as its last card."""
    table = wealthy("manneken-pis a", "rome b", "babylon b", expansions=("pack", "leaders"), age=3, turn=6)
    table.city(0).stages, table.city(0).draws = 2, 1
    table.city(0).given[:2] = [LEADER_NAMES.index(name) + 1 for name in ("nero", "midas")]
    table.lead(2, "cleopatra")
    table.hold(0, "courtesans guild")
    table.do(0, "stage with pawnshop")
    table.rest()
    table.do(0, "build courtesans guild")
    assert (table.state.phase, table.state.acting) == (HIRE, 0)
    assert not any("nothing is left to do" in fault for fault in faults(table.state))
    table.do(0, "recruit nero")
    assert (table.state.phase, table.options()) == (COPY, ["copy cleopatra"])
    table.city(0).errands = 4
    assert any("nothing is left to do" in fault for fault in faults(table.state))


def test_who_may_build_from_the_discards_in_two_ways_does_so_twice() -> None:
    """[SW-20.3] A stage that is copied from Halikarnassos, and Solomon by the Courtesans Guild as the last card."""
    table = wealthy("manneken-pis a", "halikarnassos a", "babylon b", expansions=("pack", "leaders"), age=3, turn=6)
    table.city(0).stages = 1
    table.city(0).salvages = BY_STAGE | BY_COPY
    table.city(1).used[0], table.city(1).manner[0] = CARD_NAMES.index("altar"), DISCARDED
    table.state.phase = LOOK_AT_DISCARDS
    proceed(table.state)
    for left in (BY_COPY, 0):
        assert (table.state.phase, table.city(0).salvages) == (SALVAGE, left)
        table.do(0, "build nothing from the discards")


# ---- words ------------------------------------------------------------------------------------------------------


def drawn(table: Table, seat: int = 0) -> str:
    return table.game.render(table.game.observe(table.state, seat), Canvas(width=100))


def test_the_terminal_shows_stages_to_choose_from_and_leaders_to_entomb() -> None:
    """[SW-17.3] [SW-17.9]"""
    table = wealthy("great-wall a", "gizah a", "rhodos a")
    assert "Your stage 3: costs 3 stone: 2 shields" in drawn(table)
    table = entombing("cleopatra")
    table.complete_draft()
    assert "Leaders to choose from:" in drawn(table)
    assert "cleopatra" in drawn(table)
    offers = table.game.view(table.game.observe(table.state, 0))["offers"]
    assert [(offer["verb"], offer["card"]) for offer in offers] == [("entomb", "cleopatra")]


def test_a_copied_stage_says_what_it_copies() -> None:
    """[SW-17.5]"""
    item = stage_item("manneken-pis", "a", 3)
    assert (cost_text(ITEM_ROWS[item]), item_text(item)) == (
        "what that costs",
        "the same as the last stage of your left neighbour",
    )


def test_a_stage_without_a_marker_is_not_counted() -> None:
    """[SW-17.8] In a position that was set up by hand."""
    assert marker(marked().city(0), 0) == UNSEEN


def test_nothing_of_the_wonder_pack_is_left_where_it_is_not_played() -> None:
    city, actions = Table().city(0), Actions()
    absent.no_actions(Table().state, 0, actions)
    absent.no_tombs(city, actions)
    absent.nothing_happens(city)
    assert (actions.n, absent.no_stages(Table().state, 0)) == (0, 0)
