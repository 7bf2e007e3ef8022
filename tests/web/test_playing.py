"""Playing Babel in a real browser."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

import shinar
from tests.server.helpers import Message, Server, secret_of
from tests.web.boxes import SMALL_SIZES, crowding_at_every_size
from tests.web.conftest import Join
from tests.web.helpers import NATIONS, Person
from tests.web.test_looks import finished_record, violations
from tests.web.wire import Wire

# With the cards that the seed of these tests deals.
FIRST_TURN_OF_SEAT_1 = ("move assyrians", "deploy hittites", "build assyrians from starting card", "end turn")
START_BY_SEAT_0: dict[str, Any] = {"starter": 0}


def seat_link(table: Message, seat: int) -> str:
    """The address of a seat behind the server's."""
    return f"#/table/{table['table']}/{secret_of(table, seat)}"


def first_card(person: Person) -> str:
    """The nation of the first card in the hand."""
    place = person.see(".hand .ncard").first.get_attribute("data-place")
    assert place is not None
    return place.partition(":")[2]


@pytest.mark.slow  # a hundred clicks, each answered by the server and drawn
def test_a_whole_game_against_a_bot_is_played_by_clicks_on_a_wide_screen(join: Join) -> None:
    me = join()
    me.page.set_viewport_size({"width": 1920, "height": 1080})
    me.play_now()
    me.play_to_the_end(me.take_turn_by_clicks, seed=1)
    expect(me.see("dialog.result h2")).to_be_visible()
    expect(me.see("dialog.result .why2")).to_contain_text("BB-9")
    assert me.builds > 1


@pytest.mark.slow  # as above, with fingers
def test_a_whole_game_is_played_by_touch_on_a_phone(join: Join) -> None:
    me = join(phone=True)
    me.play_now()
    me.play_to_the_end(me.take_turn_by_clicks, seed=1)
    expect(me.see("dialog.result .why2")).to_contain_text("BB-9")
    assert me.builds > 1


@pytest.mark.slow  # as above, with keys
def test_a_whole_game_is_played_by_the_keyboard_alone(join: Join) -> None:
    me = join()
    me.page.get_by_role("button", name="Play now").first.focus()
    me.press("Enter")
    me.play_to_the_end(me.take_turn_by_keys, seed=2)
    expect(me.see("dialog.result .why2")).to_contain_text("BB-9")
    assert me.builds > 1


def test_play_now_puts_me_at_a_table_in_one_click(join: Join) -> None:
    me = join()
    me.play_now()
    expect(me.see(".turnflag.mine")).to_be_visible()
    expect(me.see(".hand .ncard").nth(2)).to_be_visible()


def test_an_action_is_taken_back(join: Join) -> None:
    me = join()
    me.play_now()
    expect(me.see(".actions").get_by_role("button", name="Undo")).to_be_disabled()
    cards = me.see(".hand .ncard").count()
    nation = first_card(me)
    me.press(nation[0], str(NATIONS.index(nation) + 1))
    expect(me.see(".hand .ncard")).to_have_count(cards - 1)
    me.press("u")
    expect(me.see(".hand .ncard")).to_have_count(cards)
    expect(me.see('[data-place="quarry"] [data-pawn="mine"]')).to_be_visible()


def test_a_refusal_says_why_and_leads_to_the_clause(join: Join) -> None:
    me = join()
    me.play_now()
    me.touch("start")
    words = me.bubble()
    assert "quarry" in words
    assert "BB-5.3" in words
    me.see(".bubble a").click()
    cited = me.see("dialog[open] .clause.cited")
    expect(cited).to_contain_text("BB-5.3")
    expect(cited).to_be_in_viewport()


def test_a_choice_that_comes_too_late_is_told(join: Join) -> None:
    me = join()
    me.play_now()
    me.wait_until_asked()
    me.page.evaluate(SEND_AN_OLD_VERSION)
    me.hit(me.page.get_by_role("button", name="All"))
    me.hit(me.see(".alist .a").first)
    expect(me.see(".toast")).to_contain_text("Something changed before your choice arrived")


