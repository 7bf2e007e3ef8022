"""The audit finds what is lost, made or impossible."""

from collections.abc import Callable

import pytest

from shinar.core.game import CHANCE
from shinar.core.match import Match
from shinar.games.wonders import Wonders
from shinar.games.wonders.audit import audit
from shinar.games.wonders.standing import put_up
from shinar.games.wonders.state import DEAL_TILES, State


def lose_a_card(state: State) -> None:
    state.hands[0].n -= 1


def swap_a_card(state: State) -> None:
    state.hands[0].cards[0] = 77


def promise_a_guild(state: State) -> None:
    state.guilds_left += 1


def count_a_colour_wrong(state: State) -> None:
    state.cities[0].colours[3] += 1


def count_shields_wrong(state: State) -> None:
    state.cities[0].shields += 1


def conjure_a_structure(state: State) -> None:
    put_up(state.cities[0], 0)
    state.cities[0].colours[0] = 1


def place_a_tile_of_nobody(state: State) -> None:
    state.tiles_placed += 1


def lose_a_tile(state: State) -> None:
    state.cities[1].tiles[0] = 0


def double_a_tile(state: State) -> None:
    state.cities[1].tiles[0] = state.cities[0].tiles[0]


def go_into_debt(state: State) -> None:
    state.cities[2].coins = -1


def owe_a_token(state: State) -> None:
    state.cities[2].tokens[0] = -1


def owe_a_victory(state: State) -> None:
    state.cities[2].victories[0] = -1


def mint_a_coin(state: State) -> None:
    state.cities[1].coins += 1


def lose_a_payment(state: State) -> None:
    state.bank += 2


def take_part_in_nothing(state: State) -> None:
    state.cities[0].part = 1


def forge_a_victory(state: State) -> None:
    state.has_tower = 0
    state.cities[0].victories[0] += 1


@pytest.mark.parametrize(
    ("mishap", "finding"),
    [
        (lose_a_card, "a card was lost or added"),
        (swap_a_card, "a card was lost or added"),
        (promise_a_guild, "the number of guilds is wrong"),
        (count_a_colour_wrong, "a city counts its structures wrong"),
        (count_shields_wrong, "a city counts its structures wrong"),
        (conjure_a_structure, "a city counts its structures wrong"),
        (lose_a_tile, "a tile was lost or added"),
        (double_a_tile, "a tile was lost or added"),
        (place_a_tile_of_nobody, "a tile was lost or added"),
        (go_into_debt, "a count is impossible"),
        (owe_a_token, "a count is impossible"),
        (owe_a_victory, "a count is impossible"),
        (mint_a_coin, "coins were lost or added"),
        (lose_a_payment, "coins were lost or added"),
        (take_part_in_nothing, "tokens were lost or added"),
        (forge_a_victory, "tokens were lost or added"),
    ],
)
def test_the_audit_finds_a_mishap(mishap: Callable[[State], None], finding: str) -> None:
    """[SW-2.1]"""
    game = Wonders(expansions=("tower",))
    match = Match(game, seed=4)
    while match.turn == 0:
        match.play(match.actors[0], match.legal_actions(match.actors[0])[0])
    state = match.reveal()
    assert audit(state) == 0
    mishap(state)
    assert game.audits[audit(state)] == finding


def test_the_audit_counts_participation_tokens() -> None:
    """[SW-13.1] [SW-13.3]"""
    match = Match(Wonders(expansions=("projects",)), seed=4)
    state = match.reveal()
    assert audit(state) == 0
    state.project_tokens -= 1
    assert match.game.audits[audit(state)] == "tokens were lost or added"
    state.cities[2].part = 1
    assert audit(state) == 0
    state.cities[0].part = 2
    assert match.game.audits[audit(state)] == "tokens were lost or added"
    state.project_tokens = 0
    assert audit(state) == 0


def test_everybody_has_three_tiles_from_the_draft_on() -> None:
    """[SW-12.1] What a seat knows of the draft is no position to play from."""
    game = Wonders(players=3, expansions=("tower",))
    match = Match(game, seed=3)
    assert game.rules.audit(match.reveal()) == 0
    known = game.parse_position(game.position_text(match.observe(0).state))
    assert game.audits[game.rules.audit(known)] == "a tile was lost or added"


def test_while_tiles_are_dealt_as_many_are_held_as_were() -> None:
    """[SW-12.1] Otherwise somebody would have no tile to keep."""
    game = Wonders(players=3, expansions=("tower",))
    match = Match(game, deals=False)
    while match.reveal().phase < DEAL_TILES or match.reveal().dealt < 3:
        match.play(CHANCE, match.chances()[0][0])
    state = match.reveal()
    assert audit(state) == 0
    state.dealt += 1
    assert game.audits[audit(state)] == "a tile was lost or added"
