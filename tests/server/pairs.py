"""Pairs of tables that differ only in what is hidden from one viewer, played side by side.

Both tables are served by real managers on real databases, only without a network: every text that would go over it is
kept and compared. What a viewer may know is what `observe` says; whatever else could tell the tables apart is a leak.
"""

import asyncio
import itertools
import json
import random
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from unittest.mock import patch

import shinar
from shinar.core.compiled.layout import copy_of
from shinar.core.errors import OptionError
from shinar.core.game import CHANCE, Game
from shinar.core.match import Entry, Match
from shinar.core.viewer import SPECTATOR, Viewer, viewer_of
from shinar.server.bots.botplay import task_for
from shinar.server.bots.workers import Workers
from shinar.server.metrics import Metrics
from shinar.server.settings import Settings
from shinar.server.storage.database import Event, Storage
from shinar.server.tables import lobby
from shinar.server.tables.archive import table_positions_json
from shinar.server.tables.live import LiveTable
from shinar.server.tables.manager import TableManager
from shinar.server.tables.order import log_for
from shinar.server.tables.story import Story
from shinar.server.tables.table import RefusedError, Table
from shinar.server.transport.connection import Connection
from shinar.server.transport.messages import Hello, NewTable, SeatChoice, client_message
from shinar.server.transport.requests import RequestHandler, Visit

RATES = (1.0, 0.5, 0.2, 0.1, 0.0)  # of the entries that differ between two tables, if that is possible
TRIES = 12  # actions of the other table that are tried for one of the first
PAST = 7  # positions that are looked at again
MISCHIEF = 4  # steps that a seat takes and takes back before it decides
NUMBERS = itertools.count(1)  # of tables
NOW = 1_800_000_000.0  # the clock stands still: times tell nothing


class SeenError(Exception):
    """The viewer would see a difference, and may: the pair ends here."""


class Steered(Match[Any]):
    """A match that is dealt what it is told."""

    coming: list[int] = []  # noqa: RUF012 - shared on purpose: copies of the match are dealt the same

    def _deal(self) -> None:
        while self.actors == (CHANCE,) and self.coming:
            self._take(Entry(CHANCE, self.coming.pop(0)))


# ---- the same, but for what is hidden ---------------------------------------------------------------------------


@dataclass
class Mirror:
    """Finds for what happens at one table something that looks the same to a viewer at the other."""

    game: Game[Any]
    viewer: Viewer
    chance: random.Random

    def looks_the_same(self, one: Any, other: Any) -> bool:
        """Whether a viewer sees no difference between two positions."""
        if self.game.actors(one) != self.game.actors(other):
            return False
        return self.game.observe(one, self.viewer) == self.game.observe(other, self.viewer)

    def follow(self, states: tuple[Any, Any], entries: Sequence[Entry]) -> tuple[tuple[Any, Any], list[Entry]]:
        """Where two tables stand after these entries at the first, and what happened at the other meanwhile.

        Many cards that differ may leave none for the rest; then fewer differ.
        """
        for rate in RATES:
            one, other = copy_of(states[0]), copy_of(states[1])
            with suppress(SeenError):
                return (one, other), [self._step(one, other, entry, rate) for entry in entries]
        raise SeenError

    def _step(self, one: Any, other: Any, entry: Entry, rate: float) -> Entry:
        self.game.apply(one, entry.actor, entry.action)
        action = self._choose(one, other, entry, differs=self.chance.random() < rate)
        self.game.apply(other, entry.actor, action)
        return Entry(entry.actor, action)

    def _choose(self, one: Any, other: Any, entry: Entry, *, differs: bool) -> int:
        for action in self._candidates(other, entry, differs=differs):
            after = copy_of(other)
            self.game.apply(after, entry.actor, action)
            if self.looks_the_same(one, after):
                return action
        raise SeenError

    def _candidates(self, state: Any, entry: Entry, *, differs: bool) -> list[int]:
        """What could happen instead, other things first."""
        if entry.actor == self.viewer.seat:
            return [entry.action]
        is_chance = entry.actor == CHANCE
        found = [a for a, _ in self.game.chances(state)] if is_chance else self.game.legal_actions(state, entry.actor)
        same = [entry.action] if entry.action in found else []
        others = [action for action in found if action != entry.action]
        self.chance.shuffle(others)
        if not same or (differs and (is_chance or not self.is_sealed(state, entry))):
            return [*others[:TRIES], *same]
        return [*same, *others[:TRIES]]

    def is_sealed(self, state: Any, entry: Entry) -> bool:
        """Whether others see nothing of a legal action."""
        after = copy_of(state)
        self.game.apply(after, entry.actor, entry.action)
        return self.game.is_sealed(state, after, entry)


