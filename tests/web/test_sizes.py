"""Every page at every size of window: nothing outside, nothing overlapping, nothing cut off."""

import random

import pytest
from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.boxes import SMALL_SIZES, crowding_at_every_size, sizes_where
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_looks import finished_record, violations

MAX_TURNS = 3


def open_tables(person: Person, count: int) -> None:
    """Give the browser tables of its own, as if they had been opened one after the other."""
    person.page.evaluate(
        """async (count) => {
          const headers = {'content-type': 'application/json'};
          const seats = [];
          for (let i = 0; i < count; i++) {
            const answer = await fetch('/api/play', {method: 'POST', headers, body: JSON.stringify({game: 'babel'})});
            const {table, keys, my_seat, spectator} = await answer.json();
            seats.push({table, secret: keys[0].secret, seat: my_seat, game: 'babel', others: [], spectator});
          }
          localStorage.setItem('shinar.seats', JSON.stringify(seats));
        }""",
        count,
    )
    person.page.reload()
    person.page.wait_for_selector(".trow")


def test_the_lobby_fits_every_window_also_with_many_tables(join: Join) -> None:
    me = join()
    me.page.wait_for_selector(".game")
    found = crowding_at_every_size(me)
    open_tables(me, 7)
    assert found + crowding_at_every_size(me) == []


def test_the_pictures_of_the_games_are_whole_in_every_window(join: Join) -> None:
    me = join()
    expect(me.see(".art svg")).to_have_count(3)
    assert sizes_where(me, CUT) == []


CUT = """() => [...document.querySelectorAll(".art .piece")].some(piece => {
    const [art, box] = [piece.closest(".art").getBoundingClientRect(), piece.getBoundingClientRect()];
    const isSeen = art.width * art.height > 0;
    return isSeen && (box.left < art.left || box.right > art.right || box.top < art.top || box.bottom > art.bottom);
})"""


def test_a_new_table_of_every_game_fits_every_window(join: Join) -> None:
    me = join("#/new")
    found = []
    for game in ("Babel", "Babylonia", "7 Wonders"):
        me.see("dialog[open] .seg button", game).click()
        found += [f"{game}: {problem}" for problem in crowding_at_every_size(me, SMALL_SIZES)]
        me.page.get_by_label("Who sits on seat 2").select_option("bot:level5")
        found += [f"{game} with a bot: {problem}" for problem in crowding_at_every_size(me, SMALL_SIZES)]
    for _ in range(4):
        me.page.get_by_role("button", name="One seat more").click()
    me.page.get_by_text("More options").click()
    assert found + crowding_at_every_size(me) == []


def test_the_options_of_a_new_table_stand_beside_its_seats(join: Join) -> None:
    me = join("#/new")
    seats, options = me.page.get_by_label("Who plays").bounding_box(), me.page.get_by_label("Options").bounding_box()
    assert seats is not None
    assert options is not None
    assert (options["y"], options["x"] > seats["x"] + seats["width"]) == (seats["y"], True)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_new_table_of_every_game_has_no_serious_violation(join: Join, phone: bool, dark: bool) -> None:
    me = join("#/new", phone=phone, dark=dark)
    for game in ("Babel", "Babylonia", "7 Wonders"):
        me.hit(me.see("dialog[open] .seg button", game))
        me.settle()
        for more in me.see("dialog[open] summary", "More options").all():  # Babel has none
            me.hit(more)
        assert violations(me) == [], game


def test_the_table_fits_every_window_whatever_is_open(join: Join) -> None:
    me = join()
    me.play_now()
    found = [f"table: {problem}" for problem in crowding_at_every_size(me)]
    me.see(".hand .ncard").first.click()
    found += [f"card chosen: {problem}" for problem in crowding_at_every_size(me)]
    for key, name in (("l", "list"), ("c", "chat")):
        me.press("Escape", key)
        found += [f"{name}: {problem}" for problem in crowding_at_every_size(me)]
        me.press("Escape")
    assert found == []


def test_a_table_with_cards_on_it_fits_every_window(join: Join) -> None:
    me = join()
    me.play_now()
    for _ in range(MAX_TURNS):
        me.take_turn_by_clicks(random.Random(3))
        me.wait_until_asked()
    assert {"tablet", "1920x1080", "2560x1440"} <= set(sizes_where(me, SHOWN_TO_ITS_END_OR_FROM_ITS_START))
    assert crowding_at_every_size(me) == []


# A turn of the other in the log: where it is taller than the log, one sees its start instead of its last action.
SHOWN_TO_ITS_END_OR_FROM_ITS_START = """() => {
    const box = (part) => part.getBoundingClientRect();
    const [frame, now] = [box(document.querySelector(".log .scroll")), box(document.querySelector(".log .now"))];
    const isEndInSight = now.top >= frame.top - 1 && now.bottom <= frame.bottom + 1;
    const starts = [...document.querySelectorAll(".log .turn")].map((turn) => box(turn).top);
    return now.height > 0 && (isEndInSight || starts.some((top) => Math.abs(top - frame.top) <= 1));
}"""


def test_dialogs_fit_every_window(join: Join) -> None:
    me = join()
    me.play_now()
    found = []
    for choice in ("Rules", "Keys", "Links"):
        me.open_menu(choice)
        me.page.wait_for_selector("dialog[open] :is(.clause, kbd, .seatlink)")
        found += [f"{choice}: {problem}" for problem in crowding_at_every_size(me, SMALL_SIZES)]
        me.press("Escape")
    me.page.get_by_role("button", name="Menu").click()
    assert found + crowding_at_every_size(me, SMALL_SIZES) == []


def test_the_close_button_of_the_rules_stays_in_sight(join: Join) -> None:
    me = join()
    me.play_now()
    me.open_menu("Rules")
    me.page.wait_for_selector("dialog[open] .clause")
    me.see("dialog[open] .body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
    box = me.see("dialog[open] .shut").bounding_box()
    assert box is not None
    assert box["y"] > 0


def test_replay_and_result_fit_every_window(join: Join, server: Server) -> None:
    me = join(f"#/record/{finished_record(server)}")
    me.page.wait_for_selector(".steps")
    me.press("End")
    found = crowding_at_every_size(me)
    me.page.goto(f"{server.url}/")
    me.play_now()
    me.open_menu("Resign")
    me.see("dialog[open] .danger").click()
    me.page.wait_for_selector("dialog.result[open]")
    assert found + crowding_at_every_size(me) == []
