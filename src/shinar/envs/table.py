"""One game as the environments for single games see it: any seat may look, those that are asked may act."""

from typing import Any, Generic, TypeVar

import numpy as np

from shinar.core.errors import OptionError
from shinar.core.game import Game, Observation
from shinar.core.rng import below, fresh_seed, search_rng
from shinar.core.viewer import SPECTATOR
from shinar.envs.batch import Batch
from shinar.envs.pictures import picture_of

__all__ = ["RENDER_MODES", "Table", "check_render_mode"]

S = TypeVar("S")

RENDER_MODES = ["ansi", "rgb_array"]


class Table(Generic[S]):
    """A batch of one game, which stays as it is when it has ended."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.is_over = True  # until a game begins
        self._batch: Batch[S] = Batch(game, 1, begins_anew=False)
        self._stream: Any = None  # of `any_action`; none before the first game
        self.encoding = self._batch.encoding

    def begin(self, seed: int | None = None) -> None:
        """Begin a game: with a seed always the same one, without one the streams go on."""
        if seed is not None or self._stream is None:
            seed = fresh_seed() if seed is None else seed
            self._batch.seed(seed)
            self._stream = search_rng(seed, "any action")
        self._batch.begin()
        self.is_over = False

    @property
    def agent(self) -> int:
        """The first seat that is asked."""
        return int(self._batch.arrays.agents[0])

    @property
    def rewards(self) -> list[float]:
        """What each seat earned by the last action."""
        return [float(reward) for reward in self._batch.arrays.rewards[0]]

    def look(self, seat: int) -> tuple[Any, Any]:
        """What a seat may know and what it may do, as arrays of the caller's own."""
        row, mask = np.zeros(self.encoding.size, np.int8), np.zeros(self.game.first_chance_action, np.int8)
        self._batch.look(0, seat, row, mask)
        return row, mask

    def observe(self, seat: int) -> Observation[S]:
        """What a seat may know, for bots."""
        return self.game.observe(self._batch.state(0), seat)

    def any_action(self, mask: Any) -> int:
        """One of the legal actions, all equally likely."""
        legal = np.flatnonzero(mask)
        return int(legal[below(self._stream, len(legal))])

    def refusal(self, seat: int, action: int) -> str:
        """Why an action of a seat is not legal, in one sentence."""
        return self._batch.refusal(0, seat, action)

    def act(self, seat: int, action: int, mask: Any) -> None:
        """Take an action of a seat that is asked, given its mask; OptionError with the reason if it is not legal."""
        self._batch.arrays.agents[0] = seat
        self._batch.arrays.masks[0] = mask
        self._batch.step(np.array([action], np.int64))
        self.is_over = bool(self._batch.arrays.ended[0])

    def render(self, mode: str | None) -> Any:
        """The game as a spectator sees it, as text or as a picture; nothing without a mode."""
        if mode is None:
            return None
        text = str(self.game.observe(self._batch.state(0), SPECTATOR))
        return text if mode == "ansi" else picture_of(text)


def check_render_mode(mode: str | None) -> str | None:
    """A mode that can be drawn, or None; OptionError for others."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(f"there is no render mode {mode!r}; there are {' and '.join(RENDER_MODES)}")
    return mode
