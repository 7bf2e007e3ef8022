"""Sections 8 and 9 of the rules: temple cards are drawn, and the game ends."""

import pytest

from shinar.core.game import CHANCE, Outcome
from shinar.core.match import Match
from shinar.games.babel.state import State
from tests.games.babel.positions import at, head, legal, play, refused, side, supply

LEVEL_CARDS = {1: 10, 2: 9, 3: 8, 4: 7, 5: 6, 6: 5}


def stacked_but(kept: str) -> str:
    """A stack of all temple cards but some, which are kept for elsewhere; its top is a 6."""
    return "".join(str(level) * (copies - kept.count(str(level))) for level, copies in LEVEL_CARDS.items())


def ended(match: Match[State]) -> Outcome:
    """The outcome of a match that is over."""
    assert match.actors == ()
    assert match.outcome is not None
    return match.outcome


# ---- the quarry -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draws", [(5, 2), (2, 5)])
def test_the_lower_of_two_temple_cards_comes_on_top(draws: tuple[int, int]) -> None:
    """[BB-8.1] Whichever is drawn first."""
    match = play(at("@M stack:44"), "end turn", *(f"draw level {level}" for level in draws))
    assert side(match, 0) == "@M stack:4452"


def test_two_equal_temple_cards_are_drawn() -> None:
    """[BB-8.1] Their order does not matter."""
    assert side(play(at("@M"), "end turn", "draw level 3", "draw level 3"), 0) == "@M stack:33"


def test_temple_cards_are_drawn_by_their_number() -> None:
    """[BB-8.1] The quarry is shuffled."""
    match = play(at("@M", f"stack:{stacked_but('1122224')}"), "end turn")
    chances = dict(match.game.chances(match.reveal()))
    assert [str(chance) for chance in chances.values()] == ["2/7", "4/7", "1/7"]
    assert legal(match) == ["draw level 1", "draw level 2", "draw level 4"]


def test_destroyed_temples_are_drawn_first_and_in_order() -> None:
    """[BB-8.2] The lowest first, by certain draws, over several turns."""
    match = play(at("@M M:AAA", "M:-/136"), "destroy temple", "end turn")
    assert legal(match) == ["draw level 1"]
    play(match, "draw level 1")
    assert head(match) == "second seat:0 phase:quarry drawn:1"
    assert legal(match) == ["draw level 3"]
    play(match, "draw level 3", *["draw persians"] * 3, "end turn")
    assert side(match, 0) == "@M stack:31 M:AA"
    assert legal(match) == ["draw level 6"]
    play(match, "draw level 6")
    assert supply(match, "top") == ""
    assert len(legal(match)) == 6


def test_chance_draws_destroyed_temples_by_itself_too() -> None:
    """[BB-8.2] Dealt by a seed, not by hand."""
    start = play(at("@M M:AAA", "M:-/136"), "destroy temple").reveal()
    match = Match(at("@M").game, seed=1, start=start)
    match.play(0, "end turn")
    assert side(match, 0) == "@M stack:31 M:AA"


# ---- the end ----------------------------------------------------------------------------------------------------


def test_the_end_is_tested_in_the_middle_of_a_turn() -> None:
    """[BB-9.1] Right after the card that makes 15."""
    match = play(at("@M hand:A stack:3 M:SSS/12 A:-/6 H:-/6", "M:-/6"), "build medes from own stack")
    assert ended(match) == Outcome((15, 6), (1, 2), "one side has 15 or more, the other 9 or less", "BB-9.2")
    assert refused(match, "deploy assyrians") == "the game is over [BB-9.2]"


def test_the_score_is_the_sum_of_the_levels() -> None:
    """[BB-9.1] Top cards count, not all cards."""
    match = at("@M M:-/146 A:-/2", "H:-/12")
    assert [player["score"] for player in match.observe().view()["players"]] == [8, 2]


def test_fifteen_against_nine_ends_the_game() -> None:
    """[BB-9.2] Both marks are met exactly."""
    match = play(at("@M stack:3 M:SSS/12 A:-/6 H:-/6", "M:-/6 A:-/3"), "build medes from own stack")
    assert ended(match).scores == (15, 9)


def test_fourteen_is_not_enough() -> None:
    """[BB-9.2] However far behind the other is."""
    match = play(at("@M stack:2 M:SSS/1 A:-/6 H:-/6"), "build medes from own stack")
    assert match.actors == (0,)


def test_fifteen_against_ten_begins_the_end_phase() -> None:
    """[BB-9.3] The game goes on."""
    match = play(at("@M stack:3 M:SSS/12 A:-/6 H:-/6", "M:-/6 A:-/4"), "build medes from own stack")
    assert head(match) == "second seat:0 phase:act endphase"


def test_the_end_phase_stays_when_the_scores_fall() -> None:
    """[BB-9.3] Nobody has 15 any more, and later 15 against 10 begin it no second time."""
    match = at("@M stack:321 M:AAAA A:-/6 H:-/6", "M:-/6 H:-/5 A:-/5", head="phase:act endphase")
    play(match, "destroy temple")
    assert [player["score"] for player in match.observe().view()["players"]] == [12, 10]
    assert head(match) == "second seat:0 phase:act endphase"
    play(match, *["build medes from own stack"] * 3, "end turn", "draw level 6", "draw level 2")
    assert head(match) == "second seat:1 phase:draw turn:1 draw:3 endphase"


