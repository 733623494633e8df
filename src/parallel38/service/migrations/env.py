"""How Alembic reaches the database: over the connection that it is given, inside the transaction of that."""

from alembic import context

from parallel38.service.store import TABLES

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=TABLES,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
