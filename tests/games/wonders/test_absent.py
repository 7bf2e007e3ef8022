"""What stands in the place of the tower and the projects in games without them."""

from inspect import signature

import pytest

from shinar.core.compiled.layout import copy_of
from shinar.core.game import Actions, Rules
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.building import Quote
from shinar.games.wonders.components import NOTHING
from shinar.games.wonders.expansions import absent
from shinar.games.wonders.game import RULES
from shinar.games.wonders.state import State


def test_what_stands_for_a_rule_of_babel_is_called_in_the_same_way() -> None:
    for rule, other in absent.WITHOUT_BABEL.items():
        assert len(signature(rule).parameters) == len(signature(other).parameters), rule


def test_where_babel_is_not_played_its_rules_do_nothing() -> None:
    state = Match(Wonders(), seed=1).reveal()
    before, city, actions = copy_of(state), state.cities[0], Actions()
    absent.nothing_happens(state)
    absent.nothing_dealt(state, 3)
    absent.nothing_to_choose(state, city, actions)
    absent.nothing_seen(state, 0, state)
    absent.nothing_imagined(state, 0, search_rng(1))
    absent.nobody_joins(state, city)
    assert state == before
    assert (actions.n, absent.nothing_picked(state, search_rng(1))) == (0, 0)


def test_where_babel_is_not_played_nothing_can_be_joined_or_lost() -> None:
    state = Match(Wonders(), seed=1).reveal()
    city = state.cities[0]
    assert not absent.fits_nothing(state, city, 0)
    assert not absent.is_no_loss(state, city)
    assert not absent.cannot_join(state, 0)
    assert not absent.helps_nothing(state, 0, 3)
    assert absent.same_cost(state, Quote(1, 2, 3)) == Quote(1, 2, 3)
    assert (absent.no_tiles(city), absent.nowhere(city, 1)) == (0, NOTHING)


@pytest.mark.parametrize("seat", range(3))
def test_without_babel_both_forms_of_the_rules_say_the_same(seat: int) -> None:
    """What is asked in a game without tower and projects has the same answer whichever way it is compiled."""
    game = Wonders(players=3)
    walk = Match(game, seed=5, deals=False)
    for number, entry in enumerate(play_at_random(game, seed=5).log):
        state = walk.reveal()
        if number % 10 == seat:
            assert listed(game.rules, state, seat) == listed(RULES, state, seat)
            assert game.rules.score(state, seat) == RULES.score(state, seat)
            assert game.rules.audit(state) == RULES.audit(state) == 0
        walk.play(entry.actor, entry.action)


def listed(rules: Rules[State], state: State, seat: int) -> list[int]:
    """What a seat may do by certain rules."""
    actions = Actions()
    rules.legal_actions(state, seat, actions)
    return actions.ids[: actions.n]
