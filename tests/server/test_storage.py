"""The database: its shape, and that two processes can never both append."""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

import shinar
from shinar.server.settings import Settings
from shinar.server.storage.database import MIGRATIONS, Addition, Event, Group, SeatChange, StaleError, Storage
from shinar.server.storage.models import Model
from shinar.server.storage.threads import DatabaseThreads
from shinar.server.storage.writing import Writer
from shinar.server.tables.lobby import make_table
from shinar.server.transport.messages import NewTable, SeatChoice


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
    with storage.engine.begin() as connection:
        change_shape(connection, command.downgrade, "base")
    assert set(inspect(storage.engine).get_table_names()) == {"alembic_version"}


def test_a_database_of_the_first_shape_is_brought_to_the_present_one(tmp_path: Path) -> None:
    old = Storage(Settings(tmp_path).address, "old")
    whole, damaged = made_by_first_version(old)
    old.migrate()
    stored = [old.load(table) for table in (whole, damaged)]
    assert [found.table.length for found in stored if found] == [11, 9]
    assert [len(found.entries) for found in stored if found] == [11, 9]
    assert not is_stale(old.store([[Addition(damaged, 9, [Event("act", 0, 1)])]]))
    old.close()


def made_by_first_version(storage: Storage) -> tuple[str, str]:
    """Two tables as the first version stored them; the log of the second has a hole, as an outage could leave it."""
    with storage.engine.begin() as connection:
        change_shape(connection, command.upgrade, "0001")
        for table in ("whole", "damaged"):
            connection.execute(
                text(
                    "INSERT INTO tables VALUES "
                    "(:id, 'babel', 1, '{\"edition\": \"second\", \"starter\": 0}', 7, 'hash', 1.0, 2.0, NULL, '', 0.0)"
                ),
                {"id": table},
            )
            for number in [*range(9), *((9, 10) if table == "whole" else (10, 12))]:
                connection.execute(
                    text("INSERT INTO entries VALUES (:id, :number, 'act', -1, 1, 1.0)"),
                    {"id": table, "number": number},
                )
    return "whole", "damaged"


