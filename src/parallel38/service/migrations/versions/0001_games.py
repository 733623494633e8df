"""Games, their lines, and the requests that were carried out."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("scenario", sa.String, nullable=False),
        sa.Column("players", sa.String, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("changed", sa.String, nullable=False, index=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("turn", sa.String, nullable=False),
        sa.Column("decider", sa.String),
        sa.Column("winner", sa.String),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_table(
        "line",
        sa.Column("game", sa.String, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "request",
        sa.Column("game", sa.String, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("request", "line", "game"):
        op.drop_table(table)
