"""Requests run as far as they can, go on when what they wait for is there, and end even if nobody waits for them."""

import asyncio

import pytest

from shinar.server.work import Work


def test_what_need_not_wait_is_done_at_once() -> None:
    done: list[str] = []
    ended: list[Work] = []

    async def request() -> None:
        done.append("request")

    work = Work(request(), ended.append)
    assert not ended
    work.begin()
    assert work.is_done
    assert done == ["request"]
    assert ended == [work]


def test_what_must_wait_goes_on_with_what_it_waited_for() -> None:
    told: list[str] = []

    async def scene() -> None:
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        async def request() -> None:
            told.append("begun")
            await asyncio.sleep(0)
            told.append(await answer)

        work = Work(request(), lambda _work: told.append("ended"))
        work.begin()
        told.append("left")
        answer.set_result("answered")
        await work.wait()
        await work.wait()  # nothing is left to wait for
        assert work.is_done

    asyncio.run(scene())
    assert told == ["begun", "left", "answered", "ended"]


def test_what_it_waited_for_may_fail_or_be_cancelled() -> None:
    told: list[str] = []

    async def scene() -> None:
        failing, cancelled = (asyncio.get_running_loop().create_future() for _ in range(2))

        async def request(waits_for: "asyncio.Future[None]") -> None:
            try:
                await waits_for
            except OSError as error:
                told.append(str(error))

        works = [Work(request(one), lambda _work: told.append("ended")) for one in (failing, cancelled)]
        for work in works:
            work.begin()
        failing.set_exception(OSError("the disk is full"))
        cancelled.cancel()
        for work in works:
            await work.wait()

    asyncio.run(scene())
    assert told == ["the disk is full", "ended", "ended"]


def test_an_error_is_not_swallowed() -> None:
    ended: list[Work] = []

    async def request() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Work(request(), ended.append).begin()
    assert [work.is_done for work in ended] == [True]
