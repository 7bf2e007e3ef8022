"""What a game may tell a search beyond its rules: how to play on sensibly, and what a position is worth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from shinar.core.game import Actions

__all__ = ["EXPLORATION", "PLAIN", "Guide", "OwnPoints"]

EXPLORATION = 0.7  # for values that are wins and losses

S = TypeVar("S")


@dataclass(frozen=True)
class OwnPoints(Generic[S]):
    """How much a seat's own points count, whatever the others have.

    The more they count, the more a seat prefers what helps it to what harms others. For guides that rate: their ratings
    are then 0 for a seat that stands as usual.
    """

    percent: int  # of what a position is worth
    per_logit: int  # points that are a logit
    points_of_rating: Callable[[S], int] | None  # (state) what a logit of the ratings is in thousandths of a point
    points_at_end: Callable[[S, int], int]  # (state, seat) how many points more than usual a seat has at the end


@dataclass(frozen=True)
class Guide(Generic[S]):
    """The knowledge of one game, as `@jit` functions; every part may be missing.

    Without `weigh` playouts are random. Without `evaluate`, `rate` and `rate_all` they go to the end of the game.
    """

    weigh: Callable[[S, int, Actions], None] | None = None  # (state, seat, legal actions) fills in positive weights
    evaluate: Callable[[S, int], int] | None = None  # (state, seat) what it is worth for the seat, 0 … ONE
    # (state, seat) instead of that, to look at each seat once: the difference of two seats is the logit of the chance
    # that one ends before the other, in thousandths
    rate: Callable[[S, int], int] | None = None
    # (state, ratings, seats, strangers) the same for all seats at once; strangers, as bits, play otherwise
    rate_all: Callable[[S, list[int], int, int], None] | None = None
    own_points: OwnPoints[S] | None = None  # what a seat's points count, besides its lead over each of the others
    wants_first: bool = False  # whether a position is worth the chance to be first, and not a share of the places
    horizon: int = 0  # turns that a playout plays before the position is evaluated
    width: float = 0.0  # actions tried at a node, per square root of its visits; 0: all, before any again
    batch: int = 1  # actions that get a node at once, so that weighing them all is done less often
    # whether the weights tell how the other seats act: then only the seat that thinks has a tree, and a position is
    # evaluated as soon as the turns of the horizon are over, before anything is dealt for the next
    models_others: bool = False
    # other weights by which strangers act: each seat that is modelled is one in so many of a hundred imagined worlds
    weigh_others: Callable[[S, int, Actions], None] | None = None
    others_percent: int = 50
    trust: float = 0.0  # in the weights: how much a likely action is preferred while it has few visits
    exploration: float = EXPLORATION  # of UCB1: how much uncertainty counts; less where values differ little

    @property
    def judges(self) -> bool:
        """Whether it can tell what a position is worth."""
        return self.evaluate is not None or self.rate is not None or self.rate_all is not None

    @property
    def own_percent(self) -> int:
        """How much of what a position is worth is a seat's own points."""
        return 0 if self.own_points is None else self.own_points.percent


PLAIN: Guide[Any] = Guide()
