"""How a server holds up: many live tables at once, people at each, no bots.

    python benchmarks/load.py [--game babel] [--tables 200] [--seconds 30] [--pause 2.0] [--blocking] [--json]
    python benchmarks/load.py --tables 20 --spectators 1000 --slow 100

Starts a server of its own (SQLite in a temporary folder), seats people at every table and lets them play at
random: whoever is asked thinks for a while (`--pause` seconds on average), then acts. Measured is the time from sending
`act` to receiving `done`, in the page's place: at play, and as `from_arrival` also in the rush before it. All are asked
as soon as they sit down, so that many act at the same time; play begins one pause after the last one has been shown the
table. Also measured are the server's processor time at play, and its memory before the tables were made and at the end.
The people share one process beside the server's, on the same machine. `--spectators` look at
the first table, and `--slow` more never read what is sent to them; then it is also measured how long the server takes
to stop. With `--blocking` the server also counts how much processor each step of its event loop and each run of
Python's collector take, since all others wait meanwhile.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

from shinar.core.registry import make

START = """
from pathlib import Path
from shinar.server.run import serve
from shinar.server.settings import Limits, Settings
wide = (1e9, 1e9)
many = 10**6
rates = dict(messages=wide, address_messages=wide, requests=wide, creations=wide)
limits = Limits(connections=many, sockets_per_address=many, **rates)
serve(Settings(data=Path({data!r}), port={port}, workers=0, limits=limits), level="error")
"""
BLOCKING = """
import asyncio, gc, json, signal, time
steps, runs, began = [], [], [0.0]
step = asyncio.events.Handle._run
def timed(handle):
    start = time.thread_time()
    step(handle)
    steps.append(time.thread_time() - start)
def watch(phase, _info):
    if phase == "start":
        began[0] = time.thread_time()
    else:
        runs.append(time.thread_time() - began[0])
def begin(*_):
    steps.clear(), runs.clear()
