"""What is in the box, counted [SW-2.1] [SW-2.2] [SW-1.2]."""

from collections import Counter

import pytest

from shinar.core.compiled.layout import dtype_of
from shinar.games.wonders.components import (
    BLACK_CARDS,
    BOARD_ROWS,
    CARD_NAMES,
    CARD_ROWS,
    CARD_TITLES,
    CARDS,
    GUILDS,
    PROJECT_ROWS,
    RESOURCE_NAMES,
    TILE_ROWS,
    copies,
    cost_of,
    fixed_of,
    parent_of,
    price_of,
)
from shinar.games.wonders.state import State
from tests.games.wonders.printed import CARDS_PRINTED, COPIED_PRINTED, STAGES_PRINTED, Card, bag


def test_the_box_holds_49_49_and_40_cards_and_ten_guilds() -> None:
    by_age = Counter(row["age"] for row in CARD_ROWS for _ in row.get("copies", []))
    boxes = Counter(CARD_ROWS[card].get("box", "base") for card in GUILDS)
    assert (by_age, boxes) == (Counter({1: 49, 2: 49, 3: 40}), {"base": 10, "leaders": 4, "cities": 3})


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_every_deck_has_seven_cards_for_each_player(players: int) -> None:
    decks = Counter[int]()
    for card in range(CARDS):
        if card not in GUILDS and card not in BLACK_CARDS:
            decks[CARD_ROWS[card]["age"]] += copies(card, players)
    assert decks == {1: 7 * players, 2: 7 * players, 3: 7 * players - (players + 2)}


def test_there_are_nine_black_cards_in_each_age_one_of_each() -> None:
    """[SW-16.1] [SW-22.2]"""
    assert Counter(CARD_ROWS[card]["age"] for card in BLACK_CARDS) == {1: 9, 2: 9, 3: 9}
    assert {copies(card, players) for card in BLACK_CARDS for players in range(3, 8)} == {1}


def test_two_players_use_the_decks_of_three() -> None:
    assert [copies(card, 2) for card in range(CARDS)] == [copies(card, 3) for card in range(CARDS)]


def test_there_are_26_chains_each_from_one_age_to_the_next() -> None:
    links = [(parent, card) for card in range(CARDS) for i in range(2) if (parent := parent_of(card, i)) >= 0]
    assert len(links) == 26
    assert {CARD_ROWS[card]["age"] - CARD_ROWS[parent]["age"] for parent, card in links} == {1}


def test_each_symbol_is_on_four_different_cards() -> None:
    assert Counter(row["symbol"] for row in CARD_ROWS if "symbol" in row) == {
        "compass": 4,
        "gear": 4,
        "tablet": 4,
        "any": 1,
        "mask": 3,
    }


def test_three_names_are_in_two_decks() -> None:
    assert {name for name, count in Counter(CARD_TITLES).items() if count == 2} == {"loom", "glassworks", "press"}


def test_there_are_seven_boards_with_42_stages() -> None:
    rows = [row for row in BOARD_ROWS if "box" not in row]
    assert (len(rows), sum(len(row["stages"]) for row in rows)) == (14, 42)
    assert {row["makes"] for row in rows} == set(RESOURCE_NAMES)


def test_the_wonder_pack_has_four_boards_with_22_stages() -> None:
    """[SW-17.1] [SW-22.5]"""
    rows = [row for row in BOARD_ROWS if row.get("box") == "pack"]
    assert [f"{row['name']} {row['side']} {len(row['stages'])}" for row in rows] == [
        *("abu-simbel a 3", "abu-simbel b 2", "great-wall a 4", "great-wall b 4"),
        *("manneken-pis a 3", "manneken-pis b 1", "stonehenge a 3", "stonehenge b 2"),
    ]
    assert {row["name"] for row in rows if row.get("needs") == "leaders"} == {"abu-simbel"}


def test_all_sides_a_give_three_and_seven_points_on_the_first_and_last_stage() -> None:
    sides = [row for row in BOARD_ROWS if row["side"] == "a" and "box" not in row]
    assert {(row["stages"][0]["points"], row["stages"][2]["points"]) for row in sides} == {(3, 7)}


def test_there_are_24_tiles_and_five_projects_in_each_age() -> None:
    assert [row["number"] for row in TILE_ROWS[1:]] == list(range(1, 25))
    assert Counter(row["age"] for row in PROJECT_ROWS) == {1: 5, 2: 5, 3: 5}


def test_each_resource_is_asked_by_exactly_one_project() -> None:
    assert sorted(kind for row in PROJECT_ROWS for kind in row.get("cost", {})) == sorted(RESOURCE_NAMES)


@pytest.mark.parametrize("card", CARDS_PRINTED, ids=lambda card: str(card.name))
def test_a_card_is_as_printed(card: Card) -> None:
    number = CARD_NAMES.index(card.name)
    row = CARD_ROWS[number]
    assert (row["age"], row["colour"], row.get("copies", [])) == (card.age, card.colour, card.copies)
    assert (price_of(number), cost_of(number)) == (card.price, bag(card.cost))
    assert row.get("after", []) == card.parents


def test_every_card_and_stage_is_in_the_printed_lists() -> None:
    assert [card.name for card in CARDS_PRINTED] == list(CARD_NAMES)
    assert len(STAGES_PRINTED) == 42 + 5 + 10 + 19
    assert len(COPIED_PRINTED) == 3


def test_double_and_mixed_brown_cards_are_those_that_babel_names() -> None:
    double = {
        CARD_NAMES[card] for card in range(CARDS) if bin(fixed_of(card)).count("1") and fixed_of(card) & 0x2222222
    }
    assert double == {"sawmill", "quarry", "brickyard", "foundry"}


def test_a_state_is_small_enough_to_be_copied_fast() -> None:
    """From 2112 bytes on, C libraries copy by an instruction that takes twice as long on some processors."""
    assert dtype_of(State).itemsize < 2112
