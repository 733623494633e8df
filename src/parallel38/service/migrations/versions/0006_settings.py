"""What a player has chosen, and the marked moments of games, which browsers kept before."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table and add the column."""
    op.create_table(
        "setting",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.add_column("game", sa.Column("bookmarks", sa.Text, nullable=False, server_default="[]"))


def downgrade() -> None:
    """Drop the column and the table."""
    op.drop_column("game", "bookmarks")
    op.drop_table("setting")
