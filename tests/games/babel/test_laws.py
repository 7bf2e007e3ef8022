"""The laws of every game, on both editions, with the compiler on and off."""

import pytest

from shinar.core.compiled.jit import is_compiler_on
from shinar.core.compiled.kernel import HISTOGRAM, SoakReport, from_array, kernels, new_array, to_array
from shinar.core.game import Actions
from shinar.core.laws import check_laws
from shinar.core.rng import search_rng
from shinar.games.babel import Babel
from shinar.games.babel.state import State
from tests.games.babel.positions import BOTH_EDITIONS

GAMES = 2 if is_compiler_on() else 1
SOAKED_GAMES = 5000 if is_compiler_on() else 10
FORMS = [False, True] if is_compiler_on() else [False]  # without a compiler both forms are the same


@pytest.mark.parametrize("compiled", FORMS)
@pytest.mark.parametrize("game", BOTH_EDITIONS, ids=repr)
def test_the_laws_hold_along_random_games(game: Babel, compiled: bool) -> None:
    games = 1 if compiled else GAMES
    assert check_laws(game, games, seed=7, compiled=compiled) > games * 100


@pytest.mark.parametrize("game", BOTH_EDITIONS, ids=repr)
def test_a_soak_finds_no_fault(game: Babel) -> None:
    """Conservation, bounds and the reasons of the end after every action of many random games."""
    soaked = soak(game, SOAKED_GAMES)
    assert (soaked.fault, soaked.games) == (0, SOAKED_GAMES)
    assert sum(soaked.wins) + soaked.draws == sum(soaked.endings) == sum(soaked.lengths) == SOAKED_GAMES
    assert soaked.endings[0] == 0
    assert soaked.longest < HISTOGRAM * 2 < game.max_actions


def soak(game: Babel, games: int) -> SoakReport:
    """Play random games, checking after every action."""
    states = new_array(State, 2)
    states[1] = to_array(game.initial_state())[0]
    soakeds = new_array(SoakReport, 1)
    rngs, actions = to_array(search_rng(0)), new_array(Actions, 1)
    kernels(game.rules, game.num_seats).soak(states, rngs, actions, soakeds, 0, games, game.max_actions)
    return from_array(SoakReport, soakeds)


@pytest.mark.parametrize("game", BOTH_EDITIONS, ids=repr)
def test_random_games_end_by_dealing_quickly(game: Babel) -> None:
    """The kernel that deals without listing chances plays to the end too."""
    states = new_array(State, 2)
    states[1] = to_array(game.initial_state())[0]
    rngs, actions = to_array(search_rng(3)), new_array(Actions, 1)
    games = SOAKED_GAMES // 5
    steps = kernels(game.rules, game.num_seats).random_games(states, rngs, actions, games)
    assert steps > games * 20
    final = from_array(State, states)
    assert game.is_over(final)
    assert game.rules.audit(final) == 0
