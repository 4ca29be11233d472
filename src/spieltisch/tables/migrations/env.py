"""Alembic runs this on the connection that the store gives it."""

from alembic import context

from spieltisch.tables.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
