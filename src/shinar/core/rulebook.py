"""The rules of a game as its RULES.md tells them: sections of numbered clauses, to be shown, cited and looked up.

::

    ## 5. Build

    **[BB-5.1]** Put the top card of a temple stack on your temple …
"""

import re
import sys
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from shinar.core.errors import OptionError
from shinar.core.game import Game

__all__ = ["Clause", "Rulebook", "Section", "rulebook_of"]

HEADING = re.compile(r"^##? +(.+)$", re.MULTILINE)
CLAUSE = re.compile(r"^\*\*\[([A-Z0-9]+-[\d.]+)\]\*\* *", re.MULTILINE)
CITED = re.compile(r"(?:[A-Za-z0-9]+-)?(\d+(?:\.\d+)*)")


@dataclass(frozen=True)
class Clause:
    """One numbered rule, in Markdown."""

    name: str  # BB-5.1
    text: str

    @property
    def number(self) -> str:
        """5.1 of BB-5.1."""
        return self.name.partition("-")[2]

    def __str__(self) -> str:
        return f"**[{self.name}]** {self.text}"


@dataclass(frozen=True)
class Section:
    """A chapter of the rules, in Markdown."""

    heading: str
    introduction: str  # what stands before its first clause
    clauses: tuple[Clause, ...]

    @property
    def number(self) -> str:
        """The number in its heading, or nothing."""
        found = re.match(r"\d+", self.heading)
        return found[0] if found else ""

    @property
    def paragraphs(self) -> list[str]:
        """Its introduction and its clauses."""
        return [*filter(None, [self.introduction]), *map(str, self.clauses)]


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game; the first section is the one under its title."""

    title: str
    text: str
    sections: tuple[Section, ...]

    def look_up(self, wanted: str) -> str:
        """The clause or section of a number, or all paragraphs with a word; OptionError if there are none."""
        number = CITED.fullmatch(wanted.strip().strip("[]"))
        found = self._numbered(number[1]) if number else self._with_word(wanted.strip())
        if not found:
            raise OptionError(f"the rules of {self.title} have no clause or word {wanted.strip()!r}")
        return "\n\n".join(found)

    def _numbered(self, number: str) -> list[str]:
        for section in self.sections:
            if section.number == number:
                return [f"## {section.heading}", *section.paragraphs]
        return [str(clause) for section in self.sections for clause in section.clauses if clause.number == number]

    def _with_word(self, word: str) -> list[str]:
        texts = [text for section in self.sections for text in section.paragraphs]
        return [text for text in texts if word and word.lower() in text.lower()]

    def contents(self) -> str:
        """The headings of the sections, one a line."""
        return "\n".join(section.heading for section in self.sections if section.number)


@cache
def rulebook_of(game: type[Game[Any]]) -> Rulebook:
    """The rules that a game's package holds in RULES.md; OptionError if it has none."""
    package = getattr(sys.modules.get(game.__module__), "__package__", None) or ""
    try:
        text = (files(package) / "RULES.md").read_text(encoding="utf-8")
    except (FileNotFoundError, ModuleNotFoundError, ValueError):  # the last: a module that is in no package
        raise OptionError(f"{game.title} has no rules text") from None
    _, *parts = HEADING.split(text)
    sections = [_section(heading, body) for heading, body in zip(parts[::2], parts[1::2], strict=True)]
    return Rulebook(game.title, text, tuple(sections))


def _section(heading: str, body: str) -> Section:
    introduction, *parts = CLAUSE.split(body)
    clauses = [Clause(name, text.strip()) for name, text in zip(parts[::2], parts[1::2], strict=True)]
    return Section(heading.strip(), introduction.strip(), tuple(clauses))
