"""Section 2 of the rules: the phases of a turn, and the duty of the first one."""

import pytest

from shinar.core.errors import IllegalActionError
from shinar.core.game import CHANCE
from tests.games.babel.positions import GAME, at, hand_sizes, head, legal, play, refused, side, supply


def test_a_turn_has_three_phases_and_passes_to_the_other() -> None:
    """[BB-2.1] Draw nation cards, act, draw temple cards."""
    match = at("@M", head="turn:5 phase:draw draw:3")
    assert match.actors == (CHANCE,)
    play(match, "draw medes", "draw medes", "draw persians")
    assert (match.actors, head(match)) == ((0,), "second seat:0 phase:act turn:5")
    play(match, "end turn")
    assert (match.actors, head(match)) == ((CHANCE,), "second seat:0 phase:quarry turn:5")
    play(match, "draw level 3", "draw level 2")
    assert head(match) == "second seat:1 phase:draw turn:6 draw:3"


def test_who_is_not_on_turn_cannot_act() -> None:
    """[BB-2.1] Players take turns."""
    assert refused(at("@M"), "end turn", seat=1) == "Player 1 must first finish the turn [BB-2.1]"


def test_what_chance_decides_is_not_for_a_seat() -> None:
    """[BB-2.1] Nobody draws by choice."""
    assert refused(at("@M"), "draw level 1") == "that is for chance to decide [BB-2.1]"


def test_there_is_no_limit_to_a_hand() -> None:
    """[BB-2.2] Thirty cards are kept, and three drawn."""
    match = at("@M hand:AAAAAAAAAAHHHHHHHHHHMMMMMMMMMM", head="turn:5 phase:draw")
    play(match, "draw persians", "draw persians", "draw persians")
    assert hand_sizes(match)[0] == 33
    assert "end turn" in legal(match)


def test_an_action_that_does_not_exist_is_refused() -> None:
    """[BB-2.1] By number, since it has no name."""
    refusal = at("@M").explain(0, GAME.num_actions)
    assert str(refusal) == "babel has no action number 124 [BB-2.1]"


def test_chance_cannot_bring_what_is_not_there() -> None:
    """[BB-2.2] The deck holds no Medes any more."""
    match = at("@M", head="phase:draw draw:1", supply=f"discards:{'M' * 12}")
    assert legal(match) == ["draw assyrians", "draw hittites", "draw persians", "draw sumerians"]
    with pytest.raises(IllegalActionError, match="draw medes: chance cannot bring this now"):
        match.play(CHANCE, "draw medes")


def test_a_turn_begins_with_drawing_three_cards() -> None:
    """[BB-2.2] Into the hand."""
    match = at("@M hand:H", head="phase:draw draw:3")
    play(match, "draw medes", "draw hittites")
    assert match.actors == (CHANCE,)
    play(match, "draw medes")
    assert side(match, 0) == "@M hand:HHMM"
    assert match.actors == (0,)


def test_the_first_turn_begins_with_drawing_three_cards_too() -> None:
    """[BB-2.2] So who starts has six cards in the second edition, and the other eight."""
    match = at("@Q hand:MMM start", "@Q hand:MMMM start", head="phase:deal draw:1")
    play(match, "draw persians")
    assert head(match) == "second seat:0 phase:draw turn:1 draw:3"
    play(match, *["draw assyrians"] * 3)
    assert hand_sizes(match) == [6, 5]


def test_cards_are_drawn_by_their_number() -> None:
    """[BB-2.2] The deck is shuffled: two of three cards are Medes."""
    match = at("@M", head="phase:draw draw:1", supply=f"deck:MMP discards:{twelve_but(M=2, P=1)}")
    chances = {GAME.action_name(action): chance for action, chance in GAME.chances(match.reveal())}
    assert chances["draw medes"] == 2 * chances["draw persians"]


def twelve_but(**elsewhere: int) -> str:
    """All nation cards but some."""
    return "".join(letter * (12 - elsewhere.get(letter, 0)) for letter in "AHMPS")


def test_an_empty_deck_is_made_anew_from_the_discards() -> None:
    """[BB-2.3] In the middle of a draw."""
    match = at("@M hand:H", head="phase:draw draw:3", supply=f"deck:P discards:{twelve_but(H=1, P=1)}")
    play(match, "draw persians")
    assert (supply(match, "deck"), supply(match, "discards")) == (twelve_but(H=1, P=1), "")
    assert match.actors == (CHANCE,)
    play(match, "draw medes", "draw medes")
    assert side(match, 0) == "@M hand:HMMP known:HP"


