"""A table in memory, with those who are looking at it."""

import asyncio
import time

from shinar.core.viewer import Viewer
from shinar.server.tables.table import Table
from shinar.server.transport.connection import Connection
from shinar.server.transport.rates import Bucket

__all__ = ["LiveTable", "UpdateCache"]

UpdateCache = dict[
    tuple[Viewer, int, bool], tuple[str, int]
]  # by viewer, known entries, drawing: the update, entries then


class LiveTable:
    """A table in memory with those who are looking at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.updates: UpdateCache = {}  # updates of the table as it is now: many look at it with the same eyes
        self.is_doubtful = False  # whether more may be stored than is known here
        self.used_at = time.monotonic()
        self.away: list[int] = []  # seats that everybody was told are away
        self.chat: dict[int, Bucket] = {}  # how much each seat may say
        self.users = 0  # who holds or waits for the lock: it must stay in memory
        self.bots: asyncio.Task[None] | None = None  # playing the bots' seats
        self.news: asyncio.Task[None] | None = None  # about to tell a crowd how many watch

    @property
    def is_idle(self) -> bool:
        """Whether it can be put away."""
        return not self.connections and self.users == 0 and self.bots is None
