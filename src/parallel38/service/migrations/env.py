"""How Alembic reaches the database."""

from alembic import context
from sqlalchemy import create_engine

from parallel38.service.store import TABLES

engine = create_engine(context.config.get_main_option("sqlalchemy.url") or "")
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=TABLES, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
engine.dispose()