def test_a_deck_that_is_just_enough_is_not_made_anew() -> None:
    """[BB-2.3] Only when a card must be drawn."""
    match = at("@M", head="phase:draw draw:1", supply=f"deck:P discards:{twelve_but(P=1)}")
    play(match, "draw persians")
    assert (supply(match, "deck"), supply(match, "discards")) == ("", twelve_but(P=1))
    assert match.actors == (0,)


def test_an_empty_deck_is_made_anew_when_the_next_turn_begins() -> None:
    """[BB-2.3] The first card is drawn from the reshuffled discards."""
    match = at("@M hand:HHM", supply=f"deck:- discards:{twelve_but(H=2, M=1)}")
    play(match, "end turn", "draw level 1", "draw level 2")
    assert head(match) == "second seat:1 phase:draw turn:1 draw:3"
    assert (supply(match, "deck"), supply(match, "discards")) == (twelve_but(H=2, M=1), "")


def test_without_deck_and_discards_nothing_more_is_drawn() -> None:
    """[BB-2.3] The turn goes on with what there is."""
    rest = " ".join(f"{letter}:{letter * 12}" for letter in "AHMS")
    match = at(f"@M {rest}", f"@M hand:{'P' * 11}", head="phase:draw draw:3", supply="deck:P")
    play(match, "draw persians")
    assert match.actors == (0,)
    assert hand_sizes(match) == [1, 11]


def test_a_turn_begins_without_cards_when_there_are_none_at_all() -> None:
    """[BB-2.3] Deck and discards are empty before the first card."""
    rest = " ".join(f"{letter}:{letter * 12}" for letter in "AHMS")
    match = at(f"@M {rest}", f"@M hand:{'P' * 12}")
    play(match, "end turn", "draw level 1", "draw level 2")
    assert head(match) == "second seat:1 phase:act turn:1"
    assert hand_sizes(match) == [0, 12]


def test_all_five_kinds_of_action_may_be_mixed_and_repeated() -> None:
    """[BB-2.4] In any order."""
    match = at("@M hand:AAMP stack:1 M:SSS H:P", "@M hand:HH M:H")
    play(match, "deploy medes", "migrate medes to hittites", "deploy persians", "move assyrians", "deploy assyrians")
    play(match, "build assyrians from own stack")
    assert side(match, 0) == "@A A:A/1 H:PSSM M:SP"
    assert legal(match) == ["end turn"]


def test_the_player_may_stop_at_once() -> None:
    """[BB-2.4] Nothing need be done."""
    assert "end turn" in legal(at("@M hand:AAMP stack:1 M:SSS"))


def test_the_last_actions_of_a_turn_can_be_taken_back() -> None:
    """[BB-2.4] As long as nothing was drawn."""
    match = play(at("@M hand:AM"), "deploy medes", "move assyrians")
    match.undo(0)
    match.undo(0)
    assert side(match, 0) == "@M hand:AM"


# ---- the duty of the first turn ---------------------------------------------------------------------------------


def test_the_first_turn_cannot_end_before_the_starting_card_is_built() -> None:
    """[BB-2.5] Afterwards it can."""
    match = at("@M hand:AAA M:M start")
    assert refused(match, "end turn") == "you must build your starting card in your first turn [BB-2.5]"
    play(match, "build medes from starting card")
    assert "end turn" in legal(match)


def test_the_last_card_may_not_be_spent_on_a_move() -> None:
    """[BB-2.6] Nothing would be left to deploy."""
    match = at("@M hand:A start")
    assert legal(match) == ["deploy assyrians"]
    assert refused(match, "move assyrians") == (
        "after that you could no longer build your starting card this turn [BB-2.6]"
    )


def test_the_last_card_may_not_be_deployed_where_a_temple_stands() -> None:
    """[BB-2.6] The starting card needs a site without a temple."""
    match = at("@M hand:A M:HH/1 A:S start")
    assert legal(match) == ["move assyrians"]
    assert "[BB-2.6]" in refused(match, "deploy assyrians")


def test_one_cannot_move_away_from_the_only_deployed_cards() -> None:
    """[BB-2.6] With one card, the pawn would stand at an empty site."""
    match = at("@M hand:A M:MM start")
    assert legal(match, "move") == []
    assert legal(match) == ["deploy assyrians", "build medes from starting card"]


def test_one_can_move_away_with_another_card_in_hand() -> None:
    """[BB-2.6] It will be deployed."""
    assert legal(at("@M hand:AS M:MM start"), "move") == ["move assyrians", "move sumerians"]


