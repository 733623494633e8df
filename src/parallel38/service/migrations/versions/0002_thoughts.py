"""What computer players thought."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "thought",
        sa.Column("game", sa.String, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("turn", sa.String, nullable=False),
        sa.Column("side", sa.String, nullable=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("sayings", sa.Text, nullable=False),
        if_not_exists=True,  # 0.9.0, killed in this step, left the table behind
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("thought")
