"""What a drawing knows of its screen, and the colours of words."""

import pytest

from shinar.core.canvas import COLOURS, SEAT_COLOURS, Canvas, Tint, word_tints
from tests.core.toy import Toy


def test_the_reader_is_called_you_and_others_by_their_names() -> None:
    canvas = Canvas(("Anna", "Kubaba"))
    assert [canvas.name(seat, 1) for seat in (0, 1)] == ["Anna", "You"]
    assert [canvas.whose(seat, 1) for seat in (0, 1)] == ["Anna's", "your"]


@pytest.mark.parametrize(("height", "fits"), [(None, True), (3, True), (2, False)])
def test_what_fits_depends_on_the_height(height: int | None, fits: bool) -> None:
    assert Canvas(height=height).fits(3) is fits


def test_words_have_their_colour_whatever_their_case_and_longer_ones_first() -> None:
    words = {"school": "green", "school of art": "blue"}
    assert list(word_tints("School, the school of art, schools", words)) == [Tint(0, 6, "green"), Tint(12, 25, "blue")]


def test_a_game_without_colours_has_none() -> None:
    assert list(Toy().tints("bid 3")) == []


def test_every_seat_has_a_colour_of_its_own() -> None:
    assert len(set(SEAT_COLOURS)) == 8
    assert set(SEAT_COLOURS) <= set(COLOURS)
