"""Games by the thousand: a policy plays a game at the speed of machine code, and the results are counted.

>>> import shinar
>>> result = shinar.Simulator(shinar.make("babel"), seed=1).play(1000)
>>> result.games, sum(result.wins) + result.draws
(1000, 1000)
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from shinar.core.compiled.kernel import Kernels, SoakReport, from_array, kernels, new_array, to_array
from shinar.core.errors import OptionError
from shinar.core.game import Actions, Game
from shinar.core.rng import Rng, derive, search_rng

__all__ = ["Policy", "Simulation", "Simulator"]

S = TypeVar("S")
Policy = Callable[[S, int, Rng, Actions], int]  # (state, seat, stream, an empty list to work with) a legal action
SEEDS = 1 << 31  # games that one seed has before it meets those of another


@dataclass(frozen=True)
class Simulation:
    """The results of many games."""

    games: int
    actions: int  # of seats, in all games
    wins: tuple[int, ...]  # games won alone, by seat
    draws: int  # games whose first place was shared
    points: tuple[float, ...]  # on average, by seat
    endings: dict[str, int]  # games by the clause that ended them
    lengths: dict[int, int]  # games by their number of actions of seats

    def __str__(self) -> str:
        shares = ", ".join(f"seat {seat} won {won / self.games:.1%}" for seat, won in enumerate(self.wins))
        return f"{self.games:,} games, {self.actions / self.games:.1f} actions each; {shares}, {self.draws:,} shared"


class Simulator(Generic[S]):
    """Plays a game again and again. The same seed gives the same games in the same order, however they are asked for.

    Without a policy every legal action is equally likely. A policy is a `@jit` function that all seats follow; it sees
    the whole state, so it is for studies of the game and not for opponents.
    """

    def __init__(self, game: Game[S], seed: int = 0, policy: "Policy[S] | None" = None) -> None:
        self.game = game
        rules = game.rules if policy is None else replace(game.rules, random_action=policy)
        self._kernels: Kernels[Any] = kernels(rules, game.num_seats, game.team_size)
        self._next = derive(seed, "simulator") % SEEDS * SEEDS  # the number of the next game
        self._rngs = to_array(search_rng(seed))
        self._actions = new_array(Actions, 1)

    def play(self, games: int, start: S | None = None) -> Simulation:
        """Play that many games, from the opening or from a position; OptionError unless it is at least one."""
        first = self._take(games)
        states, reports = self._states(2, start), new_array(SoakReport, 1)
        self._kernels.simulate(states, self._rngs, self._actions, reports, first, games)
        return self._summary(from_array(SoakReport, reports))

    def positions(self, count: int, start: S | None = None) -> list[S]:
        """True positions, one from each of that many games: any in which a seat must choose, equally likely."""
        first = self._take(count)
        states = self._states(2 + count, start)
        self._kernels.sample(states, self._rngs, self._actions, first, count)
        return [from_array(self.game.rules.state, states, 2 + place) for place in range(count)]

    def _take(self, games: int) -> int:
        if games < 1:
            raise OptionError(f"at least one game is needed, not {games}")
        first, self._next = self._next, self._next + games
        return first

    def _states(self, count: int, start: S | None) -> Any:
        if start is not None and not isinstance(start, self.game.rules.state):
            raise OptionError(f"{self.game!r} cannot begin from a {type(start).__name__} of another game")
        states = new_array(self.game.rules.state, count)
        states[1] = to_array(self.game.initial_state() if start is None else start)[0]
        return states

    def _summary(self, report: SoakReport) -> Simulation:
        seats = range(self.game.num_seats)
        endings = {self.game.endings[number][0]: 0 for number in range(1, len(self.game.endings))}
        for number in range(1, len(self.game.endings)):
            endings[self.game.endings[number][0]] += report.endings[number]
        return Simulation(
            games=report.games,
            actions=report.actions,
            wins=tuple(report.wins[seat] for seat in seats),
            draws=report.draws,
            points=tuple(report.points[seat] / report.games for seat in seats),
            endings=endings,
            lengths={length: count for length, count in enumerate(report.lengths) if count},
        )
