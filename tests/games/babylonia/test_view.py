"""What a page and a terminal show."""

import json
from collections.abc import Callable

import pytest

from shinar import SPECTATOR
from shinar.core.canvas import Canvas
from shinar.core.match import Match
from shinar.games.babylonia.board import CELLS
from shinar.games.babylonia.drawing import cell_symbol
from shinar.games.babylonia.state import EXTRA
from tests.games.babylonia.positions import CITY, LOST_ZIGGURAT, SURROUND_ZIGGURAT, after, content, make, play, position

DRAWING = """
     2  3  4  5  6  7  8  9
  2 (m1)         p1   (p0)
  4 (f1)   .    [MS]  (s1)
  5     s1
  8              m1    f0
 10                    f0
 11                 f0    f0
 12             {C}   /z\\
 13                 f0    f0
 14                    f1
"""


def test_a_drawing_reads_as_it_was_drawn() -> None:
    """The symbols of the terminal are those of the tests' drawings."""
    state = position(DRAWING)
    for cell in range(CELLS):
        symbol = cell_symbol(state, cell)
        if symbol != " ":
            assert content(cell, symbol) == state.cells[cell]


def test_the_terminal_shows_the_whole_position(golden: Callable[[str, str], None]) -> None:
    state = position(DRAWING, cards={0: [1, 3]}, cities={1: "M SP"}, scores={0: 12, 1: 7})
    golden("babylonia_render.txt", str(make().observe(state, 0)) + "\n")


def test_the_terminal_shows_four_players_and_what_is_surrounded() -> None:
    state = position(CITY, seats=4)
    text = str(make(players=4).observe(after(state, "place farmer 8,6"), 3))
    assert "Surrounded: 7,5." in text
    assert "3 You: 0 points. Stand: 1 merchant, 1 servant, 1 priest, 2 farmers; pool 25." in text
    assert "1 Player 2: 0 points. Stand: 5 unseen" in text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_title_board_and_legend_fit_a_narrow_terminal(players: int) -> None:
    match = Match(make(players=players), seed=2)
    assert max(len(line) for line in str(match.observe(0)).splitlines()[:28]) <= 80


@pytest.mark.parametrize(
    ("stand", "turn", "placed", "expected"),
    [
        ("MSPFF", 9, [], "Place 2 tokens."),
        ("MPFFF", 9, [], "Place 2 tokens, or three or more farmers on land."),
        ("MPFFF", 2, [], "Place 2 tokens."),
        ("MPFFF", 1, [], "Place 1 token."),
        ("M", 9, [], "Place 1 token."),
        ("MPFFF", 9, ["place merchant 8,6"], "Place 1 token."),
        ("MPFFF", 9, ["place merchant 8,6", "place farmer 9,7"], "Nothing more may be placed: end placing."),
        ("MPFFF", 9, ["place farmer 8,6", "place farmer 9,7"], "Place another farmer on land, or end placing."),
    ],
)
def test_who_is_on_turn_is_told_what_to_place(stand: str, turn: int, placed: list[str], expected: str) -> None:
    state = after(position(stands=(stand, "F"), turns=turn), *placed)
    assert str(make().observe(state, 0)).splitlines()[1] == expected
    assert str(make().observe(state, 1)).splitlines()[1] == ""


def test_a_noble_among_farmers_asks_for_another_farmer() -> None:
    state = position(stands=("MFFF", "F"), cards={0: [5]})
    begun = after(state, "place farmer 8,6", "place farmer 9,7", "place merchant 10,6")
    assert "Place another farmer on land." in str(make().observe(begun, 0))


def test_who_takes_a_card_reads_what_the_cards_do() -> None:
    text = str(play(position(LOST_ZIGGURAT), *SURROUND_ZIGGURAT, "score 12,8").observe(1))
    assert "Take a card:" in text
    assert "  3  Your stand holds seven tokens." in text


def test_what_is_surrounded_is_to_be_chosen() -> None:
    match = play(position(LOST_ZIGGURAT), *SURROUND_ZIGGURAT)
    assert "Choose what to score next." in str(match.observe(0))
    assert "Choose what to score next." not in str(match.observe(1))


