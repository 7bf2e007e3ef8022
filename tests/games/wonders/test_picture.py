"""A position of 7 Wonders as a picture."""

from collections import Counter
from xml.etree import ElementTree

from shinar.core.viewer import SPECTATOR, Viewer
from shinar.games.wonders import Wonders
from tests.games.wonders.tables import Table

SVG = "{http://www.w3.org/2000/svg}"


def drawn(table: Table, who: int | Viewer) -> ElementTree.Element:
    """The picture that a viewer gets."""
    return ElementTree.fromstring(table.game.observe(table.state, who)._repr_svg_())


def texts(table: Table, who: int | Viewer) -> list[str]:
    """What is written on it."""
    return [text.text or "" for text in drawn(table, who).iter(f"{SVG}text")]


def test_a_city_shows_what_it_has_and_makes() -> None:
    table = Table(3)
    table.stand(1, "baths", "clay pit")
    symbols = Counter(use.get("href", "") for use in drawn(table, 0).iter(f"{SVG}use"))
    assert (symbols["#coin"], symbols["#shield"], symbols["#pyramid"]) == (3, 3, 3)
    assert {"baths", "clay pit", "/"} <= set(texts(table, 0))
    assert (symbols["#r-ore"], symbols["#r-clay"]) == (2, 1)  # the board of Rhodos, and either of the pit


def test_only_the_reader_sees_the_hand() -> None:
    table = Table(3)
    table.hold(0, "loom 1")
    assert "loom 1" in texts(table, 0)
    assert "loom 1" not in texts(table, 1)
    assert "Hand" not in texts(table, SPECTATOR)


def test_the_free_city_has_no_player() -> None:
    assert any(text.startswith("Free City: ") for text in texts(Table(2), 0))


def test_many_structures_take_several_lines() -> None:
    table = Table(3)
    table.stand(0, "lumber yard", "stone pit", "clay pool", "ore vein", "loom 1", "glassworks 1", "press 1")
    table.stand(0, "pawnshop", "baths", "altar", "theater", "tavern", "marketplace", "stockade")
    chips = [box for box in drawn(table, SPECTATOR).iter(f"{SVG}rect") if box.get("height") == "20.0"]
    assert len(chips) == 14
    assert len({chip.get("y") for chip in chips}) == 2


def test_a_city_without_a_board_says_so() -> None:
    game = Wonders(players=3)
    picture = ElementTree.fromstring(game.observe(game.initial_state(), SPECTATOR)._repr_svg_())
    written = [text.text or "" for text in picture.iter(f"{SVG}text")]
    assert [text for text in written if text.endswith(": no board yet")] == written[1:17:6]
