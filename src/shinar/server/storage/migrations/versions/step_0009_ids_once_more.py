"""A game may have given its actions other ids once more: those of older tables follow."""

from shinar.server.storage.renumbering import give_new_ids, give_old_ids

revision = "0009"
down_revision = "0008"

OLD = 3  # the version of the rules whose ids are replaced by those of the next


def upgrade() -> None:
    """Give the actions of older tables their new ids."""
    give_new_ids(OLD)


def downgrade() -> None:
    """Give them the old ids back."""
    give_old_ids(OLD)
