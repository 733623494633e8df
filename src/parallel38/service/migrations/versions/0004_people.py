"""Which sides people have ever played."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; sides that people play now count without it."""
    op.add_column("game", sa.Column("people", sa.String, nullable=False, server_default="[]"))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("game", "people")
