"""Rate limits: a bucket of tokens that fills at a steady rate and is emptied by requests."""

import time
from collections import OrderedDict
from collections.abc import Callable

__all__ = ["Bucket", "Buckets"]

MAX_BUCKETS = 10_000  # addresses remembered; the one that asked longest ago is forgotten first


class Bucket:
    """Allows a number of requests per second, and a number at once."""

    def __init__(self, rate: tuple[float, float], clock: Callable[[], float] = time.monotonic) -> None:
        self.per_second, self.capacity = rate
        self.tokens = self.capacity
        self.clock = clock
        self.filled_at = clock()

    def take(self, cost: float = 1) -> bool:
        """Whether one more request is allowed now; some cost more than others."""
        now = self.clock()
        self.tokens = min(self.capacity, self.tokens + (now - self.filled_at) * self.per_second)
        self.filled_at = now
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True

    def book(self, patience: float) -> float | None:
        """Take a token in advance: the seconds until it is there, or None if that is longer than the patience."""
        self.take(0)
        wait = max(0.0, (1 - self.tokens) / self.per_second)
        if wait > patience:
            return None
        self.tokens -= 1
        return wait


class Buckets:
    """One bucket per address."""

    def __init__(self, rate: tuple[float, float], clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: float = 1) -> bool:
        """Whether one more request of an address is allowed now."""
        return self.of(address).take(cost)

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket(self.rate, self.clock)
        self.buckets.move_to_end(address)
        if len(self.buckets) > MAX_BUCKETS:
            self.buckets.popitem(last=False)
        return bucket
