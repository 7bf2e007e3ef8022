"""Where powers, tiles and projects meet: rulings that need a position of their own, in the order of RULES.md."""

import pytest

from shinar.games.wonders import standing
from shinar.games.wonders.components import (
    BUILDING_TOKEN,
    CARD_NAMES,
    POINTS_PER_GUILD,
    STAGE_TOKEN,
    TURNS,
    UNSEEN,
)
from shinar.games.wonders.scoring import project_points
from shinar.games.wonders.seating import hand_of, slot
from shinar.games.wonders.state import ACT, BUILT, DISCARDED, IN_STAGE, SALVAGE, SEVENTH, WITH_TILE, State
from tests.games.wonders.tables import FILLER, Table

JOIN, STAY = "join the project", "stay out of the project"
LAST_SLOT = slot(0, TURNS)  # of the last cards of Age I


def stands(table: Table, number: int, card: str) -> bool:
    return bool(standing.stands(table.city(number), CARD_NAMES.index(card)))


def hold_only(table: Table, seat: int, *cards: str) -> None:
    hand_of(table.state, seat).n = 0
    table.hold(seat, *cards)


def trade(table: Table, number: int) -> tuple[int, list[int], int]:
    """What a city makes without choice, what with a choice, and how much of that is for sale."""
    city = table.city(number)
    return city.fixed, city.choices[: city.num_choices], city.num_sold


# ---- the last card of the hand ----------------------------------------------------------------------------------


def babylon(*expansions: str, age: int = 1) -> Table:
    """Babylon B with its second stage in the sixth turn; its owner can build the third."""
    table = Table(3, *expansions, boards=("babylon b", "gizah a", "rhodos a"), age=age, turn=6)
    table.city(0).stages = 2
    table.make(0, clay=3, papyrus=1)
    return table


@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize(
    ("action", "manner", "stages", "coins"),
    [
        ("build pawnshop", BUILT, 2, 6),
        ("stage with pawnshop", IN_STAGE, 3, 6),
        ("discard pawnshop", DISCARDED, 2, 9),
    ],
)
def test_the_last_card_is_used_like_any_other_in_every_age(
    age: int, action: str, manner: int, stages: int, coins: int
) -> None:
    """[SW-8.2] [SW-3.3]"""
    table = babylon(age=age)
    table.play(0, "discard pawnshop")
    assert (table.state.phase, table.game.actors(table.state)) == (SEVENTH, (0,))
    table.do(0, action)
    city = table.city(0)
    assert (city.manner[slot(age - 1, TURNS)], city.stages, city.coins) == (manner, stages, coins)


@pytest.mark.parametrize("age", [1, 2, 3])
def test_the_last_card_may_be_discarded_for_a_tile(age: int) -> None:
    """[SW-8.2] [SW-12.3]"""
    table = babylon("tower", age=age)
    table.city(0).tiles = [4, 9, 20]
    table.play(0, "tower with pawnshop", "tile 9")
    table.do(0, "tower with pawnshop", "tile 4")
    assert (table.state.tower[:2], table.city(0).coins) == ([4, 9], 3)
    assert table.city(0).manner[slot(age - 1, TURNS)] == WITH_TILE


# ---- building from the discards ---------------------------------------------------------------------------------


STAGES_OF_HALIKARNASSOS = [
    (0, {"ore": 2}),
    (1, {"clay": 3}),
    (2, {"glass": 1, "papyrus": 1, "loom": 1}),
]


def halikarnassos(*expansions: str, age: int = 1, turn: int = 1) -> Table:
    """Halikarnassos B, which can build its first stage."""
    table = Table(3, *expansions, boards=("halikarnassos b", "gizah a", "rhodos a"), age=age, turn=turn)
    table.make(0, ore=2)
    return table


def salvage(table: Table, card: str) -> None:
    """Seat 1 discards a card, which Halikarnassos builds in the same turn."""
    table.hold(1, card)
    table.do(0, "stage with pawnshop")
    table.do(1, f"discard {card}")
    table.do(2, "discard pawnshop")
    table.do(0, f"build {card} from the discards")


