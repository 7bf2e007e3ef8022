"""The gate in front of everything: how many may be connected, and how long each may take to send something.

Clients that open connections and send nothing, or do not read the answer, are cut off; those that open too many are not
let in.
"""

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import Protocol as FrameParser
from websockets.protocol import State
from websockets.streams import StreamReader

from shinar.server.settings import Limits

try:
    from websockets.speedups import apply_mask
except ImportError:  # where there was no compiler for it
    from websockets.utils import apply_mask

__all__ = ["WIRE", "Gate", "TextReceiver", "Wire", "is_between_frames", "origin_of", "protocols", "raise_file_limit"]
__all__ += ["short_text", "text_frame"]

WIRE = "shinar.wire"  # the name under which the scope of a WebSocket has its `Wire`
TextReceiver = Callable[[str], bool]  # takes a message, or not: then the application gets it from ASGI
FINAL_TEXT = 0x81  # the first byte of a message of text in one frame
SHORT_FRAME = 125  # bytes of the longest message whose length is one byte
MASKED = 0x80  # the highest bit of that byte: a client masks what it sends
SHORT_HEAD = 6  # bytes before a short message of a client: two, and the mask
BETWEEN_FRAMES = StreamReader.at_eof.__code__  # where a parser of frames waits that has nothing left to parse

FILES_WANTED = 65_536
FILES_RESERVED = 128  # for the database, the workers and whatever else a process has open
IPV6_PREFIX = 64  # bits that a provider gives to one customer


@lru_cache(maxsize=10_000)
def origin_of(address: str) -> str:
    """What an address is counted under: itself, or with IPv6 the network of one customer."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False))


def raise_file_limit() -> int:
    """Allow as many open files as the system lets us; how many that is."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return FILES_WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(FILES_WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return FILES_WANTED if soft == resource.RLIM_INFINITY else soft


class Wire(Protocol):
    """What an application may use of a WebSocket beside ASGI."""

    receiver: (
        TextReceiver | None
    )  # what is given each message of text as it arrives; none: the application gets them all from ASGI

    def write(self, texts: Sequence[str]) -> bool:
        """Send messages at once; False if what was sent before must be read first."""


class Gate:
    """Counts connections, in all and by whom. Proxies, which stand for many clients, have no limit of their own."""

    def __init__(self, limits: Limits, proxies: tuple[str, ...], files: int) -> None:
        self.limits = limits
        self.max_count = max(1, min(limits.sockets, files - FILES_RESERVED))
        self.proxies = {origin_of(proxy) for proxy in proxies}
        self.inside: Counter[str] = Counter()
        self.count = 0
        self.turned_away = 0

    def enter(self, origin: str) -> bool:
        """Whether one more connection is let in."""
        is_proxy = origin in self.proxies or "*" in self.proxies
        if self.count >= self.max_count or (not is_proxy and self.inside[origin] >= self.limits.sockets_per_address):
            self.turned_away += 1
            return False
        self.inside[origin] += 1
        self.count += 1
        return True

    def leave(self, origin: str) -> None:
        """A connection that was let in is closed."""
        self.count -= 1
        self.inside[origin] -= 1
        if not self.inside[origin]:
            del self.inside[origin]


class _Deadline:
    """Cuts a connection off if something has not happened in time."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, transport: asyncio.Transport) -> None:
        self.clear()
        self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def protocols(gate: Gate) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """How connections behind a gate speak HTTP and, when they are upgraded, WebSocket."""

    class Http(_GuardedHttp):
        pass

    class WebSocket(_GuardedWebSocket):
        pass

    Http.gate = WebSocket.gate = gate
    return Http, WebSocket


class _WriteDeadline(asyncio.BaseProtocol):
    """A connection that is cut off if its reader does not catch up in time."""

    gate: Gate
    outgoing: _Deadline
    transport: Any

    def pause_writing(self) -> None:
        super().pause_writing()
        self.outgoing.set(self.gate.limits.write_seconds, self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.outgoing.clear()


class _GuardedHttp(_WriteDeadline, H11Protocol):
    """HTTP with deadlines for the head of a request, its body, and the reading of the answer."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.incoming, self.outgoing = _Deadline(), _Deadline()
        self.waits_for: Any = None  # the state of the request whose deadline is set
        self.origin: str | None = None  # once it was let in

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        super().connection_made(transport)
        origin = origin_of(self.client[0] if self.client else "")
        if not self.gate.enter(origin):
            transport.abort()
            return
        self.origin = origin
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._watch()

    def _watch(self) -> None:
        """Set a deadline when the head of a request, or its body, begins; the next bytes do not move it."""
        state = self.conn.their_state
        if state is self.waits_for:
            return
        self.waits_for = state
        limits = self.gate.limits
        if state is h11.IDLE:
            self.incoming.set(limits.head_seconds, self.transport)
        elif state is h11.SEND_BODY:
            self.incoming.set(limits.body_seconds, self.transport)
        else:
            self.incoming.clear()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and self.conn.their_state is h11.IDLE:  # uvicorn's own deadline runs
            self.incoming.clear()
            self.waits_for = None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.incoming.clear()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.incoming.clear()
        self.outgoing.clear()
        if self.origin is not None:
            self.gate.leave(self.origin)


