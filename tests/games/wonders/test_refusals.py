"""Refusals name the reason that still stands after the next try: what is lacking, who is paid, which tile matters."""

import pytest

from shinar.games.wonders.components import BUILDING_TOKEN, COLOUR_TOKEN, STAGE_TOKEN
from shinar.games.wonders.state import CHOOSE_PAYMENT
from tests.games.wonders.tables import Table
from tests.games.wonders.test_explain import PLENTY, reasons

SHORT = "even with all that you and your neighbours make, you are"


# ---- costs ------------------------------------------------------------------------------------------------------


def test_only_what_nobody_makes_is_named_as_missing() -> None:
    """[SW-5.1] The neighbours sell wood; of the ore they sell one unit is too few."""
    table = Table(3, boards=("gizah a", "rhodos a", "ephesos a"), age=2)
    table.make(1, wood=1, ore=1)
    table.make(2, wood=1)
    table.hold(0, "statue")
    assert table.why_not(0, "build statue") == f"Statue needs 1 wood and 2 ore; {SHORT} 1 ore short [SW-4.1]"


def test_a_stage_that_lacks_resources_cites_the_clause_of_stages() -> None:
    """[SW-7.1] The clause that asks for them, as [SW-4.1] does for structures."""
    table = Table(3, boards=("gizah a", "rhodos a", "ephesos a"))
    table.make(0)
    assert table.why_not(0, "stage with pawnshop") == (
        f"the first stage of Gizah needs 2 stone; {SHORT} 2 stone short [SW-7.1]"
    )


def test_a_producer_with_a_choice_is_counted_once() -> None:
    """[SW-5.2] [SW-5.1] A tree farm makes wood or clay, not both; it is handed on to whoever has no other."""
    table = Table(4, age=2)
    for number in (1, 3):
        table.make(number)
    table.stand(0, "tree farm")
    table.make(0, ore=1)
    table.hold(0, "stables")
    assert table.why_not(0, "build stables").endswith(f"{SHORT} 1 clay short [SW-4.1]")
    table.make(1, wood=1)
    assert table.why_not(0, "build stables") == "None"


def test_bank_tax_and_neighbours_are_told_apart() -> None:
    """[SW-5.6] [SW-12.6]"""
    table = Table(3, "tower", boards=("rhodos a", "gizah a", "ephesos a"), age=2)
    table.tiles(6)
    table.make(0)
    table.make(1, wood=1)
    table.make(2, clay=1, glass=1)
    table.hold(0, "temple")
    assert table.why_not(0, "build temple") == (
        "Temple costs 8 coins: 2 as the tax of tile 6, 2 to Player 2, 4 to Player 3; you have 3 [SW-5.6]"
    )
    refused = table.game.explain(table.state, 0, table.game.parse_action("build temple"))
    assert refused is not None
    assert "2 to {1}, 4 to {2}" in refused.reason


def test_a_printed_price_goes_to_the_bank() -> None:
    """[SW-4.1] [SW-5.6]"""
    table = Table(3, age=2)
    table.coins(0)
    table.hold(0, "sawmill")
    assert table.why_not(0, "build sawmill") == "Sawmill costs 1 coin to the bank; you have 0 [SW-5.6]"


def test_a_structure_of_the_same_name_from_another_age_is_not_called_by_its_age() -> None:
    """[SW-4.2]"""
    table = Table(3, age=2)
    table.stand(0, "glassworks 1")
    table.hold(0, "glassworks 2")
    assert table.why_not(0, "build glassworks 2") == "Glassworks already stands in your city [SW-4.2]"


# ---- tiles ------------------------------------------------------------------------------------------------------


def test_3_is_named_when_it_keeps_a_structure_from_working() -> None:
    """[SW-12.9]"""
    table = Table(3, "tower", boards=("gizah a", "rhodos a", "ephesos a"))
    table.stand(0, "timber yard")
    table.stand(1, "forest cave")
    table.tiles(3)
    table.hold(0, "stockade")
    assert table.why_not(0, "build stockade") == (
        f"Stockade needs 1 wood; {SHORT} 1 wood short;"
        " tile 3 keeps your Timber Yard and Player 2's Forest Cave from working [SW-4.1]"
    )


def test_4_is_named_when_a_caravansery_would_help() -> None:
    """[SW-12.9]"""
    table = Table(3, "tower", boards=("gizah a", "rhodos a", "ephesos a"))
    table.stand(0, "caravansery")
    table.stand(1, "caravansery")
    table.tiles(4)
    table.hold(0, "stockade")
    assert table.why_not(0, "build stockade").endswith("; tile 4 keeps your Caravansery from working [SW-4.1]")