@pytest.mark.parametrize(("stages", "cost"), STAGES_OF_HALIKARNASSOS)
def test_each_stage_of_halikarnassos_b_builds_from_the_discards(stages: int, cost: dict[str, int]) -> None:
    """[SW-8.3]"""
    table = halikarnassos()
    table.city(0).stages = stages
    table.make(0, **cost)
    salvage(table, "baths")
    assert (table.city(0).stages, stands(table, 0, "baths")) == (stages + 1, True)


@pytest.mark.parametrize("choice", ["build pawnshop from the discards", "build nothing from the discards"])
@pytest.mark.parametrize(("stages", "cost"), STAGES_OF_HALIKARNASSOS)
def test_a_stage_builds_from_the_discards_only_in_its_own_turn(stages: int, cost: dict[str, int], choice: str) -> None:
    """[SW-8.3]"""
    table = halikarnassos()
    table.city(0).stages = stages
    table.make(0, **cost)
    table.play(0, "stage with pawnshop")
    table.do(0, choice)
    table.hold(1, "tavern")
    table.play(1, "discard tavern")
    assert (table.state.phase, table.state.turn) == (ACT, 2)


def test_a_stage_that_finds_nothing_in_the_discards_does_not_wait_for_a_later_turn() -> None:
    """[SW-8.3]"""
    table = halikarnassos()
    table.stand(0, "pawnshop")
    table.play(0, "stage with pawnshop")
    assert (table.state.phase, table.state.turn) == (ACT, 1)
    table.hold(1, "tavern")
    table.play(1, "discard tavern")
    assert (table.state.phase, table.state.turn) == (ACT, 2)


@pytest.mark.parametrize(("card", "coins"), [("tavern", 5), ("vineyard", 3), ("pawnshop", 0)])
def test_a_structure_from_the_discards_gives_its_coins(card: str, coins: int) -> None:
    """[SW-8.3] [SW-4.3]"""
    table = halikarnassos(age=2)
    for number, brown in enumerate(("lumber yard", "stone pit", "clay pool")):
        table.stand(number, brown)
    table.make(0, ore=2)
    salvage(table, card)
    assert table.city(0).coins == 3 + coins


def test_a_card_discarded_for_a_tile_can_be_built_from_the_discards() -> None:
    """[SW-8.3] [SW-12.3]"""
    table = halikarnassos("tower")
    table.city(1).tiles = [9, 0, 0]
    table.hold(1, "baths")
    table.do(0, "stage with pawnshop")
    table.do(1, "tower with baths")
    table.do(2, "discard pawnshop")
    table.do(0, "build baths from the discards")
    assert stands(table, 0, "baths")


def test_a_card_lost_to_a_penalty_can_be_built_from_the_discards() -> None:
    """[SW-8.3] [SW-13.5]"""
    table = halikarnassos("projects", turn=6)
    table.project("belvedere")
    hold_only(table, 1, FILLER, "barracks")
    table.make(1, ore=1)
    table.play(1, "build barracks")
    table.do(1, "lose barracks")
    table.deal()
    for seat in range(3):
        table.hold(seat, FILLER)
    table.make(0, ore=2)
    table.play(0, "stage with pawnshop")
    table.do(0, "build barracks from the discards")
    assert (stands(table, 0, "barracks"), stands(table, 1, "barracks")) == (True, False)


@pytest.mark.parametrize(("age", "turn", "seat"), [(1, 1, 0), (1, 2, 1), (2, 1, 1), (2, 2, 0)])
def test_the_holder_builds_from_the_discards_for_the_free_city(age: int, turn: int, seat: int) -> None:
    """[SW-8.3] [SW-11.3]"""
    table = Table(2, boards=("gizah a", "rhodos a", "halikarnassos a"), age=age, turn=turn)
    table.city(2).stages = 1
    table.make(2, ore=3)
    table.hold(seat, "tavern")
    table.hold(1 - seat, "altar")
    table.do(seat, "discard tavern", "stage with pawnshop")
    table.do(1 - seat, "discard altar")
    assert (table.state.phase, table.game.actors(table.state)) == (SALVAGE, (seat,))
    assert table.options(1 - seat) == []
    table.do(seat, "build altar from the discards")
    assert [stands(table, number, "altar") for number in range(3)] == [False, False, True]


