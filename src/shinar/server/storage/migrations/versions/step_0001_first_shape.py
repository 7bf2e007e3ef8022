"""Tables, seats, entries, chat, records."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("spectator_hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("changed_at", sa.Float(), nullable=False),
        sa.Column("rematch", sa.String(24), nullable=True),
        sa.Column("runner", sa.String(32), nullable=False),
        sa.Column("runner_until", sa.Float(), nullable=False),
    )
    op.create_table(
        "seats",
        _table_id(),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("level", sa.String(40), nullable=True),
        sa.Column("nickname", sa.String(32), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=True),
        sa.Column("has_come", sa.Boolean(), nullable=False),
        sa.Column("is_here", sa.Boolean(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
        sa.Column("taken_over", sa.Boolean(), nullable=False),
        sa.Column("wants_rematch", sa.Boolean(), nullable=False),
    )
    _create_logs()


def _create_logs() -> None:
    op.create_table(
        "entries",
        _table_id(),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("actor", sa.Integer(), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "chat",
        _table_id(),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(24), nullable=True, unique=True),
        sa.Column("resigned", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.Float(), nullable=False),
    )


def downgrade() -> None:
    """Drop all tables."""
    for name in ("records", "chat", "entries", "seats", "tables"):
        op.drop_table(name)


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
