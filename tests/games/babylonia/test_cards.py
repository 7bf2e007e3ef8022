"""The nine ziggurat cards. RULES.md, section 8."""

import pytest

from shinar import CHANCE
from shinar.core.match import Match
from shinar.games.babylonia.rules import stand_capacity, stand_size
from shinar.games.babylonia.state import State
from tests.games.babylonia.positions import (
    CITY,
    LOST_ZIGGURAT,
    SURROUND_CITY,
    SURROUND_ZIGGURAT,
    WON_ZIGGURAT,
    after,
    names_of,
    play,
    position,
    scores,
    why_not,
)

TO_THE_CARD = (*SURROUND_ZIGGURAT, "score 12,8")
SCORE_CITY = (*SURROUND_CITY, "score 7,5")
TIED_CITY = CITY.replace("f1    f1", "f1    f0")


def kinds_offered(match: Match[State]) -> set[str]:
    """The kinds of tokens that may be placed, and "end"."""
    return {name.split()[1] if name.startswith("place") else "end" for name in names_of(match)}


def test_card_1_brings_ten_points_at_once_and_is_spent() -> None:
    """[BN-8.1]"""
    state = after(position(WON_ZIGGURAT), *TO_THE_CARD, "take card 1 ten points")
    assert scores(state)[0] == 1 + 10  # a point for touching the ziggurat
    assert (state.players[0].cards, state.players[0].spent) == (1 << 1, 1 << 1)


# ---- card 2 -----------------------------------------------------------------------------------------------------


def refilled(match: Match[State]) -> Match[State]:
    """Let chance draw farmers until a seat is asked."""
    while match.actors == (CHANCE,):
        match.play(CHANCE, "draw farmer")
    return match


def test_card_2_gives_another_turn_after_the_refill() -> None:
    """[BN-8.2]"""
    match = refilled(play(position(WON_ZIGGURAT), *TO_THE_CARD, "take card 2 extra turn"))
    assert (match.actors, match.turn) == ((0,), 9)
    assert names_of(match) == {"take extra turn", "keep extra turn"}
    assert stand_size(match.reveal().players[0]) == 5
    match.play(0, "take extra turn")
    assert (match.actors, match.turn) == ((0,), 10)
    assert match.reveal().players[0].spent == 1 << 2


def test_card_2_may_be_kept_for_a_later_turn() -> None:
    """[BN-8.2]"""
    match = refilled(play(position(cards={0: [2]}), "place farmer 8,8", "place farmer 20,4", "end placing"))
    match.play(0, "keep extra turn")
    assert match.actors == (1,)
    match.play(1, "place farmer 9,7")
    match.play(1, "place farmer 20,6")
    match.play(1, "end placing")
    refilled(match)
    assert match.actors == (0,)
    for action in ("place farmer 10,6", "place farmer 19,3", "end placing"):
        match.play(0, action)
    assert names_of(refilled(match)) == {"take extra turn", "keep extra turn"}


def test_card_2_works_once() -> None:
    """[BN-8.2]"""
    match = refilled(play(position(cards={0: [2]}), "place farmer 8,8", "place farmer 20,4", "end placing"))
    match.play(0, "take extra turn")
    for action in ("place farmer 10,6", "place farmer 19,3", "end placing"):
        match.play(0, action)
    assert refilled(match).actors == (1,)


def test_other_things_must_wait_for_the_word_on_the_extra_turn() -> None:
    """[BN-8.2]"""
    match = refilled(play(position(cards={0: [2]}), "place farmer 8,8", "place farmer 20,4", "end placing"))
    assert "say whether you take your extra turn now or keep it [BN-8.2]" in why_not(match.reveal(), "place farmer 9,7")


# ---- card 3 -----------------------------------------------------------------------------------------------------


def test_card_3_makes_the_stand_hold_seven() -> None:
    """[BN-8.3] Won on the own turn, the seven are there at its end."""
    match = refilled(play(position(WON_ZIGGURAT), *TO_THE_CARD, "take card 3 seven tokens"))
    assert stand_size(match.reveal().players[0]) == 7


def test_card_3_brings_nothing_before_the_owners_refill() -> None:
    """[BN-8.3]"""
    match = refilled(play(position(LOST_ZIGGURAT), *TO_THE_CARD, "take card 3 seven tokens"))
    seven = match.reveal().players[1]
    assert (stand_size(seven), stand_capacity(seven)) == (5, 7)


# ---- card 4 -----------------------------------------------------------------------------------------------------


def test_card_4_allows_three_different_nobles() -> None:
    """[BN-8.4]"""
    match = play(position(stands=("MMSPF",), cards={0: [4]}), "place merchant 8,6", "place priest 9,7")
    assert kinds_offered(match) == {"servant", "end"}
    match.play(0, "place servant 10,6")
    assert names_of(match) == {"end placing"}