# ---- tiles ------------------------------------------------------------------------------------------------------


DOUBLE = ("sawmill", "quarry", "brickyard", "foundry")
MIXED = ("tree farm", "excavation", "clay pit", "timber yard", "forest cave", "mine")


@pytest.mark.parametrize("card", DOUBLE + MIXED)
def test_3_stops_each_double_or_mixed_brown_structure_while_it_is_active(card: str) -> None:
    """[SW-12.9]"""
    table = Table(3, "tower", age=2)
    without = trade(table, 0)
    table.tiles(3)
    table.stand(0, card)
    assert trade(table, 0) == without
    table.tiles(5, 6, 7)
    assert trade(table, 0) != without


@pytest.mark.parametrize("card", ["lumber yard", "stone pit", "clay pool", "ore vein", "loom 1", "press 2"])
def test_3_leaves_single_structures_alone(card: str) -> None:
    """[SW-12.9]"""
    table = Table(3, "tower", age=2)
    without = trade(table, 0)
    table.tiles(3)
    table.stand(0, card)
    assert trade(table, 0) != without


def test_4_leaves_the_discount_of_olympia_b_alone() -> None:
    """[SW-12.9] [SW-5.5]"""
    table = Table(3, "tower", boards=("olympia b", "gizah a", "rhodos a"))
    table.city(0).stages = 1
    table.stand(0, "east trading post", "west trading post", "marketplace")
    table.tiles(4)
    assert table.city(0).prices == [1, 1, 2, 2]
    table.hold(0, "baths")
    table.play(0, "build baths")
    assert (table.city(0).coins, table.city(1).coins) == (3 - 1, 3 + 3 + 1)


def test_5_pays_for_a_blue_structure_built_by_a_chain() -> None:
    """[SW-12.6] [SW-6.1]"""
    table = Table(3, "tower", age=2)
    table.tiles(5)
    table.stand(0, "theater")
    table.hold(0, "statue")
    table.play(0, "build statue")
    assert table.city(0).coins == 3 + 2


BONUSES = [(5, "palace", 3), (24, "workers guild", 5)]


@pytest.mark.parametrize(("tile", "card", "coins"), BONUSES)
def test_5_and_24_pay_for_the_free_building_of_olympia(tile: int, card: str, coins: int) -> None:
    """[SW-12.6] [SW-8.4]"""
    table = Table(3, "tower", boards=("olympia a", "gizah a", "rhodos a"), age=3)
    table.tiles(tile)
    table.city(0).stages = 2
    table.hold(0, card)
    table.play(0, f"build {card}")
    assert (table.city(0).power_used, table.city(0).coins) == (3, 3 + coins)


@pytest.mark.parametrize(("tile", "card", "coins"), BONUSES)
def test_5_and_24_pay_for_a_structure_from_the_discards(tile: int, card: str, coins: int) -> None:
    """[SW-12.6] [SW-8.3]"""
    table = halikarnassos("tower", age=3)
    table.tiles(tile)
    table.make(0, ore=2)
    salvage(table, card)
    assert table.city(0).coins == 3 + coins


def test_16_taxes_a_stage_built_by_token() -> None:
    """[SW-12.6] [SW-13.7]"""
    table = Table(3, "tower", "projects", age=2)
    table.tiles(16)
    table.city(0).tokens[STAGE_TOKEN] = 1
    table.play(0, "stage with pawnshop")
    assert (table.city(0).stages, table.city(0).tokens[STAGE_TOKEN], table.city(0).coins) == (1, 0, 3 - 2)


def test_16_keeps_who_cannot_pay_from_using_a_stage_token() -> None:
    """[SW-12.6] [SW-5.6]"""
    table = Table(3, "tower", "projects", age=2)
    table.tiles(16)
    table.city(0).tokens[STAGE_TOKEN] = 1
    table.coins(1)
    assert "stage with pawnshop" not in table.options()


# ---- projects ---------------------------------------------------------------------------------------------------


