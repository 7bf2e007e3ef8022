"""What layouts say of their fields: who sees them, and which values they take."""

import pytest

import shinar
from shinar.core.compiled.layout import ALL, OWNER, Array, fields_of, i8, layout, per, seen
from shinar.core.compiled.visibility import all_fields, copy_fields, out_of_bounds, undeclared


@layout
class Side:
    """A side of a table."""

    hand: Array[i8] = per(2, OWNER, 0, 3)
    points: i8 = seen(ALL, 0, 9)


@layout
class Table:
    """Two sides and a discard pile."""

    sides: Array[Side] = per(2, ALL)
    discards: Array[i8] = per(3, ALL, 0, 5)
    phase: i8 = seen(ALL, 0, 2)
    note: i8


def test_plain_fields_that_all_see_are_copied_and_no_others() -> None:
    table, blank = Table(), Table()
    table.discards, table.phase, table.note, table.sides[0].points = [1, 2, 3], 2, 1, 7
    copy_fields(Table)(table, blank)
    assert (blank.discards, blank.phase, blank.note, blank.sides[0].points) == ([1, 2, 3], 2, 0, 0)


def test_what_the_owner_sees_is_copied_apart() -> None:
    side, blank = Side(), Side()
    side.hand, side.points = [1, 2], 4
    copy_fields(Side, OWNER)(side, blank)
    assert (blank.hand, blank.points) == ([1, 2], 0)


def test_values_outside_the_bounds_are_found_wherever_they_are() -> None:
    table = Table()
    assert list(out_of_bounds(table)) == []
    table.sides[1].hand[0] = 4
    table.phase = -1
    assert list(out_of_bounds(table)) == ["Side.hand is [4, 0], not 0 to 3", "Table.phase is -1, not 0 to 2"]


def test_fields_are_named_by_their_path() -> None:
    paths = [path for path, _ in all_fields(Table)]
    assert paths == ["sides.hand", "sides.points", "discards", "phase", "note"]
    assert fields_of(Table)[1].high == 5


def test_a_field_of_which_nothing_is_said_is_noticed() -> None:
    assert undeclared(Table) == ["note"]


@pytest.mark.parametrize("name", shinar.game_names())
def test_every_field_of_a_state_says_who_sees_it_and_its_bounds(name: str) -> None:
    assert undeclared(shinar.game_class(name).rules.state) == []
