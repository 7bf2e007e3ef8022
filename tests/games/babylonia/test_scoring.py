"""Scoring cities and ziggurats. RULES.md, sections 4 and 5."""

from shinar.games.babylonia.components import FARMER, TILE_NAMES
from shinar.games.babylonia.state import FREE, SCORED_ZIGGURAT, State, token
from tests.games.babylonia.positions import (
    CITY,
    LOST_ZIGGURAT,
    SURROUND_CITY,
    SURROUND_ZIGGURAT,
    after,
    at,
    is_city_at,
    names_of,
    play,
    position,
    scores,
    why_not,
)

ALMOST = """
     4  5  6
  5     f1
  6  m1    m0
  7    [M]
  8        .
"""
# 5,5 touches both cities.
TWO_CITIES = """
     4  5  6  7
  2        f1
  3     f1    f1
  4       [S]
  5     .     f1
  6  f0    f0
  7    [M]
  8        f0
"""


def scored(state: State, *placements: str, site: str = "7,5") -> State:
    """The state after placing and scoring a site; if nothing is said, the city 7,5 is surrounded by seat 0."""
    placed = (*placements, "end placing") if placements else SURROUND_CITY
    return after(state, *placed, f"score {site}")


# ---- surrounding ------------------------------------------------------------------------------------------------


def test_a_city_is_surrounded_when_all_land_next_to_it_holds_tokens() -> None:
    """[BN-4.1] The two cells of the river may stay free."""
    state = position(ALMOST)
    assert state.surrounded == 0
    assert names_of(play(state, *SURROUND_CITY)) == {"score 7,5"}


def test_tokens_in_the_river_surround_nothing() -> None:
    """[BN-4.1]"""
    state = after(position(ALMOST), "place farmer 8,4", "place farmer 9,5")
    assert state.surrounded == 0


def test_the_edge_of_the_board_needs_nothing() -> None:
    """[BN-4.1] The city 6,0 has only four neighbours."""
    state = position("""
         0  1
      4  f0
      5     f0
      6 [P]
      7     f0
      8  .
    """)
    assert names_of(play(state, "place farmer 8,0", "place farmer 20,4", "end placing")) == {"score 6,0"}


def test_nothing_is_scored_before_placing_is_over() -> None:
    """[BN-4.1]"""
    state = after(position(ALMOST), "place farmer 8,6")
    assert scores(state) == [0, 0]
    assert why_not(state, "score 7,5") == "first finish placing your tokens [BN-2.1]"


def test_what_is_not_surrounded_is_not_scored() -> None:
    """[BN-4.1]"""
    state = after(position(ALMOST), *SURROUND_CITY)
    assert "1 cell of land" not in why_not(state, "score 12,8")
    assert "6 cells of land next to it are still free [BN-4.1]" in why_not(state, "score 12,8")
    assert "neither a city nor a ziggurat stands there [BN-4.1]" in why_not(state, "score 12,6")
    assert "the south is not in play with 2 players [BN-1.2]" in why_not(state, "score 18,14")
    assert "first score what has been surrounded [BN-4.1]" in why_not(state, "place farmer 8,8")


def test_one_free_cell_of_land_is_told() -> None:
    """[BN-4.1]"""
    state = position("""
         0  1  2  3  4  5  6
      5                 f1
      6              m1    m0
      7     f0         [M]
      8  .     f0          .
      9    [P]
     10  f0    f0
     11     f0
    """)
    state = after(state, *SURROUND_CITY)
    assert "1 cell of land next to it is still free [BN-4.1]" in why_not(state, "score 9,1")


def test_the_player_on_turn_chooses_the_order() -> None:
    """[BN-4.2]"""
    state = position(TWO_CITIES)
    match = play(state, "place farmer 5,5", "place farmer 20,4", "end placing")
    assert names_of(match) == {"score 4,6", "score 7,5"}
    match.play(0, "score 7,5")
    assert names_of(match) == {"score 4,6"}


def test_the_second_city_pays_with_the_first_already_taken() -> None:
    """[BN-4.2] [BN-4.7] Seat 0 wins 7,5 (1 point), then seat 1 wins 4,6: one city each, one point each."""
    state = position(TWO_CITIES)
    placed = after(state, "place farmer 5,5", "place farmer 20,4", "end placing")
    assert scores(after(placed, "score 7,5", "score 4,6")) == [1 + 1, 1]
    assert scores(after(placed, "score 4,6", "score 7,5")) == [1, 1 + 1]


# ---- nobles -----------------------------------------------------------------------------------------------------

RULEBOOK = """
     4  5  6  7  8
  1           p0
  2        m0
  3     f1    p0
  4  s2   [MP]
  5     m2    .
  6  p2    p2
  7           m0
  8              p0
  9           s0
"""