SEND_AN_OLD_VERSION = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) { send.call(this, text.replace(/"version":\\d+/, '"version":0')); };
}"""


def test_a_card_dropped_where_it_cannot_go_is_refused(join: Join) -> None:
    me = join()
    me.play_now()
    nation = first_card(me)
    other = next(name for name in NATIONS if name != nation)
    me.touch(f"hand:{nation}")
    me.touch(f"site:{other}")
    assert "BB-3.1" in me.bubble()


def test_dragging_does_what_tapping_does(join: Join) -> None:
    me = join()
    me.play_now()
    nation = first_card(me)
    me.see(f'[data-place="hand:{nation}"]').first.drag_to(me.see(f'[data-place="site:{nation}"]'))
    expect(me.see(f'[data-place="site:{nation}"] [data-pawn="mine"]')).to_be_visible()


COUNT_FLIGHTS = """() => {
    window.flights = 0;
    const count = node => { if (node.classList?.contains('ghost')) window.flights++; };
    const look = changes => changes.forEach(change => change.addedNodes.forEach(count));
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""


@pytest.mark.parametrize(("still", "flights"), [(False, 2), (True, 0)], ids=["moving", "still"])
def test_a_move_flies_unless_one_wants_it_still(join: Join, still: bool, flights: int) -> None:
    """The pawn, and the card that goes to the discards."""
    me = join(still=still)
    me.play_now()
    me.page.evaluate(COUNT_FLIGHTS)
    nation = first_card(me)
    me.press(nation[0], str(NATIONS.index(nation) + 1))
    expect(me.see(f'[data-place="site:{nation}"] [data-pawn="mine"]')).to_be_visible()
    me.page.wait_for_function("wanted => window.flights >= wanted", arg=flights)
    expect(me.see(".ghost")).to_have_count(0)
    assert me.page.evaluate("() => window.flights") == flights


def test_what_is_taken_back_flies_back(join: Join) -> None:
    """The pawn to the quarry, and the card to the hand."""
    me = join(still=False)
    me.play_now()
    cards = me.see(".hand .ncard").count()
    nation = first_card(me)
    me.press(nation[0], str(NATIONS.index(nation) + 1))
    expect(me.see(f'[data-place="site:{nation}"] [data-pawn="mine"]')).to_be_visible()
    expect(me.see(".ghost")).to_have_count(0)
    me.page.evaluate(COUNT_FLIGHTS)
    me.press("u")
    expect(me.see(".hand .ncard")).to_have_count(cards)
    me.page.wait_for_function("() => window.flights >= 2")
    expect(me.see(".ghost")).to_have_count(0)
    assert me.page.evaluate("() => window.flights") == 2


COUNT_SOUNDS = """() => {
    window.sounds = 0;
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...when) { window.sounds++; return start.apply(this, when); };
}"""


def test_sound_is_off_until_it_is_switched_on_and_stays_on(join: Join) -> None:
    me = join()
    me.play_now()
    me.page.evaluate(COUNT_SOUNDS)
    me.touch("start")
    assert "BB-5.3" in me.bubble()
    assert me.page.evaluate("() => window.sounds") == 0
    me.page.get_by_role("button", name="Sound is off").click()
    expect(me.page.get_by_role("button", name="Sound is on")).to_have_attribute("aria-pressed", "true")
    me.press("Escape")
    me.touch("start")
    me.page.wait_for_function("() => window.sounds > 0")
    me.page.reload()
    expect(me.page.get_by_role("button", name="Sound is on")).to_be_visible()


def test_a_card_is_dragged_by_a_finger_on_a_phone(join: Join) -> None:
    me = join(phone=True)
    me.play_now()
    nation = first_card(me)
    start = me.see(f'[data-place="hand:{nation}"]').first.bounding_box()
    goal = me.see(f'[data-place="site:{nation}"]').bounding_box()
    assert start
    assert goal
    ends = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in (start, goal)]
    finger = me.context.new_cdp_session(me.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [ends[0]]})
    for part in (0.25, 0.5, 0.75, 1.0):
        point = {axis: ends[0][axis] + part * (ends[1][axis] - ends[0][axis]) for axis in ("x", "y")}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(me.see(f'[data-place="site:{nation}"] [data-pawn="mine"]')).to_be_visible()


