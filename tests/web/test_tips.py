"""Everything that is drawn can be asked what it is: hovering over it tells in words, with the rule."""

import pytest
from playwright.sync_api import FloatRect, expect

from tests.server.helpers import Server
from tests.web.babylonia import Company
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_playing import seat_link
from tests.web.wonders import Party, at

# Nothing is waited for before a tooltip is shown.
HURRY = """() => {
    const wait = window.setTimeout;
    window.setTimeout = (callback, time, ...rest) => wait(callback, time === 400 ? 0 : time, ...rest);
}"""
# Hover over everything that a selector finds; what has no tooltip, or one without a title, a sentence and a rule.
ASK_ALL = """async (selector) => {
    const frame = () => new Promise(done => setTimeout(() => requestAnimationFrame(done)));
    const hover = thing => thing.dispatchEvent(new PointerEvent("pointerover", {bubbles: true, pointerType: "mouse"}));
    const silent = [], asked = new Map();
    for (const thing of document.querySelectorAll(selector)) {
        if (!thing.getClientRects().length) continue;
        const found = thing.closest("[data-tip], [data-place]");
        const place = found?.dataset.tip ?? found?.dataset.place;
        if (!asked.has(place)) {
            hover(document.querySelector(".turnflag"));
            await frame();
            hover(thing);
            await frame();
            const tip = document.querySelector(".tip");
            const told = part => tip?.querySelector(part)?.textContent;
            const [title, text, rule] = ["h3", "p", "a[href*=rules]"].map(told);
            asked.set(place, Boolean(title && text.length > 9 && rule));
        }
        if (!asked.get(place)) silent.push(`${place}: ${thing.outerHTML.slice(0, 120)}`);
    }
    return [asked.size, silent];
}"""


def silent_things(person: Person, selector: str, least: int) -> list[str]:
    """What a selector finds and that does not say what it is; at least so many different things are to be asked."""
    person.page.evaluate(HURRY)
    asked, silent = person.page.evaluate(ASK_ALL, selector)
    assert asked >= least
    return [str(thing) for thing in silent]


def test_every_tile_token_card_and_player_of_babylonia_says_what_it_is(join: Join, server: Server) -> None:
    company = Company(server, 4, seed=2)
    company.play_until(lambda update: update["view"]["turn"] >= 21 and update["actors"] == [0])
    me = join(seat_link(company.table, 0))
    me.wait_until_asked()
    held = [cell for cell in company.latest["view"]["cells"] if cell["holds"] not in ("nothing", "closed")]
    cells = ", ".join(f'[data-place="cell:{cell["cell"]}"]' for cell in held)
    others = ".tray button, .zig [data-place], .players [data-place]"
    assert silent_things(me, f"{cells}, {others}", len(held) + 8) == []


@pytest.mark.parametrize("players", [2, 7])
def test_every_symbol_card_stage_and_tile_of_7_wonders_says_what_it_is(
    join: Join, server: Server, players: int
) -> None:
    party = Party(server, players, "tower", "projects", seed=players)
    party.wishes = ("build", "tower", "stage")
    party.until(at(2, 4))
    me = join(party.link(0))
    expect(me.see(".w7")).to_be_visible()
    symbols = ".w7 :is(.res, .coin, .vp, .wc, .wstage, .s, .pip, .stg, .tok, .mark, .dial, .ptok, .msh, .war, .eff)"
    assert silent_things(me, symbols, 20) == []
    me.see('[data-place="hand:0"]').click()
    assert silent_things(me, ".act .tchip, .act .pr .coin, .act .gain", 1) == []
    me.press("Escape", "[")
    expect(me.see(".citysheet")).to_be_visible()
    sheet = ".citysheet :is(.pic2, .res, .coin, .vp, .wstage, .s, .tok, .mark, .shl, .glyph, [data-line])"
    assert silent_things(me, sheet, 10) == []


def test_a_tip_leaves_the_buttons_beside_its_own_free(join: Join, server: Server) -> None:
    me = join(Party(server, 4, "tower").until(at(1, 1)).link(0))
    me.see('[data-place="hand:0"]').click()
    tiles = me.see(".act .tchip")
    expect(tiles).to_have_count(3)
    for index in range(3):
        tiles.nth(index).hover()
        expect(me.see(".tip")).to_be_visible()
        tip = me.see(".tip").bounding_box()
        boxes = [tiles.nth(other).bounding_box() for other in range(3)]
        assert tip is not None
        assert [box for box in boxes if box is None or overlap(tip, box)] == []
        me.page.mouse.move(1, 1)
        expect(me.see(".tip")).to_have_count(0)


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes have a point in common."""
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


def test_every_tile_of_the_draft_says_what_it_is(join: Join, server: Server) -> None:
    me = join(Party(server, 4, "tower").link(0))
    expect(me.see(".wtl")).to_have_count(3)
    assert silent_things(me, ".wtl, .draft :is(.res, .vp, .mark, .th)", 4) == []


def test_nothing_pops_up_under_a_mouse_that_rests_after_a_click(join: Join, server: Server) -> None:
    table = server.new_table("pp", game="babylonia", players=2, starter=0)
    me = join(seat_link(table, 0))
    me.wait_until_asked()
    me.page.evaluate(HURRY)
    me.see(".tray button").first.click()
    version = me.version
    me.see('[data-place="cell:10,8"]').click()
    me.wait_for_change(version)
    expect(me.see('[data-piece="10,8"]')).to_be_visible()
    me.page.wait_for_timeout(300)
    expect(me.see(".tip")).to_have_count(0)
    me.see('[data-place="cell:12,8"]').hover()
    expect(me.see(".tip")).to_contain_text("Ziggurat")
