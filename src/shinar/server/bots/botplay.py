"""Plays the bots' seats: one task per table, as long as a bot is asked."""

import asyncio
import logging
import time

from shinar.bots import Budget, RandomBot
from shinar.core.game import Observation
from shinar.core.rng import fresh_seed, search_rng
from shinar.core.viewer import viewer_of
from shinar.server.bots.levels import best_level, known_level, level_title
from shinar.server.bots.workers import Task, Workers
from shinar.server.event_log import log_event
from shinar.server.shares import SHARE, Share
from shinar.server.tables.live import LiveTable
from shinar.server.tables.manager import TableManager
from shinar.server.tables.table import RefusedError, Table

__all__ = ["BotPlayer", "task_for", "why_late"]

LEASE_SECONDS = 20.0  # how long a process alone plays the bots of a table it has taken
WAIT_SECONDS = 3.0  # until a process asks again for a table that another plays
NOTE_SECONDS = 1.0  # after which people are told why a bot takes long, and how that changes
MEANWHILE = "A simpler bot plays meanwhile."
TRIES = 3  # failures of a worker before any legal action will do


class BotPlayer:
    """Lets the bots of all tables of this process act."""

    def __init__(self, manager: TableManager, workers: Workers) -> None:
        self.manager = manager
        self.workers = workers
        manager.on_change = self.wake

    def wake(self, live: LiveTable) -> None:
        """Start playing the bots of a table, if one is asked and nothing plays them yet."""
        if live.bots is None and self.workers.count > 0 and self._task(live) is not None:
            live.bots = self.manager.start(self._play(live))

    async def _play(self, live: LiveTable) -> None:
        SHARE.set(Share(next((one.address for one in live.connections), ""), live.table.id))
        try:
            while (task := self._task(live)) is not None:
                if not await self._try_to_answer(live, task):
                    await asyncio.sleep(WAIT_SECONDS)
        finally:
            live.bots = None

    async def _try_to_answer(self, live: LiveTable, task: Task) -> bool:
        """Whether this process played the bot: it holds the lease, and nothing failed."""
        try:
            if await self.manager.in_database(self.manager.storage.lease, live.table.id, LEASE_SECONDS):
                await self._answer(live, task)
                return True
        except RefusedError:
            pass  # the database does not answer: the table is as it is stored, and the bot is asked again
        except Exception:
            log_event("bot failed", logging.ERROR, failed=True, table=live.table.id)
        return False

    def _task(self, live: LiveTable) -> Task | None:
        """What the next bot must choose; None if no bot is asked."""
        table = live.table
        seats = table.bot_seats
        if not seats or (not live.connections and not any(row.kind == "person" for row in table.seats)):
            return None  # bots among themselves play only while somebody watches
        return task_for(table, seats[0])

    async def _answer(self, live: LiveTable, task: Task) -> None:
        began = time.monotonic()
        action, notice = await self._explained_choice(live, task)
        self.manager.metrics.bot_seconds.add(time.monotonic() - began)
        async with self.manager.at(live.table.id) as held:
            table, seat = held.table, task.seat
            table.notice = notice
            # Others may have made sealed choices meanwhile: what counts is that this seat knows nothing new.
            if seat in table.bot_seats and table.match.observe(seat).state == task.state:
                version = table.version_for(viewer_of(seat))
                stand_in = task.level if table.seats[seat].taken_over else None
                try:
                    await self.manager.change(held, lambda table: table.act(seat, action, version, stand_in=stand_in))
                except RefusedError as refusal:
                    log_event("bot refused", logging.WARNING, table=table.id, reason=refusal.reason)

    async def _explained_choice(self, live: LiveTable, task: Task) -> tuple[int, str | None]:
        """The choice of a bot; while it takes long, the table is told why."""
        choosing = asyncio.ensure_future(self._choice(live, task))
        try:
            while not (await asyncio.wait([choosing], timeout=NOTE_SECONDS))[0]:
                await self._note(live, why_late(self.workers, task))
            return choosing.result()
        finally:
            choosing.cancel()

    async def _note(self, live: LiveTable, notice: str | None) -> None:
        """Show everybody at the table why they wait."""
        async with self.manager.at(live.table.id) as held:
            if held.table.notice != notice:
                held.table.notice = notice
                self.manager.tell(held)

    async def _choice(self, live: LiveTable, task: Task) -> tuple[int, str | None]:
        """The action of the bot, or of a stand-in, with a notice for people in that case."""
        for _ in range(TRIES):
            try:
                action = await self.workers.choose_at_once(task)
                if action is not None:
                    return action, None
                return await self.workers.stand_in(task), why_simpler(self.workers, task)
            except Exception:
                log_event("worker failed", logging.ERROR, failed=True, table=live.table.id)
        observation = Observation(live.table.game, viewer_of(task.seat), task.state)
        return RandomBot().choose(observation, Budget(), search_rng(fresh_seed())), None


def why_late(workers: Workers, task: Task) -> str | None:
    """Why a bot has not chosen yet; None if it is thinking. That a simpler one plays is true while that one chooses."""
    why = workers.why_late(_title(task))
    return why_simpler(workers, task) if why is None and workers.is_compiling(task) else why


def why_simpler(workers: Workers, task: Task) -> str:
    """Why another bot plays."""
    return f"{workers.why_simpler(task, _title(task))} {MEANWHILE}"


def _title(task: Task) -> str:
    return f"The bot {level_title(task.game, task.level)}"


def task_for(table: Table, seat: int, *, best: bool = False) -> Task:
    """The task of a bot on a seat; as strong as possible for hints."""
    name = table.game.name
    level = best_level(name) if best else known_level(name, table.seats[seat].level)
    record = table.match.observe(seat).state
    return Task(name, tuple(table.game.options.items()), level, seat, record)