def test_the_extra_turn_is_offered() -> None:
    state = position(stands=("FFFFF", "F"), cards={0: [2]})
    state.phase = EXTRA
    assert "Take your extra turn now, or keep it." in str(make().observe(state, 0))


def test_a_view_is_plain_data_with_everything_in_words() -> None:
    state = position(DRAWING, cards={0: [1, 3]})
    view = make().observe(state, 0).view()
    assert json.loads(json.dumps(view)) == view
    cells = {cell["cell"]: cell for cell in view["cells"]}
    assert cells["4,6"] | {"holds": "city", "tile": "MS"} == cells["4,6"]
    assert cells["12,6"]["tile"] == "city"
    assert cells["12,8"] | {"holds": "ziggurat", "scored": True} == cells["12,8"]
    assert cells["2,2"] | {"holds": "token", "seat": 1, "kind": None} == cells["2,2"]
    assert cells["2,8"]["kind"] == "priest"
    assert cells["20,12"]["holds"] == "closed"
    assert cells["4,4"] | {"holds": "nothing", "region": "central"} == cells["4,4"]
    assert [card["card"] for card in view["players"][0]["cards"]] == [1, 3]
    assert [card["spent"] for card in view["players"][0]["cards"]] == [True, False]


def test_a_view_says_what_the_observer_may_place() -> None:
    state = position(stands=("MFF",))
    game = make()
    assert game.observe(state, 1).view()["placing"] is None
    assert game.observe(state, 0).view()["placing"]["river"] == ["merchant", "farmer"]
    later = after(state, "place farmer 8,6", "place farmer 9,7")
    assert game.observe(later, 0).view()["placing"]["can_end"] is True


def test_a_view_says_who_takes_a_card() -> None:
    match = play(position(LOST_ZIGGURAT), *SURROUND_ZIGGURAT, "score 12,8")
    view = match.observe(SPECTATOR).view()
    assert (view["phase"], view["chooser"], view["turn_of"]) == ("card", 1, 0)
    assert "taking a card" in str(match.observe(SPECTATOR))


def test_after_two_farmers_and_a_noble_one_more_farmer_is_missing() -> None:
    """[BN-3.12] With card 5 these three alone may not be placed together."""
    state = after(position(stands=("MFFF",), cards={0: [5]}), "place farmer 8,6", "place farmer 9,7")
    placed = after(state, "place merchant 10,6")
    assert make().observe(placed, 0).view()["placing"]["missing"] == 1


# ---- screens of different sizes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(100, 27), (100, 24), (80, 21), (80, 19)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_drawing_fits_the_screen(players: int, width: int, height: int) -> None:
    match = Match(make(players=players), seed=2)
    lines = match.game.render(match.observe(match.actors[0]), Canvas(width=width, height=height)).split("\n")
    assert len(lines) <= height
    assert max(map(len, lines)) <= width


def test_on_a_low_screen_two_rows_share_a_line() -> None:
    state = position(DRAWING)
    lines = make().render(make().observe(state, 0), Canvas(width=80, height=20)).split("\n")
    assert lines[4] == "  4/5  ,   ,  (?1) s1  .   .  [MS] .  (?1) ~"
    assert "A line holds two rows: 8/9 is row 8 in even columns, row 9 in odd ones." in lines


def test_the_city_of_all_three_keeps_within_its_cell() -> None:
    state = position(DRAWING.replace("    [MS] ", "   [MSP] "), seats=3)
    assert " MSP " in make(players=3).render(make(players=3).observe(state, 0), Canvas(width=80, height=1))


def test_a_panel_longer_than_the_board_goes_on_below_it() -> None:
    state = position(DRAWING, seats=4, cards={0: [1, 3], 1: [2, 4, 5, 6, 7]}, scores={2: 100, 3: 100})
    lines = make(players=4).render(make(players=4).observe(state, 0), Canvas(width=106, height=13)).split("\n")
    assert len(lines) > 13
    assert lines[-1].strip()


def test_tokens_have_the_colour_of_their_player_and_places_one_of_their_own() -> None:
    colours = [tint.colour for tint in make().tints("m0 (f1) (?3) [MSP] {5} /z\\ ~ cell 5,13 as0")]
    assert colours == ["blue", "orange", "green", "red", "brown", "purple", "cyan"]
