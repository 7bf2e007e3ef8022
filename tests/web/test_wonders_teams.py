"""Teams of 7 Wonders in a real browser: offered with Cities, partners on the table, and the result of both."""

import json
import re
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.server.helpers import Server
from tests.web.boxes import SMALL_SIZES, crowding_at_every_size
from tests.web.conftest import Join
from tests.web.test_wonders import faults, go_on, sit_down
from tests.web.test_wonders_leaders import picture
from tests.web.wonders import Party, at


def test_a_new_table_offers_teams_only_with_cities(join: Join) -> None:
    """[SW-19.1]"""
    me = join("#/new")
    me.see("dialog[open] .seg button", "7 Wonders").click()
    me.page.get_by_text("More options").click()
    teams = me.page.get_by_label("Whether partners who sit side by side win together")
    agreed = me.page.get_by_text("Partners see each other's hands.")
    expect(teams).to_have_count(0)
    me.page.get_by_role("checkbox", name="Cities").check()
    expect(agreed).to_have_count(0)
    teams.select_option("Pairs")
    expect(agreed).to_be_visible()
    me.page.get_by_role("checkbox", name="Cities").uncheck()
    expect(teams).to_have_count(0)
    expect(agreed).to_have_count(0)


def test_partners_are_shown_and_win_together(join: Join, server: Server) -> None:
    """[SW-19.2] [SW-19.3]"""
    party = Party(server, 4, "cities", teams="pairs", partners=["see_hands"], seed=5)
    me = sit_down(join, party.until(at(1, 2)))
    expect(me.see(".nb.left")).to_contain_text("partner")
    expect(me.see(".nb.left .war")).to_contain_text("no conflict")
    expect(me.see(".nb.right .war")).not_to_contain_text("no conflict")
    picture(me, "teams")
    assert crowding_at_every_size(me) == []
    assert faults(me) == []
    party.until(lambda party: party.is_over)
    me.wait_for_version(party.people[0].latest["version"])
    expect(me.see(".wring")).to_be_visible()
    go_on(me)
    expect(me.see("dialog.result[open] .wsc")).to_contain_text("Together")
    ranks = party.people[0].latest["outcome"]["ranks"]
    assert ranks[0] == ranks[1]
    picture(me, "teams-over")
    assert crowding_at_every_size(me, SMALL_SIZES) == []
    me.page.route_web_socket(re.compile("/api/"), tie)
    me.page.reload()
    expect(me.see("dialog.result[open]")).to_contain_text(
        re.compile("have 90 points together, and so have .+ and .+\\.")
    )


def tie(socket: WebSocketRoute) -> None:
    """Both teams have as many points and coins."""
    above = socket.connect_to_server()
    above.on_message(lambda text: socket.send(with_a_tie(text)))


def with_a_tie(text: str | bytes) -> str:
    message: dict[str, Any] = json.loads(text)
    if message["type"] == "update" and message["outcome"]:
        message["outcome"] |= {"ranks": [1, 1, 1, 1], "scores": [40, 50, 45, 45]}
    return json.dumps(message)
