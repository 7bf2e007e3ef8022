"""The HTTP half of the protocol: lobby, tables, records. See docs/protocol.md."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi import Path as InPath
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from shinar import __version__
from shinar.core.registry import game_names
from shinar.server.addresses import network_address
from shinar.server.bots.workers import Task, Workers
from shinar.server.shares import SHARE, Share, TooManyWaitError
from shinar.server.storage.database import Change
from shinar.server.storage.models import RecordRow
from shinar.server.tables.archive import (
    record_json,
    record_of,
    record_positions_json,
    record_row,
    record_task,
    table_positions_json,
    verified,
)
from shinar.server.tables.lobby import TableDraft, game_info, make_table, play_now
from shinar.server.tables.manager import TableManager
from shinar.server.tables.order import log_for
from shinar.server.tables.readers import Readers
from shinar.server.tables.rulebook import rules_of
from shinar.server.tables.table import RefusedError, Table
from shinar.server.transport.gate import origin_of
from shinar.server.transport.messages import (
    MAX_NUMBER,
    MAX_POSITIONS,
    MAX_SEATS,
    ErrorReply,
    GamesReply,
    HealthReply,
    Invitation,
    Join,
    Joined,
    MyTables,
    NewTable,
    PlayNow,
    PositionsReply,
    RecordInfo,
    RecordOdds,
    RecordStored,
    RecordUpload,
    RulesReply,
    TableCreated,
    TablesReply,
    TableSummary,
)
from shinar.server.transport.rates import Buckets
from shinar.server.transport.secret import new_secret

__all__ = ["STATUS", "public", "router"]

T = TypeVar("T")
STATUS = {
    "bad-message": 422,
    "bad-options": 422,
    "bad-record": 422,
    "busy": 503,
    "failed": 500,
    "not-allowed": 403,
    "not-found": 404,
    "not-joined": 403,
    "not-over": 409,
    "over": 409,
    "stale": 409,
    "taken": 409,
    "too-fast": 429,
    "wrong-origin": 403,
    "wrong-secret": 401,
}
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorReply, "description": "Refused"} for status in (400, 401, 403, 404, 405, 409, 413, 422, 429)
}

router = APIRouter(prefix="/api", responses=REFUSALS)
public = APIRouter()
bearer = HTTPBearer(auto_error=False, description="The secret of a seat, or of the spectators.")


def manager_of(request: Request) -> TableManager:
    """The tables of this server."""
    manager: TableManager = request.app.state.manager
    return manager


def secret_of(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str:
    """The secret in the header of a request."""
    if credentials is None:
        raise RefusedError("wrong-secret", "this needs the header Authorization: Bearer <secret>")
    return credentials.credentials


class MatchReader:
    """Reads and replays matches in another process, on behalf of a request."""

    def __init__(self, request: Request) -> None:
        self.readers: Readers = request.app.state.readers
        self.share = Share(origin_of(request.client.host) if request.client else "")

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """The result of a function there."""
        try:
            return await self.readers.run(self.share, function, *arguments)
        except asyncio.CancelledError:  # only a server that stops gives up what it was asked
            raise RefusedError("busy", "the server is stopping") from None

    async def json(self, function: Callable[..., str], *arguments: Any) -> Response:
        """The response that a function writes there."""
        return Response(await self.run(function, *arguments), media_type="application/json")


class BotClient:
    """Asks bots, on behalf of a request."""

    def __init__(self, request: Request) -> None:
        self.workers: Workers = request.app.state.bots.workers
        self.heavy: Buckets = request.app.state.heavy
        self.patience: float = request.app.state.manager.settings.limits.heavy_seconds
        self.share = Share(origin_of(request.client.host) if request.client else "")

    async def check(self) -> None:
        """Wait until a bot may be asked; refuse if none can be, or not soon."""
        if self.workers.count == 0:
            raise RefusedError("not-allowed", "bots are switched off on this server")
        wait = self.heavy.of(self.share.address).book(self.patience)
        if wait is None:
            raise RefusedError("too-fast", "bots need a moment to think; wait a little")
        await asyncio.sleep(wait)

    async def odds(self, task: Task) -> list[float]:
        """Everybody's chance to win."""
        SHARE.set(self.share)
        try:
            return await self.workers.odds(task)
        except TooManyWaitError:
            raise RefusedError("busy", "too many positions of yours are being judged; wait a moment") from None
        except asyncio.CancelledError:  # only a server that stops gives up what it was asked
            raise RefusedError("busy", "the server is stopping") from None


