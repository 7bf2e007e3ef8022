"""Why an action is not possible: in every step of a decision, `explain` and the rules agree about every action."""

import pytest

from shinar.core.match import Match
from shinar.games.wonders import Wonders
from shinar.games.wonders.actions import action_name
from shinar.games.wonders.components import BUILDING_TOKEN, COLOUR_TOKEN, STAGE_TOKEN
from shinar.games.wonders.state import DRAFT, PENALTY, SALVAGE, SEVENTH
from tests.games.wonders.tables import Table

PLENTY = {"wood": 4, "stone": 4, "ore": 4, "clay": 4, "glass": 2, "papyrus": 2, "loom": 2}


def reasons(table: Table, seat: int = 0) -> dict[str, str]:
    """Why each action is refused to a seat; checks that just the legal ones are not."""
    legal = set(table.game.legal_actions(table.state, seat))
    found = {}
    for action in range(table.game.first_chance_action):
        refusal = table.game.explain(table.state, seat, action)
        assert (refusal is None) == (action in legal), action_name(action)
        if refusal is not None:
            found[action_name(action)] = str(refusal)
    assert legal
    return found


def expect(table: Table, *wanted: tuple[str, str], seat: int = 0) -> None:
    found = reasons(table, seat)
    for name, reason in wanted:
        assert found[name] == reason


def test_in_the_draft_a_tile_must_be_kept() -> None:
    """[SW-12.2]"""
    game = Wonders(players=3, expansions=("tower",))
    table = Table(3, "tower")
    table.state = Match(game, seed=3).reveal()
    assert table.state.phase == DRAFT
    others = [tile for tile in range(1, 25) if tile not in table.city(0).tiles]
    expect(
        table,
        (f"keep tile {others[0]}", f"tile {others[0]} is not among those you choose from [SW-12.2]"),
        ("build baths", "first keep a tile; cards are dealt after that [SW-12.2]"),
    )


def test_a_failed_project_takes_a_card_of_its_colour() -> None:
    """[SW-13.5]"""
    table = Table(3, "projects", age=3, turn=6)
    table.project("archives")
    table.state.project_tokens = 1
    table.stand(0, "palace", "barracks")
    table.rest()
    assert table.state.phase == PENALTY
    expect(
        table,
        ("lose barracks", "Archives takes a blue structure, and Barracks is red [SW-13.5]"),
        ("lose victory tokens 1 and 3", "Archives takes a blue structure [SW-13.5]"),
        ("lose altar", "Altar does not stand in your city [SW-13.5]"),
        ("keep tile 3", "the Tower of Babel is not played at this table [SW-12.1]"),
        ("build baths", "Archives has failed: first choose a blue structure to lose [SW-13.5]"),
    )


def test_a_failed_project_takes_tokens_that_are_there() -> None:
    """[SW-13.5]"""
    table = Table(3, "projects", age=3, turn=6)
    table.project("triumphal arches")
    table.city(0).victories = [1, 1, 0]
    table.rest()
    expect(
        table,
        ("lose victory tokens 1 and 1", "your victory tokens are 1 and 3 [SW-13.5]"),
        ("lose baths", "Triumphal Arches takes two victory tokens [SW-13.5]"),
        ("build baths", "Triumphal Arches has failed: first choose two victory tokens to lose [SW-13.5]"),
    )


def salvaging(coins: int = 0) -> Table:
    """The owner of Halikarnassos looks through the discards."""
    table = Table(3, "tower", boards=("halikarnassos a", "gizah a", "rhodos a"), age=3)
    table.city(0).stages = 1
    table.make(0, **PLENTY)
    table.stand(0, "altar")
    table.hold(1, "palace")
    table.hold(2, "altar")
    table.tiles(6)
    table.make(0, **PLENTY)
    table.do(0, "stage with pawnshop")
    table.do(1, "discard palace")
    table.city(0).coins = coins
    table.do(2, "discard altar")
    assert table.state.phase == SALVAGE
    return table


def test_from_the_discards_only_what_lies_there_can_be_built() -> None:
    """[SW-8.3] [SW-4.2]"""
    table = salvaging(coins=3)
    assert table.options() == ["build palace from the discards", "build nothing from the discards"]
    expect(
        table,
        ("build baths from the discards", "Baths is not among the discards [SW-8.3]"),
        ("build altar from the discards", "Altar already stands in your city [SW-4.2]"),
        ("build altar", "first choose what to build from the discards [SW-8.3]"),
    )


