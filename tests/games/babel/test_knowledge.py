"""Section 10 of the rules: what players know, and what they can imagine."""

from collections import Counter

from shinar.core.game import Observation
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.core.viewer import SPECTATOR, Viewer
from shinar.games.babel.actions import END_TURN
from shinar.games.babel.components import HITTITES, MEDES, NATIONS
from shinar.games.babel.state import State
from tests.games.babel.positions import GAME, at, hand_sizes, play, side

RICH = ("@H hand:AHS stack:31 A:HH/2 H:SSSA", "@P hand:MMPPP stack:2 P:PSAAM/13 start")


def seen(match: Match[State], seat: int | Viewer) -> list[str]:
    """The parts of the position text as a seat sees them."""
    return GAME.position_text(match.observe(seat).state).split(" | ")


def imagined(match: Match[State], seat: int | Viewer, number: int) -> State:
    """One of the positions a seat thinks possible."""
    return GAME.determinize(match.observe(seat), search_rng(number))


def test_everything_on_the_table_is_open() -> None:
    """[BB-10.1] Rows, temples, stacks, pawns, and the sizes of hands and deck."""
    match = at(*RICH, supply="top:54 discards:AAHP")
    assert seen(match, 0)[2] == "@P hand:+5 stack:2 P:PSAAM/13 start"
    assert seen(match, 1)[1] == "@H hand:+3 stack:31 A:HH/2 H:SSSA"
    for seat in (0, 1, SPECTATOR):
        view = match.observe(seat).view()
        assert [player["hand_size"] for player in view["players"]] == [3, 5]
        assert view["deck"] == 60 - 3 - 5 - 6 - 5 - 4
        assert view["quarry"] == {"cards": 45 - 3 - 3 - 1, "known_top": [4, 5]}
        assert view["discards"] == {"assyrians": 2, "hittites": 1, "medes": 0, "persians": 1, "sumerians": 0}


def test_the_own_hand_is_seen_and_the_others_is_not() -> None:
    """[BB-10.2] A spectator sees neither."""
    match = at(*RICH)
    assert seen(match, 0)[1].startswith("@H hand:AHS ")
    assert seen(match, 1)[2].startswith("@P hand:MMPPP ")
    assert [part.split()[1] for part in seen(match, SPECTATOR)[1:3]] == ["hand:+3", "hand:+5"]


def test_an_observation_does_not_tell_deck_and_hand_apart() -> None:
    """[BB-10.2] The other's cards are among those of the deck."""
    other = at(RICH[0], RICH[1].replace("MMPPP", "AAAAS"))
    assert at(*RICH).observe(0) == other.observe(0)
    assert at(*RICH).observe(1) != other.observe(1)


def test_whoever_has_to_build_the_starting_card_is_imagined_with_cards_for_it() -> None:
    """[BB-2.6] The pawn stands where a temple is, so one of the two cards must be good for a move."""
    match = at("@P hand:PS stack:5 P:AHH/1", "@H hand:AH H:HAPP/1 start", head="seat:1 phase:discard discard:1")
    for seat in (0, SPECTATOR):
        hands = [imagined(match, seat, number).players[1].hand for number in range(100)]
        assert all(sum(hand) == 2 and hand[HITTITES] < 2 for hand in hands)
        assert len(set(map(tuple, hands))) > 5


def test_a_duty_that_no_hand_can_meet_lets_the_turn_end() -> None:
    """[BB-2.6] No match comes to this, but somebody may write it down: no cards, and a temple below the pawn."""
    record = at("@M hand:A start").observe(SPECTATOR).state
    record.deck[:], record.discards[:] = [0] * NATIONS, [0] * NATIONS
    record.deck[MEDES], record.players[0].temples[MEDES] = 1, 1
    state = GAME.determinize(Observation(GAME, SPECTATOR, record), search_rng(1))
    assert GAME.legal_actions(state, 0) == [END_TURN]
    assert GAME.explain(state, 0, END_TURN) is None


def test_imagined_hands_vary_but_agree_with_what_is_seen() -> None:
    """[BB-10.2] Five cards of those that cannot be placed."""
    match = at(*RICH)
    hands = [tuple(imagined(match, 0, number).players[1].hand) for number in range(50)]
    assert {sum(hand) for hand in hands} == {5}
    assert len(set(hands)) > 10
    assert all(GAME.observe(imagined(match, 0, number), 0) == match.observe(0) for number in range(5))