def change_shape(connection: Connection, change: Callable[[Config, str], None], revision: str) -> None:
    """Run migrations on a connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    change(config, revision)


def test_an_entry_number_is_given_once(storage: Storage) -> None:
    table, number = stored_table(storage)
    storage.store([[Addition(table, number, [Event("act", 0, 1), Event("act", -1, 2)])]])
    assert is_stale(storage.store([[Addition(table, number + 1, [Event("act", 1, 3)])]]))
    assert is_stale(storage.store([[Addition(table, number, [Event("act", 1, 3)])]]))
    stored = storage.load(table, number)
    assert stored is not None
    assert [(entry.actor, entry.action) for entry in stored.entries] == [(0, 1), (-1, 2)]


def test_of_many_who_append_at_once_one_succeeds(tmp_path: Path, storage: Storage) -> None:
    table, number = stored_table(storage)
    others = [Storage(Settings(tmp_path).address, str(name)) for name in range(4)]

    def attempt(other: Storage) -> bool:
        return not is_stale(other.store([[Addition(table, number, [Event("act", 0, 1)])]]))

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(attempt, others)) == [False, False, False, True]
    for other in others:
        other.close()


def test_a_log_has_no_holes(storage: Storage) -> None:
    table, number = stored_table(storage)
    for first in (number + 1, number - 1, 0):
        assert is_stale(storage.store([[Addition(table, first, [Event("act", 0, 1)])]]))
    stored = storage.load(table)
    assert stored is not None
    assert [entry.number for entry in stored.entries] == list(range(number))
    assert stored.table.length == number


def test_half_of_a_change_is_never_stored(storage: Storage) -> None:
    table, number = stored_table(storage)
    late = Addition(table, number + 1, [Event("act", 0, 5)])
    named = SeatChange(table, 1, {"nickname": "Enki"})
    assert is_stale(storage.store([[named, late]]))
    assert is_stale(storage.store([[Addition(table, number, [Event("act", 0, 5)]), late, late]]))
    stored = storage.load(table)
    assert stored is not None
    assert len(stored.entries) == number
    assert stored.seats[1].nickname == ""


def test_of_additions_that_are_stored_together_one_that_is_too_late_harms_no_other(storage: Storage) -> None:
    tables = [stored_table(storage) for _ in range(3)]
    late, number = tables[1]
    storage.store([[Addition(late, number, [Event("act", 0, 9)])]])
    outcomes = storage.store([[Addition(table, number, [Event("act", 0, 1)])] for table, number in tables])
    assert [isinstance(outcome, StaleError) for outcome in outcomes] == [False, True, False]
    stored = [storage.load(table, number) for table, number in tables]
    assert [[entry.action for entry in found.entries] for found in stored if found] == [[1], [9], [1]]


def test_seats_and_logs_are_changed_in_one_write(storage: Storage) -> None:
    table, number = stored_table(storage)
    late = Addition(table, number - 1, [Event("act", 0, 5)])
    outcomes = storage.store([[SeatChange(table, 1, {"nickname": "Enki"})], [late]])
    assert [isinstance(outcome, StaleError) for outcome in outcomes] == [False, True]
    added = Addition(table, number, [Event("act", 0, 5)])
    outcomes = storage.store([[added], [SeatChange(table, 0, {"is_here": True})]])
    assert outcomes[0] == outcomes[1]
    stored = storage.load(table, number)
    assert stored is not None
    assert [seat.nickname for seat in stored.seats][1] == "Enki"
    assert [seat.is_here for seat in stored.seats] == [True, False]
    assert [entry.action for entry in stored.entries] == [5]


def test_when_the_only_server_starts_those_who_were_there_have_the_time_to_return(storage: Storage) -> None:
    table, _ = stored_table(storage)
    seats = [SeatChange(table, 0, {"is_here": True, "seen_at": 1.0}), SeatChange(table, 1, {"seen_at": 2.0})]
    storage.store([seats])
    before = time.time()
    storage.begin()
    stored = storage.load(table)
    assert stored is not None
    assert not stored.seats[0].is_here
    assert stored.seats[0].seen_at >= before
    assert stored.seats[1].seen_at == 2.0


@contextmanager
def writing(store: Callable[[list[Group]], list[float | Exception]]) -> Iterator[Writer]:
    """A writer with a thread of its own."""
    threads = DatabaseThreads(1)
    yield Writer(lambda done, groups: threads.start(done, store, groups))
    threads.stop()


def test_what_comes_together_or_waits_while_a_write_is_under_way_shares_one(storage: Storage) -> None:
    writes: list[int] = []

    def store(changes: list[Group]) -> list[float | Exception]:
        writes.append(len(changes))
        return storage.store(changes)

    async def append_all() -> list[float]:
        groups = [[Addition(*stored_table(storage), [Event("act", 0, 1)])] for _ in range(5)]
        with writing(store) as writer:
            together = [writer.write(group) for group in groups[:2]]
            await asyncio.sleep(0)  # their write begins
            return await asyncio.gather(*together, *map(writer.write, groups[2:]))

    times = asyncio.run(append_all())
    assert writes == [2, 3]
    assert len(times) == 5


def test_a_write_that_fails_fails_for_everybody_who_waits_for_it() -> None:
    def store(_changes: list[Group]) -> list[float | Exception]:
        raise OSError("the disk is full")

    async def append_two() -> list[Any]:
        with writing(store) as writer:
            both = [writer.write([Addition(table, 0, [])]) for table in "ab"]
            return await asyncio.gather(*both, return_exceptions=True)

    assert [str(error) for error in asyncio.run(append_two())] == ["the disk is full"] * 2


def test_somebody_who_does_not_wait_for_a_write_does_not_disturb_it(storage: Storage) -> None:
    async def append_two() -> float:
        with writing(storage.store) as writer:
            tables = [stored_table(storage) for _ in range(2)]
            one, other = (writer.write([Addition(*table, [Event("act", 0, 1)])]) for table in tables)
            one.cancel()
            return await other

    assert asyncio.run(append_two()) > 0


def test_a_call_to_the_database_gives_its_result_or_its_error_and_may_be_given_up() -> None:
    async def scene() -> tuple[float, str]:
        threads = DatabaseThreads(2)
        given_up = asyncio.ensure_future(threads.call(time.sleep, 0.05))
        await asyncio.sleep(0)
        given_up.cancel()
        number = await threads.call(max, 1.0, 2.0)
        with pytest.raises(ZeroDivisionError) as error:
            await threads.call(divmod, 1, 0)
        threads.stop()
        return number, str(error.value)

    assert asyncio.run(scene()) == (2.0, "integer division or modulo by zero")


def is_stale(outcomes: list[float | Exception]) -> bool:
    """Whether the only addition came too late."""
    (outcome,) = outcomes
    return isinstance(outcome, StaleError)


def test_what_was_written_is_moved_into_the_database_while_others_write(tmp_path: Path, storage: Storage) -> None:
    table, number = stored_table(storage)
    database = Settings(tmp_path).data / "shinar.db"
    assert table.encode() not in database.read_bytes()  # SQLite's log has it
    with storage.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
        storage.checkpoint()
    assert table.encode() in database.read_bytes()
    assert not is_stale(storage.store([[Addition(table, number, [Event("act", 0, 1)])]]))


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


OLD_ACTIONS = {  # of 7 Wonders before its leaders, by number
    0: "keep tile 1",
    24: "build lumber yard",
    101: "build builders guild",
    179: "stage with builders guild",
    180: "discard lumber yard",
    335: "tower with builders guild",
    336: "tile 1",
    360: "pay for it",
    366: "join the project by token",
    367: "pay 0 left 0 right",
    991: "pay 24 left 24 right",
    992: "leave the last card",
    993: "build lumber yard from the discards",
    1071: "build nothing from the discards",
    1149: "lose builders guild",
    1155: "lose victory tokens 5 and 5",
    1156: "board alexandria a",
    1169: "board rhodos b",
    1193: "deal tile 24",
    1194: "project belvedere",
    1209: "deal lumber yard",
    1286: "deal builders guild",
}


def test_actions_of_older_tables_keep_their_meaning(tmp_path: Path) -> None:
    old = Storage(Settings(tmp_path).address, "old")
    with old.engine.begin() as connection:
        change_shape(connection, command.upgrade, "0006")
        for game, version in (("wonders", 1), ("babel", 1)):
            values = f"('{game}', '{game}', {version}, '{{}}', 7, 'hash', 1.0, 2.0, {len(OLD_ACTIONS)})"
            columns = "id, game, rules_version, options, seed, spectator_hash, created_at, changed_at, length"
            connection.execute(
                text(f"INSERT INTO tables ({columns}, runner, runner_until) VALUES {values[:-1]}, '', 0.0)")
            )
            for number, action in enumerate(OLD_ACTIONS):
                entry = {"id": game, "number": number, "action": action}
                fields = "table_id, number, kind, actor, action, at"
                connection.execute(
                    text(f"INSERT INTO entries ({fields}) VALUES (:id, :number, 'act', 0, :action, 1.0)"), entry
                )
    old.migrate()
    stored, untouched = old.load("wonders"), old.load("babel")
    assert stored is not None
    assert untouched is not None
    wonders = shinar.make("wonders")
    assert [wonders.action_name(entry.action) for entry in stored.entries] == list(OLD_ACTIONS.values())
    assert (stored.table.rules_version, untouched.table.rules_version) == (wonders.rules_version, 1)
    assert [entry.action for entry in untouched.entries] == list(OLD_ACTIONS)
    with old.engine.begin() as connection:
        change_shape(connection, command.downgrade, "0006")
        actions = connection.execute(text("SELECT action FROM entries WHERE table_id = 'wonders' ORDER BY number"))
        assert [action for (action,) in actions] == list(OLD_ACTIONS)
    old.close()
