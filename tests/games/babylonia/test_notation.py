"""Positions as text, and the names of actions."""

from typing import Any

import pytest

from shinar import NotationError
from shinar.core.game import CHANCE
from shinar.core.match import Match
from shinar.games.babylonia import Babylonia
from shinar.games.babylonia.audit import audit
from shinar.games.babylonia.components import FARMER, FIRST_FIELD
from shinar.games.babylonia.notation import parse_position, position_text
from shinar.games.babylonia.state import CHOOSE_CARD, DEAL, LAY_TILES, LEAVE_OUT, OVER
from tests.games.babylonia.positions import make, position

SHORT = "2 turn:3 seat:1 phase:act | M:7,5+9,9 MS:3,3 5:6,0 | score:4 stand:MSFF down:5,9P | farmers:4,4 stand:+5"


# The ziggurat 12,8 has been scored, with tokens of seat 1 around it.
AROUND = "10,8+11,7+11,9+13,7+13,9+14,8"
SCORED = SHORT.replace("5:6,0", "5:6,0 scored:12,8").replace("farmers:4,4", f"farmers:{AROUND}")


def test_a_short_text_is_filled_up() -> None:
    state = parse_position(SHORT)
    assert state.players[0].pool == [5, 5, 5, 10]
    assert state.players[1].pool == [6, 6, 6, 11]
    assert (state.players[1].unseen, state.display) == (5, 0b11111110)
    assert sum(state.gone) == 18 - 4
    assert parse_position(position_text(state)) == state


def test_a_text_shows_what_is_surrounded() -> None:
    text = SHORT.replace("phase:act", "phase:act placed:1 farmers:1")
    text = text.replace("farmers:4,4", "farmers:5,5+6,4+6,6+8,6")
    assert parse_position(text).surrounded.bit_count() == 1


def test_former_names_of_phases_are_read() -> None:
    assert parse_position(SHORT.replace("phase:act", "phase:place")) == parse_position(SHORT)
    drawing = FULL.replace("phase:act", "phase:draw")
    assert parse_position(drawing.replace("phase:draw", "phase:refill")) == parse_position(drawing)


def test_a_drawn_position_survives_its_text() -> None:
    board = """
         0  1
      1     s0
    """
    state = position(board, cities={1: "M SP"}, scores={0: 12}, placed=1, nobles=2)
    text = position_text(state)
    assert "nobles:S" in text
    assert parse_position(text) == state


def test_cards_taken_are_not_on_display_when_the_display_is_left_out() -> None:
    assert parse_position(f"{SCORED} cards:3").display == 0b11110110


def test_cards_of_the_variant_are_refused_without_it() -> None:
    """[BN-1.5]"""
    text = SHORT.replace("M:7,5+9,9", "cards:1234589 M:7,5+9,9")
    assert make(cards="variant").parse_position(text).display == 0b1100111110
    with pytest.raises(NotationError, match="cards 8 and 9 are used only in the variant"):
        make().parse_position(text)


