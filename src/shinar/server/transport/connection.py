"""One WebSocket of a seat or a spectator, as the tables see it: a queue of messages to be sent."""

import asyncio

from pydantic import BaseModel

from shinar.core.viewer import Viewer
from shinar.server.settings import Limits
from shinar.server.transport.messages import Refused
from shinar.server.transport.rates import Bucket

__all__ = ["Connection"]


class Connection:
    """Somebody who is looking at a table. A reader too slow for the queue is dropped."""

    def __init__(self, viewer: Viewer, limits: Limits, address: str = "") -> None:
        self.viewer = viewer
        self.address = address  # where it comes from
        self.known = 0  # lines of the log that it has
        self.wants_drawing = False
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(limits.queue)  # None: close
        self.messages = Bucket(limits.messages)
        self.heavy = Bucket(limits.heavy)
        self.is_dropped = False

    def send(self, message: BaseModel) -> None:
        """Put a message into the queue."""
        self.send_text(message.model_dump_json())

    def send_text(self, text: str) -> None:
        """Put a message that is JSON already into the queue."""
        if self.is_dropped:
            return
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.drop()

    def dismiss(self) -> None:
        """Say that the secret of this connection has ended, and close it."""
        reason = "this seat is played from another device now"
        self.send(Refused(id=0, code="wrong-secret", reason=reason))
        self.is_dropped = True
        self.queue.put_nowait(None)

    def drop(self) -> None:
        """Give up on the reader: what is queued is thrown away, then the connection is closed."""
        self.is_dropped = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)
