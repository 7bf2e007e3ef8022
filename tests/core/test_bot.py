"""The simplest bot, and budgets."""

from shinar.core.bot import Budget, RandomBot
from shinar.core.match import Match
from shinar.core.rng import search_rng
from tests.core.toy import Toy


def test_a_random_bot_takes_all_legal_actions_sooner_or_later() -> None:
    observation = Match(Toy(), 3).observe(0)
    chosen = {RandomBot().choose(observation, Budget(), search_rng(number)) for number in range(30)}
    assert (RandomBot.name, sorted(chosen)) == ("random", observation.legal_actions())


def test_a_budget_has_no_limits_unless_they_are_given() -> None:
    assert (Budget().iterations, Budget().seconds) == (None, None)