def test_a_tax_must_be_paid_for_what_is_built_from_the_discards() -> None:
    """[SW-12.6] [SW-8.3]"""
    table = Table(3, "tower", boards=("halikarnassos a", "gizah a", "rhodos a"), age=3)
    table.city(0).stages = 1
    table.hold(1, "palace")
    table.hold(2, "arsenal")
    table.tiles(6)
    table.make(0, **PLENTY)
    table.coins(0, 3, 3)
    table.do(0, "stage with pawnshop")
    table.do(1, "discard palace")
    table.do(2, "discard arsenal")
    assert table.options() == ["build arsenal from the discards", "build nothing from the discards"]
    assert reasons(table)["build palace from the discards"].endswith("[SW-5.6]")


def test_nobody_is_asked_when_nothing_can_be_built_from_the_discards() -> None:
    """[SW-8.3]"""
    table = Table(3, boards=("halikarnassos a", "gizah a", "rhodos a"))
    table.city(0).stages = 1
    table.make(0, **PLENTY)
    table.hold(1, "altar")
    table.hold(2, "tavern")
    table.do(0, "stage with pawnshop")
    table.do(1, "build altar")
    table.do(2, "build tavern")
    assert (table.city(0).stages, table.state.turn) == (2, 1)


def test_the_ways_to_build_are_told_apart() -> None:
    """[SW-6.1] [SW-8.4] [SW-13.7]"""
    table = Table(3, boards=("olympia a", "gizah a", "rhodos a"))
    table.city(0).stages = 2
    table.coins(9, 9, 9)
    table.hold(0, "baths")
    table.make(0)
    table.do(0, "build baths")
    assert table.options() == ["pay for it", "use the free building"]
    expect(
        table,
        ("use the chain", "no structure makes Baths free [SW-6.1]"),
        ("use a token", "you have no token for a structure [SW-13.7]"),
        ("discard baths", "first choose how to build Baths [SW-4.1]"),
    )


def test_a_token_for_a_stage_is_a_way_of_its_own() -> None:
    """[SW-13.7] [SW-8.4]"""
    table = Table(3, "projects")
    table.city(0).tokens[STAGE_TOKEN] = 1
    table.coins(9, 9, 9)
    table.make(0, stone=1)
    table.make(1, stone=3)
    assert "stage with pawnshop" not in reasons(table)
    table.do(0, "stage with pawnshop")
    assert table.options() == ["pay for it", "use a token"]
    expect(table, ("use the free building", "the free building is for structures, not for stages [SW-8.4]"))


def test_a_power_that_would_save_nothing_is_refused() -> None:
    """[SW-8.4] With a chain the cost is nothing; but the chain is taxed, so that paying is a choice."""
    table = Table(3, "tower", "projects", boards=("olympia a", "gizah a", "rhodos a"), age=2)
    table.city(0).stages = 2
    table.city(0).tokens[BUILDING_TOKEN] = 1
    table.coins(9, 9, 9)
    table.stand(0, "theater")
    table.hold(0, "statue")
    table.tiles(13)
    table.make(0, **PLENTY)
    table.do(0, "build statue")
    assert table.options() == ["pay for it", "use the chain"]
    expect(
        table,
        ("use the free building", "that would save nothing: Statue costs no more without it [SW-8.4]"),
        ("use a token", "that would save nothing: Statue costs no more without it [SW-8.4]"),
    )


def test_a_chain_is_better_than_paying_when_it_is_not_taxed() -> None:
    """[SW-6.2]"""
    table = Table(3, "tower", boards=("olympia a", "gizah a", "rhodos a"), age=2)
    table.city(0).stages = 2
    table.coins(9, 9, 9)
    table.stand(0, "theater")
    table.hold(0, "statue")
    table.tiles(6)
    table.make(0, **PLENTY)
    table.do(0, "build statue")
    assert table.city(0).plan.bank == 2
    table = Table(3, "tower", "projects", boards=("olympia a", "gizah a", "rhodos a"), age=2)
    table.city(0).stages = 2
    table.city(0).tokens[BUILDING_TOKEN] = 1
    table.coins(0, 9, 9)
    table.hold(0, "statue")
    table.make(0)
    table.do(0, "build statue")
    short = "even with all that you and your neighbours make, you are 1 wood and 1 ore short"
    expect(table, ("pay for it", f"Statue needs 1 wood and 2 ore; {short} [SW-4.1]"))