def test_a_game_reads_only_positions_of_its_options() -> None:
    assert make().parse_position(SHORT).seats == 2
    with pytest.raises(NotationError, match="a position for 2 players, but this game has 3"):
        make(players=3).parse_position(SHORT)
    with pytest.raises(NotationError, match="this game is played with 'faceup', and the position is not"):
        make(field="face-up").parse_position(SHORT)
    assert make(field="face-up").parse_position(SHORT.replace("2 turn", "2 faceup turn")).needs_face_up == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "begins with the number of players"),
        ("5 | | | | | |", "begins with the number of players"),
        ("2 | |", "for 2 players has 4 parts"),
        (SHORT.replace("seat:1", "seat:2"), "there are only 2 seats"),
        (SHORT.replace("seat:1", "seat:x"), "cannot read 'seat:x'"),
        (SHORT.replace("phase:act", "phase:sleep"), "cannot read 'phase:sleep'"),
        (SHORT.replace("phase:act", "nobles:F"), "cannot read 'nobles:F'"),
        (SHORT.replace("M:7,5+9,9", "M:7,5+9,8"), "the board has no cell '9,8'"),
        (SHORT.replace("M:7,5+9,9", "M:7,5+8,8"), "cell 8,8 cannot hold that"),
        (SHORT.replace("M:7,5+9,9", "M:7,5+7,5"), "cell 7,5 cannot hold that"),
        (SHORT.replace("M:7,5+9,9", "M:7,5+9,9 scored:7,5"), "cell 7,5 cannot hold that"),
        (SHORT.replace("M:7,5+9,9", "M:7,5+9,9+4,6"), "more tiles of a kind"),
        (SHORT.replace("M:7,5+9,9", "X:7,5"), "cannot read 'X:7,5'"),
        (SHORT.replace("M:7,5+9,9", "cards:11"), "cannot read 'cards:11'"),
        (SHORT.replace("M:7,5+9,9", "M:7,5+9,9 cards:123"), "seven cards must be on display"),
        (SHORT.replace("M:7,5+9,9", "lay:Q"), "cannot read 'lay:Q'"),
        (SHORT.replace("stand:MSFF", "stand:MMMMMMM"), "seat 0 has more than 6 merchants"),
        (SHORT.replace("stand:MSFF", "stand:XY"), "cannot read 'stand:XY'"),
        (SHORT.replace("stand:MSFF", "stand:MSPFFFFF"), "a stand holds 5 tokens, and that of seat 0 has 8"),
        (SHORT.replace("down:5,9P", "down:5,9X"), "cannot read 'down:5,9X'"),
        (SHORT.replace("down:5,9P", "down:"), "cannot read 'down:'"),
        (SHORT.replace("down:5,9P", "down:8,8P"), "face down in rivers and nowhere else"),
        (SHORT.replace("down:5,9P", "priests:5,9"), "face down in rivers and nowhere else"),
        (SHORT.replace("score:4", "spent:2"), "a card that is spent must have been taken"),
        (SHORT.replace("score:4", "score:4 score:5"), "'score' is given twice"),
        (f"{SHORT} cards:3", "a card is taken for each ziggurat that has been scored: 1 taken, 0 scored"),
        (f"{SCORED} cards:36", "a card is taken for each ziggurat that has been scored: 2 taken, 1 scored"),
        (f"{SCORED} cards:3 spent:3", "only cards 1 and 2 are ever spent"),
        (SCORED.replace("+14,8", ""), "a ziggurat that has been scored has tokens on all land next to it"),
        (SCORED.replace("phase:act", "phase:card"), "seat 0 has won no ziggurat for which to take a card"),
        (f"{SCORED} cards:3".replace("phase:act", "phase:card chooser:1"), "1 taken, 1 scored"),
        (SHORT.replace("phase:act", "phase:act chooser:1"), "'chooser' belongs to the phase 'card' alone"),
        (SHORT.replace("turn:3", "turn:61"), "2 players have at most 60 turns"),
        (SHORT.replace("stand:+5", "stand:+9 cards:3"), "a stand holds 7 tokens"),
        (SHORT.replace("M:7,5+9,9 MS:3,3", ""), "with at most one city left on the board the game is over"),
        (SHORT.replace("phase:act", "phase:over"), "the game is not over: seat 1 has tokens"),
        (SHORT.replace("phase:act", "phase:extra").replace("stand:+5", ""), "seat 1 can take no extra turn"),
        (SHORT.replace("phase:act", "phase:draw ending:1"), "'ending' belongs to the phase 'over' alone"),
        (SHORT.replace("phase:act", "phase:act placed:3 farmers:2").replace("+5", "M"), "all lie on land"),
        (SHORT.replace("score:4", "cities:5").replace("5:6,0", ""), "seat 0 has a field among its cities"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_position(text)


FULL = "2 turn:9 phase:act | M:7,5 P:9,9 5:12,6 | stand:MSFF farmers:5,5+6,4+6,6 | stand:FF farmers:4,4"
SURROUNDING = FULL.replace("6,6", "6,6+8,6")
CARDED = f"2 turn:9 phase:act | M:7,5 P:9,9 scored:12,8 | stand:SFF cards:5 farmers:{AROUND} merchants:8,6 | stand:FF"
BEGUN_WITH_CARD = CARDED.replace("phase:act", "phase:act placed:3 farmers:2 nobles:M")
OPENING = position_text(make().initial_state())


@pytest.mark.parametrize(
    "text",
    [
        FULL.replace("turn:9 ", ""),
        FULL.replace("phase:act", "phase:score"),
        FULL.replace("phase:act", "phase:draw").replace("MSFF", "MSFFF"),
        FULL.replace("phase:act", "phase:extra"),
        FULL.replace("phase:act", "phase:extra").replace("stand:FF", "stand:FF cards:2"),
        FULL.replace("phase:act", "phase:over ending:1"),
        FULL.replace("phase:act", "phase:over ending:2"),
        FULL.replace("phase:act", "phase:over ending:2").replace("stand:MSFF ", ""),
        FULL.replace("phase:act", "phase:over ending:9").replace("stand:MSFF ", ""),
        FULL.replace("phase:act", "phase:act placed:7"),
        FULL.replace("phase:act", "phase:act placed:1 farmers:2"),
        FULL.replace("phase:act", "phase:act placed:1 farmers:1 nobles:M"),
        FULL.replace("phase:act", "phase:act placed:4 farmers:4"),
        FULL.replace("turn:9", "turn:2").replace("phase:act", "phase:act placed:3 farmers:3"),
        FULL.replace("phase:act", "phase:act placed:3 farmers:2 nobles:M"),
        FULL.replace("stand:MSFF ", ""),
        FULL.replace("5:12,6", "5:12,6 lay:M"),
        FULL.replace("turn:9 phase:act", "phase:act"),
        BEGUN_WITH_CARD.replace("stand:SFF", "stand:S"),
        BEGUN_WITH_CARD.replace("cards:5", "cards:6"),
        BEGUN_WITH_CARD.replace("farmers:2 nobles:M", "farmers:1 nobles:MS"),
        BEGUN_WITH_CARD.replace("nobles:M", "nobles:P"),
        SURROUNDING,
        SURROUNDING.replace("phase:act", "phase:draw placed:1"),
        SURROUNDING.replace("phase:act", "phase:score ending:1"),
        OPENING.replace("phase:starter", "phase:deal"),
        OPENING.replace("phase:starter", "phase:leaveout"),
        OPENING.replace("phase:starter", "turn:1 phase:starter"),
        OPENING.replace("lay:", "lay:M+"),
        FULL.replace("turn:9 phase:act", "phase:tiles"),
        FULL.replace("turn:9 phase:act", "phase:deal"),
    ],
)
def test_a_phase_in_which_nobody_could_go_on_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="this position is impossible"):
        parse_position(text)


