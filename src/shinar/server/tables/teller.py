"""Tells those who look at tables how they stand, when nothing more urgent is to be done.

What a viewer sees takes longer to find than an action to be taken and stored, and every action is news for several. So
an action marks those who are behind, and they are told one after the other, between the answers to other requests.
Whoever is behind for two actions is told once. Before a request is answered, the one who asks is told what came first:
an answer never overtakes the news. An answer is held back until the end of the slice that begins next, so that it can
go out together with the news of what was done. All that a slice has found is sent at its end: every message wakes a
reader up, who would take the processor, and its caches, from the one who is told next.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from itertools import islice

from shinar.core.viewer import Viewer
from shinar.server.event_log import log_event
from shinar.server.tables.live import LiveTable
from shinar.server.tables.order import length_for
from shinar.server.transport.connection import Connection

__all__ = ["EntriesKept", "Teller", "tell"]

EntriesKept = Callable[[Viewer], int]  # how many entries of the log that a viewer has still hold
SLICE_SECONDS = 0.002  # of finding what to tell, then others have their turn
MAX_TOLD = 20  # in one slice: of many who see the same, sending takes longest


class Teller:
    """Those who are behind, in the order in which they fell behind."""

    def __init__(self) -> None:
        self._behind: dict[Connection, LiveTable] = {}
        self._holding: list[Connection] = []  # for whom something is held back
        self._is_telling = False

    def mark(self, live: LiveTable, whom: Iterable[Connection], kept: EntriesKept | None = None) -> None:
        """The table has changed: those who notice it are to be told, with the log from what is `kept` on."""
        live.updates = {}
        for connection in whom:
            if kept is not None:
                connection.known = min(connection.known, kept(connection.viewer))
            self._behind.setdefault(connection, live)
        self._go_on()

    def answer(self, connection: Connection, text: str) -> None:
        """Answer a request, a moment later."""
        self._hold(connection, text)
        self._go_on()

    def forget(self, connection: Connection) -> None:
        """It is gone, and need not be told."""
        self._behind.pop(connection, None)

    def catch_up(self, connection: Connection) -> None:
        """Tell somebody at once, if that is to be done at all."""
        live = self._behind.pop(connection, None)
        if live is not None:
            tell(live, connection)

    def _hold(self, connection: Connection, text: str) -> None:
        connection.hold(text)
        self._holding.append(connection)

    def tell_soon(self) -> None:
        """Tell with the next turn of the event loop, also those who fall behind until then."""
        if not self._is_telling:
            self._is_telling = True
            asyncio.get_running_loop().call_soon(self._tell_some)

    def _tell_some(self) -> None:
        end = time.perf_counter() + SLICE_SECONDS
        for connection in list(islice(self._behind, MAX_TOLD)):
            if time.perf_counter() >= end:
                break
            try:
                self._hold(connection, news(self._behind.pop(connection), connection))
            except Exception:  # our mistake; others are told nevertheless, and this one may come back
                log_event("telling failed", logging.ERROR, failed=True)
                connection.drop()
        for connection in self._holding:
            connection.release()
        self._holding.clear()
        self._is_telling = False
        self._go_on()

    def _go_on(self) -> None:
        if self._behind or self._holding:
            self.tell_soon()


def tell(live: LiveTable, connection: Connection) -> None:
    """Send somebody how the table stands now."""
    connection.send_text(news(live, connection))


def news(live: LiveTable, connection: Connection) -> str:
    """How the table stands now, for somebody who will know it then."""
    key = (connection.viewer, connection.known, connection.wants_drawing)
    if key not in live.updates:
        text = live.table.update_json(connection.viewer, connection.known, drawn=connection.wants_drawing)
        live.updates[key] = text, length_for(live.table.match, connection.viewer)
    text, connection.known = live.updates[key]
    return text
