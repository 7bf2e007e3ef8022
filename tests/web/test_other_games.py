"""7 Wonders in a real browser: the position as text, every action in a list."""

import re

import pytest
from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_looks import violations
from tests.web.test_playing import seat_link


@pytest.mark.slow  # the bot may have to be compiled first
def test_two_people_and_a_bot_play_7_wonders(join: Join, server: Server) -> None:
    table = server.new_table("ppb", game="wonders", players=3)
    one, other = (join(seat_link(table, seat)) for seat in (0, 1))
    for person in (one, other):
        person.wait_until_asked()
        discard_something(person)
    for person in (one, other):
        expect(person.see(".drawing")).to_contain_text("Age I, turn 2")


def test_two_people_and_a_program_choose_in_secret_in_7_wonders(join: Join, server: Server) -> None:
    table = server.new_table("ppp", game="wonders", players=3)
    one, other = (join(seat_link(table, seat)) for seat in (0, 1))
    third = server.join(table, 2)
    for _ in range(3):
        for person in (one, other):
            person.wait_until_asked()
        before = other.see(".drawing").inner_text()
        discarded = discard_something(one)
        expect(one.see(".actions .say")).to_contain_text(re.compile("You have chosen.* still choosing"))
        expect(one.see(".seats .seat").nth(0)).to_contain_text("ready")
        expect(one.see(".seats .seat").nth(1)).to_contain_text("choosing")
        expect(other.see(".seats .seat").nth(0)).to_contain_text("ready")
        expect(other.see(".log")).not_to_contain_text(discarded)
        assert other.see(".drawing").inner_text() == before
        discard_something(other)
        expect(other.see(".actions .say")).to_contain_text("You have chosen. Player 3 is still choosing.")
        third.reach(other.version)
        third.act(next(action["id"] for action in third.latest["actions"] if action["group"] == "discard"))
    one.wait_until_asked()
    expect(one.see(".drawing")).to_contain_text("Age I, turn 4")


def discard_something(person: Person) -> str:
    """Seal a choice that needs no payment; what was chosen, in the words of the log."""
    version = person.version
    choice = person.see('.list .alist .a[aria-label^="Discard "]').first
    words = (choice.get_attribute("aria-label") or "").lower()
    choice.click()
    person.wait_for_change(version)
    return words


def test_a_sealed_choice_can_be_changed_until_all_have_chosen(join: Join, server: Server) -> None:
    table = server.new_table("ppb", game="wonders", players=3)
    one, other = (join(seat_link(table, seat)) for seat in (0, 1))
    for person in (one, other):
        person.wait_until_asked()
    discard_something(one)
    one.see(".actions").get_by_role("button", name="Undo").click()
    expect(one.see(".seats .seat").nth(0)).to_contain_text("choosing")
    expect(one.see(".list .alist .a").first).to_be_visible()


@pytest.mark.parametrize("game", ["wonders"])
def test_a_game_without_a_board_is_played_on_a_phone(join: Join, server: Server, game: str) -> None:
    mine = {"starter": 0} if game == "babylonia" else {}
    table = server.new_table("pbb", game, players=3, **mine)
    me = join(seat_link(table, 0), phone=True)
    me.wait_until_asked()
    assert not me.scrolls()
    version = me.version
    me.page.get_by_role("button", name="All").tap()
    me.see(".alist .a:visible").first.tap()
    me.wait_for_change(version)
    assert violations(me) == []
