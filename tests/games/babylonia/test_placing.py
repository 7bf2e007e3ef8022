"""Placing tokens. RULES.md, section 3."""

import pytest

from shinar.core.game import Actions
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.games.babylonia.actions import FIRST_CHANCE
from shinar.games.babylonia.board import CELLS, cell_name, is_river
from shinar.games.babylonia.components import FARMER, MERCHANT
from shinar.games.babylonia.rules import offer, random_action
from shinar.games.babylonia.state import FACE_DOWN, FREE, State, token
from tests.games.babylonia.positions import after, at, make, names_of, play, position, scores, why_not


def places_of(match: Match[State], kind: str) -> set[str]:
    """Where a kind of token may be placed."""
    return {name.split()[2] for name in names_of(match) if name.startswith(f"place {kind} ")}


# ---- how many ---------------------------------------------------------------------------------------------------


def test_two_tokens_of_any_kind_must_be_placed() -> None:
    """[BN-3.1]"""
    state = position(stands=("MSPFF",))
    assert "end placing" not in names_of(play(state))
    assert "end placing" not in names_of(play(state, "place merchant 8,6"))
    assert names_of(play(state, "place merchant 8,6", "place servant 9,7")) == {"end placing"}
    assert why_not(state, "end placing") == "you must place 2 more tokens [BN-3.1]"
    assert "1 more token [" in why_not(after(state, "place merchant 8,6"), "end placing")


def test_two_equal_nobles_may_be_placed() -> None:
    """[BN-3.1]"""
    assert names_of(play(position(stands=("MMMFF",)), "place merchant 8,6", "place merchant 9,7")) == {"end placing"}


def test_a_token_must_be_on_the_stand() -> None:
    """[BN-2.1]"""
    state = position(stands=("FF",))
    assert why_not(state, "place priest 8,6") == "you have no priest on your stand [BN-2.1]"


def test_three_or_more_farmers_may_be_placed_on_land() -> None:
    """[BN-3.2]"""
    match = play(position(stands=("MFFFF",)), "place farmer 8,6", "place farmer 9,7")
    assert "end placing" in names_of(match)
    assert places_of(match, "farmer") == {cell_name(cell) for cell in free_land(match.reveal())}
    assert places_of(match, "merchant") == set()
    match.play(0, "place farmer 10,6")
    match.play(0, "place farmer 10,8")
    assert names_of(match) == {"end placing"}


def free_land(state: State) -> list[int]:
    """The free cells that are not in a river."""
    return [cell for cell in range(CELLS) if state.cells[cell] == FREE and not is_river(cell)]


def test_after_a_noble_no_third_token_follows() -> None:
    """[BN-3.2]"""
    state = after(position(stands=("MFFFF",)), "place merchant 8,6", "place farmer 9,7")
    assert names_of(play(state)) == {"end placing"}
    assert "a third may follow only two farmers [BN-3.2]" in why_not(state, "place farmer 10,6")
    pair = after(position(stands=("MMMFF",)), "place merchant 8,6", "place merchant 9,7")
    assert "no third can follow these [BN-3.1]" in why_not(pair, "place merchant 10,6")


def test_who_has_one_token_left_places_that_one() -> None:
    """[BN-3.3]"""
    board = """
         0  1  2  3  4  5  6  7
      1     p0                s0
      2              s0    s0
      3           m0    s0    s0
      4  p0          m0
      5     p0    m0    m0    s0
      6              m0
      7     p0
      8  p0    f0
      9           f0
     10  f0    f0
     11     f0    f0
     12        f0    f0
     13     f0    f0
     14  f0    p0
     15           f0
    """
    state = position(board, stands=("M",))
    assert sum(state.players[0].pool) == 0
    match = play(state, "place merchant 8,6")
    assert names_of(match) == {"end placing"}


def test_a_token_goes_to_a_free_cell_in_play() -> None:
    """[BN-3.4]"""
    state = position("""
         5  6  7  8
      7 [M]
      8     m1
     12    {5}   /Z\\
    """)
    match = play(state)
    assert places_of(match, "merchant") == {cell_name(cell) for cell in range(CELLS) if state.cells[cell] == FREE}
    assert "a city stands there" in why_not(state, "place farmer 7,5")
    assert "a token lies there already [BN-3.4]" in why_not(state, "place farmer 8,6")
    assert "a ziggurat stands there [BN-3.4]" in why_not(state, "place farmer 12,8")
    assert "the south is not in play with 2 players [BN-1.2]" in why_not(state, "place farmer 20,12")


