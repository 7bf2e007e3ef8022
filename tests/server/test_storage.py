"""The database: its shape, and that two processes can never both append."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect

from shinar.server.lobby import make_table
from shinar.server.messages import NewTable, SeatChoice
from shinar.server.models import Model
from shinar.server.settings import Settings
from shinar.server.storage import Event, StaleError, Storage


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    made = Storage(Settings(tmp_path).address, "one")
    made.migrate()
    yield made
    made.close()


def stored_table(storage: Storage) -> tuple[str, int]:
    """The address of a new table, and the number its next entry gets."""
    made, reply = make_table(NewTable(game="babel", seats=[SeatChoice(kind="person")] * 2))
    storage.make_table(made.table, made.seats, made.events)
    return reply.table, len(made.events)


def test_the_migrations_lead_from_nothing_to_the_models(storage: Storage) -> None:
    with storage.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Model.metadata) == []
        assert {"tables", "seats", "entries", "chat", "records"} <= set(inspect(connection).get_table_names())


def test_migrating_twice_changes_nothing(storage: Storage) -> None:
    table, _ = stored_table(storage)
    storage.migrate()
    assert storage.load(table) is not None


def test_the_migrations_lead_back_to_nothing(storage: Storage) -> None:
    from alembic import command
    from alembic.config import Config

    from shinar.server.storage import MIGRATIONS

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with storage.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    assert set(inspect(storage.engine).get_table_names()) == {"alembic_version"}


def test_an_entry_number_is_given_once(storage: Storage) -> None:
    table, number = stored_table(storage)
    storage.append(table, number, [Event("act", 0, 1), Event("act", -1, 2)])
    with pytest.raises(StaleError):
        storage.append(table, number + 1, [Event("act", 1, 3)])
    with pytest.raises(StaleError):
        storage.append(table, number, [Event("act", 1, 3)])
    stored = storage.load(table, number)
    assert stored is not None
    assert [(entry.actor, entry.action) for entry in stored.entries] == [(0, 1), (-1, 2)]


def test_of_many_who_append_at_once_one_succeeds(tmp_path: Path, storage: Storage) -> None:
    table, number = stored_table(storage)
    others = [Storage(Settings(tmp_path).address, str(name)) for name in range(4)]

    def attempt(other: Storage) -> bool:
        try:
            other.append(table, number, [Event("act", 0, 1)])
        except StaleError:
            return False
        return True

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(attempt, others)) == [False, False, False, True]
    for other in others:
        other.close()


def test_half_of_an_action_is_never_stored(storage: Storage) -> None:
    table, number = stored_table(storage)
    storage.append(table, number + 1, [Event("act", 0, 1)])
    with pytest.raises(StaleError):
        storage.append(table, number, [Event("act", 0, 5), Event("act", -1, 6)])
    stored = storage.load(table, number)
    assert stored is not None
    assert [entry.number for entry in stored.entries] == [number + 1]


def test_a_table_has_one_rematch(storage: Storage) -> None:
    table, _ = stored_table(storage)
    made = [make_table(NewTable(game="babel", seats=[SeatChoice(kind="person")] * 2))[0] for _ in range(2)]
    found = [storage.make_rematch(table, new.table, new.seats, new.events) for new in made]
    assert found == [made[0].table.id] * 2
    assert storage.load(made[1].table.id) is None


def test_an_address_for_postgresql_names_the_driver(tmp_path: Path) -> None:
    assert Settings(tmp_path, "postgresql://u:p@h/d").address == "postgresql+psycopg://u:p@h/d"
    assert Settings(tmp_path, "postgres://h/d").address == "postgresql+psycopg://h/d"
    assert Settings(tmp_path, "sqlite:///x.db").address == "sqlite:///x.db"
