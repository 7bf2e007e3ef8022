"""The WebSocket of a table: greets, reads, limits, answers. Nothing that comes in can break the table."""

import asyncio
import contextlib
import ipaddress
import json
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, NoReturn
from urllib.parse import urlsplit

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from shinar.server.event_log import log_event
from shinar.server.settings import Settings
from shinar.server.shares import SHARE, Share, TooManyWaitError
from shinar.server.tables.manager import TableManager
from shinar.server.tables.table import RefusedError
from shinar.server.transport.connection import Connection
from shinar.server.transport.gate import WIRE, TextReceiver, Wire, origin_of
from shinar.server.transport.messages import Hello, Hint, Odds, Refused, Request, client_message
from shinar.server.transport.rates import Buckets
from shinar.server.transport.requests import COSTS, RequestHandler, Visit
from shinar.server.work import Work

__all__ = ["Sockets", "is_same_origin"]

LOCAL_NAMES = {"localhost", "127.0.0.1", "::1"}
POLICY = 1008  # the close code for clients that may not connect
TRY_LATER = 1013
MAX_ID = 2**31 - 1
SLOW = (Hint, Odds)
Answering = Callable[[Visit, str | None], Coroutine[Any, Any, None]]  # a message, of text or not
Beginning = Callable[[Coroutine[Any, Any, None]], Work]


class Sockets:
    """All WebSockets of this process."""

    def __init__(self, manager: TableManager, handler: RequestHandler) -> None:
        self.manager = manager
        self.handler = handler
        self.limits = manager.settings.limits
        self.per_address: Counter[str] = Counter()
        self.messages = Buckets(self.limits.address_messages)

    async def serve(self, socket: WebSocket, table_id: str) -> None:
        """One WebSocket from its beginning to its end."""
        address = origin_of(socket.client.host) if socket.client else ""
        await socket.accept()
        if not is_known_host(socket.headers.get("host"), self.manager.settings):
            await self._turn_away(socket, RefusedError("wrong-origin", "this server is not known by that name"))
        elif not is_same_origin(
            socket.headers.get("origin"), socket.headers.get("host"), self.manager.settings.origins
        ):
            await self._turn_away(socket, RefusedError("wrong-origin", "this page may not connect to this server"))
        elif self.per_address[address] >= self.limits.connections:
            await self._turn_away(socket, RefusedError("too-fast", "too many connections from your address"))
        else:
            self.per_address[address] += 1
            try:
                await self._greet(socket, table_id, address)
            except asyncio.CancelledError:
                if not self.manager.is_stopping:  # else the server has given up waiting, which is not an error
                    raise
            except Exception:  # such as a database that does not answer: come back later
                log_event("connection failed", logging.ERROR, failed=True, table=table_id)
                with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                    await socket.close(TRY_LATER, "failed")
            finally:
                self.per_address[address] -= 1
                if not self.per_address[address]:
                    del self.per_address[address]

    async def _turn_away(self, socket: WebSocket, refusal: RefusedError, number: int = 0) -> None:
        self.manager.metrics.refusals[refusal.code] += 1
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may be gone already
            await socket.send_text(_refused(refusal, number).model_dump_json())
            await socket.close(POLICY, refusal.code)

    async def _greet(self, socket: WebSocket, table_id: str, address: str) -> None:
        hello: Hello | None = None
        try:
            hello = await self._first_message(socket)
            wire: Wire | None = socket.scope.get("extensions", {}).get(WIRE)  # none with another server than ours
            write = wire.write if wire else None
            async with self.manager.at(table_id) as live:
                connection = Connection(live.table.viewer_of(hello.secret), self.limits, address, write)
        except RefusedError as refusal:
            await self._turn_away(socket, refusal, hello.id if hello else 0)
        except WebSocketDisconnect:
            return
        else:
            await self._stay(socket, Visit(table_id, connection, address), hello, wire)

    async def _first_message(self, socket: WebSocket) -> Hello:
        try:
            text = await asyncio.wait_for(socket.receive_text(), self.limits.hello_seconds)
        except (TimeoutError, KeyError):
            raise RefusedError("bad-message", "the first message must be hello") from None
        request = self._read(text)
        if not isinstance(request, Hello):
            raise RefusedError("bad-message", "the first message must be hello")
        return request

    async def _stay(self, socket: WebSocket, visit: Visit, hello: Hello, wire: Wire | None) -> None:
        """Send what is queued and answer what comes, until either side closes."""
        writer = asyncio.ensure_future(_write(socket, visit.connection))
        try:
            try:
                await asyncio.shield(self.manager.start(self._arrive(visit, hello)))
            except RefusedError as refusal:
                await self._turn_away(socket, refusal, hello.id)
                return
            reader = asyncio.ensure_future(_Reader(visit, self._answer, self.manager.begin, wire).read(socket))
            await asyncio.wait([reader, writer], return_when=asyncio.FIRST_COMPLETED)
            reader.cancel()
        finally:
            writer.cancel()
            await asyncio.shield(self.manager.start(self._depart(visit)))

    async def _arrive(self, visit: Visit, hello: Hello) -> None:
        async with self.manager.at(visit.table_id) as live:
            self.handler.welcome(live, visit.connection, hello)
            await self.manager.arrive(live, visit.connection)

    async def _depart(self, visit: Visit) -> None:
        if self.manager.is_stopping:  # everybody goes, and nobody is told
            return
        async with self.manager.at(visit.table_id) as live:
            await self.manager.depart(live, visit.connection)

    async def _answer(self, visit: Visit, text: str | None) -> None:
        try:
            if not self._pays(visit, 1):  # whatever it is
                await self._refuse_haste()
            request = self._read(text)
            extra = COSTS.get(type(request), 1) - 1
            if extra and not self._pays(visit, extra):
                await self._refuse_haste()
            self.manager.catch_up(visit.connection)
            if isinstance(request, SLOW):  # a bot thinks, or is even compiled first: what comes next must not wait
                self.manager.start(self._carry_out(visit, request))
            else:
                await self.handler.handle(visit, request)
        except Exception as error:
            self._refuse(visit, error, text)

    def _pays(self, visit: Visit, cost: float) -> bool:
        """Let somebody pay for a message, if they can."""
        return visit.connection.messages.take(cost) and self.messages.take(visit.address, cost)

    async def _refuse_haste(self) -> NoReturn:
        """Whoever cannot pay must wait for the refusal, and is not read meanwhile."""
        await asyncio.sleep(self.limits.too_fast_seconds)
        raise RefusedError("too-fast", "too many messages; wait a moment")

    async def _carry_out(self, visit: Visit, request: Request) -> None:
        SHARE.set(Share(visit.address, visit.table_id))
        try:
            await self.handler.handle(visit, request)
        except Exception as error:
            self._refuse(visit, error, request.id)

    def _refuse(self, visit: Visit, error: Exception, asked: str | int | None) -> None:
        """Answer what cannot be carried out with a refusal: of a text that came in, or of a request by its number."""
        refusal = _refusal_of(error)
        if refusal.code == "failed":  # our mistake, unless all workers have been ended: the log says why
            if self.manager.is_stopping:
                return
            log_event("request failed", logging.ERROR, failed=True, table=visit.table_id)
        self.manager.metrics.refusals[refusal.code] += 1
        visit.connection.send(_refused(refusal, _number_of(asked, self.limits.message)))

    def _read(self, text: str | None) -> Request:
        if text is None:
            raise RefusedError("bad-message", "messages are text, not bytes")
        if len(text) > self.limits.message:
            raise RefusedError("bad-message", f"a message has at most {self.limits.message} characters")
        try:
            return client_message.validate_json(text)
        except ValidationError as error:
            raise RefusedError("bad-message", _first_fault(error)) from None


