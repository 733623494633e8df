"""Whether the computer players of a game wait, and how fast they play."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("game", sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("game", sa.Column("pace", sa.Float, nullable=False, server_default="0"))


def downgrade() -> None:
    """Take them away."""
    op.drop_column("game", "pace")
    op.drop_column("game", "paused")