# ---- the first round --------------------------------------------------------------------------------------------


def test_the_first_player_places_exactly_one_token_in_the_first_round() -> None:
    """[BN-3.5]"""
    state = position(turns=1)
    assert why_not(state, "end placing") == "you begin the game and must place one token [BN-3.5]"
    match = play(state, "place farmer 8,6")
    assert names_of(match) == {"end placing"}
    assert "so you place just one token in this turn [BN-3.5]" in why_not(match.reveal(), "place farmer 9,7")


def test_the_only_token_of_the_first_turn_may_go_into_a_river() -> None:
    """[BN-3.5]"""
    assert names_of(play(position(turns=1), "place farmer 4,8")) == {"end placing"}


def test_the_second_player_places_exactly_two_tokens_in_the_first_round() -> None:
    """[BN-3.5]"""
    state = position(turns=2, stands=("FFFFF",))
    assert "end placing" not in names_of(play(state, "place farmer 8,6"))
    assert names_of(play(state, "place farmer 8,6", "place farmer 9,7")) == {"end placing"}


@pytest.mark.parametrize("seats", [3, 4])
def test_only_the_second_player_of_more_is_held_to_two_tokens(seats: int) -> None:
    """[BN-3.5]"""
    state = position(turns=2, seats=seats, stands=("FFFFF",))
    assert names_of(play(state, "place farmer 8,6", "place farmer 9,7")) == {"end placing"}


def test_from_the_third_turn_on_farmers_may_be_many() -> None:
    """[BN-3.5]"""
    state = position(turns=3, seats=3, stands=("FFFFF",))
    assert "place farmer 10,6" in names_of(play(state, "place farmer 8,6", "place farmer 9,7"))


# ---- rivers -----------------------------------------------------------------------------------------------------


def test_a_token_in_a_river_lies_face_down() -> None:
    """[BN-3.6]"""
    state = after(position(), "place merchant 4,8", "place farmer 8,6")
    assert at(state, "4,8") == token(0, MERCHANT) + FACE_DOWN
    assert at(state, "8,6") == token(0, FARMER)


def test_both_of_two_tokens_may_go_into_a_river() -> None:
    """[BN-3.6]"""
    assert names_of(play(position(), "place merchant 4,8", "place farmer 5,9")) == {"end placing"}


def test_none_of_three_farmers_goes_into_a_river() -> None:
    """[BN-3.6]"""
    state = after(position(stands=("FFFFF",)), "place farmer 8,6", "place farmer 9,7")
    assert "three or more tokens must all be placed on land [BN-3.6]" in why_not(state, "place farmer 4,8")
    for pair in (("4,8", "8,6"), ("8,6", "4,8")):
        actions = [f"place farmer {cell}" for cell in pair]
        assert names_of(play(position(stands=("FFFFF",)), *actions)) == {"end placing"}


# ---- ziggurats --------------------------------------------------------------------------------------------------


def test_a_token_next_to_a_ziggurat_brings_a_point_for_each_ziggurat_touched() -> None:
    """[BN-3.7] The rulebook's example: three ziggurats, three points."""
    state = position("""
         0  1  2  3  4  5  6  7  8
      3    /Z\\
      4  m0
     12                         /Z\\
     18       /Z\\
     19     f0
    """)
    assert scores(after(state, "place servant 10,8")) == [3, 0]


def test_points_for_ziggurats_come_with_every_token_placed_there() -> None:
    """[BN-3.7]"""
    state = position(
        """
         7  8
     11  m1
     12    /Z\\
    """,
        stands=("FFFFF",),
    )
    assert scores(after(state, "place farmer 10,8")) == [1, 0]
    assert scores(after(state, "place farmer 10,8", "place farmer 11,9", "place farmer 13,9")) == [3, 0]


def test_a_token_in_a_river_touches_a_ziggurat_too() -> None:
    """[BN-3.7]"""
    state = position("""
         2  3  4  5  6  7  8
     12                   /Z\\
     18 /Z\\
    """)
    assert scores(after(state, "place farmer 16,2", "place priest 10,8")) == [1 + 2, 0]


def test_a_ziggurat_that_is_not_in_play_brings_nothing() -> None:
    """[BN-3.7] With two players 6,10 in the Euphrates touches the closed south, where a ziggurat would stand."""
    state = position("""
         8  9  10
      6       (f0)
     12 /Z\\
    """)
    assert scores(after(state, "place servant 10,8")) == [1, 0]


