"""Learning by playing: the coach, tooltips, marks on what can be used, and how to play in pictures."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.boxes import OVERLAP, crowding_at_every_size, sizes_where
from tests.web.conftest import Join
from tests.web.test_looks import violations


def test_the_coach_goes_on_when_the_thing_is_done_and_is_remembered(join: Join) -> None:
    me = join(coached=True)
    me.play_now()
    coach = me.see(".coach")
    expect(coach).to_contain_text("Step 1 of 6")
    expect(coach).to_contain_text("20 points win")  # the goal in one line
    assert crowding_at_every_size(me) == []
    assert sizes_where(me, OVERLAP, ".coach", ".hand .coached") == []
    assert violations(me) == []
    coach.get_by_role("button", name="Show me").click()
    me.touch(me.glowing()[0])
    expect(coach).to_contain_text("Put cards where your pawn stands")
    me.page.reload()
    expect(coach).to_contain_text("Step 2 of 6")
    coach.get_by_role("button", name="Skip this step").click()
    expect(me.see(".coach", "Step 2 of 6")).to_have_count(0)


def test_the_coach_falls_silent_when_told_and_comes_back_when_asked(join: Join) -> None:
    me = join(coached=True)
    me.play_now()
    me.see(".coach").get_by_role("button", name="No more coaching").click()
    expect(me.see(".coach")).to_have_count(0)
    me.page.reload()
    me.wait_until_asked()
    me.settle()
    expect(me.see(".coach")).to_have_count(0)
    me.open_menu("Coach me")
    expect(me.see(".coach")).to_contain_text("Step 1 of 6")


def test_what_can_be_used_now_is_marked_before_anything_is_touched(join: Join) -> None:
    me = join()
    me.play_now()
    cards = me.see(".hand .ncard")
    assert me.see(".hand .ncard .can").count() == cards.count()
    assert "Usable now" in cards.first.inner_text()
    cards.first.click()
    expect(me.see(".can")).to_have_count(0)  # now the targets glow


def test_tooltips_come_by_hover_and_focus_and_go_by_a_key(join: Join) -> None:
    me = join()
    me.play_now()
    me.see(".hand .ncard").first.hover()
    expect(me.see(".tip")).to_contain_text("where your pawn stands")
    expect(me.see(".tip a")).to_contain_text("BB-7")
    me.press("Escape")
    expect(me.see(".tip")).to_have_count(0)
    me.press("F6")
    expect(me.see(".tip")).to_be_visible()
    for place in ("track", "deck", "discards", "quarry", "start", "site:medes", "mine:medes", "theirs:medes", "end"):
        me.press("Escape")
        me.see(f'[data-tip="{place}"], [data-place="{place}"]').first.hover(force=True)
        expect(me.see(".tip h3")).to_be_visible()


def test_a_tooltip_does_not_outlive_the_window_it_was_made_for(join: Join) -> None:
    me = join()
    me.play_now()
    me.see(".hand .ncard").first.hover()
    expect(me.see(".tip")).to_be_visible()
    me.page.set_viewport_size({"width": 640, "height": 360})
    expect(me.see(".tip")).to_have_count(0)


def test_a_long_press_shows_the_tooltip_and_touches_nothing(join: Join) -> None:
    me = join(phone=True)
    me.play_now()
    card = me.see(".hand .ncard").first
    box = card.bounding_box()
    assert box is not None
    at = {
        "clientX": box["x"] + 20,
        "clientY": box["y"] + 20,
        "pointerType": "touch",
        "bubbles": True,
        "isPrimary": True,
    }
    card.dispatch_event("pointerdown", at)
    expect(me.see(".tip")).to_be_visible()
    card.dispatch_event("pointerup", at)
    card.dispatch_event("click")
    assert card.get_attribute("aria-pressed") == "false"


def test_how_to_play_stands_before_the_clauses(join: Join) -> None:
    me = join("#/rules/babel")
    expect(me.see(".howto li")).to_have_count(6)
    expect(me.see(".howto svg").first).to_be_visible()
    me.see(".howto a", "BB-6.2").click()
    expect(me.see(".clause.cited")).to_contain_text("BB-6.2")


@pytest.mark.parametrize("game", ["babylonia", "wonders"])
def test_every_game_is_explained_in_pictures_with_a_clause_for_each(join: Join, game: str) -> None:
    me = join(f"#/rules/{game}")
    steps = me.see(".howto li")
    expect(me.see(".howto svg").first).to_be_visible()
    assert steps.count() >= 5
    assert me.see(".howto a").count() == me.see(".howto .pic svg").count() == steps.count()


def test_effects_are_shown_before_they_are_done(join: Join) -> None:
    me = join()
    me.play_now()
    me.touch("hand:assyrians")
    me.touch("site:assyrians")
    me.touch("hand:hittites")
    me.touch("mine:assyrians")
    me.touch("start")
    expect(me.see(".half.me .chip-legal")).to_have_text("Build 0 to 1")


def test_a_row_says_in_two_clauses_what_can_be_done_with_it(join: Join) -> None:
    me = join()
    me.play_now()
    version = me.version
    me.touch("hand:assyrians")
    me.touch("site:assyrians")
    me.wait_for_change(version)  # the card has left the hand
    for place in me.see(".hand .ncard").evaluate_all("all => all.map(e => e.closest('[data-place]').dataset.place)")[
        :3
    ]:
        version = me.version
        me.touch(place)
        me.touch("mine:assyrians")
        me.wait_for_change(version)
    me.touch("mine:assyrians")
    ways = re.compile(
        r"^Your row at Assyrians selected\. Migrate its three newest cards to a marked site(, or use \w+)?\.$"
    )
    expect(me.see(".actions .say")).to_have_text(ways)
