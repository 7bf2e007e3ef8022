"""What a page or a terminal shows of a position, and what it must not show."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings

from shinar.core.canvas import Canvas
from shinar.core.viewer import SPECTATOR
from shinar.games.babel.components import NATION_NAMES
from shinar.games.babel.state import State
from tests.games.babel.positions import GAME, at
from tests.games.babel.strategies import positions

EXAMPLES = 40
RICH = at(
    "@H hand:AHHS known:H stack:31 A:HH/2 H:SSSAAPPPPMMMMM/12",
    "@P hand:MMPPP stack:62 P:PSAAM/13",
    head="turn:9 phase:act migrated",
    supply="top:54 discards:AAHP",
)


def test_a_view_says_in_words_what_a_seat_sees() -> None:
    view = RICH.observe(0).view()
    assert {key: view[key] for key in ("game", "edition", "seat", "turn", "turn_of", "phase")} == {
        "game": "babel",
        "edition": "second",
        "seat": 0,
        "turn": 9,
        "turn_of": 0,
        "phase": "act",
    }
    assert (view["migrated"], view["end_phase"], view["to_discard"], view["first_drawn"]) == (True, False, 0, 0)
    assert view["marks"] == {"safe": 10, "winning": 15, "end_phase": 20}
    assert view["quarry"]["known_top"] == [4, 5]


def test_a_view_shows_each_side() -> None:
    mine, theirs = RICH.observe(0).view()["players"]
    assert (mine["pawn"], mine["score"], mine["stack"], mine["starting_card"]) == ("hittites", 4, [3, 1], False)
    assert mine["hand"] == dict(zip(NATION_NAMES, (1, 2, 0, 0, 1), strict=True))
    assert (theirs["hand_size"], theirs["unseen"], sum(theirs["hand"].values())) == (5, 5, 0)
    assert theirs["sites"][3] == {
        "site": "persians",
        "row": ["persians", "sumerians", "assyrians", "assyrians", "medes"],
        "temple": [1, 3],
        "level": 3,
    }
    assert at("@M hand:A", "start").observe(0).view()["players"][1]["starting_card"] is True


def test_a_pawn_in_the_quarry_is_named_so() -> None:
    assert at("@Q", "@M").observe().view()["players"][0]["pawn"] == "quarry"


# ---- drawing ----------------------------------------------------------------------------------------------------


def test_the_drawing_of_a_rich_position_does_not_change(golden: Callable[[str, str], None]) -> None:
    """From both seats and from outside."""
    drawings = [f"seat {RICH.observe(who).seat}:\n\n{RICH.observe(who)}\n" for who in (0, 1, SPECTATOR)]
    golden("babel_render.txt", "\n".join(drawings))


def test_the_drawing_puts_oneself_below() -> None:
    for seat in (0, 1):
        drawing = str(RICH.observe(seat))
        assert drawing.index(f"Player {2 - seat}: hand") < drawing.index("Assyrians --") < drawing.index("You: hand")


def test_the_drawing_says_what_is_going_on() -> None:
    drawing = str(at("@Q A:-/6 H:-/5", "@M A:-/5 H:-/5 M:-/5", head="turn:30 phase:act endphase").observe(0))
    assert drawing.startswith("Turn 30, your turn, acting, end phase. You 11 : 15 Player 2.")
    assert "hand empty" in drawing
    assert "temple stack: empty; pawn in the quarry" in drawing
    assert drawing.endswith("Deck 60; discards none; quarry 40.")


def test_a_low_screen_costs_the_blank_lines() -> None:
    whole, low = (RICH.game.render(RICH.observe(0), Canvas(height=height)).split("\n") for height in (None, 16))
    assert [line for line in whole if line] == low
    assert len(low) <= 16 < len(whole)


def test_players_have_their_names() -> None:
    drawing = RICH.game.render(RICH.observe(SPECTATOR), Canvas(("Anna", "Kubaba")))
    assert "Anna's turn" in drawing
    assert "Kubaba: hand" in drawing


@pytest.mark.parametrize(
    ("text", "colours"),
    [
        ("You deploy one Medes card at Persians", ["green", "grey"]),
        ("AHS", ["blue", "yellow", "red"]),
        ("discards 3 A, 1 P; quarry 4", ["blue", "grey"]),
        ("A draw. Anna has 5, Sargon's 4", []),
    ],
)
def test_nations_and_their_letters_have_colours(text: str, colours: list[str]) -> None:
    assert [tint.colour for tint in RICH.game.tints(text)] == colours


def test_a_complete_temple_keeps_its_column() -> None:
    """All that follows it in the line stands under its site."""
    drawing = str(at("@M", "@Q A:-/123456 H:-/1 S:-/2").observe(0))
    names = next(line for line in drawing.splitlines() if line.startswith("Assyrians"))
    temples = next(line for line in drawing.splitlines() if line.startswith("[1-2-3-4-5-6]"))
    assert [temples.index(temple) for temple in ("[1]", "[2]")] == [names.index("Hittites"), names.index("Sumerians")]


def test_long_rows_go_on_in_the_next_line_on_both_sides() -> None:
    for seat in (0, 1):
        lines = [line.strip() for line in str(at("@M M:AAAHHHMMMPPPSSS").observe(seat)).splitlines()]
        assert lines[lines.index("AAAHHHMMMPPPS") + 1] == "SS"


def test_no_line_is_too_wide_for_a_terminal_or_ends_in_blanks() -> None:
    for line in str(RICH.observe(0)).splitlines():
        assert len(line) <= 80
        assert line == line.rstrip()


# ---- secrets ----------------------------------------------------------------------------------------------------


@settings(max_examples=EXAMPLES)
@given(positions())
def test_hidden_cards_are_in_no_view_and_no_drawing_of_another(state: State) -> None:
    """[BB-10.2] Exchange them for others of the deck: nothing that is shown changes."""
    for seat in (0, 1, SPECTATOR):
        observation = GAME.observe(state, seat)
        shown = (json.dumps(observation.view()), str(observation))
        for owner in {0, 1} - {seat}:
            other = GAME.observe(exchanged(state, owner, is_spectator=seat == SPECTATOR), seat)
            assert (json.dumps(other.view()), str(other)) == shown


def exchanged(state: State, owner: int, *, is_spectator: bool) -> State:
    """The same position with the hidden cards of a hand put back, and others drawn instead."""
    other = GAME.parse_position(GAME.position_text(state))
    player = other.players[owner]
    if is_spectator:
        player.known = [0] * len(NATION_NAMES)
    hidden = 0
    for nation, known in enumerate(player.known):
        hidden += player.hand[nation] - known
        other.deck[nation] += player.hand[nation] - known
        player.hand[nation] = known
    for nation in reversed(range(len(NATION_NAMES))):
        drawn = min(hidden, other.deck[nation])
        player.hand[nation] += drawn
        other.deck[nation] -= drawn
        hidden -= drawn
    return other


@settings(max_examples=EXAMPLES)
@given(positions())
def test_everybody_sees_the_own_hand(state: State) -> None:
    """[BB-10.2] With its names and numbers."""
    for seat in (0, 1):
        observation = GAME.observe(state, seat)
        assert list(observation.view()["players"][seat]["hand"].values()) == state.players[seat].hand
        held = [f"{count} {name}" for name, count in zip(NATION_NAMES, state.players[seat].hand, strict=True) if count]
        assert f"You: hand {', '.join(held) or 'empty'}" in str(observation)
