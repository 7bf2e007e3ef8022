"""Thousands of games behind the interface of `gymnasium.vector`."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.core.rng import fresh_seed
from shinar.core.viewer import SPECTATOR
from shinar.envs.batch import Batch
from shinar.envs.spaces import action_space, observation_space

__all__ = ["VectorGames"]


class VectorGames(VectorEnv):
    """Games stepped together. In each the seat that is asked acts; `agent` tells which, and `mask` what it may do.

    All arrays are written over by the next step: copy what you keep. A game that ends begins anew in the same step, so
    that the observation is already one of the new game; the last one of the old game is in `infos["final_obs"]`.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}

    def __init__(self, game: Game[Any], n: int, threads: int = 1) -> None:
        self.game, self.num_envs = game, n
        self.batch: Batch[Any] = Batch(game, n, threads)
        self.single_observation_space, self.single_action_space = observation_space(game), action_space(game)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.render_mode = "ansi"
        self._truncations = np.zeros(n, np.bool_)
        self._is_seeded = self._is_begun = False

    @property
    def agent(self) -> Any:
        """The seat that is asked in each game."""
        return self.batch.arrays.agents

    @property
    def mask(self) -> Any:
        """1 for each action that it may take, by id."""
        return self.batch.arrays.masks

    @property
    def rewards(self) -> Any:
        """What every seat earned in the last step, by game and seat; `step` gives that of the seat which acted."""
        return self.batch.arrays.rewards

    def random_actions(self) -> Any:
        """A legal action for each game, all equally likely; an array of its own."""
        return self.batch.arrays.random_actions.copy()

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin new games; with a seed always the same ones, without one the streams go on."""
        self._check_open()
        super().reset(seed=seed)
        if seed is not None or not self._is_seeded:
            self.batch.seed(fresh_seed() if seed is None else seed)
        self.batch.begin()
        self._is_seeded = self._is_begun = True
        return self.batch.arrays.observations, {"agent": self.agent, "mask": self.mask}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take an action in each game; InvalidAction for the first that is not legal, before any is taken."""
        self._check_open()
        if not self._is_begun:
            raise ResetNeeded("call reset before the first step")
        try:
            self.batch.step(self._checked(actions))
        except OptionError as error:
            raise InvalidAction(str(error)) from None
        arrays = self.batch.arrays
        infos = {
            "agent": self.agent,
            "mask": self.mask,
            "rewards": self.rewards,
            "final_obs": arrays.final_observations,
            "_final_obs": arrays.ended,
        }
        return arrays.observations, arrays.earned, arrays.ended, self._truncations, infos

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("the games were closed: make new ones")

    def _checked(self, actions: Any) -> Any:
        """The actions as an array of whole numbers, one for each game; InvalidAction if they are not that."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            wanted = f"{self.num_envs} whole numbers, one for each game"
            raise InvalidAction(f"the actions must be {wanted}, not an array of {chosen.dtype} of shape {chosen.shape}")
        return np.ascontiguousarray(chosen, np.int64)

    def render(self) -> tuple[str, ...]:
        """Every game drawn as text, as a spectator sees it."""
        positions = (self.batch.state(number) for number in range(self.num_envs))
        return tuple(str(self.game.observe(position, SPECTATOR)) for position in positions)

    def close_extras(self, **_kwargs: Any) -> None:
        """End the threads."""
        self.batch.close()
