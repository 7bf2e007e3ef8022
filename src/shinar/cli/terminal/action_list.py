"""The list of actions to choose from: numbered, grouped by kind, in lines not longer than the screen is wide."""

from itertools import groupby
from typing import Any

from shinar.core.match import Match

__all__ = ["action_lines", "folded"]

GAP = "   "  # between two actions of a line
MANY = 40  # actions of one kind; more are shown by name only, what they share once
ENDS = 4  # of so many of them the first and the last are shown


def action_lines(match: Match[Any], seat: int, width: int) -> list[tuple[str, str]]:
    """The legal actions of a seat, numbered from 1 and grouped by kind; each line as its head and the rest."""
    game = match.game
    numbered = [
        (number, game.action_name(action), action) for number, action in enumerate(match.legal_actions(seat), 1)
    ]
    groups = [
        (kind, [(number, short_name(kind, name)) for number, name, _ in members])
        for kind, members in groupby(numbered, key=lambda member: game.action_group(member[2]))
    ]
    margin = max(len(kind) for kind, _ in groups) + len(GAP)
    return [line for kind, members in groups for line in _group_lines(kind.ljust(margin), members, width)]


def _group_lines(head: str, members: list[tuple[int, str]], width: int) -> list[tuple[str, str]]:
    if len(members) <= MANY:
        return _flowing(head, [f"{number} {name}" for number, name in members], width)
    rows = folded([name for _, name in members])
    return [
        line for row, items in enumerate(rows) for line in _flowing(head if row == 0 else " " * len(head), items, width)
    ]


def folded(names: list[str]) -> list[list[str]]:
    """Many names, folded: first the last words that all beginnings share, then those that only one beginning has.

    `merchant | farmer:`, the cells of both, and then `farmer:` with those for farmers only.
    """
    endings: dict[str, list[str]] = {}
    for name in names:
        beginning, _, ending = name.rpartition(" ")
        endings.setdefault(beginning, []).append(ending)
    shared = set.intersection(*(set(words) for words in endings.values()))
    own: dict[tuple[str, ...], list[str]] = {}
    for beginning, words in endings.items():
        own.setdefault(tuple(word for word in words if word not in shared), []).append(beginning)
    common = [word for word in next(iter(endings.values())) if word in shared]
    rows = [(endings, common), *((beginnings, list(words)) for words, beginnings in own.items())]
    return [[f"{' | '.join(beginnings)}:", *shortened(words)] for beginnings, words in rows if words]


def shortened(words: list[str]) -> list[str]:
    """Very many words: the first, the last, and how many there are."""
    if len(words) <= MANY:
        return words
    return [*words[:ENDS], "…", *words[-ENDS:], f"({len(words)})"]


def short_name(kind: str, name: str) -> str:
    """The name of an action without the kind under which it stands; unless nothing would be left."""
    return name.removeprefix(f"{kind} ")


def _flowing(head: str, items: list[str], width: int) -> list[tuple[str, str]]:
    """Items in lines not longer than the screen is wide, the first line after a head."""
    lines = [items[0]]
    for item in items[1:]:
        if len(head) + len(lines[-1]) + len(GAP) + len(item) > width:
            lines.append(item)
        else:
            lines[-1] += GAP + item
    return [(head if number == 0 else " " * len(head), line) for number, line in enumerate(lines)]
