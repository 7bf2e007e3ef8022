"""What one viewer sees of a position: found once, however often it is told."""

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

from pydantic_core import to_json

from shinar.core.game import Game, Observation
from shinar.server.transport.messages import ActionInfo

__all__ = ["Seen", "action_info"]


class Seen:
    """An observation with what follows from it, as data and as JSON."""

    def __init__(self, observation: Observation[Any], *, is_asked: bool) -> None:
        self.observation = observation
        self.is_asked = is_asked

    @cached_property
    def actions(self) -> list[int]:
        """What the viewer may do, found from nothing but what the viewer knows."""
        return self.observation.legal_actions() if self.is_asked else []

    @cached_property
    def drawing(self) -> str:
        """The position as a text in lines."""
        return str(self.observation)

    @cached_property
    def view_json(self) -> str:
        """The position in the game's own words, as it goes over the wire; only the text of it is kept."""
        return to_json(self.observation.view()).decode()

    @cached_property
    def actions_json(self) -> str:
        """The actions as they go over the wire."""
        word = _action_words(self.observation.game)
        return f"[{','.join(word(action) for action in self.actions)}]"


def action_info(game: Game[Any], action: int) -> ActionInfo:
    """An action with its words."""
    form = game.actions[action]
    name, group = game.action_names[action], game.action_group(action)
    return ActionInfo(id=action, name=name, group=group, verb=form.verb, args=dict(form.args))


@cache
def _action_words(game: Game[Any]) -> Callable[[int], str]:
    """The JSON of each action of a game, made when it is first needed."""
    known: dict[int, str] = {}

    def word(action: int) -> str:
        if action not in known:
            known[action] = action_info(game, action).model_dump_json()
        return known[action]

    return word
