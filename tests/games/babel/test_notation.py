"""Positions as text: what is written, what is left out, and what cannot be."""

import re

import pytest

from shinar.core.compiled.layout import copy_of
from shinar.core.errors import NotationError
from shinar.core.viewer import SPECTATOR
from tests.games.babel.positions import GAME, at

LONG = (
    "second seat:1 phase:discard turn:9 discard:2 migrated endphase"
    " | @H hand:AHSSS known:AS stack:31 A:HH/24 H:SSSA/36 P:-/4 | @Q hand:MMPPP stack:2 P:PSAAM/135 S:-/56"
    " | deck:AAAAHHHHHHHMMMPPPPPSSS quarry:11111112222223334445566 discards:AHMMMP top:54"
)


def test_a_position_with_everything_in_it_survives() -> None:
    """Parts in the order they are written."""
    text = complete(LONG)
    assert GAME.position_text(GAME.parse_position(text)) == text


def complete(text: str) -> str:
    """The same position with exactly the cards of the box in deck and quarry."""
    without_deck = re.sub(r" deck:\S*| quarry:\S*", "", text)
    return GAME.position_text(GAME.parse_position(without_deck))


def test_what_is_left_out_is_empty_or_in_deck_and_quarry() -> None:
    short = "second phase:act | @M hand:A | @Q"
    full = GAME.position_text(GAME.parse_position(short))
    deck = "A" * 11 + "".join(letter * 12 for letter in "HMPS")
    quarry = "1" * 10 + "2" * 9 + "3" * 8 + "4" * 7 + "5" * 6 + "6" * 5
    assert full == f"second seat:0 phase:act | @M hand:A | @Q | deck:{deck} quarry:{quarry}"
    assert GAME.parse_position(full) == GAME.parse_position(short)


def test_an_observation_writes_unseen_cards() -> None:
    record = at("@M hand:AA known:A", "@Q hand:HHH known:H").observe(0).state
    text = GAME.position_text(record)
    assert "| @M hand:AA known:A | @Q hand:H+2 known:H |" in text
    assert GAME.parse_position(text) == record