def test_a_tax_on_the_colour_can_make_a_chain_too_dear() -> None:
    """[SW-12.6] [SW-6.1]"""
    table = Table(3, "tower", age=2)
    table.coins(1, 9, 9)
    table.stand(0, "theater")
    table.hold(0, "statue")
    table.tiles(6)
    assert reasons(table)["build statue"].endswith("[SW-5.6]")
    table = Table(3, "tower", age=2)
    table.coins(1, 9, 9)
    table.stand(0, "theater")
    table.hold(0, "statue")
    table.tiles(13)
    assert reasons(table)["build statue"].endswith("]")


def test_a_project_is_joined_by_colour_or_by_token() -> None:
    """[SW-13.2] [SW-13.7]"""
    table = Table(3, "projects")
    table.project("factory")
    table.city(0).tokens[COLOUR_TOKEN] = 1
    table.coins(9, 9, 9)
    table.hold(0, "altar", "lumber yard")
    table.do(0, "build altar")
    expect(
        table,
        (
            "join the project",
            "Factory is joined with a brown structure, and Altar is blue; join with a token [SW-13.2]",
        ),
    )
    table = Table(3, "projects")
    table.project("factory")
    table.city(0).tokens[COLOUR_TOKEN] = 1
    table.coins(9, 9, 9)
    table.hold(0, "lumber yard")
    table.do(0, "build lumber yard")
    expect(
        table, ("join the project by token", "Lumber Yard has the colour of the project and needs no token [SW-13.7]")
    )


def test_a_tile_is_built_once_and_only_an_own_one() -> None:
    """[SW-12.3]"""
    table = Table(3, "tower")
    table.city(0).tiles = [3, 9, 17]
    table.city(0).tile_built = [2, 0, 0]
    table.do(0, "tower with pawnshop")
    expect(
        table,
        ("tile 3", "tile 3 is built already [SW-12.3]"),
        ("tile 4", "tile 4 is not yours [SW-12.3]"),
    )


def test_a_tile_that_is_built_leaves_others_to_build() -> None:
    """[SW-12.3]"""
    table = Table(3, "tower")
    table.city(0).tiles = [3, 9, 17]
    table.city(0).tile_built = [2, 2, 2]
    expect(table, ("tower with pawnshop", "you have built all your tiles [SW-12.3]"))


def test_a_payment_beyond_the_coins_is_refused() -> None:
    """[SW-5.6] [SW-5.7] Of two payments of which none is worse, only one is within the means."""
    table = Table(3, "projects", boards=("rhodos a", "gizah a", "gizah b"), age=2)
    table.coins(3, 9, 9)
    table.stand(0, "west trading post")
    table.hold(0, "aqueduct")
    table.make(0, stone=1)
    table.make(1, stone=2)
    table.make(2, stone=2)
    table.do(0, "build aqueduct")
    assert table.options() == ["pay 1 left 2 right", "pay 2 left 0 right"]
    assert reasons(table)["pay 0 left 4 right"].endswith("[SW-5.6]")


@pytest.mark.parametrize("coins", [0, 9])
def test_the_free_city_uses_what_it_can(coins: int) -> None:
    """[SW-11.5]"""
    table = Table(2, boards=("gizah a", "rhodos a", "babylon a"))
    table.coins(9, 9, coins)
    table.make(2, **(PLENTY if coins else {}))
    table.hold(0, "palace", "altar")
    table.stand(2, "pawnshop")
    table.do(0, "discard pawnshop")
    found = reasons(table)
    assert found["discard altar"] == "the Free City can build Altar, so it must not discard it [SW-11.5]"
    can_stage = (
        found.get("discard pawnshop") == "the Free City can build a stage with it, so it must not discard it [SW-11.5]"
    )
    assert can_stage == (coins > 0)


def test_the_last_card_may_be_left() -> None:
    """[SW-8.2]"""
    table = Table(3, boards=("babylon b", "gizah a", "rhodos a"), turn=6)
    table.city(0).stages = 2
    table.rest()
    assert table.state.phase == SEVENTH
    assert "leave the last card" in table.options()
    reasons(table)
