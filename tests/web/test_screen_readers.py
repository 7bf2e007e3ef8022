"""What screen readers announce: each sentence once, also my own actions, also what others take back."""

from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.conftest import Join
from tests.web.helpers import NATIONS
from tests.web.test_playing import START_BY_SEAT_0, first_card, seat_link

# Every sentence that the polite region ever gained, in order.
LISTEN = """
  window.heard = [];
  new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(
    node => node.textContent?.trim() && window.heard.push(node.textContent))))
    .observe(document.querySelector('[aria-live=polite].sr'), {childList: true});
"""


def test_each_sentence_is_read_once_and_my_own_actions_too(join: Join) -> None:
    me = join()
    me.play_now()
    me.page.evaluate(LISTEN)
    nation = first_card(me)
    me.press(nation[0], str(NATIONS.index(nation) + 1))
    expect(me.see(f'[data-place="site:{nation}"] [data-pawn="mine"]')).to_be_visible()
    me.press("u")
    expect(me.see('[data-place="quarry"] [data-pawn="mine"]')).to_be_visible()
    me.press(nation[0])
    me.settle()
    heard = me.page.evaluate("() => window.heard")
    assert f"You move to {nation.capitalize()}." in heard
    assert "Taken back." in heard
    assert heard.count(f"You move to {nation.capitalize()}.") == 1


def test_what_another_takes_back_is_said(join: Join, server: Server) -> None:
    table = server.new_table("pp", **START_BY_SEAT_0)
    me, other = join(seat_link(table, 0)), join(seat_link(table, 1))
    me.wait_until_asked()
    other.page.wait_for_selector(".babel")
    nation = first_card(me)
    me.press(nation[0], str(NATIONS.index(nation) + 1))
    expect(other.see(f'[data-place="site:{nation}"] [data-pawn="theirs"]')).to_be_visible()
    me.press("u")
    expect(other.see(".toast")).to_contain_text("takes back: moves to")


def test_nothing_of_the_last_table_is_said_at_the_rematch(join: Join) -> None:
    me = join()
    me.play_now()
    me.open_menu("Resign")
    me.see("dialog[open] .danger").click()
    expect(me.see(".sr[role=alert]")).to_have_text("The game is over.")
    before = me.page.url
    me.see("dialog.result .primary", "Rematch").click()
    me.page.wait_for_url(lambda url: url != before)
    me.page.wait_for_selector(".babel")
    expect(me.see(".sr[role=alert]")).not_to_have_text("The game is over.")
    expect(me.see("[aria-live=polite].sr", "resigned")).to_have_count(0)


def test_f6_leaves_the_filter_of_the_list(join: Join) -> None:
    me = join()
    me.play_now()
    me.press("l")
    expect(me.page.get_by_label("Filter the actions")).to_be_focused()
    zones = []
    for _ in range(6):
        me.press("F6")
        zones.append(me.page.evaluate("() => document.activeElement.closest('[data-zone]')?.dataset.zone"))
    assert set(zones) == {"board", "supply", "hand", "actions", "log"}


def test_on_touch_the_list_does_not_call_up_the_keyboard(join: Join) -> None:
    me = join(phone=True)
    me.play_now()
    me.hit(me.page.get_by_role("button", name="All"))
    expect(me.see(".alist .a").first).to_be_visible()
    expect(me.page.get_by_label("Filter the actions")).not_to_be_focused()


def test_letters_do_nothing_once_shortcuts_are_switched_off(join: Join) -> None:
    me = join()
    me.play_now()
    me.open_menu("Settings")
    me.page.get_by_label("Single-letter shortcuts").uncheck()
    me.press("Escape", "l")
    expect(me.see(".alist")).to_have_count(0)
    me.page.get_by_role("button", name="All").click()
    expect(me.see(".alist")).to_be_visible()


def test_those_who_watch_meet_no_dead_buttons(join: Join, server: Server) -> None:
    table = server.new_table("pp", **START_BY_SEAT_0)
    me = join(f"#/table/{table['table']}/{table['spectator']}")
    me.page.wait_for_selector(".babel")
    assert me.see(".actions button:disabled").count() == 0
    me.press("c")
    expect(me.see(".chat")).to_contain_text("Spectators can read this too.")
    assert me.see(".chat input").count() == 0