def test_a_hidden_hand_that_has_a_duty_can_be_read() -> None:
    """[BB-10.2] Whether it can be met is not known to the one who looks."""
    record = at("@M hand:A start").observe(SPECTATOR).state
    assert GAME.parse_position(GAME.position_text(record)) == record


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position of babel has a head and two players, and may have a supply, separated by '|'"),
        ("second | @Q", "a position of babel has a head and two players"),
        ("second | @Q | @Q | | ", "a position of babel has a head and two players"),
        ("second phase:tea | |", "cannot read 'phase:tea' in a position of babel"),
        ("second seat:2 phase:act | |", "cannot read 'seat:2'"),
        ("second turn:x phase:act | |", "cannot read 'turn:x'"),
        ("second:2 phase:act | |", "cannot read 'second:2'"),
        ("second migrated:1 phase:act | |", "cannot read 'migrated:1'"),
        ("second phase:act | @X |", "cannot read '@X'"),
        ("second phase:act | start:1 |", "cannot read 'start:1'"),
        ("second phase:act | hand:AX |", "cannot read 'hand:AX'"),
        ("second phase:act | known:1 |", "cannot read 'known:1'"),
        ("second phase:act | stack:17 |", "cannot read 'stack:17'"),
        ("second phase:act | A:AX |", "cannot read 'A:AX'"),
        ("second phase:act | A:A/21 |", "cannot read 'A:A/21'"),
        ("second phase:act | B:A |", "cannot read 'B:A'"),
        ("second phase:act | AH:A |", "cannot read 'AH:A'"),
        ("second phase:act | | | deck:7", "cannot read 'deck:7'"),
        ("second phase:act | | | quarry:A", "cannot read 'quarry:A'"),
        ("second phase:act | | | top:A", "cannot read 'top:A'"),
        ("second phase:act | | | river:A", "cannot read 'river:A'"),
        ("second phase:act | @A @H |", "'@' is given twice in one part of a position of babel"),
        (f"second phase:act | A:{'S' * 60} A:S |", "'A' is given twice"),
        ("phase:act | |", "a position of babel begins with 'first' or 'second', its edition"),
        (f"second phase:act | hand:{'A' * 13} |", "there must be 12 A cards in all"),
        ("second phase:act | | | deck:A", "there must be 12 A cards in all"),
        ("second phase:act | stack:666666 |", "there must be 5 temple cards of level 6 in all"),
        ("second phase:act | | | quarry:1", "there must be 10 temple cards of level 1 in all"),
        ("second phase:act | hand:+40 | hand:+40", "more cards are unseen than there are"),
        ("second phase:act | hand:A known:AA |", "nobody can know of a card that is not in the hand"),
        ("second phase:act turn:501 | |", "there are at most 500 turns"),
        ("second phase:act draw:1 | |", "'draw' belongs to the phases 'deal' and 'draw' alone"),
        ("second phase:draw draw:0 | |", "in the phase 'draw' there are 1 to 3 cards to draw"),
        ("second phase:draw draw:4 | |", "in the phase 'draw' there are 1 to 3 cards to draw"),
        (f"second phase:draw | | | deck:- discards:{''.join(c * 12 for c in 'AHMPS')}", "the deck is empty"),
        ("second phase:deal | start hand:A | start hand:A", "the player who starts is dealt the first"),
        ("second phase:deal draw:3 | start hand:AAA | start hand:AAAA", "'draw' counts the rest"),
        ("second phase:deal | start hand:AAA | start hand:AAAAA", "'draw' counts the rest"),
        ("second phase:starter | start A:A | start", "in the phase 'starter' nobody has had a turn"),
        ("second phase:starter | start | ", "in the phase 'starter' nobody has had a turn"),
        ("second phase:deal turn:1 | start | start", "in the phase 'deal' nobody has had a turn"),
        ("second phase:starter | start | start | discards:AA", "nothing is played or discarded"),
        ("second phase:deal | start | start | top:1", "nothing is played or discarded"),
        ("second phase:starter | start hand:A | start", "nobody has been dealt a card"),
        ("second turn:1 | @M | @Q", "in turn 1 seat 1 has not had a turn: its starting card is still to be built"),
        ("second turn:2 | @M | @Q start", "seat 1 has had a turn: its starting card must have been built"),
        ("second turn:3 | @M hand:AA start | @Q", "seat 0 has had a turn: its starting card must have been built"),
        ("second phase:act discard:1 | | hand:AA", "'discard' belongs to the phase 'discard' alone"),
        ("second phase:discard | | hand:AA", "the phase 'discard' needs 'discard:'"),
        ("second phase:discard discard:2 | | hand:AAA", "of a hand of 3 cards not more than half"),
        ("second phase:act drawn:1 | |", "'drawn' belongs to the phase 'quarry' alone"),
        ("second phase:quarry drawn:7 | |", "'drawn' is a level from 1 to 6"),
        ("second phase:over | |", "the game is not over in this position"),
        ("second ending:6 | A:-/6 H:-/6 M:-/6 |", "the game did not end that way ('ending:6')"),
        ("second phase:over ending:1 | A:-/6 |", "the game is not over in this position"),
        ("second phase:act ending:1 | A:-/6 |", "'ending' belongs to the phase 'over' alone"),
        ("second | A:-/6 H:-/6 M:-/6 |", "is over in this position: one side has 15 or more, the other less than 10"),
        ("second endphase | A:-/6 |", "the game is over in this position: in the end phase one side has less than 10"),
        ("second phase:act | | | quarry:-", "there must be 10 temple cards of level 1 in all"),
        ("first phase:act | |", "the position is of the first edition, but this game is of the second"),
        ("second phase:act | @Q hand:A start |", "seat 0 could not build its starting card in this position"),
    ],
)
def test_what_is_no_position_is_refused_with_a_sentence(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)):
        GAME.parse_position(text)


