"""Coroutines without tasks: a request is carried out where it begins, as far as it need not wait for anything.

A task of asyncio begins with the next turn of the event loop and takes another one to end. Nearly every request needs
neither: only what has to be stored waits, once. (Python 3.12 and newer have eager tasks, which begin at once, too.)
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

__all__ = ["Work"]


class Work:
    """A coroutine to be carried out to its end: nobody can cancel it, and it must not ask for the current task."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], on_end: "Callable[[Work], None]") -> None:
        self.is_done = False
        self._coroutine = coroutine
        self._on_end = on_end
        self._awaited: asyncio.Future[None] | None = None  # by those who wait until it is done

    def begin(self) -> None:
        """Run as far as it need not wait for anything."""
        self._go_on()

    async def wait(self) -> None:
        """Wait until it is done."""
        if not self.is_done:
            if self._awaited is None:
                self._awaited = asyncio.get_running_loop().create_future()
            await asyncio.wait([self._awaited])

    def _go_on(self, _waited_for: "asyncio.Future[Any] | None" = None) -> None:
        """Run until it has to wait again."""
        try:
            waits_for: asyncio.Future[Any] | None = self._coroutine.send(None)
        except (StopIteration, asyncio.CancelledError):  # what it waited for may have been cancelled
            self._end()
        except BaseException:
            self._end()
            raise
        else:
            if waits_for is None:  # for its next turn alone
                asyncio.get_running_loop().call_soon(self._go_on)
            else:
                waits_for.add_done_callback(self._go_on)

    def _end(self) -> None:
        self.is_done = True
        if self._awaited is not None:
            self._awaited.set_result(None)
        self._on_end(self)