def test_4_is_named_when_a_marketplace_would_make_it_payable() -> None:
    """[SW-12.9] [SW-5.5]"""
    table = Table(3, "tower", boards=("gizah a", "rhodos a", "alexandria a"))
    table.stand(0, "marketplace", "west trading post")
    table.tiles(4, 10, 12)
    table.coins(2)
    table.hold(0, "workshop")
    assert table.why_not(0, "build workshop") == (
        "Workshop costs 3 coins to Player 3; you have 2;"
        " tile 10 adds a coin to each price and tile 4 keeps your Marketplace from working [SW-5.6]"
    )


@pytest.mark.parametrize(
    ("tile", "age", "card", "reason"),
    [
        (1, 3, "arsenal", "Arsenal costs 3 coins as the tax of tile 1; you have 2"),
        (6, 3, "palace", "Palace costs 3 coins as the tax of tile 6; you have 2"),
        (8, 3, "palace", "Palace costs 7 coins for its resources because of tile 8; you have 2"),
        (23, 3, "workers guild", "Workers Guild costs 5 coins for its resources because of tile 23; you have 2"),
    ],
)
def test_a_tile_that_costs_coins_is_named(tile: int, age: int, card: str, reason: str) -> None:
    """[SW-12.6] [SW-12.8]"""
    table = Table(3, "tower", age=age)
    table.tiles(tile)
    table.make(0, **PLENTY)
    table.coins(2)
    table.hold(0, card)
    assert table.why_not(0, f"build {card}") == f"{reason} [SW-5.6]"


def test_13_is_named_when_neither_the_chain_nor_the_cost_can_be_paid() -> None:
    """[SW-12.6] [SW-6.1]"""
    table = Table(3, "tower", boards=("gizah a", "rhodos a", "ephesos a"), age=2)
    table.tiles(13)
    table.coins(1)
    table.stand(0, "theater")
    table.hold(0, "statue")
    assert table.why_not(0, "build statue") == "Statue costs 2 coins as the tax of tile 13; you have 1 [SW-5.6]"


def test_16_is_named_for_a_stage_and_for_a_token() -> None:
    """[SW-12.6] [SW-13.7]"""
    table = Table(3, "tower", "projects", age=2)
    table.tiles(16)
    table.coins(1)
    table.make(0, **PLENTY)
    reason = "the first stage of Gizah costs 2 coins as the tax of tile 16; you have 1 [SW-5.6]"
    assert table.why_not(0, "stage with pawnshop") == reason
    table.make(0)
    table.city(0).tokens[STAGE_TOKEN] = 1
    assert table.why_not(0, "stage with pawnshop") == reason


# ---- ways to build ----------------------------------------------------------------------------------------------


def choosing_a_way(*tiles: int, coins: int = 9, standing: tuple[str, ...] = ()) -> Table:
    """Olympia may build Forum in several ways."""
    table = Table(3, "tower", boards=("olympia a", "gizah a", "rhodos a"), age=2)
    table.city(0).stages = 2
    table.tiles(*tiles)
    table.stand(0, *standing)
    table.coins(coins, 9, 9)
    table.make(1, clay=2)
    table.hold(0, "forum")
    table.do(0, "build forum")
    return table


def test_a_chain_that_does_not_exist_is_told_by_what_would_make_it() -> None:
    """[SW-6.1] [SW-12.10]"""
    reason = "neither East Trading Post nor West Trading Post stands in your city"
    assert reasons(choosing_a_way())["use the chain"] == f"{reason} [SW-6.1]"
    assert reasons(choosing_a_way(7))["use the chain"] == f"{reason} or next to it [SW-6.1]"
    table = Table(3, boards=("olympia a", "gizah a", "rhodos a"), age=2)
    table.city(0).stages = 2
    table.coins(9, 9, 9)
    table.make(1, stone=3)
    table.hold(0, "aqueduct")
    table.do(0, "build aqueduct")
    assert reasons(table)["use the chain"] == "Baths does not stand in your city [SW-6.1]"


def test_a_chain_that_is_too_dear_is_told_by_its_tax() -> None:
    """[SW-12.6] The way is left out, and what it would cost is told."""
    table = choosing_a_way(13, coins=1, standing=("east trading post",))
    assert table.state.cities[0].plan.step != 1  # only the free building is left
    table = Table(3, "tower", "projects", boards=("olympia a", "gizah a", "rhodos a"), age=2)
    table.city(0).stages, table.city(0).tokens[1] = 2, 1
    table.tiles(13)
    table.stand(0, "east trading post")
    table.coins(1, 9, 9)
    table.hold(0, "forum")
    table.do(0, "build forum")
    assert table.options() == ["use the free building", "use a token"]
    assert reasons(table)["use the chain"] == "Forum costs 2 coins as the tax of tile 13; you have 1 [SW-5.6]"


