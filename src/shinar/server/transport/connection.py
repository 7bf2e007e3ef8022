"""One WebSocket of a seat or a spectator, as the tables see it: a place to put messages."""

import asyncio
from collections.abc import Callable, Sequence

from pydantic import BaseModel

from shinar.core.viewer import Viewer
from shinar.server.settings import Limits
from shinar.server.transport.messages import Refused
from shinar.server.transport.rates import Bucket

__all__ = ["Connection", "Write"]

Write = Callable[[Sequence[str]], bool]  # sends messages at once, or does nothing: False if the reader is behind


class Connection:
    """Somebody who is looking at a table. Messages are sent at once; those for a reader who is behind are queued. A
    reader too slow for the queue is dropped."""

    def __init__(self, viewer: Viewer, limits: Limits, address: str = "", write: Write | None = None) -> None:
        self.viewer = viewer
        self.address = address  # where it comes from
        self.known = 0  # lines of the log that it has
        self.wants_drawing = False
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(limits.queue)  # None: close
        self.messages = Bucket(limits.messages)
        self.heavy = Bucket(limits.heavy)
        self.is_dropped = False
        self._held: tuple[str, ...] = ()  # messages that wait for the next one
        self._write = write
        self._is_behind = write is None  # what was queued must be sent first

    def send(self, message: BaseModel) -> None:
        """Send a message."""
        self.send_text(message.model_dump_json())

    def send_text(self, text: str) -> None:
        """Send a message that is JSON already."""
        texts, self._held = (*self._held, text), ()
        self._put(texts)

    def hold(self, text: str) -> None:
        """Send a message along with the next one, or when it is released: every write wakes the reader up."""
        self._held = (*self._held, text)

    def release(self) -> None:
        """Send what is held."""
        if self._held:
            texts, self._held = self._held, ()
            self._put(texts)

    def _put(self, texts: Sequence[str]) -> None:
        if self.is_dropped or (not self._is_behind and self._write is not None and self._write(texts)):
            return
        try:
            for text in texts:
                self.queue.put_nowait(text)
            self._is_behind = True
        except asyncio.QueueFull:
            self.drop()

    async def next_queued(self) -> str | None:
        """Wait for the next message that is queued, when the one before it has been sent; None: close."""
        if self.queue.empty():
            self._is_behind = self._write is None
        return await self.queue.get()

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
