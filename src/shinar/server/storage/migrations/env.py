"""Run by Alembic: applies the steps on the connection that `Storage` passes in."""

from alembic import context

from shinar.server.storage.models import Model

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Model.metadata,
    render_as_batch=True,  # SQLite changes a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