def report(*_):
    sums = dict(max=max(steps), p999=sorted(steps)[len(steps) * 999 // 1000], collector=max(runs, default=0))
    open({report!r}, "w").write(json.dumps(sums))
asyncio.events.Handle._run = timed
gc.callbacks.append(watch)
signal.signal(signal.SIGUSR1, begin)
signal.signal(signal.SIGUSR2, report)
"""
READY_SECONDS = 300


@dataclass
class Load:
    """What is asked for, and what was measured."""

    tables: int
    seconds: float
    pause: float
    game: str = "babel"
    seats: int = 2
    spectators: int = 0  # at the first table
    slow: int = 0  # of them, who do not read
    counts_blocking: bool = False  # by each step of the event loop
    blocking: dict[str, float] = field(default_factory=dict)  # seconds of processor at once
    port: int = 0
    answers: list[float] = field(default_factory=list)  # seconds, at play
    rushed: list[float] = field(default_factory=list)  # the same, from when the last one sat down until play began
    refusals: int = 0
    finished: int = 0
    seated: int = 0  # people who have seen their table
    counted: list[float] | None = None  # where answers are noted: in neither list before all are seated
    processor: float = 0.0  # seconds that the server used meanwhile
    stopping: float = 0.0  # seconds until it had stopped, with everybody connected


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure a server with many live tables.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds that people think, on average")
    parser.add_argument("--game", default="babel")
    parser.add_argument("--spectators", type=int, default=0, help="who look at the first table")
    parser.add_argument("--slow", type=int, default=0, help="spectators beside them who never read")
    parser.add_argument("--blocking", action="store_true", help="count how long steps of the event loop take")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    game = make(given.game)
    audience = given.spectators, given.slow, given.blocking
    result = measure(Load(given.tables, given.seconds, given.pause, given.game, game.num_seats, *audience))
    print(
        json.dumps(result, indent=2) if given.json else "\n".join(f"{key:28} {value}" for key, value in result.items())
    )


def measure(load: Load) -> dict[str, float]:
    """Run a server and people; the figures."""
    with tempfile.TemporaryDirectory() as folder:
        load.port = free_port()
        process = subprocess.Popen([sys.executable, "-c", program(load, folder)])
        try:
            wait_until_ready(load.port)
            before = memory_of(process.pid)
            keys = [new_table(load) for _ in range(load.tables)]
            asyncio.run(everybody(load, keys, process.pid))
            after = before if load.stopping else memory_of(process.pid)
        finally:
            process.terminate()
            process.wait(READY_SECONDS)
        if load.counts_blocking:
            load.blocking = json.loads((Path(folder) / "blocking.json").read_text())
    return figures(load, before, after)


def program(load: Load, folder: str) -> str:
    """What the server runs."""
    blocking = BLOCKING.format(report=f"{folder}/blocking.json") if load.counts_blocking else ""
    return blocking + START.format(data=folder, port=load.port)


def figures(load: Load, before: int, after: int) -> dict[str, float]:
    """The measurements in a form to read."""
    answers, all_answers = sorted(load.answers), sorted(load.answers + load.rushed)
    return {
        "tables": load.tables,
        "people": load.seats * load.tables,
        "seconds": load.seconds,
        "actions": len(answers),
        "actions_per_second": round(len(answers) / load.seconds, 1),
        "p50_ms": round(1000 * answers[len(answers) // 2], 2),
        "p99_ms": round(1000 * answers[len(answers) * 99 // 100], 2),
        "max_ms": round(1000 * answers[-1], 2),
        "actions_from_arrival": len(all_answers),
        "p99_from_arrival_ms": round(1000 * all_answers[len(all_answers) * 99 // 100], 2),
        "max_from_arrival_ms": round(1000 * all_answers[-1], 2),
        "refusals": load.refusals,
        "matches_finished": load.finished,
        "server_processor_percent": round(100 * load.processor / load.seconds, 1),
        "server_ms_per_action": round(1000 * load.processor / len(answers), 2),
        "seconds_to_stop": round(load.stopping, 2),
        "server_memory_MB": round(after / 1e6, 1),
        "memory_per_table_kB": round((after - before) / load.tables / 1000, 1),
        **{f"blocking_{name}_ms": round(1000 * seconds, 2) for name, seconds in load.blocking.items()},
    }


# ---- people -----------------------------------------------------------------------------------------------------


async def everybody(load: Load, tables: list[dict[str, Any]], server: int) -> None:
    """All people at all tables, for the given time."""
    gc.disable()  # hundreds of people share this process: none should wait for the collector of all
    people = [person(load, table["table"], key["secret"]) for table in tables for key in table["keys"]]
    tasks = [asyncio.ensure_future(one) for one in people]
    while load.seated < len(tasks):
        await asyncio.sleep(0.1)
    tasks += [asyncio.ensure_future(spectator(load, tables[0], reads=True)) for _ in range(load.spectators)]
    tasks += [asyncio.ensure_future(spectator(load, tables[0], reads=False)) for _ in range(load.slow)]
    while load.seated < len(tasks):
        await asyncio.sleep(0.1)
    load.counted = load.rushed
    await asyncio.sleep(load.pause)  # all were asked at once when they sat down: until they think at different times
    before = processor_seconds(server)
    if load.counts_blocking:
        os.kill(server, signal.SIGUSR1)
    load.counted = load.answers
    await asyncio.sleep(load.seconds)
    load.processor = processor_seconds(server) - before
    if load.counts_blocking:
        os.kill(server, signal.SIGUSR2)
        await asyncio.sleep(1.0)
    if load.spectators or load.slow:
        load.stopping = await stop(server)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def stop(server: int) -> float:
    """Ask the server to stop; the seconds until it has."""
    began = time.perf_counter()
    os.kill(server, signal.SIGTERM)
    return await asyncio.to_thread(ended_at, server) - began


def ended_at(process: int) -> float:
    """Wait until a process has ended; the time."""
    os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
    return time.perf_counter()


async def spectator(load: Load, table: dict[str, Any], *, reads: bool) -> None:
    """Somebody who looks at a table, and may not read what comes."""
    address = f"ws://127.0.0.1:{load.port}/api/tables/{table['table']}/socket"
    async with connect(address, compression=None, proxy=None, open_timeout=READY_SECONDS) as ws:
        await ws.send(json.dumps({"type": "hello", "secret": table["spectator"]}))
        await ws.recv()
        load.seated += 1
        if not reads:
            ws.transport.pause_reading()
            await asyncio.sleep(READY_SECONDS)
        async for _ in ws:
            pass


async def person(load: Load, table: str, secret: str) -> None:
    """One person: acts whenever asked, after a pause; plays the rematch when the match is over."""
    chance = random.Random(secret)
    while True:
        table = await one_match(load, table, secret, chance)


async def one_match(load: Load, table: str, secret: str, chance: random.Random) -> str:
    """Play one match; the table of the rematch."""
    async with connect(f"ws://127.0.0.1:{load.port}/api/tables/{table}/socket", compression=None, proxy=None) as ws:
        await ws.send(json.dumps({"type": "hello", "secret": secret}))
        sent_at, acted_on = 0.0, -1  # the time, and the version of the last update that was answered
        is_seated = False  # the table has been shown
        async for text in ws:
            message = json.loads(text)
            if message["type"] == "update" and not is_seated:
                is_seated = True
                load.seated += 1
            if message["type"] == "done" and message["id"] and load.counted is not None:
                load.counted.append(time.perf_counter() - sent_at)
            elif message["type"] == "refused":
                load.refusals += 1
            elif message["type"] == "update" and message["table"]["rematch"]:
                return str(message["table"]["rematch"])
            elif message["type"] == "update" and message["version"] > acted_on:
                answer = await answer_to(load, message, chance)
                if answer is not None:
                    acted_on, sent_at = message["version"], time.perf_counter()
                    await ws.send(json.dumps(answer))
    raise ConnectionError("the server closed the connection")


async def answer_to(load: Load, update: dict[str, Any], chance: random.Random) -> dict[str, Any] | None:
    """What a person sends after an update, if anything."""
    if update["outcome"]:
        load.finished += 1
        return {"type": "rematch"}
    if not update["actions"]:
        return None
    await asyncio.sleep(chance.expovariate(1 / load.pause) if load.pause else 0)
    action = chance.choice(update["actions"])["id"]
    return {"type": "act", "id": 1, "action": action, "version": update["version"]}


# ---- the server -------------------------------------------------------------------------------------------------


def free_port() -> int:
    """A port nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_ready(port: int) -> None:
    """Return as soon as the server answers."""
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        try:
            with urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError("the server did not start")


def new_table(load: Load) -> dict[str, Any]:
    """A table for people alone."""
    port = load.port
    body = json.dumps({"game": load.game, "seats": [{"kind": "person"}] * load.seats}).encode()
    request = Request(f"http://127.0.0.1:{port}/api/tables", body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=30) as answer:
        table = dict(json.load(answer))
    table["keys"] = [{"secret": accept(port, table["table"], one["invitation"])} for one in table["invitations"]]
    return table


def accept(port: int, table: str, invitation: str) -> str:
    """Exchange an invitation for a secret."""
    secret = secrets.token_urlsafe(24)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {invitation}"}
    body = json.dumps({"secret": secret}).encode()
    with urlopen(Request(f"http://127.0.0.1:{port}/api/tables/{table}/join", body, headers), timeout=30):
        return secret


def memory_of(process: int) -> int:
    """The resident bytes of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def processor_seconds(process: int) -> float:
    """The processor time a process has used."""
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
