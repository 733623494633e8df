"""What a request led to, so that a repeated one is answered as it was."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns. Of earlier requests only the last entry is known: they are answered with it, as they were.

    Those whose entry was taken back are forgotten.
    """
    for name in ("first", "lines"):
        op.add_column("request", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.execute("DELETE FROM request WHERE number > (SELECT number FROM game WHERE game.id = request.game)")
    op.execute("UPDATE request SET first = number, lines = (SELECT max(n) FROM line WHERE line.game = request.game)")


def downgrade() -> None:
    """Drop the columns."""
    for name in ("first", "lines"):
        op.drop_column("request", name)
