"""Layouts: plain objects with exactly their fields, and the same thing as NumPy records and as JSON."""

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinar.core.compiled.layout import (
    CACHE_LINE,
    Array,
    Field,
    blank_array,
    copy_of,
    dtype_of,
    fields_of,
    from_data,
    i8,
    i16,
    i32,
    i64,
    layout,
    pack,
    pack_into,
    per,
    resized,
    shallow_copy_of,
    to_data,
    unpack,
)


@layout
class Numbers:
    """One of each width."""

    tiny: i8
    large: i64
    small: i16
    medium: i32


@layout
class Pile:
    """An array with a method beside its fields."""

    n: i8
    cards: Array[i16] = per(3)

    def top(self) -> int:
        return self.cards[self.n - 1]


@layout
class Table:
    """Records within records."""

    piles: Array[Pile] = per(2)
    stock: Pile
    turn: i8


@layout
class World:
    """Three levels deep."""

    tables: Array[Table] = per(2)
    best: Table
    seed: i64


LAYOUTS = (Numbers, Pile, Table, World)


def records(cls: type[Any]) -> st.SearchStrategy[Any]:
    """Records of a layout with any values."""
    values = {field.name: field_values(field) for field in fields_of(cls)}
    return st.fixed_dictionaries(values).map(lambda found: filled(cls, found))


def field_values(field: Field) -> st.SearchStrategy[Any]:
    if isinstance(field.item, str):
        limit = 1 << (int(field.item.removeprefix("int")) - 1)
        item: st.SearchStrategy[Any] = st.integers(-limit, limit - 1)
    else:
        item = records(field.item)
    return item if field.length is None else st.lists(item, min_size=field.length, max_size=field.length)


def filled(cls: type[Any], values: dict[str, Any]) -> Any:
    record = cls()
    for name, value in values.items():
        setattr(record, name, value)
    return record


any_record = st.one_of([records(cls) for cls in LAYOUTS])


# ---- objects ----------------------------------------------------------------------------------------------------


def test_a_new_record_is_zero() -> None:
    pile = "Pile(n=0, cards=[0, 0, 0])"
    assert repr(Table()) == f"Table(piles=[{pile}, {pile}], stock={pile}, turn=0)"


def test_new_records_share_nothing() -> None:
    one, other = Table(), Table()
    one.piles[0].cards[0] = 5
    one.stock.n = 1
    assert other == Table()
    assert one.piles[1] == Pile()


def test_a_layout_keeps_its_name_docstring_and_methods() -> None:
    pile = Pile()
    pile.n, pile.cards[1] = 2, 7
    assert (Pile.__name__, Pile.__doc__, pile.top()) == ("Pile", "An array with a method beside its fields.", 7)


@pytest.mark.parametrize("cls", LAYOUTS)
def test_a_record_takes_no_other_names_than_its_fields(cls: type[Any]) -> None:
    with pytest.raises(AttributeError):
        cls().colour = 1


def test_fields_are_listed_in_order() -> None:
    assert fields_of(Pile) == (Field("n", "int8", None), Field("cards", "int16", 3))
    assert [field.name for field in fields_of(Table)] == ["piles", "stock", "turn"]


@settings(max_examples=50)
@given(any_record, any_record)
def test_records_are_equal_when_all_fields_are(one: Any, other: Any) -> None:
    assert (one == other) == (type(one) is type(other) and to_data(one) == to_data(other))
    assert one == filled(type(one), {field.name: getattr(one, field.name) for field in fields_of(type(one))})


def test_records_differ_from_everything_else() -> None:
    others: list[object] = [Numbers(), 0, None, {"n": 0, "cards": [0, 0, 0]}]
    assert Pile() not in others


def test_records_change_and_so_cannot_be_hashed() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Pile())