def test_the_rulebooks_city_pays_12_and_6_for_nobles_then_4_3_and_2_for_cities() -> None:
    """[BN-4.3] [BN-4.5] [BN-4.7] Adam has three merchants and three priests, Valentina a merchant and two priests."""
    state = position(RULEBOOK, seats=3, cities={0: "M S P", 1: "MS MS MP", 2: "SP SP"})
    state = scored(state, "place merchant 5,7", "place farmer 20,4", site="4,6")
    assert scores(state) == [12 + 4, 0 + 3, 6 + 2]


def test_nobles_next_to_the_city_count_twice_their_number() -> None:
    """[BN-4.3] Seat 1 has a merchant at 6,4, seat 0 one at 6,6; the city goes to nobody."""
    assert scores(scored(position(ALMOST))) == [2, 2]


def test_only_kinds_that_the_city_shows_count() -> None:
    """[BN-4.3]"""
    state = position(ALMOST.replace("[M]", "[S]"))
    assert scores(scored(state)) == [0, 0]


def test_a_city_of_three_kinds_counts_all_nobles_but_no_farmers() -> None:
    """[BN-4.3]"""
    state = position(
        """
         4  5  6
      5     m0
      6  s0    p0
      7   [MSP]
      8        .
    """,
        seats=3,
    )
    assert scores(scored(state)) == [3 * 2 + 1, 0, 0]


def test_each_noble_counts_once_however_many_ways_lead_to_it() -> None:
    """[BN-4.3] 3,5 is connected through 5,5 and through 4,4."""
    state = position("""
         3  4  5  6
      3        m0
      4     f0
      5  f0    f0
      6     f0    f1
      7       [M]
      8           .
    """)
    assert scores(scored(state)) == [2 + 1, 0]


def test_farmers_and_face_down_tokens_connect() -> None:
    """[BN-4.4] The merchant at 12,4 reaches the city through the Tigris and a farmer."""
    state = position("""
         4  5  6
      5     f1
      6  f1    f1
      7    [M]
      8        .
      9    (p0)
     11    (f0)
     12  m0
    """)
    assert scores(scored(state)) == [2, 1]


def test_face_down_nobles_bring_no_points() -> None:
    """[BN-4.4] [BN-4.3]"""
    state = position("""
         4  5  6
      5     f1
      6  f1    f1
      7    [M]
      8        .
      9    (m0)
    """)
    assert scores(scored(state)) == [0, 1]


def test_a_chain_does_not_pass_through_the_city_or_another_players_token() -> None:
    """[BN-4.4] Seat 0's merchant at 3,5 touches only 5,5, which is seat 1's."""
    state = position("""
         4  5  6
      3     m0
      5     f1
      6  f1    f1
      7    [M]
      8        .
    """)
    assert scores(scored(state)) == [0, 1]


def test_a_chain_does_not_pass_through_tiles_or_ziggurats() -> None:
    """[BN-4.4] The merchant at 10,6 is cut off by the city 12,6; the one at 13,9 by the ziggurat 12,8."""
    state = position("""
         7  8  9
      7        f0
      8     f0
      9       [M]
     10     f0
     11        .
     12    /Z\\
     13  m1
     14     m0
    """)
    state = scored(state, "place farmer 11,9", "place farmer 20,4", site="9,9")
    assert scores(state)[0] == 1 + 1  # a point for the ziggurat, a point for the city


def test_each_player_has_a_network_of_the_own() -> None:
    """[BN-4.4] Seat 1 is connected through seat 1's tokens only."""
    state = position("""
         3  4  5  6
      3        m1
      4     m0
      5  m0    f1
      6     f0    f1
      7       [M]
      8           .
    """)
    assert scores(scored(state)) == [2 + 2, 2]


# ---- the city ---------------------------------------------------------------------------------------------------


def test_the_most_tokens_next_to_the_city_take_the_tile() -> None:
    """[BN-4.5]"""
    state = scored(position(CITY))
    assert state.players[1].cities[TILE_NAMES.index("P")] == 1
    assert scores(state) == [0, 1]


def test_face_down_tokens_count_for_the_most() -> None:
    """[BN-4.5]"""
    state = position("""
         4  5  6
      5     f1
      6  f1    f0
      7    [P]
      8 (m0)   .
    """)
    state = scored(state)
    assert state.players[0].cities[TILE_NAMES.index("P")] == 1


def test_tokens_further_away_do_not_count_for_the_most() -> None:
    """[BN-4.5]"""
    state = position("""
         4  5  6  7  8
      3     f0
      4  f0
      5     f1
      6  f1    f1
      7    [P]
      8        .     f0
      9           f0
    """)
    state = scored(state)
    assert state.players[1].cities[TILE_NAMES.index("P")] == 1