def is_known_host(host: str | None, settings: Settings) -> bool:
    """Whether a request names this server. Else a page of another site, whose name was made to lead here, could use a
    server that is meant for this machine alone. An address of a machine is no such name."""
    name = urlsplit(f"//{host or ''}").hostname or ""
    known = {*settings.hosts, *(urlsplit(origin).hostname for origin in settings.origins)}
    if name in known or name in LOCAL_NAMES or _is_address(name):
        return True
    return not settings.hosts and settings.host not in LOCAL_NAMES


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_same_origin(origin: str | None, host: str | None, others: tuple[str, ...]) -> bool:
    """Whether a page may connect: one of this server, or of a listed one. Programs send no origin."""
    if origin is None or origin in others:
        return True
    return bool(host) and urlsplit(origin).netloc.lower() == (host or "").lower()


class _Reader:
    """Answers the messages of a connection one after the other. Each runs to its end, even if the connection closes."""

    def __init__(self, visit: Visit, answer: Answering, begin: Beginning, wire: Wire | None) -> None:
        self._visit = visit
        self._answer = answer
        self._begin_work = begin
        self._wire = wire
        self._work: Work | None = None  # answers the last message

    async def read(self, socket: WebSocket) -> None:
        """Answer whatever comes. What is not taken from the wire comes here."""
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                self._set_receiver(self._receive)
                message = await socket.receive()
                self._set_receiver(None)  # what comes now must not overtake this one
                if message["type"] == "websocket.disconnect":
                    return
                if self._work is not None:
                    await self._work.wait()
                self._begin(message.get("text"))

    def _set_receiver(self, receiver: TextReceiver | None) -> None:
        if self._wire is not None:
            self._wire.receiver = receiver

    def _receive(self, text: str) -> bool:
        """Take a message from the wire, unless the last one is not answered yet."""
        is_free = self._work is None or self._work.is_done
        if is_free:
            self._begin(text)
        return is_free

    def _begin(self, text: str | None) -> None:
        self._work = self._begin_work(self._answer(self._visit, text))


async def _write(socket: WebSocket, connection: Connection) -> None:
    """Send what is queued; a reader that was dropped is asked to come back later."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (text := await connection.next_queued()) is not None:
            await socket.send_text(text)
        await socket.close(TRY_LATER, "too slow")


def _refusal_of(error: Exception) -> RefusedError:
    """What somebody is told who asked for something that ended in an error."""
    if isinstance(error, RefusedError):
        return error
    if isinstance(error, TooManyWaitError):
        return RefusedError("busy", "too many bots are already thinking for you; wait a moment")
    return RefusedError("failed", "the server made a mistake")


def _refused(refusal: RefusedError, number: int) -> Refused:
    return Refused(id=number, code=refusal.code, reason=refusal.reason, clause=refusal.clause)


def _number_of(text: str | int | None, max_length: int) -> int:
    """The id of a message that may otherwise be unreadable; 0 if it has none."""
    if isinstance(text, int):
        return text
    try:
        number = json.loads((text or "")[: max_length + 1])["id"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return 0
    return number if type(number) is int and 0 <= number <= MAX_ID else 0


def _first_fault(error: ValidationError) -> str:
    """What is wrong with a message, in one sentence, without repeating what was sent."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in fault["loc"])[:100]
    return f"{place}: {fault['msg']}"[:300] if place else str(fault["msg"])[:300]
