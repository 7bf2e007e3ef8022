"""Plays the bots' seats: one task per table, as long as a bot is asked."""

import asyncio
import logging
import time
from dataclasses import dataclass

from shinar.bots import Budget, RandomBot
from shinar.core.game import Observation
from shinar.core.rng import fresh_seed, search_rng
from shinar.server.bots.levels import best_level, known_level
from shinar.server.bots.workers import Task, Workers
from shinar.server.event_log import log_event
from shinar.server.tables.hub import LiveTable, TableManager
from shinar.server.tables.table import RefusedError, Table

__all__ = ["BotPlayer", "task_for"]

LEASE_SECONDS = 20.0  # how long a process alone plays the bots of a table it has taken
WAIT_SECONDS = 3.0  # until a process asks again for a table that another plays
NOTICE_AFTER = 1.5  # seconds without an answer until people are told why they wait
NOTICE = "The bot is getting ready. On its first start its code is compiled, which can take a minute."
TRIES = 3  # failures of a worker before any legal action will do


@dataclass(frozen=True)
class Question:
    """A bot's seat that is asked, and what it knows."""

    version: int
    task: Task


class BotPlayer:
    """Lets the bots of all tables of this process act."""

    def __init__(self, hub: TableManager, workers: Workers) -> None:
        self.hub = hub
        self.workers = workers
        hub.on_change = self.wake

    def wake(self, live: LiveTable) -> None:
        """Begin to play the bots of a table, if one is asked and nobody does."""
        if live.bots is None and self.workers.count > 0 and self._question(live) is not None:
            live.bots = self.hub.start(self._play(live))

    async def _play(self, live: LiveTable) -> None:
        try:
            while (question := self._question(live)) is not None:
                if not await self._try_to_answer(live, question):
                    await asyncio.sleep(WAIT_SECONDS)
        finally:
            live.bots = None

    async def _try_to_answer(self, live: LiveTable, question: Question) -> bool:
        """Whether this process could play the bot: it is its turn to do so, and nothing failed."""
        try:
            if await self.hub.in_database(self.hub.storage.lease, live.table.id, LEASE_SECONDS):
                await self._answer(live, question)
                return True
        except RefusedError:
            pass  # the database is away: the table is as it is stored, and the bot is asked again
        except Exception:
            log_event("bot failed", logging.ERROR, failed=True, table=live.table.id)
        return False

    def _question(self, live: LiveTable) -> Question | None:
        table = live.table
        seats = table.bot_seats
        if not seats or (not live.connections and not any(row.kind == "person" for row in table.seats)):
            return None  # bots among themselves play only while somebody watches
        return Question(table.version, task_for(table, seats[0]))

    async def _answer(self, live: LiveTable, question: Question) -> None:
        began = time.monotonic()
        action = await self._choice(live, question.task)
        self.hub.metrics.bot_seconds.add(time.monotonic() - began)
        async with self.hub.at(live.table.id) as held:
            table, seat = held.table, question.task.seat
            table.notice = None
            # Others may have made sealed choices meanwhile: what counts is that this seat knows nothing new.
            if seat in table.bot_seats and table.match.observe(seat).state == question.task.state:
                version = table.version
                try:
                    await self.hub.change(held, lambda table: table.act(seat, action, version))
                except RefusedError as refusal:
                    log_event("bot refused", logging.WARNING, table=table.id, reason=refusal.reason)

    async def _choice(self, live: LiveTable, task: Task) -> int:
        for _ in range(TRIES):
            try:
                return await self._choice_with_notice(live, task)
            except Exception:
                log_event("worker failed", logging.ERROR, failed=True, table=live.table.id)
        observation = Observation(live.table.game, task.seat, task.state)
        return RandomBot().choose(observation, Budget(), search_rng(fresh_seed()))

    async def _choice_with_notice(self, live: LiveTable, task: Task) -> int:
        thinking_task = asyncio.ensure_future(self.workers.choose(task))
        if not self.workers.is_ready(task):
            done, _ = await asyncio.wait([thinking_task], timeout=NOTICE_AFTER)
            if not done:
                async with self.hub.at(live.table.id) as held:
                    held.table.notice = NOTICE
                    self.hub.tell(held)
        return await thinking_task


def task_for(table: Table, seat: int, *, best: bool = False) -> Task:
    """What a bot is given to think about a seat; as strong as possible for hints."""
    name = table.game.name
    level = best_level(name) if best else known_level(name, table.seats[seat].level)
    record = table.match.observe(seat).state
    return Task(name, tuple(table.game.options.items()), level, seat, record)
