"""Bots in any language: a program that is asked over its standard input and answers on its standard output.

Both sides write JSON, one message a line (docs/programs.md). The program is not sandboxed: it has the rights of
the user who started it. It is given the observation of its seat, so it sees no more than other bots.
"""

import contextlib
import json
import queue
import re
import shlex
import shutil
import subprocess
import threading
import weakref
from collections import deque
from typing import Any

from shinar.bots.budget import parse_budget
from shinar.core.bot import Budget
from shinar.core.errors import OptionError, ShinarError
from shinar.core.game import Game, Observation
from shinar.core.rng import Rng, below

__all__ = ["PROTOCOL", "ProgramBot", "ProgramError", "make_program"]

PROTOCOL = 1
LIMIT = 10.0  # seconds for an answer, unless the specification or the budget says otherwise
GRACE = 1.0  # seconds beyond a budget: a program that keeps to it may still be on its way
TIME_TO_START = 30.0  # seconds for the first answer: interpreters and networks take a while to load
TIME_TO_END = 2.0
ATTEMPTS = 2  # at one choice; in between the program is started anew
MAX_FAULTS = 5  # of one bot in one game
TIME_FOR_LAST_WORDS = 0.3
LAST_WORDS = 5  # lines of its error output that are shown
SEEDS = 1 << 31
TIMED = re.compile(r"(\d[\d.]*m?s):(.+)")


class ProgramError(ShinarError):
    """A program that cannot play."""


class _FaultError(Exception):
    """What a program has done wrong; it may be tried again."""


def make_program(game: Game[Any], setting: str) -> "ProgramBot":
    """The bot of `exec:./mybot --fast` or, with a limit of time, `exec:2s:./mybot`; OptionError if there is none."""
    timed = TIMED.fullmatch(setting)
    limit = (parse_budget(timed[1]).seconds if timed else None) or LIMIT
    command = shlex.split(timed[2] if timed else setting)
    if not command:
        raise OptionError("exec: needs a command, as in exec:./mybot")
    if shutil.which(command[0]) is None:
        raise OptionError(f"there is no program {command[0]!r} that could be run for exec:")
    return ProgramBot(game, command, limit)


class ProgramBot:
    """A program as a bot. It is started when it is first needed, and sent `bye` when the bot is discarded."""

    def __init__(self, game: Game[Any], command: list[str], limit: float = LIMIT) -> None:
        self.game, self.command, self.limit = game, command, limit
        self.name = f"exec:{shlex.join(command)}"
        self._talk: _RunningProgram | None = None
        self._asked = self._faults = 0

    def prepare(self) -> None:
        """Start the program; this does not count as thinking."""
        if self._talk is None:
            try:
                self._talk = _RunningProgram(self.command, self._hello())
            except (OSError, _FaultError) as error:
                raise ProgramError(f"{self.name} cannot be started: {error}") from None

    def choose(self, observation: Observation[Any], budget: Budget, rng: Rng) -> int:
        """The action that the program answers. After a fault it is asked once more, then ProgramError is raised."""
        self._asked += 1
        question = self._question(observation, budget, below(rng, SEEDS))
        limit = self.limit if budget.seconds is None else budget.seconds + GRACE
        for attempt in range(1, ATTEMPTS + 1):
            self.prepare()
            assert self._talk is not None
            try:
                return self._legal(self._talk.ask(question, limit), observation)
            except _FaultError as fault:
                self._give_up_or_go_on(fault, attempt)
        raise AssertionError  # the last attempt returns or raises

    def close(self) -> None:
        """Send the program `bye`."""
        if self._talk is not None:
            self._talk.close()
            self._talk = None

    def _give_up_or_go_on(self, fault: _FaultError, attempt: int) -> None:
        """End the program, so that it is started anew; ProgramError if that was tried often enough."""
        last_words = self._talk.last_words() if self._talk is not None else ""
        self.close()
        self._faults += 1
        if attempt == ATTEMPTS or self._faults >= MAX_FAULTS:
            raise ProgramError(f"{self.name} {fault}, at choice {self._asked}{last_words}")

    def _hello(self) -> dict[str, Any]:
        game = self.game
        about = {"game": game.name, "title": game.title, "options": dict(game.options), "seats": game.num_seats}
        return {"type": "hello", "protocol": PROTOCOL, **about, "rules_version": game.rules_version}

    def _question(self, observation: Observation[Any], budget: Budget, seed: int) -> dict[str, Any]:
        return {
            "type": "choose",
            "number": self._asked,
            "seat": observation.seat,
            "text": str(observation),
            "view": observation.view(),
            "actions": [self._about(action) for action in observation.legal_actions()],
            "budget": {"seconds": budget.seconds, "iterations": budget.iterations},
            "seed": seed,
        }

    def _about(self, action: int) -> dict[str, Any]:
        data = self.game.action(action)
        return {"id": action, "name": self.game.action_name(action), "verb": data.verb, "args": dict(data.args)}

    def _legal(self, answer: Any, observation: Observation[Any]) -> int:
        """The action of an answer, by its id or its name."""
        action = answer.get("action") if isinstance(answer, dict) else None
        if isinstance(action, str):
            action = self.game.find_action(action)
        if isinstance(action, int) and action in observation.legal_actions():
            return action
        raise _FaultError(f"answered {json.dumps(answer)}, which is none of the legal actions")


class _RunningProgram:
    """A running program, and the exchange of messages with it."""

    def __init__(self, command: list[str], hello: dict[str, Any]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.errors: deque[str] = deque(maxlen=LAST_WORDS)
        self.close = weakref.finalize(self, _end, self.process)
        _follow(_put_lines, self.process.stdout, self.lines)
        self.complaining = _follow(_keep_lines, self.process.stderr, self.errors)
        try:
            self.ask(hello, TIME_TO_START)
        except _FaultError as fault:
            self.close()
            raise _FaultError(f"it {fault}{self.last_words()}") from None

    def ask(self, message: dict[str, Any], limit: float) -> Any:
        """Send a message and wait for the answer."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()
        except OSError:
            raise _FaultError("has ended") from None
        try:
            line = self.lines.get(timeout=limit)
        except queue.Empty:
            raise _FaultError(f"has not answered within {limit:g} s") from None
        if line is None:
            raise _FaultError("has ended")
        try:
            return json.loads(line)
        except ValueError:
            raise _FaultError(f"answered {line.strip()!r}, which is not JSON") from None

    def last_words(self) -> str:
        """The last lines of its error output, to be added to a sentence."""
        self.complaining.join(TIME_FOR_LAST_WORDS)
        lines = " / ".join(self.errors)
        return f"; its last words: {lines}" if lines else ""


def _follow(read: Any, stream: Any, into: Any) -> threading.Thread:
    reader = threading.Thread(target=read, args=(stream, into), daemon=True)
    reader.start()
    return reader


def _put_lines(stream: Any, lines: "queue.SimpleQueue[str | None]") -> None:
    with contextlib.suppress(ValueError, OSError), stream:  # closed while it is read
        for line in stream:
            lines.put(line)
    lines.put(None)


def _keep_lines(stream: Any, kept: deque[str]) -> None:
    with contextlib.suppress(ValueError, OSError), stream:
        kept.extend(line.strip() for line in stream if line.strip())


def _end(process: "subprocess.Popen[str]") -> None:
    """Send a program `bye`; it is killed if it does not exit."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.write('{"type": "bye"}\n')
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(TIME_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