def whole_log(game: Game[Any], seed: int, chance: random.Random) -> list[Entry]:
    """What happened in a match that was played at random."""
    match: Match[Any] = Match(game, seed)
    while not match.is_over:
        seat = chance.choice(match.actors)
        match.play_legal(seat, chance.choice(match.legal_actions(seat)))
    return list(match.log)


def mirrored_logs(mirror: Mirror, log: list[Entry], fork: int) -> tuple[list[Entry], list[Entry]]:
    """Two logs that are the same up to the fork and look the same to the viewer thereafter, as far as that goes."""
    game = mirror.game
    states = game.initial_state(), game.initial_state()
    for entry in log[:fork]:
        for state in states:
            game.apply(state, entry.actor, entry.action)
    one, other = log[:fork], log[:fork]
    steps = [list(step) for _, step in itertools.groupby(enumerate(log[fork:]), lambda item: item[1].actor != CHANCE)]
    for step in steps:
        entries = [entry for _, entry in step]
        try:
            states, found = mirror.follow(states, entries)
        except SeenError:
            break
        one, other = one + entries, other + found
    if game.actors(states[0]) == (CHANCE,):  # no table is left before its cards are dealt
        return one[:-1], other[:-1]
    return one, other


def differences(one: Any, other: Any, place: str = "") -> Iterator[str]:
    """The names of the fields in which two records differ."""
    if isinstance(one, list | tuple):
        for first, second in zip(one, other, strict=True):
            yield from differences(first, second, place)
    elif hasattr(one, "__layout__"):
        for part in one.__layout__:
            name = f"{place}.{part.name}" if place else part.name
            yield from differences(getattr(one, part.name), getattr(other, part.name), name)
    elif one != other:
        yield place


# ---- a server without a network ---------------------------------------------------------------------------------


class World:
    """The tables of one server, and the texts that those who look at them were sent."""

    def __init__(self, storage: Storage, data: Path) -> None:
        self.manager = TableManager(Settings(data=data, workers=0), storage, Metrics())
        self.handler = RequestHandler(self.manager, Workers(0))
        self.people: list[Connection] = []  # who looks
        self.table_id = ""

    async def open(self, game: Game[Any], log: Sequence[Entry], number: int, seed: int) -> None:
        """Make a table at which a log was played, and let everybody have come."""
        with made_alike(number, seed):
            body = NewTable(
                game=game.name,
                options=dict(game.options),  # type: ignore[arg-type]  # checked where tables are made
                seats=[SeatChoice(kind="person")] * game.num_seats,
            )
            made, keys = lobby.make_table(body)
        made.events[:] = [Event("act", entry.actor, entry.action) for entry in log]
        await self.manager.make(made)
        self.table_id = keys.table
        for seat in range(game.num_seats):
            async with self.manager.at(self.table_id) as live:
                await self.manager.change(live, lambda table, seat=seat: table.take_back(seat))  # type: ignore[misc]

    async def steer(self, coming: list[int]) -> None:
        """From now on chance brings what is in the list."""
        async with self.manager.at(self.table_id) as live:
            table = live.table
            match = Steered(table.game, table.row.seed, log=table.match.log, deals=False)
            match.coming = coming
            table.match, table.story = match, Story(match)

    @property
    def live(self) -> LiveTable:
        return self.manager.tables[self.table_id]

    @property
    def table(self) -> Table:
        return self.live.table

    async def look(self, viewer: Viewer, known: int = 0) -> Connection:
        """Somebody comes and looks on."""
        connection = Connection(viewer, self.manager.settings.limits)
        async with self.manager.at(self.table_id) as live:
            self.handler.welcome(live, connection, Hello(type="hello", secret="", known=known, drawn=True))
            await self.manager.arrive(live, connection)
        self.people.append(connection)
        self.tell_all()
        return connection

    async def leave_all(self) -> None:
        for connection in self.people:
            async with self.manager.at(self.table_id) as live:
                await self.manager.depart(live, connection)
        self.people.clear()

    async def send(self, viewer: Viewer, **message: Any) -> None:
        """A viewer sends a message; those who look on this connection get the answer, others unheard of do not."""
        connection = next((one for one in self.people if one.viewer == viewer), None)
        visit = Visit(self.table_id, connection or Connection(viewer, self.manager.settings.limits))
        try:
            await self.handler.handle(visit, client_message.validate_json(json.dumps({"id": 1, **message})))
        except RefusedError as refusal:
            visit.connection.send_text(f"{refusal.code} {refusal.reason} {refusal.clause}")
        self.tell_all()

    def tell_all(self) -> None:
        """Tell everybody now: what waits could be told along with what comes next, at one table and not the other."""
        for connection in self.people:
            self.manager.catch_up(connection)

    def heard(self) -> list[list[str | None]]:
        """All that was sent since somebody asked last, by those who look."""
        return [[one.queue.get_nowait() for _ in range(one.queue.qsize())] for one in self.people]

    async def stop(self) -> None:
        await self.manager.stop()