def test_one_can_participate_again_in_a_later_turn() -> None:
    """[SW-13.2]"""
    table = Table(3, "projects")
    table.project("belvedere")
    table.make(0, clay=1)
    table.play(0, "build pawnshop", JOIN)
    table.hold(0, "altar")
    table.play(0, "build altar", JOIN)
    assert (table.city(0).part, table.state.project_tokens) == (2, 0)


@pytest.mark.parametrize(("first", "options"), [(JOIN, []), (STAY, [STAY, JOIN])])
def test_the_last_card_of_the_hand_brings_no_second_participation(first: str, options: list[str]) -> None:
    """[SW-13.2] [SW-8.2]"""
    table = babylon("projects")
    table.project("belvedere")
    hold_only(table, 0, "pawnshop", "altar")
    table.play(0, "build pawnshop", first)
    table.do(0, "build altar")
    assert table.options() == options


@pytest.mark.parametrize(
    ("project", "card"), [("cranes", "ore vein"), ("cranes", "timber yard"), ("factory", "loom 1")]
)
def test_a_lost_card_produces_nothing_any_more(project: str, card: str) -> None:
    """[SW-13.5] [SW-5.2]"""
    table = Table(3, "projects", turn=6)
    table.project(project)
    without = trade(table, 1)
    table.stand(1, card)
    assert trade(table, 1) != without
    table.rest()
    table.do(1, f"lose {card}")
    assert trade(table, 1) == without


@pytest.mark.parametrize(("number", "points"), [(0, 1), (1, 1), (2, 0), (3, 1)])
def test_the_token_of_the_menagerie_counts_guilds_here_and_with_both_neighbours(number: int, points: int) -> None:
    """[SW-13.8]"""
    table = Table(4, "projects", age=3)
    table.city(0).tokens[POINTS_PER_GUILD] = 1
    table.stand(number, "scientists guild")
    assert project_points(table.state, 0) == points


# ---- what a seat knows ------------------------------------------------------------------------------------------


def seen(table: Table, seat: int, place: int) -> list[str]:
    """The cards that a seat knows in one slot of all cities."""
    record: State = table.game.observe(table.state, seat).state
    cards = [record.cities[number].used[place] for number in range(record.num_cities)]
    return ["?" if card == UNSEEN else CARD_NAMES[card] for card in cards]


def test_who_looks_through_the_discards_in_the_sixth_turn_knows_all_that_was_left_over() -> None:
    """[SW-14.4] [SW-8.1]"""
    table = halikarnassos(turn=6)
    for seat, card in enumerate(("baths", "tavern", "stockade")):
        hold_only(table, seat, FILLER, card)
    table.play(0, "stage with pawnshop")
    assert table.state.phase == SALVAGE
    assert seen(table, 0, LAST_SLOT) == ["baths", "tavern", "stockade"]
    assert seen(table, 1, LAST_SLOT) == ["?", "tavern", "?"]
    table.do(0, "build nothing from the discards")
    table.deal()
    assert (table.state.age, seen(table, 0, LAST_SLOT)) == (1, ["baths", "tavern", "stockade"])


def test_who_has_looked_through_the_discards_does_not_know_later_ones() -> None:
    """[SW-14.4]"""
    table = halikarnassos()
    table.play(0, "stage with pawnshop")
    table.do(0, "build nothing from the discards")
    table.rest()
    assert [seen(table, 0, place) for place in (0, 1)] == [["pawnshop"] * 3, ["pawnshop", "?", "?"]]


def test_the_holder_who_looks_for_the_free_city_knows_the_discards_and_the_last_of_the_draw_pile() -> None:
    """[SW-14.4] [SW-11.3] [SW-11.6]"""
    table = Table(2, boards=("gizah a", "rhodos a", "halikarnassos a"), turn=6)
    table.city(2).stages = 1
    table.make(2, ore=3)
    table.hold(1, "tavern")
    table.do(1, "discard pawnshop", "stage with pawnshop")
    table.do(0, "discard pawnshop")
    table.deal()
    drawn = CARD_NAMES[table.city(2).used[LAST_SLOT]]
    assert (table.state.phase, seen(table, 1, LAST_SLOT)) == (SALVAGE, ["pawnshop", "tavern", drawn])
    assert seen(table, 0, LAST_SLOT) == ["pawnshop", "?", "?"]


