"""The program as a whole: its exit codes, its complaints, and how soon it answers."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import shinar as package
from shinar.cli.app import COMMANDS
from tests.cli.conftest import Run

COMMAND = [sys.executable, "-m", "shinar"]
NOT_NEEDED = ("numba", "numpy", "multiprocessing")
OWN_PART = 4  # so many times what the libraries need alone; importing the compiler would need more
TRIES = 4
WAIT = 600  # seconds for anything that must happen: a machine may be ten times as slow as ours


def run(*arguments: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], input=typed, capture_output=True, check=False, timeout=WAIT)


def test_the_version_is_shown(shinar: Run) -> None:
    assert shinar("--version").stdout == f"shinar {package.__version__}\n"


def test_help_names_every_command(shinar: Run) -> None:
    help_text = shinar("--help").stdout
    assert [name for name in COMMANDS if not re.search(rf"\b{name}\b", help_text)] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(shinar: Run, command: str) -> None:
    result = shinar(command, "--help")
    assert (result.exit_code, "Usage" in result.stdout) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("fly", "No such command 'fly'"),
        ("--fast", "No such option: --fast"),
        ("play chess", "there is no game 'chess'; there are babel, babylonia, wonders, toy"),
        ("play babel babel", "play takes one game, not 'babel babel'"),
        ("play babel --edition third", "edition cannot be 'third'; choose from second, first"),
        ("play babel --option edition=third", "edition cannot be 'third'; choose from second, first"),
        ("play babel --option edition", "--option needs NAME=VALUE, not 'edition'"),
        (
            "play babel --editon first",
            "play has no option --editon (did you mean --edition?); the options of babel are",
        ),
        ("play babel --edition", "the option --edition needs a value, or does not exist; see --help"),
        ("play babel --bot strong", "there is no bot 'strong'; there are level1, level2, level3, level4, level5, best"),
        ("play babel --bot greedy:7", "the bot greedy takes no setting, but '7' was given"),
        ("play babel --seat 2", "there is no seat '2'; choose 0 to 1, or random"),
        ("play babel --seat -1", "there is no seat '-1'; choose 0 to 1, or random"),
        ("play babel --seed x", "'--seed'"),
        (
            "play babel --hotseat --seat 1",
            "--hotseat gives all seats to people: it cannot be combined with --bot or --seat",
        ),
        ("play --load nothing.txt", "nothing.txt: No such file or directory"),
        ("play --load .", ".: Is a directory"),
        ("replay nothing.txt", "nothing.txt: No such file or directory"),
        ("replay", "Missing argument 'file'"),
        ("rules chess", "there is no game 'chess'"),
        ("rules babel 77.7", "the rules of Babel have no clause or word '77.7'"),
        ("rules toy", "Sealed Bids has no rules text"),
        ("laws babel --games 0", "'--games'"),
        ("soak babel --games many", "'--games'"),
        ("soak babel --workers 0", "'--workers'"),
        ("bench --game chess", "there is no game 'chess'"),
        ("perft babel --depth 0", "'--depth'"),
        ("perft babel --position nonsense", "a position of babel has a head and two players"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(shinar: Run, arguments: str, sentence: str) -> None:
    result = shinar(*arguments.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("shinar: ")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_real_process_leaves_with_2_and_one_line_without_traceback() -> None:
    done = run("play", "chess")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"shinar: there is no game 'chess'; there are babel, babylonia, wonders\n"


def test_a_reader_that_goes_away_is_no_reason_to_complain() -> None:
    shell = f"{sys.executable} -m shinar rules babel | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, check=True, text=True, timeout=WAIT)
    assert done.stdout in {"141\n", "0\n"}  # 0 if all was written before the reader had gone
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["--help", "games"])
def test_a_short_answer_does_not_load_the_compiler(command: str) -> None:
    """`games` looks at every game, and some keep their tables in NumPy; the compiler is not needed for that."""
    code = "import sys\nfrom shinar.cli.app import app\ntry: app()\nfinally: print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, command], capture_output=True, check=True, text=True)
    needed = {"numpy"} if command == "games" else set()
    assert {module for module in NOT_NEEDED if module in done.stderr.split()} <= needed
    assert "shinar.cli.commands.games" in done.stderr.split()


def test_a_short_answer_comes_soon() -> None:
    """Compared with the libraries alone, in time of the processor and at best: others use the machine too."""
    libraries = ["-c", "import typer, pydantic, rich.table, numpy"]
    ours = min(processor_seconds("-m", "shinar", "games") for _ in range(TRIES))
    assert ours < OWN_PART * min(processor_seconds(*libraries) for _ in range(TRIES))


def processor_seconds(*arguments: str) -> float:
    before = os.times()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def test_control_c_during_a_match_leaves_politely_and_keeps_it(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "babel", "--seed", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(b"1\n")
    process.stdin.flush()
    wait_for_kept_match(tmp_path)
    process.send_signal(signal.SIGINT)
    rest, complaints = process.communicate(timeout=WAIT)
    assert process.returncode == 130
    assert b"shinar play --load" in rest
    assert complaints == b""


def wait_for_kept_match(folder: Path) -> None:
    deadline = time.monotonic() + WAIT
    while not list(folder.glob("data/matches/*.txt")):
        assert time.monotonic() < deadline, "no match was kept"
        time.sleep(0.05)


def test_bytes_that_are_no_text_do_not_stop_a_match() -> None:
    done = run("play", "babel", typed=b"\xff\xfe\x00\x1b[31m\n\x80\nquit\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Traceback" not in done.stdout
