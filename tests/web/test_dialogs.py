"""What opens over the table: each dialog fits every window, and axe finds nothing serious in it."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.server.helpers import Server
from tests.web.boxes import INSIDE, SIZES, crowding_at_every_size, sizes_where
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_looks import finished_record, violations
from tests.web.test_playing import START_BY_SEAT_0, seat_link

CHOICES = {
    "Rules": ".clause >> nth=0",
    "Keys": "kbd >> nth=0",
    "Links": ".qr >> nth=0",
    "Settings": "select",
    "Change my name": "input",
    "Resign": ".danger",
}

# Whether the whole of a hint can be read somewhere, up to its last letter.
CAN_READ_CHANCE = """() => [...document.querySelectorAll('.actions .say, .ticker .asked')].some(words =>
  words.textContent.trim().endsWith('%.') && words.offsetHeight > 0 && words.scrollHeight <= words.clientHeight + 1)"""


def faults(person: Person) -> list[str]:
    """What is crowded at any size, or a serious violation as the window is."""
    return crowding_at_every_size(person) + violations(person)


@pytest.fixture
def me(join: Join) -> Person:
    """Somebody at a table against a bot."""
    person = join()
    person.play_now()
    return person


@pytest.mark.parametrize("choice", CHOICES)
def test_every_dialog_of_the_menu_fits_and_can_be_read(me: Person, choice: str) -> None:
    me.open_menu(choice)
    expect(me.see("dialog[open]").locator(CHOICES[choice])).to_be_visible()
    assert faults(me) == []


def test_the_result_fits_and_can_be_read(me: Person) -> None:
    me.touch("hand:assyrians")
    me.touch("site:assyrians")
    me.open_menu("Resign")
    me.see("dialog[open] .danger").click()
    expect(me.see("dialog.result .points button").first).to_be_visible()
    me.page.get_by_text("Show as table").click()
    assert sizes_where(me, INSIDE, "dialog.result .rb .primary", "dialog.result") == list(SIZES)
    assert faults(me) == []


def test_the_hint_fits_and_can_be_read(me: Person) -> None:
    me.press("i")
    expect(me.see(".actions .say")).to_contain_text("Your chance to win: ")
    assert sizes_where(me, CAN_READ_CHANCE) == list(SIZES)
    assert faults(me) == []


def test_the_chances_of_a_replay_fit_and_lead_to_a_turn_also_on_a_phone(join: Join, server: Server) -> None:
    me = join(f"#/record/{finished_record(server)}", phone=True)
    me.page.get_by_role("button", name="Chance to win, turn by turn").tap()
    points = me.see("dialog[open] .points button")
    expect(points.first).to_have_attribute("title", re.compile("^Turn 1, "))
    assert faults(me) == []
    points.last.tap()
    expect(me.see("dialog[open]")).to_have_count(0)
    expect(me.see('[aria-label="On one step"]')).to_be_disabled()
    me.page.get_by_role("button", name="Rules").tap()
    expect(me.see("dialog[open] .clause").first).to_be_visible()


def is_over_the_table(person: Person, size: ViewportSize) -> bool:
    """Whether the offer covers any part of the table in a window of a size."""
    person.page.set_viewport_size(size)
    person.settle()
    offer, stage = person.see(".offer").bounding_box(), person.see(".stage").bounding_box()
    assert offer is not None
    assert stage is not None
    return offer["y"] < stage["y"] + stage["height"] - 1


def test_the_offer_of_notifications_is_put_away_by_escape(join: Join, server: Server) -> None:
    table = server.new_table("pp", **START_BY_SEAT_0)
    server.join(table, 1)
    me = join(seat_link(table, 0), asked=False)
    me.context.grant_permissions(["notifications"])
    me.wait_until_asked()
    me.touch("hand:assyrians")
    me.touch("site:assyrians")
    expect(me.see(".offer")).to_be_visible()
    me.touch("hand:hittites")
    me.press("Escape")  # puts the card down
    expect(me.see(".offer")).to_be_visible()
    me.press("Escape")
    expect(me.see(".offer")).to_have_count(0)


def test_notifications_are_offered_once_after_the_first_move_and_never_before(join: Join, server: Server) -> None:
    table = server.new_table("pp", **START_BY_SEAT_0)
    server.join(table, 1)
    me = join(seat_link(table, 0), asked=False)
    me.context.grant_permissions(["notifications"])
    me.wait_until_asked()
    offer = me.page.get_by_label("Notifications")
    expect(offer).to_have_count(0)
    me.touch("hand:assyrians")
    me.touch("site:assyrians")
    expect(offer).to_be_visible()
    assert faults(me) == []
    assert [name for name, size in SIZES.items() if is_over_the_table(me, size)] == []
    offer.get_by_role("button", name="No").click()
    expect(offer).to_have_count(0)
    me.page.reload()
    me.wait_until_asked()
    me.settle()
    expect(offer).to_have_count(0)
