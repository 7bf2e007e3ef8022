"""Observations as rows of bytes: every entry has a name and bounds, and nothing is lost."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import shinar
from shinar.core.compiled.encoding import HEAD, Encoding, encoder, fetcher, places_of, raw_bytes
from shinar.core.compiled.jit import compiled, jit
from shinar.core.compiled.kernel import new_array, to_array
from shinar.core.compiled.layout import ALL, PARTLY, UNSAID, Array, i8, i16, i64, layout, per, seen
from shinar.core.compiled.visibility import copy_fields
from shinar.core.errors import OptionError
from shinar.core.match import Match
from shinar.core.viewer import SPECTATOR
from tests.core.toy import RULES, Toy


@layout
class Bag:
    """Numbers of every kind."""

    plain: i8
    said: i16 = seen(ALL, -5, 5)
    coins: i16 = seen(ALL, -9999, 9999)  # too large for a byte
    cards: Array[i16] = per(2, ALL, 0, 0b111, packed=1)  # two sets
    goods: i64 = seen(ALL, 0, (1 << 12) - 1, packed=4)  # three numbers of four bits


@layout
class Shelf:
    """Records within records."""

    bags: Array[Bag] = per(2)
    spare: Bag
    kinds: Array[i8] = per(3, ALL, 0, 0b11111, packed=1)  # sets that kernels write in blocks which are too long
    open_ended: i16
    many: i64 = seen(ALL, 0, (1 << 20) - 1, packed=1)  # a large set


class Shelves(Toy):
    """A game whose state is nothing but such numbers."""

    rules = replace(RULES, state=Shelf)  # type: ignore[arg-type]  # no rule is ever asked


def filled() -> Any:
    shelf: Any = Shelf()
    shelf.kinds, shelf.open_ended = [0b10101, 0b11111, 0b00110], -32768
    bag = shelf.bags[1]
    bag.plain, bag.said, bag.coins, bag.cards, bag.goods = -128, -5, -9901, [0b101, 0b010], 0x7F2
    return shelf


def test_every_entry_belongs_to_one_piece() -> None:
    pieces = Encoding(Shelves()).pieces
    assert [piece.start for piece in pieces[1:]] == [piece.stop for piece in pieces[:-1]]
    assert pieces[0].name == "seat"
    assert pieces[-1].stop == Encoding(Shelves()).size == HEAD + 3 * 13 + 15 + 3 + 20


def test_a_piece_is_found_by_its_name() -> None:
    encoding = Encoding(Shelves())
    piece = encoding.piece("bags[1].cards")
    assert (piece.start, piece.stop) == (HEAD + 13 + 4, HEAD + 13 + 10)
    assert piece.field.high == 0b111
    with pytest.raises(KeyError):
        encoding.piece("bags[2].cards")


def test_sets_become_zeros_and_ones_and_large_values_digits() -> None:
    game: shinar.Game[Any] = Shelves()
    row = Encoding(game).encode(shinar.Observation(game, SPECTATOR, filled()))
    piece = Encoding(game).piece
    assert row[:HEAD].tolist() == [0] * HEAD
    assert row[piece("bags[1].plain").start] == -128
    assert row[piece("bags[1].coins").start : piece("bags[1].coins").stop].tolist() == [-100, 99]
    assert row[piece("bags[1].cards").start : piece("bags[1].cards").stop].tolist() == [1, 0, 1, 0, 1, 0]
    assert row[piece("bags[1].goods").start : piece("bags[1].goods").stop].tolist() == [2, 15, 7]
    assert row[piece("kinds").start : piece("kinds").stop].tolist() == [1, 0, 1, 0, 1, *[1] * 5, 0, 1, 1, 0, 0]
    assert row[piece("open_ended").start : piece("open_ended").stop].tolist() == [-4, 72, 32]


def test_a_row_gives_its_observation_back() -> None:
    game: shinar.Game[Any] = Shelves()
    observation = shinar.Observation(game, SPECTATOR, filled())
    assert Encoding(game).decode(Encoding(game).encode(observation).tolist()) == observation


def test_entries_have_bounds() -> None:
    encoding = Encoding(Shelves())
    bounds = [*zip(encoding.low.tolist(), encoding.high.tolist(), strict=True)]
    digits = [(-128, 127), (-5, 5), (-100, 99), (0, 99)]
    assert bounds[HEAD : HEAD + 13] == [*digits, *[(0, 1)] * 6, *[(0, 15)] * 3]
    assert bounds[-23:] == [(-4, 3), (0, 99), (0, 99), *[(0, 1)] * 20]


def test_the_seat_that_looks_stands_in_front() -> None:
    match: Match[Any] = Match(Toy(), seed=3)
    encoding = Encoding(Toy())
    rows = [encoding.encode(match.observe(seat)) for seat in range(3)]
    assert [row[:HEAD].tolist().index(1) for row in rows] == [0, 1, 2]
    assert encoding.decode(rows[2].tolist()) == match.observe(2)
    assert encoding.decode(encoding.encode(match.observe(SPECTATOR)).tolist()) == match.observe(SPECTATOR)


def test_the_mask_is_by_action_id() -> None:
    match: Match[Any] = Match(Toy(), seed=3)
    seat = match.actors[0]
    mask = Encoding(Toy()).mask(match.observe(seat))
    assert np.flatnonzero(mask).tolist() == match.legal_actions(seat)
    assert mask.shape == (Toy.first_chance_action,)


def test_the_version_changes_with_the_rules_and_with_the_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Encoding(Toy()).version
    assert before.startswith("toy-3-")
    assert Encoding(Shelves()).version.split("-")[2] != before.split("-")[2]
    monkeypatch.setattr(Toy, "rules_version", 4)
    assert Encoding(Toy()).version == before.replace("toy-3-", "toy-4-")


@pytest.mark.parametrize("seat", [-1, 1])
@pytest.mark.usefixtures("is_compiled")
def test_kernels_write_the_same_row(seat: int) -> None:
    game, encode = Toy(), encoder(RULES)

    @jit
    def entry(states: Any, raws: Any, seat: int, row: Any) -> None:
        encode(states[0], raws[0], seat, states[1], raws[1], row)

    match: Match[Any] = Match(game, seed=1)
    states = new_array(RULES.state, 2)
    states[0] = to_array(match.reveal())[0]
    row = np.full(Encoding(game).size, 7, np.int8)
    compiled(entry)(states, raw_bytes(states), seat, row)
    assert row.tolist() == Encoding(game).encode(match.observe(SPECTATOR if seat < 0 else seat)).tolist()


copy_plain, copy_open = copy_fields(Bag, UNSAID), copy_fields(Bag, ALL)


@jit
def see_everything(state: Any, _seat: int, into: Any) -> None:
    """Nothing is hidden."""
    into.open_ended, into.many = state.open_ended, state.many
    for i in range(3):
        into.kinds[i] = state.kinds[i]
    for i in range(2):
        copy_plain(state.bags[i], into.bags[i])
        copy_open(state.bags[i], into.bags[i])


@pytest.mark.parametrize("many", [0, 0b1010_0000_0000_0000_0011])
@pytest.mark.usefixtures("is_compiled")
def test_kernels_write_numbers_of_every_kind(many: int) -> None:
    game: shinar.Game[Any] = Shelves()
    encode = encoder(replace(RULES, state=Shelf, observe=see_everything))  # type: ignore[arg-type]  # as above

    @jit
    def entry(states: Any, raws: Any, row: Any) -> None:
        encode(states[0], raws[0], -1, states[1], raws[1], row)

    states, shelf, left_behind = new_array(Shelf, 2), filled(), filled()
    shelf.many, left_behind.many, left_behind.spare.coins = many, 1, 5
    states[0] = to_array(shelf)[0]
    states[1] = to_array(left_behind)[0]
    row = np.full(Encoding(game).size, 7, np.int8)
    compiled(entry)(states, raw_bytes(states), row)
    assert row.tolist() == Encoding(game).encode(shinar.Observation(game, SPECTATOR, shelf)).tolist()


def test_places_follow_one_another() -> None:
    assert [(place.field.name, place.start, place.stop) for place in places_of(Bag)] == [
        ("plain", 0, 1),
        ("said", 1, 2),
        ("coins", 2, 4),
        ("cards", 4, 10),
        ("goods", 10, 13),
    ]


def test_rows_and_observations_of_another_shape_are_refused() -> None:
    encoding, babel = Encoding(Toy()), shinar.make("babel")
    row = encoding.encode(Match(Toy(), seed=1).observe(0))
    for wrong in (row[:5], np.concatenate([row, row]), row[None], [0] * 5):
        with pytest.raises(OptionError, match=f"a row of toy has {encoding.size} entries, not "):
            encoding.decode(wrong)
    with pytest.raises(OptionError, match="this is the encoding of toy, not of babel"):
        encoding.encode(Match(babel, seed=1).observe(0))


@layout
class Box:
    """What it holds is hidden, what is written on it is not."""

    inside: i8 = seen(PARTLY, 0, 9)
    outside: i8 = seen(ALL, 0, 9)


@layout
class Chest:
    """What is open and what is not, side by side; of the boxes as many are in use as `boxes_used` tells."""

    boxes_used: i8 = seen(ALL, 0, 3)
    label: i8 = seen(ALL, 0, 9)
    secret: i8 = seen(PARTLY, 0, 9)
    boxes: Array[Box] = per(3, PARTLY, count="boxes_used")
    has_lock: i8 = seen(ALL, 0, 1)
    locks: Array[i8] = per(2, ALL, 0, 9, when="has_lock")
    key: i8 = seen(PARTLY, 0, 7, packed=1, when="has_lock")


@jit
def peep(state: Any, _seat: int, into: Any) -> None:
    """Of everything hidden one less is known."""
    into.secret += state.secret - 1
    into.key += state.key - 1
    for number in range(state.boxes_used):
        into.boxes[number].inside += state.boxes[number].inside - 1


@pytest.mark.usefixtures("is_compiled")
@pytest.mark.parametrize(("has_lock", "written"), [(0, [0, 0, 0]), (1, [8, 9, 0b101])])
def test_what_is_open_is_written_from_the_state_and_the_rest_by_the_hook(has_lock: int, written: list[int]) -> None:
    encode = encoder(replace(RULES, state=Chest, observe_hidden=peep))  # type: ignore[arg-type]  # as above

    @jit
    def entry(states: Any, raws: Any, row: Any) -> None:
        encode(states[0], raws[0], 0, states[1], raws[1], row)

    states, chest = new_array(Chest, 2), Chest()
    chest.boxes_used, chest.label, chest.secret = 2, 7, 5
    chest.has_lock, chest.locks, chest.key = has_lock, [8, 9], 0b110
    for number, box in enumerate(chest.boxes):
        box.inside, box.outside = 3 + number, 6 + number
    for place in range(2):  # what is left behind in the record to work with is not seen
        states[place] = to_array(chest)[0]
    row = np.zeros(HEAD + 15, np.int8)
    compiled(entry)(states, raw_bytes(states), row)
    assert row[HEAD : HEAD + 9].tolist() == [2, 7, 4, 2, 6, 3, 7, 0, 0]  # the third box is not in use
    assert row[HEAD + 9 : HEAD + 12].tolist() == [has_lock, *written[:2]]
    assert row[HEAD + 12 :].tolist() == [written[2] >> bit & 1 for bit in range(3)]


@pytest.mark.parametrize(
    ("in_row", "parts"),
    [
        (False, [(0, 3 + 2 * 2), (3 + 3 * 2, 4)]),  # two boxes of three, then the lock and its key
        (True, [(0, HEAD + 3 + 2 * 2), (HEAD + 3 + 3 * 2, 3 + 3)]),  # the key is a set of three
    ],
)
def test_only_what_is_in_use_is_fetched_ahead(
    monkeypatch: pytest.MonkeyPatch, in_row: bool, parts: list[tuple[int, int]]
) -> None:
    fetched: list[tuple[int, int, int]] = []
    monkeypatch.setattr(
        "shinar.core.compiled.encoding.fetch_part",
        lambda _table, index, first, count: fetched.append((index, first, count)),
    )
    chest = Chest()
    chest.boxes_used = 2
    fetcher(Chest, in_row=in_row)(None, 5, chest)
    assert fetched == [(5, first, count) for first, count in parts]
