"""One seat against named bots, behind the interface of Gymnasium."""

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
from gymnasium.error import InvalidAction, ResetNeeded

from shinar.bots.registry import make_bot
from shinar.core.bot import Bot, Budget
from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.core.registry import make
from shinar.core.rng import search_rng
from shinar.envs.spaces import action_space, observation_space
from shinar.envs.table import RENDER_MODES, Table, check_render_mode

__all__ = ["SingleGame"]

LOSE, REFUSE = "lose", "raise"  # what becomes of an action that is not legal
LOST = -1.0


class SingleGame(gymnasium.Env):
    """A seat of a game whose other seats are played by bots. `info["action_mask"]` tells what the seat may do.

    An action that is not legal loses the game, and `info["refusal"]` says why; with `illegal="raise"` it is an error.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: str | Game[Any] = "babel",
        opponents: Sequence[str] = ("random",),
        seat: int = 0,
        *,
        illegal: str = LOSE,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = make(game, **options) if isinstance(game, str) else game
        self.game.check_seat(seat)
        if illegal not in (LOSE, REFUSE):
            raise OptionError(f"illegal is {LOSE!r} or {REFUSE!r}, not {illegal!r}")
        self.seat, self.illegal, self.render_mode = seat, illegal, check_render_mode(render_mode)
        self.observation_space, self.action_space = observation_space(self.game), action_space(self.game)
        self.bots = self._bots(opponents)
        self.table: Table[Any] = Table(self.game)
        self._mask: Any = None

    def _bots(self, opponents: Sequence[str]) -> dict[int, Bot]:
        """A bot for each other seat, in order; one name is for all of them."""
        seats = [seat for seat in range(self.game.num_seats) if seat != self.seat]
        names = [opponents] if isinstance(opponents, str) else [*opponents]
        if len(names) == 1:
            names *= len(seats)
        if len(names) != len(seats):
            raise OptionError(f"there are {len(seats)} other seats, {len(names)} opponents were given")
        return {seat: make_bot(name, self.game) for seat, name in zip(seats, names, strict=True)}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game, and let the bots play until the seat is asked."""
        super().reset(seed=seed)
        self.table.begin(int(self.np_random.integers(1 << 62)))
        self._streams = {bot: search_rng(int(self.np_random.integers(1 << 62)), "bot", bot) for bot in self.bots}
        return self._await_turn()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the bots play until the seat is asked again."""
        if self.table.is_over or self._mask is None:
            raise ResetNeeded("the game is over, or has not begun: call reset")
        if not self.action_space.contains(action):
            raise InvalidAction(f"an action is a whole number below {self.action_space.n}, not {action!r}")
        if not self._mask[action]:
            return self._lose(self.table.refusal(self.seat, int(action)))
        self.table.act(self.seat, int(action), self._mask)
        observation, info = self._await_turn()
        return observation, self.table.rewards[self.seat], self.table.is_over, False, info

    def _lose(self, refusal: str) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What comes of an action that is not legal."""
        if self.illegal == REFUSE:
            raise InvalidAction(refusal)
        self.table.is_over = True
        observation, mask = self.table.look(self.seat)
        return observation, LOST, True, False, {"action_mask": mask, "refusal": refusal}

    def _await_turn(self) -> tuple[Any, dict[str, Any]]:
        """Let the bots play until the seat is asked or the game is over; what the seat may know and do then."""
        while not self.table.is_over and self.table.agent != self.seat:
            bot = self.table.agent
            _, mask = self.table.look(bot)
            choice = self.bots[bot].choose(self.table.observe(bot), Budget(), self._streams[bot])
            self.table.act(bot, choice, mask)
        observation, self._mask = self.table.look(self.seat)
        return observation, {"action_mask": self._mask.copy()}

    def render(self) -> Any:
        """The game as a spectator sees it."""
        return self.table.render(self.render_mode)
