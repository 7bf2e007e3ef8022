"""Threads that share work: every item is done once, whoever is late, and nothing is left running."""

import gc
import threading
from collections import Counter
from collections.abc import Callable

import pytest

from shinar.envs import team
from shinar.envs.team import GO_ON, ITEMS, PART, Team, finish_part, is_finished, new_board, next_part, post


class Sharing:
    """Work that notes which thread did which item."""

    def __init__(self, items: int, threads: int) -> None:
        self.board = new_board(items, threads)
        self.done: list[tuple[int, int, int]] = []  # kind, item, thread
        self.on_part: Callable[[int], None] = lambda _thread: None

    def work(self, kind: int, thread: int, _patience: int) -> bool:
        if kind != GO_ON:
            post(self.board, kind)
        while (first := next_part(self.board, thread, 0)) >= 0:
            self.on_part(thread)
            last = min(first + int(self.board[PART]), int(self.board[ITEMS]))
            self.done += [(int(self.board[team.KIND]), item, thread) for item in range(first, last)]
            finish_part(self.board, last - first)
        return thread > 0 or is_finished(self.board, 0)


@pytest.mark.parametrize(("items", "threads"), [(1, 1), (5, 2), (31, 2), (64, 3), (100, 5), (1000, 1), (1000, 4)])
def test_every_item_of_every_task_is_done_once(items: int, threads: int) -> None:
    shared = Sharing(items, threads)
    together = Team(threads, shared.work)
    for kind in range(20):
        together.carry_out(kind)
        assert Counter(shared.done) == Counter(dict.fromkeys(shared.done, 1))
        assert {(of, item) for of, item, _ in shared.done} == {(of, n) for of in range(kind + 1) for n in range(items)}
    together.close()


def test_a_thread_does_some_of_it_and_the_caller_waits_for_that() -> None:
    shared, is_helped = Sharing(100, 2), threading.Event()

    def wait_for_help(thread: int) -> None:
        is_helped.set() if thread > 0 else is_helped.wait(60)

    shared.on_part = wait_for_help
    together = Team(2, shared.work)
    together.carry_out(7)
    together.close()
    assert {thread for _, _, thread in shared.done} == {0, 1}
    assert len(shared.done) == 100


def test_what_goes_wrong_in_a_thread_is_raised_for_the_caller() -> None:
    shared, is_failing = Sharing(100, 2), threading.Event()

    def fail(thread: int) -> None:
        if thread > 0:
            is_failing.set()
            raise ZeroDivisionError
        is_failing.wait(60)

    shared.on_part = fail
    with pytest.raises(ZeroDivisionError):
        Team(2, shared.work).carry_out(0)


def helpers() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name.startswith("helper-")}


def test_threads_end_when_they_are_dismissed_or_forgotten() -> None:
    before, shared = helpers(), Sharing(100, 3)
    together = Team(3, shared.work)
    together.carry_out(0)
    assert len(helpers() - before) == 2
    together.close()
    together.close()
    assert not helpers() - before
    forgotten = Team(2, shared.work)
    forgotten.carry_out(1)
    assert len(helpers() - before) == 1
    del forgotten
    gc.collect()
    assert not helpers() - before
