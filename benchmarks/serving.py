"""What one action costs the process that serves, without network and disk, part by part; and what everybody is told.

    python benchmarks/serving.py [--game babel] [--options '{"players": 4}'] [--matches 5] [--seed 1] [--json]

Whole matches are played at random at a table with a spectator, as the server plays them: the message is read, a copy of
the table changed, the answer made, and everybody who notices told. Now and then a seat takes an action back. What is
measured is processor time. `digest` is a hash of all that was sent: a change meant to make the server faster must not
alter it.
"""

import argparse
import hashlib
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from shinar.core.match import Match
from shinar.core.options import options_from_json
from shinar.core.registry import make
from shinar.core.viewer import SPECTATOR, viewer_of
from shinar.server.settings import Limits
from shinar.server.storage.database import Stored
from shinar.server.storage.models import EntryRow
from shinar.server.tables.live import LiveTable
from shinar.server.tables.lobby import make_table
from shinar.server.tables.order import entries_kept
from shinar.server.tables.table import Table
from shinar.server.tables.teller import tell
from shinar.server.transport.connection import Connection
from shinar.server.transport.messages import Done, NewTable, SeatChoice, client_message

PARTS = ("reading", "copying", "taking", "answering", "noticing", "telling a seat", "telling a spectator")
UNDO_CHANCE = 0.03  # that somebody who can takes an action back
DAY = 1e9  # when every table was made, in seconds since 1970
QUEUE = 10**9  # nobody is too slow here


class Scene:
    """One table, those who look at it, and what they are told."""

    def __init__(self, game: str, options: dict[str, Any], seed: int) -> None:
        self.live = LiveTable(Table(_stored(game, options, seed)))
        seats = range(self.live.table.game.num_seats)
        limits = Limits(queue=QUEUE)
        self.people = [Connection(viewer_of(seat), limits) for seat in seats]
        self.everybody = [*self.people, Connection(SPECTATOR, limits)]
        self.live.table.presence.seats = [1 for _ in seats]
        self.live.table.presence.spectators = 1
        self.seconds: defaultdict[str, float] = defaultdict(float)  # of processor, by part
        self.actions = 0
        self.told = hashlib.sha256()
        self.bytes = 0

    def play(self, chance: random.Random) -> None:
        """A whole match."""
        self._tell(self.everybody)
        while not self.live.table.is_over:
            table = self.live.table
            seat = chance.choice(table.actors)
            wants_undo = table.match.can_undo(seat) and chance.random() < UNDO_CHANCE
            self._take(seat, None if wants_undo else chance.choice(table.seen(viewer_of(seat)).actions))
            self._receive()

    def _take(self, seat: int, action: int | None) -> None:
        """Do what the server does from a message to the last update."""
        before = self.live.table
        version = before.version_for(viewer_of(seat))
        verb = {"type": "undo"} if action is None else {"type": "act", "action": action}
        text = json.dumps({"id": 1, "version": version} | verb)
        with self._counting("reading"):
            request: Any = client_message.validate_json(text)
        with self._counting("copying"):
            table = before.copy()
        with self._counting("taking"):
            table.undo(seat, request.version) if action is None else table.act(seat, request.action, request.version)
            table.note_stored(before, before.moved_at + 1)
        with self._counting("answering"):
            self.people[seat].send(Done(id=request.id, version=table.version_for(viewer_of(seat))))
        self.live.table, self.live.updates = table, {}
        with self._counting("noticing"):
            behind = [one for one in self.everybody if table.has_changed_for(one.viewer, before)]
        if action is None:
            for one in behind:
                one.known = min(one.known, entries_kept(before.match, table.match, one.viewer))
        self._tell(behind)
        self.actions += 1

    def _tell(self, behind: list[Connection]) -> None:
        for connection in behind:
            with self._counting("telling a seat" if connection.viewer != SPECTATOR else "telling a spectator"):
                tell(self.live, connection)

    def _receive(self) -> None:
        for number, connection in enumerate(self.everybody):
            while not connection.queue.empty():
                text = connection.queue.get_nowait() or ""
                self.bytes += len(text)
                self.told.update(f"{number} {text}\n".encode())

    @contextmanager
    def _counting(self, part: str) -> Iterator[None]:
        began = time.process_time()
        yield
        self.seconds[part] += time.process_time() - began


def _stored(game: str, options: dict[str, Any], seed: int) -> Stored:
    """A table that is the same each time."""
    played = make(game, **options_from_json(options))
    people = [SeatChoice(kind="person")] * played.num_seats
    made, _ = make_table(NewTable(game=game, options=options, seats=people))
    made.table.id, made.table.seed, made.table.created_at, made.table.changed_at = "table", seed, DAY, DAY
    for row in made.seats:
        row.has_come = row.is_here = True
    entries = [
        EntryRow(table_id="table", number=number, kind="act", actor=one.actor, action=one.action, at=DAY, stand_in=None)
        for number, one in enumerate(Match(played, seed).log)
    ]
    return Stored(made.table, made.seats, entries, [])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what an action costs without network and disk.")
    parser.add_argument("--game", default="babel")
    parser.add_argument("--options", type=json.loads, default={})
    parser.add_argument("--matches", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    scenes = [Scene(given.game, given.options, given.seed + match) for match in range(given.matches)]
    for match, scene in enumerate(scenes):
        scene.play(random.Random(given.seed + match))
    result = figures(scenes)
    print(json.dumps(result) if given.json else "\n".join(f"{key:24} {value}" for key, value in result.items()))


def figures(scenes: list[Scene]) -> dict[str, Any]:
    """Milliseconds of processor for each action, by part."""
    actions = sum(scene.actions for scene in scenes)
    seconds = {part: sum(scene.seconds[part] for scene in scenes) for part in PARTS}
    parts = {part: round(1000 * seconds[part] / actions, 3) for part in PARTS}
    digest = hashlib.sha256(b"".join(scene.told.digest() for scene in scenes)).hexdigest()[:16]
    all_told = sum(scene.bytes for scene in scenes)
    whole = {"ms_per_action": round(1000 * sum(seconds.values()) / actions, 3), "bytes_per_action": all_told // actions}
    return {"actions": actions, **whole, **parts, "digest": digest}


if __name__ == "__main__":
    main()
