"""The length of a table's log stands with the table, so that the database itself refuses a log with a hole."""

from itertools import groupby
from operator import itemgetter

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TABLES = sa.table("tables", sa.column("id", sa.String), sa.column("length", sa.Integer))
ENTRIES = sa.table("entries", sa.column("table_id", sa.String), sa.column("number", sa.Integer))


def upgrade() -> None:
    """Count the entries of every table; entries after a gap follow one that is lost, and are deleted."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("length", sa.Integer(), nullable=False, server_default="0"))
    _cut_at_holes()
    count = sa.select(sa.func.count()).where(ENTRIES.c.table_id == TABLES.c.id).scalar_subquery()
    op.execute(sa.update(TABLES).values(length=count))


def _cut_at_holes() -> None:
    """Before this step, a database that was briefly unreachable could leave a gap in a log."""
    connection = op.get_bind()
    counted = sa.select(ENTRIES.c.table_id).group_by(ENTRIES.c.table_id)
    damaged = counted.having(sa.func.count() <= sa.func.max(ENTRIES.c.number))
    numbers = sa.select(ENTRIES.c.table_id, ENTRIES.c.number).where(ENTRIES.c.table_id.in_(damaged))
    rows = connection.execute(numbers.order_by(ENTRIES.c.table_id, ENTRIES.c.number)).all()
    for table, entries in groupby(rows, key=itemgetter(0)):
        hole = next(place for place, (_, number) in enumerate(entries) if place != number)
        connection.execute(sa.delete(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.number >= hole))


def downgrade() -> None:
    """Forget the lengths."""
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("length")
