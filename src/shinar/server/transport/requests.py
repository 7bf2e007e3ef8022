"""Carries out what pages send over the WebSocket. Every request is answered: by its result or by a refusal."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel

from shinar import __version__
from shinar.core.match import Match
from shinar.core.viewer import Viewer
from shinar.server.bots.bot_worker import Assessment, open_task
from shinar.server.bots.botplay import task_for
from shinar.server.bots.workers import Task, Workers
from shinar.server.tables import attendance
from shinar.server.tables.live import LiveTable
from shinar.server.tables.manager import Answer, TableManager
from shinar.server.tables.order import length_for, log_for
from shinar.server.tables.table import RefusedError, Table
from shinar.server.tables.teller import tell
from shinar.server.transport.connection import Connection
from shinar.server.transport.messages import (
    Act,
    Chat,
    Claim,
    ExpectedAction,
    Explain,
    Explained,
    Hello,
    Hint,
    Hinted,
    Leave,
    Odds,
    OddsGiven,
    Ping,
    Pong,
    Preview,
    Previewed,
    Rematch,
    Request,
    Resign,
    Undo,
    Welcome,
)
from shinar.server.transport.rates import Bucket

__all__ = ["COSTS", "RequestHandler", "done_json"]

T = TypeVar("T")

# How much a message counts towards the rate limit, where it is more expensive than most.
COSTS: dict[type[Request], float] = {Hello: 10, Explain: 2, Preview: 2, Rematch: 5}

ADVISER = "The adviser"  # what the bot is called that gives hints and judges positions
NOTE_SECONDS = 2.0  # between two words on how far that has come
PEOPLE_FOR_A_DUEL = 2  # seats of a match that one resignation ends


@dataclass(frozen=True)
class Visit:
    """One connection at one table."""

    table_id: str
    connection: Connection
    address: str = ""  # where it comes from

    @property
    def seat(self) -> int:
        """The seat; refused for spectators."""
        seat = self.connection.viewer.seat
        if seat is None:
            raise RefusedError("not-allowed", "spectators only watch")
        return seat


def done_json(number: int, version: int) -> str:
    """A `Done` as it goes over the wire: every action is answered by one."""
    return f'{{"type":"done","id":{number},"version":{version}}}'


class RequestHandler:
    """Where requests are handled."""

    def __init__(self, manager: TableManager, workers: Workers) -> None:
        self.manager = manager
        self.workers = workers
        self.handlers: dict[type[Request], Callable[[Visit, Any], Awaitable[BaseModel | None]]] = {
            Act: self.act,
            Undo: self.undo,
            Explain: self.explain,
            Preview: self.preview,
            Chat: self.chat,
            Resign: self.resign,
            Rematch: self.rematch,
            Hint: self.hint,
            Odds: self.odds,
            Claim: self.claim,
            Leave: self.leave,
            Ping: self.ping,
            Hello: self.hello_again,
        }

    async def handle(self, visit: Visit, request: Request) -> None:
        """Carry out one request; RefusedError if it cannot be."""
        self._note_look(visit, request)
        reply = await self.handlers[type(request)](visit, request)
        if reply is not None:
            visit.connection.send(reply)

    def _note_look(self, visit: Visit, request: Request) -> None:
        """A request means that somebody is looking at the table; a ping says whether that is so."""
        live, seat = self.manager.tables.get(visit.table_id), visit.connection.viewer.seat
        if live is not None and seat is not None and not (isinstance(request, Ping) and not request.looking):
            live.table.presence.looked[seat] = time.time()

    def done(self, visit: Visit, request: Request) -> Answer:
        """Answers a request that was carried out."""
        connection = visit.connection
        return lambda table: self.manager.answer(
            connection, done_json(request.id, table.version_for(connection.viewer))
        )

    # -- playing --

    async def act(self, visit: Visit, request: Act) -> None:
        """Take an action."""
        began = time.perf_counter()
        seat = visit.seat

        def done(table: Table) -> None:
            self.done(visit, request)(table)
            self.manager.metrics.action_seconds.add(time.perf_counter() - began)

        async with self.manager.at(visit.table_id) as live:
            await self.manager.change(
                live,
                lambda table: [*table.act(seat, request.action, request.version), *table.take_back(seat)],
                done,
            )

    async def undo(self, visit: Visit, request: Undo) -> None:
        """Take an action back."""
        seat = visit.seat
        async with self.manager.at(visit.table_id) as live:
            await self.manager.change(live, lambda table: table.undo(seat, request.version), self.done(visit, request))

    async def explain(self, visit: Visit, request: Explain) -> BaseModel:
        """Why an action is not legal."""
        async with self.manager.at(visit.table_id) as live:
            action, reason, clause = live.table.explain(visit.seat, request.action)
        return Explained(id=request.id, action=action, reason=reason, clause=clause)

    async def preview(self, visit: Visit, request: Preview) -> BaseModel:
        """What an action would bring."""
        async with self.manager.at(visit.table_id) as live:
            action, effect = live.table.preview(visit.seat, request.action)
            version = live.table.version_for(visit.connection.viewer)
        return Previewed(id=request.id, version=version, action=action, effect=effect)

    async def resign(self, visit: Visit, request: Resign) -> None:
        """Give the match up; with more than two seats a bot plays on."""
        seat = visit.seat
        async with self.manager.at(visit.table_id) as live:
            if len(live.table.seats) == PEOPLE_FOR_A_DUEL:
                await self.manager.change(live, lambda table: table.resign(seat), self.done(visit, request))
            elif live.table.is_over:
                raise RefusedError("over", "the match is over")
            else:
                await attendance.leave(self.manager, live, seat, self.done(visit, request))

    # -- people --

    async def chat(self, visit: Visit, request: Chat) -> None:
        """Say something."""
        if not request.text:
            raise RefusedError("bad-message", "the message is empty")
        seat = visit.seat
        async with self.manager.at(visit.table_id) as live:
            if not live.chat.setdefault(seat, Bucket(self.manager.settings.limits.chat)).take():
                raise RefusedError("too-fast", "you are writing too fast; wait a moment")
            await self.manager.change(live, lambda table: table.say(seat, request.text), self.done(visit, request))

    async def claim(self, visit: Visit, request: Claim) -> None:
        """Sit down with a nickname."""
        seat = visit.seat
        async with self.manager.at(visit.table_id) as live:
            changed = {"nickname": request.nickname}
            await self.manager.change(live, lambda table: table.change_seat(seat, **changed), self.done(visit, request))

    async def leave(self, visit: Visit, request: Leave) -> None:
        """Hand the seat to a bot."""
        seat = visit.seat
        async with self.manager.at(visit.table_id) as live:
            if live.table.is_over:
                raise RefusedError("over", "the match is over")
            await attendance.leave(self.manager, live, seat, self.done(visit, request))

    async def rematch(self, visit: Visit, request: Rematch) -> None:
        """Ask for a rematch; begin it when every person has asked."""
        seat = visit.seat
        async with self.manager.at(visit.table_id) as live:
            if not live.table.is_over:
                raise RefusedError("not-over", "a rematch has to wait until the match is over")
            await self.manager.change(live, lambda table: table.change_seat(seat, wants_rematch=True))
            persons = [row for row in live.table.seats if row.kind == "person"]
            if live.table.row.rematch is None and all(row.wants_rematch for row in persons):
                await self.manager.begin_rematch(live)
            self.done(visit, request)(live.table)

    async def hello_again(self, visit: Visit, request: Hello) -> None:
        """A second greeting changes nothing, but everything is sent again."""
        async with self.manager.at(visit.table_id) as live:
            if live.table.viewer_of(request.secret) != visit.connection.viewer:
                raise RefusedError("not-allowed", "this connection belongs to another seat")
            self.welcome(live, visit.connection, request)
            tell(live, visit.connection)

    def welcome(self, live: LiveTable, connection: Connection, hello: Hello) -> None:
        """Answer a greeting; an update follows."""
        seat = connection.viewer.seat
        chat = live.table.chat_lines(self.manager.settings.limits.chat_lines)
        connection.send(Welcome(id=hello.id, server=__version__, my_seat=seat, chat=chat))
        connection.known = min(hello.known, length_for(live.table.match, connection.viewer))
        connection.wants_drawing = hello.drawn

    async def ping(self, _visit: Visit, request: Ping) -> BaseModel:
        """A sign of life."""
        return Pong(id=request.id)

    # -- help from bots --

    async def hint(self, visit: Visit, request: Hint) -> BaseModel:
        """What a bot would do."""
        seat = visit.seat
        await self._check_helpful(visit)
        async with self.manager.at(visit.table_id) as live:
            if not live.table.is_practice:
                raise RefusedError("not-allowed", "hints are for practice against bots")
            if seat not in live.table.actors:
                raise RefusedError("over" if live.table.is_over else "not-your-turn", "it is not your turn")
            version = live.table.version_for(visit.connection.viewer)
            task = task_for(live.table, seat, best=True)
        assessment = await self.workers.advise_at_once(task)
        if assessment is None:
            assessment = await self._told_why(visit, task, self.workers.advise(task))
        return _hinted(request.id, version, live.table, assessment)

    async def odds(self, visit: Visit, request: Odds) -> BaseModel:
        """Everybody's chance to win."""
        await self._check_helpful(visit)
        async with self.manager.at(visit.table_id) as live:
            table = live.table
            if not table.is_over and not table.is_practice:
                raise RefusedError("not-allowed", "odds are for practice against bots, or when the match is over")
            length = length_for(table.match, visit.connection.viewer)
            number = length if request.number is None else request.number
            if number > length:
                raise RefusedError("not-found", f"the log has {length} actions")
            task = _odds_task(table, visit.connection.viewer, number)
        chances = await self.workers.odds_at_once(task)
        if chances is None:
            chances = await self._told_why(visit, task, self.workers.odds(task))
        return OddsGiven(id=request.id, number=number, chances=chances)

    async def _told_why(self, visit: Visit, task: Task, thought: Awaitable[T]) -> T:
        """Wait for a thought whose code is being compiled, while the table is told how far that has come."""
        waiting = asyncio.ensure_future(thought)
        while not waiting.done():
            await self._note(visit, self.workers.why_no_hint(task, ADVISER))
            await asyncio.wait([waiting], timeout=NOTE_SECONDS)
        await self._note(visit, None)
        return await waiting

    async def _note(self, visit: Visit, notice: str | None) -> None:
        """Show everybody at the table why a player has to wait."""
        async with self.manager.at(visit.table_id) as live:
            live.table.notice = notice
            self.manager.tell(live)

    async def _check_helpful(self, visit: Visit) -> None:
        """Wait until a bot may be asked; refuse if none can be, or not soon."""
        if self.workers.count == 0:
            raise RefusedError("not-allowed", "bots are switched off on this server")
        wait = visit.connection.heavy.book(self.manager.settings.limits.heavy_seconds)
        if wait is None:
            raise RefusedError("too-fast", "bots need a moment to think; try again shortly")
        await asyncio.sleep(wait)


def _hinted(number: int, version: int, table: Table, assessment: Assessment) -> Hinted:
    """What a bot would do, as a message."""
    advice = assessment.advice
    return Hinted(
        id=number,
        version=version,
        action=table.action_info(advice.best.action),
        chance=assessment.chance,
        reasons=list(advice.reasons),
        next_best=None if advice.next_best is None else table.action_info(advice.next_best.action),
        loss=advice.loss,
        expected=[ExpectedAction(seat=one.actor, action=table.action_info(one.action)) for one in advice.expected],
    )


def _odds_task(table: Table, viewer: Viewer, number: int) -> Task:
    """A past position to estimate: what the viewer knew of it, or all of it once it is over."""
    log = log_for(table.match, viewer)[:number]
    if table.is_over:
        return open_task(table.game, log)
    past: Match[Any] = Match(table.game, log=log, deals=False)
    return Task(table.game.name, tuple(table.game.options.items()), "", viewer.number, past.observe(viewer).state)