def test_the_free_building_is_refused_by_what_is_missing() -> None:
    """[SW-8.4]"""
    table = Table(3, boards=("olympia a", "gizah a", "rhodos a"))
    assert table.why_not(0, "use the free building") == (
        "you have no stage that lets a structure be built without cost [SW-8.4]"
    )
    table.city(0).stages, table.city(0).power_used = 2, 1
    assert table.why_not(0, "use the free building") == "you have already used the free building of this Age [SW-8.4]"
    table.city(0).power_used = 0
    assert table.why_not(0, "use the free building") == "first choose a card and its use [SW-3.3]"
    assert table.why_not(0, "use a token") == "you have no token for building [SW-13.7]"


def test_a_stage_is_built_by_cost_or_by_token_alone() -> None:
    """[SW-7.1] [SW-13.7]"""
    table = Table(3, "projects")
    table.city(0).tokens[STAGE_TOKEN] = 1
    table.coins(9, 9, 9)
    table.make(0)
    table.make(1, stone=2)
    table.do(0, "stage with pawnshop")
    assert reasons(table)["use the chain"] == "chains are for structures, not for stages [SW-6.1]"
    assert reasons(table)["build pawnshop"] == "first choose how to build the first stage of Gizah [SW-4.1]"


# ---- projects ---------------------------------------------------------------------------------------------------


def joining(project: str = "belvedere", *cards: str) -> Table:
    table = Table(3, "projects", boards=("gizah a", "rhodos a", "ephesos a"))
    table.project(project)
    table.hold(0, *cards)
    return table


JOIN = "join the project"


def test_why_joining_is_not_offered_can_be_asked_before_a_card_is_chosen() -> None:
    """[SW-13.2] [SW-13.3]"""
    assert Table(3).why_not(0, JOIN) == "the Great Projects are not played at this table [SW-13.1]"
    assert joining().why_not(0, JOIN) == (
        f"Pawnshop with a part in Belvedere needs 1 clay; {SHORT} 1 clay short [SW-13.3]"
    )
    assert joining("cranes", "altar").why_not(0, JOIN) == (
        "Cranes is joined with a green structure, and you hold none that you can build [SW-13.2]"
    )
    table = joining()
    table.make(0, clay=1)
    assert table.why_not(0, JOIN) == "first choose a card and its use [SW-3.3]"
    table.coins(0)
    assert (
        table.why_not(0, JOIN) == "Pawnshop with a part in Belvedere costs 1 coin for Belvedere; you have 0 [SW-13.3]"
    )
    table.city(0).has_joined = 1
    assert table.why_not(0, JOIN) == "you have joined Belvedere in this turn already [SW-13.2]"
    table.city(0).has_joined = table.state.project_tokens = 0
    assert table.why_not(0, JOIN) == "no participation token lay on Belvedere when the turn began [SW-13.2]"


def paying(*cards: str, tokens: int = 0) -> Table:
    """Whoever builds the first of the cards chooses whom to pay."""
    table = joining("belvedere", *cards)
    table.city(0).tokens[COLOUR_TOKEN] = tokens
    table.coins(3, 3, 3)
    table.make(0)
    for number in (1, 2):
        table.make(number, wood=1, stone=1)
    table.do(0, f"build {cards[0]}")
    assert table.city(0).plan.step == CHOOSE_PAYMENT
    return table


def test_why_joining_was_not_offered_can_be_asked_while_paying() -> None:
    """[SW-13.2] [SW-13.3]"""
    assert paying("stockade").why_not(0, JOIN) == (
        "Belvedere is joined with a blue structure, and Stockade is red [SW-13.2]"
    )
    assert paying("baths").why_not(0, JOIN) == (
        f"Baths with a part in Belvedere needs 1 stone and 1 clay; {SHORT} 1 clay short [SW-13.3]"
    )
    assert paying("stockade").why_not(0, "join the project by token") == (
        "you have no token to join with any colour [SW-13.7]"
    )
    assert paying("stockade", tokens=1).why_not(0, JOIN).endswith("you are 1 clay short [SW-13.3]")