def test_one_can_move_where_own_cards_already_lie() -> None:
    """[BB-2.6] The last card may be spent then."""
    assert legal(at("@M hand:A M:MM A:S start"), "move") == ["move assyrians"]


def test_a_migration_rescues_who_moves_with_the_last_card() -> None:
    """[BB-2.6] Three cards can still follow the pawn."""
    match = at("@M hand:A M:MMM start")
    assert legal(match, "move") == ["move assyrians"]
    play(match, "move assyrians")
    assert legal(match) == ["migrate medes to assyrians"]
    play(match, "migrate medes to assyrians", "build assyrians from starting card")
    assert side(match, 0) == "@A A:MMM/1"


def test_after_the_migration_no_rescue_is_left() -> None:
    """[BB-2.6] At most one in a turn."""
    match = at("@M hand:A M:MMM start", head="phase:act migrated")
    assert legal(match, "move") == []


def test_the_only_row_may_migrate_only_where_the_pawn_can_follow() -> None:
    """[BB-2.6] With an Assyrians card: to the Assyrians, or elsewhere if it can still be deployed."""
    match = at("@M hand:A M:MMM start")
    assert legal(match, "migrate") == [
        "migrate medes to assyrians",
        "migrate medes to hittites",
        "migrate medes to persians",
        "migrate medes to sumerians",
    ]
    match = at("@M M:MMMM start")
    assert len(legal(match, "migrate")) == 4
    match = at("@M M:MMM start")
    assert legal(match, "migrate") == []
    match = at("@M hand:A M:MMM/1 start")
    assert legal(match) == ["move assyrians", "migrate medes to assyrians"]


def test_an_ability_may_not_use_up_the_row_that_must_still_migrate() -> None:
    """[BB-2.6] Two cards left of three cannot follow the pawn to a site without a temple."""
    match = at("@M hand:A M:MMM/1 start", "hand:HH M:S")
    assert legal(match) == ["move assyrians", "migrate medes to assyrians"]
    assert "[BB-2.6]" in refused(match, "halve hand with medes")
    assert "[BB-2.6]" in refused(match, "desertion of sumerians")
    assert legal(at("@M hand:A M:MMMM/1 start", "hand:HH M:S"), "ability") == [
        "desertion of sumerians",
        "halve hand with medes",
    ]


def test_changing_camps_keeps_the_row_long_enough_to_migrate() -> None:
    """[BB-2.6] It brings at least the card that it costs."""
    match = at("@M hand:A M:SSS/1 start", "hand:HH M:A")
    assert legal(match, "ability") == ["change camps"]


def test_a_deployment_may_make_the_row_long_enough_to_migrate() -> None:
    """[BB-2.6] The third card at the Medes; then three can follow the pawn to a site without a temple."""
    match = at("@M hand:AS M:HH/1 start")
    assert legal(match, "deploy") == ["deploy assyrians", "deploy sumerians"]
    play(match, "deploy sumerians", "move assyrians", "migrate medes to assyrians")
    play(match, "build assyrians from starting card")
    assert side(match, 0) == "@A A:HHS/1 M:-/1"
    assert legal(at("@M hand:AS M:HH/1 start", head="phase:act migrated"), "deploy") == []


def test_a_level_1_from_the_opposing_stack_may_not_take_the_only_site() -> None:
    """[BB-2.6] Afterwards no site without a temple could be reached."""
    match = at("@M M:MM start", "@Q stack:1")
    assert legal(match) == ["build medes from starting card"]
    assert "[BB-2.6]" in refused(match, "build medes from opposing stack")
    match = at("@M hand:AS M:MM start", "@Q stack:1")
    assert "build medes from opposing stack" in legal(match)


def test_theft_and_skip_may_not_take_the_only_site() -> None:
    """[BB-2.6] They raise a temple there too."""
    match = at("@M M:HHHPPP start", "@Q M:-/1 stack:2", head="phase:act migrated")
    assert legal(match) == ["build medes from starting card"]
    assert "[BB-2.6]" in refused(match, "steal level")
    assert "[BB-2.6]" in refused(match, "skip level from opposing stack")


def test_halving_is_no_matter_for_the_duty() -> None:
    """[BB-2.6] The opponent discards, then the starting card is built."""
    match = at("@M M:MMM start", "@Q hand:HH start")
    play(match, "halve hand with medes", "discard hittites", "build medes from starting card")
    assert side(match, 0) == "@M M:MM/1"
