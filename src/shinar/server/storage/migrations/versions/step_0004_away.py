"""A table says what happens when somebody is away."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """At older tables a bot steps in, as before."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("away", sa.String(8), nullable=False, server_default="bot"))
        tables.add_column(sa.Column("away_seconds", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget what was chosen."""
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("away_seconds")
        tables.drop_column("away")
