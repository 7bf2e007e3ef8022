"""Away and back: what a table does meanwhile, who is there, what happened, and links that friends can open."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.helpers import Server, end_turn, running
from tests.web.boxes import SIZES, crowding_at_every_size
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_looks import finished_record, violations
from tests.web.test_playing import FIRST_TURN_OF_SEAT_1, START_BY_SEAT_0, seat_link

LONG_AGO = """() => {
  const seen = JSON.parse(localStorage['shinar.seen']);
  for (const one of Object.values(seen)) one.at -= 3 * 3600 * 1000;
  localStorage['shinar.seen'] = JSON.stringify(seen);
}"""

NOTE_TITLES = """() => {
  window.titles = [];
  const note = () => window.titles.push(document.querySelector('.pastbar')?.textContent ?? '');
  new MutationObserver(note).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""
# Whether a step was shown, and the replay has come to its end.
REPLAYED = "step => titles.some(title => title.includes(step)) && !document.querySelector('.pastbar')"


def test_what_happens_when_somebody_is_away_is_chosen_with_the_table(join: Join) -> None:
    me = join()
    me.see(".new .seg button", "Babel").click()
    me.page.get_by_role("radio", name="Turn clock").check()
    times = me.page.get_by_label("Time for a turn").locator("option").all_inner_texts()
    assert (times[0], times[-1]) == ("1 minute", "a week")
    me.page.get_by_label("Time for a turn").select_option("600")
    with me.page.expect_request("**/api/tables") as asked:
        me.page.get_by_role("button", name="Open the table").click()
    assert '"away":{"kind":"clock","seconds":600}' in (asked.value.post_data or "")


def test_a_clock_that_runs_is_shown(join: Join, server: Server) -> None:
    table = server.new_table("pp", away={"kind": "clock", "seconds": 7200}, **START_BY_SEAT_0)
    me = join(seat_link(table, 0))
    expect(me.see(".turnflag")).to_contain_text("1 h 59 min")
    expect(me.page).to_have_title(re.compile("^● Your turn"))


def test_when_a_bot_will_step_in_is_counted_down_until_the_person_is_back(join: Join, server: Server) -> None:
    table = server.new_table("pp", away={"kind": "bot", "seconds": 600}, **START_BY_SEAT_0)
    other = server.join(table, 0)
    me = join(seat_link(table, 1))
    me.page.wait_for_selector(".babel")
    expect(me.see(".turnflag .clock")).to_have_count(0)
    other.close()
    expect(me.see(".turnflag .clock")).to_contain_text(re.compile(r"(10:00|9:\d\d)"))
    server.join(table, 0)
    expect(me.see(".turnflag .clock")).to_have_count(0)


def test_a_clock_that_has_run_down_lets_a_bot_play_one_turn_of_somebody_who_is_gone(join: Join, tmp_path: Path) -> None:
    with running(tmp_path, grace=0.1) as server:
        table = server.new_table("pp", away={"kind": "clock", "seconds": 3}, starter=1)
        other = server.join(table, 1)
        me = join(seat_link(table, 0), base=server.url)
        me.page.wait_for_selector(".babel")
        for name in FIRST_TURN_OF_SEAT_1:
            other.reach(other.act(name)["version"])
        expect(me.see(".turnflag.mine.ending .clock")).to_contain_text(re.compile(r"0:0\d|time is up"))
        expect(me.see(".turnflag .clock")).to_contain_text("time is up")  # the bot waits a little: I am here
        assert not other.read_all()["table"]["seats"][0]["taken_over"]
        me.page.goto("about:blank")
        other.wait(lambda update: bool(update["actions"]))
        me.page.goto(f"{server.url}/{seat_link(table, 0)}")
        expect(me.see('.log .turn[data-turn="2"]')).to_contain_text("You, played by the bot Mason")
        end_turn(other)
        expect(me.see(".turnflag.mine")).to_be_visible()
        assert not other.read_all()["table"]["seats"][0]["taken_over"]
        me.page.close()  # before the server ends


def test_somebody_who_has_gone_is_said_to_be_gone_and_since_when(join: Join, server: Server) -> None:
    table = server.new_table("pp", away={"kind": "wait"}, **START_BY_SEAT_0)
    other = server.join(table, 1)
    me = join(seat_link(table, 0))
    expect(me.see(".who small")).to_have_text("● here")
    other.close()
    expect(me.see(".who small")).to_contain_text("gone, left at ")
    assert crowding_at_every_size(me) == []
    me.page.set_viewport_size(SIZES["phone"])
    expect(me.see(".who small")).to_be_visible()


def test_the_log_names_the_bot_that_steps_in(join: Join, server: Server) -> None:
    table = server.new_table("pp", **START_BY_SEAT_0)
    me, other = join(seat_link(table, 1)), server.join(table, 0)
    me.page.wait_for_selector(".babel")
    other.ask("leave")
    expect(me.see('.log .turn[data-turn="1"]')).to_contain_text("played by the bot Mason")


def returned(join: Join, server: Server, **look: bool) -> Person:
    """Somebody who comes back after three hours in which Ninsun has played her first turn."""
    table = server.new_table("pp", away={"kind": "clock", "seconds": 86400}, starter=1)
    other = server.join(table, 1)
    other.ask("claim", nickname="Ninsun")
    me = join(seat_link(table, 0), **look)
    me.page.wait_for_selector(".babel")
    me.page.wait_for_function("() => localStorage['shinar.seen']")
    me.page.goto("about:blank")
    for name in FIRST_TURN_OF_SEAT_1:
        other.reach(other.act(name)["version"])
    me.page.goto(f"{server.url}/")
    me.page.evaluate(LONG_AGO)
    me.page.goto(f"{server.url}/{seat_link(table, 0)}")
    expect(me.see(".digest")).to_contain_text("stayed at")
    return me


def test_on_return_one_is_told_what_happened(join: Join, server: Server) -> None:
    me = returned(join, server)
    digest = me.page.get_by_label("While you were away")
    expect(digest).to_contain_text(re.compile("3 hours", re.I))
    expect(digest).to_contain_text("Ninsun’s score went from 0 to 1, yours stayed at 0.")
    expect(digest.get_by_role("listitem")).to_contain_text("Turn 1 Ninsun moves to Assyrians")
    expect(digest).to_contain_text("for this turn. Then a bot plays it for you.")
    assert crowding_at_every_size(me) == []
    digest.get_by_role("button", name="Go on with my turn").click()
    expect(digest).to_have_count(0)
    expect(me.see(".log .since + li")).to_contain_text("moves to Assyrians")
    me.page.reload()
    me.wait_until_asked()
    expect(digest).to_have_count(0)


def test_what_happened_meanwhile_is_replayed_or_shown_turn_by_turn(join: Join, server: Server) -> None:
    me = returned(join, server)
    me.see(".digest li button").click()
    expect(me.see(".pastbar")).to_be_visible()
    me.page.get_by_role("button", name="Back to now").first.click()
    me.page.evaluate(NOTE_TITLES)
    me.page.get_by_role("button", name=re.compile(r"^Replay it, \d+ seconds$")).click()
    me.page.wait_for_function(REPLAYED, arg="Ninsun moves to Assyrians")
    expect(me.see(".digest")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_digest_can_be_read_by_everybody_and_is_closed_by_escape(
    join: Join, server: Server, phone: bool, dark: bool
) -> None:
    me = returned(join, server, phone=phone, dark=dark)
    assert violations(me) == []
    me.press("F6", "Escape")
    expect(me.see(".digest")).to_have_count(0)


def test_links_that_only_this_computer_can_open_say_so_and_how_to_let_others_in(join: Join) -> None:
    me = join()
    expect(me.see(".new .warning")).to_contain_text("Only this computer can open your links.")
    me.see(".new .warning").get_by_role("button", name="Show me how").click()
    expect(me.see(".new .warning")).to_contain_text("start it again with --lan added, as in shinar serve --lan")
    assert crowding_at_every_size(me) == []
    me.see(".new .seg button", "Babel").click()
    expect(me.see("dialog[open] .warning")).to_contain_text("Let the network in first.")
    me.page.get_by_role("button", name="Open the table").click()
    expect(me.see("dialog[open] .links .warning")).to_contain_text("A friend’s phone would find nothing.")
    me.see("dialog[open] .links .warning").get_by_role("button", name="Show me how").click()
    expect(me.see("dialog[open] .links code").last).to_have_text("shinar serve --lan")
    assert crowding_at_every_size(me) == []


def test_a_server_that_listens_to_the_network_says_where_and_its_links_lead_there(join: Join, server: Server) -> None:
    """As `shinar serve --lan` answers on a computer with that address."""
    me = join("#/rules/babel")
    games = server.get("/api/games") | {"address": "http://192.168.178.24:8765/"}
    me.page.route("**/api/games", lambda route: route.fulfill(json=games))
    me.page.goto(f"{server.url}/")
    expect(me.see(".new .reach")).to_have_text("Reachable in this network http://192.168.178.24:8765/")
    assert crowding_at_every_size(me) == []
    me.open_new_table()
    expect(me.see("dialog[open] .links .reach")).to_contain_text("Reachable in this network")
    link = me.see("dialog[open] .code input")
    expect(link).to_have_value(re.compile(r"^http://192\.168\.178\.24:8765/babel#/join/"))
    expect(me.see("dialog[open] .warning")).to_have_count(0)


def test_every_level_tells_its_strength_and_how_long_a_game_takes(join: Join) -> None:
    me = join()
    card = me.page.get_by_label("Babel", exact=True)
    expect(card.locator("option").nth(0)).to_have_text("1 · Apprentice · 1000 Elo")
    expect(card.locator("option").nth(2)).to_have_text(re.compile(r"^3 · Scribe · \d{4} ± \d+ Elo$"))
    card.get_by_role("combobox").select_option("level3")
    expect(card.locator(".time")).to_have_text(re.compile(r"^About \d+ minutes$"))
    me.see(".new .seg button", "Babel").click()
    expect(me.see("dialog[open] .foot")).to_contain_text(
        re.compile(r"2 people, 0 bots · about \d+ minutes for each of you")
    )
    me.page.get_by_label("Who sits on seat 2").select_option("bot:level4")
    expect(me.see("dialog[open] .seat .kind")).to_contain_text(re.compile(r"A game takes about \d+ minutes"))
    chosen = me.page.get_by_label("Who sits on seat 2").locator("option:checked")
    expect(chosen).to_have_text(re.compile(r"^Bot: 4 · Architect · \d{4} ± \d+ Elo$"))


def test_a_friend_who_comes_by_a_link_is_asked_for_a_name_once(join: Join, server: Server) -> None:
    table = server.new_table("pp", **START_BY_SEAT_0)
    me = join(seat_link(table, 0))
    friend = join(seat_link(table, 1), coached=True)
    friend.page.get_by_label("Nickname").fill("Ninsun")
    friend.page.get_by_role("button", name="Done").click()
    expect(me.see(".who .name b")).to_have_text("Ninsun")
    friend.page.reload()
    friend.page.wait_for_selector(".babel")
    friend.settle()
    expect(friend.page.get_by_label("Nickname")).to_have_count(0)


def test_a_rematch_against_bots_takes_one_click(join: Join) -> None:
    me = join()
    me.play_now()
    before = me.page.url
    me.open_menu("Resign")
    me.see("dialog[open] .danger").click()
    me.see("dialog.result .primary", "Rematch").click()
    me.page.wait_for_url(lambda url: url != before)
    me.page.wait_for_selector(".babel")


def test_the_result_shows_the_chances_with_an_axis_and_leads_to_a_turn(join: Join) -> None:
    me = join()
    me.play_now()
    me.touch("hand:assyrians")
    me.touch("site:assyrians")
    me.open_menu("Resign")
    me.see("dialog[open] .danger").click()
    expect(me.see("dialog.result .kicker").first).to_contain_text(
        re.compile("Turn 1 · 1 minute · against 2 · Mason", re.I)
    )
    expect(me.see("dialog.result .axis")).to_contain_text("100 %")
    expect(me.see("dialog.result .key")).to_contain_text("You")
    me.see("dialog.result .points button").first.click()
    expect(me.see(".pastbar")).to_be_visible()
    expect(me.see('[data-place="quarry"] [data-pawn="mine"]')).to_be_visible()


def test_the_chances_of_the_result_are_not_asked_for_again_by_the_replay(join: Join) -> None:
    me = join()
    me.play_now()
    me.open_menu("Resign")
    me.see("dialog[open] .danger").click()
    expect(me.see(".chances .upper")).to_be_visible()  # all are known
    box, plot = me.see(".chances .upper").bounding_box(), me.see(".chances .plot").bounding_box()
    assert box is not None
    assert plot is not None
    assert box["y"] + box["height"] < plot["y"] + plot["height"] / 2  # beside the side that it names, not on the curve
    asked: list[str] = []
    me.page.on("request", lambda request: asked.append(request.url))
    me.see("dialog.result .btn", "Replay").click()
    expect(me.see(".steps")).to_be_visible()
    expect(me.see(".chances .upper").first).to_be_attached()
    assert [address for address in asked if "/odds" in address] == []


def test_whoever_looks_at_a_replay_again_and_again_is_never_refused(join: Join, tmp_path: Path) -> None:
    with running(tmp_path, limits={"heavy": (2, 2)}) as server:
        me = join(f"#/record/{finished_record(server)}", base=server.url)
        refused: list[str] = []
        me.page.on("response", lambda answer: refused.append(answer.url) if answer.status == TOO_FAST else None)
        for _ in range(2):
            expect(me.see(".chances .upper").first).to_be_attached()  # all are known
            me.page.reload()
        expect(me.see(".chances .upper").first).to_be_attached()
        assert refused == []
        me.page.close()  # before the server ends


TOO_FAST = 429  # the status of an answer


def test_the_page_can_be_installed(server: Server) -> None:
    manifest = server.get("/manifest.webmanifest")
    assert (manifest["name"], manifest["display"]) == ("Shinar", "standalone")


@pytest.mark.parametrize(
    ("path", "title", "picture"),
    [
        ("/", "Shinar: a seat at the table", "shinar"),
        ("/babel", "Babel: a seat at the table", "babel"),
        ("/wonders/", "7 Wonders: a seat at the table", "wonders"),
    ],
)
def test_a_link_has_a_preview_with_the_title_and_the_picture_of_its_game(
    server: Server, path: str, title: str, picture: str
) -> None:
    page = server.http.get(path).text
    assert f'<meta property="og:title" content="{title}" />' in page
    image = f"{server.url}/previews/{picture}.png"
    assert f'<meta property="og:image" content="{image}" />' in page
    answer = server.http.get(image)
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")


def test_the_link_of_a_seat_begins_with_its_game(join: Join) -> None:
    me = join()
    me.open_new_table()
    assert "/babel#/join/" in me.see("dialog[open] .code input").input_value()


def test_the_discards_show_the_card_that_came_last(join: Join) -> None:
    me = join()
    me.play_now()
    me.touch("hand:assyrians")
    me.touch("site:assyrians")
    expect(me.see('[data-place="discards"] .ncard')).to_have_attribute("data-nation", "assyrians")
    me.touch("hand:hittites")
    me.touch("site:hittites")
    expect(me.see('[data-place="discards"] .ncard')).to_have_attribute("data-nation", "hittites")