def dealt_up_to(phase: int, **options: Any) -> str:
    """The text of the position in which a phase of the set-up begins."""
    match = Match(make(**options), deals=False)
    while (state := match.reveal()).phase != phase:
        match.play(CHANCE, match.game.chances(state)[0][0])
    return position_text(state)


def test_stands_are_filled_in_order() -> None:
    """[BN-1.6]"""
    text = dealt_up_to(DEAL)
    first, second = (text.replace("score:0", "stand:MS", 1), f"{text} stand:MS")
    assert parse_position(first).phase == DEAL
    with pytest.raises(NotationError, match="this position is impossible"):
        parse_position(second)


def test_cards_are_left_out_until_seven_are_there() -> None:
    """[BN-1.5]"""
    text = dealt_up_to(LEAVE_OUT, cards="variant")
    assert parse_position(text).phase == LEAVE_OUT
    with pytest.raises(NotationError, match="this position is impossible"):
        parse_position(text.replace("cards:123456789", "cards:1234567"))


@pytest.mark.parametrize(
    "text",
    [
        FULL,
        BEGUN_WITH_CARD,
        FULL.replace("phase:act", "phase:draw"),
        CARDED.replace("phase:act", "phase:extra").replace("cards:5", "cards:2"),
        CARDED.replace("cards:5", "cards:1 score:10"),
        FULL.replace("phase:act", "phase:over").replace("stand:MSFF ", ""),
        FULL.replace("phase:act", "phase:over ending:1").replace("stand:MSFF ", ""),
        FULL.replace("phase:act", "phase:over ending:2").replace("P:9,9 ", ""),
        CARDED.replace("phase:act", "phase:card").replace("cards:5", ""),
        SURROUNDING.replace("phase:act", "phase:score placed:1 farmers:1"),
        SURROUNDING.replace("phase:act", "phase:act placed:1 farmers:1"),
        OPENING,
    ],
)
def test_a_phase_in_which_there_is_something_to_do_is_read(text: str) -> None:
    state = parse_position(text)
    assert parse_position(position_text(state)) == state


