"""Cities of 7 Wonders in a real browser: hands of eight with black cards, losses and debts, the score sheet."""

from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.boxes import SMALL_SIZES, crowding_at_every_size
from tests.web.conftest import Join
from tests.web.test_wonders import faults, go_on, pick, sit_down
from tests.web.test_wonders_leaders import picture
from tests.web.wonders import Party


def has_to_settle(party: Party) -> bool:
    """Whether the first seat must decide about a loss."""
    return party.view["phase"] == "settle" and 0 in party.asked


def test_black_cards_are_read_and_losses_settled(join: Join, server: Server) -> None:
    party = Party(server, 4, "cities", seat_boards=["byzantium", "petra"], sides="b", seed=3)
    me = sit_down(join, party)
    expect(me.see(".whand .wc")).to_have_count(8)
    pick(me, 7)  # black cards come last
    picture(me, "cities-hand")
    assert faults(me) == []
    party.until(has_to_settle)
    me.wait_for_version(party.people[0].latest["version"])
    go_on(me)
    owes = party.view["cities"][0]["owes"]
    ways = me.see('.act [data-place="use:settle"]')
    expect(ways).to_have_count(len(party.view["offers"]))
    expect(me.see(".act")).to_contain_text("You lose")
    expect(ways.last).to_contain_text(f"Take {owes} debt")
    picture(me, "cities-settle")
    assert crowding_at_every_size(me) == []
    assert faults(me) == []
    ways.last.click()
    party.read_all()
    party.reveal(but=0)
    assert party.view["cities"][0]["debts"] == owes
    me.wait_for_version(party.people[0].latest["version"])
    expect(me.see(".mycity")).to_contain_text("debt")


def test_a_whole_game_with_everything_can_be_followed(join: Join, server: Server) -> None:
    party = Party(server, 4, "cities", "leaders", "tower", "projects", seat_boards=["byzantium"], sides="b")
    me = sit_down(join, party, 0)
    party.until(lambda party: party.is_over)
    me.wait_for_version(party.people[0].latest["version"])
    expect(me.see(".wring")).to_be_visible()  # the last cards and conflicts are shown before the result
    go_on(me)
    expect(me.see("dialog.result[open] .wsc")).to_contain_text("Cities")
    picture(me, "cities-over")
    assert crowding_at_every_size(me, SMALL_SIZES) == []
    assert faults(me) == []
