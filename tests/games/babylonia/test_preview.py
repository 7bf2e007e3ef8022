"""What an action would bring, and how cities and ziggurats stand."""

import random
from typing import Any

import pytest

from shinar.core.compiled.layout import copy_of
from shinar.core.game import Observation
from shinar.core.match import Match
from shinar.core.viewer import SPECTATOR, Viewer, viewer_of
from shinar.games.babylonia.board import SITE_CELLS, parse_cell
from shinar.games.babylonia.components import FARMER, LAND_CONNECTS
from shinar.games.babylonia.scoring import noble_points
from shinar.games.babylonia.standings import standings
from shinar.games.babylonia.state import State, is_city, token
from tests.games.babylonia.positions import (
    CITY,
    LOST_ZIGGURAT,
    SURROUND_CITY,
    SURROUND_ZIGGURAT,
    WON_ZIGGURAT,
    after,
    make,
    play,
    position,
    scores,
)

CHAIN = """
     4  5  6  7  8
  4        .
  5     .
  6  .     .
  7    [P]    p0
  8        .     p0
  9           f0
"""

FIRST = viewer_of(0)


def preview(state: State, action: str, seat: int = 0) -> dict[str, Any]:
    """The effect of an action by name, for the seat that is asked."""
    game = make(players=state.seats)
    return game.preview(game.observe(state, seat), game.parse_action(action))


def standing(state: State, cell: str, who: Viewer = FIRST) -> dict[str, Any]:
    """How a city or ziggurat stands."""
    seen = make(players=state.seats).observe(state, who)
    return next(dict(found) for found in standings(seen.state, seen.seat) if found["cell"] == cell)


def test_a_plain_cell_brings_nothing() -> None:
    assert preview(position(), "place farmer 5,3") == {"gains": [], "sites": [], "chains": []}


def test_a_field_is_predicted_with_its_points() -> None:
    state = position("     6  7\n 12 {7}\n 13     f0")
    assert preview(state, "place farmer 12,6")["gains"] == [{"seat": 0, "source": "field", "points": 7}]


def test_a_token_at_a_ziggurat_is_predicted_with_all_ziggurats_touched() -> None:
    state = position("     1\n  1  f0\n  3 /Z\\")
    assert preview(state, "place farmer 14,8")["gains"] == [{"seat": 0, "source": "ziggurats", "points": 2}]


def test_a_surrounded_city_is_predicted_with_what_everybody_gets() -> None:
    state = position(CITY, cities={0: "M"})
    site = preview(state, "place priest 8,6")["sites"][0]
    assert site | {"cell": "7,5", "holds": "city", "free": 0, "tokens": [1, 3], "winner": 1} == site
    assert site["gains"] == [
        {"seat": 0, "source": "nobles", "points": 2},
        {"seat": 0, "source": "cities", "points": 1},
        {"seat": 1, "source": "cities", "points": 1},
    ]


def test_a_city_one_short_has_nothing_to_give_yet() -> None:
    state = position(CITY.replace("  6  f1    f1", "  6  .     f1"))
    site = preview(state, "place priest 8,6")["sites"][0]
    assert (site["free"], site["gains"]) == (1, [])


def test_who_would_win_a_ziggurat_is_predicted() -> None:
    site = preview(position(WON_ZIGGURAT), "place farmer 14,8")["sites"][0]
    assert site | {"holds": "ziggurat", "free": 0, "tokens": [4, 2], "winner": 0, "gains": []} == site


def test_a_tie_is_predicted_as_nobodys() -> None:
    tie = WON_ZIGGURAT.replace("f0    f0", "f0    f1")
    assert preview(position(tie), "place farmer 14,8")["sites"][0]["winner"] is None


def test_a_chain_is_predicted_with_the_points_it_adds() -> None:
    state = position(CHAIN)
    assert preview(state, "place farmer 8,6")["chains"] == [{"cell": "7,5", "points": 4}]
    assert preview(state, "place priest 8,6")["chains"] == [{"cell": "7,5", "points": 6}]


def test_what_scoring_brings_is_predicted() -> None:
    match = play(position(CITY, cities={1: "M"}), *SURROUND_CITY)
    before = scores(match.reveal())
    gains = preview(match.reveal(), "score 7,5")["gains"]
    match.play(0, "score 7,5")
    assert [sum(gain["points"] for gain in gains if gain["seat"] == seat) for seat in (0, 1)] == [
        now - then for now, then in zip(scores(match.reveal()), before, strict=True)
    ]