Reader = Annotated[MatchReader, Depends()]
Bots = Annotated[BotClient, Depends()]
InManager = Annotated[TableManager, Depends(manager_of)]
InSecret = Annotated[str, Depends(secret_of)]
Address = Annotated[str, InPath(max_length=24, pattern="^[A-Za-z0-9_-]+$")]


@dataclass(frozen=True)
class Part:
    """Which positions of a match are asked for, and in which form."""

    first: Annotated[int, Query(ge=0, le=MAX_NUMBER)] = 0
    count: Annotated[int, Query(ge=1, le=MAX_POSITIONS)] = MAX_POSITIONS
    drawn: Annotated[bool, Query(description="Also as a text in lines.")] = False

    @property
    def numbers(self) -> range:
        """The numbers of the positions."""
        return range(self.first, self.first + self.count)


InPart = Annotated[Part, Depends()]

# ---- lobby ------------------------------------------------------------------------------------------------------


@router.get("/games")
def list_games(manager: InManager) -> GamesReply:
    """The games, their options, the levels of the bots."""
    address = network_address(manager.settings)
    return GamesReply(version=__version__, games=[game_info(name) for name in game_names()], address=address)


@router.get("/games/{game}/rules")
def read_rules(game: Annotated[str, InPath(max_length=40)]) -> RulesReply:
    """The rules of a game, clause by clause."""
    return rules_of(game)


@router.post("/play", status_code=201)
async def play(body: PlayNow, manager: InManager) -> TableCreated:
    """A table against bots, at once."""
    return await _store(manager, *play_now(body))


@router.post("/tables", status_code=201)
async def new_table(body: NewTable, manager: InManager) -> TableCreated:
    """A table with a choice for every seat."""
    return await _store(manager, *make_table(body))


async def _store(manager: TableManager, made: TableDraft, reply: TableCreated) -> TableCreated:
    await manager.make(made)
    return reply


@router.post("/tables/mine")
async def my_tables(body: MyTables, manager: InManager) -> TablesReply:
    """How the tables stand whose secrets I hold; those whose secret is wrong are left out."""
    found: list[TableSummary] = []
    for key in body.keys:
        try:
            async with manager.at(key.table) as live:
                found.append(live.table.summary(live.table.viewer_of_link(key.secret)))
        except RefusedError:
            continue
    return TablesReply(tables=sorted(found, key=lambda summary: -summary.changed_at))


# ---- tables -----------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/join")
async def join(table: Address, body: Join, manager: InManager, secret: InSecret) -> Joined:
    """Take the seat of an invitation, which is the secret in the header, with a secret of my own."""
    seats: list[int] = []

    def draft(copy: Table) -> list[Change]:
        seat, changes = copy.join(secret, body.secret)
        seats.append(seat)
        return changes

    async with manager.at(table) as live:
        await manager.change(live, draft)
        return Joined(seat=seats[-1], game=live.table.game.name)


@router.post("/tables/{table}/link", status_code=201)
async def link(table: Address, manager: InManager, secret: InSecret) -> Invitation:
    """An invitation to my own seat, to move it to another device: when it is used, my present secret ends."""
    invitation = new_secret()
    async with manager.at(table) as live:
        seat = live.table.viewer_of(secret).seat
        if seat is None:
            raise RefusedError("not-allowed", "spectators have no seat")
        await manager.change(live, lambda copy: copy.invite(seat, invitation))
    return Invitation(seat=seat, invitation=invitation)


