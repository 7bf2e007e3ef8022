"""What every HTTP request passes first: limits of size and rate, the origin, headers that keep browsers safe."""

import asyncio
import json
import logging
from collections.abc import MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shinar.server.event_log import log_event
from shinar.server.metrics import Metrics
from shinar.server.settings import Settings
from shinar.server.transport.gate import origin_of
from shinar.server.transport.messages import Code
from shinar.server.transport.rates import Buckets
from shinar.server.transport.socket import is_known_host, is_same_origin

__all__ = ["CONTENT_POLICY", "SecurityMiddleware"]

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
SAFE_HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # an address may name a table
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
CHANGING = {"POST", "PUT", "PATCH", "DELETE"}


class TooLargeError(HTTPException):
    """The body of a request is larger than allowed."""

    def __init__(self) -> None:
        super().__init__(413, "the request is too large")


class SecurityMiddleware:
    """Wraps the application; lets WebSockets pass, which have limits of their own."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.metrics = metrics
        self.requests = Buckets(settings.limits.requests)
        self.lookups = Buckets(settings.limits.lookups)
        self.creations = Buckets(settings.limits.creations)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        response = _Response(send, self.metrics)
        refusal = self._refusal(scope)
        try:
            if refusal is not None:
                if refusal[1] == "too-fast":
                    await asyncio.sleep(self.settings.limits.too_fast_seconds)
                await response.refuse(*refusal)
            else:
                await self.app(scope, _limited(receive, self.settings.limits.body), response.send)
        except Exception:  # our mistake: no traceback leaves the server
            log_event("request failed", logging.ERROR, failed=True, path=scope["path"])
            await response.refuse(500, "failed", "the server made a mistake")

    def _refusal(self, scope: Scope) -> tuple[int, Code, str] | None:
        """Why a request is turned away before it is read."""
        headers = Headers(scope=scope)
        address = origin_of(scope["client"][0]) if scope.get("client") else ""
        is_changing = scope["method"] in CHANGING
        if not self.requests.take(address):
            return 429, "too-fast", "too many requests; wait a moment"
        if not is_known_host(headers.get("host"), self.settings):
            return 421, "wrong-origin", "this server is not known by that name"
        if is_changing and not is_same_origin(headers.get("origin"), headers.get("host"), self.settings.origins):
            return 403, "wrong-origin", "this page may not use this server"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > self.settings.limits.body:
            return 413, "bad-message", "the request is too large"
        if is_lookup(scope["path"], is_changing) and not self.lookups.take(address):
            return 429, "too-fast", "too many questions about tables and records; wait a moment"
        if is_changing and scope["path"] != MINE and not self.creations.take(address):
            return 429, "too-fast", "too many new tables and records; wait a moment"
        return None


MINE = "/api/tables/mine"  # asks with POST but changes nothing


def is_lookup(path: str, is_changing: bool) -> bool:
    """Whether a request asks for something that costs more than a file does."""
    return path == MINE or (not is_changing and path.startswith(("/api/tables/", "/api/records/")))


class _Response:
    """Adds headers to an answer, and can still refuse as long as nothing was sent."""

    def __init__(self, send: Send, metrics: Metrics) -> None:
        self._send = send
        self.metrics = metrics
        self.has_begun = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            self.metrics.requests[str(message["status"])] += 1
            _add_headers(message)
        await self._send(message)

    async def refuse(self, status: int, code: Code, reason: str) -> None:
        if self.has_begun:
            return
        self.metrics.refusals[code] += 1
        body = json.dumps({"code": code, "reason": reason, "clause": None}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


def _add_headers(message: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in SAFE_HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("cache-control", "no-store")  # answers may hold a secret


def _limited(receive: Receive, max_bytes: int) -> Receive:
    """Counts the bytes of a body as they come, whatever its header says."""
    received = 0

    async def limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > max_bytes:
            raise TooLargeError
        return message

    return limited
