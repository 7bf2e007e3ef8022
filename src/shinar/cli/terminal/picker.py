"""From what a person types to the action that is meant: a number of the list, a name, or beginnings of its words."""

from dataclasses import dataclass
from typing import Any

from shinar.core.game import Game
from shinar.core.shorthand import actions_meant

__all__ = ["MatchingActions", "pick"]


@dataclass(frozen=True)
class MatchingActions:
    """The actions a text may mean: one if it is clear, several if not; `is_legal` tells from which list they are."""

    actions: tuple[int, ...]
    is_legal: bool


def pick(game: Game[Any], legal: list[int], text: str) -> MatchingActions:
    """What a text means: among the legal actions first, else among all that a seat could ever take."""
    typed = text.strip()
    if typed.isdecimal() and typed.isascii():
        return _numbered(legal, typed)
    found = actions_meant(game, legal, text)
    if found:
        return MatchingActions(found, True)
    return MatchingActions(actions_meant(game, range(game.first_chance_action), text), False)


def _numbered(legal: list[int], digits: str) -> MatchingActions:
    """The list is numbered from 1."""
    if len(digits) < len(str(len(legal))) + 1 and 1 <= int(digits) <= len(legal):
        return MatchingActions((legal[int(digits) - 1],), True)
    return MatchingActions((), True)