@router.get("/tables/{table}/positions", response_model=PositionsReply)
async def table_positions(
    table: Address, manager: InManager, secret: InSecret, part: InPart, reading: Reader
) -> Response:
    """Past positions as my seat saw them."""
    async with manager.at(table) as live:
        viewer, match = live.table.viewer_of(secret), live.table.match
        game, log = (match.game.name, tuple(match.game.options.items())), log_for(match, viewer)
    return await reading.json(table_positions_json, game, log, viewer, part.numbers, part.drawn)


@router.get("/tables/{table}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def table_record(
    table: Address, manager: InManager, secret: InSecret, form: Literal["text", "json"] = "text"
) -> Response:
    """The record of a finished match as a file."""
    async with manager.at(table) as live:
        live.table.viewer_of(secret)
        record = record_of(live.table)
    ending, kind = ("json", "application/json") if form == "json" else ("txt", "text/plain")
    name = f"{record.game}-{table}.{ending}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    content = record.to_json() if form == "json" else record.to_text()
    return Response(content, media_type=kind, headers=headers)


@router.post("/tables/{table}/share", status_code=201)
async def share(table: Address, manager: InManager, secret: InSecret) -> RecordStored:
    """Make the record of a finished match public under an address of its own."""
    async with manager.at(table) as live:
        live.table.viewer_of(secret)
        record = record_of(live.table)
        row = record_row(record.to_text(), record.game)
        row.table_id, row.resigned = table, live.table.resigned
    return RecordStored(record=await manager.in_database(manager.storage.keep_record, row))


# ---- records ----------------------------------------------------------------------------------------------------


@router.post("/records", status_code=201)
async def upload(body: RecordUpload, manager: InManager, reading: Reader) -> RecordStored:
    """Store a record after checking every action."""
    game, text = await reading.run(verified, body.text)
    return RecordStored(record=await manager.in_database(manager.storage.keep_record, record_row(text, game)))


@router.get("/records/{record}", response_model=RecordInfo)
async def one_record(record: Address, manager: InManager, reading: Reader) -> Response:
    """A stored record."""
    row = await _found(manager, record)
    return await reading.json(record_json, row.id, row.table_id, row.text, row.resigned)


@router.get("/records/{record}/positions", response_model=PositionsReply)
async def positions_of_record(
    record: Address,
    manager: InManager,
    part: InPart,
    reading: Reader,
    seat: Annotated[int | None, Query(ge=0, lt=MAX_SEATS)] = None,
) -> Response:
    """Its positions as a seat saw them; without a seat everything is open."""
    row = await _found(manager, record)
    return await reading.json(record_positions_json, row.text, seat, part.numbers, part.drawn)


@router.get("/records/{record}/odds")
async def odds_of_record(
    record: Address,
    manager: InManager,
    reading: Reader,
    thinking: Bots,
    number: Annotated[int, Query(ge=0, le=MAX_NUMBER)],
) -> RecordOdds:
    """Everybody's chance to win at one of its positions."""
    await thinking.check()
    row = await _found(manager, record)
    task = await reading.run(record_task, row.text, number)
    return RecordOdds(number=number, chances=await thinking.odds(task))


async def _found(manager: TableManager, record: str) -> RecordRow:
    row = await manager.in_database(manager.storage.record, record)
    if row is None:
        raise RefusedError("not-found", "there is no such record")
    return row


# ---- for those who run the server -------------------------------------------------------------------------------


@public.get("/health", responses={503: {"model": ErrorReply}})
async def health(manager: InManager) -> HealthReply:
    """Whether the server lives and reaches its database."""
    try:
        await manager.in_database(manager.storage.check)
    except Exception:
        raise RefusedError("busy", "the database does not answer") from None
    return HealthReply(status="ok", version=__version__, tables=len(manager.tables))


@public.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(manager: InManager) -> Response:
    """What the server counts about itself, for Prometheus."""
    return Response(manager.metrics.text(len(manager.tables)), media_type="text/plain; version=0.0.4")
