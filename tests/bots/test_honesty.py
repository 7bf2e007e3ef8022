"""No bot sees what it may not: positions that look the same to a seat get the same choice, whatever is hidden."""

from collections.abc import Iterator
from typing import Any

import pytest

import shinar
from shinar.bots.bot import Bot, Budget
from shinar.bots.registry import bot_kinds, make_bot
from shinar.core.game import CHANCE, Game, Observation
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.rng import thinking
from tests.core.toy import Toy

WORLDS = 3
QUICKLY = Budget(iterations=25)  # a budget that is given goes before that of the specification
GAMES: list[Game[Any]] = [shinar.make("babel"), Toy()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
@pytest.mark.parametrize("specification", [kind.name for kind in bot_kinds()])
def test_equal_observations_get_equal_choices(specification: str, game: Game[Any]) -> None:
    for state, seat in positions(game, 4):
        observation = game.observe(state, seat)
        choices = {choice(specification, game, world, seat) for world in worlds(observation)}
        assert len(choices) == 1


def test_a_bot_that_peeks_would_be_found_out() -> None:
    game = GAMES[0]
    state, seat = next(positions(game, 1))
    hands = {tuple(world.players[1 - seat].hand) for world in worlds(game.observe(state, seat))}
    assert len(hands) > 1, "the worlds do not differ in what is hidden, so the test above could not fail"


def choice(specification: str, game: Game[Any], state: Any, seat: int) -> int:
    """What a bot does in a world, of which it is shown what its seat may know."""
    bot: Bot = make_bot(specification, game)
    return bot.choose(game.observe(state, seat), QUICKLY, thinking(7))


def worlds(observation: Observation[Any]) -> Iterator[Any]:
    """States that look alike to a seat."""
    for number in range(WORLDS):
        yield observation.game.determinize(observation, thinking(number, "world"))


def positions(game: Game[Any], count: int) -> Iterator[tuple[Any, int]]:
    """Positions along a random match in which a seat has a choice."""
    final = play_at_random(game, seed=11)
    walk: Match[Any] = Match(game, seed=11, deals=False)
    found = 0
    for number, entry in enumerate(final.log):
        has_choice = entry.actor != CHANCE and len(walk.legal_actions(entry.actor)) > 1
        if has_choice and number % 7 == 0 and found < count:
            found += 1
            yield walk.reveal(), entry.actor
        walk.play(entry.actor, entry.action)
