"""What one viewer sees of a position: found once, however often it is told."""

from collections.abc import Callable
from functools import cache
from typing import Any

from pydantic_core import to_json

from shinar.core.game import Game, Observation
from shinar.server.transport.messages import ActionInfo

__all__ = ["ActionJson", "CachedView", "action_info", "action_json"]

ActionJson = Callable[[int], str]  # the JSON of an action


class CachedView:
    """An observation with what follows from it, as data and as JSON; each found when it is first asked for."""

    def __init__(self, observation: Observation[Any], action_json: ActionJson, *, is_asked: bool) -> None:
        self.observation = observation
        self._action_json = action_json
        self._actions: list[int] | None = None if is_asked else []
        self._drawing: str | None = None
        self._view_json: str | None = None
        self._actions_json: str | None = None

    @property
    def actions(self) -> list[int]:
        """What the viewer may do, found from nothing but what the viewer knows."""
        if self._actions is None:
            self._actions = self.observation.legal_actions()
        return self._actions

    @property
    def drawing(self) -> str:
        """The position as a text in lines."""
        if self._drawing is None:
            self._drawing = str(self.observation)
        return self._drawing

    @property
    def view_json(self) -> str:
        """The position in the game's own words, as it goes over the wire; only the text of it is kept."""
        if self._view_json is None:
            self._view_json = to_json(self.observation.view()).decode()
        return self._view_json

    @property
    def actions_json(self) -> str:
        """The actions as they go over the wire."""
        if self._actions_json is None:
            self._actions_json = f"[{','.join(map(self._action_json, self.actions))}]"
        return self._actions_json


def action_info(game: Game[Any], action: int) -> ActionInfo:
    """An action with its words."""
    form = game.actions[action]
    name, group = game.action_names[action], game.action_group(action)
    return ActionInfo(id=action, name=name, group=group, verb=form.verb, args=dict(form.args))


@cache
def action_json(game: Game[Any]) -> ActionJson:
    """Writes actions of a game as they go over the wire, each once for all tables."""

    @cache
    def write(action: int) -> str:
        return action_info(game, action).model_dump_json()

    return write
