"""Processes beside the server: they leave it to the server what Ctrl-C and the like mean, and end with it."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait

from shinar.server.event_log import start_event_log

__all__ = ["kill", "set_up"]


def kill(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, whatever they are doing."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.kill()
    pool.shutdown(wait=True, cancel_futures=True)


def set_up(patience: int = 0) -> None:
    """In a worker: end when the server ends, however it does, and not before: who stops a service signals to all."""
    if patience and hasattr(os, "nice"):
        os.nice(patience)
    start_event_log("warning")  # a worker's complaints are lines of JSON too
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
