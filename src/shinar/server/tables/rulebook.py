"""The rules of a game for the page, cut into sections and clauses, so that a refusal can link to what it cites."""

import re
from functools import cache
from importlib.resources import files

from shinar.server.tables.lobby import known_game
from shinar.server.transport.messages import ClauseText, RulesReply, RulesSection

__all__ = ["rules_of"]

SECTION = re.compile(r"^## +(.+)$", re.MULTILINE)
CLAUSE = re.compile(r"^\*\*\[([A-Z]+-[\d.]+)\]\*\* *", re.MULTILINE)


@cache
def rules_of(game: str) -> RulesReply:
    """The RULES.md of a game."""
    cls = known_game(game)
    package = cls.__module__.rpartition(".")[0]
    text = (files(package) / "RULES.md").read_text(encoding="utf-8")
    introduction, *parts = SECTION.split(text)
    opening = introduction.partition("\n")[2].strip()  # without the title
    sections = [RulesSection(title=cls.title, introduction=opening, clauses=[])]
    sections += [_section(title, body) for title, body in zip(parts[::2], parts[1::2], strict=True)]
    return RulesReply(game=game, title=cls.title, sections=sections)


def _section(title: str, body: str) -> RulesSection:
    introduction, *parts = CLAUSE.split(body)
    clauses = [
        ClauseText(clause=clause, text=text.strip()) for clause, text in zip(parts[::2], parts[1::2], strict=True)
    ]
    return RulesSection(title=title.strip(), introduction=introduction.strip(), clauses=clauses)
