"""The page of 7 Wonders draws what it was never told about: a newer server knows more boards, colours and actions.

What the server sends is changed on its way: a board that nobody has drawn, leaders in a hand to be recruited, white and
black cards in a city, a phase and a line of the score sheet without words of ours.
"""

import json
import re
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.server.helpers import Server
from tests.web.boxes import SMALL_SIZES, crowding, crowding_at_every_size
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_looks import violations
from tests.web.test_wonders import HOLD, pick, seal
from tests.web.wonders import Message, Party, at

LEADER = "zenobia of palmyra"


def with_the_unknown(update: Message) -> Message:
    """An update as a newer server might send it."""
    view = update["view"]
    for city, board in zip(view["cities"], ("rome", "atlantis", "abu simbel"), strict=True):
        city.update(board=board, side="a", stages_in_all=2)
        city["structures"] |= {"white": ["sappho"], "black": ["gaming house", "lair"], "violet": ["orchard"]}
        city["sheet"]["leaders"] = 4
    view["phase"] = "recruit"
    for held in view["hand"][:1]:
        held["card"] = LEADER
        for use in held["uses"]:
            use["verb"] = "recruit" if use["verb"] == "build" else use["verb"]
    return update


def sit_down(join: Join, server: Server, party: Party) -> Person:
    """The page of seat 0, to which the server's messages come changed."""
    me = join()

    def change(socket: WebSocketRoute) -> None:
        above = socket.connect_to_server()
        above.on_message(lambda text: socket.send(changed(text)))

    me.page.route_web_socket(re.compile("/api/"), change)
    me.page.goto(f"{server.url}/{party.link(0)}")
    expect(me.see(".w7")).to_be_visible()
    me.page.evaluate(HOLD)
    return me


def changed(text: str | bytes) -> str:
    message: dict[str, Any] = json.loads(text)
    return json.dumps(with_the_unknown(message) if message["type"] == "update" else message)


def test_boards_that_this_page_does_not_know_are_drawn_as_cities(join: Join, server: Server) -> None:
    me = sit_down(join, server, Party(server, 3).until(at(1, 3)))
    drawn = me.see(".w7 .city use")
    used = drawn.evaluate_all("uses => uses.map(use => use.getAttribute('href'))")
    assert set(used) == {"#city-rome", "#city-unknown", "#city-abu-simbel"}
    me.page.wait_for_function(
        "ids => ids.every(id => document.querySelector(`symbol${id} .stage-2`))", arg=sorted(set(used))
    )
    expect(me.see(".mycity h2")).to_have_text("Rome")
    assert crowding_at_every_size(me) == []


def test_unknown_colours_have_a_column_and_a_sign(join: Join, server: Server) -> None:
    me = sit_down(join, server, Party(server, 3).until(at(1, 3)))
    expect(me.see('.mycity .wcol[data-colour="white"] h4')).to_have_text("Leaders")
    expect(me.see('.mycity .wcol[data-colour="black"] .sn')).to_have_text(["Gaming house", "Lair"])
    expect(me.see('.mycity .wcol[data-colour="violet"] h4')).to_have_text("Violet")
    expect(me.see('.nb .pip[data-colour="white"] .glyph')).to_have_count(2)
    fills = me.see(".mycity .wcol .s").evaluate_all("rows => rows.map(row => getComputedStyle(row).backgroundColor)")
    assert fills[-3] == fills[-2]
    assert fills[-4] != fills[-3]  # white is not black
    me.press("[")
    expect(me.see(".citysheet .pnow")).to_contain_text("Leaders 4")
    assert crowding_at_every_size(me, SMALL_SIZES) == []
    assert violations(me) == []


def test_a_verb_that_is_new_can_be_chosen_and_sealed(join: Join, server: Server) -> None:
    party = Party(server, 3)
    me = sit_down(join, server, party)
    expect(me.see('[data-place="hand:0"] .nm')).to_have_text("Zenobia of palmyra")
    pick(me, 0)
    expect(me.see('.act [data-place="use:build"]')).to_contain_text("Recruit")
    assert crowding(me) == []
    me.press("b")
    seal(me)
    expect(me.see(".act")).to_contain_text("Sealed")
    party.read_all()
    assert party.view["cities"][0]["plan"]["is_sealed"]