@pytest.mark.parametrize(
    "pair", [("merchant 8,6", "merchant 9,7"), ("merchant 8,6", "servant 4,8"), ("farmer 8,6", "priest 9,7")]
)
def test_card_4_wants_three_different_nobles_and_land(pair: tuple[str, str]) -> None:
    """[BN-8.4]"""
    match = play(position(stands=("MMSPF",), cards={0: [4]}), *(f"place {token}" for token in pair))
    assert names_of(match) == {"end placing"}


def test_the_third_noble_is_not_placed_in_a_river() -> None:
    """[BN-8.4]"""
    match = play(position(stands=("MSP",), cards={0: [4]}), "place merchant 8,6", "place priest 9,7")
    assert "place servant 4,8" not in names_of(match)


def test_without_card_4_there_is_no_third_noble() -> None:
    """[BN-8.4]"""
    state = after(position(stands=("MSP",)), "place merchant 8,6", "place priest 9,7")
    assert "a third may follow only two farmers [BN-3.2]" in why_not(state, "place servant 10,6")


# ---- card 5 -----------------------------------------------------------------------------------------------------


def test_card_5_allows_a_noble_with_three_farmers_in_any_order() -> None:
    """[BN-8.5]"""
    state = position(stands=("MFFFF",), cards={0: [5]})
    cells = ("8,6", "9,7", "10,6", "10,8")
    for turn in range(4):
        kinds = ["farmer"] * 3
        kinds.insert(turn, "merchant")
        match = play(state, *(f"place {kind} {cell}" for kind, cell in zip(kinds, cells, strict=True)))
        assert kinds_offered(match) == {"farmer", "end"}


def test_the_option_wants_the_noble_of_card_5_to_be_the_last() -> None:
    """[BN-8.5]"""
    state = position(stands=("MSFFFFF",), cards={0: [3, 5]}, noble_is_last=1)
    two = play(state, "place farmer 8,6", "place farmer 9,7", noble="last")
    assert kinds_offered(two) == {"farmer", "end"}
    assert "your noble must come last, after three" in why_not(two.reveal(), "place merchant 10,6", noble="last")
    early = play(state, "place farmer 8,6", "place merchant 9,7", noble="last")
    assert kinds_offered(early) == {"end"}
    assert "no farmer may follow it" in why_not(early.reveal(), "place farmer 10,6", noble="last")
    three = play(two.reveal(), "place farmer 10,6", noble="last")
    assert kinds_offered(three) == {"farmer", "merchant", "servant", "end"}
    three.play(0, "place merchant 10,8")
    assert kinds_offered(three) == {"end"}


def test_card_5_allows_the_noble_after_four_and_five_farmers_too() -> None:
    """[BN-8.5]"""
    state = position(stands=("MSFFFFF",), cards={0: [3, 5]})
    match = play(state, "place farmer 8,6", "place farmer 9,7", "place farmer 10,6", "place farmer 10,8")
    assert kinds_offered(match) == {"farmer", "merchant", "servant", "end"}
    match.play(0, "place farmer 11,7")
    assert kinds_offered(match) == {"merchant", "servant", "end"}


def test_card_5_allows_one_noble_only_and_on_land() -> None:
    """[BN-8.5]"""
    state = position(stands=("MSFFF",), cards={0: [5]})
    three = play(state, "place farmer 8,6", "place farmer 9,7", "place farmer 10,6")
    assert "place merchant 4,8" not in names_of(three)
    three.play(0, "place merchant 10,8")
    assert kinds_offered(three) == {"end"}


def test_card_5_does_not_help_after_a_token_in_a_river() -> None:
    """[BN-8.5]"""
    state = position(stands=("MFFFF",), cards={0: [5]})
    assert kinds_offered(play(state, "place farmer 8,6", "place merchant 4,8")) == {"end"}
    assert kinds_offered(play(state, "place merchant 8,6", "place farmer 4,8")) == {"end"}


def test_cards_4_and_5_do_not_add_up() -> None:
    """[BN-8.11]"""
    state = position(stands=("MSPFFFF",), cards={0: [3, 4, 5]})
    three = after(state, "place farmer 8,6", "place farmer 9,7", "place farmer 10,6", "place merchant 10,8")
    assert kinds_offered(play(three)) == {"farmer", "end"}
    assert "only one noble may go with farmers, and you have placed it [BN-8.11]" in why_not(three, "place priest 11,7")
    nobles = after(state, "place merchant 8,6", "place servant 9,7", "place priest 10,6")
    assert kinds_offered(play(nobles)) == {"end"}


# ---- card 6 -----------------------------------------------------------------------------------------------------


def test_card_6_lets_nobles_into_fields_without_a_neighbour() -> None:
    """[BN-8.6]"""
    state = position(
        """
         6
     10  .
     12 {7}
    """,
        cards={0: [6]},
    )
    assert "place merchant 12,6" in names_of(play(state))
    assert "place farmer 12,6" not in names_of(play(state))
    assert scores(after(state, "place merchant 12,6")) == [7, 0]