def test_a_tie_around_a_city_gives_it_to_nobody() -> None:
    """[BN-4.6] Points for nobles are kept, points for cities are not paid."""
    before = position(ALMOST, cities={0: "S S"})
    state = scored(before)
    merchants = TILE_NAMES.index("M")
    assert [player.cities[merchants] for player in state.players] == [0] * 4
    assert state.gone[merchants] == before.gone[merchants] + 1
    assert scores(state) == [2, 2]


def test_a_tie_for_less_than_the_most_does_not_matter() -> None:
    """[BN-4.6]"""
    state = position(
        """
         4  5  6
      5     f1
      6  f2    f0
      7    [P]
      8        .
    """,
        seats=3,
    )
    state = scored(state)
    assert state.players[0].cities[TILE_NAMES.index("P")] == 1


def test_every_player_receives_a_point_for_each_own_city() -> None:
    """[BN-4.7]"""
    assert scores(scored(position(CITY, cities={0: "M M S"}))) == [3, 1]


def test_the_cell_of_a_scored_city_is_free() -> None:
    """[BN-4.8]"""
    state = scored(position(ALMOST))
    assert at(state, "7,5") == FREE
    assert not is_city_at(state, "7,5")


# ---- ziggurats --------------------------------------------------------------------------------------------------

ZIGGURAT_AT_12_8 = """
     7  8  9
 10     f0
 11  f0    f1
 12    /Z\\
 13  f1    f2
 14     .
"""


def test_the_most_tokens_next_to_a_ziggurat_choose_a_card() -> None:
    """[BN-5.1] The rulebook's example: three tokens against two and one."""
    match = play(position(ZIGGURAT_AT_12_8, seats=3), *SURROUND_ZIGGURAT, "score 12,8")
    assert match.actors == (0,)
    assert len(names_of(match)) == 7
    match.play(0, "take card 7 city bonus")
    assert match.reveal().players[0].cards == 1 << 7
    assert not match.reveal().display >> 7 & 1


def test_a_player_who_is_not_on_turn_may_win_a_ziggurat() -> None:
    """[BN-5.1]"""
    match = play(position(LOST_ZIGGURAT), *SURROUND_ZIGGURAT, "score 12,8")
    assert match.actors == (1,)
    assert "first take one of the cards on display [BN-5.1]" in why_not(match.reveal(), "end placing")
    match.play(1, "take card 3 seven tokens")
    assert match.reveal().turn_of == 0


def test_face_down_tokens_count_for_a_ziggurat() -> None:
    """[BN-5.1]"""
    state = position("""
         1  2  3
     16    (f0)
     17  f0
     18    /Z\\
     19  f1    f1
     20     .
    """)
    match = play(state, "place priest 20,2", "place farmer 8,8", "end placing", "score 18,2")
    assert match.actors == (0,)


def test_only_cards_on_display_can_be_taken() -> None:
    """[BN-5.1]"""
    state = position(ZIGGURAT_AT_12_8, seats=3, cards={1: [3]})
    placed = after(state, *SURROUND_ZIGGURAT, "score 12,8")
    assert "taken that card already [BN-5.1]" in why_not(placed, "take card 3 seven tokens")


def test_a_tie_around_a_ziggurat_gives_nobody_a_card() -> None:
    """[BN-5.2]"""
    state = position("""
         7  8  9
     10     f0
     11  f0    f1
     12    /Z\\
     13  f1    f1
     14     .
    """)
    match = play(state, *SURROUND_ZIGGURAT, "score 12,8")
    assert match.actors == (-1,)
    assert match.reveal().display.bit_count() == 7


def test_a_ziggurat_is_never_scored_again() -> None:
    """[BN-5.3]"""
    state = position("""
         7  8  9
      7        f0
      8     .
      9       [M]
     10     f0
     11  f0    f1
     12    /Z\\
     13  f1    f1
     14     .
    """)
    placed = after(state, "place priest 14,8", "place farmer 8,8", "end placing", "score 12,8")
    assert at(placed, "12,8") == SCORED_ZIGGURAT
    assert names_of(play(placed)) == {"score 9,9"}
    assert "that ziggurat has already been scored [BN-5.3]" in why_not(placed, "score 12,8")


def test_a_token_placed_where_a_city_was_is_an_ordinary_token() -> None:
    """[BN-3.11] It connects like any other."""
    state = position("""
         3  4  5  6  7
      2           f0
      3        f0    f0
      4          [M]
      5        f1    .
      6     f1    f0
      7        .
      8    (f0)
      9  m0
    """)
    after_all = scored(state, "place farmer 7,5", "place farmer 5,7", site="4,6")
    assert at(after_all, "7,5") == token(0, FARMER)
    assert scores(after_all) == [2 + 1, 0]
