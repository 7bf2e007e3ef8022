"""Learns from PostgreSQL which tables other servers have changed."""

import asyncio
import logging
from typing import Any

from shinar.server.event_log import log_event
from shinar.server.storage.database import CHANNEL
from shinar.server.tables.manager import TableManager

__all__ = ["listen"]

RETRY_SECONDS = 2.0


async def listen(manager: TableManager, ready: asyncio.Event) -> None:
    """Refresh tables when others change them; if the connection is lost, reconnect and refresh all."""
    while True:
        try:
            await _follow_changes(manager, ready)
        except Exception:  # the database may be restarting
            log_event("listening failed", logging.ERROR, failed=True)
        await asyncio.sleep(RETRY_SECONDS)


async def _follow_changes(manager: TableManager, ready: asyncio.Event) -> None:
    import psycopg

    address = manager.storage.url.set(drivername="postgresql").render_as_string(hide_password=False)
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        ready.set()
        for table_id in list(manager.tables):  # what was missed while nobody listened
            await manager.refresh(table_id)
        async for news in connection.notifies():
            _take(manager, news)


def _take(manager: TableManager, news: Any) -> None:
    process, _, table_id = news.payload.partition(" ")
    if process != manager.storage.process:
        manager.start(_refresh(manager, table_id))


async def _refresh(manager: TableManager, table_id: str) -> None:
    try:
        await manager.refresh(table_id)
    except Exception:  # the next action or news of the table tries again
        log_event("refresh failed", logging.ERROR, failed=True, table=table_id)
