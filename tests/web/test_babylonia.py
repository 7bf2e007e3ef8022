"""Babylonia's board in a real browser: placing, scoring, choosing cards, and whole games to their end."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.babylonia import Company
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_playing import seat_link

LATE = 10  # tokens that a seat has left when a test takes over
STEPS = 400


def late(update: dict[str, object]) -> bool:
    """Whether the end is near: few tokens left, and seat 0 is to place."""
    view = update["view"]
    assert isinstance(view, dict)
    me = view["players"][0]
    return bool(me["pool_size"] + me["stand_size"] <= LATE and update["actors"] == [0] and view["placed"] == 0)


@pytest.fixture
def start(join: Join, server: Server) -> Person:
    """A new table of three, seat 0 to place its first token."""
    table = server.new_table("ppp", game="babylonia", players=3, starter=0)
    me = join(seat_link(table, 0))
    me.wait_until_asked()
    return me


@pytest.fixture(scope="module")
def middle(server: Server) -> Company:
    """A match of four in its middle, seat 0 to place."""
    company = Company(server, 4, seed=2)
    company.play_until(lambda update: update["view"]["turn"] >= 21 and update["actors"] == [0])
    return company


def cell(name: str) -> str:
    """The selector of a cell."""
    return f'[data-place="cell:{name}"]'


def select(person: Person, kind: str = "") -> str:
    """Take a token of the stand by a click; its kind."""
    token = person.see(f'.tray button[data-place^="stand:{kind}"]').first
    token.click()
    return (token.get_attribute("data-place") or "").partition(":")[2]


# ---- placing ----------------------------------------------------------------------------------------------------


def test_a_token_is_chosen_aimed_and_placed_with_its_effect_told(start: Person) -> None:
    kind = select(start)
    expect(start.see(".m-dot").first).to_be_visible()
    start.see(cell("10,8")).hover()
    expect(start.see(".m-ghost .tk")).to_be_visible()
    expect(start.see(".m-pill", "+1")).to_be_visible()
    expect(start.see(".say")).to_contain_text(f"{kind.capitalize()} selected.")
    expect(start.see(".say")).to_contain_text("+1, ziggurats")
    version = start.version
    start.see(cell("10,8")).click()
    start.wait_for_change(version)
    expect(start.see('[data-piece="10,8"] .tk[data-seat="1"]')).to_be_visible()
    expect(start.see('[data-place="player:0"] .pts')).to_have_text("1")
    expect(start.see('[data-place="player:0"] .gain')).to_contain_text("ziggurats 1")
    expect(start.see(".mine .primary", "End turn")).to_be_enabled()


def test_a_token_is_dragged_to_its_cell_and_taken_back(start: Person) -> None:
    version = start.version
    start.see(".tray button").first.drag_to(start.see(cell("5,3")))
    start.wait_for_change(version)
    expect(start.see('[data-piece="5,3"]')).to_be_visible()
    start.press("u")
    expect(start.see('[data-piece="5,3"]')).to_have_count(0)
    expect(start.see(".tray button")).to_have_count(5)


def test_a_cell_without_a_token_in_hand_asks_which_one(start: Person) -> None:
    start.see(cell("5,3")).click()
    version = start.version
    start.see(".chooser button").first.click()
    start.wait_for_change(version)
    expect(start.see('[data-piece="5,3"]')).to_be_visible()


def test_why_not_is_told_beside_the_cell(start: Person) -> None:
    kind = select(start)
    field = start.see('[role=gridcell][aria-label*="field worth"]').first
    field.click()
    assert f"cannot place a {kind}" in start.bubble().lower()
    expect(start.see(".bubble a")).to_have_text(re.compile(r"Rule BN-3\.\d+"))
    expect(start.see(".m-refused")).to_be_visible()


def test_the_board_zooms_by_the_wheel_and_back_by_a_double_click(start: Person) -> None:
    whole = start.see(".map").get_attribute("viewBox")
    start.see(cell("12,8")).hover()
    start.page.mouse.wheel(0, -400)
    expect(start.see(".map.zoomed")).to_be_visible()
    start.see(cell("12,8")).dblclick()
    expect(start.see(".map.zoomed")).to_have_count(0)
    assert start.see(".map").get_attribute("viewBox") == whole


def test_the_list_of_actions_is_filtered(start: Person) -> None:
    start.press("l")
    expect(start.see(".alist .a").first).to_be_visible()
    kind = (start.see(".tray button").first.get_attribute("data-place") or "").partition(":")[2]
    start.page.keyboard.type(f"{kind} 21,9")
    expect(start.see(".alist .a")).to_have_count(1)
    version = start.version
    start.press("ArrowDown", "Enter")
    start.wait_for_change(version)
    expect(start.see('[data-piece="21,9"]')).to_be_visible()


# ---- looking ----------------------------------------------------------------------------------------------------


def test_a_city_tells_how_it_stands(join: Join, middle: Company) -> None:
    me = join(seat_link(middle.table, 0))
    me.wait_until_asked()
    standing = next(s for s in middle.latest["view"]["standings"] if s["holds"] == "city" and s["free"])
    me.see(cell(standing["cell"])).click()
    panel = me.see(".standing")
    expect(panel).to_contain_text(f"{len(standing['free'])} of {standing['land']} land cells")
    expect(panel.locator("tbody tr")).to_have_count(4)
    points = [str(share["nobles"] + share["cities"]) for share in standing["shares"]]
    assert panel.locator("tbody tr td:nth-child(4)").all_inner_texts() == points
    expect(me.see(".m-free")).to_have_count(len(standing["free"]))
    expect(me.see(".m-shade")).to_have_count(1)
    me.press("Escape")
    expect(panel).to_have_count(0)


def test_a_player_shows_cards_and_what_is_still_out(join: Join, middle: Company) -> None:
    me = join(seat_link(middle.table, 0))
    me.wait_until_asked()
    them = middle.latest["view"]["players"][2]
    me.see('[data-place="player:2"]').click()
    farmers = them["out_of_sight"]["farmer"]
    expect(me.see(".about")).to_contain_text(re.compile(rf"{farmers} farmer"))
    expect(me.see(".about")).to_contain_text(f"in the pool ({them['pool_size']})")
    me.see('[data-place="player:2"]').click()
    expect(me.see(".about")).to_have_count(0)


def test_a_card_tells_what_it_does(start: Person) -> None:
    start.see('[data-place="card:3"]').click()
    expect(start.see(".bubble")).to_contain_text("Your stand holds seven tokens.")


def test_what_others_placed_is_marked(join: Join, middle: Company) -> None:
    me = join(seat_link(middle.table, 0))
    me.wait_until_asked()
    expect(me.see(".m-last").first).to_be_visible()


def test_face_down_tokens_hint_at_nothing(join: Join, server: Server) -> None:
    table = server.new_table("ppp", game="babylonia", players=3, starter=0)
    me, other = server.join(table, 0), join(seat_link(table, 1))
    me.act(next(action["id"] for action in me.latest["actions"] if action["args"].get("cell") == "2,8"))
    me.act("end placing")
    token = other.see('[data-piece="2,8"]')
    expect(token.locator("use")).to_have_count(1)
    expect(token.locator("use")).to_have_attribute("href", "#b-facedown")
    expect(other.see(cell("2,8"))).to_have_attribute("aria-label", re.compile("face-down token of"))


# ---- scoring and cards ------------------------------------------------------------------------------------------


def test_several_cities_are_scored_in_the_order_one_chooses(join: Join, server: Server) -> None:
    company = Company(server, 4, seed=4)
    company.play_until(lambda update: len(update["view"]["to_score"]) > 1 and update["view"]["phase"] == "score")
    seat = company.latest["actors"][0]
    me = join(seat_link(company.table, seat))
    me.wait_until_asked()
    expect(me.see(".mine .primary")).to_have_text("Choose on the board")
    chosen = company.latest["view"]["to_score"][-1]
    version = me.version
    me.see(cell(chosen)).click()
    me.wait_for_change(version)
    company.hear(me.version)
    assert chosen not in company.latest["view"]["to_score"]
    expect(me.see(".m-ring").first).to_be_visible()


def test_a_surrounded_city_lights_up_and_tells_who_got_what(join: Join, server: Server) -> None:
    company = Company(server, 3, seed=3)
    company.play_until(lambda update: update["view"]["phase"] == "score" and update["actors"] != [0])
    me = join(seat_link(company.table, 0))
    expect(me.see(".map")).to_be_visible()
    before = {s["cell"]: s for s in company.latest["view"]["standings"]}
    [place] = company.latest["view"]["to_score"][:1]
    company.act(company.latest["actors"][0])
    if before[place]["holds"] == "city":
        points = [share["nobles"] + share["cities"] for share in before[place]["shares"]]
        for seat, amount in enumerate(points):
            if amount:
                expect(me.see(f'[data-place="player:{seat}"] .gain b')).to_have_text(f"+{amount}")
    expect(me.see(".m-ring").first).to_be_visible()


def test_a_ziggurat_card_is_chosen_among_real_cards(join: Join, server: Server) -> None:
    company = Company(server, 4, seed=5)
    company.play_until(lambda update: update["view"]["phase"] == "card")
    seat = company.latest["actors"][0]
    me = join(seat_link(company.table, seat))
    me.wait_until_asked()
    expect(me.see(".cardsheet .zl")).to_have_count(len(company.latest["view"]["display"]))
    expect(me.see(".mine .primary")).to_be_disabled()
    me.see('[data-place="pick:7"]').click()
    version = me.version
    me.see(".mine .primary", "Take card 7").click()
    me.wait_for_change(version)
    expect(me.see(".cardsheet")).to_have_count(0)
    expect(me.see('[data-place="card:7"] .own')).to_have_attribute("data-seat", str(seat + 1))
    expect(me.see(f'[data-place="player:{seat}"] small')).to_contain_text("card 7")


# ---- whole games ------------------------------------------------------------------------------------------------


def finish(me: Person, company: Company, take_turn: Callable[[Person, random.Random], None]) -> None:
    """Play seat 0 on a page and the others by programs, until the result is shown."""
    dice = random.Random(7)
    for _ in range(STEPS):
        if company.play_for_others(0)["outcome"]:
            break
        me.page.wait_for_function(
            "version => Number(document.querySelector('.stage')?.dataset.version) >= version",
            arg=company.latest["version"],
        )
        if me.is_over:
            break
        version = me.version
        take_turn(me, dice)
        me.wait_for_change(version, "dialog.result[open]")
        company.hear(me.version)
    expect(me.see("dialog.result[open] .bb-final")).to_be_visible()
    scores = [player["score"] for player in company.catch_up()["view"]["players"]]
    shown = [int(text) for text in me.see(".bb-final .t").all_inner_texts()]
    assert sorted(shown, reverse=True) == shown
    assert sorted(shown) == sorted(scores)
    for row in me.see(".bb-final tbody").all():
        parts = [int(text.split()[0]) for text in row.locator("tr:first-child td").all_inner_texts()]
        assert sum(parts[:-1]) == parts[-1], "the sources do not add up"


def use_main_button(me: Person) -> bool:
    """Press the main button if it has something to do: end the turn, score, take a card."""
    if me.see(".cardsheet").count():
        me.see(".cardsheet .zl").first.click()
    button = me.see(".mine .primary")
    if not button.is_enabled():
        return False
    button.click()
    return True


def click_once(me: Person, dice: random.Random) -> None:
    """One action by the mouse."""
    if me.see(".m-score").count() > 1:
        place = me.see(".m-score").first.evaluate("e => e.getAttribute('transform')")
        assert place
        me.see('[role=gridcell][aria-label*="surrounded"]').first.click()
        return
    if use_main_button(me):
        return
    select(me)
    targets = me.page.evaluate(
        "() => [...document.querySelectorAll('[aria-label*=\"placing\"]')].map(e => e.dataset.place)"
    )
    me.see(f'[data-place="{dice.choice(targets)}"]').click()


def tap_once(me: Person, dice: random.Random) -> None:
    """One action by touch: the first tap looks through the loupe, Place confirms."""
    if me.see(".cardsheet").count():
        me.see(".cardsheet .zl").first.tap()
        me.see(".cardsheet .take").tap()
        return
    if me.see(".mine .primary").is_enabled():
        me.see(".mine .primary").tap()
        return
    me.see(".tray button").first.tap()
    targets = me.page.evaluate(
        "() => [...document.querySelectorAll('[aria-label*=\"placing\"]')].map(e => e.dataset.place)"
    )
    me.see(f'[data-place="{dice.choice(targets)}"]').tap()
    expect(me.see(".loupe .w li").first).to_be_visible()
    me.see(".loupe .primary").tap()


def press_once(me: Person, dice: random.Random) -> None:
    """One action by keys alone."""
    if me.see(".cardsheet").count():
        me.press("ArrowRight", "Enter")
    elif me.see(".m-score").count() > 1:
        me.press("n", "Enter")
    elif me.see('.mine .primary:text-is("End turn"):enabled').count():
        me.press("e")
    elif me.see(".mine .primary:enabled").count():
        me.see(".mine .primary").focus()
        me.press("Enter")
    else:
        me.press("1", *["n"] * dice.randrange(1, 4), "Enter")


def test_a_match_of_three_is_played_to_its_end_by_the_mouse(join: Join, server: Server) -> None:
    company = Company(server, 3, seed=6)
    company.play_until(late)
    finish(join(seat_link(company.table, 0)), company, click_once)


def test_a_match_of_two_is_played_to_its_end_by_touch_on_a_phone(join: Join, server: Server) -> None:
    company = Company(server, 2, seed=8)
    company.play_until(late)
    finish(join(seat_link(company.table, 0), phone=True), company, tap_once)


def test_a_match_of_four_is_played_to_its_end_by_keys_alone(join: Join, server: Server) -> None:
    company = Company(server, 4, seed=9, cards="variant")
    company.play_until(late)
    finish(join(seat_link(company.table, 0)), company, press_once)
