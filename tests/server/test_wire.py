"""Messages on their short way to and from a table: none is lost, none overtakes another."""

import asyncio
import json
import time
from collections.abc import Sequence

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import Side, State
from websockets.server import ServerProtocol

from shinar.core.viewer import SPECTATOR
from shinar.server.settings import Limits
from shinar.server.transport.connection import Connection
from shinar.server.transport.gate import Gate, is_between_frames, protocols, short_text, text_frame
from tests.server.helpers import WAIT, Server, open_socket, secret_of


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_a_message_is_framed_as_the_standard_says(length: int) -> None:
    text = "ä" * (length // 2) + "x" * (length % 2)
    assert text_frame(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def sent_by_client(text: str, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, text.encode(), fin).serialize(mask=True)


@pytest.mark.parametrize("length", [0, 1, 124, 125])
def test_a_short_message_of_a_client_is_read_as_the_standard_says(length: int) -> None:
    text = "ä" * (length // 2) + "x" * (length % 2)
    assert short_text(sent_by_client(text)) == text


def test_what_is_not_one_whole_short_message_of_text_is_left_to_the_parser_of_frames() -> None:
    one = sent_by_client("one")
    assert short_text(b"") is None
    assert short_text(one[:-1]) is None
    assert short_text(one + one) is None
    assert short_text(sent_by_client("x" * 126)) is None
    assert short_text(sent_by_client("one", fin=False)) is None
    assert short_text(Frame(Opcode.TEXT, b"one").serialize(mask=False)) is None
    assert short_text(Frame(Opcode.TEXT, b"\xff").serialize(mask=True)) is None
    for opcode in set(Opcode) - {Opcode.TEXT}:
        assert short_text(sent_by_client("one", opcode)) is None


def test_a_short_message_is_read_on_its_own_only_if_nothing_of_another_has_come_before_it() -> None:
    parser = ServerProtocol(state=State.OPEN)
    assert parser.side is Side.SERVER
    text = sent_by_client("x" * 200)
    next(parser.parser)
    assert is_between_frames(parser)
    for part, is_whole in ((text[:1], False), (text[1:3], False), (text[3:90], False), (text[90:], True)):
        parser.receive_data(part)
        assert is_between_frames(parser) == is_whole
    parser.receive_data(sent_by_client("a message ", fin=False))
    assert not is_between_frames(parser)
    parser.receive_data(sent_by_client("in two frames", Opcode.CONT))
    assert is_between_frames(parser)
    parser.receive_data(sent_by_client("", Opcode.CLOSE))
    assert not is_between_frames(parser)


def test_messages_in_pieces_and_in_several_frames_keep_their_order(server: Server) -> None:
    table = server.new_table()
    with open_socket(server, table["table"]) as socket:
        socket.send(json.dumps({"type": "hello", "id": 1, "secret": secret_of(table, 0)}))
        while json.loads(socket.recv(timeout=WAIT))["type"] != "update":
            pass
        pings = [json.dumps({"type": "ping", "id": number}) for number in range(2, 7)]
        long = sent_by_client(pings[1].ljust(300))
        frames = [
            sent_by_client(pings[0]),
            long[:100],
            long[100:] + sent_by_client(pings[2]),
            sent_by_client(pings[3][:5], fin=False),
            sent_by_client(pings[3][5:], Opcode.CONT),
            sent_by_client(pings[4]),
        ]
        for frame in frames:
            socket.socket.sendall(frame)
            time.sleep(0.02)  # so that they arrive one by one; however they do, the answers are the same
        told: list[int] = []
        while len(told) < len(pings):
            message = json.loads(socket.recv(timeout=WAIT))
            told += [message["id"]] if message["type"] == "pong" else []
    assert told == [2, 3, 4, 5, 6]


class Clock(asyncio.SelectorEventLoop):
    """A loop whose time a test sets."""

    now = 0.0

    def time(self) -> float:
        return self.now


def test_only_those_who_have_not_been_heard_for_a_while_are_asked_for_a_sign_of_life() -> None:
    loop = Clock()
    _, web_socket = protocols(Gate(Limits(), (), 1000))
    config = uvicorn.Config(
        "shinar.server:none", ws=web_socket, log_config=None, interface="asgi3", ws_ping_interval=20.0
    )
    config.loaded = True
    config.loaded_app = None  # nobody is let in
    sent: list[bytes] = []
    wire = web_socket(config, ServerState(), {}, loop)
    wire.conn = ServerProtocol(state=State.OPEN)
    wire.transport = Written(sent)
    next(wire.conn.parser)
    loop.now = 100.0
    wire.data_received(sent_by_client("", Opcode.PONG))
    loop.now = 119.0
    wire.send_keepalive_ping()
    assert sent == []
    assert wire.ping_timer is not None
    assert wire.ping_timer.when() == 120.0
    loop.now = 120.0
    wire.send_keepalive_ping()
    assert [frame[0] & 0xF for frame in sent] == [Opcode.PING]
    loop.close()


class Written(asyncio.Transport):
    """Where a test finds what is sent."""

    def __init__(self, sent: list[bytes]) -> None:
        super().__init__()
        self.write = sent.append  # type: ignore[assignment,method-assign]  # bytes alone are sent

    def is_closing(self) -> bool:
        return False


def test_messages_that_come_faster_than_answers_are_answered_in_their_order(server: Server) -> None:
    table = server.new_table()
    with open_socket(server, table["table"]) as socket:
        socket.send(json.dumps({"type": "hello", "id": 1, "secret": secret_of(table, 0)}))
        for number in range(2, 102):
            kind = {"type": "ping"} if number % 3 else {"type": "claim", "nickname": f"Name {number}"}
            socket.send(json.dumps({"id": number} | kind))
        answered: list[int] = []
        while len(answered) < 101:
            message = json.loads(socket.recv(timeout=WAIT))
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
            told.append(json.loads(socket.recv(timeout=WAIT))["type"])
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
