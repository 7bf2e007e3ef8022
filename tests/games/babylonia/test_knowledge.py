"""What players know, and worlds that agree with it. RULES.md, section 9."""

from collections import Counter

import pytest

from shinar import CHANCE, SPECTATOR
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.core.story import Effect
from shinar.games.babylonia.audit import audit
from shinar.games.babylonia.components import FARMER, MERCHANT, TOKENS_OF_KIND
from shinar.games.babylonia.observation import is_unknown, observe_cells
from shinar.games.babylonia.state import UNKNOWN, State, token
from tests.games.babylonia.positions import (
    CITY,
    LOST_ZIGGURAT,
    SURROUND_CITY,
    SURROUND_ZIGGURAT,
    WON_ZIGGURAT,
    after,
    at,
    make,
    play,
    position,
)

RIVERS = """
     2  3  4  5  6  7  8
  2 (m1)              (p0)
  4 (f1)              (s1)
  8              m1    f0
"""


def test_compiled_code_hides_the_same_tokens() -> None:
    """[BN-9.2] [BN-9.3]"""
    state = position(RIVERS)
    for seat in (-1, 0, 1):
        seen, seen_by_compiled = State(), State()
        observe_cells(state, seat, seen)
        vars(observe_cells)["compiled_source"](state, seat, seen_by_compiled)
        assert seen_by_compiled == seen


def test_the_board_points_tiles_and_cards_are_open() -> None:
    """[BN-9.1]"""
    state = position(RIVERS, cards={0: [3], 1: [7]}, cities={1: "M MS"}, scores={0: 4, 1: 9})
    seen = make().observe(state, SPECTATOR).state
    for owner in range(2):
        theirs, mine = seen.players[owner], state.players[owner]
        assert (theirs.cards, theirs.cities, theirs.score) == (mine.cards, mine.cities, mine.score)
    assert (at(seen, "8,6"), seen.display, seen.gone) == (at(state, "8,6"), state.display, state.gone)


def test_how_many_tokens_are_on_stands_and_in_pools_is_open() -> None:
    """[BN-9.1]"""
    state = position(RIVERS, stands=("MSP", "FFFF"))
    players = make().observe(state, SPECTATOR).view()["players"]
    assert [player["stand_size"] for player in players] == [3, 4]
    assert [player["pool_size"] for player in players] == [30 - 3 - 2, 30 - 4 - 4]


def test_a_stand_is_known_to_its_owner_only() -> None:
    """[BN-9.2]"""
    state = position(RIVERS, stands=("MSP", "FFFF"))
    own, other = (make().observe(state, seat).state.players[0] for seat in (0, 1))
    assert (own.stand, own.unseen) == ([1, 1, 1, 0], 0)
    assert (other.stand, other.unseen) == ([0, 0, 0, 0], 3)


def test_a_face_down_token_is_known_to_its_owner_only() -> None:
    """[BN-9.2]"""
    state = position(RIVERS)
    assert at(make().observe(state, 1).state, "2,2") == at(state, "2,2")
    assert at(make().observe(state, 0).state, "2,2") == token(1, UNKNOWN)
    assert at(make().observe(state, SPECTATOR).state, "2,8") == token(0, UNKNOWN)


def test_the_own_pool_is_known_by_counting() -> None:
    """[BN-9.3]"""
    state = position(RIVERS, stands=("MSP", "FFFF"))
    assert make().observe(state, 0).state.players[0].pool == state.players[0].pool == [5, 5, 4, 11]


def test_of_others_all_that_never_lay_face_up_is_out_of_sight() -> None:
    """[BN-9.3] Only the merchant at 8,6 has been seen."""
    state = position(RIVERS, stands=("MSP", "FFFF"))
    assert make().observe(state, 0).state.players[1].pool == [5, 6, 6, 12]


def test_worlds_agree_with_what_was_seen_and_are_possible() -> None:
    """[BN-9.3]"""
    state = position(RIVERS, stands=("MSP", "FFFF"))
    for seat in (0, 1, SPECTATOR):
        observation = make().observe(state, seat)
        for number in range(20):
            world = make().determinize(observation, search_rng(number))
            assert make().observe(world, seat) == observation
            assert audit(world) == 0
            assert not any(map(is_unknown, world.cells[:-1]))


