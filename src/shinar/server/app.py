"""The application, assembled from its parts."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from shinar import __version__
from shinar.core.registry import game_names
from shinar.server.bots.botplay import BotPlayer
from shinar.server.bots.warmup import warm_up
from shinar.server.bots.workers import Workers
from shinar.server.collector import set_up_collector
from shinar.server.event_log import log_event
from shinar.server.metrics import Metrics
from shinar.server.settings import Settings
from shinar.server.storage.database import Storage
from shinar.server.storage.listen import listen
from shinar.server.tables import attendance
from shinar.server.tables.manager import TableManager
from shinar.server.tables.readers import Readers
from shinar.server.tables.table import RefusedError
from shinar.server.transport.api import STATUS, public, router
from shinar.server.transport.messages import Code, ErrorReply
from shinar.server.transport.page import Page
from shinar.server.transport.rates import Buckets
from shinar.server.transport.requests import RequestHandler
from shinar.server.transport.security import SecurityMiddleware
from shinar.server.transport.socket import Sockets

__all__ = ["create_app"]


def create_app(settings: Settings, workers: Workers | None = None) -> FastAPI:
    """A server with its tables, as an ASGI application."""
    metrics = Metrics()
    app = FastAPI(
        title="Shinar",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,  # their pages would load scripts from other sites
        redoc_url=None,
        lifespan=_lifespan(settings, metrics, workers or Workers(settings.workers)),
        exception_handlers={
            RefusedError: _refused,
            RequestValidationError: _invalid,
            HTTPException: _http_error,
        },
    )
    app.add_middleware(SecurityMiddleware, settings=settings, metrics=metrics)
    app.include_router(router)
    app.include_router(public)
    app.add_api_websocket_route("/api/tables/{table}/socket", _socket)
    app.router.default = _everything_else(Page())
    return app


def _everything_else(page: Page) -> ASGIApp:
    """Answers what is not part of the protocol: with the page, whose script reads the address, or with an error."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"].lstrip("/")
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
        elif path.startswith("api/") or scope["method"] not in {"GET", "HEAD"}:
            reply = ErrorReply(code="not-found", reason="there is no such page")
            await JSONResponse(reply.model_dump(), 404)(scope, receive, send)
        else:
            await page.answer(Request(scope), path)(scope, receive, send)

    return answer


def _lifespan(
    settings: Settings, metrics: Metrics, workers: Workers
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        storage = Storage(settings.address, secrets.token_hex(8))
        await asyncio.to_thread(storage.migrate)
        await asyncio.to_thread(storage.begin)
        manager = TableManager(settings, storage, metrics)
        app.state.manager = manager
        app.state.sockets = Sockets(manager, RequestHandler(manager, workers))
        app.state.bots = BotPlayer(manager, workers)
        app.state.heavy = Buckets(settings.limits.heavy)
        app.state.readers = readers = Readers(settings.limits.reading)
        tasks = await _start_tasks(manager)
        if settings.warms_up and settings.workers > 0:
            tasks.append(asyncio.ensure_future(warm_up(workers, game_names())))
        log_event(
            "started",
            port=settings.port,
            version=__version__,
            database=storage.url.get_backend_name(),
            process=storage.process,
        )
        set_up_collector()
        yield
        log_event("stopping", tables=len(manager.tables))
        await _stop_tasks(tasks)
        readers.stop()
        await asyncio.gather(asyncio.to_thread(workers.stop), manager.stop())
        storage.close()
        log_event("stopped")

    return lifespan


async def _start_tasks(manager: TableManager) -> list[asyncio.Task[None]]:
    tasks = [asyncio.ensure_future(attendance.watch(manager))]
    if manager.storage.is_shared:
        ready = asyncio.Event()
        tasks.append(asyncio.ensure_future(listen(manager, ready)))
        await ready.wait()
    return tasks


async def _stop_tasks(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _socket(socket: WebSocket, table: str) -> None:
    sockets: Sockets = socket.app.state.sockets
    await sockets.serve(socket, table)


async def _refused(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RefusedError)
    reply = ErrorReply(code=error.code, reason=error.reason, clause=error.clause)
    headers = {"www-authenticate": "Bearer"} if error.code == "wrong-secret" else None
    return JSONResponse(reply.model_dump(), STATUS[error.code], headers)


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    fault = error.errors()[0]
    place = ".".join(str(part) for part in fault["loc"])[:100]
    reply = ErrorReply(code="bad-message", reason=f"{place}: {fault['msg']}"[:300])
    return JSONResponse(reply.model_dump(), 422)


async def _http_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code: Code = "not-found" if error.status_code == 404 else "bad-message"
    reply = ErrorReply(code=code, reason=str(error.detail))
    return JSONResponse(reply.model_dump(), error.status_code, headers=error.headers)
