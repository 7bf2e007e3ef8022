"""A contest: bots that meet again and again. What a game of it is follows from its number alone.

Games come in rounds with one seed each: every game of a round is dealt alike, and the bots rotate through the seats.
So luck of the deal and of the seat is shared fairly, and a game can be played anywhere, in any order, or again.
"""

import hashlib
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from shinar.arena.sources import digest_of_sources, modules_of
from shinar.bots.registry import make_bot
from shinar.core.bot import Bot, Budget, Preparable
from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.core.match import Match
from shinar.core.options import OptionValue, options_to_json
from shinar.core.registry import game_class, make
from shinar.core.rng import derive, search_rng

__all__ = ["Contest", "GameResult", "play_game"]

OWN_BUDGET = Budget()  # a bot keeps to the budget of its specification
SHOWN_DIGITS = 12  # of a digest


@dataclass(frozen=True)
class Contest:
    """Which bots meet at which game, how often, and from which seed."""

    game: str
    players: tuple[str, ...]  # specifications of bots, as many as seats
    games: int
    seed: int
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)  # a mapping has no hash

    def check(self) -> None:
        """OptionError if it cannot be played."""
        if self.games < 1:
            raise OptionError(f"a contest needs at least one game, not {self.games}")
        game = self.make_game()
        if len(self.players) != game.num_seats:
            named = "1 player was" if len(self.players) == 1 else f"{len(self.players)} players were"
            raise OptionError(f"{self.game} has {game.num_seats} seats, and {named} named")
        for player in self.players:
            make_bot(player, game)

    def prepare(self) -> float:
        """Get all bots ready, which compiles what they need for every process to come; the seconds that it took."""
        started = time.perf_counter()
        game = self.make_game()
        prepare_all(make_bot(player, game) for player in dict.fromkeys(self.players))
        return time.perf_counter() - started

    def play(self, number: int) -> "GameResult":
        """Play one game of it."""
        return play_game(self, number)

    def make_game(self) -> Game[Any]:
        """The game that is played."""
        return make(self.game, **self.options)

    def round_of(self, number: int) -> int:
        """The round of a game: its games are dealt alike."""
        return number // len(self.players)

    def seating(self, number: int) -> tuple[int, ...]:
        """Which player sits at each seat in a game."""
        count = len(self.players)
        return tuple((seat + number) % count for seat in range(count))

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What makes two contests the same, whatever their length: with other rules or bots the games would differ."""
        options = options_to_json(self.options)
        named = {"game": self.game, "players": list(self.players), "seed": self.seed, "options": options}
        return named | {"sources": digest_of_sources(modules_of(game_class(self.game), self.players))}

    @property
    def file_name(self) -> str:
        """A name of its own for the file of its results; it can be extended, so its length does not matter."""
        digest = hashlib.sha256(json.dumps(self.identity, sort_keys=True).encode()).hexdigest()
        return f"{self.game}-{'-'.join(self.players)}-{digest[:SHOWN_DIGITS]}.jsonl".replace(":", "_")


@dataclass(frozen=True)
class GameResult:
    """The result of one game, by player and not by seat."""

    number: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    actions: tuple[int, ...]  # how many each has taken
    seconds: tuple[float, ...]  # how long each has thought in all
    ending: str  # the clause


def play_game(contest: Contest, number: int) -> GameResult:
    """Play one game of a contest."""
    game = contest.make_game()
    seating = contest.seating(number)
    bots = [make_bot(contest.players[player], game) for player in seating]
    table = _Table(Match(game, derive(contest.seed, "deal", contest.round_of(number))), bots)
    table.play(contest.seed, number)
    outcome = table.match.outcome
    assert outcome is not None
    seat_of = [seating.index(player) for player in range(len(seating))]
    return GameResult(
        number,
        tuple(outcome.scores[seat] for seat in seat_of),
        tuple(outcome.ranks[seat] for seat in seat_of),
        tuple(table.actions[seat] for seat in seat_of),
        tuple(round(table.seconds[seat], 4) for seat in seat_of),
        outcome.clause,
    )


class _Table:
    """Bots at a match, and what they took."""

    def __init__(self, match: Match[Any], bots: list[Bot]) -> None:
        self.match = match
        self.bots = bots
        self.actions = [0] * len(bots)
        self.seconds = [0.0] * len(bots)

    def play(self, seed: int, number: int) -> None:
        """Play to the end; each seat thinks with a stream of its own."""
        prepare_all(self.bots)  # compiling is not thinking
        streams = [search_rng(seed, number, seat) for seat in range(len(self.bots))]
        while not self.match.is_over:
            seat = self.match.actors[0]
            observation = self.match.observe(seat)
            started = time.perf_counter()
            action = self.bots[seat].choose(observation, OWN_BUDGET, streams[seat])
            self.seconds[seat] += time.perf_counter() - started
            self.actions[seat] += 1
            self.match.play(seat, action)


def prepare_all(bots: Iterable[Bot]) -> None:
    """Get those bots ready that need it."""
    for bot in bots:
        if isinstance(bot, Preparable):
            bot.prepare()
