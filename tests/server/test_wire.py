"""Messages on their short way to and from a table: none is lost, none overtakes another."""

import asyncio
import json
from collections.abc import Sequence

import pytest
from websockets.frames import Frame, Opcode

from shinar.core.viewer import SPECTATOR
from shinar.server.settings import Limits
from shinar.server.transport.connection import Connection
from shinar.server.transport.gate import text_frame
from tests.server.helpers import Server, open_socket, secret_of


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_a_message_is_framed_as_the_standard_says(length: int) -> None:
    text = "ä" * (length // 2) + "x" * (length % 2)
    assert text_frame(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def test_messages_that_come_faster_than_answers_are_answered_in_their_order(server: Server) -> None:
    table = server.new_table()
    with open_socket(server, table["table"]) as socket:
        socket.send(json.dumps({"type": "hello", "id": 1, "secret": secret_of(table, 0)}))
        for number in range(2, 102):
            kind = {"type": "ping"} if number % 3 else {"type": "claim", "nickname": f"Name {number}"}
            socket.send(json.dumps({"id": number} | kind))
        answered: list[int] = []
        while len(answered) < 101:
            message = json.loads(socket.recv(timeout=60))
            answered += [message["id"]] if message["type"] in {"welcome", "pong", "done"} else []
    assert answered == list(range(1, 102))


def test_bytes_and_broken_text_are_refused_on_the_short_way_too(server: Server) -> None:
    table = server.new_table()
    with open_socket(server, table["table"]) as socket:
        socket.send(json.dumps({"type": "hello", "id": 1, "secret": secret_of(table, 0)}))
        socket.send(json.dumps({"type": "ping", "id": 2}))
        socket.send(b"bytes")
        socket.send("{")
        socket.send(json.dumps({"type": "ping", "id": 3}))
        told: list[str] = []
        while told.count("pong") < 2:
            told.append(json.loads(socket.recv(timeout=60))["type"])
    assert [kind for kind in told if kind in {"pong", "refused"}] == ["pong", "refused", "refused", "pong"]


def test_nothing_overtakes_what_is_queued_for_a_reader_who_is_behind() -> None:
    sent: list[str] = []
    is_free = True

    def write(texts: Sequence[str]) -> bool:
        sent.extend(texts if is_free else [])
        return is_free

    async def scene() -> None:
        nonlocal is_free
        connection = Connection(SPECTATOR, Limits(), "", write)
        connection.send_text("1")
        is_free = False
        connection.send_text("2")
        is_free = True
        connection.send_text("3")  # the second has not been sent yet
        sent.extend([await connection.next_queued() or "", await connection.next_queued() or ""])
        waiting = asyncio.ensure_future(connection.next_queued())
        await asyncio.sleep(0)
        connection.send_text("4")
        waiting.cancel()

    asyncio.run(scene())
    assert sent == ["1", "2", "3", "4"]


def test_a_message_that_is_held_goes_out_with_the_next_one_or_when_it_is_released() -> None:
    written: list[list[str]] = []

    def write(texts: Sequence[str]) -> bool:
        written.append(list(texts))
        return True

    connection = Connection(SPECTATOR, Limits(), "", write)
    connection.hold("1")
    connection.send_text("2")
    connection.release()  # nothing is held any more
    connection.hold("3")
    connection.release()
    assert written == [["1", "2"], ["3"]]
