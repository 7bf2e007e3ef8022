"""Setting up and the order of a turn. RULES.md, sections 1 and 2."""

from fractions import Fraction

import pytest

import shinar
from shinar import CHANCE, OptionError
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.games.babylonia.board import SITE_CELLS, is_location
from shinar.games.babylonia.components import TILE_NAMES
from shinar.games.babylonia.rules import pick_card, stand_size
from shinar.games.babylonia.state import OUT, is_city, is_field
from tests.games.babylonia.positions import after, make, names_of, play, position, scores


def test_every_location_gets_a_tile_face_up() -> None:
    """[BN-1.4]"""
    for players in (2, 3, 4):
        state = Match(make(players=players), seed=1).reveal()
        locations = [cell for cell in SITE_CELLS if is_location(cell) and state.cells[cell] != OUT]
        assert all(is_city(state.cells[cell]) or is_field(state.cells[cell]) for cell in locations)
        assert state.tiles == [0] * len(TILE_NAMES)


def test_tiles_are_drawn_from_those_that_are_left() -> None:
    """[BN-1.4] With two players 2 of 18 tiles are cities of merchants; after one was laid, 1 of 17."""
    match = Match(make(starter=0), deals=False)
    merchants = match.game.parse_action("lay city m")
    assert dict(match.game.chances(match.reveal()))[merchants] == Fraction(2, 18)
    match.play(CHANCE, merchants)
    assert dict(match.game.chances(match.reveal()))[merchants] == Fraction(1, 17)


def test_the_standard_game_displays_cards_1_to_7() -> None:
    """[BN-1.5]"""
    state = Match(make(), seed=1).reveal()
    assert state.display == sum(1 << card for card in range(1, 8))


def test_the_variant_leaves_two_of_nine_cards_out_by_chance() -> None:
    """[BN-1.5]"""
    displays = {Match(make(cards="variant"), seed=seed).reveal().display for seed in range(20)}
    assert {display.bit_count() for display in displays} == {7}
    assert len(displays) > 10


def test_each_card_is_left_out_with_the_same_chance() -> None:
    """[BN-1.5]"""
    match = Match(make(cards="variant", starter=0), deals=False)
    while not match.game.action_name(match.game.chances(match.reveal())[0][0]).startswith("leave out"):
        match.play(CHANCE, match.game.chances(match.reveal())[0][0])
    assert [chance for _, chance in match.game.chances(match.reveal())] == [Fraction(1, 9)] * 9
    match.play(CHANCE, "leave out card 4 three nobles")
    assert [chance for _, chance in match.game.chances(match.reveal())] == [Fraction(1, 8)] * 8
    with pytest.raises(shinar.IllegalActionError, match="chance cannot bring this now"):
        match.play(CHANCE, "leave out card 4 three nobles")


def test_everybody_draws_five_tokens_from_the_own_pool() -> None:
    """[BN-1.6]"""
    state = Match(make(players=4), seed=3).reveal()
    assert [stand_size(player) for player in state.players] == [5] * 4
    assert [sum(player.pool) for player in state.players] == [25] * 4


def test_who_starts_is_decided_by_chance_or_chosen() -> None:
    """[BN-1.7]"""
    assert {Match(make(players=3), seed=seed).reveal().turn_of for seed in range(20)} == {0, 1, 2}
    assert {Match(make(players=3, starter=2), seed=seed).reveal().turn_of for seed in range(5)} == {2}


def test_nobody_can_start_who_does_not_play() -> None:
    """[BN-1.7]"""
    with pytest.raises(OptionError, match="starter cannot be 2 with 2 players"):
        make(players=2, starter=2)


def test_turns_go_round_in_the_order_of_seats() -> None:
    """[BN-2.1]"""
    match = Match(make(players=3, starter=1), seed=5)
    order = []
    for _ in range(4):
        order.append(match.actors[0])
        turn = match.turn
        while match.turn == turn:
            match.play(match.actors[0], match.legal_actions(match.actors[0])[0])
    assert order == [1, 2, 0, 1]


def test_a_turn_is_placing_then_scoring_then_refilling() -> None:
    """[BN-2.1]"""
    state = position(
        """
             4  5  6
          5     f0
          6  f1    f0
          7    [M]
          8        .
        """
    )
    match = play(state, "place farmer 8,6", "place priest 10,6")
    assert "score 7,5" not in names_of(match)
    match.play(0, "end placing")
    assert names_of(match) == {"score 7,5"}
    match.play(0, "score 7,5")
    assert match.actors == (CHANCE,)
    match.play(CHANCE, "draw merchant")
    match.play(CHANCE, "draw merchant")
    assert (match.actors, match.turn) == ((1,), 10)


def test_a_token_is_settled_before_the_next_is_placed() -> None:
    """[BN-2.2] The first farmer opens the field for the second."""
    state = position(
        """
             6
         10  .
         12 {6}
        """,
        stands=("FF",),
    )
    assert "place farmer 12,6" not in names_of(play(state))
    after_one = play(state, "place farmer 10,6")
    assert "place farmer 12,6" in names_of(after_one)
    assert scores(after(state, "place farmer 10,6", "place farmer 12,6")) == [6, 0]


def test_cards_to_leave_out_are_picked_from_those_on_display() -> None:
    """[BN-1.5] Also when only one of nine is left to pick."""
    assert {pick_card(1 << 9, search_rng(number)) for number in range(20)} == {9}