@pytest.mark.parametrize(
    "text",
    [
        "second phase:starter | start | start",
        "second phase:deal draw:8 | start | start",
        "second phase:quarry drawn:1 | |",
        "second phase:over ending:1 | A:-/6 H:-/6 M:-/6 |",
        "second phase:over ending:3 endphase | A:-/6 |",
        "second phase:over ending:5 turn:500 | |",
    ],
)
def test_every_phase_can_be_written(text: str) -> None:
    state = GAME.parse_position(text)
    assert GAME.parse_position(GAME.position_text(state)) == state


@pytest.mark.parametrize(
    ("short", "head"),
    [
        ("second | @M |", "second seat:0 phase:act"),
        ("second discard:1 | | hand:AA", "second seat:0 phase:discard discard:1"),
        ("second draw:1 | |", "second seat:0 phase:draw draw:1"),
        ("second phase:draw | |", "second seat:0 phase:draw draw:3"),
        ("second phase:deal | start hand:A | start", "second seat:0 phase:deal draw:7"),
        ("second drawn:4 | |", "second seat:0 phase:quarry drawn:4"),
        ("second | A:-/6 H:-/6 M:-/3 | A:-/6 H:-/4", "second seat:0 phase:act endphase"),
        ("second phase:over | A:-/6 H:-/6 M:-/6 |", "second seat:0 phase:over ending:1"),
        ("second phase:over | A:-/6 H:-/6 M:-/6 S:-/2 | A:-/6 H:-/4", "second seat:0 phase:over ending:2 endphase"),
        ("second phase:over endphase | A:-/6 |", "second seat:0 phase:over ending:3 endphase"),
        ("second phase:over turn:500 | |", "second seat:0 phase:over turn:500 ending:5"),
    ],
)
def test_what_follows_from_the_rest_need_not_be_written(short: str, head: str) -> None:
    text = GAME.position_text(GAME.parse_position(short))
    assert text.split(" | ")[0] == head
    assert GAME.position_text(GAME.parse_position(text)) == text


def test_a_game_that_used_up_its_quarry_is_over() -> None:
    """[BB-9.5] The quarry decides when nothing else does."""
    stacks = "1" * 5 + "2" * 9 + "3" * 8, "1" * 5 + "4" * 7 + "5" * 6 + "6" * 5
    text = "second {}| stack:{} | stack:{}"
    assert GAME.parse_position(text.format("phase:over ", *stacks)).ending == 4
    with pytest.raises(NotationError, match="the game is over in this position: the quarry is empty"):
        GAME.parse_position(text.format("", *stacks))


# ---- what the audit finds ---------------------------------------------------------------------------------------


def test_the_audit_names_what_is_wrong() -> None:
    """[BB-1.1] Lost cards, impossible counts, an end without reason, and what is known only in part."""
    sound = at("@M hand:A", "M:-/1").reveal()
    assert GAME.rules.audit(sound) == 0
    found = []
    for field, index in (("deck", 1), ("quarry", 1)):
        state = copy_of(sound)
        getattr(state, field)[index] -= 1
        found.append(GAME.audits[GAME.rules.audit(state)])
    state = copy_of(sound)
    state.deck[2], state.discards[2] = -1, 13
    found.append(GAME.audits[GAME.rules.audit(state)])
    state = copy_of(sound)
    state.players[0].known[2] = 1
    found.append(GAME.audits[GAME.rules.audit(state)])
    state = copy_of(sound)
    state.phase = 6
    found.append(GAME.audits[GAME.rules.audit(state)])
    found.append(GAME.audits[GAME.rules.audit(GAME.observe(sound, 1).state)])
    assert found == [
        "a nation card was lost or added",
        "a temple card was lost or added",
        "a count is impossible",
        "a count is impossible",
        "the game is over without a reason, or goes on although it must end",
        "a hand is not known, as in an observation",
    ]
