"""Rules with some of their functions replaced."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from shinar.core.compiled.jit import is_apart, jit, jit_apart
from shinar.core.compiled.variants import fitted, fitted_function, with_parts
from shinar.core.game import Rules
from shinar.core.guide import Guide
from shinar.games.babel import Babel
from shinar.games.wonders import Wonders
from shinar.games.wonders.game import RULES, rules_for


@jit
def bonus(_state: int) -> int:
    return 5


@jit
def doubled(state: int) -> int:
    return 2 * bonus(state)


@jit
def score(state: int, seat: int) -> int:
    return doubled(state) + seat


@jit
def no_bonus(_state: int) -> int:
    return 0


def test_what_calls_a_replaced_function_is_replaced_too() -> None:
    rules: Rules[Any] = replace(cast(Rules[Any], Babel.rules), score=score)
    other = with_parts(rules, {bonus: no_bonus})
    assert (rules.score(1, 3), other.score(1, 3)) == (13, 3)
    assert other.score.__doc__ == score.__doc__
    assert other.apply is rules.apply


@jit
def tripled(state: int) -> int:
    return 3 * bonus(state) + 1


def test_what_stands_in_the_place_of_a_function_calls_replaced_functions_too() -> None:
    rules: Rules[Any] = replace(cast(Rules[Any], Babel.rules), score=score)
    assert with_parts(rules, {doubled: tripled}).score(1, 3) == 19
    assert with_parts(rules, {doubled: tripled, bonus: no_bonus}).score(1, 3) == 4


def test_a_variant_of_a_function_apart_is_apart_too() -> None:
    apart = jit_apart(make_judgement(bonus))
    rules: Rules[Any] = replace(cast(Rules[Any], Babel.rules), score=apart)
    other = with_parts(rules, {bonus: no_bonus})
    assert other.score is not apart
    assert (is_apart(other.score), is_apart(score)) == (True, False)


def make_judgement(worth: Callable[[int], int]) -> Callable[[int, int], int]:
    @jit
    def judge(state: int, seat: int) -> int:
        return worth(state) - seat

    return judge


def test_what_is_known_of_a_game_calls_the_same_parts_as_its_rules() -> None:
    """Globals and closure variables alike."""
    rules: Rules[Any] = replace(cast(Rules[Any], Babel.rules), score=score)
    other, guide = with_parts(rules, {bonus: no_bonus}), Guide(evaluate=make_judgement(doubled), width=2)
    fit = fitted(other, guide)
    assert guide.evaluate is not None
    assert fit.evaluate is not None
    assert (guide.evaluate(1, 3), fit.evaluate(1, 3), fit.width) == (7, -3, 2)
    assert fitted_function(other, guide.evaluate) is fit.evaluate
    assert (fitted(rules, guide), fitted_function(rules, score)) == (guide, score)


def test_searches_of_7_wonders_know_nothing_of_leaders_where_none_are_played() -> None:
    guide, linear = Wonders.expertise().guide, Wonders.expertise().variants["linear"]
    assert fitted(RULES, guide) == guide
    without_leaders = rules_for(babel=True, leaders=False, cities=True, pack=True)
    assert fitted(without_leaders, guide).weigh is not guide.weigh
    assert fitted(without_leaders, guide).rate_all is not guide.rate_all
    assert fitted(without_leaders, linear).rate is not linear.rate


def test_a_game_has_the_rules_of_the_expansions_that_are_played() -> None:
    played = {
        (): rules_for(babel=False, leaders=False, cities=False, pack=False),
        ("tower",): rules_for(babel=True, leaders=False, cities=False, pack=False),
        ("tower", "projects"): rules_for(babel=True, leaders=False, cities=False, pack=False),
        ("cities",): rules_for(babel=False, leaders=False, cities=True, pack=False),
        ("leaders",): rules_for(babel=False, leaders=True, cities=False, pack=False),
        ("leaders", "cities"): rules_for(babel=False, leaders=True, cities=True, pack=False),
        ("pack",): rules_for(babel=False, leaders=False, cities=True, pack=True),
        ("leaders", "pack", "projects"): RULES,
        ("leaders", "cities", "pack", "tower"): RULES,
    }
    for expansions, rules in played.items():
        assert Wonders(players=3, expansions=expansions).rules is rules
    assert len({id(rules) for rules in played.values()}) == len(played) - 2
