"""What may be done is not refused, and who is not asked is told so."""

from shinar import CHANCE
from tests.games.babylonia.positions import SURROUND_ZIGGURAT, WON_ZIGGURAT, make, names_of, play, position


def test_a_turn_with_all_its_parts_is_explained_all_the_way() -> None:
    """[BN-2.1] Placing, scoring, taking a card, and the word on the extra turn."""
    match = play(position(WON_ZIGGURAT))
    actions = [*SURROUND_ZIGGURAT, "score 12,8", "take card 2 extra turn"]
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
    assert str(match.explain(1, "place farmer 8,6")) == "Player 1 must first finish the turn [BN-2.1]"
    assert make().chances(match.reveal()) == []