@contextmanager
def made_alike(number: int, seed: int) -> Iterator[None]:
    """Tables that are made in this context have names, secrets and seeds that are known beforehand."""
    count = itertools.count(1)
    with (
        patch.object(lobby, "new_address", lambda: f"t{number}-{next(count)}"),
        patch.object(lobby, "new_secret", lambda: f"s{number}-{next(count)}"),
        patch.object(lobby, "fresh_seed", lambda: seed),
    ):
        yield


# ---- two tables side by side ------------------------------------------------------------------------------------


@dataclass
class Findings:
    """What a sweep has met."""

    pairs: int = 0
    texts: int = 0  # compared
    hidden: set[str] = field(default_factory=set)  # fields in which tables differed
    uneven: int = 0  # sealed choices that took more steps at one table
    undone: int = 0
    rematches: int = 0

    def __add__(self, other: "Findings") -> "Findings":
        names = [one.name for one in fields(self) if one.name != "hidden"]
        sums = {name: getattr(self, name) + getattr(other, name) for name in names}
        return Findings(hidden=self.hidden | other.hidden, **sums)


class Pair:
    """Two tables, one viewer."""

    def __init__(self, worlds: tuple[World, World], mirror: Mirror, findings: Findings) -> None:
        self.one, self.other = self.worlds = worlds
        self.mirror, self.game, self.viewer, self.chance = mirror, mirror.game, mirror.viewer, mirror.chance
        self.findings = findings
        self.coming: list[int] = []

    @property
    def matches(self) -> tuple[Match[Any], Match[Any]]:
        return self.one.table.match, self.other.table.match

    async def open(self, logs: tuple[list[Entry], list[Entry]], seed: int) -> None:
        """Seat everybody, and let the viewer and a spectator look."""
        number = next(NUMBERS)
        for world, log in zip(self.worlds, logs, strict=True):
            await world.open(self.game, log, number, seed)
        await self._begin()

    async def _begin(self) -> None:
        await self.other.steer(self.coming)
        for world in self.worlds:
            for viewer in {self.viewer: 0, SPECTATOR: 0}:
                await world.look(viewer)
        self.compare()

    def compare(self) -> None:
        """Every text that anybody was sent must be the same at both tables."""
        one, other = self.one.heard(), self.other.heard()
        for mine, theirs in zip(one, other, strict=True):
            assert mine == theirs, first_difference(mine, theirs)
            self.findings.texts += len(mine)

    async def both(self, viewer: Viewer, **message: Any) -> None:
        """Somebody sends the same to both tables."""
        for world in self.worlds:
            known = {"version": world.table.version_for(viewer)} if message["type"] in {"act", "undo"} else {}
            await world.send(viewer, **message, **known)
        self.compare()

    async def play(self, steps: int) -> None:
        """Play on until the viewer would see a difference, the match ends, or it is enough."""
        try:
            for _ in range(steps):
                if self.one.table.is_over:
                    return
                await self.step()
        except SeenError:
            pass

    async def step(self) -> None:
        seat = self.chance.choice(self.one.table.actors)
        match = self.matches[0]
        action = self.chance.choice(match.legal_actions(seat))
        if seat != self.viewer.seat and self.mirror.is_sealed(match.reveal(), Entry(seat, action)):
            await self.choose_in_secret(seat)
        else:
            await self.act(seat, action)
        if self.chance.random() < 0.2 and all(match.can_undo(seat) for match in self.matches):
            await self.both(viewer_of(seat), type="undo")
            self.findings.undone += 1

    async def act(self, seat: int, action: int) -> None:
        """A seat acts at the first table, and at the other so that it looks the same."""
        before, after = self.matches[0], self.matches[0].copy()
        after.play_legal(seat, action)
        entries = after.log[len(before.log) :]
        states = self.matches[0].reveal(), self.matches[1].reveal()
        _, found = self.mirror.follow(states, entries)
        self.coming[:] = [entry.action for entry in found[1:]]
        await self._send_act(self.one, seat, action)
        await self._send_act(self.other, seat, found[0].action)
        assert not self.coming
        assert len(self.matches[0].log) == len(self.matches[1].log)
        self.compare()

    async def _send_act(self, world: World, seat: int, action: int) -> None:
        viewer, length = viewer_of(seat), world.table.version
        await world.send(viewer, type="act", action=action, version=world.table.version_for(viewer))
        assert world.table.version > length

    async def choose_in_secret(self, seat: int) -> None:
        """A seat makes up its mind: at each table otherwise, in any number of steps; then both decide the same."""
        if self.chance.random() < 0.5:
            await self._unevenly(self._dither, seat)
        if self.chance.random() < 0.5 and len(self.one.table.actors) > 1:
            await self._unevenly(self._decide, seat)
            if self.chance.random() < 0.3:
                raise SeenError  # other choices are sealed at one table than at the other
            await self._unevenly(self._withdraw, seat)
        await self._decide_alike(seat)

    async def _unevenly(self, step: Callable[[World, int], Awaitable[None]], seat: int) -> None:
        """A seat does at each table what the others notice in the same way."""
        grown = []
        for world in self.worlds:
            length = world.table.version
            await step(world, seat)
            grown.append(world.table.version - length)
        self.findings.uneven += grown[0] != grown[1]
        self.compare()

    async def _dither(self, world: World, seat: int) -> None:
        """Choose steps and take them back, as somebody does who has not decided yet. No step is the last one."""
        steps = 0
        for _ in range(self.chance.randrange(MISCHIEF)):
            legal = world.table.match.legal_actions(seat)
            more = [action for action in legal if self._leaves_open(world, seat, action)]
            if steps and (not more or self.chance.random() < 0.4):
                await self._undo(world, seat)
                steps -= 1
            elif more:
                await self._send_act(world, seat, self.chance.choice(more))
                steps += 1
        for _ in range(steps):
            await self._undo(world, seat)

    async def _decide(self, world: World, seat: int) -> None:
        while seat in world.table.actors:
            await self._send_act(world, seat, self.chance.choice(world.table.match.legal_actions(seat)))

    async def _withdraw(self, world: World, seat: int) -> None:
        while world.table.match.can_undo(seat):
            await self._undo(world, seat)

    async def _undo(self, world: World, seat: int) -> None:
        version = world.table.version
        await world.send(viewer_of(seat), type="undo", version=world.table.version_for(viewer_of(seat)))
        assert world.table.version == version + 1
        self.findings.undone += 1

    def _leaves_open(self, world: World, seat: int, action: int) -> bool:
        """Whether a seat has more to decide after an action."""
        state = world.table.match.reveal()
        if not self.mirror.is_sealed(state, Entry(seat, action)):
            return False
        self.game.apply(state, seat, action)
        return seat in self.game.actors(state)

    async def _decide_alike(self, seat: int) -> None:
        """Decide, step by step, the same at both tables."""
        round_ = self.one.table.version_for(SPECTATOR)
        while seat in self.one.table.actors and self.one.table.version_for(SPECTATOR) == round_:
            legal = [match.legal_actions(seat) for match in self.matches]
            both = [action for action in legal[0] if action in legal[1]]
            if not both:
                raise SeenError
            await self.act(seat, self.chance.choice(both))

    # -- what can be asked at any time --

    async def ask(self) -> None:
        """Everything that the viewer and a spectator may ask must be answered the same."""
        self.findings.hidden |= set(differences(*(match.reveal() for match in self.matches)))
        for viewer in {self.viewer: 0, SPECTATOR: 0}:
            self._compare_past(viewer)
            for world in self.worlds:
                await world.look(viewer)
            self.compare()
        if self.viewer.seat is not None:
            await self._ask_why(self.viewer.seat)
        stored = [await world.manager.in_database(world.manager.storage.load, world.table_id) for world in self.worlds]
        for viewer in (self.viewer, SPECTATOR):
            texts = [Table(one).update_json(viewer, drawn=True) for one in stored if one is not None]
            assert texts[0] == texts[1]
            self.findings.texts += 1

    def _compare_past(self, viewer: Viewer) -> None:
        pasts, summaries = [], []
        for world in self.worlds:
            match = world.table.match
            game = match.game.name, tuple(match.game.options.items())
            log = log_for(match, viewer)
            numbers = range(max(0, len(log) - PAST), len(log) + 1)
            pasts.append(table_positions_json(game, log, viewer, numbers, True))
            summaries.append(world.table.summary(viewer).model_dump_json())
        assert pasts[0] == pasts[1], first_difference([pasts[0]], [pasts[1]])
        assert summaries[0] == summaries[1]

    async def _ask_why(self, seat: int) -> None:
        legal = self.one.table.seen(self.viewer).actions
        some = self.chance.sample(range(self.game.num_actions), 5) + self.chance.sample(legal, min(2, len(legal)))
        for action in some:
            await self.both(self.viewer, type="explain", action=action)
            await self.both(self.viewer, type="preview", action=action)
        await self.both(self.viewer, type="act", action=some[0]) if some[0] not in legal else None
        tasks = [task_for(world.table, seat) for world in self.worlds]
        assert tasks[0] == tasks[1]

    # -- again --

    async def play_again(self, seed: int) -> None:
        """All want a rematch, which begins; the viewer has moved to the seat before."""
        number = next(NUMBERS)
        for seat in range(self.game.num_seats):
            for world in self.worlds:
                with made_alike(number, seed):
                    await world.send(viewer_of(seat), type="rematch")
            self.compare()
        if self.viewer.seat is not None:
            self.viewer = self.mirror.viewer = viewer_of((self.viewer.seat - 1) % self.game.num_seats)
        for world in self.worlds:
            await world.leave_all()
            rematch = world.table.row.rematch
            assert rematch is not None
            world.table_id = rematch
            for seat in range(self.game.num_seats):
                async with world.manager.at(rematch) as live:
                    await world.manager.change(live, lambda table, seat=seat: table.take_back(seat))  # type: ignore[misc]
        await self._begin()
        self.findings.rematches += 1


