"""What the server counts about itself, as text for Prometheus."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator

__all__ = ["Histogram", "Metrics"]

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds


class Histogram:
    """How long something took."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        """The cumulative buckets, the sum and the count."""
        reached = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            reached += count
            yield f'{name}_bucket{{le="{bound}"}} {reached}'
        yield f"{name}_sum {self.sum:.6f}"
        yield f"{name}_count {reached}"


class Metrics:
    """The counters of one server process."""

    def __init__(self) -> None:
        self.actions = 0
        self.connections = 0
        self.tables_made = 0
        self.refusals: Counter[str] = Counter()
        self.requests: Counter[str] = Counter()
        self.action_seconds = Histogram()
        self.bot_seconds = Histogram()

    @property
    def happened(self) -> int:
        """A number that changes whenever people do something."""
        return self.actions + self.tables_made + self.connections + self.requests.total() + self.refusals.total()

    def text(self, live_tables: int) -> str:
        """Everything in Prometheus's format."""
        lines = [
            *_metric("actions_total", "counter", "Actions stored.", [f"shinar_actions_total {self.actions}"]),
            *_metric("connections", "gauge", "Open WebSockets.", [f"shinar_connections {self.connections}"]),
            *_metric("tables_live", "gauge", "Tables in memory.", [f"shinar_tables_live {live_tables}"]),
            *_metric("tables_made_total", "counter", "Tables made.", [f"shinar_tables_made_total {self.tables_made}"]),
            *_metric(
                "refusals_total", "counter", "Refusals by code.", _labelled("refusals_total", "code", self.refusals)
            ),
            *_metric(
                "requests_total", "counter", "HTTP answers.", _labelled("requests_total", "status", self.requests)
            ),
            *_metric("action_seconds", "histogram", "Act to done.", self.action_seconds.lines("shinar_action_seconds")),
            *_metric("bot_seconds", "histogram", "Bots' thinking.", self.bot_seconds.lines("shinar_bot_seconds")),
        ]
        return "\n".join([*lines, ""])


def _metric(name: str, kind: str, help_text: str, lines: Iterable[str]) -> list[str]:
    return [f"# HELP shinar_{name} {help_text}", f"# TYPE shinar_{name} {kind}", *lines]


def _labelled(name: str, label: str, counts: Counter[str]) -> list[str]:
    return [f'shinar_{name}{{{label}="{value}"}} {count}' for value, count in sorted(counts.items())]
