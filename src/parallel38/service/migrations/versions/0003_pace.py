"""Whether the computer players of a game wait, and how fast they play."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns; 0.9.0, killed in this step, left one or both of them behind."""
    there = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("game")}
    for column in (
        sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("pace", sa.Float, nullable=False, server_default="0"),
    ):
        if column.name not in there:
            op.add_column("game", column)


def downgrade() -> None:
    """Drop the columns."""
    op.drop_column("game", "pace")
    op.drop_column("game", "paused")