# ---- what is settled here, clause by clause ---------------------------------------------------------------------


RIVER_PORT = (
    "3 players projects age:2 turn:4 phase:act project:river-port project_tokens:1"
    " | halikarnassos-a coins:20 stages:1 2.1=build/foundry 1.2=build/ore-vein"
    " | rhodos-a coins:20 part:1 1.1=build/marketplace"
    " | ephesos-a coins:20 2.1=discard/vineyard"
    " | hand:statue,aqueduct,temple,courthouse | hand:caravansery,walls,stables,archery-range"
    " | hand:press-2,sawmill,quarry,brickyard"
)


def river_port() -> Table:
    """One token is left on River Port; seat 0 is about to build from the discards."""
    table = Table(3, "projects", age=2)
    table.state = table.game.parse_position(RIVER_PORT)
    return table


def test_the_last_token_taken_in_a_turn_shuts_nobody_out_who_builds_later_in_it() -> None:
    """[SW-13.2] [SW-13.3] [SW-8.3]"""
    table = river_port()
    table.do(1, "build caravansery", JOIN)
    table.do(0, "stage with statue")
    table.do(2, "discard press 2")
    assert table.state.project_tokens == 0
    table.do(0, "build vineyard from the discards")
    assert table.options() == [STAY, JOIN]
    table.do(0, JOIN)
    assert [table.city(seat).part for seat in range(3)] == [1, 2, 0]


def test_when_no_token_lies_there_as_a_turn_begins_nobody_can_join() -> None:
    """[SW-13.2]"""
    table = river_port()
    table.state.project_tokens, table.city(1).part = 0, 2
    table.do(1, "build caravansery")
    table.do(0, "stage with statue")
    table.do(2, "discard press 2")
    table.do(0, "build vineyard from the discards")
    assert [table.city(seat).part for seat in range(3)] == [0, 2, 0]


def test_the_last_card_of_the_hand_may_use_a_unit_again() -> None:
    """[SW-5.1] [SW-8.2] Tile 17 gives wood, and then stone, in the two actions of a turn."""
    table = babylon("tower", age=1)
    table.tiles(17)
    table.make(0)
    table.make(1)
    table.make(2)
    hold_only(table, 0, "stockade", "baths")
    table.play(0, "build stockade")
    table.do(0, "build baths")
    assert (stands(table, 0, "stockade"), stands(table, 0, "baths"), table.city(0).coins) == (True, True, 3)


def test_one_unit_of_a_neighbour_may_be_bought_again_for_the_last_card_of_the_hand() -> None:
    """[SW-5.1] [SW-5.3] [SW-8.2] One ore, bought for Barracks and once more for Stables."""
    table = babylon(age=2)
    table.make(0, wood=1, clay=1)
    table.make(1, ore=1)
    table.make(2)
    table.coins(9, 3, 3)
    hold_only(table, 0, "barracks", "stables")
    table.play(0, "build barracks")
    table.do(0, "build stables")
    assert (stands(table, 0, "barracks"), stands(table, 0, "stables")) == (True, True)
    assert (table.city(0).coins, table.city(1).coins) == (9 - 2 - 2, 3 + 3 + 2 + 2)


def test_participating_from_the_discards_may_use_a_unit_again() -> None:
    """[SW-5.1] [SW-8.3] [SW-13.3] Both units of ore have paid for the stage; one pays for Grand Bazaar too."""
    table = halikarnassos("projects", age=3)
    table.project("grand bazaar")
    table.make(0, ore=2)
    table.make(1)
    table.make(2)
    table.coins(9, 3, 3)
    table.hold(1, "vineyard")
    table.do(1, "discard vineyard")
    table.do(0, f"stage with {FILLER}")
    table.do(2, f"discard {FILLER}")
    table.do(0, "build vineyard from the discards", JOIN)
    assert (table.city(0).part, table.city(1).coins, table.city(2).coins) == (1, 3 + 3, 3 + 3)


