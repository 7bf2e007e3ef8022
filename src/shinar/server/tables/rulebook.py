"""The rules of a game for the page, cut into sections and clauses, so that a refusal can link to what it cites."""

from functools import cache

from shinar.core.errors import OptionError
from shinar.core.rulebook import Section, rulebook_of
from shinar.server.tables.lobby import known_game
from shinar.server.tables.table import RefusedError
from shinar.server.transport.messages import ClauseText, RulesReply, RulesSection

__all__ = ["rules_of"]


@cache
def rules_of(game: str) -> RulesReply:
    """The rules of a game; refused if there is no such game, or no rules text."""
    cls = known_game(game)
    try:
        book = rulebook_of(cls)
    except OptionError as error:
        raise RefusedError("not-found", str(error)) from None
    return RulesReply(game=game, title=cls.title, sections=[_shown(section) for section in book.sections])


def _shown(section: Section) -> RulesSection:
    clauses = [ClauseText(clause=clause.name, text=clause.text) for clause in section.clauses]
    return RulesSection(title=section.heading, introduction=section.introduction, clauses=clauses)
