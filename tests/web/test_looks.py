"""Sizes, accessibility, and pages beside the table."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.conftest import Join
from tests.web.helpers import Person

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


def violations(person: Person) -> list[str]:
    """What axe-core finds serious or critical in the page as it stands."""
    if not person.page.evaluate("() => 'axe' in window"):
        person.page.evaluate(AXE.read_text())  # not as a script element: the page's own policy forbids those
    found = person.page.evaluate(
        "() => axe.run(document, {resultTypes: ['violations']}).then(results => results.violations)"
    )
    grave = [entry for entry in found if entry["impact"] in {"serious", "critical"}]
    return [
        f"{entry['id']}: {node['html'][:160]} {node['failureSummary']}" for entry in grave for node in entry["nodes"]
    ]


def finished_record(server: Server) -> str:
    """The number of a shared record of a game that bots have played."""
    table = server.new_table("pb", starter=0)
    me = server.join(table, 0)
    for _ in range(12):
        if not me.latest["actions"]:
            break
        me.reach(me.act(me.latest["actions"][-1]["id"])["version"])
    me.ask("resign")
    secret = table["keys"][0]["secret"]
    return str(server.post(f"/api/tables/{table['table']}/share", {}, secret)["record"])


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_lobby_table_and_replay_have_no_serious_violation_and_do_not_scroll(
    join: Join, server: Server, phone: bool, dark: bool
) -> None:
    me = join(phone=phone, dark=dark)
    me.page.wait_for_selector(".game")
    assert violations(me) == []
    assert not me.scrolls()
    me.play_now()
    assert violations(me) == []
    assert not me.scrolls()
    me.see(".hand .ncard").first.click()
    me.page.get_by_role("button", name="All").click()
    assert violations(me) == []
    assert not me.scrolls()
    me.page.goto(f"{server.url}/#/record/{finished_record(server)}")
    me.page.wait_for_selector(".steps")
    assert violations(me) == []
    assert not me.scrolls()


@pytest.mark.parametrize(
    ("choice", "content"),
    [("Keys", "kbd >> nth=0"), ("Rules", ".clause >> nth=0"), ("Links", ".qr >> nth=0")],
    ids=["keys", "rules", "links"],
)
def test_dialogs_have_no_serious_violation(join: Join, choice: str, content: str) -> None:
    me = join()
    me.play_now()
    me.open_menu(choice)
    expect(me.see("dialog[open]").locator(content)).to_be_visible()
    me.settle()
    assert violations(me) == []


def test_a_game_starts_on_a_phone_by_taps(join: Join) -> None:
    me = join(phone=True)
    me.page.get_by_role("button", name="Play now").first.tap()
    me.wait_until_asked()
    nation = (me.see(".hand .ncard").first.get_attribute("data-place") or "").partition(":")[2]
    me.see(".hand .ncard").first.tap()
    me.see(f'[data-place="site:{nation}"]').tap()
    expect(me.see(f'[data-place="site:{nation}"] [data-pawn="mine"]')).to_be_visible()


def test_what_one_taps_on_a_phone_is_large_enough(join: Join) -> None:
    me = join(phone=True)
    me.play_now()
    small = me.see(".actions .btn, .hand .ncard, .half, .band, .quarry button, .backs").evaluate_all(
        "all => all.map(e => [e.className, e.getBoundingClientRect()])"
        ".filter(([, r]) => r.width < 40 || r.height < 40).map(([name]) => name)"
    )
    assert small == []


def test_the_theme_is_remembered(join: Join) -> None:
    me = join()
    me.page.get_by_role("button", name="Switch to dark").click()
    expect(me.see("html")).to_have_attribute("data-theme", "dark")
    me.page.reload()
    expect(me.see("html")).to_have_attribute("data-theme", "dark")


def test_a_record_is_replayed_step_by_step(join: Join, server: Server) -> None:
    me = join(f"#/record/{finished_record(server)}")
    me.page.wait_for_selector(".steps")
    expect(me.see(".turnflag")).to_contain_text("0 of ")
    for _ in range(3):
        me.press("ArrowRight")
    expect(me.see(".turnflag")).to_contain_text("3 of ")
    me.press("ArrowLeft")
    expect(me.see(".turnflag")).to_contain_text("2 of ")
    me.press("End")
    expect(me.see('[aria-label="On one step"]')).to_be_disabled()
    me.press("Home", "Shift+ArrowRight")
    expect(me.see(".turnflag")).to_contain_text("Turn 1")
    expect(me.see('[data-place="quarry"] [data-pawn="mine"]')).to_be_visible()  # nobody has acted yet
    me.press("Shift+ArrowRight")
    expect(me.see(".turnflag")).to_contain_text("Turn 2")


def test_a_record_is_replayed_on_a_phone_by_slider_and_seen_by_a_seat(join: Join, server: Server) -> None:
    me = join(f"#/record/{finished_record(server)}", phone=True)
    slider = me.page.get_by_label("Position")
    last = int(slider.get_attribute("max") or 0)
    slider.fill(str(last))
    expect(me.see(".turnflag")).to_contain_text(f"{last} of {last}")
    slider.fill("5")
    expect(me.see(".turnflag")).to_contain_text(f"5 of {last}")
    with me.page.expect_response(lambda answer: "seat=1" in answer.url):
        me.page.get_by_label("Seen by").select_option("1")
    expect(me.page.get_by_label("Seen by")).to_have_value("1")
    assert not me.scrolls()


def test_a_record_goes_out_as_text_and_comes_back(join: Join, server: Server) -> None:
    me = join(f"#/record/{finished_record(server)}")
    me.page.get_by_role("button", name="Share or save").click()
    text = me.see("dialog[open] textarea").input_value()
    me.page.goto(f"{server.url}/")
    me.page.get_by_role("button", name="Open a record").click()
    me.page.get_by_label("Text of a record").fill(text)
    me.see("dialog[open] .btn.primary").click()
    me.page.wait_for_selector(".steps")


def test_a_broken_record_is_refused_with_the_reason(join: Join) -> None:
    me = join()
    me.page.get_by_role("button", name="Open a record").click()
    me.page.get_by_label("Text of a record").fill("This is no record at all")
    me.see("dialog[open] .btn.primary").click()
    expect(me.see("dialog[open] .problem")).to_be_visible()
    assert len(me.see("dialog[open] .problem").inner_text()) > 10
    me.errors.clear()  # the browser notes the refused request


def test_a_new_table_gives_every_seat_a_link_and_a_code(join: Join) -> None:
    me = join()
    me.open_new_table()
    rows = me.see("dialog[open] .seatlink")
    expect(rows).to_have_text([re.compile("Here"), re.compile("Open seat.*Open"), re.compile("Spectators")])
    expect(me.see("dialog[open] .qr path")).to_be_attached()
    address = me.see("dialog[open] .code input").input_value()
    guest = join(address.partition("/")[2].partition("/")[2].partition("/")[2])
    guest.page.wait_for_selector(".babel")
    expect(me.see(".who .name b").first).not_to_have_text("Open seat")
    expect(rows.nth(1)).to_contain_text("Taken")
    expect(rows.nth(1).get_by_role("button")).to_have_count(0)  # the link has done its work


def test_every_key_of_the_table_is_shown(join: Join) -> None:
    me = join()
    me.play_now()
    me.press("?")
    for key in ("E", "U", "L", "A H M P S", "Shift B"):
        expect(me.see("dialog[open] kbd").filter(has_text=key).first).to_be_visible()


def test_the_page_is_small(join: Join) -> None:
    """The first load up to the table, compressed, without fonts; the coach is part of it."""
    me = join(coached=True)
    sizes: list[int] = []
    me.page.on("requestfinished", lambda request: sizes.append(_size(request)))
    me.page.reload()
    me.play_now()
    me.page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) <= 150_000


def _size(request: object) -> int:
    url = str(getattr(request, "url", ""))
    if url.endswith(".woff2"):
        return 0
    return int(request.sizes()["responseBodySize"])  # type: ignore[attr-defined]  # a request of Playwright
