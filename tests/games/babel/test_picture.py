"""A position of Babel as a picture."""

from xml.etree import ElementTree

from shinar.core.viewer import SPECTATOR
from tests.games.babel.positions import at

USE = "{http://www.w3.org/2000/svg}use"
POSITION = at(
    "@H hand:AHH stack:31 H:SSSAAPPPPMM/1245",
    "@Q hand:MMPPP known:M P:-/123456",
    head="turn:9 phase:act",
)


def symbols(viewer: int) -> list[str]:
    """What is drawn, in order."""
    who = POSITION.observe(SPECTATOR if viewer < 0 else viewer)
    return [use.get("href", "") for use in ElementTree.fromstring(who._repr_svg_()).iter(USE)]


def test_temples_are_towers_with_scaffolds_for_missing_levels() -> None:
    drawn = symbols(0)
    assert [name for name in drawn if name.startswith(("#step", "#scaffold", "#crown"))] == [
        *("#step-1", "#step-2", "#scaffold-3", "#step-4", "#step-5"),
        *("#step-1", "#step-2", "#step-3", "#step-4", "#step-5", "#step-6", "#crown"),
    ]
    assert drawn.count("#pawn") == 2  # one at a site, one in the quarry


def test_a_hand_shows_what_the_reader_may_know() -> None:
    assert (symbols(0).count("#n-medes"), symbols(0).count("#back-nation")) == (1 + 2 + 1, 4)
    assert (symbols(1).count("#n-hittites"), symbols(1).count("#back-nation")) == (1, 3)
    assert symbols(-1).count("#back-nation") == 3 + 5