def test_card_6_works_together_with_card_5() -> None:
    """[BN-8.6] [BN-8.10]"""
    state = position(
        """
         6
     10  .
     12 {7}
    """,
        stands=("MFFFF",),
        cards={0: [5, 6]},
    )
    match = play(state, "place farmer 8,6", "place farmer 9,7", "place farmer 8,8")
    assert "place merchant 12,6" in names_of(match)
    assert "place farmer 12,6" not in names_of(match)


# ---- card 7 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cities", "points"), [("", 0), ("M", 1), ("M M", 3), ("M M S", 4), ("M M S S", 6)])
def test_card_7_brings_a_point_for_every_two_cities_whoever_wins_one(cities: str, points: int) -> None:
    """[BN-8.7]"""
    state = position(CITY, cards={0: [7]}, cities={0: cities})
    state = after(state, *SCORE_CITY)
    assert scores(state) == [points, 1]


def test_card_7_counts_the_city_just_taken() -> None:
    """[BN-8.7]"""
    state = position(CITY, cards={1: [7]}, cities={1: "M"})
    state = after(state, *SCORE_CITY)
    assert scores(state) == [0, 2 + 1]


def test_card_7_brings_nothing_in_a_tie() -> None:
    """[BN-8.7]"""
    state = position(TIED_CITY, cards={0: [7]}, cities={0: "M M"})
    state = after(state, *SCORE_CITY)
    assert scores(state) == [0, 0]


# ---- cards 8 and 9 ----------------------------------------------------------------------------------------------


def city_points_with(card: int, drawing: str) -> int:
    """What seat 0 receives for nobles when the city 7,5 is scored."""
    state = position(drawing, cards={0: [card]})
    return scores(after(state, *SCORE_CITY))[0]


FAR_AWAY = """
     4  5  6  7  8
  5     f1
  6  f1    f1
  7    [M]
  8        .
 14              m0
 20        m0
"""


def test_card_8_connects_over_free_central_land() -> None:
    """[BN-8.8] From the farmer at 8,6 to both merchants."""
    assert city_points_with(8, FAR_AWAY) == 4
    assert city_points_with(3, FAR_AWAY) == 0


def test_card_8_does_not_connect_over_the_north() -> None:
    """[BN-8.8] The merchant at 8,0 is reached only over northern land."""
    drawing = """
         0  1  2  3  4  5  6
      5                 f1
      6              f1    f1
      7                [M]
      8  m0         (f0)   .
    """
    assert city_points_with(8, drawing) == 0


OVER_ANOTHER_CITY = """
     4  5  6  7
  1           m0
  2  f1    .
  3     f1    f1
  4        .
  5     f1    .
  6  f1    f1
  7    [M]
  8        .
"""


def test_the_cell_of_a_scored_city_connects_with_card_8_but_a_tile_does_not() -> None:
    """[BN-8.8] The merchant at 1,7 is reached over 4,6, where a city was."""
    assert city_points_with(8, OVER_ANOTHER_CITY) == 2
    assert city_points_with(8, OVER_ANOTHER_CITY.replace("4        .", "4       {5}")) == 0
    assert city_points_with(8, OVER_ANOTHER_CITY.replace("f1    .", "f1    f1")) == 0


ALONG_THE_TIGRIS = """
     1  2  3  4  5  6
  5  m0          f1
  6           f1    f1
  7        .    [M]
  8                 .
 15        m0
"""


def test_card_9_connects_over_free_cells_of_both_rivers() -> None:
    """[BN-8.9] The Tigris touches the city itself, and the merchants at 5,1 and 15,3."""
    assert city_points_with(9, ALONG_THE_TIGRIS) == 4
    assert city_points_with(3, ALONG_THE_TIGRIS) == 0


def test_card_9_does_not_pass_another_players_token() -> None:
    """[BN-8.9] Seat 1 lies at 7,3, between the city and the merchant at 5,1."""
    assert city_points_with(9, ALONG_THE_TIGRIS.replace("7        .  ", "7       (f1)")) == 2


def test_cards_8_and_9_count_neither_for_the_most_nor_for_surrounding_nor_for_fields() -> None:
    """[BN-8.10]"""
    state = position(TIED_CITY + " 12       {5}", cards={0: [8, 9]})
    assert state.surrounded == 0
    assert "place farmer 12,6" not in names_of(play(state))
    tied = after(state, *SCORE_CITY)
    assert sum(tied.players[0].cities) == 0


def test_a_card_acts_on_a_city_scored_later_in_the_same_turn() -> None:
    """[BN-8.10] 10,8 and 11,9 touch the ziggurat 12,8 and the city 9,9."""
    drawing = """
         7  8  9  10
      7        f1
      8     f1   (f1)
      9       [P]
     10     f0
     11  f0    .
     12    /Z\\
     13  f0    f1
     14     f1
    """
    state = position(drawing, cities={0: "M M"})
    placed = after(state, "place farmer 11,9", "place farmer 20,4", "end placing")
    before = scores(placed)[0]
    early = after(placed, "score 12,8", "take card 7 city bonus", "score 9,9")
    late = after(placed, "score 9,9", "score 12,8", "take card 7 city bonus")
    assert (scores(early)[0] - before, scores(late)[0] - before) == (2 + 1, 2)
