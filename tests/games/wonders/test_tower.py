"""The Tower of Babel: the draft, placing, and each of the 24 tiles."""

import pytest

from shinar.core.game import CHANCE
from shinar.games.wonders import Wonders
from shinar.games.wonders.components import CARD_NAMES, NIBBLE, RESOURCE_NAMES
from shinar.games.wonders.payment import COUNT, ENOUGH
from shinar.games.wonders.scoring import tower_points
from shinar.games.wonders.seating import slot
from shinar.games.wonders.standing import pull_down
from tests.games.wonders.tables import Table


def tower(*tiles: int, age: int = 2, turn: int = 1, boards: tuple[str, ...] = ()) -> Table:
    """A table with active tiles."""
    chosen = boards or ("rhodos a", "gizah a", "ephesos a")
    table = Table(3, "tower", boards=chosen, age=age, turn=turn)
    table.tiles(*tiles)
    return table


# ---- draft and placing ------------------------------------------------------------------------------------------


def test_tiles_are_drafted_to_the_right() -> None:
    """[SW-12.1] [SW-12.2]"""
    game = Wonders(players=3, expansions=("tower",))
    state = game.initial_state()
    for action in ("board gizah a", "board rhodos a", "board ephesos a"):
        game.apply(state, CHANCE, game.parse_action(action))
    for tile in range(1, 10):
        game.apply(state, CHANCE, game.parse_action(f"deal tile {tile}"))
    for kept in ((1, 4, 7), (5, 8, 2)):
        for seat in range(3):
            game.apply(state, seat, game.parse_action(f"keep tile {kept[seat]}"))
    assert [city.tiles for city in state.cities[:3]] == [[1, 5, 9], [3, 4, 8], [2, 6, 7]]
    assert state.cities[0].passed_tiles == [2, 3, 6]


def test_a_card_is_discarded_for_nothing_to_build_a_tile() -> None:
    """[SW-12.3]"""
    table = tower()
    table.city(0).tiles = [4, 12, 20]
    table.play(0, "tower with pawnshop", "tile 12")
    assert (table.city(0).coins, table.state.tower[0], table.city(0).manner[slot(1, 0)]) == (3, 12, 4)


def test_tiles_of_one_turn_are_placed_in_increasing_order_and_cover_the_oldest() -> None:
    """[SW-12.4] The rulebook's example: of four spaces three are full, tile 4 is placed, then tile 12 on the first."""
    table = Table(5, "tower")
    table.tiles(1, 2, 3)
    table.city(0).tiles = [12, 0, 0]
    table.city(1).tiles = [4, 0, 0]
    table.do(0, "tower with pawnshop")
    table.do(1, "tower with pawnshop")
    table.rest()
    assert table.state.tower == [12, 2, 3, 4]


@pytest.mark.parametrize(("players", "spaces"), [(2, 2), (3, 3), (4, 3), (5, 4), (7, 4)])
def test_so_many_tiles_are_visible(players: int, spaces: int) -> None:
    """[SW-12.4]"""
    table = Table(players, "tower")
    table.tiles(*range(1, 8))
    assert sum(tile > 0 for tile in table.state.tower) == spaces == bin(table.state.active).count("1")


def test_a_tile_has_effect_from_the_next_turn() -> None:
    """[SW-12.5]"""
    table = tower(age=1)
    table.city(0).tiles = [6, 0, 0]
    table.hold(1, "pawnshop", "altar")
    table.do(0, "tower with pawnshop")
    table.do(1, "build altar")
    table.rest()
    assert table.city(1).coins == 3
    table.hold(2, "altar")
    table.play(2, "build altar")
    assert table.city(2).coins == 3 + 3 - 1


