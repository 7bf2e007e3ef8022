"""How a player fares while others abuse the server.

    python benchmarks/abuse.py [--abusers 10] [--seconds 20]

Starts a server with its usual limits (SQLite in a temporary folder). Two people play Babel, at first alone; then ten
connections at another table send whatever is dear as fast as they can: greetings, questions, requests for the past,
long texts that are no records. Measured is the time from sending `act` to receiving `done`. All come from one address.
Budget: a median of 50 ms or less.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.load import Load, free_port, new_table, processor_seconds, wait_until_ready

START = """
from pathlib import Path
from shinar.server.run import serve
from shinar.server.settings import Settings
serve(Settings(data=Path({data!r}), port={port}, workers=0), level="error")
"""
PAUSE = 0.05  # between two actions of the people who play


@dataclass
class Abuse:
    """What is asked for, and what was measured."""

    abusers: int
    seconds: float
    port: int = 0
    calm: list[float] = field(default_factory=list)  # seconds per action
    abused: list[float] = field(default_factory=list)
    sent: int = 0
    is_abused: bool = False
    processor: float = 0.0  # seconds that the server used while it was abused


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure a player's actions while others abuse the server.")
    parser.add_argument("--abusers", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    abuse = Abuse(given.abusers, given.seconds)
    with tempfile.TemporaryDirectory() as folder:
        abuse.port = free_port()
        process = subprocess.Popen([sys.executable, "-c", START.format(data=folder, port=abuse.port)])
        try:
            wait_until_ready(abuse.port)
            asyncio.run(measure(abuse, process.pid))
        finally:
            process.terminate()
            process.wait(60)
    for name, answers in (("calm", abuse.calm), ("abused", abuse.abused)):
        ordered = sorted(answers)
        median, late = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
        print(f"{name:8} {len(ordered)} actions, p50 {1000 * median:.1f} ms, p99 {1000 * late:.1f} ms")
    print(f"abusive messages and requests: {abuse.sent}")
    print(f"processor of the server while it was abused: {100 * abuse.processor / abuse.seconds:.0f} % of a core")


async def measure(abuse: Abuse, server: int) -> None:
    """People play; after a while others begin to abuse the server."""
    load = Load(1, abuse.seconds, 0, port=abuse.port)
    mine, theirs = new_table(load), new_table(load)
    people = [asyncio.ensure_future(person(abuse, mine, key["secret"])) for key in mine["keys"]]
    await asyncio.sleep(abuse.seconds / 2)
    abuse.is_abused = True
    before = processor_seconds(server)
    kinds = [greet, ask_for_the_past, ask_why, upload]
    others = [asyncio.ensure_future(kinds[i % len(kinds)](abuse, theirs)) for i in range(abuse.abusers)]
    await asyncio.sleep(abuse.seconds)
    abuse.processor = processor_seconds(server) - before
    for task in [*people, *others]:
        task.cancel()
    await asyncio.gather(*people, *others, return_exceptions=True)


async def person(abuse: Abuse, table: dict[str, Any], secret: str) -> None:
    """One who plays the last action there is, whenever asked."""
    async with await opened(abuse, table, secret) as ws:
        answered = -1
        while True:
            update = await next_update(ws)
            if update["outcome"]:
                return
            if not update["actions"] or update["version"] <= answered:
                continue
            answered = update["version"]
            await asyncio.sleep(PAUSE)
            action = update["actions"][-1]["id"]
            began = time.perf_counter()
            await ws.send(json.dumps({"type": "act", "id": 1, "action": action, "version": answered}))
            while json.loads(await ws.recv())["type"] != "done":
                pass
            (abuse.abused if abuse.is_abused else abuse.calm).append(time.perf_counter() - began)


async def next_update(ws: ClientConnection) -> dict[str, Any]:
    """The next update."""
    while True:
        message = json.loads(await ws.recv())
        if message["type"] == "update":
            return dict(message)


async def opened(abuse: Abuse, table: dict[str, Any], secret: str) -> ClientConnection:
    """A connection to a table, greeted."""
    address = f"ws://127.0.0.1:{abuse.port}/api/tables/{table['table']}/socket"
    ws = await connect(address, compression=None, proxy=None)
    await ws.send(json.dumps({"type": "hello", "secret": secret}))
    return ws


# ---- those who abuse it -----------------------------------------------------------------------------------------


async def flood(abuse: Abuse, table: dict[str, Any], message: dict[str, Any]) -> None:
    """Send a message again and again, and read what comes; come back when thrown out."""
    while True:
        try:
            async with await opened(abuse, table, table["keys"][0]["secret"]) as ws:
                reader = asyncio.ensure_future(read_all(ws))
                try:
                    while True:
                        await ws.send(json.dumps(message))
                        abuse.sent += 1
                        await asyncio.sleep(0.002)
                finally:
                    reader.cancel()
        except (ConnectionClosed, OSError):
            await asyncio.sleep(0.1)


async def read_all(ws: ClientConnection) -> None:
    """Read and forget."""
    async for _ in ws:
        pass


async def greet(abuse: Abuse, table: dict[str, Any]) -> None:
    """Have everything told anew, again and again."""
    await flood(abuse, table, {"type": "hello", "id": 1, "secret": table["keys"][0]["secret"], "drawn": True})


async def ask_why(abuse: Abuse, table: dict[str, Any]) -> None:
    """Ask why something cannot be done."""
    await flood(abuse, table, {"type": "explain", "id": 1, "action": 1})


async def ask_for_the_past(abuse: Abuse, table: dict[str, Any]) -> None:
    """Ask for all past positions."""
    secret = {"Authorization": f"Bearer {table['keys'][0]['secret']}"}
    await requests(abuse, "GET", f"/api/tables/{table['table']}/positions?drawn=true", headers=secret)


async def upload(abuse: Abuse, _table: dict[str, Any]) -> None:
    """Upload a long text that is no record."""
    await requests(abuse, "POST", "/api/records", json={"text": "[Game babel]\n" + " \n" * 90_000})


async def requests(abuse: Abuse, method: str, path: str, **more: Any) -> None:
    """Make a request again and again."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{abuse.port}", timeout=60) as http:
        while True:
            await http.request(method, path, **more)
            abuse.sent += 1
            await asyncio.sleep(0.002)


if __name__ == "__main__":
    main()