def test_unseen_tokens_are_dealt_by_their_numbers() -> None:
    """[BN-9.3] Of seat 1's 29 tokens out of sight 5 are merchants: so are 5 of 29 on the stand and in the river."""
    state = position(RIVERS, stands=("MSP", "FFFF"))
    observation = make().observe(state, 0)
    worlds = [make().determinize(observation, search_rng(number)) for number in range(2000)]
    on_stands = sum(world.players[1].stand[MERCHANT] for world in worlds) / (4 * len(worlds))
    in_river = sum(at(world, "2,2") & 3 == MERCHANT for world in worlds) / len(worlds)
    assert on_stands == pytest.approx(5 / 29, abs=0.02)
    assert in_river == pytest.approx(5 / 29, abs=0.03)


def begun() -> State:
    """Seat 0 has placed two farmers and a noble, so another farmer must follow."""
    state = position(stands=("MFFF", ""), cards={0: [5]})
    return after(state, "place farmer 8,6", "place merchant 9,7", "place farmer 10,6")


def test_who_must_place_another_farmer_has_one() -> None:
    """[BN-9.4]"""
    observation = make().observe(begun(), 1)
    for number in range(50):
        assert make().determinize(observation, search_rng(number)).players[0].stand[FARMER] > 0


def test_worlds_with_a_farmer_that_must_be_there_are_equally_likely() -> None:
    """[BN-9.4] One token is unseen and it must be a farmer; with two of them, the other one is any."""
    state = begun()
    state.players[0].stand[1] += 1
    state.players[0].pool[1] -= 1
    observation = make().observe(state, 1)
    stands = Counter(tuple(make().determinize(observation, search_rng(n)).players[0].stand) for n in range(3000))
    left = [count - (kind == MERCHANT) - 2 * (kind == FARMER) for kind, count in enumerate(TOKENS_OF_KIND)]
    ways = [left[kind] * left[FARMER] for kind in range(3)] + [left[FARMER] * (left[FARMER] - 1) // 2]
    for kind in range(3):
        stand = (*(int(other == kind) for other in range(3)), 1)
        assert stands[stand] / 3000 == pytest.approx(ways[kind] / sum(ways), abs=0.03)


def test_draws_and_face_down_tokens_are_told_to_their_owner_only() -> None:
    """[BN-9.2]"""
    match = play(position(), "place merchant 4,8", "place farmer 8,6", "end placing")
    match.play(CHANCE, "draw priest")
    assert [line.predicate for line in match.story(0)] == [
        "place a merchant at 4,8",
        "place a farmer at 8,6",
        "finish placing",
        "draw a priest",
    ]
    assert [line.predicate for line in match.story(1)] == [
        "places a token face down at 4,8",
        "places a farmer at 8,6",
        "finishes placing",
        "draws a token",
    ]
    assert [line.action is None for line in match.story(1)] == [True, False, False, True]
    assert dict(match.story(1)[0].args) == {"cell": "4,8"}


def test_points_are_told_with_what_brought_them() -> None:
    drawing = """
         4  5  6
      2        m1
      3     f1
      5     f1
      6  m0    m0
      7    [M]
      8        .
     10        f0
     12       {7}
    """
    match = play(position(drawing), "place farmer 12,6", "place merchant 8,6", "end placing", "score 7,5")
    assert [str(line) for line in match.story(1)] == [
        "Player 1 places a farmer on the field of 7 at 12,6: 7 points for the field",
        "Player 1 places a merchant at 8,6",
        "Player 1 finishes placing",
        "Player 1 scores the city of merchants at 7,5",
        "Player 1 receives 6 points for 3 merchants",
        "You receive 2 points for 1 merchant",
        "Player 1 takes the city with 3 tokens next to it",
        "Player 1 receives 1 point for 1 city",
    ]
    assert [effect for line in match.story(1) for effect in line.effects] == [
        Effect(0, "field", 7),
        Effect(0, "nobles", 6),
        Effect(1, "nobles", 2),
        Effect(0, "cities", 1),
    ]
    assert [line.args.get("counted") for line in match.story(1) if line.verb == "nobles"] == ["6,4 6,6 8,6", "2,6"]
    assert [line.args["around"] for line in match.story(1) if line.verb == "win"] == ["5,5 6,6 8,6 6,4"]


def test_ties_and_card_7_are_told() -> None:
    """[BN-4.6] [BN-8.7] Why nobody takes a city, and why its owner gets more."""
    tied = """
         4  5  6
      5     f1
      6  f0    f1
      7    [P]
      8        .
    """
    match = play(position(tied), *SURROUND_CITY, "score 7,5")
    assert str(match.story(0)[-1]) == "Nobody takes the city: you and Player 2 have 2 tokens each next to it"
    match = play(position(CITY, cards={1: [7]}, cities={1: "M"}), *SURROUND_CITY, "score 7,5")
    assert [str(line) for line in match.story(1)[-2:]] == [
        "You take the city with 3 tokens next to it",
        "You receive 3 points for 2 cities and card 7",
    ]
    assert match.story(1)[-1].effects == (Effect(1, "cities", 2), Effect(1, "bonus", 1))


def test_ziggurats_and_cards_are_told() -> None:
    """[BN-3.7] [BN-5.1] [BN-8.1] Touched, won, and what is taken for them."""
    match = play(position(LOST_ZIGGURAT), *SURROUND_ZIGGURAT, "score 12,8", "take card 1 ten points")
    assert [str(line) for line in match.story(0)] == [
        "You place a farmer at 14,8: 1 point for 1 ziggurat touched",
        "You place a farmer at 20,4",
        "You finish placing",
        "You score the ziggurat at 12,8",
        "Player 2 wins the ziggurat with 4 tokens next to it",
        "Player 2 takes card 1, ten points at once",
    ]
    tied = LOST_ZIGGURAT.replace("13  f1", "13  f0")
    match = play(position(tied), *SURROUND_ZIGGURAT, "score 12,8")
    assert str(match.story(SPECTATOR)[-1]) == ("Nobody wins it: Player 1 and Player 2 have 3 tokens each next to it")


def test_a_field_with_the_sign_of_a_city_tells_the_cities() -> None:
    """[BN-3.9]"""
    field = """
         5  6  7
     10     f0
     12    {C}
    """
    match = play(position(field, cities={0: "M", 1: "S"}), "place farmer 12,6")
    words = "on the field with the city symbol at 12,6: 2 points for 2 cities in front of all players"
    assert match.story(0)[-1].predicate == f"place a farmer {words}"


def test_the_extra_turn_is_told() -> None:
    """[BN-8.2]"""
    state = position(WON_ZIGGURAT)
    match = play(state, *SURROUND_ZIGGURAT, "score 12,8", "take card 2 extra turn")
    for _ in range(2):
        match.play(CHANCE, "draw merchant")
    twin = match.copy()
    match.play(0, "take extra turn")
    twin.play(0, "keep extra turn")
    assert str(match.story(1)[-1]) == "Player 1 uses card 2 for an extra turn"
    assert str(twin.story(1)[-1]) == "Player 1 keeps card 2 for a later turn"


def test_the_opening_is_told_with_its_places() -> None:
    match = Match(make(cards="variant"), seed=4)
    story = [str(line) for line in match.story(0)]
    assert story[0] in {"You have the first turn", "Player 2 has the first turn"}
    assert story[1].endswith(" is laid at 3,3")
    assert sum(line.endswith(" is left out") for line in story) == 2
    assert story.count("Player 2 draws a token") == 5
    assert sum(line.startswith("You draw a ") for line in story) == 5


def test_looking_again_at_what_was_seen_shows_nothing_new() -> None:
    """[BN-9.2] An observation is observed like a state; others' secrets stay out of it."""
    observation = make().observe(position(RIVERS, stands=("MSP", "FFFF")), 0)
    assert make().observe(observation.state, 0) == observation