def test_a_token_elsewhere_brings_nothing_for_ziggurats() -> None:
    """[BN-3.7]"""
    state = position("""
         8
     10  m0
     12 /Z\\
    """)
    assert scores(after(state, "place servant 8,6")) == [0, 0]


def test_a_scored_ziggurat_still_brings_points() -> None:
    """[BN-3.7] [BN-5.3]"""
    state = position("""
         1  2  3  4  5  6  7  8
     12                      /Z\\
     17  m1
     18    /z\\
     19  m1    f1
     20     f1
    """)
    assert scores(after(state, "place farmer 17,3")) == [1, 0]


# ---- fields -----------------------------------------------------------------------------------------------------


def test_a_farmer_needs_an_own_token_next_to_a_field() -> None:
    """[BN-3.8]"""
    state = position("""
         1  2  3  4  5  6  7
     10                 m1
     11                    .
     12                {5}
     19  s0
     21 {6}
    """)
    assert "place farmer 12,6" not in names_of(play(state))
    assert "you need a token of yours next to it [BN-3.8]" in why_not(state, "place farmer 12,6")
    assert "place farmer 21,1" in names_of(play(state))


@pytest.mark.parametrize("letter", "mspf")
def test_any_kind_of_token_opens_a_field(letter: str) -> None:
    """[BN-3.8]"""
    drawing = """
         6
     10  m0
     12 {5}
    """
    state = position(drawing.replace("m0", f"{letter}0"))
    assert "place farmer 12,6" in names_of(play(state))


def test_a_face_down_token_opens_a_field_unless_the_option_says_otherwise() -> None:
    """[BN-3.8]"""
    drawing = """
         5  6
     11 (p0)
     12    {5}
    """
    assert "place farmer 12,6" in names_of(play(position(drawing)))
    strict = position(drawing, needs_face_up=1)
    assert "place farmer 12,6" not in names_of(play(strict, field="face-up"))
    assert "a face-up token of yours" in why_not(strict, "place farmer 12,6", field="face-up")
    both = position(
        """
         5  6
     10     s0
     11 (p0)
     12    {5}
    """,
        needs_face_up=1,
    )
    assert "place farmer 12,6" in names_of(play(both, field="face-up"))


@pytest.mark.parametrize(("symbol", "points"), [("{5}", 5), ("{6}", 6), ("{7}", 7)])
def test_a_field_with_a_number_brings_as_many_points(symbol: str, points: int) -> None:
    """[BN-3.9] 6 is the rulebook's example."""
    drawing = """
         6
     10  f0
     12 {6}
    """
    state = after(position(drawing.replace("{6}", symbol)), "place farmer 12,6")
    assert scores(state) == [points, 0]


def test_a_field_of_cities_brings_the_cities_of_all_players() -> None:
    """[BN-3.9] The rulebook's example: five cities, five points."""
    state = position(
        """
         6
     10  f0
     12 {C}
    """,
        seats=3,
        cities={0: "M S", 1: "MS MP", 2: "P"},
    )
    assert scores(after(state, "place farmer 12,6")) == [5, 0, 0]


def test_a_city_that_is_surrounded_in_the_same_turn_does_not_count_yet_for_a_field() -> None:
    """[BN-3.9] [BN-4.1] Cities are scored when all tokens are placed."""
    state = position("""
         4  5  6
      5     f1
      6  f1    f1
      7    [P]
      8        .
     10        f0
     12       {C}
    """)
    match = play(state, "place farmer 8,6", "place farmer 12,6")
    assert match.reveal().surrounded != 0
    assert scores(match.reveal()) == [0, 0]


def test_a_field_of_cities_may_be_worth_nothing() -> None:
    """[BN-3.9]"""
    state = after(
        position("""
         6
     10  f0
     12 {C}
    """),
        "place farmer 12,6",
    )
    assert scores(state) == [0, 0]


def test_the_token_takes_the_place_of_the_field() -> None:
    """[BN-3.9]"""
    before = position("""
         6
     10  f0
     12 {7}
    """)
    state = after(before, "place farmer 12,6")
    assert at(state, "12,6") == token(0, FARMER)
    assert state.gone[10] == before.gone[10] + 1


def test_farmers_placed_on_fields_count_as_farmers_on_land() -> None:
    """[BN-3.9] [BN-3.2]"""
    state = position(
        """
         6
     10  f0
     12 {7}
    """,
        stands=("FFF",),
    )
    assert "place farmer 20,4" in names_of(play(state, "place farmer 12,6", "place farmer 20,2"))


