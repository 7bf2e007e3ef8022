"""Rate limits: what is refused at once, and what waits for its turn."""

from shinar.server.transport.rates import Bucket, Buckets

RATE = (2.0, 3.0)  # two a second, three at once


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def test_what_is_booked_waits_for_its_turn() -> None:
    bucket = Bucket(RATE, Clock())
    assert [bucket.book(2.0) for _ in range(6)] == [0, 0, 0, 0.5, 1.0, 1.5]


def test_a_turn_that_is_too_far_away_is_refused_and_costs_nothing() -> None:
    clock = Clock()
    bucket = Bucket(RATE, clock)
    assert [bucket.book(0.5) for _ in range(6)] == [0, 0, 0, 0.5, None, None]
    clock.now = 0.5
    assert bucket.book(0.5) == 0.5


def test_each_address_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(RATE, Clock())
    assert [buckets.take("one", 3), buckets.take("one"), buckets.take("other")] == [True, False, True]
    assert buckets.of("one").book(1.0) == 0.5
