"""What can be done with a card and what it costs, as a page shows it."""

import random
from typing import Any

import pytest

from shinar.core.match import Match
from shinar.core.viewer import Viewer
from shinar.games.wonders import Wonders
from shinar.games.wonders.menu import Deal, Strip, Use
from shinar.games.wonders.scoring import guild_sheet
from shinar.games.wonders.state import PENALTY, SEVENTH
from shinar.games.wonders.view import WondersView
from tests.games.wonders.tables import Table


def view_of(table: Table, seat: int | Viewer = 0) -> WondersView:
    """What a seat sees."""
    return table.game.view(table.game.observe(table.state, seat))  # type: ignore[return-value]  # it is typed there


def strip_of(table: Table, card: str, seat: int = 0) -> Strip:
    return next(held["strip"] for held in view_of(table, seat)["hand"] if held["card"] == card)


def use_of(table: Table, card: str, verb: str, seat: int = 0) -> Use:
    held = next(held for held in view_of(table, seat)["hand"] if held["card"] == card)
    return next(use for use in held["uses"] if use["verb"] == verb)


def payments(deals: list[Deal]) -> list[tuple[int, int, int]]:
    return [(deal["bank"], deal["left"], deal["right"]) for deal in deals]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (5, 3)])
def test_every_deal_can_be_made_and_costs_what_it_says(players: int, seed: int) -> None:
    game = Wonders(players=players, expansions=("tower", "projects"))
    match, dice = Match(game, seed), random.Random(seed)
    while not match.is_over:
        seat = match.actors[0]
        view = match.observe(seat).view()
        deals = [deal for held in view["hand"] for use in held["uses"] for deal in use["deals"]]
        deals += [deal for offer in view["offers"] for deal in offer["deals"]]
        assert {deal["actions"][0] for deal in deals} == set(match.observe(seat).legal_actions())
        check_and_play(match, seat, dice.choice(deals), view["deciding"])


def check_and_play(match: Match[Any], seat: int, deal: Deal, number: int) -> None:
    """Take the actions of a deal; if others still decide, the plan says the same as the deal."""
    resolutions = match.observe(seat).state.resolutions
    for action in deal["actions"]:
        assert action in match.observe(seat).legal_actions()
        match.play(seat, action)
    plan = match.observe(seat).view()["cities"][number]["plan"]
    if match.observe(seat).state.resolutions == resolutions and plan["verb"] in ("build", "stage"):
        assert plan["is_sealed"]
        told = {name: deal[name] for name in ("way", "joins", "bank", "left", "right")}
        assert told == {name: plan[name] for name in told}


def test_what_the_own_city_makes_costs_nothing() -> None:
    table = Table(boards=("gizah a", "rhodos a", "ephesos a"))
    table.hold(0, "baths", "lumber yard", "altar")
    assert strip_of(table, "baths")["kind"] == "own"
    assert strip_of(table, "altar")["kind"] == "free"
    assert use_of(table, "baths", "build")["deals"][0]["own"] == ["stone"]


def test_a_deal_tells_who_sells_what() -> None:
    table = Table(boards=("gizah a", "rhodos a", "ephesos a"), age=2)
    table.stand(1, "clay pool")
    table.stand(2, "clay pool")
    table.hold(0, "forum")
    table.city(0).coins = 9
    deals = use_of(table, "forum", "build")["deals"]
    assert payments(deals) == [(0, 2, 2)]
    assert (deals[0]["from_left"], deals[0]["from_right"]) == (["clay"], ["clay"])
    strip = strip_of(table, "forum")
    assert (strip["kind"], strip["coins"], strip["left"], strip["right"]) == ("coins", 4, 2, 2)


def test_a_unit_that_both_neighbours_sell_can_be_bought_from_either() -> None:
    table = Table(boards=("babylon a", "rhodos a", "ephesos a"))
    table.stand(1, "stone pit")
    table.stand(2, "stone pit")
    table.hold(0, "baths")
    assert payments(use_of(table, "baths", "build")["deals"]) == [(0, 0, 2), (0, 2, 0)]


