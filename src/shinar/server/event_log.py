"""Structured logs: one JSON object per line. No secret is ever passed to it."""

import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import Any

__all__ = ["FloodBarrier", "log_event", "start_event_log"]

LOGGER = logging.getLogger("shinar.server")
FLOOD_LINES = 10  # of one complaint …
FLOOD_SECONDS = 60.0  # … in so many seconds
MAX_COMPLAINTS = 1000  # that are counted separately


class JsonLines(logging.Formatter):
    """Writes a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, event, and whatever the event carries."""
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= getattr(record, "details", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class FloodBarrier(logging.Filter):
    """Lets the same complaint through only so often; the next that passes says how many were left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.passed: dict[tuple[str, str], list[float]] = {}
        self.left_out: Counter[tuple[str, str]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written down."""
        if record.levelno < logging.WARNING:
            return True
        key = (record.name, str(record.msg)[:100])
        if key not in self.passed and len(self.passed) >= MAX_COMPLAINTS:
            self.passed.clear()
        since = self.clock() - FLOOD_SECONDS
        recent = self.passed[key] = [moment for moment in self.passed.get(key, []) if moment > since]
        if len(recent) >= FLOOD_LINES:
            self.left_out[key] += 1
            return False
        recent.append(self.clock())
        if missing := self.left_out.pop(key, 0):
            record.details = getattr(record, "details", {}) | {"left_out": missing}
        return True


def start_event_log(level: str = "info") -> None:
    """Send our logs, and the warnings of other libraries, to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(FloodBarrier())
    LOGGER.handlers = [handler]
    LOGGER.propagate = False
    LOGGER.setLevel(level.upper())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel("WARNING")
    logging.captureWarnings(True)
    sys.excepthook = _log_uncaught
    uvicorn = logging.getLogger("uvicorn")
    uvicorn.handlers = [handler]
    uvicorn.propagate = False
    # Never lower than this: it would write down every message of a WebSocket, and with `hello` the secret of a seat.
    uvicorn.setLevel("INFO" if level == "debug" else "WARNING")


def _log_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log an uncaught exception, which Python would print as lines that are not JSON."""
    if issubclass(kind, KeyboardInterrupt):
        return
    LOGGER.critical("ended by a mistake", exc_info=(kind, error, trace))


def log_event(event: str, level: int = logging.INFO, *, failed: bool = False, **details: object) -> None:
    """Write down an event; with `failed` also the exception being handled."""
    LOGGER.log(level, event, extra={"details": details}, exc_info=failed)