class _GuardedWebSocket(_WriteDeadline, WebSocketsSansIOProtocol):
    """A WebSocket whose reader must keep up. It was let in while it spoke HTTP.

    The application finds it in its scope. It may send and receive messages through it without the queues and tasks that
    ASGI puts in between, which would take as long as everything else that an action needs of the network.
    """

    receiver: TextReceiver | None = None  # is given the next message

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.outgoing = _Deadline()
        self.heard_at = 0.0  # by the loop's clock, when something came last
        self.is_between = False  # whether the next byte begins a message

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.outgoing.clear()
        self.gate.leave(origin_of(self.client[0] if self.client else ""))

    def send_keepalive_ping(self) -> None:
        """Ask for a sign of life, unless there was one not long ago: then look again when it is as old as that."""
        wait = self.heard_at + (self.ping_interval or 0.0) - self.loop.time()
        if wait > 0:
            self.ping_timer = self.loop.call_later(wait, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    async def run_asgi(self) -> None:
        self.scope["extensions"][WIRE] = self  # type: ignore[assignment]  # an extension of our own
        await super().run_asgi()

    def write(self, texts: Sequence[str]) -> bool:
        """Send messages at once; False if what was sent before must be read first."""
        if not self.writable.is_set():
            return False
        if not self.close_sent and not self.transport.is_closing():  # else nobody reads it any more
            self.transport.write(b"".join(map(text_frame, texts)))
        return True

    def data_received(self, data: bytes) -> None:
        self.heard_at = self.loop.time()
        text = short_text(data)
        if text is None or not self.is_between or not self._pass_on(text):
            super().data_received(data)
            self.is_between = is_between_frames(self.conn)

    def send_receive_event_to_app(self) -> None:
        try:
            text = b"".join(self.frames).decode() if self.curr_msg_data_type == "text" else None
        except UnicodeDecodeError:
            text = None  # uvicorn closes the connection
        if text is None or not self._pass_on(text):
            super().send_receive_event_to_app()

    def _pass_on(self, text: str) -> bool:
        """Give a message to the receiver; False if it must take its turn in ASGI's queue."""
        if self.receiver is None or self.close_sent or not self.queue.empty():
            return False
        return self.receiver(text)


def short_text(data: bytes) -> str | None:
    """The message, if these bytes are just one short message of text from a client [RFC 6455, 5.2]. Nearly all are, and
    reading one so takes a tenth of the time that a parser of all frames takes."""
    length = len(data) - SHORT_HEAD
    if not 0 <= length <= SHORT_FRAME or data[0] != FINAL_TEXT or data[1] != MASKED + length:
        return None
    try:
        return apply_mask(data[SHORT_HEAD:], data[2:SHORT_HEAD]).decode()
    except UnicodeDecodeError:
        return None


def is_between_frames(parser: FrameParser) -> bool:
    """Whether the next byte begins a message: no part of a frame or of a longer message has come before it."""
    waiting: Any = parser.parser
    while waiting.gi_yieldfrom is not None:
        waiting = waiting.gi_yieldfrom
    return waiting.gi_code is BETWEEN_FRAMES and parser.current_size is None and parser.state is State.OPEN


def text_frame(text: str) -> bytes:
    """A message as a WebSocket carries it from a server [RFC 6455, 5.2]."""
    body = text.encode()
    length = len(body)
    if length <= SHORT_FRAME:
        return bytes((FINAL_TEXT, length)) + body
    if length < 1 << 16:
        return bytes((FINAL_TEXT, SHORT_FRAME + 1)) + length.to_bytes(2, "big") + body
    return bytes((FINAL_TEXT, SHORT_FRAME + 2)) + length.to_bytes(8, "big") + body
