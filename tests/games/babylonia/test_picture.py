"""A position of Babylonia as a picture."""

from collections import Counter
from xml.etree import ElementTree

from shinar.core.viewer import SPECTATOR, Viewer
from tests.games.babylonia.positions import make, position

SVG = "{http://www.w3.org/2000/svg}"
# A river runs through 8,4 and 9,5.
POSITION = position(
    """
     4  5  6  7  8  9
  5     f1
  6  f1
  7    [P]
  8 (m1)
  9    (p0)
 10              f0
 12             /z\\
    """,
    stands=("MSFFF", "PPFFF"),
    cities={0: "M"},
)


def drawn(who: int | Viewer) -> ElementTree.Element:
    """The picture that a viewer gets."""
    return ElementTree.fromstring(make(players=2).observe(POSITION, who)._repr_svg_())


def symbols(who: int | Viewer) -> "Counter[str]":
    """What is drawn, and how often."""
    return Counter(use.get("href", "") for use in drawn(who).iter(f"{SVG}use"))


def test_a_token_is_the_mark_of_its_seat_with_its_kind_and_face_down_for_others() -> None:
    assert (symbols(0)["#seat-1"], symbols(0)["#seat-2"]) == (2 + 1, 3 + 1)  # one beside each name
    assert symbols(0)["#b-facedown"] == 1 + 5  # in the river, and the other stand
    assert symbols(SPECTATOR)["#b-facedown"] == 2 + 10
    assert (symbols(0)["#b-merchant"] - symbols(1)["#b-merchant"], symbols(1)["#b-servant"]) == (0, 1)


def test_ziggurats_and_cities_are_drawn_and_cells_out_of_play_are_not() -> None:
    cells = [cell for cell in make(players=2).observe(POSITION, 0).view()["cells"] if cell["holds"] != "closed"]
    sites = [cell for cell in cells if cell["holds"] in ("city", "field", "ziggurat")]
    assert symbols(0)["#ziggurat"] == sum(cell["holds"] == "ziggurat" for cell in sites)
    assert len(drawn(0).findall(f"{SVG}polygon")) == len(cells) + len(sites)