@pytest.mark.parametrize(
    "duplicate", [copy_of, copy.copy, copy.deepcopy, lambda record: pickle.loads(pickle.dumps(record))]
)
@given(record=any_record)
def test_a_copy_is_equal_and_independent(duplicate: Callable[[Any], Any], record: Any) -> None:
    before = to_data(record)
    twin = duplicate(record)
    assert twin == record
    scribble(twin)
    assert to_data(record) == before


def scribble(record: Any) -> None:
    """Change every number of a record in place."""
    for field in fields_of(type(record)):
        value = getattr(record, field.name)
        if isinstance(value, int):
            setattr(record, field.name, value ^ 1)
        elif isinstance(field.item, str):
            value[:] = [item ^ 1 for item in value]
        else:
            for item in value if isinstance(value, list) else [value]:
                scribble(item)


# ---- wrong layouts ----------------------------------------------------------------------------------------------


def an_array_without_length() -> None:
    @layout
    class Hand:
        cards: Array[i8]


def a_number_with_length() -> None:
    @layout
    class Hand:
        card: i8 = per(3)


def a_bare_int() -> None:
    @layout
    class Hand:
        card: int


def an_array_of_bare_ints() -> None:
    @layout
    class Hand:
        cards: Array[int] = per(3)


def a_text() -> None:
    @layout
    class Hand:
        owner: str


@pytest.mark.parametrize(
    ("define", "message"),
    [
        (an_array_without_length, "Hand.cards: an array needs its length: = per(n)"),
        (a_number_with_length, "Hand.card: only arrays have a length"),
        (a_bare_int, "Hand.card: a field is an i8 … i64 or a layout, not <class 'int'>"),
        (an_array_of_bare_ints, "Hand.cards: a field is an i8 … i64 or a layout, not <class 'int'>"),
        (a_text, "Hand.owner: a field is an i8 … i64 or a layout, not <class 'str'>"),
    ],
)
def test_a_wrong_layout_is_refused(define: Callable[[], None], message: str) -> None:
    with pytest.raises(AssertionError) as caught:
        define()
    assert str(caught.value).splitlines()[0] == message


# ---- JSON -------------------------------------------------------------------------------------------------------


@given(any_record)
def test_records_survive_json(record: Any) -> None:
    data = json.loads(json.dumps(to_data(record)))
    assert from_data(type(record), data) == record


def test_plain_data_shares_nothing_with_its_record() -> None:
    pile = Pile()
    to_data(pile)["cards"][0] = 9
    data = {"n": 0, "cards": [1, 2, 3]}
    read = from_data(Pile, data)
    read.cards[0] = 9
    assert (pile, data) == (Pile(), {"n": 0, "cards": [1, 2, 3]})


PILE = {"n": 1, "cards": [1, 2, 3]}


