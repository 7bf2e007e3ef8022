"""From what a person types to the action that is meant: a number of the list, a name, or beginnings of its words."""

from dataclasses import dataclass
from typing import Any

from shinar.core.game import Game

__all__ = ["Picked", "pick"]


@dataclass(frozen=True)
class Picked:
    """The actions a text may mean: one if it is clear, several if not; `is_legal` tells from which list they are."""

    actions: tuple[int, ...]
    is_legal: bool


def pick(game: Game[Any], legal: list[int], text: str) -> Picked:
    """What a text means: among the legal actions first, else among all that a seat could ever take."""
    words = text.lower().split()
    if len(words) == 1 and words[0].isdecimal() and words[0].isascii():
        return _numbered(legal, words[0])
    found = _named(game, legal, words)
    if found:
        return Picked(found, True)
    return Picked(_named(game, range(game.first_chance_action), words), False)


def _numbered(legal: list[int], digits: str) -> Picked:
    """The list is numbered from 1."""
    if len(digits) < len(str(len(legal))) + 1 and 1 <= int(digits) <= len(legal):
        return Picked((legal[int(digits) - 1],), True)
    return Picked((), True)


def _named(game: Game[Any], actions: range | list[int], words: list[str]) -> tuple[int, ...]:
    """The actions that words may name. The whole name wins over a beginning, as many words over more words,
    and words without a gap over words with one.
    """
    names = {action: game.action_name(action).split() for action in actions}
    found = [action for action, name in names.items() if words and _fits(words, name)]
    whole = [action for action in found if names[action] == words]
    as_long = [action for action in found if len(names[action]) == len(words)]
    in_a_row = [action for action in found if _begin(words, names[action])]
    return tuple(whole or as_long or in_a_row or found)


def _begin(words: list[str], name: list[str]) -> bool:
    """Whether words are beginnings of the first words of a name, none left out: `mig med`."""
    return all(_means(word, part) for word, part in zip(words, name, strict=False))


def _fits(words: list[str], name: list[str]) -> bool:
    """Whether words are beginnings of words of a name, in order, the first of the first: `b hit own`."""
    if not _means(words[0], name[0]):
        return False
    rest = iter(name)
    return all(any(_means(word, part) for part in rest) for word in words)


def _means(word: str, part: str) -> bool:
    """Whether a word is the beginning of a part of a name. Numbers are never shortened: `5,1` must not mean `5,13`."""
    return part == word if word[:1].isdecimal() else part.startswith(word)