def test_a_tile_of_the_sixth_turn_does_not_change_the_conflicts_but_what_it_covers_is_gone() -> None:
    """[SW-12.5]"""
    table = tower(1, 2, 22, age=1, turn=6)
    table.state.tiles_placed = 2
    table.city(0).tiles = [19, 0, 0]
    table.city(0).shields = 1
    table.play(0, "tower with pawnshop")
    assert table.state.tower[:3] == [1, 2, 19]
    assert table.city(0).victories == [2, 0, 0]
    assert (table.city(1).defeats, table.city(2).defeats) == (1, 1)


@pytest.mark.parametrize(("built", "points"), [(0, 0), (1, 2), (2, 5), (3, 10)])
def test_tiles_built_are_worth_points(built: int, points: int) -> None:
    """[SW-12.11]"""
    city = tower().city(0)
    city.tile_built = [2] * built + [0] * (3 - built)
    assert tower_points(city) == points


# ---- the tiles --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "card", "age"),
    [(1, "guard tower", 1), (1, "stockade", 3), (6, "pawnshop", 2), (6, "altar", 1)],
)
def test_1_and_6_tax_red_and_blue_structures(tile: int, card: str, age: int) -> None:
    """[SW-12.6]"""
    table = tower(tile, age=age)
    table.hold(0, card)
    table.make(0, clay=1, wood=1)
    table.play(0, f"build {card}")
    assert table.city(0).coins == 3 - age


def test_who_cannot_pay_a_tax_cannot_build() -> None:
    """[SW-12.6]"""
    table = tower(6, age=3)
    table.coins(2)
    assert "build pawnshop" not in table.options()
    assert table.why_not(0, "build pawnshop") == ("Pawnshop costs 3 coins as the tax of tile 6; you have 2 [SW-5.6]")


def test_a_tax_falls_on_free_structures_too() -> None:
    """[SW-12.6]"""
    table = tower(6, age=2, boards=("olympia a", "gizah a", "ephesos a"))
    table.city(0).stages = 2
    table.hold(0, "courthouse")
    table.play(0, "build courthouse")
    assert (table.city(0).coins, table.city(0).power_used) == (3 - 2, 2)


def test_2_waives_the_resources_of_red_structures() -> None:
    """[SW-12.8]"""
    table = tower(2, age=3)
    table.hold(0, "fortifications", "town hall")
    assert [name for name in table.options() if name in {"build fortifications", "build town hall"}] == [
        "build fortifications"
    ]


@pytest.mark.parametrize("card", ["sawmill", "quarry", "brickyard", "foundry", "tree farm", "excavation"])
def test_3_keeps_double_and_mixed_brown_structures_from_working(card: str) -> None:
    """[SW-12.9]"""
    table = tower(3)
    start = table.city(0).fixed
    table.stand(0, card)
    assert (table.city(0).fixed, table.city(0).num_choices, table.city(0).colours[0]) == (start, 0, 1)
    table.tiles(5, 6, 7)
    assert table.city(0).fixed != start or table.city(0).num_choices == 1


def test_4_keeps_trading_posts_marketplace_forum_and_caravansery_from_working() -> None:
    """[SW-12.9]"""
    table = tower(4)
    table.stand(0, "east trading post", "west trading post", "marketplace", "caravansery", "forum")
    assert (table.city(0).prices, table.city(0).num_choices) == ([2, 2, 2, 2], 0)
    table.hold(0, "haven")
    assert "build haven" in table.options(), "chains stay"


@pytest.mark.parametrize("age", [1, 2, 3])
def test_5_pays_for_blue_structures(age: int) -> None:
    """[SW-12.6]"""
    table = tower(5, age=age)
    table.play(0, "build pawnshop")
    assert table.city(0).coins == 3 + age


def test_7_lets_chains_start_in_both_neighbouring_cities() -> None:
    """[SW-12.10] The rulebook's example: the Academy is free if a neighbour has the School."""
    for neighbour in (1, 2):
        table = tower(7, age=3)
        table.coins(0)
        table.hold(0, "academy")
        assert "build academy" not in table.options()
        table.stand(neighbour, "school")
        assert "build academy" in table.options()


