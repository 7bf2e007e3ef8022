"""Contests of searches by iterations whose games are played whole in compiled code: many times faster than an arena.

They are the searches of the bots with an evaluation, but deals and thoughts follow from other random numbers than in an
arena, and nobody measures how long a seat thinks.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from shinar.arena.contest import Contest, GameResult
from shinar.bots.registry import make_bot
from shinar.bots.slipping import SlippingBot
from shinar.core.bot import Bot
from shinar.core.game import Game
from shinar.core.rng import search_rng
from shinar.search.search import SearchBot
from shinar.search.tables import MAX_GUIDES, Thinker, play_table

__all__ = ["WholeContest", "thinkers_of"]


@dataclass(frozen=True)
class WholeContest(Contest):
    """A contest that is played whole in compiled code, where its bots allow that."""

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Not that of the same contest in an arena, which is dealt otherwise."""
        return {**super().identity, "whole": True}

    def play(self, number: int) -> GameResult:
        """Play one game of it."""
        game = self.make_game()
        thinkers = thinkers_of(self, game)
        return super().play(number) if thinkers is None else self._play_whole(number, game, thinkers)

    def _play_whole(self, number: int, game: Game[Any], thinkers: list[Thinker]) -> GameResult:
        seating = self.seating(number)
        thinking, dealing = search_rng(self.seed, number), search_rng(self.seed, "deal", self.round_of(number))
        outcome, actions = play_table(game, [thinkers[player] for player in seating], thinking, dealing)
        seats = [seating.index(player) for player in range(len(seating))]
        scores, ranks, taken = (tuple(of[seat] for seat in seats) for of in (outcome.scores, outcome.ranks, actions))
        return GameResult(number, scores, ranks, taken, (0.0,) * len(seats), outcome.clause)


def thinkers_of(contest: Contest, game: Game[Any]) -> list[Thinker] | None:
    """The players of a contest as a compiled table knows them; None if one of them is something else."""
    found = [_thinker(make_bot(player, game)) for player in contest.players]
    thinkers = [one for one in found if one is not None]
    guides = {id(one.guide) for one in thinkers}
    return thinkers if len(thinkers) == len(found) and len(guides) <= MAX_GUIDES else None


def _thinker(bot: Bot) -> Thinker | None:
    slips, search = (bot.slips, bot.bot) if isinstance(bot, SlippingBot) else (0, bot)
    if not isinstance(search, SearchBot) or search.budget.iterations is None:
        return None
    if not search.guide.judges:  # wins and losses tie often; of equal actions a bot takes the first, a table any
        return None
    return Thinker(search.guide, search.budget.iterations, slips)
