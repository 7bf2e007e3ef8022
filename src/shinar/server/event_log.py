"""Structured logs: one JSON object per line. No secret is ever passed to it."""

import json
import logging
import sys
import time
from typing import Any

__all__ = ["log_event", "start_event_log"]

LOGGER = logging.getLogger("shinar.server")


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


def start_event_log(level: str = "info") -> None:
    """Send our logs, and of uvicorn's what is worth knowing, to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    LOGGER.handlers = [handler]
    LOGGER.propagate = False
    LOGGER.setLevel(level.upper())
    uvicorn = logging.getLogger("uvicorn")
    uvicorn.handlers = [handler]
    uvicorn.propagate = False
    # Never lower than this: it would write down every message of a WebSocket, and with `hello` the secret of a seat.
    uvicorn.setLevel("INFO" if level == "debug" else "WARNING")


def log_event(event: str, level: int = logging.INFO, *, failed: bool = False, **details: object) -> None:
    """Write down an event; with `failed` also the exception being handled."""
    LOGGER.log(level, event, extra={"details": details}, exc_info=failed)
