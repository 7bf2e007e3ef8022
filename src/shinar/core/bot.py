"""What a bot is: it chooses an action from an observation, within a budget, with a random stream of its own."""

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from shinar.core.game import Observation
from shinar.core.rng import Rng, below

__all__ = ["Bot", "Budget", "Preparable", "RandomBot"]


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one action: iterations of its search, or seconds, or both."""

    iterations: int | None = None
    seconds: float | None = None


class Bot(Protocol):
    """A computer player."""

    @property
    def name(self) -> str:
        """Its name, as lists and results show it."""
        ...

    def choose(self, observation: Observation[Any], budget: Budget, rng: Rng) -> int:
        """A legal action for the seat that observes."""
        ...


@runtime_checkable
class Preparable(Protocol):
    """A bot that needs a while before it can think: to compile, to load."""

    def prepare(self) -> None:
        """Get ready; callers that measure its time call this first."""
        ...


class RandomBot:
    """Takes any legal action, all equally likely."""

    name = "random"

    def choose(self, observation: Observation[Any], _budget: Budget, rng: Rng) -> int:
        """One of the legal actions."""
        actions = observation.legal_actions()
        return actions[below(rng, len(actions))]