def test_a_ziggurat_brings_no_points_but_card_1_does() -> None:
    match = play(position(LOST_ZIGGURAT), *SURROUND_ZIGGURAT)
    assert preview(match.reveal(), "score 12,8")["gains"] == []
    match.play(0, "score 12,8")
    assert preview(match.reveal(), "take card 1 ten points", 1)["gains"] == [
        {"seat": 1, "source": "card", "points": 10}
    ]
    assert preview(match.reveal(), "take card 2 extra turn", 1)["gains"] == []


def test_ending_the_turn_is_predicted_as_nothing() -> None:
    state = after(position(), "place farmer 8,6", "place farmer 9,7")
    assert preview(state, "end placing")["gains"] == []


def test_a_game_that_foretells_nothing_says_nothing() -> None:
    import shinar

    game = shinar.make("babel")
    match = Match(game, seed=1)
    assert game.preview(match.observe(match.actors[0]), match.legal_actions(match.actors[0])[0]) == {}


# ---- standings --------------------------------------------------------------------------------------------------


def test_a_standing_tells_tokens_free_land_and_who_leads() -> None:
    state = position(CITY)
    found = standing(state, "7,5")
    assert found | {"holds": "city", "tile": "P", "land": 4, "free": ["8,6"], "winner": 1} == found
    assert [share["tokens"] for share in found["shares"]] == [0, 3]


def test_a_standing_tells_what_the_city_would_bring_now() -> None:
    state = position(CHAIN.replace("  8        .     p0", "  8        f0    p0"), cities={0: "M", 1: "S P"})
    found = standing(state, "7,5")
    assert found["shares"][0] == {"tokens": 1, "counted": ["7,7", "8,8"], "nobles": 4, "cities": 2}
    assert found["shares"][1] | {"nobles": 0, "cities": 2} == found["shares"][1]


def test_a_standing_tells_what_filling_the_rest_would_bring() -> None:
    state = position(CITY, cities={1: "S"})
    assert standing(state, "7,5")["completed"] == {"winner": 1, "nobles": [0, 0], "cities": [0, 2]}
    assert standing(state, "7,5", SPECTATOR)["completed"] is None


def test_nobody_is_told_what_a_stand_cannot_do() -> None:
    wide = CITY.replace("  6  f1    f1", "  6  .     .")
    assert standing(position(wide, stands=("MSPFF",)), "7,5")["completed"] is None
    assert standing(position(wide, stands=("MPFFF",)), "7,5")["completed"] is not None


def test_a_scored_ziggurat_is_told_as_such() -> None:
    found = standing(position("     8\n 12 /z\\"), "12,8")
    assert found | {"holds": "ziggurat", "scored": True, "tile": None, "completed": None} == found


@pytest.mark.parametrize("seed", range(4))
def test_standings_count_as_scoring_does(seed: int) -> None:
    """The networks of the standings, found at once for all cities, give the points that scoring finds for each."""
    match = Match(make(players=4, cards="variant"), seed=seed)
    for _ in range(160):
        actor = match.actors[0]
        match.play(actor, match.legal_actions(actor)[seed * 7919 % len(match.legal_actions(actor))])
        if match.is_over:
            break
    state = match.reveal()
    for found in standings(state, 0):
        if found["holds"] == "city":
            site = parse_cell(found["cell"])
            assert [share["nobles"] for share in found["shares"]] == [noble_points(state, site, s) for s in range(4)]
    assert any(is_city(state.cells[cell]) for cell in SITE_CELLS)


def test_an_observation_is_enough() -> None:
    """What is predicted needs nothing that the seat does not know."""
    state = position(CITY.replace("f1", "p1"))
    game = make()
    seen: Observation[State] = game.observe(state, 0)
    action = game.parse_action("place priest 8,6")
    assert game.preview(seen, action) == game.preview(Observation(game, viewer_of(0), state), action)


@pytest.mark.parametrize("seed", range(3))
def test_filling_is_counted_as_scoring_would_count_it(seed: int) -> None:
    """Cards that connect free land included: what is filled connects it no longer."""
    match, dice = Match(make(players=3, cards="variant"), seed=seed), random.Random(seed)
    compared = cut = 0
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, dice.choice(match.legal_actions(seat)))
        seen = match.observe(seat).state
        for other in range(3):
            seen.players[other].cards |= 1 << LAND_CONNECTS
        for found in standings(seen, seat):
            if found["completed"] is not None:
                filled = copy_of(seen)
                for cell in found["free"]:
                    filled.cells[parse_cell(cell)] = token(seat, FARMER)
                nobles = [noble_points(filled, parse_cell(found["cell"]), other) for other in range(3)]
                assert found["completed"]["nobles"] == nobles
                compared += 1
                cut += nobles != [share["nobles"] for share in found["shares"]]
    assert compared > 100
    assert cut > 0
