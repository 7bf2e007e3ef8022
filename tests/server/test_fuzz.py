"""Whatever is sent, every message is answered by a refusal or its result, and the table goes on."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from shinar.server.transport.messages import CLIENT_MESSAGES
from tests.server.helpers import Person, Server, closing, open_socket

# Connections that other tests have left open send signs of life from their threads, with random numbers in them;
# Hypothesis notices that and takes it for a strategy's doing.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")

TYPES = [message.model_fields["type"].annotation.__args__[0] for message in CLIENT_MESSAGES]  # type: ignore[union-attr]  # all have a Literal
HARMLESS = [name for name in TYPES if name not in {"hint", "odds", "resign", "leave", "rematch"}]  # these end or cost

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
keys = st.sampled_from(["id", "action", "version", "text", "nickname", "secret", "known", "number", "type", "x"])
nearly = st.builds(
    lambda name, parts: {**parts, "type": name}, st.sampled_from(HARMLESS), st.dictionaries(keys, values, max_size=4)
)
messages = st.one_of(
    nearly.map(json.dumps),
    values.map(json.dumps),
    st.text(max_size=200),
    st.binary(max_size=100),
    st.sampled_from(["{", "[" * 4000, '{"type":"act","action":' + "9" * 4000, "1e999", '"\\ud800"', "x" * 5000]),
)


@pytest.fixture(scope="module")
def table(server: Server) -> dict[str, Any]:
    """A table that all fuzzing shares, so that harm would add up."""
    return server.new_table(starter=0)


@pytest.fixture(scope="module")
def people(server: Server, table: dict[str, Any]) -> list[Person]:
    """Both seats and a spectator of it."""
    return [server.join(table, 0), server.join(table, 1), server.watch(table)]


@given(message=messages, who=st.integers(0, 2))
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_message_is_answered_and_leaves_the_table_whole(
    people: list[Person], message: str | bytes, who: int
) -> None:
    person = people[who]
    person.socket.send(message)
    answers: list[dict[str, Any]] = []
    person.number += 1
    person.socket.send(json.dumps({"type": "ping", "id": 1_000_000 + person.number}))
    while not answers or answers[-1] != {"type": "pong", "id": 1_000_000 + person.number}:
        answers.append(person.read())
    assert "update" in {answer["type"] for answer in answers} or len(answers) > 1, "the message was not answered"
    assert "failed" not in {answer.get("code") for answer in answers}, answers
    for other in people:
        other.ask("ping")
    assert len({person.latest["version"] for person in people}) == 1


@given(message=messages)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_first_message_is_answered(server: Server, table: dict[str, Any], message: str | bytes) -> None:
    socket = open_socket(server, table["table"])
    socket.send(message)
    answers, code = closing(socket)
    assert [answer["type"] for answer in answers] == ["refused"]
    assert answers[0]["code"] in {"bad-message", "wrong-secret"}
    assert code == 1008


def test_the_table_that_was_fuzzed_can_still_be_played(people: list[Person]) -> None:
    person = people[0]
    person.wait(lambda update: bool(update["actions"]) or people[1].is_asked)
    asked = person if person.is_asked else people[1]
    assert asked.act(asked.latest["actions"][-1]["id"])["type"] == "done"


def test_a_connection_that_is_cut_in_the_middle_of_a_request_does_no_harm(
    server: Server, table: dict[str, Any], people: list[Person]
) -> None:
    asked = next(person for person in people if person.is_asked)
    cut = server.join(table, people.index(asked))
    cut.socket.send(
        json.dumps({"type": "act", "action": cut.latest["actions"][0]["id"], "version": cut.latest["version"]})
    )
    cut.socket.socket.close()
    with pytest.raises((ConnectionClosed, OSError)):
        cut.socket.recv(1)
    asked.wait(lambda update: update["version"] > cut.latest["version"])