def test_the_last_token_taken_in_a_turn_leaves_the_last_card_of_the_hand_its_part() -> None:
    """[SW-13.2] [SW-13.3] [SW-8.2]"""
    table = babylon("projects")
    table.project("belvedere")
    table.state.project_tokens, table.city(1).part = 1, 1
    table.make(1, clay=1)
    hold_only(table, 0, "guard tower", "altar")
    table.do(1, f"build {FILLER}", JOIN)
    table.play(0, "discard guard tower")
    assert table.state.project_tokens == 0
    table.do(0, "build altar")
    assert table.options() == [STAY, JOIN]


@pytest.mark.parametrize("tile", [8, 23])
def test_8_and_23_leave_what_is_free_free(tile: int) -> None:
    """[SW-12.8] [SW-8.4] [SW-13.7] The power and the token build for nothing."""
    table = Table(3, "tower", "projects", boards=("olympia a", "gizah a", "rhodos a"), age=3)
    table.tiles(tile)
    table.city(0).stages, table.city(0).tokens[BUILDING_TOKEN] = 2, 1
    card = "palace" if tile == 8 else "workers guild"
    table.hold(0, card)
    table.coins(9, 9, 9)
    table.do(0, f"build {card}")
    assert table.options() == ["pay for it", "use the free building", "use a token"]
    table.do(0, "use a token")
    table.rest()
    assert table.city(0).coins == 9


def test_the_free_city_must_use_the_power_of_olympia_before_it_may_discard() -> None:
    """[SW-11.5] [SW-8.4]"""
    table = Table(2, boards=("gizah a", "rhodos a", "olympia a"), age=3)
    table.city(2).stages = 2
    table.coins(3, 3, 0)
    table.hold(0, "palace")
    table.do(0, "discard pawnshop")
    assert "build palace" in table.options()
    assert "discard palace" not in table.options()
    table.city(2).power_used = 3
    assert "discard palace" in table.options()


def test_penalties_are_chosen_in_secret_and_suffered_at_once() -> None:
    """[SW-13.5] [SW-3.2]"""
    table = Table(3, "projects", turn=6)
    table.project("cranes")
    for seat in (0, 1):
        table.stand(seat, "lumber yard", "clay pool")
    table.rest()
    table.do(0, "lose clay pool")
    assert stands(table, 0, "clay pool")
    assert table.game.observe(table.state, 1).state.cities[0].plan.card == 0
    table.do(1, "lose lumber yard")
    assert (stands(table, 0, "clay pool"), stands(table, 1, "lumber yard")) == (False, False)


def test_a_stage_token_waives_no_coins_and_no_token_a_tax() -> None:
    """[SW-13.7] [SW-12.6]"""
    table = Table(3, "tower", "projects", age=3)
    table.tiles(6, 16)
    table.city(0).tokens[STAGE_TOKEN] = table.city(0).tokens[BUILDING_TOKEN] = 1
    table.hold(0, "palace")
    table.coins(2, 9, 9)
    assert not [name for name in table.options() if name.startswith("stage") or name == "build palace"]
    table.coins(3, 9, 9)
    table.play(0, "build palace")
    assert table.city(0).coins == 0


def test_a_tile_of_the_sixth_turn_does_not_change_rewards_but_what_it_covers_is_gone() -> None:
    """[SW-12.5] [SW-13.4]"""
    table = Table(3, "tower", "projects", age=2, turn=6)
    table.project("war mirror")
    table.city(0).part, table.state.project_tokens = 2, 0
    table.tiles(19, 3, 4)
    table.city(1).tiles = [22, 23, 24]
    table.do(1, "tower with pawnshop", "tile 22")
    table.rest()
    assert table.city(0).victories[1] == 2
    table = Table(3, "tower", "projects", age=2, turn=6)
    table.project("war mirror")
    table.city(0).part, table.state.project_tokens = 2, 0
    table.city(1).tiles = [19, 23, 24]
    table.do(1, "tower with pawnshop", "tile 19")
    table.rest()
    assert table.city(0).victories[1] == 2
