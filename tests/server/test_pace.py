"""On a busy server requests begin together; where few come, each begins at once."""

import asyncio
from collections.abc import Callable
from typing import Any

from shinar.server.pace import BUSY_GAP, MAX_COST, MAX_GAP, Pace


class Scene:
    """A pace whose time a test sets, and what has begun."""

    def __init__(self) -> None:
        self.now = self.used = 0.0
        self.cost = MAX_COST / 4  # seconds of processor that each takes
        self.pace = Pace(lambda: self.now, lambda: self.used)
        self.begun: list[int] = []

    def request(self, number: int, after: float) -> bool:
        """A request comes so many seconds after the one before; whether it begins at once."""
        self.now += after
        self.used += self.cost
        self.pace.begin(lambda: self.begun.append(number))
        return number in self.begun

    def make_busy(self) -> None:
        """Let many come in a row, until the last one waits."""
        number = -1
        while self.request(number, BUSY_GAP / 4):
            number -= 1


async def until(is_met: Callable[[], bool]) -> None:
    while not is_met():  # the suite's time limit ends what never comes
        await asyncio.sleep(0.001)


def test_where_few_come_each_begins_at_once() -> None:
    scene = Scene()
    assert all(scene.request(number, 2 * BUSY_GAP) for number in range(200))
    assert all(scene.request(number, 0.0) for number in range(200, 205))  # one person who clicks fast


def test_where_each_takes_long_all_begin_at_once_however_many_come() -> None:
    scene = Scene()
    scene.cost = 2 * MAX_COST
    assert all(scene.request(number, BUSY_GAP / 4) for number in range(200))


def test_where_many_come_they_wait_for_each_other_and_keep_their_order() -> None:
    async def play() -> list[int]:
        scene = Scene()
        scene.make_busy()
        assert not any(scene.request(number, 0.001) for number in range(3))
        await until(lambda: 2 in scene.begun)
        return scene.begun[-3:]

    assert asyncio.run(play()) == [0, 1, 2]


def test_after_a_silence_they_begin_at_once_again() -> None:
    async def play() -> bool:
        scene = Scene()
        scene.make_busy()
        last = min(-1, *scene.begun) - 1  # the one that waits
        await until(lambda: last in scene.begun)
        return scene.request(0, MAX_GAP)

    assert asyncio.run(play())


def test_one_that_fails_does_not_keep_the_others() -> None:
    async def play() -> tuple[list[int], list[str]]:
        scene, failures = Scene(), list[str]()

        def note(_loop: Any, context: dict[str, Any]) -> None:
            failures.append(type(context["exception"]).__name__)

        asyncio.get_running_loop().set_exception_handler(note)
        scene.make_busy()
        scene.pace.begin(lambda: [][0])
        assert not scene.request(0, 0.001)
        await until(lambda: 0 in scene.begun)
        return scene.begun[-1:], failures

    assert asyncio.run(play()) == ([0], ["IndexError"])