def test_a_producer_with_a_choice_helps_where_it_is_needed() -> None:
    table = Table(boards=("babylon a", "rhodos a", "ephesos a"), age=2)
    table.stand(0, "caravansery")
    table.stand(1, "timber yard")
    table.hold(0, "library")
    table.city(0).coins = 1
    assert strip_of(table, "library")["missing"] == ["loom"]
    table.stand(2, "loom 1")
    assert (strip_of(table, "library")["kind"], strip_of(table, "library")["coins"]) == ("poor", 4)


def test_a_card_that_stands_already_says_so() -> None:
    table = Table()
    table.stand(0, "altar")
    table.hold(0, "altar")
    assert strip_of(table, "altar")["kind"] == "stands"
    use = use_of(table, "altar", "build")
    assert use["deals"] == []
    assert use["why"] == {"reason": "Altar already stands in your city", "clause": "SW-4.2"}


def test_why_a_card_cannot_be_paid_is_told_as_a_whole_sentence() -> None:
    """[SW-5.6] [SW-12.6]"""
    table = Table(3, "tower", boards=("rhodos a", "gizah a", "ephesos a"), age=2)
    table.tiles(6)
    table.make(0)
    table.make(1, wood=1)
    table.make(2, clay=1, glass=1)
    table.hold(0, "temple")
    why = use_of(table, "temple", "build")["why"]
    assert why is not None
    assert why["reason"].startswith("Temple costs 8 coins: 2 as the tax of tile 6, 2 to {1}")


def test_a_chain_and_what_it_brings() -> None:
    table = Table(3, "tower", age=2)
    table.stand(0, "theater")
    table.hold(0, "statue")
    table.tiles(14)
    strip = strip_of(table, "statue")
    assert (strip["kind"], strip["coins"], strip["gain"]) == ("chain", 0, 2)


def test_a_chain_that_is_taxed_too_high_is_too_dear() -> None:
    table = Table(3, "tower", age=3)
    table.stand(0, "statue")
    table.hold(0, "gardens")
    table.tiles(13)
    table.city(0).coins = 2
    assert (strip_of(table, "gardens")["kind"], strip_of(table, "gardens")["coins"]) == ("poor", 3)


def test_coins_that_a_structure_brings_count_itself() -> None:
    table = Table(age=3)
    table.stand(0, "caravansery", "east trading post")
    table.hold(0, "lighthouse")
    deal = use_of(table, "lighthouse", "build")["deals"][0]
    assert deal["gain"] == 3  # the two that stand, and itself
    assert use_of(table, "lighthouse", "discard")["deals"][0]["gain"] == 3


def test_a_stage_brings_its_coins() -> None:
    table = Table(boards=("ephesos a", "rhodos a", "gizah a"))
    table.city(0).stages = 1
    table.stand(0, "lumber yard", "tree farm")
    assert use_of(table, "pawnshop", "stage")["deals"][0]["gain"] == 9


def test_a_stage_that_cannot_be_built_tells_what_it_lacks() -> None:
    table = Table(boards=("babylon a", "rhodos a", "gizah a"))  # two clay, one of its own
    table.make(1, ore=1)
    table.make(2, stone=1)
    gap = use_of(table, "pawnshop", "stage")["gap"]
    assert gap is not None
    assert (gap["kind"], gap["missing"]) == ("short", ["clay"])
    table.make(1, clay=1)
    table.city(0).coins = 1
    gap = use_of(table, "pawnshop", "stage")["gap"]
    assert gap is not None
    assert (gap["kind"], gap["coins"], gap["missing"]) == ("poor", 2, [])