def test_in_the_end_phase_twenty_end_the_game() -> None:
    """[BB-9.4] Nineteen do not."""
    match = at("@M stack:32 M:SSS/1 A:-/6 H:-/6 S:-/5", "M:-/6 A:-/4", head="phase:act endphase")
    play(match, "build medes from own stack")
    assert match.actors == (0,)
    play(match, "build medes from own stack")
    assert ended(match) == Outcome((20, 10), (1, 2), "in the end phase one side has 20 or more", "BB-9.4")


def test_whoever_brought_the_end_phase_about_either_may_end_it() -> None:
    """[BB-9.3] The opponent had fifteen first, and is overtaken."""
    match = at("@M stack:3 M:SSS/12 A:-/6 H:-/6 S:-/5", "M:-/6 A:-/6 H:-/5", head="phase:act endphase")
    assert ended(play(match, "build medes from own stack")).scores == (20, 17)


def test_in_the_end_phase_nine_end_the_game() -> None:
    """[BB-9.4] Though nobody has fifteen any more."""
    match = at("@M M:AAA A:-/6 H:-/5", "M:-/4 H:-/4 A:-/5", head="phase:act endphase")
    play(match, "destroy temple")
    assert ended(match) == Outcome((11, 9), (1, 2), "in the end phase one side has 9 or less", "BB-9.4")


def test_a_theft_can_end_the_game_for_the_thief() -> None:
    """[BB-9.2] One side rises while the other falls."""
    match = play(at("@M M:HHHSSS A:-/6 H:-/3", "M:-/6 A:-/4"), "steal level")
    assert ended(match).scores == (15, 4)


def test_the_game_ends_with_the_last_temple_card() -> None:
    """[BB-9.5] At once, though another turn might follow."""
    match = play(at("@M M:-/1", f"@M stack:{stacked_but('135')}"), "end turn", "draw level 5", "draw level 3")
    assert ended(match) == Outcome((1, 0), (1, 2), "the last temple card was drawn", "BB-9.5")
    assert side(match, 0) == "@M stack:53 M:-/1"


def test_if_one_temple_card_is_left_that_one_is_drawn() -> None:
    """[BB-9.5] The game ends with it."""
    match = play(at("@M M:-/1", f"@M stack:{stacked_but('15')}"), "end turn", "draw level 5")
    assert ended(match).clause == "BB-9.5"
    assert side(match, 0) == "@M stack:5 M:-/1"


def test_three_temple_cards_are_enough_for_another_turn() -> None:
    """[BB-9.5] One is left, and the other player draws it."""
    match = play(at("@M M:-/1", f"@M stack:{stacked_but('1356')}"), "end turn", "draw level 5", "draw level 3")
    assert match.actors == (CHANCE,)
    play(match, *["draw persians"] * 3, "end turn", "draw level 6")
    assert ended(match).clause == "BB-9.5"


def test_a_destroyed_temple_refills_the_quarry() -> None:
    """[BB-9.5] The last card is the last of these."""
    match = at("@M M:AAA", f"@M M:-/12 stack:{stacked_but('126')}")
    play(match, "destroy temple", "end turn", "draw level 1", "draw level 2")
    assert match.actors == (CHANCE,)


def test_the_higher_score_wins() -> None:
    """[BB-9.6] Whoever drew the last card, however many cards the other holds."""
    match = play(at("@M M:-/12", f"@M hand:SSS M:-/1 stack:{stacked_but('1125')}"), "end turn", "draw level 5")
    assert (ended(match).scores, ended(match).winners) == ((2, 1), (0,))


def test_a_tie_is_broken_by_the_cards_in_hand() -> None:
    """[BB-9.6] The player with more of them wins."""
    match = play(at("@M hand:A M:-/1", f"@M hand:SS A:-/1 stack:{stacked_but('115')}"), "end turn", "draw level 5")
    assert (ended(match).scores, ended(match).winners, ended(match).ranks) == ((1, 1), (1,), (2, 1))


def test_equal_scores_and_hands_are_a_draw() -> None:
    """[BB-9.6] Both are first."""
    match = play(at("@M hand:AA M:-/1", f"@M hand:SS A:-/1 stack:{stacked_but('115')}"), "end turn", "draw level 5")
    assert ended(match).is_draw
    assert ended(match).returns() == (0.0, 0.0)


def test_a_full_hand_never_outweighs_a_point() -> None:
    """[BB-9.6] Even all sixty cards are worth less than one level."""
    hand = "".join(letter * 12 for letter in "AHMPS")
    match = play(at("@M M:-/12", f"@M hand:{hand} M:-/1 stack:{stacked_but('1125')}"), "end turn", "draw level 5")
    assert ended(match).winners == (0,)


def test_after_five_hundred_turns_the_game_is_over() -> None:
    """[BB-9.7] The score decides."""
    match = play(at("@M M:-/1", head="turn:500 phase:act"), "end turn", "draw level 4", "draw level 5")
    assert ended(match) == Outcome((1, 0), (1, 2), "500 turns were played", "BB-9.7")


def test_the_turn_before_the_last_is_followed_by_another() -> None:
    """[BB-9.7] Turn 500 is played."""
    match = play(at("@M M:-/1", head="turn:499 phase:act"), "end turn", "draw level 4", "draw level 5")
    assert head(match) == "second seat:1 phase:draw turn:500 draw:3"
