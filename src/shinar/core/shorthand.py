"""Actions by the beginnings of their words: `dep med` for `deploy medes`, `b own` for `build medes from own stack`."""

from collections.abc import Iterable
from typing import Any

from shinar.core.errors import NotationError
from shinar.core.game import Game
from shinar.core.nearest import did_you_mean, one_of

__all__ = ["actions_meant", "are_beginnings", "listed", "read_action"]

MAX_LISTED = 6


def read_action(game: Game[Any], allowed: list[int], text: str) -> int:
    """The action a text means: a name, or beginnings of words that fit one allowed action, else one action at all.

    NotationError if it could mean several, or none.
    """
    if (action := game.find_action(text)) is not None:
        return action
    found = actions_meant(game, allowed, text) or actions_meant(game, range(game.first_chance_action), text)
    if not found:
        raise NotationError(f"{game.name} has no action called {text.strip()!r}{did_you_mean(text, game.action_names)}")
    if len(found) > 1:
        raise NotationError(f"{text.strip()!r} could mean {listed([game.action_name(action) for action in found])}")
    return found[0]


def listed(names: list[str]) -> str:
    """Some names in a sentence, not too many."""
    shown = [f"`{name}`" for name in names[:MAX_LISTED]]
    more = [f"{len(names) - MAX_LISTED} more"] if len(names) > MAX_LISTED else []
    return one_of(shown + more)


def actions_meant(game: Game[Any], actions: Iterable[int], text: str) -> tuple[int, ...]:
    """Those of some actions that a text may mean. A whole name beats a shortened one, as many words beat more words,
    and words in a row beat words with a gap.
    """
    words = text.lower().split()
    names = {action: game.action_name(action).split() for action in actions}
    found = [action for action, name in names.items() if words and _fits(words, name)]
    whole = [action for action in found if names[action] == words]
    as_long = [action for action in found if len(names[action]) == len(words)]
    in_a_row = [action for action in found if are_beginnings(words, names[action])]
    return tuple(whole or as_long or in_a_row or found)


def are_beginnings(words: list[str], name: list[str]) -> bool:
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
