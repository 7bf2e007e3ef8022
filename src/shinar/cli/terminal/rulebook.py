"""The rules of a game as text that can be looked up: by clause, by section, or by a word."""

import re
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.core.registry import game_class

__all__ = ["Rulebook", "Section", "rulebook_of"]

CLAUSE = re.compile(r"\*\*\[([A-Z0-9]{2}-(\d+(?:\.\d+)*))\]\*\*")
NUMBER = re.compile(r"(?:[A-Za-z0-9]{2}-)?(\d+(?:\.\d+)*)")


@dataclass(frozen=True)
class Section:
    """A chapter of the rules: its heading and its paragraphs, in Markdown."""

    heading: str
    paragraphs: tuple[str, ...]

    @property
    def number(self) -> str:
        """The number in its heading, or nothing."""
        found = re.match(r"\d+", self.heading)
        return found[0] if found else ""


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game."""

    title: str
    text: str
    sections: tuple[Section, ...]

    def look_up(self, wanted: str) -> str:
        """The clause or section of a number, or all paragraphs with a word; OptionError if there are none."""
        number = NUMBER.fullmatch(wanted.strip().strip("[]"))
        found = self._numbered(number[1]) if number else self._with_word(wanted.strip())
        if not found:
            raise OptionError(f"the rules of {self.title} have no clause or word {wanted.strip()!r}")
        return "\n\n".join(found)

    def _numbered(self, number: str) -> list[str]:
        for section in self.sections:
            if section.number == number:
                return [f"## {section.heading}", *section.paragraphs]
        return [text for text in self._paragraphs() if any(clause[1] == number for clause in CLAUSE.findall(text))]

    def _with_word(self, word: str) -> list[str]:
        return [text for text in self._paragraphs() if word and word.lower() in text.lower()]

    def _paragraphs(self) -> list[str]:
        return [text for section in self.sections for text in section.paragraphs]

    def contents(self) -> str:
        """The headings of the sections, one a line."""
        return "\n".join(section.heading for section in self.sections if section.number)


def rulebook_of(game: type[Game[Any]] | str) -> Rulebook:
    """The rules that a game's package holds in RULES.md."""
    cls = game_class(game) if isinstance(game, str) else game
    package = cls.__module__.rpartition(".")[0]
    try:
        text = (files(package) / "RULES.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise OptionError(f"{cls.title} has no text of its rules") from None
    chapters = [chapter.strip().split("\n\n") for chapter in re.split(r"^##? ", text, flags=re.MULTILINE)[1:]]
    return Rulebook(cls.title, text, tuple(Section(chapter[0], tuple(chapter[1:])) for chapter in chapters))
