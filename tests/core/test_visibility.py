"""What layouts say of their fields: who sees them, and which values they take."""

from typing import Any

import pytest

import shinar
from shinar.core.compiled.jit import compiled, jit
from shinar.core.compiled.kernel import from_array, to_array
from shinar.core.compiled.layout import ALL, OWNER, PARTLY, Array, fields_of, i8, layout, per, seen
from shinar.core.compiled.visibility import all_fields, copy_field, copy_fields, open_copier, out_of_bounds, undeclared


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


def test_a_new_record_has_what_all_see_of_nested_records_too_and_shares_nothing() -> None:
    table = Table()
    table.discards, table.phase, table.note = [1, 2, 3], 2, 1
    table.sides[0].points, table.sides[1].hand = 7, [3, 3]
    made, expected = open_copier(Table)(table), Table()
    expected.discards, expected.phase, expected.sides[0].points = [1, 2, 3], 2, 7
    assert made == expected
    made.discards[0] = made.sides[0].points = 5
    assert (table.discards[0], table.sides[0].points) == (1, 7)


@layout
class Pile:
    """Cards that lie open."""

    cards: Array[i8] = per(2, ALL, 0, 3)
    n: i8 = seen(ALL, 0, 2)


@layout
class OpenTable:
    """Piles that everybody sees, and one that nobody does."""

    rows: Array[Pile] = per(2, ALL)
    discards: Pile = seen(ALL)
    deck: Array[i8] = per(2, PARTLY, 0, 3)


def open_table() -> OpenTable:
    table = OpenTable()
    table.rows[1].cards, table.rows[1].n, table.discards.cards, table.deck = [3, 1], 2, [2, 0], [1, 3]
    return table


@pytest.mark.parametrize("copies_compiled", [False, True])
def test_layouts_that_all_see_whole_are_copied_too(copies_compiled: bool) -> None:
    table, blank = open_table(), OpenTable()
    run(copy_fields(OpenTable), table, blank, copies_compiled)
    assert blank.rows == table.rows
    assert blank.discards == table.discards
    assert blank.deck == [0, 0]


@pytest.mark.parametrize("copies_compiled", [False, True])
def test_one_field_is_copied_by_its_name(copies_compiled: bool) -> None:
    table, blank = open_table(), OpenTable()
    run(copy_field(OpenTable, "deck"), table, blank, copies_compiled)
    assert blank.deck == [1, 3]
    assert blank.rows == OpenTable().rows


def test_a_copy_is_independent() -> None:
    table, blank = open_table(), OpenTable()
    copy_fields(OpenTable)(table, blank)
    table.rows[1].cards[0] = table.discards.n = 1
    assert (blank.rows[1].cards, blank.discards.n) == ([3, 1], 0)


def run(copy: Any, table: OpenTable, blank: OpenTable, is_compiled: bool) -> None:
    """Copy as Python does, or as kernels do."""
    if not is_compiled:
        copy(table, blank)
        return

    @jit
    def entry(tables: Any, blanks: Any) -> None:
        copy(tables[0], blanks[0])

    boxed = [to_array(table), to_array(blank)]
    compiled(entry)(*boxed)
    copied = from_array(OpenTable, boxed[1])
    blank.rows, blank.discards, blank.deck = copied.rows, copied.discards, copied.deck


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