@pytest.mark.parametrize(("choice", "said"), [(JOIN, "join"), ("stay out of the project", "stay out of")])
def test_what_was_chosen_about_the_project_is_told_back(choice: str, said: str) -> None:
    """[SW-13.2]"""
    table = joining("belvedere", "baths")
    table.make(0, clay=1)
    table.make(1, stone=1)
    table.make(2, stone=1)
    table.do(0, "build baths", choice)
    assert table.why_not(0, JOIN) == f"you have chosen to {said} Belvedere [SW-13.2]"


def test_nobody_joins_with_a_stage_or_for_the_free_city() -> None:
    """[SW-13.2] [SW-13.9]"""
    table = joining()
    table.coins(9)
    table.make(0)
    for number in (1, 2):
        table.make(number, stone=2)
    table.do(0, "stage with pawnshop")
    assert table.why_not(0, JOIN) == "you join Belvedere only by building a structure [SW-13.2]"
    table = Table(2, "projects")
    table.project("belvedere")
    table.do(0, "discard pawnshop")
    assert table.why_not(0, JOIN) == "the Free City takes no part in projects [SW-13.9]"


def test_a_chain_or_a_power_may_let_one_join_who_cannot_pay_for_both() -> None:
    """[SW-13.3] [SW-6.1]"""
    table = Table(3, "projects", boards=("olympia a", "rhodos a", "ephesos a"), age=2)
    table.project("obelisk")
    table.city(0).stages = 2
    table.stand(0, "theater")
    table.make(0, papyrus=1)
    table.hold(0, "statue")
    assert table.why_not(0, JOIN) == "first choose a card and its use [SW-3.3]"


def test_after_the_discards_are_searched_the_project_is_asked_about_in_its_turn() -> None:
    """[SW-8.3] [SW-13.2]"""
    table = Table(3, "projects", boards=("halikarnassos b", "gizah a", "rhodos a"))
    table.project("belvedere")
    table.make(0, ore=2, clay=1)
    table.play(0, "stage with pawnshop")
    assert table.why_not(0, JOIN) == "first choose what to build from the discards [SW-8.3]"
    table.do(0, "build pawnshop from the discards")
    assert table.why_not(0, "build pawnshop from the discards") == (
        "first choose whether to join Belvedere with Pawnshop [SW-13.2]"
    )


# ---- the Free City, tiles, the draft ----------------------------------------------------------------------------


def test_a_card_used_in_the_own_city_is_not_called_unheld_for_the_free_city() -> None:
    """[SW-11.4]"""
    table = Table(2)
    table.hold(0, "altar")
    table.do(0, "build altar")
    assert table.why_not(0, "build altar") == "you use Altar in your own city in this turn [SW-11.4]"
    assert table.why_not(0, "build baths") == "you do not hold Baths [SW-3.3]"


def test_the_free_city_never_has_tiles() -> None:
    """[SW-12.1] [SW-12.3]"""
    table = Table(2, "tower")
    table.do(0, "discard pawnshop")
    assert table.why_not(0, "tower with pawnshop") == "the Free City has no tiles [SW-12.1]"
    assert table.why_not(0, "tile 3") == "the Free City has no tiles [SW-12.1]"


def test_the_free_city_is_spoken_of_by_its_name() -> None:
    """[SW-11.5] [SW-5.6]"""
    table = Table(2, "tower", boards=("gizah a", "rhodos a", "babylon a"))
    table.hold(0, "altar", "baths", "workshop")
    table.coins(3, 3, 0)
    table.stand(2, "pawnshop")
    table.do(0, "discard altar")
    assert table.why_not(0, "build baths") == "Baths costs 2 coins to you; the Free City has 0 [SW-5.6]"
    assert table.why_not(0, "build pawnshop") == "Pawnshop already stands in the Free City [SW-4.2]"
    assert table.why_not(0, "build workshop") == (
        "Workshop needs 1 glass; even with all that it and its neighbours make, the Free City is 1 glass short [SW-4.1]"
    )
    assert table.why_not(0, "use a token") == "the Free City has no token for building [SW-13.7]"
    table.city(2).stages = 3
    assert table.why_not(0, "stage with pawnshop") == "all stages of the Free City are built [SW-7.1]"
    assert table.why_not(1, "build altar") != ""


def test_the_free_city_is_told_to_use_its_chain() -> None:
    """[SW-11.5]"""
    table = Table(2, "tower", "projects", boards=("gizah a", "rhodos a", "olympia a"), age=2)
    table.city(2).stages = 2
    table.tiles(13)
    table.stand(2, "theater")
    table.hold(1, "statue")
    table.do(1, "discard pawnshop")
    assert table.why_not(1, "discard statue") == "the Free City can build Statue, so it must not discard it [SW-11.5]"


