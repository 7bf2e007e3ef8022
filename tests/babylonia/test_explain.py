"""What may be done is not refused, and who is not asked is told so."""

from shinar import CHANCE
from tests.babylonia.positions import make, names_of, play, position

WON = """
     7  8  9
 10     f0
 11  f0    f0
 12    /Z\\
 13  f1    f1
 14     .
"""


def test_a_turn_with_all_its_parts_is_explained_all_the_way() -> None:
    """[BN-2.1] Placing, scoring, taking a card, and the word on the extra turn."""
    match = play(position(WON))
    actions = ["place farmer 14,8", "place farmer 20,4", "end placing", "score 12,8", "take card 2 extra turn"]
    for action in [*actions, "draw merchant", "draw merchant", "take extra turn"]:
        if match.actors == (CHANCE,):
            match.play(CHANCE, action)
            continue
        assert action in names_of(match)
        assert match.explain(0, action) is None
        match.play(0, action)
    assert match.turn == 10


def test_who_is_not_on_turn_has_nothing_to_do() -> None:
    """[BN-2.1]"""
    match = play(position())
    assert match.legal_actions(1) == []
    assert str(match.explain(1, "place farmer 8,6")) == "it is not seat 1's turn to choose [BN-2.1]"
    assert make().chances(match.reveal()) == []
