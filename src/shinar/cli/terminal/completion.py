"""What Tab offers while a line is typed: commands, and the words of the actions that are possible."""

from collections.abc import Iterable
from glob import escape, glob
from itertools import takewhile
from os import sep
from os.path import expanduser, isdir
from typing import Any

from shinar.core.match import Match
from shinar.core.shorthand import are_beginnings

__all__ = ["completions"]

OF_ACTIONS = {"why"}  # commands that an action follows
OF_FILES = {"save", "save!"}  # commands that the name of a file follows


def completions(match: Match[Any], seat: int, commands: Iterable[str], line: str) -> list[str]:
    """How the last word of a line may go on; as many words at once as are certain."""
    *before, last = line.lstrip().split(" ")
    words = [word.lower() for word in before if word]
    game = match.game
    if not words:
        firsts = _next_words(map(game.action_name, match.legal_actions(seat)), [], last)
        return sorted({*firsts, *(f"{command} " for command in commands if command.startswith(last.lower()))})
    if words[0] in OF_FILES:
        return _files(last)
    if words[0] in OF_ACTIONS:
        return _next_words(game.action_names[: game.first_chance_action], words[1:], last)
    return _next_words(map(game.action_name, match.legal_actions(seat)), words, last)


def _next_words(names: Iterable[str], words: list[str], last: str) -> list[str]:
    """The words that may follow some words, beginnings of words allowed; the whole rest where it is certain."""
    place = len(words)
    split = [name.split() for name in names]
    fitting = [
        name[place:]
        for name in split
        if len(name) > place and are_beginnings(words, name) and name[place].startswith(last.lower())
    ]
    certain = [same[0] for same in takewhile(lambda same: len(set(same)) == 1, zip(*fitting, strict=False))]
    if certain:
        is_whole = all(len(rest) == len(certain) for rest in fitting)
        return [" ".join(certain) + ("" if is_whole else " ")]
    return list(dict.fromkeys(rest[0] + " " * (len(rest) > 1) for rest in fitting))


def _files(beginning: str) -> list[str]:
    found = sorted(glob(escape(expanduser(beginning)) + "*"))
    return [path + sep if isdir(path) else path for path in found]
