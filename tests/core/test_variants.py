"""Rules with some of their functions replaced."""

from dataclasses import replace
from typing import Any, cast

from shinar.core.compiled.jit import jit
from shinar.core.compiled.variants import with_parts
from shinar.core.game import Rules
from shinar.games.babel import Babel
from shinar.games.wonders import Wonders
from shinar.games.wonders.game import RULES, RULES_WITHOUT_LEADERS


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


def test_a_game_without_leaders_has_rules_without_them() -> None:
    assert Wonders(players=3).rules is RULES_WITHOUT_LEADERS
    assert Wonders(players=3, expansions=("leaders",)).rules is RULES
