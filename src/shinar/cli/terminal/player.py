"""Who sits at the table: people and bots."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shinar.bots.registry import make_bot
from shinar.cli.terminal.names import PERSON, bot_of, check_names, shown_names
from shinar.core.bot import Bot, Budget
from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.core.rng import dealing, fresh_seed, search_rng
from shinar.core.story import listed

__all__ = ["Players", "names_at_table", "seat_players", "with_own_names"]

ANY_SEAT = "random"


@dataclass(frozen=True)
class Players:
    """The seats by number: a bot, or None for a person."""

    bots: tuple[Bot | None, ...]
    names: tuple[str, ...]  # as records write them
    seed: int  # for what the bots do at random

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, bot in enumerate(self.bots) if bot is None)

    @property
    def opponents(self) -> str:
        """The bots with their specifications: `Kubaba (greedy) and Sargon (greedy)`."""
        shown = self.shown_names
        return listed([f"{shown[seat]} ({self.names[seat]})" for seat, bot in enumerate(self.bots) if bot is not None])

    @property
    def shown_names(self) -> list[str]:
        """What the players are called on the screen."""
        return shown_names(self.names, len(self.bots))

    def choose(self, match: Any, seat: int) -> int:
        """The action of a bot; its thoughts depend on the seed and on how far the match is."""
        bot = self.bots[seat]
        assert bot is not None, f"seat {seat} is a person's"
        return bot.choose(match.observe(seat), Budget(), search_rng(self.seed, seat, len(match.log)))


def seat_players(game: Game[Any], names: tuple[str, ...], seed: int | None) -> Players:
    """The players of these names: those of people, or specifications of bots."""
    bots = tuple(None if (bot := bot_of(name)) is None else make_bot(bot, game) for name in names)
    return Players(bots, names, fresh_seed() if seed is None else seed)


def names_at_table(game: Game[Any], seat: str, bot: str, seed: int | None) -> tuple[str, ...]:
    """One person at a seat (by number, or `random`), and the same bot at all others."""
    if seat == ANY_SEAT:
        own = dealing(fresh_seed() if seed is None else seed).randrange(game.num_seats)
    elif seat.isdecimal() and int(seat) < game.num_seats:
        own = int(seat)
    else:
        raise OptionError(f"there is no seat {seat!r}; choose 0 to {game.num_seats - 1}, or {ANY_SEAT}")
    return tuple(PERSON if number == own else bot for number in range(game.num_seats))


def with_own_names(names: tuple[str, ...], own: Sequence[str]) -> tuple[str, ...]:
    """The names at a table with those that people gave themselves, in the order of their seats."""
    people = [seat for seat, name in enumerate(names) if bot_of(name) is None]
    check_names(own, len(people))
    given = dict(zip(people, own, strict=False))
    return tuple(given.get(seat, name) for seat, name in enumerate(names))
