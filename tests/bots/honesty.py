"""What bots choose in worlds that look alike to their seat; `-m tests.bots.honesty GAME ITERATIONS` prints it.

With options of the game as JSON behind that, it prints what a few bots do with each number of players, or
with the one that is given there.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import shinar
from shinar.bots.registry import bot_kinds, make_bot
from shinar.core.bot import Bot, Budget
from shinar.core.errors import OptionError
from shinar.core.game import CHANCE, Game, Observation
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.registry import game_class
from shinar.core.rng import search_rng

WORLDS = 3
AT_ALL_TABLES = ("best", "level1")  # the second slips often


@dataclass(frozen=True)
class Case:
    """A game, and how long bots look at how many of its positions."""

    game: Game[Any]
    positions: int = 4
    iterations: int = 25


def choices_at_positions(specification: str, case: Case) -> list[list[int]]:
    """For each position, what a bot does in worlds that look alike."""
    return [
        [choice(specification, case, world, seat) for world in worlds(case.game.observe(state, seat))]
        for state, seat in positions(case)
    ]


def choice(specification: str, case: Case, state: Any, seat: int) -> int:
    """What a bot does in a world, of which it is shown what its seat may know."""
    bot: Bot = make_bot(specification, case.game)
    # A budget that is given goes before that of the specification.
    return bot.choose(case.game.observe(state, seat), Budget(case.iterations), search_rng(7))


def worlds(observation: Observation[Any], count: int = WORLDS) -> Iterator[Any]:
    """States that look alike to a seat."""
    for number in range(count):
        yield observation.game.determinize(observation, search_rng(number, "world"))


@cache
def positions(case: Case) -> list[tuple[Any, int]]:
    """Positions along a random match in which a seat has a choice, and something is hidden from it."""
    game = case.game
    walk: Match[Any] = Match(game, seed=11, deals=False)
    choices: list[tuple[Any, int]] = []
    for entry in play_at_random(game, seed=11).log:
        if entry.actor != CHANCE and len(walk.legal_actions(entry.actor)) > 1:
            choices.append((walk.reveal(), entry.actor))
        walk.play(entry.actor, entry.action)
    step = max(len(choices) // case.positions, 1)
    spread = (choice for first in range(step) for choice in choices[first::step])
    return list(islice((one for one in spread if hides(game.observe(*one))), case.positions))


def hides(observation: Observation[Any]) -> bool:
    """Whether the worlds of an observation differ."""
    return len({observation.game.position_text(world) for world in worlds(observation)}) > 1


def choices_of_all_bots(name: str, iterations: int) -> dict[str, list[list[int]]]:
    """What every bot does at two positions of a game."""
    given = Case(shinar.make(name), positions=2, iterations=iterations)
    return {kind.name: choices_at_positions(kind.name, given) for kind in bot_kinds()}


def choices_at_all_tables(name: str, iterations: int, options: dict[str, Any]) -> dict[str, list[list[int]]]:
    """What a few bots do with each number of players that these options give or allow."""
    option = next(option for option in game_class(name).option_list if option.name == "players")
    found: dict[str, list[list[int]]] = {}
    for players in (options["players"],) if "players" in options else option.choices:
        with suppress(OptionError):
            case = Case(shinar.make(name, **options | {"players": players}), positions=2, iterations=iterations)
            found |= {f"{bot} of {players}": choices_at_positions(bot, case) for bot in AT_ALL_TABLES}
    return found


if __name__ == "__main__":
    name, iterations, *tables = sys.argv[1:]
    given = json.loads(tables[0]) if tables else None
    found = (
        choices_of_all_bots(name, int(iterations))
        if given is None
        else choices_at_all_tables(name, int(iterations), given)
    )
    sys.stdout.write(json.dumps(found))
