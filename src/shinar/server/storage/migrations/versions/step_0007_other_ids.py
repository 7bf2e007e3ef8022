"""A game may have given its actions other ids: those of older tables follow."""

import sqlalchemy as sa
from alembic import op

from shinar.core.game import Runs
from shinar.core.registry import OURS, game_class

revision = "0007"
down_revision = "0006"

OLD, NEW = 1, 2  # the versions of the rules between which the ids of actions changed

tables = sa.table("tables", sa.column("id"), sa.column("game"), sa.column("rules_version"))
entries = sa.table("entries", sa.column("table_id"), sa.column("kind"), sa.column("action"))


def upgrade() -> None:
    """Give the actions of older tables their new ids, in one statement: none is changed twice."""
    for game in OURS:
        runs = game_class(game).former_ids.get(OLD, ())
        _renumber(game, tuple((first, count, now) for first, count, now in runs), OLD, NEW)


def downgrade() -> None:
    """Give them the old ids back; tables with what the old rules do not have cannot be played by them."""
    for game in OURS:
        runs = game_class(game).former_ids.get(OLD, ())
        _renumber(game, tuple((now, count, first) for first, count, now in runs), NEW, OLD)


def _renumber(game: str, runs: Runs, before: int, after: int) -> None:
    if not runs:
        return
    action = entries.c.action
    cases = [(action.between(first, first + count - 1), action + (to - first)) for first, count, to in runs]
    is_meant = sa.and_(tables.c.game == game, tables.c.rules_version == before)
    acts = sa.and_(entries.c.kind == "act", entries.c.table_id.in_(sa.select(tables.c.id).where(is_meant)))
    op.execute(entries.update().where(acts).values(action=sa.case(*cases, else_=action)))
    op.execute(tables.update().where(is_meant).values(rules_version=after))
