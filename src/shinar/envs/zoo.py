"""The games as environments of PettingZoo: `AecGame` asks one seat after the other, `ParallelGame` all at once."""

from operator import index
from typing import Any

from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from pettingzoo.utils.env import AECEnv, ParallelEnv

from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.envs.spaces import action_space, observation_space
from shinar.envs.table import RENDER_MODES, Table, check_render_mode

__all__ = ["AecGame", "ParallelGame"]

REFUSE, REPLACE = "raise", "random"  # what becomes of an action that is not legal


def agent_name(seat: int) -> str:
    """What PettingZoo calls a seat."""
    return f"player_{seat}"


def _space(game: Game[Any]) -> Any:
    """What an agent observes: the row of what it may know, and the mask of what it may do."""
    mask = spaces.Box(0, 1, (game.first_chance_action,), "int8")
    return spaces.Dict({"observation": observation_space(game), "action_mask": mask})


class _Zoo:
    """What both kinds share: agents, spaces, drawing."""

    def __init__(
        self,
        game: Game[Any],
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = REFUSE,
    ) -> None:
        if illegal not in (REFUSE, REPLACE):
            raise OptionError(f"illegal is {REFUSE!r} or {REPLACE!r}, not {illegal!r}")
        self.game, self.render_mode = game, check_render_mode(render_mode)
        self.max_cycles, self.illegal = max_cycles, illegal
        self.possible_agents = [agent_name(seat) for seat in range(game.num_seats)]
        self.agents: list[str] = []
        self.metadata = {"name": f"shinar/{game.name}-v0", "render_modes": RENDER_MODES, "is_parallelizable": True}
        self.table: Table[Any] = Table(game)
        self._spaces = {agent: _space(game) for agent in self.possible_agents}
        self._actions = {agent: action_space(game) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The same for all agents."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same for all agents: the ids of actions."""
        return self._actions[agent]

    def seat_of(self, agent: str) -> int:
        """The seat of an agent."""
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know and do now; its mask is all zeros when it is not asked."""
        row, mask = self.table.look(self.seat_of(agent))
        return {"observation": row, "action_mask": mask}

    def render(self) -> Any:
        """The game as a spectator sees it."""
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """There is nothing to release."""

    def checked(self, agent: str, action: Any, mask: Any) -> int:
        """An action that is legal. InvalidAction says why if it is not, unless any legal one is to take its place."""
        try:
            chosen = index(action)
        except TypeError:
            raise InvalidAction(f"{agent}: an action is a whole number, not {action!r}") from None
        if 0 <= chosen < len(mask) and mask[chosen]:
            return chosen
        if self.illegal == REPLACE:
            return self.table.any_action(mask)
        raise InvalidAction(f"{agent}: {self.table.refusal(self.seat_of(agent), chosen)}")


class AecGame(_Zoo, AECEnv):
    """One seat acts after the other, as they are asked; where several choose at once, in the order of the seats."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; with a seed always the same one."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = agent_name(self.table.agent)
        self._skip_agent_selection = None
        self._taken = dict.fromkeys(self.agents, 0)

    def step(self, action: Any) -> None:
        """Take an action of the agent that is selected, and select the next."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        mask = self.observe(agent)["action_mask"]
        self.table.act(self.seat_of(agent), self.checked(agent, action, mask), mask)
        self._cumulative_rewards[agent] = 0.0
        self._taken[agent] += 1
        self.rewards = {agent_name(seat): reward for seat, reward in enumerate(self.table.rewards)}
        is_late = self.max_cycles is not None and self._taken[agent] >= self.max_cycles
        self.terminations = dict.fromkeys(self.agents, self.table.is_over)
        self.truncations = dict.fromkeys(self.agents, is_late and not self.table.is_over)
        self._accumulate_rewards()
        self.agent_selection = agent_name(self.table.agent)
        self._deads_step_first()


class ParallelGame(_Zoo, ParallelEnv):
    """All agents act in each cycle; what those say who are not asked is left aside. None sees what another chooses."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begin a game; with a seed always the same one."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._look(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Take the actions of all agents that are asked."""
        if not self.agents:
            raise ResetNeeded("the game is over: call reset")
        masks = {agent: self._masks[agent] for agent in self.agents if self._masks[agent].any()}
        if missing := [agent for agent in masks if agent not in actions]:
            raise InvalidAction(f"no action was given for {', '.join(missing)}")
        chosen = {agent: self.checked(agent, actions[agent], mask) for agent, mask in masks.items()}
        for agent, mask in masks.items():
            self.table.act(self.seat_of(agent), chosen[agent], mask)
        self._cycles += 1
        return self._results()

    def _results(self) -> tuple[dict[str, Any], ...]:
        agents, is_over = self.agents, self.table.is_over
        is_late = not is_over and self.max_cycles is not None and self._cycles >= self.max_cycles
        observations, infos = self._look(), {agent: dict[str, Any]() for agent in agents}
        rewards = {agent: self.table.rewards[self.seat_of(agent)] for agent in agents}
        if is_over or is_late:
            self.agents = []
        return observations, rewards, dict.fromkeys(agents, is_over), dict.fromkeys(agents, is_late), infos

    def _look(self) -> dict[str, dict[str, Any]]:
        seen = {agent: self.observe(agent) for agent in self.agents}
        self._masks = {agent: seen[agent]["action_mask"].copy() for agent in self.agents}
        return seen