def test_a_word_that_belongs_to_a_phase_tells_it() -> None:
    """Without `phase:`, `ending:` means that the game is over, `chooser:` that a card is taken, `lay:` the set-up."""
    over = FULL.replace("phase:act", "ending:1").replace("stand:MSFF ", "")
    card = SCORED.replace("phase:act", "chooser:1")
    tiles = dealt_up_to(LAY_TILES).replace(" phase:tiles", "")
    assert [parse_position(text).phase for text in (over, card, tiles)] == [OVER, CHOOSE_CARD, LAY_TILES]


@pytest.mark.parametrize(
    "name",
    ["end placing", "place priest 12,6", "score 9,9", "take card 2 extra turn", "take extra turn", "keep extra turn"],
)
def test_actions_have_names_for_people(name: str) -> None:
    game = make()
    assert game.action_name(game.parse_action(name.upper())) == name


def test_actions_belong_to_groups() -> None:
    game = make()
    groups = {game.action_group(action) for action in range(game.num_actions)}
    assert groups == {"end placing", "place", "score", "card", "extra turn", "chance"}


def test_the_ids_of_actions_are_fixed() -> None:
    """They are public: bots and records of learning runs rely on them."""
    game = make()
    pinned = {
        "end placing": 0,
        "place merchant 0,8": 1,
        "place farmer 0,8": 4,
        "place farmer 22,14": 700,
        "score 1,9": 701,
        "score 22,14": 737,
        "take card 1 ten points": 738,
        "take extra turn": 747,
        "keep extra turn": 748,
        "lay city m": 749,
        "lay field city": 759,
        "leave out card 1 ten points": 760,
        "seat 0 starts": 769,
        "draw merchant": 773,
        "draw farmer": 776,
    }
    assert {name: game.parse_action(name) for name in pinned} == pinned
    assert (game.num_actions, game.first_chance_action) == (777, 749)


def test_the_text_of_an_observation_hides_what_is_hidden() -> None:
    match = Match(make(), seed=8)
    match.play(match.actors[0], match.legal_actions(match.actors[0])[0])
    text = match.game.position_text(match.observe().state)
    assert text.count("stand:+") == 2


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("turns", 0, "the phase is not one that the rest of the position allows"),
        ("placed", 40, "the phase is not one that the rest of the position allows"),
        ("farmers", 1, "the phase is not one that the rest of the position allows"),
        ("ending", 2, "the phase is not one that the rest of the position allows"),
        ("surrounded", 1, "the sites to be scored are not those that are surrounded"),
    ],
)
def test_the_audit_finds_what_no_text_can_say(field: str, value: int, fault: str) -> None:
    state = position()
    setattr(state, field, value)
    assert Babylonia.audits[audit(state)] == fault


def test_the_audit_counts_stands_and_cities() -> None:
    """[BN-1.1] [BN-6.1] Nobody has too many tokens, and no field among the cities."""
    full, fielded = position(), position()
    full.players[0].stand[FARMER] += 3
    full.players[0].pool[FARMER] -= 3
    fielded.players[0].cities[FIRST_FIELD], fielded.gone[FIRST_FIELD] = 1, 0
    assert [Babylonia.audits[audit(state)] for state in (full, fielded)] == ["a count is impossible"] * 2


def test_no_match_starts_from_what_a_seat_knows() -> None:
    """[BN-9.2] The stands of others are not in it."""
    known = Match(make(), seed=8).observe(0).state
    with pytest.raises(NotationError, match="a token is not known, as in an observation"):
        Match(make(), start=known)


def test_the_opening_survives_its_text() -> None:
    state = make(players=3, cards="variant").initial_state()
    assert "lay:M+M+S+S" in position_text(state)
    assert parse_position(position_text(state)) == state


def test_a_scored_ziggurat_and_an_empty_stand_survive_their_text() -> None:
    surrounded = "farmers:10,8+11,7+11,9+13,7+13,9+14,8"
    text = SHORT.replace("5:6,0", "5:6,0 scored:12,8").replace("farmers:4,4 stand:+5", surrounded)
    state = parse_position(text.replace("phase:act", "phase:draw"))
    assert "scored:12,8" in position_text(state)
    assert "stand" not in position_text(state).split(" | ")[3]
    assert parse_position(position_text(state)) == state
