"""What may be done is not refused, and a refusal gives the reason that would stand after the player's next try."""

import pytest

from shinar import CHANCE
from tests.games.babylonia.positions import (
    LOST_ZIGGURAT,
    SURROUND_ZIGGURAT,
    WON_ZIGGURAT,
    after,
    make,
    names_of,
    play,
    position,
    why_not,
)

TOOK_TWO = "you have placed your two tokens"


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


def test_who_wins_a_ziggurat_takes_a_card_before_the_turn_goes_on() -> None:
    """[BN-5.1] The player on turn is told who must do what."""
    match = play(position(LOST_ZIGGURAT), *SURROUND_ZIGGURAT, "score 12,8")
    assert str(match.explain(0, "end placing")) == "Player 2 must first take a ziggurat card [BN-5.1]"
    refusal = match.explain(1, "place farmer 9,7")
    assert str(refusal) == "you have won a ziggurat; first take one of the cards on display [BN-5.1]"


@pytest.mark.parametrize(
    ("cards", "placed", "tried", "reason"),
    [
        ([], "farmer farmer", "priest", "only more farmers may follow your farmers [BN-3.2]"),
        ([4], "farmer farmer", "priest", "only more farmers may follow your farmers [BN-3.2]"),
        ([], "farmer priest", "farmer", f"{TOOK_TWO}; a third may follow only two farmers [BN-3.2]"),
        ([4], "farmer priest", "farmer", f"{TOOK_TWO}; a third may follow only two farmers [BN-3.2]"),
        ([], "priest servant", "farmer", f"{TOOK_TWO}; a third may follow only two farmers [BN-3.2]"),
        ([5], "priest servant", "farmer", f"{TOOK_TWO}; a third may follow only two farmers [BN-3.2]"),
        ([], "priest priest", "priest", f"{TOOK_TWO}, and no third can follow these [BN-3.1]"),
        ([4, 5], "priest priest", "farmer", f"{TOOK_TWO}, and no third can follow these [BN-3.1]"),
        ([5], "farmer priest", "servant", "only one noble may go with farmers, and you have placed it [BN-8.5]"),
        ([4, 5], "farmer priest", "servant", "only one noble may go with farmers, and you have placed it [BN-8.11]"),
        ([4], "priest servant", "farmer", "you may place only the third kind, a merchant [BN-8.4]"),
        ([4], "priest servant", "servant", "you may place only the third kind, a merchant [BN-8.4]"),
        ([4, 5], "priest servant", "farmer", "you may place only the third kind, a merchant [BN-8.11]"),
        ([4], "priest servant merchant", "farmer", "you have placed your three nobles [BN-8.4]"),
    ],
)
def test_the_reason_against_a_third_token_is_that_of_the_tokens_placed(
    cards: list[int], placed: str, tried: str, reason: str
) -> None:
    """[BN-3.1] [BN-3.2] [BN-8.4] [BN-8.5] [BN-8.11] Whatever the cell: here one that holds a token."""
    stand = "".join(kind[0].upper() for kind in [*placed.split(), tried])
    state = position(stands=(stand,), cards={0: cards})
    cells = ["8,6", "9,7", "10,6"]
    actions = [f"place {kind} {cell}" for kind, cell in zip(placed.split(), cells, strict=False)]
    assert why_not(after(state, *actions), f"place {tried} 8,6").endswith(reason)


def test_what_cards_allow_after_two_tokens_is_not_refused() -> None:
    """[BN-8.4] [BN-8.5] The third noble, and a noble after three farmers."""
    nobles = play(position(stands=("MSP",), cards={0: [4]}), "place merchant 8,6", "place servant 9,7")
    assert nobles.explain(0, "place priest 10,6") is None
    farmers = [f"place farmer {cell}" for cell in ("8,6", "9,7", "10,6")]
    assert play(position(stands=("MFFF",), cards={0: [5]}), *farmers).explain(0, "place merchant 11,7") is None


def test_a_token_in_a_river_is_the_last_but_one() -> None:
    """[BN-3.1] [BN-3.6] Nothing can follow it as a third, and no third goes there."""
    state = position(stands=("MFFFF",))
    river = after(state, "place farmer 4,8", "place farmer 8,6")
    assert why_not(river, "place farmer 9,7") == f"{TOOK_TWO}, and no third can follow these [BN-3.1]"
    land = after(state, "place farmer 8,6", "place farmer 9,7")
    assert why_not(land, "place farmer 4,8") == "three or more tokens must all be placed on land [BN-3.6]"


def test_the_second_player_of_the_first_round_is_told_so() -> None:
    """[BN-3.5] Not by the clause of later turns."""
    state = position(turns=2, turn_of=1)
    assert why_not(state, "end placing") == "you must place 2 more tokens [BN-3.5]"
    placed = after(state, "place farmer 8,6", "place farmer 9,7")
    assert why_not(placed, "place farmer 10,6") == "in the first round you place just two tokens [BN-3.5]"


def test_a_card_that_cannot_be_taken_says_who_has_it() -> None:
    """[BN-1.5] [BN-5.1] [BN-8.2]"""
    state = position(cards={0: [2], 1: [3]})
    assert play(state).explain(0, "take card 3 seven tokens") == ("{1} has taken that card already", "BN-5.1")
    assert why_not(state, "take card 2 extra turn") == "you have taken that card already [BN-5.1]"
    assert why_not(state, "take card 9 river connects") == "that card is not used in this game [BN-1.5]"
    assert why_not(state, "take card 4 three nobles") == "you take a card only when you win a ziggurat [BN-5.1]"


def test_an_extra_turn_is_refused_by_what_is_missing() -> None:
    """[BN-8.2] The card, or that the turn is at its end."""
    assert "and you do not have it [BN-8.2]" in why_not(position(), "take extra turn")
    owner = position(cards={0: [2]})
    assert "at the end of your turn, after your stand is refilled [BN-8.2]" in why_not(owner, "take extra turn")
    owner.players[0].spent = 1 << 2
    assert why_not(owner, "keep extra turn") == "you have already used card 2 [BN-8.2]"


def test_a_site_that_will_not_be_scored_is_refused_for_what_it_lacks() -> None:
    """[BN-4.1] Also while tokens are placed: ending that would not help."""
    assert why_not(position(WON_ZIGGURAT), "score 12,8") == "1 cell of land next to it is still free [BN-4.1]"
