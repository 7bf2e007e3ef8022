"""Leaders of 7 Wonders in a real browser: the draft, recruiting, Rome, and leaders in a city."""

import os

from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.boxes import SMALL_SIZES, crowding_at_every_size
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_wonders import faults, go_on, pick, seal, sit_down
from tests.web.wonders import Party, in_phase


def picture(me: Person, name: str) -> None:
    """For people who want to look: SHINAR_PICTURES names a folder."""
    if folder := os.environ.get("SHINAR_PICTURES"):
        me.page.screenshot(path=f"{folder}/{name}.png")


def test_leaders_are_read_kept_and_recruited(join: Join, server: Server) -> None:
    party = Party(server, 3, "leaders", seat_boards=["rome"], sides="b")
    me = sit_down(join, party)
    expect(me.see(".whand .wc")).to_have_count(4)
    for index, offer in enumerate(party.view["offers"]):
        assert offer["card"] in me.see(f'[data-place="hand:{index}"] .sr').first.inner_text().lower()
    expect(me.see(".act")).to_contain_text("Keep one of the leaders")
    pick(me, 0)
    picture(me, "draft")
    expect(me.see(".act .go .primary")).to_contain_text("Keep")
    assert crowding_at_every_size(me) == []
    assert faults(me) == []
    seal(me)
    party.read_all()
    party.until(in_phase("recruit"), but=0)
    while party.view["phase"] == "draft_leaders":
        party.decide(0)
        party.until(in_phase("recruit"), but=0)
    expect(me.see(".whand .wc")).to_have_count(4)
    held = party.view["hand"]
    index = next(
        i for i, leader in enumerate(held) if any(use["verb"] == "build" and use["deals"] for use in leader["uses"])
    )
    pick(me, index)
    expect(me.see('[data-place="use:build"]')).to_contain_text("Recruit")
    picture(me, "recruit")
    assert crowding_at_every_size(me) == []
    assert faults(me) == []
    seal(me)
    expect(me.see(".act")).to_contain_text("You recruit")
    party.reveal(but=0)
    expect(me.see(".mycity .wcol[data-colour=white]")).to_be_visible()
    picture(me, "recruited")
    assert party.view["cities"][0]["leaders"] == [held[index]["card"]]


def test_a_whole_game_with_leaders_tower_and_projects_can_be_followed(join: Join, server: Server) -> None:
    party = Party(server, 4, "leaders", "tower", "projects", seat_boards=["any", "rome"], sides="b")
    me = sit_down(join, party, 0)
    party.until(lambda party: party.is_over)
    me.wait_for_version(party.people[0].latest["version"])
    expect(me.see(".wring")).to_be_visible()  # the last cards and conflicts are shown before the result
    go_on(me)
    expect(me.see("dialog.result[open] .wsc")).to_contain_text("Leaders")
    picture(me, "over")
    assert crowding_at_every_size(me, SMALL_SIZES) == []
    assert faults(me) == []
