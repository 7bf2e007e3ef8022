"""The Wonder Pack of 7 Wonders in a real browser: stages in any order, and a leader who is entombed."""

import re

from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.boxes import crowding_at_every_size
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_wonders import faults, pick, seal, sit_down
from tests.web.test_wonders_leaders import picture
from tests.web.wonders import Party, in_phase

PHONES = ((390, 844), (844, 390), (360, 640))
STAGES_FIT = """() => [...document.querySelectorAll(".mycity .wstage")].every((stage) => {
  const box = (part) => part.getBoundingClientRect();
  const [cost, effect] = [box(stage.querySelector(".sc")), box(stage.querySelector(".eff"))];
  return cost.right <= effect.left + 1 && effect.right <= box(stage).right && effect.left >= box(stage).left;
})"""


def card_for_stages(party: Party) -> tuple[int, list[int]] | None:
    """A card of seat 0 with which one of several stages can be built, and these stages."""
    for index, held in enumerate(party.view["hand"]):
        deals = [deal for use in held["uses"] if use["verb"] == "stage" for deal in use["deals"]]
        if len(stages := sorted({deal["stage"] for deal in deals if deal["stage"]})) > 1:
            return index, stages
    return None


def stages_fit(me: Person, width: int, height: int) -> bool:
    """Whether in a window of that size cost and effect of each stage are beside each other, inside it."""
    before = me.page.viewport_size
    assert before is not None
    me.page.set_viewport_size({"width": width, "height": height})
    fit = bool(me.page.evaluate(STAGES_FIT))
    me.page.set_viewport_size(before)
    return fit


def test_stages_of_the_great_wall_are_chosen_and_leaders_entombed(join: Join, server: Server) -> None:
    """[SW-17.3] [SW-17.9]"""
    party = Party(server, 3, "leaders", "pack", seat_boards=["great-wall", "abu-simbel"], sides="b", seed=2)
    me = sit_down(join, party.until(lambda party: card_for_stages(party) is not None))
    index, stages = card_for_stages(party) or (0, [])
    pick(me, index)
    offered = me.see('[data-place="use:stage"] button')
    expect(offered).to_have_text([str(stage) for stage in stages])
    expect(offered.last).to_have_attribute("aria-label", re.compile(f"Stage {stages[-1]}: "))
    offered.last.click()
    expect(me.see(f".mycity .wstage.aimed:nth-child({stages[-1]})")).to_have_count(1)
    picture(me, "great-wall")
    assert [size for size in PHONES if not stages_fit(me, *size)] == []
    assert crowding_at_every_size(me) == []
    assert faults(me) == []
    seal(me)
    party.reveal(but=0)
    assert [stage["stage"] for stage in party.view["cities"][0]["stage_list"] if stage["is_built"]] == [stages[-1]]

    party.wishes = ("stage", "build")
    other = sit_down(join, party.until(in_phase("entomb")), seat=1)
    leader = str(party.people[1].latest["view"]["offers"][0]["card"])
    pick(other, 0)
    expect(other.see(".act .go .primary")).to_contain_text("Entomb")
    picture(other, "entomb")
    assert crowding_at_every_size(other) == []
    seal(other)
    row = other.see(f'.mycity .wcol[data-colour=white] .s[data-tip="card:{leader}"]')
    expect(row).to_contain_text("(entombed)")
    expect(row).to_have_attribute("title", re.compile("its effect has ended"))
    picture(other, "entombed")
    assert crowding_at_every_size(other) == []
    assert faults(other) == []
