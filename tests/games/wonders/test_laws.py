"""The laws that every game obeys, along random matches of 7 Wonders."""

import pytest

from shinar.core.compiled.kernel import SoakReport, from_array, kernels, new_array, to_array
from shinar.core.game import Actions
from shinar.core.laws import MATCH_LAWS, POSITION_LAWS, Moment, check_match, play_at_random
from shinar.core.match import Match
from shinar.core.rng import Rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.state import State

EXPANSIONS = [(), ("tower",), ("projects",), ("tower", "projects")]
SIDES = ("random", "a", "b")
EVERY = 9  # positions are many and large: so many steps, times the players, between those that are tried


@pytest.mark.parametrize("expansions", EXPANSIONS, ids="+".join)
@pytest.mark.parametrize("players", range(2, 8))
def test_positions_of_a_random_match_obey_the_laws(players: int, expansions: tuple[str, ...]) -> None:
    seed = players * 10 + len(expansions)
    game = Wonders(players=players, expansions=expansions, sides=SIDES[seed % len(SIDES)])
    final = play_at_random(game, seed)
    state = game.initial_state()
    for number, entry in enumerate(final.log):
        if number % (EVERY * players) == seed % (EVERY * players):
            moment = Moment(game, Match(game, start=state, deals=False), state, number)
            for law in POSITION_LAWS:
                assert list(law(moment)) == [], law.__doc__
        game.apply(state, entry.actor, entry.action)
    assert state == final.reveal()


@pytest.mark.slow
@pytest.mark.parametrize(("players", "compiled"), [(2, False), (4, False), (3, True)])
def test_a_whole_match_obeys_the_laws(players: int, compiled: bool) -> None:
    assert check_match(Wonders(players=players, expansions=("tower", "projects")), 1, compiled=compiled) > 100


@pytest.mark.slow
def test_finished_matches_obey_the_laws() -> None:
    game = Wonders(players=3, expansions=("tower", "projects"))
    final = play_at_random(game, 2)
    moment = Moment(game, final, final.reveal(), 2)
    for law in MATCH_LAWS:
        assert list(law(moment)) == [], law.__doc__


@pytest.mark.slow
def test_random_games_through_the_kernels_pass_the_audit_after_every_action() -> None:
    game = Wonders(players=3, expansions=("tower", "projects"))
    kernel = kernels(game.rules, game.num_seats)
    states = new_array(State, 2)
    states[1] = to_array(game.initial_state())[0]
    soaked = to_array(SoakReport())
    kernel.soak(states, to_array(Rng()), new_array(Actions, 1), soaked, 0, 3, game.max_actions)
    found = from_array(SoakReport, soaked)
    assert (found.games, game.audits[found.fault]) == (3, "")
