"""What runs inside a worker process: choosing an action for a seat, and estimating who will win."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from shinar.bots import Bot, Budget, RandomBot
from shinar.bots.registry import make_bot
from shinar.core.game import CHANCE, Game, Observation
from shinar.core.match import Match
from shinar.core.options import OptionValue
from shinar.core.registry import make
from shinar.core.rng import Rng, fresh_seed, thinking

__all__ = ["Task", "choose", "odds"]

PLAYOUTS = 60  # finished games behind an estimate of the odds


@dataclass(frozen=True)
class Task:
    """A seat's observation, and how strong the bot shall be that thinks about it."""

    game: str
    options: tuple[tuple[str, OptionValue], ...]
    level: str
    seat: int
    record: Any  # the observation, of the game's own layout; a true state only once the match is over


def choose(task: Task) -> int:
    """A legal action for the seat."""
    game = _game(task.game, task.options)
    observation = Observation(game, task.seat, task.record)
    return _bot(game, task.level).choose(observation, Budget(), thinking(fresh_seed()))


def odds(task: Task) -> list[float]:
    """Everybody's chance to win: how often they win when the match is played on from what the seat knows."""
    game = _game(task.game, task.options)
    rng = thinking(fresh_seed())
    wins = [0.0] * game.num_seats
    for _ in range(PLAYOUTS):
        winners = _played_on(game, Observation(game, task.seat, task.record), rng)
        for seat in winners:
            wins[seat] += 1 / len(winners)
    return [won / PLAYOUTS for won in wins]


def _played_on(game: Game[Any], observation: Observation[Any], rng: Rng) -> tuple[int, ...]:
    """The winners of one match played to its end at random from a position that agrees with an observation."""
    match: Match[Any] = Match(game, start=game.determinize(observation, rng))
    bot = RandomBot()
    while not match.is_over:
        seat = match.actors[0]
        assert seat != CHANCE
        match.play(seat, bot.choose(match.observe(seat), Budget(), rng))
    outcome = match.outcome
    assert outcome is not None
    return outcome.winners


@lru_cache(maxsize=64)
def _game(name: str, options: tuple[tuple[str, OptionValue], ...]) -> Game[Any]:
    return make(name, **dict(options))


@lru_cache(maxsize=64)
def _bot(game: Game[Any], level: str) -> Bot:
    return make_bot(level, game)
