"""The protocol is typed once: types, document and example follow it."""

import re
import subprocess
import sys
import typing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinar.server.transport import messages
from shinar.server.transport.messages import CLIENT_MESSAGES, CODES, SERVER_MESSAGES, clean
from tests.server.helpers import WAIT, Server

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "bot_client.py"


def type_of(message: type[messages.Message]) -> str:
    return str(typing.get_args(message.model_fields["type"].annotation)[0])


@pytest.mark.parametrize("message", [*CLIENT_MESSAGES, *SERVER_MESSAGES], ids=lambda message: message.__name__)
def test_every_message_is_documented_with_its_model(message: type[messages.Message]) -> None:
    assert f"| `{type_of(message)}` | `{message.__name__}` |" in DOCUMENT


@pytest.mark.parametrize("message", CLIENT_MESSAGES, ids=lambda message: message.__name__)
def test_every_part_of_a_request_is_documented(message: type[messages.Message]) -> None:
    row = next(
        line for line in DOCUMENT.splitlines() if line.startswith(f"| `{type_of(message)}` | `{message.__name__}`")
    )
    parts = set(message.model_fields) - {"id", "type"}
    assert [part for part in parts if f"`{part}`" not in row] == []


def test_every_code_is_documented_with_its_meaning() -> None:
    rows = dict(
        re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", DOCUMENT.partition("### Codes of refusals")[2], re.MULTILINE)
    )
    assert rows == CODES
    assert set(typing.get_args(messages.Code)) == CODES.keys()


def test_every_request_over_http_is_documented(server: Server) -> None:
    described = server.get("/api/openapi.json")["paths"]
    documented = {
        (method.lower(), path.partition("?")[0])
        for method, path in re.findall(r"^\| `(GET|POST) (\S+)`", DOCUMENT, re.MULTILINE)
    }
    assert {(method, path) for path, methods in described.items() for method in methods} == documented


def test_every_body_over_http_is_documented() -> None:
    assert [model.__name__ for model in messages.HTTP_MESSAGES if f"`{model.__name__}`" not in DOCUMENT] == []


@pytest.mark.parametrize("script", ["generate_types.py", "generate_game_types.py", "generate_state_tables.py"])
def test_what_is_generated_is_fresh(script: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / script), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_example_client_is_short_and_plays_a_whole_match(server: Server) -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 40
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), server.url], capture_output=True, text=True, check=False, timeout=WAIT
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"places \[\d, \d\]", done.stdout), done.stdout


@given(st.text(max_size=80))
def test_what_people_write_is_cleaned_to_one_plain_line(text: str) -> None:
    cleaned = clean(text)
    assert cleaned == clean(cleaned)
    assert cleaned == " ".join(cleaned.split(" "))
    assert cleaned.isprintable() or any(char.isspace() for char in cleaned)
    assert "\n" not in cleaned
    assert "\u202e" not in cleaned


def test_letters_of_every_script_stay_as_they_are() -> None:
    assert clean("Ἀλέξανδρος 𒆍𒀭𒊏𒆠 王 é") == "Ἀλέξανδρος 𒆍𒀭𒊏𒆠 王 é"
