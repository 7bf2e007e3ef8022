"""`shinar serve`, and `shinar` alone, from the outside: real processes, and a browser that writes down its address."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from shinar.cli.commands.serve import _command_for_all
from tests.cli.conftest import Run
from tests.server.helpers import free_port

WAIT = 600.0


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start `shinar` with a browser that writes the address it is given into a file."""
    script = folder / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" > {folder}/opened\n')
    script.chmod(0o755)
    environment = os.environ | {"BROWSER": str(script), "SHINAR_DATA": str(folder / "data")}
    return subprocess.Popen(
        [sys.executable, "-m", "shinar", *arguments], env=environment, stdout=subprocess.PIPE, text=True
    )


def wait_for(address: str) -> dict[str, object]:
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        try:
            with urlopen(address, timeout=WAIT) as answer:
                return dict(json.load(answer))
        except URLError:
            time.sleep(0.1)
    raise AssertionError(f"{address} does not answer")


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_server_serves_until_it_is_stopped(tmp_path: Path, stop: signal.Signals) -> None:
    port = free_port()
    process = start(tmp_path, "serve", "--no-browser", "--port", str(port), "--workers", "0", "--log-level", "error")
    assert wait_for(f"http://127.0.0.1:{port}/health")["status"] == "ok"
    process.send_signal(stop)
    output, _ = process.communicate(timeout=WAIT)
    assert process.returncode == 0
    assert f"http://127.0.0.1:{port}/" in output
    assert (tmp_path / "data" / "shinar.db").exists()
    assert not (tmp_path / "opened").exists()


def test_the_command_that_lets_others_in_repeats_the_options_but_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["shinar", "serve", "--port", "9000"])
    assert _command_for_all().endswith("serve --port 9000 --lan")
    monkeypatch.setattr(sys, "argv", ["shinar", "serve", "--database=postgresql://me:secret@db/shinar"])
    assert "secret" not in _command_for_all()
    assert _command_for_all().endswith("--lan")


def test_without_a_command_the_lobby_opens_and_a_second_call_opens_the_same(tmp_path: Path) -> None:
    process = start(tmp_path)
    address = (process.stdout.readline() if process.stdout else "").split()[3]
    try:
        wait_for(f"{address}health")
        assert opened(tmp_path) == address
        if address.endswith(":8765/"):  # otherwise somebody else has that port, and it cannot be found again
            (tmp_path / "opened").unlink()
            second = start(tmp_path)
            assert "already running" in second.communicate(timeout=WAIT)[0]
            assert opened(tmp_path) == address
    finally:
        process.terminate()
        process.communicate(timeout=WAIT)


def opened(folder: Path) -> str:
    end = time.monotonic() + WAIT
    while not (folder / "opened").exists() or not (folder / "opened").read_text():
        assert time.monotonic() < end, "no browser was opened"
        time.sleep(0.1)
    return (folder / "opened").read_text().strip()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("serve --port 0", "'--port'"),
        ("serve --workers -1", "'--workers'"),
        ("serve --log-level loud", "there is no log level 'loud'"),
        ("serve --database mysql://x/y", "the database must be postgresql://"),
    ],
)
def test_a_server_that_cannot_be_is_refused_in_a_sentence(shinar: Run, arguments: str, sentence: str) -> None:
    result = shinar(*arguments.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr


def test_a_port_that_is_taken_is_refused_in_a_sentence(shinar: Run) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = shinar("serve", "--no-browser", "--port", str(port))
    assert (result.exit_code, f"port {port} is taken" in result.stderr) == (2, True)
