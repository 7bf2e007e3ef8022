"""The games for OpenSpiel: Python games with chance nodes, simultaneous nodes, observations and information states.

A state of OpenSpiel holds a `Point`: a position and the way that led there. Points never change, so clones share them.
What a seat knows is the row of `Encoding`; its information state is everything that it has seen and done, in order.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from shinar.core.compiled.encoding import Encoding
from shinar.core.compiled.layout import copy_of
from shinar.core.errors import OptionError
from shinar.core.game import CHANCE, Game, Observation
from shinar.core.registry import game_names, make
from shinar.core.viewer import NO_SEAT, SPECTATOR, viewer_of

__all__ = ["SpielGame", "SpielObserver", "SpielState"]

DIGEST_BITS = 64  # entries of an information state that tell histories apart
Knowledge = tuple[bytes, bytes]  # a digest of all that a seat has seen and done, and what it sees now


class Point:
    """A position and how it was reached; it never changes."""

    def __init__(self, game: Game[Any], position: Any, parent: "Point | None" = None, done: tuple[int, int] = (-1, -1)):
        self.game, self.position, self.parent, self.done = game, position, parent, done  # done: (actor, action)
        self.actors = game.actors(position)
        self._known: dict[int, Knowledge] = {}

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Point":
        return self

    def after(self, actor: int, action: int) -> "Point":
        """The point after an action."""
        position = copy_of(self.position)
        self.game.apply(position, actor, action)
        return Point(self.game, position, self, (actor, action))

    def known(self, seat: int) -> Knowledge:
        """What a seat has seen and done; what it cannot notice adds nothing."""
        way: list[Point] = []
        point: Point | None = self
        while point is not None and seat not in point._known:
            way.append(point)
            point = point.parent
        for point in reversed(way):
            point._known[seat] = point._learnt(seat)
        return self._known[seat]

    def _learnt(self, seat: int) -> Knowledge:
        row = _row(self.game, self.position, seat).tobytes()
        if self.parent is None:
            return hashlib.sha256(row).digest(), row
        digest, row_before = self.parent._known[seat]
        own = f"{self.done[1]}" if self.done[0] == seat else ""
        if row == row_before and not own:
            return digest, row
        return hashlib.sha256(digest + own.encode() + row).digest(), row


def _row(game: Game[Any], position: Any, seat: int) -> Any:
    return Encoding(game).encode(_observation(game, position, seat))


def _observation(game: Game[Any], position: Any, seat: int) -> Observation[Any]:
    return game.observe(position, SPECTATOR if seat == NO_SEAT else viewer_of(seat))


class SpielGame(pyspiel.Game):
    """A game of ours as OpenSpiel sees it, from the opening or from a position."""

    def __init__(self, game: Game[Any], start: Any = None, *, simultaneous: bool = False) -> None:
        self.shinar_game, self.is_simultaneous = game, simultaneous
        self.start = Point(game, game.initial_state() if start is None else copy_of(start))
        super().__init__(_game_type(game, simultaneous), _game_info(game), {})

    def new_initial_state(self) -> "SpielState":
        """The state from which the game begins."""
        return SpielState(self, self.start, self.is_simultaneous)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """What shows observations, or with perfect recall information states."""
        kind = pyspiel.IIGObservationType(perfect_recall=False) if iig_obs_type is None else iig_obs_type
        return SpielObserver(self.shinar_game, kind, params)


class SpielState(pyspiel.State):
    """A state of such a game."""

    def __init__(self, game: SpielGame, point: Point, is_simultaneous: bool) -> None:
        super().__init__(game)
        self.point, self.is_simultaneous = point, is_simultaneous

    def current_player(self) -> int:
        """Who acts: a seat, or chance, or all at once, or nobody any more."""
        if not self.point.actors:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.point.actors == (CHANCE,):
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_simultaneous and len(self.point.actors) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return self.point.actors[0]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.point.actors

    def returns(self) -> list[float]:
        """The rewards at the end; zeros before."""
        outcome = self.point.game.outcome(self.point.position)
        return list(outcome.returns()) if outcome else [0.0] * self.point.game.num_seats

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, counted from 0, with its probability."""
        game = self.point.game
        return [(action - game.first_chance_action, float(p)) for action, p in game.chances(self.point.position)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.point.game.legal_actions(self.point.position, player)

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self._check_outcome(action)
            self.point = self.point.after(CHANCE, action + self.point.game.first_chance_action)
        else:
            self._check(self._acting(), action)
            self.point = self.point.after(self.point.actors[0], action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """Take the actions of all who are asked; whatever is given for the others is left aside."""
        if len(actions) != self.point.game.num_seats:
            raise pyspiel.SpielError(
                f"{self.point.game.num_seats} actions are needed, one for each seat, not {len(actions)}"
            )
        for seat in self.point.actors:
            self._check(seat, actions[seat])
        for seat in self.point.actors:
            self.point = self.point.after(seat, actions[seat])

    def _acting(self) -> int:
        if not self.point.actors:
            raise pyspiel.SpielError("the game is over")
        return self.point.actors[0]

    def _check(self, seat: int, action: int) -> None:
        """SpielError with the reason if an action is not legal; OpenSpiel itself takes any."""
        if refusal := self.point.game.explain(self.point.position, seat, action):
            raise pyspiel.SpielError(f"action {action} is not legal for seat {seat}: {refusal}")

    def _check_outcome(self, outcome: int) -> None:
        if outcome not in (number for number, _ in self.chance_outcomes()):
            raise pyspiel.SpielError(f"chance cannot bring {outcome} now")

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.point.game
        return game.action_name(action + game.first_chance_action if player == pyspiel.PlayerId.CHANCE else action)

    def __str__(self) -> str:
        return self.point.game.position_text(self.point.position)


class SpielObserver:
    """What a seat may know, as a tensor and as text; without private information what a spectator may."""

    def __init__(self, game: Game[Any], kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers have no parameters, not {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observer shows what one seat may know, not what all may")
        self.game, self.has_recall = game, kind.perfect_recall
        self.is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        size = Encoding(game).size
        self.tensor = np.zeros(size + DIGEST_BITS * self.has_recall, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if self.has_recall:
            self.dict["history"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player may know of a state."""
        digest, row = state.point.known(self._seat(player))
        self.dict["observation"][:] = np.frombuffer(row, np.int8)
        if self.has_recall:
            self.dict["history"][:] = np.unpackbits(np.frombuffer(digest, np.uint8)[: DIGEST_BITS // 8])

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        seat = self._seat(player)
        known = _observation(self.game, state.point.position, seat)
        text = f"{'spectator' if seat == NO_SEAT else f'seat {seat}'}: {self.game.position_text(known.state)}"
        return f"{text} #{state.point.known(seat)[0].hex()}" if self.has_recall else text

    def _seat(self, player: int) -> int:
        return player if self.is_private else NO_SEAT


def _game_type(game: Game[Any], is_simultaneous: bool) -> Any:
    dynamics = pyspiel.GameType.Dynamics
    return pyspiel.GameType(
        short_name=f"shinar_{game.name}",
        long_name=f"{game.title} (Shinar)",
        dynamics=dynamics.SIMULTANEOUS if is_simultaneous else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.num_seats,
        min_num_players=game.num_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
    )


def _game_info(game: Game[Any]) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=game.first_chance_action,
        max_chance_outcomes=game.num_actions - game.first_chance_action,
        num_players=game.num_seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=game.max_actions,
    )


def spiel_game(game: Game[Any], start: Any, simultaneous: bool) -> SpielGame:
    """A game for OpenSpiel; OptionError if it would begin from a position of another game."""
    if start is not None and not isinstance(start, game.rules.state):
        raise OptionError(f"{game!r} cannot begin from a {type(start).__name__}")
    return SpielGame(game, start, simultaneous=simultaneous)


def _register(name: str) -> None:
    """Make a game known to `pyspiel.load_game`, with its usual options.

    It takes a class: a plain function would be freed after Python has ended, which aborts the process.
    """

    class Loaded(SpielGame):
        def __init__(self, _params: Any = None) -> None:
            super().__init__(make(name))

    pyspiel.register_game(_game_type(make(name), False), Loaded)


for _name in game_names():
    _register(_name)