@pytest.mark.parametrize("tile", [tile for tile in range(1, 25) if tile != 7])
def test_no_other_tile_lets_chains_start_there(tile: int) -> None:
    """[SW-12.10] [SW-6.1]"""
    table = tower(tile, age=3)
    table.coins(0)
    table.hold(0, "academy")
    table.stand(1, "school")
    assert "build academy" not in table.options()


def test_8_asks_a_coin_for_each_resource_of_a_blue_structure() -> None:
    """[SW-12.8] The rulebook's example: the Pantheon costs six coins, or nothing after the Temple."""
    table = tower(8, age=3)
    table.make(0, ore=8, clay=8, glass=8, papyrus=8, loom=8)
    table.hold(0, "pantheon")
    table.coins(5)
    assert "build pantheon" not in table.options()
    table.coins(6)
    table.play(0, "build pantheon")
    assert table.city(0).coins == 0


def test_8_leaves_the_chain_free() -> None:
    """[SW-12.8]"""
    table = tower(8, age=3)
    table.coins(0)
    table.hold(0, "pantheon")
    table.stand(0, "temple")
    table.play(0, "build pantheon")
    assert table.city(0).coins == 0


@pytest.mark.parametrize(
    ("tile", "prices"), [(9, [2, 2, 1, 1]), (10, [2, 2, 3, 3]), (11, [1, 1, 2, 2]), (12, [3, 3, 2, 2])]
)
def test_9_to_12_change_prices(tile: int, prices: list[int]) -> None:
    """[SW-12.7]"""
    assert tower(tile).city(0).prices == prices


def test_discounts_and_tiles_add_up_but_not_below_nothing() -> None:
    """[SW-12.7]"""
    table = tower(9, 11)
    table.stand(0, "marketplace", "east trading post")
    assert table.city(0).prices == [1, 0, 0, 0]


def test_13_makes_the_chain_a_choice() -> None:
    """[SW-12.6] [SW-6.2]"""
    table = tower(13, age=2)
    table.stand(0, "theater")
    table.make(0, wood=1, ore=2)
    table.hold(0, "statue")
    table.do(0, "build statue")
    assert table.options() == ["pay for it", "use the chain"]
    table.play(0, "use the chain")
    assert table.city(0).coins == 1


def test_13_and_7_tax_a_chain_through_a_neighbour() -> None:
    """[SW-12.6] [SW-12.10]"""
    table = tower(13, 7, age=2)
    table.stand(1, "theater")
    table.hold(0, "statue")
    table.play(0, "build statue")
    assert table.city(0).coins == 1


def test_14_pays_for_the_use_of_a_chain() -> None:
    """[SW-12.6]"""
    table = tower(14, age=2)
    table.stand(0, "theater")
    table.hold(0, "statue")
    table.play(0, "build statue")
    assert table.city(0).coins == 3 + 2


def test_14_pays_for_a_chain_of_any_colour_and_for_nothing_else() -> None:
    """[SW-12.6]"""
    for parent, card, coins in (("apothecary", "stables", 3 + 2), ("altar", "pawnshop", 3)):
        table = tower(14, age=2)
        table.stand(0, parent)
        table.hold(0, card)
        table.play(0, f"build {card}")
        assert table.city(0).coins == coins


def test_15_waives_the_resources_of_stages() -> None:
    """[SW-12.8]"""
    table = tower(15)
    table.play(0, "stage with pawnshop")
    assert (table.city(0).stages, table.city(0).coins) == (1, 3)


def test_16_taxes_stages() -> None:
    """[SW-12.6]"""
    table = tower(16, 15, age=3)
    table.play(0, "stage with pawnshop")
    assert table.city(0).coins == 0


