"""Kinds of actions with very many members, such as the placements of Babylonia."""

import shinar
from shinar.cli.terminal.action_list import MANY, action_lines, folded


def test_names_that_differ_only_at_their_beginning_share_a_line() -> None:
    names = ["merchant 1,1", "farmer 1,1", "merchant 2,2", "farmer 2,2", "farmer 6,0"]
    assert folded(names[:4]) == [["merchant | farmer:", "1,1", "2,2"]]
    assert folded(names) == [["merchant | farmer:", "1,1", "2,2"], ["farmer:", "6,0"]]
    assert folded(["merchant 1,1", "farmer 6,0"]) == [["merchant:", "1,1"], ["farmer:", "6,0"]]


def test_of_very_many_names_the_first_and_the_last_are_shown_and_how_many_there_are() -> None:
    [row] = folded([f"farmer {number},0" for number in range(90)])
    assert row == ["farmer:", "0,0", "1,0", "2,0", "3,0", "…", "86,0", "87,0", "88,0", "89,0", "(90)"]


def test_the_placements_of_babylonia_fit_a_screen() -> None:
    match = shinar.Match(shinar.make("babylonia", starter=0), seed=4)
    lines = action_lines(match, 0, 80)
    assert len(match.legal_actions(0)) > 9 * MANY
    assert len(lines) < 5
    assert all(len(head + rest) <= 80 for head, rest in lines)
    assert lines[0][0].startswith("place")
    match.play(0, "place farmer 8,6")
    assert action_lines(match, 0, 80) == [("end placing   ", "1 end placing")]


def test_a_number_in_a_name_is_not_taken_for_the_number_of_the_action() -> None:
    match = shinar.Match(shinar.make("wonders", expansions=("tower",)), seed=3)
    for seat in (0, 1, 2, 0, 1, 2):
        match.play(seat, match.legal_actions(seat)[0])
    match.play(0, next(action for action in match.legal_actions(0) if match.game.action_group(action) == "tower"))
    tiles = match.reveal().cities[0].tiles
    assert [rest for _, rest in action_lines(match, 0, 80)] == [
        f"1 tile {tiles[0]}   2 tile {tiles[1]}   3 tile {tiles[2]}"
    ]


def test_where_there_is_no_room_the_later_kinds_are_shown_by_their_first_and_last_member() -> None:
    match = shinar.Match(shinar.make("wonders", boards=("gizah", "rhodos", "ephesos"), sides="a"), seed=3)
    whole = action_lines(match, 0, 60)
    assert action_lines(match, 0, 60, len(whole)) == whole
    assert action_lines(match, 0, 60, 3) == [*whole[:2], ("discard   ", "6 lumber yard … 12 scriptorium")]
    assert action_lines(match, 0, 60, 1) == action_lines(match, 0, 60, 3)
