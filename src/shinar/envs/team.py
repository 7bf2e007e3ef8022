"""Threads that share work which lasts less than a millisecond.

To wake a thread takes about as long as a tenth of such a piece of work, and to take a part of it with Python's lock
held a hundredth. So the parts are counted in memory that all threads see, by machine code, and a thread that finds
nothing to do looks again and again for a moment before it sleeps. Each has a share of its own, the same for every task,
which it finds in the cache of its processor. Nobody waits for a thread that comes late: what is left of its share, the
others do.
"""

import time
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np

from shinar.core.compiled.atomic import add_to, read, write
from shinar.core.compiled.jit import is_compiler_on, jit

__all__ = ["GO_ON", "ITEMS", "KIND", "PART", "Team", "finish_part", "is_finished", "new_board", "next_part", "post"]

# What stands on the board, each on a line of the processor's cache by itself.
LINE = 8  # entries
FINISHED = 0  # items of the task
KIND = LINE  # what is to be done
ITEMS = 2 * LINE  # how many there are
PART = 3 * LINE  # how many are taken at a time
SHARES = 4 * LINE  # into how many they are divided
SHARE = 5 * LINE  # how many each of them has
NEXT = 6 * LINE  # for each share: the number of the task, and in the low half how many items were taken

HALF = 32  # bits
LOW_HALF = (1 << HALF) - 1
NOTHING_LEFT = -1
GO_ON = -1  # instead of a kind of task: help with the one that is posted
MIN_PART = 32  # items: what a thread takes at a time is no less
PARTS = 32  # for each thread
PATIENCE = 50_000  # looks, about a tenth of a millisecond

Work = Callable[[int, int, int], bool]  # (kind or GO_ON, thread, patience) whether the task is finished


def new_board(items: int, threads: int) -> Any:
    """A board for tasks of so many items."""
    board = np.zeros(NEXT + LINE * threads, np.int64)
    part = items if threads == 1 else min(items, max(MIN_PART, items // (PARTS * threads)))
    share = -(-items // (threads * part)) * part  # whole parts, so that none is in two shares
    board[ITEMS], board[PART], board[SHARES], board[SHARE] = items, part, threads, share
    return board


# ---- in machine code --------------------------------------------------------------------------------------------


@jit
def post(board: Any, kind: int) -> None:
    """Put up a task, when the one before it is finished: whoever looks for something to do finds it from now on."""
    board[KIND] = kind
    board[FINISHED] = 0
    for share in range(board[SHARES]):
        write(board, NEXT + LINE * share, (task_of(board, share) + 1) << HALF)


@jit
def task_of(board: Any, share: int) -> int:
    """The number of the task to which a share belongs now."""
    return read(board, NEXT + LINE * share) >> HALF


@jit
def next_part(board: Any, thread: int, patience: int) -> int:
    """Take the next part, and wait for one as long as that is worth it; its first item, or NOTHING_LEFT."""
    task = task_of(board, thread)
    first = take_part(board, thread)
    for _ in range(patience):
        if first != NOTHING_LEFT:
            break
        if task_of(board, thread) != task:
            task = task_of(board, thread)
            first = take_part(board, thread)
    return first


@jit
def take_part(board: Any, thread: int) -> int:
    """The first item of a part that nobody has taken, of the thread's own share if there is one; or NOTHING_LEFT."""
    shares, size = board[SHARES], board[SHARE]
    for other in range(shares):
        share = (thread + other) % shares
        taken = add_to(board, NEXT + LINE * share, board[PART]) & LOW_HALF
        if taken < size and share * size + taken < board[ITEMS]:
            first: int = share * size + taken
            return first
    return NOTHING_LEFT


@jit
def finish_part(board: Any, count: int) -> None:
    """So many items are done."""
    add_to(board, FINISHED, count)


@jit
def is_finished(board: Any, patience: int) -> bool:
    """Whether the task is finished, or will be in a moment."""
    items: int = board[ITEMS]
    for _ in range(patience):
        if read(board, FINISHED) >= items:
            return True
    return read(board, FINISHED) >= items


# ---- in Python --------------------------------------------------------------------------------------------------


class Team:
    """The caller's thread and some more, which sleep when there was nothing to do for a while."""

    def __init__(self, threads: int, work: Work) -> None:
        self._work = work
        self._patience = PATIENCE if is_compiler_on() else 0
        self._helpers = [_Helper(work, number, self._patience) for number in range(1, threads)]
        self.close = weakref.finalize(self, _dismiss, self._helpers)

    def carry_out(self, kind: int) -> None:
        """Post a task and work on it with the others until it is finished."""
        for helper in self._helpers:
            helper.wake()
        is_done = self._work(kind, 0, self._patience)
        while not is_done:  # one of the others was interrupted in the middle of its part
            for helper in self._helpers:
                helper.check()
            time.sleep(0)
            is_done = self._work(GO_ON, 0, self._patience)


class _Helper:
    """A thread that helps. It starts when it is first woken."""

    def __init__(self, work: Work, number: int, patience: int) -> None:
        self._calls: SimpleQueue[bool] = SimpleQueue()  # True: there is something to do; False: end
        self._thread: Thread | None = None
        self._arguments = work, number, patience
        self._is_asleep = True
        self._error: BaseException | None = None

    def wake(self) -> None:
        self.check()
        if self._thread is None:
            self._thread = Thread(target=self._help, name=f"helper-{self._arguments[1]}", daemon=True)
            self._thread.start()
        if self._is_asleep:
            self._is_asleep = False
            self._calls.put(True)

    def check(self) -> None:
        """Raise here what was raised there: it is our mistake, and the games are no longer to be trusted."""
        if self._error is not None:
            raise self._error

    def dismiss(self) -> None:
        if self._thread is not None:
            self._calls.put(False)
            self._thread.join()
            self._thread = None

    def _help(self) -> None:
        work, number, patience = self._arguments
        while self._calls.get():
            try:
                work(GO_ON, number, patience)
            except BaseException as error:
                self._error = error
                return
            self._is_asleep = True


def _dismiss(helpers: list[_Helper]) -> None:
    for helper in helpers:
        helper.dismiss()
