"""Babylonia's board in a real browser: placing, scoring, choosing cards, and whole games to their end."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.babylonia import Company, are_neighbours, place_of
from tests.web.boxes import OVERLAP, crowding_at_every_size
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_playing import seat_link
from tests.web.test_screen_readers import LISTEN

STEPS = 400  # of one person in a match


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
    expect(start.see(".say")).to_contain_text("Here you touch one ziggurat: +1.")
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
    expect(start.see(".chooser button").first).to_be_visible()
    assert crowding_at_every_size(start) == []
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


def test_two_fingers_look_closer_and_a_double_tap_shows_the_whole(join: Join, server: Server) -> None:
    table = server.new_table("pp", game="babylonia", players=2, starter=0)
    me = join(seat_link(table, 0), phone=True)
    me.wait_until_asked()
    whole = me.see(".map").get_attribute("viewBox")
    pinch(me, cell("12,6"), 30, 90)
    expect(me.see(".map.zoomed")).to_be_visible()
    seen = [float(number) for number in (me.see(".map").get_attribute("viewBox") or "").split()]
    assert seen[2] * 2.5 < float((whole or "").split()[2])
    expect(me.see(".loupe")).to_have_count(0)  # nothing was touched by it
    me.see(cell("12,6")).tap()
    me.see(cell("12,6")).tap()
    expect(me.see(".map.zoomed")).to_have_count(0)
    assert me.see(".map").get_attribute("viewBox") == whole


def pinch(person: Person, selector: str, before: int, after: int) -> None:
    """Two fingers around the middle of a thing move apart, or together; distances are of each from the middle."""
    box = person.see(selector).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = person.context.new_cdp_session(person.page)

    def send(kind: str, distance: int | None) -> None:
        places = (
            [] if distance is None else [{"x": x - distance, "y": y, "id": 0}, {"x": x + distance, "y": y, "id": 1}]
        )
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    send("touchStart", before)
    for step in range(1, 9):
        send("touchMove", before + (after - before) * step // 8)
    send("touchEnd", None)
    person.settle()


def test_arrows_walk_over_the_cells_and_stay_at_the_edge(start: Person) -> None:
    start.see(cell("12,8")).focus()
    for key, name in (
        ("ArrowUp", "10,8"),
        ("ArrowRight", "9,9"),
        ("Shift+ArrowRight", "10,10"),
        ("ArrowDown", "12,10"),
        ("ArrowLeft", "11,9"),
        ("Shift+ArrowLeft", "12,8"),
    ):
        start.press(key)
        expect(start.see(cell(name))).to_be_focused()
    start.see(cell("22,14")).focus()
    start.press("ArrowDown")
    expect(start.see(cell("22,14"))).to_be_focused()


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
    tokens, tiles = me.see(".about .tally").nth(0), me.see(".about .tally").nth(1)
    unseen = list(them["out_of_sight"].values())
    expect(tokens.locator("b")).to_have_text([str(count) for count in unseen])
    expect(me.see(".about")).to_contain_text(f"in the pool ({them['pool_size']})")
    left = [f"{count['on_board']}/{count['in_game']}" for count in middle.latest["view"]["tiles"]]
    expect(tiles.locator("> span")).to_have_text([re.compile(rf"\b{ratio}\s*$") for ratio in left])
    me.see('[data-place="player:2"]').click()
    expect(me.see(".about")).to_have_count(0)


def test_aiming_at_the_last_free_cell_shows_what_every_seat_would_get(join: Join, middle: Company) -> None:
    me = join(seat_link(middle.table, 0))
    me.wait_until_asked()
    standings = middle.latest["view"]["standings"]
    last = next(s for s in standings if s["holds"] == "city" and len(s["free"]) == 1 and s["completed"])
    select(me, "farmer")
    me.see(cell(last["free"][0])).hover()
    gains = zip(last["completed"]["nobles"], last["completed"]["cities"], strict=True)
    expect(me.see("text.m-seattext")).to_have_text([f"+{nobles + cities}" for nobles, cities in gains])
    expect(me.see(".say")).to_contain_text("surrounds the city at")


def test_a_match_of_two_has_the_marks_of_its_seats_in_the_log(join: Join, server: Server) -> None:
    table = server.new_table("pp", game="babylonia", players=2, starter=0)
    me = join(seat_link(table, 0))
    me.wait_until_asked()
    for seat in ("1", "2"):
        expect(me.see(f'.log .sm[data-seat="{seat}"]').first).to_be_visible()
    expect(me.see(".log .dot:not(.none)")).to_have_count(0)


def test_a_spectator_sees_the_board_and_no_hidden_token(join: Join, middle: Company) -> None:
    me = join(f"#/table/{middle.table['table']}/{middle.table['spectator']}")
    expect(me.see(".map")).to_be_visible()
    expect(me.see(".tray button")).to_have_count(0)
    expect(me.see(".tray .tok").first).to_be_visible()
    me.see('[data-place="player:1"]').click()
    expect(me.see(".about")).to_contain_text("Network")


def test_readings_of_the_rules_stay_under_more_options(join: Join) -> None:
    me = join("#/new")
    me.see("dialog[open] .seg button", "Babylonia").click()
    expect(me.see("dialog[open] .opt", "lets a farmer in")).to_be_hidden()
    me.page.get_by_text("More options").click()
    for words in ("ziggurat cards are on display", "lets a farmer in", "places the noble"):
        expect(me.see("dialog[open] .more .opt", words)).to_be_visible()
    me.see("dialog[open] .more .opt", "ziggurat cards").locator("select").select_option(label="Variant")
    expect(me.see("dialog[open] .more summary")).to_contain_text("Cards: variant")


def test_a_card_tells_what_it_does(start: Person) -> None:
    start.see('[data-place="card:3"]').click()
    expect(start.see(".bubble")).to_contain_text("Your stand holds seven tokens.")


def test_lines_join_the_tokens_of_a_seat_that_lie_side_by_side(join: Join, middle: Company) -> None:
    me = join(seat_link(middle.table, 0))
    me.wait_until_asked()
    tokens = [c for c in middle.latest["view"]["cells"] if c["holds"] == "token"]
    for seat in range(4):
        own = [place_of(c) for c in tokens if c["seat"] == seat]
        pairs = sum(are_neighbours(one, other) for index, one in enumerate(own) for other in own[index:])
        drawn = me.see(f'g[data-seat="{seat + 1}"] > .link').evaluate_all(
            "all => all.map(e => e.getAttribute('d')).join('')"
        )
        assert drawn.count("M") == pairs


def test_the_region_that_is_not_used_is_faded_and_says_so(join: Join, server: Server) -> None:
    for players, region in ((2, "SOUTH"), (3, "NORTH")):
        me = join(seat_link(server.new_table("p" * players, game="babylonia", players=players, starter=0), 0))
        me.wait_until_asked()
        assert float(me.see(".bm-closed").evaluate("e => getComputedStyle(e).opacity")) == pytest.approx(0.35)
        expect(me.see(".bm-closed-name")).to_have_text(re.compile(f"{region} *not used by (two|three) players"))
        expect(me.see(f'[role=gridcell][aria-label*="{region.lower()} land"]')).to_have_count(0)


def test_n_goes_to_what_it_surrounds_first_and_the_cell_tells_facts_then_possibilities(
    join: Join, middle: Company
) -> None:
    me = join(seat_link(middle.table, 0))
    me.wait_until_asked()
    standings = middle.latest["view"]["standings"]
    last = {s["free"][0]: s for s in standings if len(s["free"]) == 1 and not s["scored"]}
    me.press("1", "n")
    focused = me.see(":focus")
    name = (focused.get_attribute("data-place") or "").partition(":")[2]
    assert name in last
    row, column = name.split(",")
    near = rf"row {row}, column {column}, \w+ land, free, .*next to the .* at {last[name]['cell']}, the last free cell"
    expect(focused).to_have_attribute("aria-label", re.compile(rf"^{near}.*, placing surrounds the \w+ at .*\.$"))


def test_a_screen_reader_meets_cells_in_rows_and_nothing_of_the_drawing(join: Join, middle: Company) -> None:
    me = join(seat_link(middle.table, 0))
    me.wait_until_asked()
    lines = [line.strip() for line in me.see(".map").aria_snapshot().splitlines()[1:]]
    assert len([line for line in lines if re.fullmatch(r'- row "row \d+":', line)]) == 23
    assert {line.split()[1].strip("'") for line in lines} == {"row", "gridcell"}


def test_what_others_placed_is_marked(join: Join, middle: Company) -> None:
    me = join(seat_link(middle.table, 0))
    me.wait_until_asked()
    expect(me.see(".m-last").first).to_be_visible()


def test_all_that_the_others_did_since_my_turn_is_marked_and_summed_up(join: Join, server: Server) -> None:
    company = Company(server, 3, seed=6)
    turn = company.play_until(lambda update: update["view"]["turn"] >= 10 and update["view"]["turn_of"] == 0)["view"][
        "turn"
    ]
    me = join(seat_link(company.table, 0))
    me.wait_until_asked()
    before = company.play_until(lambda update: update["view"]["turn"] == turn + 1)["view"]
    after = company.play_until(lambda update: update["view"]["turn"] == turn + 3)["view"]
    me.wait_for_version(company.latest["version"])
    expect(me.see(".m-last")).to_have_count(len(tokens_of_others(after) - tokens_of_others(before)))
    for seat, (then, now) in enumerate(zip(before["players"], after["players"], strict=True)):
        gain = me.see(f'[data-place="player:{seat}"] .gain b')
        expect(gain).to_have_text([f"+{now['score'] - then['score']}"] if now["score"] > then["score"] else [])


def tokens_of_others(view: dict[str, Any]) -> set[str]:
    """The cells with tokens of seats 1 and 2."""
    return {c["cell"] for c in view["cells"] if c["holds"] == "token" and c["seat"] != 0}


TIME_RINGS = """() => {
    window.lit = [];
    let since = null;
    const look = () => {
        const isLit = document.querySelector(".m-ring") !== null;
        if (isLit && since === null) since = performance.now();
        if (!isLit && since !== null) window.lit.push(performance.now() - since), (since = null);
        requestAnimationFrame(look);
    };
    look();
}"""


def test_what_is_scored_can_be_seen_before_the_next_action(join: Join, server: Server) -> None:
    company = Company(server, 3, seed=6)
    company.play_until(is_city_next)
    me = join(seat_link(company.table, (company.latest["actors"][0] + 1) % 3), still=False)
    expect(me.see(".map")).to_be_visible()
    me.page.evaluate(TIME_RINGS)
    turn = company.latest["view"]["turn"]
    company.play_until(lambda update: update["view"]["turn"] > turn and update["view"]["placed"])
    me.page.wait_for_function("() => window.lit.length > 0")
    assert me.page.evaluate("() => window.lit[0]") >= 1000


def test_a_city_that_my_first_token_surrounds_is_ringed_while_i_go_on(join: Join, server: Server) -> None:
    company = Company(server, 2, seed=8)

    def is_one_short(update: dict[str, Any]) -> bool:
        view = update["view"]
        short = [s for s in view["standings"] if len(s["free"]) == 1 and not s["scored"]]
        return bool(
            view["phase"] == "act" and view["turn_of"] == 0 and not view["placed"] and view["turn"] > 2 and short
        )

    view = company.play_until(is_one_short)["view"]
    short = next(s for s in view["standings"] if len(s["free"]) == 1 and not s["scored"])
    me = join(seat_link(company.table, 0))
    me.wait_until_asked()
    expect(me.see(".m-waiting")).to_have_count(0)
    select(me)
    version = me.version
    me.see(cell(short["free"][0])).click()
    me.wait_for_change(version)
    expect(me.see(".m-waiting")).to_have_count(1)


def test_what_one_looked_at_closes_with_the_turn(start: Person) -> None:
    version = start.version
    select(start)
    start.see(cell("10,8")).click()
    start.wait_for_change(version)
    start.see(cell("12,8")).click()
    expect(start.see(".standing")).to_be_visible()
    start.see(".mine .primary").click()
    expect(start.see(".standing")).to_have_count(0)


def test_only_seats_that_are_there_can_start(join: Join) -> None:
    me = join("#/new")
    me.see("dialog[open] .seg button", "Babylonia").click()
    me.page.get_by_text("More options").click()
    starter = me.see("dialog[open] .more .opt", "first turn").locator("select")
    me.page.get_by_role("button", name="One seat more").click()
    expect(starter.locator("option")).to_have_text(["Random", "Seat 1", "Seat 2", "Seat 3"])
    starter.select_option(label="Seat 3")
    me.page.get_by_role("button", name="One seat fewer").click()
    expect(starter.locator("option")).to_have_text(["Random", "Seat 1", "Seat 2"])
    expect(starter).to_have_value("0")


def test_a_token_that_may_not_be_placed_now_says_so_without_a_cell(start: Person) -> None:
    version = start.version
    select(start)
    start.see(cell("10,8")).click()
    start.wait_for_change(version)
    kind = select(start)
    assert f"You cannot place a {kind} now" in start.bubble()


def test_the_coach_stays_on_the_board_and_tells_of_this_position(join: Join, server: Server) -> None:
    table = server.new_table("pp", game="babylonia", players=2, starter=0)
    me = join(seat_link(table, 0), coached=True)
    me.see("dialog[open] .btn", "Done").click()
    expect(me.see(".coach")).to_contain_text("Two tokens a turn")
    expect(me.see(".tok.coached")).to_have_count(1)
    assert not me.page.evaluate(OVERLAP, [".coach", ".mine"])
    version = me.version
    me.see(".coach .btn", "Show me").click()
    me.see(cell("10,8")).click()
    me.wait_for_change(version)
    expect(me.see(".mine .primary.coached", "End turn")).to_be_visible()  # the same step ends the turn
    me.see(".coach .close").click()
    me.press("u")
    expect(me.see(".coach")).to_contain_text("Surround a city")
    expect(me.see(".coach li").first).to_have_text(
        re.compile(r"Here \d of \d land cells (is|are) taken, \d (is|are) free\.")
    )
    assert not me.page.evaluate(OVERLAP, [".coach", ".mine"])


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
    expect(me.see(".mine .primary")).to_have_text("Choose one")
    chosen = company.latest["view"]["to_score"][-1]
    version = me.version
    me.see(cell(chosen)).click()
    me.wait_for_change(version)
    company.wait_for_version(me.version)
    assert chosen not in company.latest["view"]["to_score"]
    expect(me.see(".m-ring").first).to_be_visible()


def test_a_digit_chooses_what_is_scored_next(join: Join, server: Server) -> None:
    company = Company(server, 4, seed=4)
    company.play_until(lambda update: len(update["view"]["to_score"]) > 1 and update["view"]["phase"] == "score")
    me = join(seat_link(company.table, company.latest["actors"][0]))
    me.wait_until_asked()
    expect(me.see(".m-score .m-pill", "2")).to_be_visible()
    expect(me.see(".m-score .m-seattext").filter(has_text=re.compile(r"^\+\d")).first).to_be_visible()
    chosen, version = company.latest["view"]["to_score"][1], me.version
    me.press("2")
    me.wait_for_change(version)
    company.wait_for_version(me.version)
    assert chosen not in company.latest["view"]["to_score"]


def test_each_of_several_cities_is_shown_when_it_is_scored(join: Join, server: Server) -> None:
    company = Company(server, 4, seed=4)
    company.play_until(lambda update: len(update["view"]["to_score"]) > 1 and update["view"]["phase"] == "score")
    seat = company.latest["actors"][0]
    me = join(seat_link(company.table, (seat + 1) % 4))
    expect(me.see(".map")).to_be_visible()
    before = {s["cell"]: s for s in company.latest["view"]["standings"]}
    waiting = set(company.latest["view"]["to_score"])
    company.act(seat)
    [scored] = waiting - set(company.latest["view"]["to_score"])
    expect(me.see(".m-ring").first).to_be_visible()
    for share in before[scored]["shares"]:
        points = share["nobles"] + share["cities"]
        if points:
            gain = me.see(f'[data-place="player:{before[scored]["shares"].index(share)}"] .gain b')
            expect(gain).to_have_text(f"+{points}")


def test_all_that_is_scored_in_a_turn_stays_lit_however_it_arrived(join: Join, server: Server) -> None:
    company = Company(server, 4, seed=4)
    company.play_until(lambda update: len(update["view"]["to_score"]) == 2 and update["view"]["phase"] == "score")
    seat = company.latest["actors"][0]
    watcher = join(seat_link(company.table, (seat + 2) % 4))  # the next to act would see more: all since the own turn
    expect(watcher.see(".map")).to_be_visible()
    lit = 0
    before = [player["score"] for player in company.latest["view"]["players"]]
    for _ in range(2):
        standings = company.latest["view"]["standings"]
        company.act(seat)
        left = {s["cell"] for s in company.latest["view"]["standings"] if not s["scored"]}
        [scored] = [s for s in standings if not s["scored"] and s["cell"] not in left]
        lit += sum(share["tokens"] for share in scored["shares"])
    late = join(seat_link(company.table, (seat + 3) % 4))  # learns of both at once
    points = [player["score"] - old for player, old in zip(company.latest["view"]["players"], before, strict=True)]
    for person in (watcher, late):
        expect(person.see(".m-ring")).to_have_count(lit)
        expect(person.see(".m-select")).to_have_count(2)
        expect(person.see(".gain b")).to_have_text([f"+{gained}" for gained in points if gained])


def test_a_scored_ziggurat_shows_the_majority(join: Join, server: Server) -> None:
    company = Company(server, 4, seed=5)
    company.play_until(lambda update: is_ziggurat_next(update) and update["actors"] != [0])
    place = company.latest["view"]["to_score"][0]
    standing = next(s for s in company.latest["view"]["standings"] if s["cell"] == place)
    me = join(seat_link(company.table, 0))
    expect(me.see(".map")).to_be_visible()
    company.act(company.latest["actors"][0])
    tokens = [str(share["tokens"]) for share in standing["shares"] if share["tokens"]]
    expect(me.see(".m-majority text")).to_have_text(tokens)
    expect(me.see(".m-majority .wins")).to_have_count(0 if standing["winner"] is None else 1)


def is_ziggurat_next(update: dict[str, Any]) -> bool:
    """Whether all that is to be scored is one ziggurat."""
    view = update["view"]
    sites = [s for s in view["standings"] if s["cell"] in view["to_score"]]
    return view["phase"] == "score" and [site["holds"] for site in sites] == ["ziggurat"]


def test_a_surrounded_city_lights_up_and_tells_who_got_what(join: Join, server: Server) -> None:
    company = Company(server, 3, seed=3)
    actor = company.play_until(lambda update: update["view"]["phase"] == "score")["actors"][0]
    me = join(seat_link(company.table, (actor + 2) % 3))  # not the next to act
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


def test_a_scored_city_is_told_in_one_sentence(join: Join, server: Server) -> None:
    company = Company(server, 3, seed=3)
    company.play_until(lambda update: is_city_next(update) and update["actors"] != [0])
    [place] = company.latest["view"]["to_score"]
    standing = next(s for s in company.latest["view"]["standings"] if s["cell"] == place)
    me = join(seat_link(company.table, 0))
    expect(me.see(".map")).to_be_visible()
    names = ["you", *(me.see(f'[data-place="player:{seat}"] .nm').inner_text() for seat in (1, 2))]
    me.page.evaluate(LISTEN)
    company.act(company.latest["actors"][0])
    me.page.wait_for_function("() => window.heard.some(text => text.includes(' scores '))")
    [told] = [text for text in me.page.evaluate("() => window.heard") if re.search("score|point|take", text)]
    points = [share["nobles"] + share["cities"] for share in standing["shares"]]
    gains = ", ".join(f"{amount} for {names[seat]}" for seat, amount in enumerate(points) if amount)
    assert f" at {place}: {gains}; {names[standing['winner']]} take" in told
    expect(me.see(".log .entry", f"at {place}:")).to_have_count(1)


def is_city_next(update: dict[str, Any]) -> bool:
    """Whether all that is to be scored is one city, and somebody takes it."""
    view = update["view"]
    sites = [s for s in view["standings"] if s["cell"] in view["to_score"]]
    won = [site["winner"] is not None for site in sites if site["holds"] == "city"]
    return view["phase"] == "score" and len(sites) == 1 and won == [True]


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
    expect(me.see(f'[data-place="player:{seat}"] .who small')).to_contain_text("card 7")


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
        expect(me.see(".toast", "takes back")).to_have_count(0)
        asked = company.latest
        if [action["verb"] for action in asked["actions"]] != ["score"]:  # what is alone is scored without asking
            take_turn(me, dice)
        me.wait_for_change(asked["version"], "dialog.result[open]")
        company.wait_for_version(me.version)
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


USABLE = ".tray button:not(.not-now)"  # tokens of the stand that may be placed now


def click_once(me: Person, dice: random.Random) -> None:
    """One action by the mouse."""
    if me.see(".m-score").count() > 1:
        place = me.see(".m-score").first.evaluate("e => e.getAttribute('transform')")
        assert place
        me.see('[role=gridcell][aria-label*="surrounded"]').first.click()
        return
    if use_main_button(me):
        return
    me.see(USABLE).first.click()
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
    me.see(USABLE).first.tap()
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
        token = me.see(USABLE).first.get_attribute("aria-label") or ""  # `Token 2: priest`
        me.press(token.split()[1].rstrip(":"), *["n"] * dice.randrange(1, 4), "Enter")


def test_a_whole_match_of_three_is_played_by_the_mouse(join: Join, server: Server) -> None:
    company = Company(server, 3, seed=6)
    finish(join(seat_link(company.table, 0)), company, click_once)


def test_a_whole_match_of_two_is_played_by_touch_on_a_phone(join: Join, server: Server) -> None:
    company = Company(server, 2, seed=8)
    finish(join(seat_link(company.table, 0), phone=True), company, tap_once)


def test_a_whole_match_of_four_is_played_by_keys_alone(join: Join, server: Server) -> None:
    company = Company(server, 4, seed=9, cards="variant")
    finish(join(seat_link(company.table, 0)), company, press_once)
