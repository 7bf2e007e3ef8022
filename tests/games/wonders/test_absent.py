"""What stands in the place of the tower and the projects in games without them."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from inspect import signature
from typing import Any

import pytest

from shinar.core.compiled.jit import is_marked, parts_named
from shinar.core.compiled.layout import copy_of
from shinar.core.compiled.variants import fitted
from shinar.core.game import Actions, Rules
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.building import Quote
from shinar.games.wonders.components import NOTHING
from shinar.games.wonders.expansions import absent
from shinar.games.wonders.game import RULES, rules_for
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
    assert absent.nobody_takes_part(state)
    city.part = 1
    assert not absent.nobody_takes_part(state)
    city.part = 0
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


FOLDERS = {"babel": ("tower", "projects"), "leaders": ("leaders",), "cities": ("cities",), "pack": ("pack",)}


@pytest.mark.parametrize(
    "played", [(), ("babel",), ("leaders",), ("cities",), ("cities", "pack"), ("babel", "leaders")]
)
def test_what_is_not_played_is_not_part_of_the_rules(played: tuple[str, ...]) -> None:
    """Neither rules nor guide call anything from the folder of an expansion that is not played."""
    rules = rules_for(**{part: part in played for part in FOLDERS})
    folders = {folder for part in played for folder in FOLDERS[part]}
    guide = fitted(rules, Wonders.expertise().guide)
    called = {folder_of(part) for bundle in (rules, guide) for part in all_parts(bundle)}
    assert called - {None} == folders


def all_parts(bundle: Any) -> Iterator[Callable[..., Any]]:
    """The functions of a bundle, and all that they call."""
    found = [part for field in fields(bundle) if is_marked(part := getattr(bundle, field.name))]
    known = set(found)
    while found:
        part = found.pop()
        yield part
        more = {called for _, called in parts_named(part)} - known
        known |= more
        found += more


def folder_of(part: Callable[..., Any]) -> str | None:
    """The expansion whose folder a function lies in; what stands for absent rules belongs to none."""
    path = (part.__module__ or "").split(".")
    return path[-2] if "expansions" in path[:-2] and path[-1] != "absent" else None
