"""A seat has an invitation, which is used once; tables are found by when they changed last."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Seats of older tables have no invitation: their secrets are known to those who sit there."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("invitation_hash", sa.String(64), nullable=True))
        seats.add_column(sa.Column("is_invitation_used", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("tables_by_change", "tables", ["changed_at"])
    op.create_index("records_by_age", "records", ["created_at"])


def downgrade() -> None:
    """Forget the invitations."""
    op.drop_index("records_by_age", "records")
    op.drop_index("tables_by_change", "tables")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("is_invitation_used")
        seats.drop_column("invitation_hash")