@pytest.mark.parametrize(
    ("cls", "data", "message"),
    [
        (Pile, [1], "Pile needs exactly the fields n, cards"),
        (Pile, {"n": 1}, "Pile needs exactly the fields n, cards"),
        (Pile, PILE | {"colour": 1}, "Pile needs exactly the fields n, cards"),
        (Pile, PILE | {"n": 128}, "n needs an int8, not 128"),
        (Pile, PILE | {"n": -129}, "n needs an int8, not -129"),
        (Pile, PILE | {"n": True}, "n needs an int8, not True"),
        (Pile, PILE | {"n": 1.0}, "n needs an int8, not 1.0"),
        (Pile, PILE | {"n": "1"}, "n needs an int8, not '1'"),
        (Pile, PILE | {"n": [1]}, "n needs an int8, not [1]"),
        (Pile, PILE | {"cards": 5}, "cards needs a list of 3"),
        (Pile, PILE | {"cards": [1, 2]}, "cards needs a list of 3"),
        (Pile, PILE | {"cards": [1, 2, 32768]}, "cards needs an int16, not 32768"),
        (Table, {"piles": [PILE], "stock": PILE, "turn": 0}, "piles needs a list of 2"),
        (Table, {"piles": [PILE, {}], "stock": PILE, "turn": 0}, "Pile needs exactly the fields n, cards"),
        (Table, {"piles": [PILE, PILE], "stock": None, "turn": 0}, "Pile needs exactly the fields n, cards"),
    ],
)
def test_data_of_another_shape_is_refused(cls: type[Any], data: Any, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the message is compared below
        from_data(cls, data)
    assert str(caught.value) == message


@pytest.mark.parametrize("value", [-128, 127])
def test_the_extreme_values_of_a_field_are_read(value: int) -> None:
    assert from_data(Pile, PILE | {"n": value}).n == value


# ---- NumPy ------------------------------------------------------------------------------------------------------


def test_a_dtype_is_aligned_as_a_c_compiler_would() -> None:
    numbers = dtype_of(Numbers)
    assert numbers.fields is not None
    assert {name: offset for name, (_, offset, *_) in numbers.fields.items()} == {
        "tiny": 0,
        "large": 8,
        "small": 16,
        "medium": 20,
    }
    assert (numbers.itemsize, numbers.alignment, numbers.isalignedstruct) == (24, 8, True)
    assert (dtype_of(Pile).itemsize, dtype_of(Table).itemsize) == (8, 26)


def test_a_dtype_is_made_once() -> None:
    assert dtype_of(World) is dtype_of(World)
    assert dtype_of(World)["tables"].subdtype == (dtype_of(Table), (2,))


@given(any_record)
def test_records_survive_packing(record: Any) -> None:
    array = pack(record)
    assert (array.shape, array.dtype) == ((1,), dtype_of(type(record)))
    assert unpack(type(record), array) == record


@given(st.lists(records(Table), min_size=1, max_size=4))
def test_any_record_of_an_array_can_be_unpacked(found: list[Table]) -> None:
    array = np.concatenate([pack(record) for record in found])
    assert [unpack(Table, array, index) for index in range(len(found))] == found


@settings(max_examples=25)
@given(records(World), records(World))
def test_packing_into_an_array_overwrites_all_of_it(one: World, other: World) -> None:
    array = pack(one)
    pack_into(array, other)
    assert unpack(World, array) == other


def test_an_unpacked_record_is_plain_and_independent() -> None:
    array = pack(Table())
    record = unpack(Table, array)
    array["piles"]["cards"] = 3
    assert record == Table()
    assert {type(record.turn), type(record.piles[0].cards[0])} == {int}


def test_a_shallow_copy_shares_what_it_holds() -> None:
    table = Table()
    twin = shallow_copy_of(table)
    assert twin == table
    twin.stock = Pile()
    twin.stock.n = 3
    twin.piles[0].n = 2
    assert (table.stock.n, table.piles[0].n) == (0, 2)


def test_arrays_share_no_line_of_the_cache() -> None:
    arrays = [blank_array(Table, count) for count in (1, 1, 3, 1)]
    ends = [(start, start + array.nbytes) for array in arrays if (start := array.__array_interface__["data"][0])]
    assert all(start % CACHE_LINE == 0 for start, _ in ends)
    assert all(not memory.any() for memory in (array.view(np.int8) for array in arrays))
    lines = [line for start, end in ends for line in range(start // CACHE_LINE, (end - 1) // CACHE_LINE + 1)]
    assert len(lines) == len(set(lines))


def test_a_layout_can_have_longer_arrays_under_another_name() -> None:
    longer = resized(Pile, "LongPile", cards=9)
    assert (longer.__name__, longer.__qualname__, longer.__doc__) == ("LongPile", "LongPile", Pile.__doc__)
    lengths = [(field.name, field.length) for field in fields_of(longer) if field not in fields_of(Pile)]
    assert lengths == [("cards", 9)]
    assert longer().cards == [0] * 9
    assert longer() != Pile()
    assert unpack(longer, pack(longer())) == longer()
    with pytest.raises(AssertionError, match="Pile has no hats"):
        resized(Pile, "OtherPile", hats=1)