@pytest.mark.parametrize(
    ("tile", "kinds"), [(17, ("wood", "stone")), (18, ("ore", "clay")), (21, ("glass", "papyrus", "loom"))]
)
def test_17_18_and_21_give_one_unit_each_turn_that_is_not_for_sale(tile: int, kinds: tuple[str, ...]) -> None:
    """[SW-12.9]"""
    table = tower(tile)
    names = ("wood", "stone", "ore", "clay", "glass", "papyrus", "loom")
    expected = sum(1 << names.index(kind) for kind in kinds)
    assert (table.city(0).choices[0], table.city(0).num_choices, table.city(0).num_sold) == (expected, 1, 0)


def test_19_makes_victory_tokens_a_size_smaller() -> None:
    """[SW-12.10]"""
    for age, victories in ((1, [0, 0, 0]), (2, [2, 0, 0]), (3, [0, 2, 0])):
        table = tower(19, age=age, turn=6)
        table.city(0).shields = 1
        table.rest()
        assert table.city(0).victories == victories


def test_20_makes_single_brown_structures_unlimited_but_not_boards() -> None:
    """[SW-12.9]"""
    table = tower(20, age=3, boards=("rhodos a", "gizah a", "ephesos a"))
    table.stand(0, "stone pit", "ore vein")
    table.hold(0, "fortifications")
    table.coins(0)
    assert "build fortifications" in table.options()
    pull_down(table.city(0), CARD_NAMES.index("ore vein"))
    table.tiles()
    assert "build fortifications" not in table.options()


@pytest.mark.parametrize(
    ("card", "kind"), [("lumber yard", "wood"), ("stone pit", "stone"), ("clay pool", "clay"), ("ore vein", "ore")]
)
def test_20_makes_each_single_brown_structure_unlimited(card: str, kind: str) -> None:
    """[SW-12.9]"""
    table = tower(20, boards=("alexandria a", "gizah a", "ephesos a"))
    table.stand(0, card)
    assert table.city(0).fixed >> NIBBLE * RESOURCE_NAMES.index(kind) & COUNT == ENOUGH


def test_20_lets_neighbours_buy_any_number() -> None:
    """[SW-12.9]"""
    table = tower(20, age=2)
    table.stand(1, "stone pit")
    table.coins(6)
    table.hold(0, "aqueduct")
    table.play(0, "build aqueduct")
    assert table.city(1).coins == 3 + 3 + 6


def test_22_of_the_sixth_turn_doubles_nothing_yet() -> None:
    """[SW-12.5]"""
    table = tower(1, age=1, turn=6)
    table.city(0).tiles = [22, 0, 0]
    table.city(0).shields = 1
    table.play(0, "tower with pawnshop")
    assert [table.city(number).defeats for number in range(3)] == [0, 1, 1]


def test_22_doubles_defeats() -> None:
    """[SW-12.10]"""
    table = tower(22, turn=6)
    table.city(0).shields = 1
    table.rest()
    assert [table.city(number).defeats for number in range(3)] == [0, 2, 2]


def test_23_asks_a_coin_for_each_resource_of_a_guild() -> None:
    """[SW-12.8] The rulebook's example: the Traders Guild costs three coins."""
    table = tower(23, age=3)
    table.hold(0, "traders guild")
    table.play(0, "build traders guild")
    assert table.city(0).coins == 0


def test_24_pays_five_coins_for_a_guild() -> None:
    """[SW-12.6]"""
    table = tower(24, 23, age=3)
    table.hold(0, "traders guild")
    table.play(0, "build traders guild")
    assert table.city(0).coins == 5


def test_two_players_use_two_spaces_and_the_free_city_has_no_tiles() -> None:
    """[SW-12.4] [SW-12.5]"""
    table = Table(2, "tower")
    table.tiles(1, 2, 6)
    assert table.state.tower == [6, 2, 0, 0]
    table.city(2).coins = 0
    table.hold(0, "altar")
    table.do(0, "discard pawnshop")
    assert "build altar" not in table.options(), "taxes fall on the Free City too"
    assert not [name for name in table.options() if name.startswith("tower")]