def test_nobles_are_not_placed_on_fields() -> None:
    """[BN-3.10]"""
    state = position("""
         6
     10  f0
     12 {7}
    """)
    assert "place merchant 12,6" not in names_of(play(state))
    assert "only with card 6 may you place nobles on fields [BN-3.10]" in why_not(state, "place merchant 12,6")


def test_the_cell_of_a_scored_city_is_free_for_any_token() -> None:
    """[BN-3.11] [BN-4.8]"""
    drawing = """
         4  5  6
      5     f1
      6  f1    f1
      7    [M]
      8        .
    """
    match = play(position(drawing), "place farmer 8,6", "place farmer 20,4", "end placing", "score 7,5")
    for action in ("draw farmer", "draw farmer"):
        match.play(-1, action)
    assert {"place merchant 7,5", "place farmer 7,5"} <= names_of(match)


def test_what_was_begun_must_be_finished() -> None:
    """[BN-3.12] With card 5, two farmers and a noble are not yet a set that may be placed."""
    state = position(stands=("MFFF",), cards={0: [5]})
    begun = after(state, "place farmer 8,6", "place merchant 9,7", "place farmer 10,6")
    assert {name.split()[0] for name in names_of(play(begun))} == {"place"}
    assert "you must place another farmer [BN-3.12]" in why_not(begun, "end placing")
    assert names_of(play(begun, "place farmer 10,8")) == {"end placing"}


def test_nothing_is_begun_that_the_stand_does_not_let_finish() -> None:
    """[BN-3.12]"""
    state = position(stands=("MFF",), cards={0: [5]})
    two = after(state, "place farmer 8,6", "place merchant 9,7")
    assert names_of(play(two)) == {"end placing"}
    assert "you have too few on your stand [BN-3.12]" in why_not(two, "place farmer 10,6")
    farmers = after(state, "place farmer 8,6", "place farmer 9,7")
    assert names_of(play(farmers)) == {"end placing"}


def test_nothing_is_begun_that_the_board_does_not_let_finish() -> None:
    """[BN-3.12] A third token of two farmers and a noble needs two free cells of land."""
    state = after(position(stands=("MFFF",), cards={0: [5]}), "place farmer 8,6", "place farmer 9,7")
    free = free_land(state)
    for kept, expected in ((1, False), (2, True)):
        crowded = play(state).reveal()
        for cell in free[kept:]:
            crowded.cells[cell] = token(1, FARMER)
        game = make()
        legal = {game.action_name(action) for action in game.legal_actions(crowded, 0)}
        action = f"place merchant {cell_name(free[0])}"
        assert (action in legal) == expected
        assert (game.explain(crowded, 0, game.parse_action(action)) is None) == expected


# ---- guessing a random action -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "stand"),
    [
        ((), "MSF"),
        (("place farmer 8,6", "place farmer 9,7"), "FFF"),
        (("place merchant 8,6", "place farmer 9,7"), "MFF"),
    ],
)
def test_a_guessed_action_is_legal_and_every_legal_one_is_guessed(actions: tuple[str, ...], stand: str) -> None:
    state = after(
        position(
            """
         6
     10  f0
     12 {7}
    """,
            stands=(stand,),
        ),
        *actions,
    )
    rng, scratch = search_rng(1), Actions()
    guessed = {random_action(state, 0, rng, scratch) for _ in range(6000)}
    assert guessed == set(make().legal_actions(state, 0))


def test_all_legal_actions_are_guessed_equally_often() -> None:
    """Among 1 + 2 · n actions the end of placing has no special place."""
    state = after(position(stands=("FFF",)), "place farmer 8,6", "place farmer 9,7")
    legal = make().legal_actions(state, 0)
    rng, scratch = search_rng(2), Actions()
    guesses = 20_000
    ends = sum(random_action(state, 0, rng, scratch) == legal[0] for _ in range(guesses))
    expected = guesses / len(legal)
    assert abs(ends - expected) < 4 * expected**0.5


def test_with_few_legal_actions_a_random_one_is_still_found() -> None:
    """When hardly a guess can be right, the actions are listed."""
    state = after(position(stands=("FFF",)), "place farmer 8,6", "place farmer 9,7")
    for cell in free_land(state)[1:]:
        state.cells[cell] = token(1, FARMER)
    rng, scratch, legal = search_rng(3), Actions(), make().legal_actions(state, 0)
    assert {random_action(state, 0, rng, scratch) for _ in range(60)} == set(legal)
    mask = [1] * FIRST_CHANCE
    assert {offer(state, 0, mask, rng, scratch) for _ in range(60)} == set(legal)
    assert [action for action in range(FIRST_CHANCE) if mask[action]] == legal
