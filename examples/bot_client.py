"""A bot of your own, in any language: this one plays Babel against a bot of the server.

    python examples/bot_client.py http://127.0.0.1:8765

Replace `choose` by something cleverer. The messages are explained in docs/protocol.md.
"""

import json
import random
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect


def choose(update: dict[str, Any]) -> int:
    """Any legal action; `update["view"]` tells what your seat sees."""
    return int(random.choice(update["actions"])["id"])


def play(url: str) -> dict[str, Any]:
    """Ask for a table, say hello, act whenever asked, until the match is over."""
    body = json.dumps({"game": "babel", "nickname": "my bot"}).encode()
    request = urllib.request.Request(f"{url}/api/play", body, {"Content-Type": "application/json"})
    table = json.load(urllib.request.urlopen(request))
    update: dict[str, Any] = {"outcome": None, "actions": []}
    with connect(f"{url.replace('http', 'ws', 1)}/api/tables/{table['table']}/socket") as socket:
        socket.send(json.dumps({"type": "hello", "secret": table["keys"][0]["secret"]}))
        while update["outcome"] is None:
            message = json.loads(socket.recv())
            if message["type"] == "update":
                update = message
                if update["actions"]:
                    socket.send(json.dumps({"type": "act", "action": choose(update), "version": update["version"]}))
    return dict(update["outcome"])


outcome = play(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8765")
print(f"scores {outcome['scores']}, places {outcome['ranks']}: {outcome['reason']}")