def test_the_last_turn_of_the_other_is_shown_again(join: Join, server: Server) -> None:
    table = server.new_table("pp", starter=1)
    other = server.join(table, 1)
    for action in FIRST_TURN_OF_SEAT_1:
        answer = other.act(action)
        assert answer["type"] == "done", answer
        other.reach(answer["version"])
    me = join(seat_link(table, 0))
    me.wait_until_asked()
    me.page.evaluate(NOTE_THE_PAST)
    me.page.get_by_role("button", name="Replay the last turn of the other").first.click()
    expect(me.see(".pastbar")).to_be_visible()
    expect(me.see(".pastbar")).to_have_count(0)
    shown: list[tuple[str, int]] = me.page.evaluate("window.shown")
    assert any("Before their last turn." in words and temples == 0 for words, temples in shown)
    assert any("starting card" in words and temples == 1 for words, temples in shown)
    expect(me.see(".turnflag.mine")).to_be_visible()


# Each step is shown for a second or so: on a busy machine a look now and then would miss one.
NOTE_THE_PAST = """() => {
  window.shown = [];
  const note = () => {
    const words = document.querySelector(".pastbar")?.textContent;
    if (words) window.shown.push([words, document.querySelectorAll(".half.opp .plaque:not(.zero)").length]);
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def test_legal_targets_glow_when_a_card_is_chosen(join: Join) -> None:
    me = join()
    me.play_now()
    nation = first_card(me)
    me.touch(f"hand:{nation}")
    expect(me.see(f'.band.legal[data-place="site:{nation}"]')).to_be_visible()
    me.press("Escape")
    expect(me.see(".band.legal")).to_have_count(0)


def test_the_list_names_every_legal_action_and_takes_one(join: Join) -> None:
    me = join()
    me.play_now()
    me.press("l")
    buttons = me.see(".alist .a")
    expect(me.see(".actions .wide").last).to_contain_text(re.compile(r"All \d+ actions"))
    expect(buttons).to_have_count(int(re.sub(r"\D", "", me.see(".actions .wide").last.inner_text())))
    expect(buttons.first).to_have_attribute("aria-label", re.compile("^Move to "))
    version = me.version
    buttons.first.click()
    me.wait_for_change(version)


def test_the_turn_cannot_end_before_the_starting_card_is_built_and_the_page_says_so(join: Join) -> None:
    me = join()
    me.play_now()
    expect(me.see(".actions .primary")).to_be_disabled()
    expect(me.see(".actions .say")).to_contain_text("must build your starting card")


# With the cards that the seed of these tests deals; then Medes can be built from the other's stack.
UNTIL_A_TEMPLE_CARD_FITS = (
    (0, ("move hittites", "deploy hittites", "build hittites from starting card", "move medes", "end turn")),
    (1, ("move sumerians", "deploy sumerians", "build sumerians from starting card", "end turn")),
    (0, ("deploy hittites",)),
)


def test_a_turn_that_leaves_a_building_undone_asks_once_and_can_be_told_not_to(join: Join, server: Server) -> None:
    table = server.new_table("pp")
    people = [server.join(table, seat) for seat in (0, 1)]
    for seat, actions in UNTIL_A_TEMPLE_CARD_FITS:
        people[seat].wait(lambda update: bool(update["actions"]))
        for action in actions:
            answer = people[seat].act(action)
            assert answer["type"] == "done", answer
            people[seat].reach(answer["version"])
    me = join(seat_link(table, 0))
    me.wait_until_asked()
    assert me.buildable() == ["stack:theirs"]
    me.see(".actions .primary").click()
    expect(me.see(".actions .say")).to_contain_text("You can still build")
    me.page.get_by_label("Do not ask again").check()
    version = me.version
    me.see(".ask .primary").click()
    me.wait_for_change(version)


def test_a_hint_marks_what_a_bot_would_do(join: Join) -> None:
    me = join()
    me.play_now()
    me.press("i")
    expect(me.see(".actions .say")).to_contain_text("Hint: ")
    expect(me.see(".hinted").first).to_be_visible()
    hint = me.see(".actions .say").inner_text()
    assert re.search(r"Your chance to win: \d+\s%", hint)
    me.page.reload()
    me.wait_until_asked()
    me.press("i")
    expect(me.see(".actions .say")).to_have_text(hint)  # the same position gets the same hint


def test_a_hint_stays_when_somebody_comes_to_watch(join: Join) -> None:
    me = join()
    heard: list[str] = []
    me.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(str(text))))
    me.play_now()
    me.press("i")
    expect(me.see(".advice h2")).to_be_visible()
    held = me.page.evaluate("() => JSON.parse(localStorage['shinar.seats'])[0]")
    join(f"#/table/{held['table']}/{held['spectator']}")
    while not any('"spectators":1' in text for text in heard):
        me.page.wait_for_timeout(50)
    me.settle()
    expect(me.see(".advice h2")).to_be_visible()
    expect(me.see(".hinted").first).to_be_visible()


def test_a_hint_says_why_and_what_is_next_best_until_it_is_closed(join: Join) -> None:
    me = join()
    me.play_now()
    me.press("l")
    me.see(".actions .btn", "Hint").click()  # the list of actions makes room for it
    expect(me.see(".advice h2")).not_to_be_empty()
    expect(me.see(".advice li").first).to_have_text(re.compile(r"^[A-Z].*\.$"))
    expect(me.see(".advice .option", "Next best: ")).to_be_visible()
    assert violations(me) == []
    assert crowding_at_every_size(me, SMALL_SIZES) == []
    me.press("Escape")
    expect(me.see(".advice")).to_have_count(0)
    expect(me.see(".hinted").first).to_be_visible()  # what to do stays marked


def test_the_log_tells_a_move_and_a_deployment_in_one_line_and_keeps_the_turn_of_the_other_in_sight(
    join: Join, server: Server
) -> None:
    table = server.new_table("pp", starter=1)
    other = server.join(table, 1)
    me = join(seat_link(table, 0))
    me.page.wait_for_selector(".babel")
    for name in FIRST_TURN_OF_SEAT_1:
        other.reach(other.act(name)["version"])
    me.wait_until_asked()
    texts = [" ".join(text.split()) for text in me.see(".log .entry").all_inner_texts()]
    assert "moves to Assyrians, deploys Hittites" in texts
    assert "builds level 1 with their starting card" in texts
    assert not any("ends" in text for text in texts)
    expect(me.see('.log .turn[data-turn="1"]')).to_be_in_viewport()


def test_the_chance_to_win_is_shown_on_request(join: Join) -> None:
    me = join()
    me.play_now()
    expect(me.see(".oddsbar")).to_have_count(0)
    me.press("w")
    expect(me.see(".oddsbar")).to_be_visible()


def test_the_log_jumps_back_and_returns(join: Join) -> None:
    me = join()
    me.play_now()
    nation = first_card(me)
    me.press(nation[0], str(NATIONS.index(nation) + 1))
    expect(me.see(f'[data-place="site:{nation}"] [data-pawn="mine"]')).to_be_visible()
    me.see(".log .entry").nth(1).click()
    expect(me.see(".pastbar")).to_be_visible()
    expect(me.see('[data-place="quarry"] [data-pawn="mine"]')).to_be_visible()
    me.press("Escape")
    expect(me.see(f'[data-place="site:{nation}"] [data-pawn="mine"]')).to_be_visible()


def test_everything_survives_a_reload(join: Join) -> None:
    me = join()
    me.play_now()
    nation = first_card(me)
    me.press(nation[0], str(NATIONS.index(nation) + 1))
    expect(me.see(f'[data-place="site:{nation}"] [data-pawn="mine"]')).to_be_visible()
    me.page.reload()
    expect(me.see(f'[data-place="site:{nation}"] [data-pawn="mine"]')).to_be_visible()
    me.page.goto(me.page.url.partition("#")[0])
    expect(me.see(".trow .pill")).to_have_text("Your turn")


def test_two_people_play_on_two_pages_with_a_lost_connection_between(join: Join, server: Server) -> None:
    table = server.new_table("pp", **START_BY_SEAT_0)
    with Wire(server.port) as wire:
        one = join(seat_link(table, 0), base=wire.url)
        other = join(seat_link(table, 1))
        one.wait_until_asked()
        _found(one)
        one.press_end_turn()
        wire.cut()
        expect(one.see(".toast")).to_contain_text("connection was lost")
        other.wait_until_asked()
        expect(other.see(".half.opp .plaque:not(.zero)").first).to_be_visible()
        _found(other)
        other.press_end_turn()
        wire.restore()
        one.wait_until_asked()
        expect(one.see(".toast")).to_have_count(0)
        expect(one.see(".half.opp .plaque:not(.zero)").first).to_be_visible()
        one.errors.clear()  # the browser notes the broken connections


def test_a_second_tab_shows_the_same_seat(join: Join, server: Server) -> None:
    table = server.new_table("pb", **START_BY_SEAT_0)
    tabs = [join(seat_link(table, 0)) for _ in range(2)]
    for tab in tabs:
        tab.wait_until_asked()
    _found(tabs[0])
    expect(tabs[1].see(".half.me .plaque:not(.zero)").first).to_be_visible()


def test_people_chat_and_what_they_say_stays_text(join: Join, server: Server) -> None:
    table = server.new_table("pp", **START_BY_SEAT_0)
    me = join(seat_link(table, 0))
    me.wait_until_asked()
    server.join(table, 1).ask("chat", text="<img src=x onerror=alert(1)> hello")
    expect(me.see(".icon.d .badge")).to_have_text("1")
    me.press("c")
    expect(me.see(".chat li").last).to_contain_text("<img src=x onerror=alert(1)> hello")
    me.page.get_by_label("Say something").fill("good day")
    me.press("Enter")
    expect(me.see(".chat li").last).to_contain_text("You good day")


def _found(person: Person) -> None:
    """Build the starting card: move, deploy, build."""
    dice = random.Random(7)
    while not person.can_end:
        assert person.press_something(dice)


def test_a_spectator_sees_no_hand_and_cannot_act(join: Join, server: Server) -> None:
    table = server.new_table("pb", **START_BY_SEAT_0)
    me = join(f"#/table/{table['table']}/{table['spectator']}")
    me.page.wait_for_selector(".babel")
    expect(me.see(".hand .ncard.back").first).to_be_visible()
    expect(me.see(".hand button")).to_have_count(0)
    expect(me.see(".actions .primary", "End turn").and_(me.page.locator(":enabled"))).to_have_count(0)
    expect(me.see(".actions .wide")).to_have_count(0)
    me.see('[data-place="mine:medes"]').hover()
    expect(me.see(".tip h3")).to_have_text(re.compile("^Medes, (?!your).+’s side$"))


def test_resigning_ends_the_game_and_a_rematch_swaps_the_seats(join: Join) -> None:
    me = join()
    me.play_now()
    side = str(me.see(".who .ava").get_attribute("class"))
    me.open_menu("Resign")
    me.see("dialog[open] .btn.danger", "Resign").last.click()
    expect(me.see("dialog.result .why2")).to_contain_text("You resigned.")
    me.see("dialog.result .primary").click()
    expect(me.see(".who .ava")).not_to_have_class(side)
    me.wait_until_asked()


def test_ending_the_turn_after_the_end_says_that_the_game_is_over(join: Join) -> None:
    me = join()
    me.play_now()
    me.open_menu("Resign")
    me.see("dialog[open] .btn.danger", "Resign").last.click()
    expect(me.see("dialog.result[open]")).to_be_visible()
    me.press("Escape", "e")
    expect(me.see(".toast")).to_have_text("The game is over.")
    expect(me.see(".bubble")).to_have_count(0)


def test_what_flies_is_as_large_as_the_piece(join: Join) -> None:
    me = join(still=False)
    me.page.set_viewport_size({"width": 1920, "height": 1080})
    me.play_now()
    me.page.evaluate(MEASURE_LANDINGS)
    nation = first_card(me)
    me.press(nation[0], str(NATIONS.index(nation) + 1))
    pawn = me.see(f'[data-place="site:{nation}"] [data-pawn="mine"]')
    expect(pawn).to_be_visible()
    me.page.wait_for_function("() => window.landings.length > 0")
    box = pawn.bounding_box()
    assert box is not None
    assert me.page.evaluate("() => window.landings[0]") == pytest.approx(box["width"], rel=0.05)


MEASURE_LANDINGS = """() => {
    window.landings = [];
    const measure = node => {
        if (!node.matches?.('svg.ghost')) return;
        const [flight] = node.getAnimations();
        flight.pause();
        flight.currentTime = flight.effect.getComputedTiming().endTime - 1;
        window.landings.push(node.getBoundingClientRect().width);
        flight.play();
    };
    const look = changes => changes.forEach(change => change.addedNodes.forEach(node => setTimeout(measure, 0, node)));
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""


def test_a_dragged_card_is_as_large_as_in_the_hand(join: Join) -> None:
    me = join()
    me.page.set_viewport_size({"width": 1920, "height": 1080})
    me.play_now()
    card = me.see(".hand .ncard").first.bounding_box()
    assert card is not None
    me.page.mouse.move(card["x"] + 30, card["y"] + 30)
    me.page.mouse.down()
    me.page.mouse.move(card["x"] + 200, card["y"] - 200, steps=4)
    held = me.see(".dragged").bounding_box()
    me.page.mouse.up()
    assert held is not None
    assert (held["width"], held["height"]) == pytest.approx((card["width"], card["height"]), rel=0.02)


def test_a_chosen_card_says_what_becomes_of_it(join: Join) -> None:
    me = join()
    me.play_now()
    nation = first_card(me)
    name = nation.capitalize()
    me.see(".hand .ncard").first.hover()
    expect(me.see(".tip")).to_contain_text(f"Now: discard it to move to {name}.")
    me.touch(f"hand:{nation}")
    expect(me.see(".actions .say")).to_have_text(f"{name} selected. Discard it to move to {name}.")
    me.touch(f"site:{nation}")
    me.wait_until_asked()
    other = first_card(me)
    expect(me.see(".actions .say")).to_contain_text("Deploy a card where your pawn stands")
    me.touch(f"hand:{other}")
    expect(me.see(".actions .say")).to_contain_text(f"Deploy it at {name}")
    me.press("d")
    expect(me.see(".actions .say")).to_contain_text("Choose your starting card")


def test_a_page_whose_server_was_upgraded_is_taken_anew(join: Join, server: Server) -> None:
    me = join()
    me.page.wait_for_selector(".game")
    me.page.route("**/assets/Replay-*.js", lambda route: route.fulfill(status=404), times=1)
    me.page.evaluate("address => (location.hash = address)", f"#/record/{finished_record(server)}")
    expect(me.see(".steps")).to_be_visible()
    me.errors.clear()  # the file that was gone


def test_a_record_that_takes_its_time_says_so(join: Join, server: Server) -> None:
    me = join()
    me.page.wait_for_selector(".game")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    me.page.route("**/api/records/*", hold)
    me.page.evaluate("address => (location.hash = address)", f"#/record/{finished_record(server)}")
    expect(me.page.get_by_role("heading", name="The record is being opened")).to_be_visible()
    held[0].continue_()
    expect(me.see(".steps")).to_be_visible()


def test_a_leaver_is_replaced_by_a_bot_and_gets_the_seat_back(join: Join, server: Server) -> None:
    table = server.new_table("pp", **START_BY_SEAT_0)
    one, other = (join(seat_link(table, seat)) for seat in (0, 1))
    one.wait_until_asked()
    other.page.wait_for_selector(".babel")
    address = one.page.url
    one.open_menu("Leave")
    expect(other.see(".who .name")).to_contain_text("plays")
    one.page.goto(address)
    expect(other.see(".who .name")).not_to_contain_text("plays")


def test_a_finished_game_is_shared_by_link_and_saved_as_a_file(join: Join) -> None:
    me = join()
    me.play_now()
    me.open_menu("Resign")
    me.see("dialog[open] .btn.danger", "Resign").last.click()
    me.see("dialog.result .btn", "Share").click()
    link = me.page.get_by_label("Link to the record")
    expect(link).to_have_value(re.compile(r"#/record/[A-Za-z0-9_-]+$"))
    with me.page.expect_download() as saving:
        me.see("dialog.result .btn", "Save").click()
    text = saving.value.path().read_text(encoding="utf-8")
    assert shinar.Record.from_text(text).game == "babel"
    assert re.fullmatch(r"babel-[A-Za-z0-9_-]+\.txt", saving.value.suggested_filename)
    guest = join(link.input_value().partition("/")[2].partition("/")[2].partition("/")[2])
    expect(guest.see(".steps")).to_be_visible()


def test_the_link_of_a_seat_is_copied(join: Join) -> None:
    me = join()
    me.context.grant_permissions(["clipboard-read", "clipboard-write"])
    me.open_new_table()
    row = me.see("dialog[open] .seatlink", "Open seat")
    row.get_by_role("button", name="Copy").click()
    expect(row.get_by_role("button", name="Copied")).to_be_visible()
    assert me.page.evaluate("() => navigator.clipboard.readText()") == me.see("dialog[open] .code input").input_value()


def test_an_invitation_gives_the_seat_to_whoever_opens_it_first(join: Join) -> None:
    me = join()
    me.open_new_table()
    address = me.see("dialog[open] .code input").input_value()
    link = "#" + address.partition("#")[2]
    friend = join(link)
    expect(friend.see(".hand .ncard").first).to_be_visible()
    assert link not in friend.page.url
    late = join(link)
    expect(late.page.get_by_role("alert").filter(has_text="not free")).to_be_visible()
    late.errors.clear()  # the browser notes the refused request


def test_a_seat_moves_to_another_device(join: Join) -> None:
    me = join()
    me.open_new_table()
    me.page.get_by_role("button", name="My link").click()
    expect(me.see("dialog[open] .code")).to_contain_text("Seat 1: you")
    address = me.see("dialog[open] .code input").input_value()
    other = join("#" + address.partition("#")[2])
    expect(other.see(".hand .ncard").first).to_be_visible()
    expect(me.page.get_by_text("another device now")).to_be_visible()


def test_a_table_is_forgotten_only_after_a_question(join: Join) -> None:
    me = join()
    me.play_now()
    me.page.goto(me.page.url.partition("#")[0])
    expect(me.see(".trow")).to_have_count(1)
    me.see(".trow").get_by_role("button", name="Forget").click()
    me.see("dialog[open] .btn", "Keep it").click()
    expect(me.see(".trow")).to_have_count(1)
    me.see(".trow").get_by_role("button", name="Forget").click()
    me.see("dialog[open] .btn", "Forget it").click()
    expect(me.see(".trow")).to_have_count(0)
    me.page.reload()
    expect(me.see(".tables .empty")).to_contain_text("None yet")


def test_a_wrong_link_is_told_kindly(join: Join) -> None:
    me = join("#/table/nowhere/nothing")
    expect(me.page.get_by_role("alert").filter(has_text="table")).to_be_visible()
    me.errors.clear()  # the browser notes the refused request


def test_a_bot_is_called_the_same_in_the_record_as_at_the_table(join: Join, server: Server) -> None:
    table = server.new_table("pb")
    at_the_table = join(seat_link(table, 0)).see(".who .name b").inner_text()
    server.join(table, 0).ask("resign")
    address = server.post(f"/api/tables/{table['table']}/share", secret=table["spectator"])["record"]
    me = join(f"#/record/{address}")
    expect(me.see(".who .name b")).to_have_text(at_the_table)
    expect(me.see("select option").last).to_have_text(at_the_table)
    expect(me.see(".crumb.whose")).to_contain_text(f" against {at_the_table}")
