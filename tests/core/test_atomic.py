"""Numbers that several threads change at the same time: nothing is lost, compiled or not."""

import threading
from typing import Any

import numpy as np
import pytest

from shinar.core.compiled.atomic import add_to, lower_to, read, write
from shinar.core.compiled.jit import compiled, jit

TIMES = 5_000


@jit
def change_all(cells: Any) -> int:
    before = add_to(cells, 1, 5) + write(cells, 2, 8) + lower_to(cells, 3, 2) + lower_to(cells, 4, 9)
    return 10 * before + read(cells, 2)


@jit
def count(cells: Any, times: int) -> None:
    for _ in range(times):
        add_to(cells, 0, 1)


pytestmark = pytest.mark.usefixtures("empty_cache", "is_compiled")


def test_a_number_is_changed_and_the_one_before_is_given() -> None:
    cells = np.arange(5)
    assert compiled(change_all)(cells) == 10 * (1 + 2 + 3 + 4) + 8
    assert cells.tolist() == [0, 6, 8, 2, 4]


def test_nothing_is_lost_when_several_threads_count() -> None:
    cells, add = np.zeros(8, np.int64), compiled(count)
    add(cells, 0)
    threads = [threading.Thread(target=add, args=(cells, TIMES)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cells[0] == 4 * TIMES
