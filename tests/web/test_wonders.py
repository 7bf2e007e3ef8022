"""7 Wonders in a real browser: the hand, prices, sealing, the reveal, the tower, the project, the end."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.boxes import SIZES, crowding, crowding_at_every_size
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_looks import violations
from tests.web.wonders import Party, at, in_phase


def sit_down(join: Join, party: Party, seat: int = 0, **look: bool) -> Person:
    """Open the page of a seat, when it is asked."""
    me = join(party.link(seat), **look)
    expect(me.see(".w7")).to_be_visible()
    return me


def pick(me: Person, index: int) -> None:
    me.see(f'[data-place="hand:{index}"]').click()


def seal(me: Person) -> None:
    """Press the main button, choose the first payment if there are several, and wait until it is sealed."""
    version = me.version
    me.see(".act .go .primary, .draft .go .primary").click()
    if me.see(".pays").count():
        me.see(".act .go .primary").click()
    me.wait_for_change(version)


def discard(me: Person, index: int = 0) -> None:
    pick(me, index)
    me.see('[data-place="use:discard"]').click()
    seal(me)


def payment_card(party: Party) -> tuple[int, int] | None:
    """A seat that can pay for a structure in several ways, and the card."""
    for seat in party.asked:
        for index, held in enumerate(party.people[seat].latest["view"]["hand"]):
            for use in held["uses"]:
                ways = [deal for deal in use["deals"] if deal["way"] == "pay" and not deal["joins"]]
                if use["verb"] == "build" and len(ways) > 1:
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
    assert me.see(".po").count() > 1
    assert crowding_at_every_size(me) == []
    assert violations(me) == []
    me.see(".po").nth(1).click()
    wanted = me.see(".po.selected .sr").first.inner_text()
    me.see(".act .go .primary").click()
    expect(me.see(".act")).to_contain_text("Sealed")
    party.hear()
    plan = party.people[seat].latest["view"]["cities"][seat]["plan"]
    assert f"{plan['bank'] + plan['left'] + plan['right']} coin" in wanted


def test_what_cannot_be_done_says_why(join: Join, server: Server) -> None:
    party = Party(server, 3).until(lambda party: find_unaffordable(party) is not None)
    index = find_unaffordable(party)
    assert index is not None
    me = sit_down(join, party)
    pick(me, index)
    me.see('[data-place="use:build"]').click(force=True)  # it is greyed, and still says why
    assert "Rule SW-" in me.bubble()


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
    assert crowding_at_every_size(me) == []
    assert violations(me) == []
    me.press("e")
    expect(me.see(".wring")).to_have_count(0)
    expect(me.see(".wtick .state")).to_contain_text("turn 2 of 6")


def test_conflicts_are_shown_at_the_end_of_an_age(join: Join, server: Server) -> None:
    party = Party(server, 3).until(at(1, 6))
    me = sit_down(join, party)
    discard(me)
    party.reveal(but=0)
    expect(me.see(".wring")).to_be_visible()
    me.press("e")
    expect(me.see(".wring.cf h2")).to_be_visible()
    assert crowding_at_every_size(me) == []
    me.press("e")
    expect(me.see(".wring")).to_have_count(0)
    expect(me.see(".whand .wc")).to_have_count(7)


def test_a_tile_is_kept_by_its_words(join: Join, server: Server) -> None:
    party = Party(server, 4, "tower")
    me = sit_down(join, party)
    expect(me.see(".wtl")).to_have_count(3)
    assert crowding_at_every_size(me) == []
    assert violations(me) == []
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
    assert violations(me) == []
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


@pytest.mark.parametrize(("players", "age", "dark"), [(2, 2, False), (3, 3, True), (5, 1, False), (7, 1, True)])
def test_nothing_is_cut_or_covered_at_any_size(join: Join, server: Server, players: int, age: int, dark: bool) -> None:
    party = Party(server, players, "tower", "projects", seed=players).until(at(age, 4))
    me = sit_down(join, party, dark=dark)
    assert crowding_at_every_size(me) == []
    pick(me, 0)
    assert crowding_at_every_size(me, {name: SIZES[name] for name in ("phone", "landscape phone", "1280x720")}) == []
    assert violations(me) == []


# ---- powers and penalties ---------------------------------------------------------------------------------------


def test_halikarnassos_builds_from_the_discards(join: Join, server: Server) -> None:
    party = Party(server, 3, boards=["halikarnassos", "gizah", "rhodos"], sides="b", seed=4)
    party.wishes = ("stage", "build")
    party.until(in_phase("salvage"))
    seat = party.asked[0]
    me = sit_down(join, party, seat)
    expect(me.see(".act")).to_contain_text("Choose a discarded card")
    assert crowding(me) == []
    pick(me, 0)
    seal(me)
    party.hear()
    assert party.view["phase"] != "salvage"


def test_babylon_plays_the_seventh_card_or_leaves_it(join: Join, server: Server) -> None:
    party = Party(server, 3, boards=["babylon", "gizah", "rhodos"], sides="b", seed=3)
    party.wishes = ("stage", "build")
    party.until(in_phase("seventh"))
    me = sit_down(join, party, party.asked[0])
    expect(me.see(".whand .wc")).to_have_count(1)
    version = me.version
    me.page.get_by_role("button", name="Leave the last card").click()
    me.wait_for_change(version)


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
    seal(me)


# ---- whole games ------------------------------------------------------------------------------------------------


def play_to_the_end(party: Party, me: Person, turn: Callable[[Person], None]) -> None:
    """The person plays seat 0, the program the others, until the result is shown."""
    for _ in range(60):
        party.hear()
        if party.is_over:
            break
        if 0 in party.asked:
            turn(me)
        party.reveal(but=0)
    expect(me.see("dialog.result[open] .wsc")).to_be_visible()


def go_on(me: Person) -> None:
    """Leave what is shown for a moment: the reveal, the conflicts."""
    me.press("Escape")
    expect(me.see(".wring")).to_have_count(0)


def by_mouse(me: Person) -> None:
    """Take the first card that can be built, else discard."""
    go_on(me)
    cards = me.see(".whand .wc:not(.off)")
    cards.first.click() if cards.count() else pick(me, 0)
    if me.see(".act .go .primary").is_disabled():
        me.see('[data-place="use:discard"]').click()
    seal(me)


def by_touch(me: Person) -> None:
    """The same with a finger; for the Free City what it must do."""
    for _ in range(2):
        if not me.is_my_turn:
            return
        go_on(me)
        me.see(".whand .wc:not(.planned)").first.tap()
        for place in ("build", "stage", "discard"):
            button = me.see(f'[data-place="use:{place}"]:not(.dis)')
            if button.count():
                button.first.tap()
                break
        version = me.version
        me.see(".act .go .primary").tap()
        if me.see(".pays").count():
            me.see(".act .go .primary").tap()
        me.wait_for_change(version)
        me.settle()


def by_keys(me: Person) -> None:
    """The same by keys alone."""
    me.press("Escape")
    version = me.version
    if me.see(".draft").count():
        me.press("1", "e")
    else:
        me.press("1", "d", "e")
    me.wait_for_change(version)


@pytest.mark.slow  # eighteen turns, each answered by the server and drawn
def test_a_whole_game_of_three_is_played_by_mouse(join: Join, server: Server) -> None:
    party = Party(server, 3, seed=4)
    me = sit_down(join, party)
    play_to_the_end(party, me, by_mouse)
    expect(me.see(".wsc tfoot")).to_contain_text("1.")
    assert violations(me) == []
    me.page.get_by_role("button", name="Replay").last.click()
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


def test_nobody_is_sent_another_ones_hand_or_choice(server: Server) -> None:
    party = Party(server, 3)
    party.decide(1)
    seen = party.people[0].latest["view"]
    assert [city["plan"] for city in seen["cities"]] == [None, None, None]
    assert all("hand" not in city for city in seen["cities"])
    hands = [{held["card"] for held in person.latest["view"]["hand"]} for person in party.people]
    told = {held["card"] for held in seen["hand"]}
    assert told == hands[0]
