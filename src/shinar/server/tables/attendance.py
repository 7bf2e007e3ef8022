"""Who is at the tables: keeps the seats of those who are, and hands the seats of those who left to bots."""

import asyncio
import logging
import time

from shinar.server.bots.levels import default_level
from shinar.server.event_log import log_event
from shinar.server.storage.database import Change
from shinar.server.tables.hub import Answer, LiveTable, TableManager
from shinar.server.tables.table import HERE_SECONDS, Table

__all__ = ["leave", "watch"]

HEARTBEAT_SECONDS = HERE_SECONDS / 3
MAX_PAUSE = 5.0  # seconds between two looks at who is missing


async def watch(hub: TableManager) -> None:
    """Look around from time to time, as long as the server runs."""
    pause = min(MAX_PAUSE, max(0.05, hub.settings.grace / 4))
    beaten_at = 0.0
    while True:
        await asyncio.sleep(pause)
        try:
            if time.monotonic() - beaten_at > HEARTBEAT_SECONDS:
                beaten_at = time.monotonic()
                await _heartbeat(hub)
            for live in list(hub.tables.values()):
                await _look(hub, live)
        except Exception:  # it must go on looking: the next round may succeed
            log_event("attendance failed", logging.ERROR, failed=True)


async def _heartbeat(hub: TableManager) -> None:
    """Tell the other processes, if there can be any, through the database who is connected here."""
    here = hub.connected_seats() if hub.storage.is_shared else []
    if here:
        await hub.in_database(hub.storage.still_here, here)


async def _look(hub: TableManager, live: LiveTable) -> None:
    """Hand the seats of leavers to bots."""
    missing = missing_seats(live.table, hub.settings.grace) if live.connections else []
    for seat in missing:
        async with hub.at(live.table.id) as held:
            if seat in missing_seats(held.table, hub.settings.grace):
                await leave(hub, held, seat)


def missing_seats(table: Table, grace: float) -> list[int]:
    """The seats of persons who left longer ago than the grace time while another person is waiting."""
    if table.is_over:
        return []
    persons = [row for row in table.seats if row.kind == "person" and row.has_come]
    here = [row.seat for row in persons if table.is_connected(row.seat)]
    latest = time.time() - grace
    return [
        row.seat for row in persons if here and row.seat not in here and not row.taken_over and row.seen_at < latest
    ]


async def leave(hub: TableManager, live: LiveTable, seat: int, answer: Answer | None = None) -> None:
    """Hand a seat to a bot until its person returns; the caller holds the lock."""
    await hub.change(live, lambda table: bot_takes_over(table, seat), answer)
    log_event("seat taken over", table=live.table.id, seat=seat)


def bot_takes_over(table: Table, seat: int) -> list[Change]:
    """A bot plays a seat from now on."""
    return table.change_seat(seat, taken_over=True, level=default_level(table.game.name))
