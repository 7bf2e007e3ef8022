"""Positions of 7 Wonders along games in which all play by habit, so that cities are built as people build them."""

from collections.abc import Iterator

from shinar.core.compiled.layout import copy_of
from shinar.core.game import CHANCE, Actions, deal_one
from shinar.core.rng import search_rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.expertise.habits import weigh_by_habit
from shinar.games.wonders.state import State

__all__ = ["choices_of", "positions_of"]


def positions_of(game: Wonders, seed: int) -> Iterator[State]:
    """Every position of a game."""
    state, rng, actions = game.initial_state(), search_rng(seed), Actions()
    while actors := game.actors(state):
        yield copy_of(state)
        actions.n = 0
        if actors == (CHANCE,):
            game.rules.chances(state, actions)
        else:
            game.rules.legal_actions(state, actors[0], actions)
            weigh_by_habit(state, actors[0], actions)
        game.apply(state, actors[0], deal_one(actions, rng))
    yield state


def choices_of(game: Wonders, seed: int) -> Iterator[tuple[State, int, Actions]]:
    """Every choice of each seat that is asked: the position, also after others have decided in secret, the seat, and
    its legal actions."""
    for state in positions_of(game, seed):
        for seat in game.actors(state):
            actions = Actions()
            if seat != CHANCE:
                game.rules.legal_actions(state, seat, actions)
            if actions.n > 1:
                yield state, seat, actions
