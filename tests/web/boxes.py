"""Measured boxes: whether everything on a page can be seen, read and touched, at every size of window.

    assert crowding(person) == []      # as the window is
    assert crowding_at_every_size(person) == []

A control is anything that can be clicked or focused. Each must lie inside the window (or inside something that
scrolls), no two may overlap, and no text may be cut off, run out of its button or be too small to read.

What is meant to lie on top of other things says so by its style: a positioned element with `z-index` of 10 or more is
a layer of its own, and only things of one layer are compared. Things that overlap by design, such as the cards of a
hand, are inside an element with `data-fan`. Text that may be cut short has a `title` with the whole of it, or lies
in a button that opens the whole of it.
"""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import ViewportSize

from tests.web.helpers import Person

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "landscape phone": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
    "1280x720": {"width": 1280, "height": 720},
    "1366x768": {"width": 1366, "height": 768},
    "1536x864": {"width": 1536, "height": 864},
    "1920x1080": {"width": 1920, "height": 1080},
    "2560x1440": {"width": 2560, "height": 1440},
    "1280x720 at 200 %": {"width": 640, "height": 360},
}

SMALL_SIZES = {
    name: SIZES[name] for name in ("phone", "landscape phone", "1280x720", "1280x720 at 200 %")
}  # for dialogs

OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map(selector => document.querySelector(selector).getBoundingClientRect());
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return across > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
}"""
INSIDE = """([thing, around]) => {
  const box = document.querySelector(thing).getBoundingClientRect();
  const frame = around ? document.querySelector(around).getBoundingClientRect() : {top: 0, bottom: innerHeight};
  return box.height > 0 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
}"""

MEASURE = Path(__file__).with_suffix(".js").read_text()


def crowding(person: Person) -> list[str]:
    """What cannot be seen, read or touched on the page as it stands."""
    person.settle()
    return [str(problem) for problem in person.page.evaluate(MEASURE)]


def crowding_at_every_size(person: Person, sizes: dict[str, ViewportSize] = SIZES) -> list[str]:
    """The same at every size, one after the other; the window is given back as it was."""
    before = person.page.viewport_size
    found = []
    for name, size in sizes.items():
        person.page.set_viewport_size(size)
        found += [f"{name}: {problem}" for problem in crowding(person)]
    if before:
        person.page.set_viewport_size(before)
    return found


def sizes_where(person: Person, script: str, *selectors: str) -> list[str]:
    """The sizes at which a script finds something of these selectors to be true; the window is given back as it was."""
    return _sizes_where(person, lambda: bool(person.page.evaluate(script, list(selectors))))


def spilling(person: Person, selector: str) -> list[str]:
    """The sizes at which something that is drawn inside an element lies partly outside of it."""
    spills = """box => [...box.querySelectorAll("*")].some(thing => {
        const [outer, inner] = [box.getBoundingClientRect(), thing.getBoundingClientRect()];
        const isSeen = inner.width > 1 && inner.height > 1 && getComputedStyle(thing).visibility !== "hidden";
        return isSeen && (inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1);
    })"""
    return _sizes_where(person, lambda: any(box.evaluate(spills) for box in person.see(selector).all()))


def buttons_away_from_the_foot(person: Person) -> list[str]:
    """The sizes at which one must scroll for the buttons of the result, or sees something below them."""
    is_away = """row => {
        const [box, dialog] = [row.getBoundingClientRect(), row.closest("dialog").getBoundingClientRect()];
        return Math.abs(dialog.bottom - box.bottom) > 4 || dialog.bottom > innerHeight;
    }"""
    return _sizes_where(person, lambda: bool(person.see("dialog[open] .rb").evaluate(is_away)))


def _sizes_where(person: Person, is_so: Callable[[], bool]) -> list[str]:
    before = person.page.viewport_size
    found = []
    for name, size in SIZES.items():
        person.page.set_viewport_size(size)
        person.settle()
        if is_so():
            found.append(name)
    if before:
        person.page.set_viewport_size(before)
    return found
