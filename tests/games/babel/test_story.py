"""What is told of an action: what was built and from whose stack, what an ability did, and what came of it."""

import pytest

from shinar.core.viewer import SPECTATOR
from tests.games.babel.positions import at, play


@pytest.mark.parametrize(
    ("mine", "theirs", "action", "told"),
    [
        ("@M hand:A", "@Q", "deploy assyrians", "Player 1 deploys an Assyrians card at Medes"),
        ("@M M:AA/1 stack:2", "@Q", "build medes from own stack", "level 2 at Medes from their own stack"),
        ("@M M:AA/1", "stack:2", "build medes from opposing stack", "builds level 2 at Medes from Player 2's stack"),
        ("@M M:A start", "@Q", "build medes from starting card", "builds level 1 at Medes with their starting card"),
        ("@M M:AAA", "M:-/12", "destroy temple", "uses the Assyrians to destroy Player 2's temple of level 2 at Medes"),
        ("@M M:HHH", "M:-/12", "steal level", "uses the Hittites to steal level 2 from Player 2's temple at Medes"),
        (
            "@M M:MMM",
            "M:SSA",
            "desertion of sumerians",
            "to make Player 2's two Sumerians cards at Medes desert",
        ),
        (
            "@M M:PPP stack:2",
            "@Q",
            "skip level from own stack",
            "and build level 2 at Medes from their own stack",
        ),
        (
            "@M M:SSS",
            "M:AH",
            "change camps",
            "to make Player 2's Hittites card at Medes change camps",
        ),
        ("@M M:PPP", "hand:AAHH", "halve hand with persians", "to halve Player 2's hand: two cards must be discarded"),
        ("@M M:PPP", "hand:AH", "halve hand with persians", "to halve Player 2's hand: one card must be discarded"),
        (
            "@M M:PPP",
            f"hand:{'A' * 12}{'H' * 12}{'S' * 6}",
            "halve hand with persians",
            "15 cards must be discarded",
        ),
    ],
)
def test_an_action_is_told_in_full(mine: str, theirs: str, action: str, told: str) -> None:
    match = play(at(mine, theirs), action)
    (line,) = match.story(SPECTATOR)
    assert str(line).endswith(told)
    assert str(line).startswith("Player 1 ")


def test_a_discard_from_a_halved_hand_is_told() -> None:
    """[BB-7.10]"""
    match = play(at("@M M:PPP", "hand:AH"), "halve hand with persians", "discard assyrians")
    assert str(match.story(1)[-1]) == "You discard an Assyrians card"


def test_the_end_phase_is_told_when_it_begins() -> None:
    """[BB-9.3] Once, after what brought it about."""
    match = play(at("@M A:-/6 H:-/6 M:AAA/2 stack:3", "A:-/6 H:-/4"), "build medes from own stack")
    assert [str(line) for line in match.story(0)][1:] == ["The end phase begins"]
    play(match, "end turn")
    assert sum(line.verb == "end phase" for line in match.story(0)) == 1


def test_a_new_deck_is_told() -> None:
    """[BB-2.3]"""
    match = at(
        "@M", head="phase:draw draw:2", supply=f"deck:M discards:{'M' * 11}{'A' * 12}{'H' * 12}{'P' * 12}{'S' * 12}"
    )
    play(match, "draw medes")
    assert [str(line) for line in match.story(1)] == [
        "Player 1 draws a nation card",
        "The discards are shuffled and become the deck",
    ]
