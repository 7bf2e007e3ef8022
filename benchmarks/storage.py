"""What the database bears: how many actions a second it stores, and how much room a table takes.

    python benchmarks/storage.py [--seconds 5] [--tables 200] [--together 20]

One process appends actions to tables as a server does, with eight threads on PostgreSQL and one on SQLite: each action
is a transaction of its own, then several are one. Measured are actions a second, the processor time of the process that
writes, and the bytes of the database for each table when its log has the length of a match. For PostgreSQL also how
many notifications a second another process hears, and what each costs it.
"""

import argparse
import itertools
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
from sqlalchemy import text

sys.path.insert(0, str(Path(__file__).parent.parent))

from shinar.server.settings import Settings
from shinar.server.storage.database import CHANNEL, Addition, Event, Storage
from shinar.server.tables.lobby import make_table
from shinar.server.transport.messages import NewTable, SeatChoice
from tests.server.postgres import running_postgres

THREADS = 8  # as many as a server has for PostgreSQL
MATCH_LENGTH = 200  # entries of a log, chance's included
SIZES = {
    "postgresql": "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
    "WHERE relkind = 'r' AND relname IN ('tables', 'seats', 'entries', 'chat', 'viewers')",
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what the database bears.")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--together", type=int, default=20, help="actions in one transaction, the second time")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_postgres() as postgres:
        for name, database in (("PostgreSQL", postgres.address), ("SQLite", "")):
            storage = Storage(Settings(Path(folder), database).address, "benchmark")
            storage.migrate()
            print(f"{name}: {room(storage, given.tables) / 1000:.1f} kB for a table with {MATCH_LENGTH} entries")
            for together in (1, given.together):
                report(storage, new_tables(storage, given.tables), given.seconds, together)
            if storage.is_shared:
                listen(storage, postgres.address, given.seconds)
            storage.close()


def new_tables(storage: Storage, count: int) -> list[tuple[str, int]]:
    """New tables: their addresses, and the number that the next entry of each gets."""
    return [_new_table(storage) for _ in range(count)]


def _new_table(storage: Storage) -> tuple[str, int]:
    made, reply = make_table(NewTable(game="babel", seats=[SeatChoice(kind="person")] * 2))
    storage.make_table(made.table, made.seats, made.events)
    return reply.table, len(made.events)


def room(storage: Storage, count: int) -> float:
    """The bytes that one table takes when its match is over."""
    before = _size(storage)
    for table, first in new_tables(storage, count):
        storage.store([[Addition(table, first, [Event("act", 0, 1)] * (MATCH_LENGTH - first))]])
    return (_size(storage) - before) / count


def _size(storage: Storage) -> int:
    with storage.engine.connect() as connection:
        return int(connection.execute(text(SIZES[storage.url.get_backend_name()])).scalar_one())


def report(storage: Storage, tables: list[tuple[str, int]], seconds: float, together: int) -> None:
    """Store for a while; print how many actions that were."""
    began, used = time.perf_counter(), time.process_time()
    stored = append(storage, tables, seconds, together)
    passed, used = time.perf_counter() - began, time.process_time() - used
    print(
        f"  {together} in a transaction: {stored / passed:,.0f} actions/s, "
        f"{1000 * used / stored:.2f} ms of processor each in the process that writes"
    )


def append(storage: Storage, tables: list[tuple[str, int]], seconds: float, together: int) -> int:
    """Let threads append to tables of their own for a while, so many tables in one transaction; how many actions."""
    count = THREADS if storage.is_shared else 1
    end = time.perf_counter() + seconds
    with ThreadPoolExecutor(count) as threads:
        shares = [tables[thread::count] for thread in range(count)]
        return sum(threads.map(lambda share: _append_until(storage, share, end, together), shares))


def _append_until(storage: Storage, tables: list[tuple[str, int]], end: float, together: int) -> int:
    numbers = dict(tables)
    turns = itertools.cycle(numbers)
    stored = 0
    while time.perf_counter() < end:
        some = {next(turns) for _ in range(together)}
        outcomes = storage.store([[Addition(table, numbers[table], [Event("act", 0, 1)])] for table in some])
        assert all(isinstance(outcome, float) for outcome in outcomes)
        for table in some:
            numbers[table] += 1
        stored += len(some)
    return stored


def listen(storage: Storage, address: str, seconds: float) -> None:
    """Print how many notifications of single actions another connection hears, and what each costs it."""
    received, used = [0], [0.0]
    tables = new_tables(storage, 100)
    listener = psycopg.connect(address, autocommit=True)
    listener.execute(f"LISTEN {CHANNEL}")
    reader = threading.Thread(target=_count_notifications, args=(listener, seconds + 1, received, used))
    reader.start()
    append(storage, tables, seconds, 1)
    reader.join()
    listener.close()
    rate, microseconds = received[0] / seconds, 1e6 * used[0] / received[0]
    print(f"  another process receives {rate:,.0f} notifications/s, {microseconds:.0f} µs each")


def _count_notifications(
    listener: psycopg.Connection[tuple[object, ...]], seconds: float, received: list[int], used: list[float]
) -> None:
    clock: Callable[[], float] = time.thread_time
    before = clock()
    for _ in listener.notifies(timeout=seconds):
        received[0] += 1
    used[0] = clock() - before


if __name__ == "__main__":
    main()
