"""Who is at the tables: keeps the seats of those who are there, and hands the seats of those who left to bots."""

import asyncio
import logging
import time

from shinar.server.bots.levels import default_level
from shinar.server.collector import Collector
from shinar.server.event_log import log_event
from shinar.server.storage.database import Change
from shinar.server.tables.live import LiveTable
from shinar.server.tables.manager import Answer, TableManager
from shinar.server.tables.table import HERE_SECONDS, Table

__all__ = ["leave", "look", "watch"]

EXTRA_SECONDS = 15.0  # beyond the turn clock, for those who are there
CLEARING_SECONDS = 3600.0  # between two deletions of what is too old
MAX_PAUSE = 5.0  # seconds between two looks at who is missing


async def watch(manager: TableManager) -> None:
    """Check all tables from time to time, as long as the server runs."""
    pause = min(MAX_PAUSE, max(0.05, manager.settings.grace / 4))
    beaten_at, cleared_at = 0.0, float("-inf")
    collector = Collector()
    while True:
        await asyncio.sleep(pause)
        try:
            if time.monotonic() - beaten_at > manager.settings.limits.heartbeat_seconds:
                beaten_at = time.monotonic()
                await _heartbeat(manager)
            for live in list(manager.tables.values()):
                await look(manager, live)
            manager.put_away_idle()
            await asyncio.to_thread(manager.storage.checkpoint)
            collector.look(manager.metrics.happened)
            if time.monotonic() - cleared_at > CLEARING_SECONDS:
                cleared_at = time.monotonic()
                await manager.in_database(
                    manager.storage.clear, manager.settings.keep_days, manager.settings.keep_record_days
                )
        except Exception:  # it must not stop: the next round may succeed
            log_event("attendance failed", logging.ERROR, failed=True)


async def _heartbeat(manager: TableManager) -> None:
    """Tell the other processes, if there can be any, through the database who is connected here."""
    if manager.storage.is_shared:
        await manager.in_database(manager.storage.beat, manager.connected_seats(), HERE_SECONDS)


async def look(manager: TableManager, live: LiveTable) -> None:
    """Hand the seats of those who are away to bots, and back after a turn that took too long."""
    for seat in missing_seats(live.table, manager.settings.grace) if live.connections else []:
        async with manager.at(live.table.id) as held:
            if seat in missing_seats(held.table, manager.settings.grace):
                await leave(manager, held, seat)
    if live.away != live.table.away_seats:
        async with manager.at(live.table.id) as held:
            held.away = held.table.away_seats
            manager.tell(held)
    if seats_to_give_back(live.table):
        async with manager.at(live.table.id) as held:
            await manager.change(held, give_back)


def give_back(table: Table) -> list[Change]:
    """Give players whose turn a bot has played their seats back for the next turn."""
    return [change for seat in seats_to_give_back(table) for change in table.change_seat(seat, taken_over=False)]


def missing_seats(table: Table, grace: float) -> list[int]:
    """The seats that a bot should play, by what the table has chosen for absent players."""
    rules = {"wait": lambda *_: [], "clock": _late_seats, "bot": _absent_seats}
    return [] if table.is_over else rules[table.row.away](table, table.row.away_seconds or grace)


def _late_seats(table: Table, seconds: float) -> list[int]:
    """The players who are asked and have let the clock run out; those who are connected get a little more time."""
    waited = time.time() - table.moved_at
    asked = [row for row in table.seats if row.seat in table.actors and row.kind == "person" and not row.taken_over]
    return [row.seat for row in asked if waited > seconds + (EXTRA_SECONDS if table.is_connected(row.seat) else 0)]


def _absent_seats(table: Table, seconds: float) -> list[int]:
    """The players who left longer ago than that while another person is waiting."""
    persons = [row for row in table.seats if row.kind == "person" and row.has_come]
    here = [row.seat for row in persons if table.is_connected(row.seat)]
    latest = time.time() - seconds
    return [
        row.seat for row in persons if here and row.seat not in here and not row.taken_over and row.seen_at < latest
    ]


def seats_to_give_back(table: Table) -> list[int]:
    """The seats whose one turn a bot has played by the clock: the next turn is the player's again."""
    if table.row.away != "clock" or table.is_over:
        return []
    return [row.seat for row in table.seats if row.taken_over and row.seat not in table.actors]


async def leave(manager: TableManager, live: LiveTable, seat: int, answer: Answer | None = None) -> None:
    """Hand a seat to a bot until its person returns; the caller holds the lock."""
    await manager.change(live, lambda table: bot_takes_over(table, seat), answer)
    log_event("seat taken over", table=live.table.id, seat=seat)


def bot_takes_over(table: Table, seat: int) -> list[Change]:
    """A bot plays a seat from now on."""
    return table.change_seat(seat, taken_over=True, level=default_level(table.game.name))
