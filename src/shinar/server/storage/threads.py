"""Threads for what waits for a database. Like an executor, but a call costs a third: every action makes one."""

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

__all__ = ["DatabaseThreads", "Done"]

T = TypeVar("T")
Done = Callable[[Any, BaseException | None], None]  # is given the result, or the exception that was raised


class _Call(NamedTuple):
    loop: asyncio.AbstractEventLoop  # in which `done` is called
    done: Done
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class DatabaseThreads:
    """Some threads that carry out one call after the other. They start with the first call."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._threads: list[Thread] = []
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()  # None: end

    def start(self, done: Done, function: Callable[..., Any], *arguments: Any) -> None:
        """Call a function in a thread, then `done` in the event loop that is running now."""
        if not self._threads:
            self._threads = [Thread(target=self._work, name=f"database-{n}", daemon=True) for n in range(self._count)]
            for thread in self._threads:
                thread.start()
        self._calls.put(_Call(asyncio.get_running_loop(), done, function, arguments))

    async def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function in a thread and wait for its result."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def done(result: T, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        self.start(done, function, *arguments)
        return await future

    def stop(self) -> None:
        """Finish what has begun, then end."""
        for _ in self._threads:
            self._calls.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            result, error = None, None
            try:
                result = call.function(*call.arguments)
            except BaseException as raised:
                error = raised
            if not call.loop.is_closed():  # else nobody waits any more
                call.loop.call_soon_threadsafe(call.done, result, error)
            del call, result, error
