"""Servers that share a database tell each other how many look through a seat."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Nobody is connected yet."""
    op.create_table(
        "servers",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("seen_at", sa.Float, nullable=False),
    )
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "viewers",
        sa.Column("table_id", sa.String(24), table, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Forget who is where."""
    op.drop_table("viewers")
    op.drop_table("servers")
