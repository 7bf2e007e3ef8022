"""The log says which actions a bot took for a person who was away."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """For older actions it is unknown."""
    with op.batch_alter_table("entries") as entries:
        entries.add_column(sa.Column("stand_in", sa.String(40), nullable=True))


def downgrade() -> None:
    """Forget who played."""
    with op.batch_alter_table("entries") as entries:
        entries.drop_column("stand_in")