def test_a_stage_lacks_nothing_where_none_is_left_or_something_else_forbids_it() -> None:
    table = Table(boards=("babylon a", "rhodos a", "ephesos a"))
    table.city(0).stages = 3
    assert use_of(table, "pawnshop", "stage")["gap"] is None
    table.city(0).stages = 0
    table.make(0, clay=2)
    table.stand(1, "stone pit")
    table.stand(2, "stone pit")
    table.hold(0, "baths")
    table.do(0, "build baths")
    use = use_of(table, "pawnshop", "stage")
    assert use["why"] is not None
    assert use["gap"] is None


def test_a_plan_that_is_not_finished_offers_what_is_left() -> None:
    table = Table(boards=("babylon a", "rhodos a", "ephesos a"))
    table.stand(1, "stone pit")
    table.stand(2, "stone pit")
    table.hold(0, "baths")
    table.do(0, "build baths")
    view = view_of(table)
    plan = view["cities"][0]["plan"]
    assert plan is not None
    assert (plan["verb"], plan["card"], plan["is_sealed"]) == ("build", "baths", False)
    assert payments(use_of(table, "baths", "build")["deals"]) == [(0, 0, 2), (0, 2, 0)]
    assert use_of(table, "pawnshop", "build")["why"] == {
        "reason": "first choose whom to pay for Baths",
        "clause": "SW-5.7",
    }


def test_guilds_are_counted_one_by_one() -> None:
    table = Table(boards=("olympia b", "rhodos a", "gizah a"), age=3)
    table.stand(0, "spies guild", "scientists guild")
    table.stand(1, "stockade", "barracks", "workers guild")
    table.stand(2, "lumber yard")
    table.city(0).stages = 3
    assert guild_sheet(table.state, 0) == {"spies guild": 2, "copied": 1}
    assert guild_sheet(table.state, 1) == {"workers guild": 1}
    assert view_of(table)["cities"][0]["guilds"] == {"spies guild": 2, "copied": 1}


def test_cards_keep_their_strips_when_the_choice_is_sealed() -> None:
    table = Table(boards=("gizah a", "rhodos a", "ephesos a"))
    table.hold(0, "baths")
    table.do(0, "discard pawnshop")
    held = next(held for held in view_of(table)["hand"] if held["card"] == "baths")
    assert held["strip"]["kind"] == "own"
    assert held["uses"] == []


def test_victory_tokens_to_lose_are_offered_in_pairs() -> None:
    table = Table(3, "projects", age=3)
    table.project("triumphal arches")
    table.city(0).victories = [2, 1, 0]
    table.state.phase = PENALTY
    assert [(offer["verb"], offer["tokens"]) for offer in view_of(table)["offers"]] == [
        ("lose tokens", [1, 1]),
        ("lose tokens", [1, 3]),
    ]


def test_the_last_card_of_the_hand_can_be_left() -> None:
    table = Table(turn=6)
    table.state.phase = SEVENTH
    (offer,) = view_of(table)["offers"]
    assert (offer["verb"], offer["card"], len(offer["deals"])) == ("leave", None, 1)


def join_why(table: Table, card: str) -> str | None:
    """Why building a card would not let seat 0 join, as its view says."""
    why = next(held["join_why"] for held in view_of(table)["hand"] if held["card"] == card)
    return why and f"{why['reason']} [{why['clause']}]"


def test_the_view_says_why_a_card_of_the_right_colour_does_not_let_one_join() -> None:
    """[SW-13.2] [SW-13.3]"""
    table = Table(3, "projects", boards=("babylon a", "ephesos a", "halikarnassos a"), age=2)
    table.project("river port")
    table.coins(6, 3, 3)
    table.stand(1, "clay pool")
    table.hold(0, "forum", "statue")
    assert (join_why(table, "forum"), join_why(table, "statue")) == (None, None)  # it would; another colour
    table.coins(4, 3, 3)
    assert str(join_why(table, "forum")).endswith("[SW-13.3]")
    table.state.project_tokens = 0
    assert join_why(table, "forum") == "no participation token lay on River Port when the turn began [SW-13.2]"