def test_imagined_hands_are_as_likely_as_the_deal() -> None:
    """[BB-10.2] Of eleven unplaced Medes and one Persians card, one is held: nearly always Medes."""
    rest = "".join(letter * 12 for letter in "AHS") + "P" * 11
    match = at("@M hand:M", "@M hand:M", supply=f"discards:{rest}")
    held = Counter(imagined(match, 0, number).players[1].hand[2] for number in range(600))
    assert 520 < held[1] < 575  # 550 are expected


def test_known_deck_tops_are_respected_by_imagination() -> None:
    """[BB-10.2] Destroyed temples lie where everybody saw them go."""
    match = play(at("@M M:AAA", "@M hand:SS M:-/136"), "destroy temple", "end turn")
    for number in range(5):
        state = imagined(match, 1, number)
        assert [GAME.action_name(action) for action, _ in GAME.chances(state)] == ["draw level 1"]


def test_with_the_deck_empty_each_can_tell_what_the_other_holds() -> None:
    """[BB-10.3] From the reshuffle on."""
    rest = "".join(letter * 12 for letter in "AHS") + "M" * 9 + "P" * 10
    match = at("@M hand:MM", "@M hand:PP", head="phase:draw draw:2", supply=f"deck:M discards:{rest}")
    assert seen(match, 0)[2] == "@M hand:+2"
    play(match, "draw medes")
    assert seen(match, 0)[1:3] == ["@M hand:MMM known:MMM", "@M hand:PP known:PP"]
    assert seen(match, 1)[1:3] == ["@M hand:MMM known:MMM", "@M hand:PP known:PP"]


def test_cards_drawn_after_the_reshuffle_are_unknown() -> None:
    """[BB-10.3] What was held before stays known."""
    rest = "".join(letter * 12 for letter in "AHS") + "M" * 9 + "P" * 10
    match = at("@M hand:MM", "@M hand:PP", head="phase:draw draw:2", supply=f"deck:M discards:{rest}")
    play(match, "draw medes", "draw persians")
    assert seen(match, 0)[1] == "@M hand:MMMP known:MMM"
    assert seen(match, 1)[1] == "@M hand:MMM+1 known:MMM"


def test_known_cards_stay_known_until_they_are_played() -> None:
    """[BB-10.3] By a move, a deployment or a discard."""
    match = at("@M hand:AAMPP known:AAMP", "@M hand:HHSS known:HHS")
    play(match, "move assyrians", "deploy medes")
    assert seen(match, 1)[1] == "@A hand:AP+1 known:AP A:M"
    play(match, "deploy persians")
    assert seen(match, 1)[1] == "@A hand:A+1 known:A A:MP"
    play(match, "deploy persians")
    assert seen(match, 1)[1] == "@A hand:A known:A A:MPP"


def test_a_played_card_that_was_not_known_leaves_the_known_ones() -> None:
    """[BB-10.3] The Sumerians card was drawn later."""
    match = play(at("@M hand:AAS known:AA"), "deploy sumerians")
    assert seen(match, 1)[1] == "@M hand:AA known:AA M:S"


def test_discards_from_a_halved_hand_use_up_known_cards() -> None:
    """[BB-10.3] They go face up."""
    match = play(at("@M M:AAA", "@M hand:HHSS known:HHS"), "halve hand with assyrians")
    play(match, "discard hittites", "discard sumerians")
    assert seen(match, 0)[2] == "@M hand:H+1 known:H"
    assert side(match, 1) == "@M hand:HS known:H"


def test_a_spectator_knows_no_hand_even_after_a_reshuffle() -> None:
    """[BB-10.3] Only the players can tell, since each sees the own hand."""
    match = at("@M hand:AAS known:AA", "@M hand:HH known:HH")
    assert seen(match, SPECTATOR)[1:3] == ["@M hand:+3", "@M hand:+2"]


def test_imagination_keeps_known_cards() -> None:
    """[BB-10.3] Only the rest is drawn from the unplaced cards."""
    match = at("@M hand:AASS known:AA")
    for number in range(10):
        state = imagined(match, 1, number)
        assert state.players[0].hand[0] >= 2
        assert (hand_sizes(match)[0], sum(state.players[0].hand)) == (4, 4)


def test_a_seat_is_told_what_the_others_do() -> None:
    """[BB-10.1] Everything but the nation cards drawn."""
    match = play(at("@M hand:AM M:HHH", "@M hand:SS"), "move assyrians", "end turn", "draw level 2", "draw level 1")
    play(match, "draw hittites")
    assert [str(line) for line in match.story(0)] == [
        "You move to Assyrians",
        "You end your turn",
        "You draw a temple card of level 2",
        "You draw a temple card of level 1",
        "Player 2 draws a nation card",
    ]
    assert str(match.story(1)[-1]) == "You draw a Hittites card"