def test_tiles_are_kept_in_the_draft_alone() -> None:
    """[SW-12.2]"""
    assert Table(3, "tower").why_not(0, "keep tile 3") == "tiles are kept before Age I [SW-12.2]"
    assert Table(3).why_not(0, "keep tile 3") == "the Tower of Babel is not played at this table [SW-12.1]"
    assert Table(3).why_not(0, "lose altar") == "the Great Projects are not played at this table [SW-13.1]"
    assert Table(3, "projects").why_not(0, "lose altar").startswith("something is lost only when a project has failed")


def test_all_stages_are_built_once() -> None:
    """[SW-7.1]"""
    table = Table(3)
    table.city(0).stages = 3
    assert table.why_not(0, "stage with pawnshop") == "all stages of your board are built [SW-7.1]"


def test_a_payment_that_is_too_high_is_told_what_is_enough() -> None:
    """[SW-5.7]"""
    table = Table(3, boards=("rhodos a", "gizah a", "gizah b"), age=2)
    table.coins(20)
    table.stand(0, "west trading post")
    table.hold(0, "aqueduct")
    table.make(0, stone=1)
    table.make(1, stone=2)
    table.make(2, stone=2)
    table.do(0, "build aqueduct")
    assert table.options() == ["pay 0 left 4 right", "pay 1 left 2 right", "pay 2 left 0 right"]
    table.state.cities[0].prices = [2, 0, 2, 2]
    assert table.why_not(0, "pay 2 left 0 right") == "it is enough to pay nothing [SW-5.7]"


def test_who_waits_is_told_what_the_others_must_do() -> None:
    """[SW-3.2] [SW-14.2]"""
    table = Table(3)
    table.do(0, "discard pawnshop")
    assert table.why_not(0, "discard pawnshop") == "Player 2 and Player 3 must first choose a card and its use [SW-3.2]"
    table = Table(3, boards=("babylon b", "gizah a", "rhodos a"), turn=6)
    table.city(0).stages = 2
    table.rest()
    assert table.why_not(1, "discard pawnshop") == (
        "Player 1 must first use or leave the last card of the hand [SW-3.2]"
    )


def test_paying_is_no_choice_beside_a_chain_that_costs_nothing() -> None:
    """[SW-6.2] [SW-8.4] The free building is, since it leaves a neighbour's papyrus for the project."""
    table = Table(3, "tower", "projects", boards=("olympia a", "rhodos a", "ephesos a"), age=2)
    table.project("obelisk")
    table.city(0).stages, table.city(0).tokens[BUILDING_TOKEN] = 2, 1
    table.tiles(6)
    table.coins(9, 9, 9)
    table.hold(0, "statue")
    table.do(0, "build statue")
    table.stand(0, "theater")
    assert table.why_not(0, "pay for it") == "the chain builds Statue without its cost [SW-6.2]"


def test_the_free_city_sells_and_is_kept_from_working_under_its_name() -> None:
    """[SW-11.1] [SW-12.9]"""
    table = Table(2, "tower", boards=("gizah a", "rhodos a", "babylon a"))
    table.coins(1)
    table.hold(0, "guard tower", "stockade")
    assert table.why_not(0, "build guard tower") == "Guard Tower costs 2 coins to the Free City; you have 1 [SW-5.6]"
    table.stand(2, "timber yard")
    table.tiles(3)
    assert table.why_not(0, "build stockade").endswith("tile 3 keeps the Free City's Timber Yard from working [SW-4.1]")


def test_a_stage_that_is_being_paid_for_refuses_other_payments() -> None:
    """[SW-5.7] [SW-7.1]"""
    table = Table(3, boards=("rhodos a", "gizah a", "gizah b"))
    table.make(0)
    table.make(1, wood=2)
    table.make(2, wood=2)
    table.coins(4)
    table.do(0, "stage with pawnshop")
    assert table.why_not(0, "pay 0 left 2 right") == (
        "what is missing costs 4 coins to Player 3, or 2 coins to Player 2 and 2 to Player 3,"
        " or 4 coins to Player 2 [SW-5.7]"
    )


def test_the_free_building_is_missing_while_a_token_is_there() -> None:
    """[SW-8.4] [SW-13.7]"""
    table = Table(3, "projects", boards=("rhodos a", "gizah a", "gizah b"))
    table.city(0).tokens[BUILDING_TOKEN] = 1
    table.hold(0, "baths")
    table.do(0, "build baths")
    assert table.options() == ["pay for it", "use a token"]
    assert table.why_not(0, "use the free building").startswith("you have no stage that lets a structure")
