"""Starting a server: uvicorn with our settings, and the browser if wanted."""

import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import threading
import time
import webbrowser
from types import FrameType
from urllib.request import urlopen

import uvicorn

from shinar.server.app import create_app
from shinar.server.bots.workers import RayWorkers, Workers
from shinar.server.event_log import log_event, start_event_log
from shinar.server.settings import Settings
from shinar.server.transport.gate import Gate, protocols, raise_file_limit
from shinar.server.transport.messages import HealthReply

__all__ = ["free_port", "is_ours", "serve", "url_of"]

CLOSING_SECONDS = 0.5  # until connections are cut that do not close when the server stops
STOP_SECONDS = 1.0  # until requests in progress are given up
LAST_SECONDS = 2.0  # until the process ends in any case: stopping it takes 3 seconds at most
BACKLOG = 256  # connections waiting to be accepted; asyncio tries that many even when no file descriptors are left
NOT_STARTED = 3  # the exit code
READY_SECONDS = 30


def serve(settings: Settings, *, level: str = "info", browser: bool = False) -> None:
    """Run until Ctrl-C or SIGTERM; OptionError if there is no Ray where one was asked for."""
    workers = RayWorkers(settings.workers, settings.ray) if settings.ray else Workers(settings.workers)
    workers.begin()
    start_event_log(level)
    # uvicorn shuts down cleanly and then raises the signal again; this keeps it from cutting our own shutdown short.
    signal.signal(signal.SIGTERM, lambda _number, _frame: None)
    if browser:
        threading.Thread(target=_open_browser, args=(url_of(settings),), daemon=True).start()
    http, web_socket = protocols(Gate(settings.limits, settings.proxies, raise_file_limit()))
    config = uvicorn.Config(
        create_app(settings, workers),
        http=http,
        ws=web_socket,
        forwarded_allow_ips=list(settings.proxies),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=settings.limits.frame,
        ws_per_message_deflate=False,  # messages are small; compressing each costs memory per connection
        backlog=BACKLOG,
    )
    server = _Server(config)
    with contextlib.suppress(KeyboardInterrupt):  # raised again after the server has shut down cleanly
        server.run()
    if not server.started:  # uvicorn has said why
        raise SystemExit(NOT_STARTED)


class _Server(uvicorn.Server):
    """Tells the tables that it is about to close all connections, and ends in time whatever does not end by itself."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop."""
        if not self.should_exit:
            deadline = threading.Timer(LAST_SECONDS, _give_up)
            deadline.daemon = True
            deadline.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down cleanly."""
        self.config.app.state.manager.begin_to_stop()  # type: ignore[union-attr]  # our own application
        loop = asyncio.get_running_loop()
        loop.call_later(CLOSING_SECONDS, self._cut_off)
        loop.call_later(STOP_SECONDS, self._cancel)  # uvicorn would call that an error
        await super().shutdown(sockets)

    def _cut_off(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    def _cancel(self) -> None:
        for task in list(self.server_state.tasks):
            task.cancel()


def _give_up() -> None:
    """End though something hangs, such as a database that does not answer. What was acknowledged is stored already."""
    log_event("stopped before everything was finished", logging.WARNING)
    os._exit(0)


def url_of(settings: Settings) -> str:
    """Where the lobby is."""
    host = "127.0.0.1" if settings.host in {"0.0.0.0", "::", ""} else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or any other if it is taken."""
    for port in (wanted, 0):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise OSError(f"no port is free on {host}")


def is_ours(url: str) -> bool:
    """Whether a Shinar server answers there."""
    try:
        with urlopen(f"{url}health", timeout=1) as answer:
            return bool(json.load(answer).keys() == HealthReply.model_fields.keys())
    except (OSError, ValueError, AttributeError):
        return False


def _open_browser(url: str) -> None:
    """Open the lobby as soon as the server answers."""
    end = time.monotonic() + READY_SECONDS
    while not is_ours(url) and time.monotonic() < end:
        time.sleep(0.1)
    webbrowser.open(url)
