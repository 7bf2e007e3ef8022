"""Tells those who look at tables how they stand, when nothing more urgent is to be done.

What a viewer sees takes longer to find than an action to be taken and stored, and every action is news for several. So
an action marks those who are behind, and they are told one after the other, between the answers to other requests.
Whoever is behind for two actions is told once. Before a request is answered, the one who asks is told what came first:
an answer never overtakes the news.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from shinar.core.viewer import Viewer
from shinar.server.event_log import log_event
from shinar.server.tables.live import LiveTable
from shinar.server.tables.order import length_for
from shinar.server.transport.connection import Connection

__all__ = ["Kept", "Teller", "tell"]

Kept = Callable[[Viewer], int]  # how many entries of the log that a viewer has still hold
SLICE_SECONDS = 0.002  # of telling, then others have their turn


class Teller:
    """Those who are behind, in the order in which they fell behind."""

    def __init__(self) -> None:
        self._behind: dict[Connection, LiveTable] = {}
        self._is_telling = False

    def mark(self, live: LiveTable, whom: Iterable[Connection], kept: Kept | None = None) -> None:
        """The table has changed: those who notice it are to be told, with the log from what is `kept` on."""
        live.told = {}
        for connection in whom:
            if kept is not None:
                connection.known = min(connection.known, kept(connection.viewer))
            self._behind.setdefault(connection, live)
        if self._behind and not self._is_telling:
            self._is_telling = True
            asyncio.get_running_loop().call_soon(self._tell_some)

    def forget(self, connection: Connection) -> None:
        """It is gone, and need not be told."""
        self._behind.pop(connection, None)

    def catch_up(self, connection: Connection) -> None:
        """Tell somebody at once, if that is to be done at all."""
        live = self._behind.pop(connection, None)
        if live is not None:
            tell(live, connection)

    def _tell_some(self) -> None:
        end = time.perf_counter() + SLICE_SECONDS
        while self._behind and time.perf_counter() < end:
            connection = next(iter(self._behind))
            try:
                self.catch_up(connection)
            except Exception:  # our mistake; others are told nevertheless, and this one may come back
                log_event("telling failed", logging.ERROR, failed=True)
                connection.drop()
        self._is_telling = bool(self._behind)
        if self._is_telling:
            asyncio.get_running_loop().call_soon(self._tell_some)


def tell(live: LiveTable, connection: Connection) -> None:
    """Send somebody how the table stands now."""
    key = (connection.viewer, connection.known, connection.wants_drawing)
    if key not in live.told:
        text = live.table.update_json(connection.viewer, connection.known, drawn=connection.wants_drawing)
        live.told[key] = text, length_for(live.table.match, connection.viewer)
    text, connection.known = live.told[key]
    connection.send_text(text)
