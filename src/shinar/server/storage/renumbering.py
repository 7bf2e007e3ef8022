"""A game may have given its actions other ids: those of older tables follow, by a step of the migrations."""

import sqlalchemy as sa
from alembic import op

from shinar.core.game import Runs
from shinar.core.registry import OURS, game_class

__all__ = ["give_new_ids", "give_old_ids"]

tables = sa.table("tables", sa.column("id"), sa.column("game"), sa.column("rules_version"))
entries = sa.table("entries", sa.column("table_id"), sa.column("kind"), sa.column("action"))


def give_new_ids(old: int) -> None:
    """Give the actions of tables of a former version of the rules the ids of the next version."""
    for game in OURS:
        _renumber(game, game_class(game).former_ids.get(old, ()), old, old + 1)


def give_old_ids(old: int) -> None:
    """Give them the old ids back; tables with what the old rules do not have cannot be played by them."""
    for game in OURS:
        runs = game_class(game).former_ids.get(old, ())
        _renumber(game, tuple((now, count, first) for first, count, now in runs), old + 1, old)


def _renumber(game: str, runs: Runs, before: int, after: int) -> None:
    """Change all ids in one statement: none is changed twice."""
    if not runs:
        return
    action = entries.c.action
    cases = [(action.between(first, first + count - 1), action + (to - first)) for first, count, to in runs]
    is_meant = sa.and_(tables.c.game == game, tables.c.rules_version == before)
    acts = sa.and_(entries.c.kind == "act", entries.c.table_id.in_(sa.select(tables.c.id).where(is_meant)))
    op.execute(entries.update().where(acts).values(action=sa.case(*cases, else_=action)))
    op.execute(tables.update().where(is_meant).values(rules_version=after))
