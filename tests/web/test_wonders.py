"""7 Wonders in a real browser: the hand, prices, sealing, the reveal, the tower, the project, the end."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.boxes import SIZES, SMALL_SIZES, crowding, crowding_at_every_size, sizes_where, spilling
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_babylonia_looks import FIRST_LOAD_BUDGET, compressed, files_of
from tests.web.test_looks import violations
from tests.web.wonders import MAX_DECISIONS, Party, at, in_phase

# What is shown for a moment stays, so that it can be measured at every size.
HOLD = """() => {
    const wait = window.setTimeout;
    window.setTimeout = (callback, time, ...rest) => wait(callback, time === 3500 ? 1e9 : time, ...rest);
}"""
COUNT_FLIGHTS = """() => {
    window.flights = [];
    const count = node => {
        if (!node.classList?.contains('ghost')) return;
        const note = animation => window.flights.push(animation.effect.getComputedTiming().endTime);
        node.getAnimations().forEach(note);
    };
    const look = changes => changes.forEach(change => change.addedNodes.forEach(count));
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""
OUT_OF_SIGHT = """selectors => selectors.some(selector => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return !box.width || !box.height || box.bottom > innerHeight || box.right > innerWidth;
})"""
REVEAL_TIME = 600  # milliseconds
GAME_BUDGET = 90_000  # bytes, compressed


def faults(me: Person) -> list[str]:
    """What axe finds serious, in both themes."""
    found = []
    for scheme in ("light", "dark"):
        me.page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {problem}" for problem in violations(me)]
    me.page.emulate_media(color_scheme="light")
    return found


def sit_down(join: Join, party: Party, seat: int = 0, **look: bool) -> Person:
    """Open the page of a seat, when it is asked."""
    me = join(party.link(seat), **look)
    me.page.evaluate(HOLD)
    expect(me.see(".w7")).to_be_visible()
    return me


def pick(me: Person, index: int) -> None:
    me.see(f'[data-place="hand:{index}"]').click()


def seal(me: Person) -> None:
    """Press the main button, choose the first payment if there are several, and wait until it is sealed."""
    version = me.version
    me.see(".act .go .primary, .draft .go .primary").click()
    if is_asked_for_payment(me, version):
        me.see(".act .go .primary").click()
    wait_until_sealed(me, version)


def is_asked_for_payment(me: Person, version: int) -> bool:
    """Whether there are several ways to pay; they are loaded when they are first needed."""
    me.wait_for_change(version, ".pays")
    return me.see(".pays").count() > 0


def wait_until_sealed(me: Person, version: int) -> None:
    """Until every step of a decision is answered: the first is seen while others are still to be sent."""
    me.wait_for_change(version)
    expect(me.see('.w7[aria-busy="true"]')).to_have_count(0)


def discard(me: Person, index: int = 0) -> None:
    pick(me, index)
    me.see('[data-place="use:discard"]').click()
    seal(me)


def payment_card(party: Party, least: int = 2) -> tuple[int, int] | None:
    """A seat that can pay for a structure in several ways, and the card."""
    for seat in party.asked:
        for index, held in enumerate(party.people[seat].latest["view"]["hand"]):
            for use in held["uses"]:
                ways = [deal for deal in use["deals"] if deal["way"] == "pay" and not deal["joins"]]
                if use["verb"] == "build" and len(ways) >= least:
                    return seat, index
    return None


def test_the_hand_tells_what_each_card_costs_me(join: Join, server: Server) -> None:
    party = Party(server, 3).until(at(1, 2))
    me = sit_down(join, party)
    expect(me.see(".whand .wc")).to_have_count(6)
    for index, held in enumerate(party.view["hand"]):
        label = me.see(f'[data-place="hand:{index}"] .sr').first.inner_text()
        assert held["card"].removesuffix(" 1") in label.lower()
    strips = me.see(".whand .ft").all_inner_texts()
    assert len(strips) == 6
    assert violations(me) == []


def test_a_choice_is_sealed_and_changed_until_the_last_has_chosen(join: Join, server: Server) -> None:
    party = Party(server, 3)
    me, other = sit_down(join, party), sit_down(join, party, 1)
    discard(me, 2)
    expect(me.see(".act")).to_contain_text("Sealed")
    expect(me.see(".wtick .state")).to_contain_text("1 of 3 have chosen")
    chosen = me.see(".sealed p").first.inner_text()
    expect(other.see(".w7")).not_to_contain_text(chosen)
    me.page.get_by_role("button", name="Change my mind").last.click()
    expect(me.see(".wtick .state")).to_contain_text("0 of 3 have chosen")
    discard(me, 0)
    expect(me.see(".act")).to_contain_text("Sealed")
    assert violations(me) == []


def test_two_who_choose_at_the_same_moment_do_not_hinder_each_other(join: Join, server: Server) -> None:
    party = Party(server, 3)
    people = [sit_down(join, party, seat) for seat in (0, 1)]
    for person in people:
        pick(person, 0)
        person.see('[data-place="use:discard"]').click()
    for person in people:
        person.see(".act .go .primary").click()
    for person in people:
        expect(person.see(".act")).to_contain_text("Sealed")


def test_payments_are_laid_out_and_one_is_chosen(join: Join, server: Server) -> None:
    party = Party(server, 3).until(lambda party: payment_card(party) is not None)
    found = payment_card(party)
    assert found is not None
    seat, index = found
    me = sit_down(join, party, seat)
    pick(me, index)
    expect(me.see(".act .go .primary")).to_contain_text("How to pay")
    me.see(".act .go .primary").click()
    expect(me.see(".pays")).to_be_visible()  # loaded when first needed
    assert me.see(".po").count() > 1
    assert sizes_where(me, OUT_OF_SIGHT, ".pays > .wc .nm", ".pays > .wc .eff") == []  # what is paid for
    assert crowding_at_every_size(me) == []
    assert faults(me) == []
    me.see(".po").nth(1).click()
    wanted = me.see(".po.selected .sr").first.inner_text()
    me.see(".act .go .primary").click()
    expect(me.see(".act")).to_contain_text("Sealed")
    party.read_all()
    plan = party.people[seat].latest["view"]["cities"][seat]["plan"]
    assert f"{plan['bank'] + plan['left'] + plan['right']} coin" in wanted


def test_many_payments_are_a_list_of_which_all_can_be_seen(join: Join, server: Server) -> None:
    party = Party(server, 3).until(lambda party: payment_card(party, 4) is not None)
    found = payment_card(party, 4)
    assert found is not None
    seat, index = found
    me = sit_down(join, party, seat)
    pick(me, index)
    me.see(".act .go .primary").click()
    expect(me.see(".pays")).to_be_visible()  # loaded when first needed
    ways = me.see(".pos.list .po")
    totals = [int(title.split()[0]) for title in ways.locator(".pt").all_inner_texts()]
    assert len(totals) > 3
    assert totals == sorted(totals)
    assert crowding_at_every_size(me) == []
    for size in SIZES.values():
        me.page.set_viewport_size(size)
        hidden = "list => list.scrollHeight > list.clientHeight + 1 || list.scrollWidth > list.clientWidth + 1"
        assert not me.see(".pos.list").evaluate(hidden), size
    assert faults(me) == []
    me.press("4", "e")
    expect(me.see(".act")).to_contain_text("Sealed")


def test_what_cannot_be_done_says_why(join: Join, server: Server) -> None:
    party = Party(server, 3).until(lambda party: find_unaffordable(party) is not None)
    index = find_unaffordable(party)
    assert index is not None
    me = sit_down(join, party)
    pick(me, index)
    build = me.see('.act .opt.dis[data-place="use:build"] small').inner_text()
    assert re.search(r"short$|^costs \d+ coins?$", build)  # in a few words, which nothing cuts off
    for use in me.see(".act .opt.dis").all():  # each is greyed, and still says why
        use.evaluate("button => button.click()")
        assert "Rule SW-" in me.bubble()
        assert not re.search(r"\{\d\}", me.bubble())  # with the names of those it is about


def find_unaffordable(party: Party) -> int | None:
    """A card of seat 0 that it cannot build."""
    for index, held in enumerate(party.view["hand"]):
        if held["strip"]["kind"] in ("short", "poor") and any(use["why"] for use in held["uses"]):
            return index
    return None


def test_the_reveal_shows_what_all_did_and_lets_one_go_on(join: Join, server: Server) -> None:
    party = Party(server, 4)
    me = sit_down(join, party)
    discard(me)
    party.reveal(but=0)
    expect(me.see(".wring .col7")).to_have_count(4)
    expect(me.see(".wring .me7")).to_contain_text("You")
    expect(me.see(".toast", "takes back")).to_have_count(0)  # what is revealed is not mistaken for something undone
    assert crowding_at_every_size(me) == []
    assert faults(me) == []
    me.press("e")
    expect(me.see(".wring")).to_have_count(0)
    expect(me.see(".wtick .state")).to_contain_text("turn 2 of 6")


@pytest.mark.parametrize("still", [False, True], ids=["moving", "still"])
def test_coins_travel_in_the_reveal_unless_one_wants_it_still(join: Join, server: Server, still: bool) -> None:
    party = Party(server, 3).until(lambda party: payment_card(party) is not None)
    found = payment_card(party)
    assert found is not None
    seat, index = found
    me = sit_down(join, party, seat, still=still)
    me.page.evaluate(COUNT_FLIGHTS)
    pick(me, index)
    seal(me)
    party.reveal(but=seat)
    expect(me.see(".wring.rv")).to_be_visible()
    expect(me.see(".wring .me7 .rl small")).to_contain_text("pay")
    if still:
        me.settle()
        assert me.page.evaluate("() => window.flights") == []
        return
    me.page.wait_for_function("() => window.flights.length > 0")
    me.press("Escape")  # it can be skipped
    expect(me.see(".wring, .ghost")).to_have_count(0)
    assert round(max(me.page.evaluate("() => window.flights"))) <= REVEAL_TIME


def test_hands_are_not_said_to_be_passed_after_the_last_turn_of_an_age(join: Join, server: Server) -> None:
    """[SW-3.4] [SW-3.6]"""
    party = Party(server, 3, seed=4)
    me = sit_down(join, party.until(at(1, 5)))
    expect(me.see(".wtick .when")).to_contain_text("Age I, turn 5 of 6 · hands pass left")
    party.until(at(1, 6))
    expect(me.see(".wring.rv")).to_be_visible()
    go_on(me)
    expect(me.see(".wtick .when")).to_contain_text("Age I, turn 6 of 6")
    expect(me.see(".wtick .when")).not_to_contain_text("hands pass")
    party.reveal()
    expect(me.see(".wring.rv")).to_be_visible()
    expect(me.see(".wring .pass")).not_to_contain_text("Your hand")


def test_the_reveal_can_be_seen_once_more(join: Join, server: Server) -> None:
    party = Party(server, 3)
    me = sit_down(join, party)
    discard(me)
    party.reveal(but=0)
    expect(me.see(".wring.rv")).to_be_visible()
    me.see(".wring.rv").evaluate("drawn => drawn.dataset.old = 'yes'")
    me.press("r")
    expect(me.see('.wring.rv:not([data-old="yes"])')).to_be_visible()  # the cards turn anew
    me.page.get_by_role("button", name="Again").click()
    expect(me.see(".wring.rv")).to_be_visible()


LESSONS = (
    "Play one card a turn",
    "Read the foot of a card",
    "Buy from your neighbours",
    "Build your wonder",
    "Mind the shields",
    "Collect symbols",
)


def test_the_coach_teaches_one_thing_in_each_turn_of_a_first_game(join: Join, server: Server) -> None:
    party = Party(server, 3)
    me = sit_down(join, party, coached=True)
    expect(me.see("dialog[open]")).to_contain_text("What should we call you?")
    me.press("Escape")
    for turn, lesson in enumerate(LESSONS):
        expect(me.see(".coach h3")).to_have_text(lesson)
        assert me.see(".coached").count() == 1  # what it is about is ringed
        assert ("three Ages" in me.see(".coach").inner_text()) == (turn == 0)  # the goal comes first
        me.see(".coach .btn", "Show me").click()
        expect(me.see(".coach")).to_have_count(0)  # it does not lie in the way
        me.press("Escape")
        discard(me)
        party.reveal(but=0)
        expect(me.see(".wring")).to_be_visible()
        expect(me.see(".coach")).to_have_count(0)
        if turn == 0:
            me.see(".offer .btn", "No").click()  # to be notified
        go_on(me)
    expect(me.see(".whand .wc")).to_have_count(7)
    expect(me.see(".coach")).to_have_count(0)


def test_the_coach_waits_while_tiles_are_chosen(join: Join, server: Server) -> None:
    me = sit_down(join, Party(server, 3, "tower"), coached=True)
    expect(me.see(".wtl")).to_have_count(3)
    me.settle()
    expect(me.see(".coach")).to_have_count(0)


def test_conflicts_are_shown_at_the_end_of_an_age(join: Join, server: Server) -> None:
    party = Party(server, 3).until(at(1, 6))
    me = sit_down(join, party)
    discard(me)
    party.reveal(but=0)
    expect(me.see(".wring")).to_be_visible()
    me.press("e")
    expect(me.see(".wring.cf h2")).to_be_visible()
    assert crowding_at_every_size(me) == []
    assert faults(me) == []
    me.press("e")
    expect(me.see(".wring")).to_have_count(0)
    expect(me.see(".whand .wc")).to_have_count(7)


def test_a_tile_is_kept_by_its_words(join: Join, server: Server) -> None:
    party = Party(server, 4, "tower")
    me = sit_down(join, party)
    expect(me.see(".wtl")).to_have_count(3)
    assert crowding_at_every_size(me) == []
    assert faults(me) == []
    me.press("2", "e")
    expect(me.see(".draft h2")).to_contain_text("You keep tile")
    party.reveal(but=0)
    expect(me.see(".wtl")).to_have_count(2)


def test_the_tower_and_the_project_tell_what_they_mean(join: Join, server: Server) -> None:
    party = Party(server, 3, "tower", "projects")
    party.wishes = ("tower", "build")
    party.until(at(1, 3))
    me = sit_down(join, party)
    me.see('[data-place="tower"]').click()
    expect(me.see("dialog[open]")).to_contain_text("For you now")
    assert violations(me) == []
    me.press("Escape")
    me.see('[data-place="project"]').click()
    expect(me.see("dialog[open]")).to_contain_text("If it fails")


def test_any_city_opens_as_a_sheet_and_closes(join: Join, server: Server) -> None:
    party = Party(server, 4).until(at(1, 5))
    me = sit_down(join, party)
    me.press("[")
    expect(me.see(".citysheet")).to_be_visible()
    assert crowding_at_every_size(me) == []
    assert faults(me) == []
    me.press("Escape")
    expect(me.see(".citysheet")).to_have_count(0)


def test_what_one_could_know_of_the_hands_is_what_the_game_knows(join: Join, server: Server) -> None:
    party = Party(server, 3).until(at(1, 4))
    me = sit_down(join, party)
    me.press("h")
    expect(me.see("dialog.wnotes section")).to_have_count(2)
    for hand in party.view["recalled"]:
        assert me.see("dialog.wnotes .wchips li").count() >= len(hand["among"])
    assert violations(me) == []


@pytest.mark.parametrize(
    ("players", "moment"),
    [(2, (2, 4)), (3, (3, 4)), (4, (3, 4)), (4, (2, 1)), (5, (1, 1)), (6, (2, 1)), (7, (3, 4)), (7, (2, 1))],
)
def test_nothing_is_cut_or_covered_at_any_size(
    join: Join, server: Server, players: int, moment: tuple[int, int]
) -> None:
    party = Party(server, players, "tower", "projects", seed=players)
    party.wishes = ("build", "tower", "stage")
    party.until(at(*moment))
    me = sit_down(join, party)
    for scheme in ("light", "dark"):
        me.page.emulate_media(color_scheme=scheme)
        assert crowding_at_every_size(me) == []
        pick(me, 0)
        me.page.mouse.move(0, 0)  # no tooltip
        assert crowding_at_every_size(me) == []
        assert violations(me) == []
        me.press("Escape")


@pytest.mark.parametrize("players", [3, 7])
def test_what_a_card_does_is_not_cut_however_many_are_held(join: Join, server: Server, players: int) -> None:
    party = Party(server, players, "tower", "projects", seed=players)
    party.wishes = ("build", "tower", "stage")
    for age in (1, 2, 3):
        me = sit_down(join, party.until(at(age, 1)))
        expect(me.see(".whand .wc")).to_have_count(7)
        assert spilling(me, ".whand .ef") == []
        assert spilling(me, ".whand .hd") == []
        me.context.close()


def test_the_page_of_the_game_keeps_to_its_budget(join: Join, server: Server) -> None:
    other = join()
    other.play_now()  # Babel
    me = sit_down(join, Party(server, 3))
    me.page.wait_for_load_state("networkidle")  # the drawings of the cities come last
    files = files_of(me)
    assert any("gizah" in file for file in files)
    assert 10_000 < sum(map(compressed, files - files_of(other))) <= GAME_BUDGET
    assert sum(map(compressed, {"index.html", *files})) <= FIRST_LOAD_BUDGET


# ---- two players, three cities ----------------------------------------------------------------------------------


def test_both_cards_of_the_free_citys_player_are_sealed_together(join: Join, server: Server) -> None:
    party = Party(server, 2)
    me = sit_down(join, party)
    pick(me, 0)
    expect(me.see(".act .go .primary")).to_contain_text("Next card")
    me.see('[data-place="use:discard"]').click()
    seal(me)
    expect(me.see(".whand .planned .whose2")).to_have_text("You")
    me.see(".whand .wc:not(.planned)").first.click()
    expect(me.see(".whand .its .whose2")).to_have_text("Free City")
    expect(me.see(".act .go .primary")).to_contain_text("Seal both")
    me.page.mouse.move(0, 0)
    assert crowding_at_every_size(me) == []
    assert violations(me) == []
    seal(me)
    expect(me.see(".sealed")).to_contain_text("The Free City")


def free_city_buys(party: Party) -> int:
    """Bring the table to a card that the Free City can pay for in several ways; my own card is discarded before."""
    for _ in range(MAX_DECISIONS):
        party.until(lambda party: party.view["holder"] == 0 and 0 in party.asked and party.view["phase"] == "act")
        deals = [use["deals"] for use in party.view["hand"][0]["uses"] if use["verb"] == "discard"]
        party.people[0].act(deals[0][0]["actions"][0])
        party.read_all()
        for index, held in enumerate(party.view["hand"]):
            if any(use["verb"] == "build" and len(use["deals"]) > 1 for use in held["uses"]):
                return index
        party.reveal()
    raise AssertionError("it did not come to that")


def test_who_pays_for_the_free_city_is_not_called_me(join: Join, server: Server) -> None:
    party = Party(server, 2)
    index = free_city_buys(party)
    me = sit_down(join, party)
    pick(me, index)
    me.see(".act .go .primary").click()
    after = me.see(".po .aft").first
    expect(after.locator("span").first).to_contain_text("It ")
    expect(after.locator("span").nth(1)).to_contain_text("You ")  # a neighbour who sells
    expect(me.see(".po .sr").first).to_contain_text("Afterwards: Free City")
    expect(me.see(".po .flow b").first).to_have_text("You")
    assert crowding_at_every_size(me) == []


def test_the_two_cards_can_be_swapped_before_they_are_sealed(join: Join, server: Server) -> None:
    party = Party(server, 2)
    me = sit_down(join, party)
    mine, its = [held["card"] for held in party.view["hand"][:2]]
    discard(me, 0)
    expect(me.see(".whand .planned .whose2")).to_have_text("You")
    pick(me, 1)
    me.press("s")
    expect(me.see('[data-place="hand:0"] .whose2')).to_have_text("Free City")
    expect(me.see('[data-place="hand:1"] .whose2')).to_have_text("You")
    assert faults(me) == []
    if me.see(".act .go .primary").is_disabled():
        me.see('[data-place="use:discard"]').click()
    seal(me)
    expect(me.see(".act")).to_contain_text("Sealed")
    party.read_all()
    assert [party.view["cities"][number]["plan"]["card"] for number in (0, 2)] == [its, mine]


def test_a_board_is_chosen_for_a_seat_in_the_form(join: Join) -> None:
    me = join("#/new")
    me.see("dialog[open] .seg button", "7 Wonders").click()
    me.page.get_by_text("More options").click()
    boards = me.see(".seatwise select")
    expect(boards).to_have_count(3)
    boards.nth(1).select_option("gizah")
    boards.nth(0).select_option("gizah")  # one of each: the other seat gives it up
    expect(boards.nth(1)).to_have_value("any")
    assert violations(me) == []
    me.page.get_by_role("button", name="Open the table").click()
    expect(me.see(".mycity h2")).to_have_text("Gizah")


def test_all_boards_may_be_dealt_until_some_are_left_out(join: Join) -> None:
    me = join("#/new")
    me.see("dialog[open] .seg button", "7 Wonders").click()
    me.page.get_by_text("More options").click()
    boxes = me.page.get_by_role("group", name="Boards that may be dealt").get_by_role("checkbox")
    assert [box.is_checked() for box in boxes.all()] == [True] * 7
    for board in ("Alexandria", "Babylon", "Ephesos", "Gizah"):
        me.page.get_by_role("checkbox", name=board).uncheck()
    expect(me.see("details.more summary")).to_contain_text("only Halikarnassos, Olympia, Rhodos")
    me.page.get_by_role("checkbox", name="Olympia").uncheck()
    me.page.get_by_role("checkbox", name="Rhodos").uncheck()
    expect(me.page.get_by_role("checkbox", name="Halikarnassos")).to_be_disabled()  # none would mean all
    me.page.get_by_role("checkbox", name="Olympia").check()
    me.page.get_by_role("checkbox", name="Rhodos").check()
    me.page.get_by_role("button", name="Open the table").click()
    expect(me.see(".mycity h2")).to_have_text(re.compile("Halikarnassos|Olympia|Rhodos"))


def test_a_board_of_an_expansion_is_offered_with_it_alone(join: Join) -> None:
    me = join("#/new")
    me.see("dialog[open] .seg button", "7 Wonders").click()
    me.page.get_by_text("More options").click()
    rome = me.page.get_by_role("checkbox", name="Rome")
    expect(rome).to_have_count(0)
    me.page.get_by_role("checkbox", name="Leaders").check()
    expect(rome).to_be_checked()
    seat = me.page.get_by_role("combobox", name="Seat 1", exact=True)
    seat.select_option("rome")
    me.page.get_by_role("checkbox", name="Alexandria").uncheck()
    me.page.get_by_role("checkbox", name="Leaders").uncheck()
    expect(rome).to_have_count(0)
    expect(seat).to_have_value("any")
    me.page.get_by_role("button", name="Open the table").click()
    expect(me.see(".mycity h2")).to_have_text(re.compile("(?!Alexandria|Rome).+"))


# ---- powers and penalties ---------------------------------------------------------------------------------------


def test_halikarnassos_builds_from_the_discards(join: Join, server: Server) -> None:
    party = Party(server, 3, boards=["halikarnassos", "gizah", "rhodos"], sides="b", seed=4)
    party.wishes = ("stage", "build")
    party.until(in_phase("salvage"))
    seat = party.asked[0]
    me = sit_down(join, party, seat)
    expect(me.see(".act")).to_contain_text("Choose a discarded card")
    assert crowding_at_every_size(me, SMALL_SIZES) == []
    assert faults(me) == []
    pick(me, 0)
    seal(me)
    party.read_all()
    assert party.view["phase"] != "salvage"


def test_a_reveal_names_who_may_build_from_the_discards_even_when_that_is_done(join: Join, server: Server) -> None:
    party = just_before(server, in_phase("salvage"), boards=["halikarnassos", "gizah", "rhodos"], sides="b", seed=4)
    other = other_than(party, "halikarnassos")
    me = sit_down(join, party, other)
    party.until(in_phase("salvage"))
    expect(me.see(".wring .pass")).to_have_text(re.compile("^(?!You).+ may build one of the discards"))
    party.decide(party.asked[0])
    me.wait_for_version(party.people[other].latest["version"])
    expect(me.see(".wring .pass")).to_have_text(re.compile("^(?!You).+ may build one of the discards"))


def test_babylon_plays_the_seventh_card_or_leaves_it(join: Join, server: Server) -> None:
    party = Party(server, 3, boards=["babylon", "gizah", "rhodos"], sides="b", seed=3)
    party.wishes = ("stage", "build")
    party.until(in_phase("seventh"))
    me = sit_down(join, party, party.asked[0])
    expect(me.see(".whand .wc")).to_have_count(1)
    expect(me.page.get_by_role("button", name="Leave the last card")).to_be_visible()
    assert crowding_at_every_size(me, SMALL_SIZES) == []
    assert faults(me) == []
    discard(me)
    party.read_all()
    assert party.view["phase"] != "seventh"


def just_before(
    server: Server, moment: Callable[[Party], bool], *expansions: str, seed: int = 3, **options: Any
) -> Party:
    """A table at the start of the turn that leads to a moment: two tables with the same options are dealt alike."""

    def table(until: Callable[[Party], bool]) -> Party:
        party = Party(server, 3, *expansions, seed=seed, **options)
        party.wishes = ("stage", "build")
        party.until(until)
        assert until(party), "the game was over before"
        return party

    turns: list[tuple[int, int]] = []  # that began before it

    def is_there(party: Party) -> bool:
        age, turn, phase = party.moment
        is_so = moment(party)
        turns.extend([(age, turn)] if phase == "act" and not is_so else [])
        return is_so

    table(is_there)
    return table(at(*turns[-1]))


def other_than(party: Party, board: str) -> int:
    """The first seat without this board."""
    return int(next(city["number"] for city in party.view["cities"] if city["board"] != board))


def test_a_seventh_card_does_not_hide_what_all_chose_before(join: Join, server: Server) -> None:
    party = just_before(server, in_phase("seventh"), boards=["babylon", "gizah", "rhodos"], sides="b")
    other = other_than(party, "babylon")
    me = sit_down(join, party, other)
    party.until(in_phase("seventh"))
    expect(me.see(".wring h2")).to_have_text("All choices")
    party.decide(party.asked[0])
    me.wait_for_version(party.people[other].latest["version"])
    expect(me.see(".wring h2")).to_have_text("All choices")
    me.press("e")
    expect(me.see(".wring h2")).to_have_text("The last card")
    expect(me.see(".wring .rl").first).to_be_visible()
    me.press("e")
    expect(me.see(".wring.cf")).to_be_visible()


def test_a_tile_that_is_laid_is_shown_by_its_words(join: Join, server: Server) -> None:
    party = Party(server, 3, "tower")
    party.wishes = ("tower", "build")
    party.until(at(1, 2))
    me = sit_down(join, party)
    discard(me)
    party.reveal(but=0)
    expect(me.see(".wring .rl", re.compile(r"lays tile \d+: \w+")).first).to_be_visible()
    assert me.see(".wring .tq").count() > 0


def test_olympia_builds_without_cost(join: Join, server: Server) -> None:
    party = Party(server, 3, boards=["olympia", "gizah", "rhodos"], sides="a", seed=2)
    party.wishes = ("stage", "build")
    party.until(lambda party: free_building(party) is not None)
    found = free_building(party)
    assert found is not None
    seat, index = found
    me = sit_down(join, party, seat)
    pick(me, index)
    me.see('[data-place="use:build"]', "Build free").click()
    assert faults(me) == []
    seal(me)
    expect(me.see(".act")).to_contain_text("Sealed")


def free_building(party: Party) -> tuple[int, int] | None:
    """A seat that can use its free building, and the card."""
    for seat in party.asked:
        for index, held in enumerate(party.people[seat].latest["view"]["hand"]):
            if any(deal["way"] == "power" for use in held["uses"] for deal in use["deals"]):
                return seat, index
    return None


def test_a_failed_project_asks_what_one_loses(join: Join, server: Server) -> None:
    party = Party(server, 3, "projects", seed=5)
    party.wishes = ("stage", "build")
    party.until(in_phase("penalty"))
    me = sit_down(join, party, party.asked[0])
    expect(me.see(".act")).to_contain_text("Choose what you lose")
    pick(me, 0)
    expect(me.see(".act .go .primary")).to_contain_text("Lose it")
    assert crowding_at_every_size(me, SMALL_SIZES) == []
    assert faults(me) == []
    seal(me)


def coins_settled(party: Party) -> list[int]:
    """What the seats have gained or lost by projects of the Ages."""
    lines = [line for line in party.people[0].latest["log"] if line["verb"] in ("reward", "penalty")]
    return [effect["amount"] for line in lines for effect in line["effects"] if effect["what"] == "coins"]


def test_coins_that_a_project_takes_are_told_apart_in_the_reveal(join: Join, server: Server) -> None:
    party = just_before(server, lambda party: bool(coins_settled(party)), "projects")
    me = sit_down(join, party)
    party.until(lambda party: bool(coins_settled(party)))
    expect(me.see(".wring .rl small", re.compile(r"^[A-Z][\w ]+: [+−]\d+$")).first).to_be_visible()


# ---- whole games ------------------------------------------------------------------------------------------------


def play_to_the_end(party: Party, me: Person, turn: Callable[[Person], None]) -> None:
    """The person plays seat 0, the program the others, until the result is shown."""
    for _ in range(MAX_DECISIONS):
        party.read_all()
        if party.is_over:
            break
        if 0 in party.asked:
            me.wait_for_version(party.people[0].latest["version"])
            turn(me)
        else:
            party.reveal(but=0)
    expect(me.see(".wring")).to_be_visible()  # the last cards and conflicts are shown before the result
    go_on(me)
    expect(me.see("dialog.result[open] .wsc")).to_be_visible()


def go_on(me: Person) -> None:
    """Leave what is shown for a moment: the reveal, the conflicts."""
    me.press("Escape")
    expect(me.see(".wring")).to_have_count(0)


def by_mouse(me: Person) -> None:
    """Buy from the neighbours where that builds a card, else build what can be built, else discard."""
    go_on(me)
    bought = me.see(".whand .wc:has(.ft.pay)").filter(has_not_text="to the bank")
    cards = bought if bought.count() else me.see(".whand .wc:not(.off)")
    cards.first.click() if cards.count() else pick(me, 0)
    if me.see(".act .go .primary").is_disabled():
        me.see('[data-place="use:discard"]').click()
    seal(me)


def by_touch(me: Person) -> None:
    """The same with a finger; for the Free City what it must do."""
    go_on(me)
    me.see(".whand .wc:not(.planned)").first.tap()
    for place in ("build", "stage", "discard"):
        button = me.see(f'[data-place="use:{place}"]:not(.dis)')
        if button.count():
            button.first.tap()
            break
    version = me.version
    me.see(".act .go .primary").tap()
    if is_asked_for_payment(me, version):
        me.see(".act .go .primary").tap()
    wait_until_sealed(me, version)


def by_keys(me: Person) -> None:
    """By keys alone: join the project or lay a tile if possible, else build, else discard."""
    go_on(me)
    version = me.version
    if me.see(".draft").count() or me.see(".act").get_by_text("Choose what you lose").count():
        me.press("1", "e")
    elif not (press_with_any_card(me, "j") or press_with_any_card(me, "y") or press_with_any_card(me, "b")):
        me.press("1", "d", "e")
    if is_asked_for_payment(me, version):
        me.press("1", "e")
    wait_until_sealed(me, version)


def press_with_any_card(me: Person, key: str) -> bool:
    """Whether some card could be used so; it is sealed then, or its payments lie there."""
    chosen = {"j": ".opt.join.on", "y": ".tchip.on", "b": '.opt.on[data-place="use:build"]'}[key]
    for number in range(me.see(".whand .wc").count()):
        me.press("Escape", str(number + 1), key)
        if me.see(chosen).count():
            me.press("e")
            return True
    return False


def paid_by(party: Party, seat: int) -> dict[str, int]:
    """The coins that a seat has paid to its neighbours in the whole game."""
    plays = [line for line in party.people[0].lines if line["actor"] == seat and line["action"] is None]
    return {side: sum(int(line["args"].get(side, 0)) for line in plays) for side in ("left", "right")}


@pytest.mark.slow  # eighteen turns, each answered by the server and drawn
def test_a_whole_game_of_three_is_played_by_mouse(join: Join, server: Server) -> None:
    party = Party(server, 3, seed=4)
    me = sit_down(join, party)
    play_to_the_end(party, me, by_mouse)
    expect(me.see(".wsc tfoot")).to_contain_text("1st")
    assert min(paid_by(party, 0).values()) > 0  # both neighbours were paid
    check_what_guilds_counted(me, party.people[0].latest["view"]["cities"])
    assert crowding_at_every_size(me) == []
    assert faults(me) == []
    replay_some(me)


def check_what_guilds_counted(me: Person, cities: list[dict[str, Any]]) -> None:
    """The sheet tells of each guild that looks at colours next door how many structures it found there."""
    me.see(".guilds summary").click()
    rows = me.see(".guilds li").all_inner_texts()
    owners = [city for city in cities if city["guilds"]]
    found = 0
    for city, row in zip(owners, rows, strict=True):
        beside = [cities[(city["number"] + step) % len(cities)] for step in (1, -1)]
        for points, count, colour in re.findall(r"Guild (\d+) \((\d+) (brown|grey|yellow|green|red|blue) at both", row):
            assert int(count) == sum(len(other["structures"].get(colour, [])) for other in beside)
            assert int(points) == int(count) * (2 if colour == "grey" else 1)
            found += 1
    assert found > 0
    me.see(".guilds summary").click()


def replay_some(me: Person) -> None:
    """Go through a finished game: to its start, on by keys, to its end."""
    me.page.get_by_role("button", name="Replay").last.click()
    slider = me.see("input[type=range]")
    expect(slider).to_be_visible()
    last = int(slider.get_attribute("max") or 0)
    slider.fill("0")
    expect(me.see(".mycity h2")).to_have_text("No board yet")
    expect(me.see(".nb small").first).to_have_text("left · no board yet")
    assert crowding(me) == []
    slider.fill(str(last // 2))
    expect(me.see(".w7 .wtick .state")).to_contain_text("Age II")
    expect(me.see(".turnflag")).to_contain_text("Age II, turn ")  # as the log calls it
    expect(me.see(".wring")).to_have_count(0)  # nothing is shown as if it happened now
    assert crowding(me) == []
    me.see(".nb.left").click()
    expect(me.see(".citysheet")).to_contain_text(" buys from ")  # who looks at a record is nobody at the table
    me.press("Escape")
    expect(me.see(".citysheet")).to_have_count(0)
    slider.fill(str(last))
    expect(me.see(".w7 .mycity")).to_be_visible()


@pytest.mark.slow  # eighteen turns, half of them for two cities
def test_a_whole_game_of_two_is_played_by_touch_on_a_phone(join: Join, server: Server) -> None:
    party = Party(server, 2, seed=4)
    me = sit_down(join, party, phone=True)
    play_to_the_end(party, me, by_touch)


@pytest.mark.slow  # eighteen turns of seven seats
def test_a_whole_game_of_seven_with_tower_and_projects_is_played_by_keys(join: Join, server: Server) -> None:
    party = Party(server, 7, "tower", "projects", seed=4)
    me = sit_down(join, party)
    play_to_the_end(party, me, by_keys)
    mine = party.view["cities"][0]
    assert [tile["state"] for tile in mine["tiles"]].count("placed") > 0
    assert any(line["actor"] == 0 and "joining" in line["text"] for line in party.people[0].lines)


def test_what_is_sealed_changes_nothing_that_another_seat_receives(server: Server) -> None:
    """Two tables are dealt alike; on one seat 1 builds, on the other it discards another card."""
    sealed = []
    for wishes, last in ((("build",), False), (("discard",), True)):
        party = Party(server, 3)
        view = party.people[1].latest["view"]
        deals = [
            deal for held in view["hand"] for use in held["uses"] if use["verb"] in wishes for deal in use["deals"]
        ]
        for action in deals[-1 if last else 0]["actions"]:
            party._act(party.people[1], action)
        assert party.asked == [0, 2]
        sealed.append(
            [(seen["view"], seen["actions"], seen["log"]) for seen in (party.people[0].latest, party.people[2].latest)]
        )
    assert sealed[0] == sealed[1]
