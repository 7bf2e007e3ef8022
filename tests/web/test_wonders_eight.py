"""Eight players of 7 Wonders in a real browser: offered with Cities only, and all cities on the table."""

from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.boxes import SIZES, crowding_at_every_size
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_wonders import faults, go_on, sit_down
from tests.web.test_wonders_leaders import picture
from tests.web.wonders import Party, at


def test_a_new_table_offers_an_eighth_seat_only_with_cities(join: Join) -> None:
    """[SW-18.1]"""
    me = join("#/new")
    me.see("dialog[open] .seg button", "7 Wonders").click()
    more = me.page.get_by_role("button", name="One seat more")
    for _ in range(4):
        more.click()
    expect(me.see(".stepper b")).to_contain_text("7")
    expect(more).to_be_disabled()
    me.page.get_by_text("More options").click()
    cities = me.page.get_by_role("checkbox", name="Cities")
    cities.check()
    more.click()
    expect(me.see(".stepper b")).to_contain_text("8")
    expect(me.page.get_by_label("Who sits on seat 8")).to_be_visible()
    cities.uncheck()
    expect(me.see(".stepper b")).to_contain_text("7")


CUT = "names => names.filter(n => n.scrollWidth > n.clientWidth || !n.clientWidth).map(n => n.innerText)"


def cut_names(me: Person) -> list[str]:
    """The far cities of which a phone shows only a part of the name, or none of it."""
    found: list[str] = []
    for size in ("phone", "landscape phone"):
        me.page.set_viewport_size(SIZES[size])
        found += [f"{size}: {name}" for name in me.see(".fars .fn b").evaluate_all(CUT)]
    return found


def test_eight_cities_are_on_the_table_and_in_the_reveal(join: Join, server: Server) -> None:
    party = Party(server, 8, "cities", "tower", "projects", seed=7)
    party.wishes = ("build", "tower", "stage")
    me = sit_down(join, party.until(at(1, 3)))
    expect(me.see(".fars .fp")).to_have_count(5)
    picture(me, "eight")
    assert crowding_at_every_size(me) == []
    assert cut_names(me) == []
    assert faults(me) == []
    party.until(at(1, 4))
    me.wait_for_version(party.people[0].latest["version"])
    expect(me.see(".wring .col7")).to_have_count(8)
    picture(me, "eight-reveal")
    assert crowding_at_every_size(me) == []
    go_on(me)
    expect(me.see(".whand .wc")).to_have_count(4)
