"""The list of actions to choose from: numbered, grouped by kind, in lines not longer than the screen is wide."""

from itertools import groupby
from typing import Any

from shinar.core.match import Match

__all__ = ["action_lines", "folded"]

GAP = "   "  # between two actions of a line
MANY = 40  # actions of one kind; more are shown by name only, what they share once
MIN_SHORTENED = 3  # members of a kind of which only the first and the last are shown if there is no room
ENDS = 4  # of so many of them the first and the last are shown


Group = tuple[str, list[tuple[int, str]]]  # a kind of actions, and its members by number and name


def action_lines(match: Match[Any], seat: int, width: int, room: int | None = None) -> list[tuple[str, str]]:
    """The legal actions of a seat, numbered from 1 and grouped by kind; each line as its head and the rest.

    If there is room for only so many lines, the first and the last member stand for those of the later kinds.
    """
    groups = _groups(match, seat)
    lines = _all_lines(groups, width)
    for place in range(len(groups) - 1, 0, -1):
        if room is None or len(lines) <= room:
            break
        groups[place] = _ends_of(groups[place])
        lines = _all_lines(groups, width)
    return lines


def _groups(match: Match[Any], seat: int) -> list[Group]:
    game = match.game
    numbered = [
        (number, game.action_name(action), action) for number, action in enumerate(match.legal_actions(seat), 1)
    ]
    return [
        (kind, [(number, short_name(kind, name)) for number, name, _ in members])
        for kind, members in groupby(numbered, key=lambda member: game.action_group(member[2]))
    ]


def _ends_of(group: Group) -> Group:
    """The first and the last member, if there are more."""
    kind, members = group
    if not MIN_SHORTENED <= len(members) <= MANY:
        return group
    (first, name), (last, last_name) = members[0], members[-1]
    return kind, [(first, f"{name} … {last} {last_name}")]


def _all_lines(groups: list[Group], width: int) -> list[tuple[str, str]]:
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
    """The name of an action without the kind under which it stands; unless nothing or a bare number would be left."""
    rest = name.removeprefix(f"{kind} ")
    return name if rest.isdecimal() else rest


def _flowing(head: str, items: list[str], width: int) -> list[tuple[str, str]]:
    """Items in lines not longer than the screen is wide, the first line after a head."""
    lines = [items[0]]
    for item in items[1:]:
        if len(head) + len(lines[-1]) + len(GAP) + len(item) > width:
            lines.append(item)
        else:
            lines[-1] += GAP + item
    return [(head if number == 0 else " " * len(head), line) for number, line in enumerate(lines)]