def first_difference(mine: Sequence[str | None], theirs: Sequence[str | None]) -> str:
    """Where two lists of texts begin to differ."""
    for one, other in itertools.zip_longest(mine, theirs):
        if one != other:
            pairs = itertools.zip_longest(one or "", other or "")
            place = next(number for number, (a, b) in enumerate(pairs) if a != b)
            return f"…{(one or '')[max(0, place - 80) : place + 80]} / {(other or '')[max(0, place - 80) : place + 80]}"
    return "no difference"


# ---- many pairs -------------------------------------------------------------------------------------------------


def sweep(storages: tuple[Storage, Storage], data: Path, game: Game[Any], seeds: range, steps: int = 40) -> Findings:
    """Play pairs of tables of a game, for every seat and a spectator in turn; what they met."""
    findings = Findings()

    async def run() -> None:
        worlds = World(storages[0], data), World(storages[1], data)
        try:
            for seed in seeds:
                await _one_pair(worlds, game, seed, findings, steps)
                for world in worlds:
                    await world.leave_all()
        finally:
            for world in worlds:
                world.manager._threads.stop()

    with patch.object(time, "time", lambda: NOW):
        asyncio.run(run())
    return findings


async def _one_pair(worlds: tuple[World, World], game: Game[Any], seed: int, findings: Findings, steps: int) -> None:
    chance = random.Random(seed)
    viewers = (*(viewer_of(seat) for seat in range(game.num_seats)), SPECTATOR)
    mirror = Mirror(game, viewers[seed % len(viewers)], chance)
    whole = whole_log(game, seed, chance)
    moments = [number for number, entry in enumerate(whole) if entry.actor != CHANCE]  # somebody is asked
    log = whole[: chance.choice([moments[0], chance.choice(moments), chance.choice(moments), moments[-5]])]
    fork = chance.choice([0, chance.randrange(len(log)), max(0, len(log) - 10)])
    pair = Pair(worlds, mirror, findings)
    await pair.open(mirrored_logs(mirror, log, fork), seed)
    await pair.play(steps)
    await pair.ask()
    if not pair.one.table.is_over and game.num_seats == 2 and seed % 2:
        await pair.both(viewer_of(seed // 2 % 2), type="resign")
    if pair.one.table.is_over:
        await pair.play_again(seed)
        await pair.play(steps // 2)
        await pair.ask()
    findings.pairs += 1


def all_seats(name: str, **options: Any) -> list[Game[Any]]:
    """A game with every number of seats that it can have with these options."""
    choices = [option.choices for option in shinar.make(name).option_list if option.name == lobby.SEATS_OPTION]
    counts = choices[0] if choices else [None]
    games: list[Game[Any]] = []
    for count in counts:
        with suppress(OptionError):
            games.append(shinar.make(name, **({"players": count} if count else {}), **options))
    return games
