"""What a study looks at in a finished game: what each seat had, and where its points came from."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from shinar.core.action import Entry
from shinar.core.game import Game
from shinar.core.match import Step, steps_of
from shinar.core.options import OptionValue

__all__ = ["FinishedGame", "SeatFacts", "Study", "turn_order"]


S = TypeVar("S")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class FinishedGame(Generic[S]):
    """A game that was played to the end, with all that was hidden."""

    game: Game[S]
    start: S
    log: tuple[Entry, ...]
    state: S  # at the end

    def steps(self) -> Iterator[Step[S]]:
        """The game played again, entry by entry."""
        return steps_of(self.game, self.start, self.log)

    def starter(self) -> int:
        """The seat that acted first."""
        return next(entry.actor for entry in self.log if entry.actor >= 0)


@dataclass(frozen=True)
class SeatFacts:
    """One seat of a finished game."""

    traits: Mapping[str, tuple[str, ...]]  # by kind of trait: what the seat had of it, such as its wonder or its cards
    points: Mapping[str, int]  # by source; they add up to its points


@dataclass(frozen=True)
class Study:
    """How games are looked at, and which options are compared."""

    facts: Callable[[FinishedGame[Any]], tuple[SeatFacts, ...]]  # of each seat
    options: Mapping[str, OptionValue] = field(default_factory=dict)  # of the main part
    variations: tuple[Mapping[str, OptionValue], ...] = ()  # of the others, each with what differs from the main part
    notes: Mapping[str, str] = field(default_factory=dict)  # by trait: what it does, where its name does not tell


def turn_order(played: FinishedGame[Any], seat: int) -> str:
    """When a seat had its first turn, for games in which chance decides who starts."""
    return ORDINALS[(seat - played.starter()) % played.game.num_seats]
