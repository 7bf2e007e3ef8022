"""A record: the options and the whole log of a match, as text that a person can read and type, and as JSON.

::

    shinar record 1
    game babel
    rules 1
    option edition second
    option starter random

    * seat 0 starts; draw medes; draw persians; …  {1f0c}
    0 move medes; deploy persians; build medes from starting card; end turn  {9a41}
    = unfinished after 17 actions

A line of the log is who acts (a seat, or `*` for chance) and the actions in order. `{1f0c}` is a checksum of the log
up to the end of the line; a person who types a record leaves it out. The last line says how the match stands. Records
need no seed: what chance brought is in the log. Everything is verified when a record is read.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from shinar.core.errors import IllegalActionError, NotationError, OptionError
from shinar.core.game import CHANCE, Game, Outcome
from shinar.core.match import Entry, Match, Step
from shinar.core.options import Option, OptionValue, options_from_json, options_to_json
from shinar.core.registry import game_class, make

__all__ = ["Record"]

FORMAT = 1  # of records, not of rules
TITLE = f"shinar record {FORMAT}"
CHECK_DIGITS = 4
BYTE_ORDER_MARK = "\ufeff"  # with which some editors begin a file
ACTIONS_PER_LINE = 8
MAX_PLAYERS = 8
HEX_DIGITS = frozenset("0123456789abcdef")


@dataclass(frozen=True)
class Record:
    """Everything needed to play a match again."""

    game: str
    rules_version: int
    options: Mapping[str, OptionValue] = field(hash=False)  # a mapping has no hash of its own
    log: tuple[Entry, ...]
    start: str | None = None  # the position it began from, as text, if not the usual one
    names: tuple[str, ...] = ()  # of the players, by seat; none, or all
    outcome: Outcome | None = field(default=None, compare=False)  # follows from the log

    @staticmethod
    def of(match: Match[Any], names: tuple[str, ...] = ()) -> "Record":
        """The record of a match so far; NotationError unless none or all of the players are named."""
        game = match.game
        _check_names(game, names)
        start = None if match.is_from_start else game.position_text(match.start)
        return Record(game.name, game.rules_version, dict(game.options), match.log, start, names, match.outcome)

    def make_game(self) -> Game[Any]:
        """The game that was played; NotationError if this program plays it by other rules."""
        try:
            game = make(self.game, **self.options)
        except OptionError as error:
            raise NotationError(str(error)) from None
        self.check_version()
        return game

    def check_version(self) -> None:
        """NotationError if this program plays the game by other rules."""
        game = game_class(self.game)
        if self.rules_version not in (game.rules_version, *game.former_versions):
            raise NotationError(
                f"the record follows version {self.rules_version} of the rules of {self.game}, "
                f"this program has version {game.rules_version}"
            )

    def replay(self, *, deals: bool = False, seed: int | None = None) -> Match[Any]:
        """The match at the end of the log; with `deals` it can be played on."""
        game = self.make_game()
        start = None if self.start is None else game.parse_position(self.start)
        return Match(game, seed, start=start, log=self.log, deals=deals)

    # -- text --

    def to_text(self) -> str:
        """The record in the notation for people; `from_text` is its inverse."""
        return "\n".join([*self._head_lines(), "", *self._log_lines(), self._last_line(), ""])

    def _head_lines(self) -> Iterator[str]:
        options = {option.name: option for option in game_class(self.game).option_list}
        yield TITLE
        yield f"game {self.game}"
        yield f"rules {self.rules_version}"
        for name, value in self.options.items():
            yield f"option {name} {options[name].text(value)}"
        for name in self.names:
            yield f"player {' '.join(name.split())}"
        if self.start is not None:
            yield f"start {self.start}"

    def _log_lines(self) -> Iterator[str]:
        game = self.make_game()
        check = _Check()
        for actor, run in groupby(self.log, key=lambda entry: entry.actor):
            names = [game.action_name(entry.action) for entry in run]
            for first in range(0, len(names), ACTIONS_PER_LINE):
                line = f"{_actor_text(actor)} {'; '.join(names[first : first + ACTIONS_PER_LINE])}"
                yield f"{line}  {{{check.after(line)}}}"

    def _last_line(self) -> str:
        return f"= {_status_text(self.outcome, len(self.log))}"

    @staticmethod
    def from_text(text: str) -> "Record":
        """The record of a text, verified action by action; NotationError names the line that is wrong."""
        return _Reader(text).read()

    @staticmethod
    def played_from_text(text: str) -> "tuple[Record, Match[Any], list[Step[Any]]]":
        """The record of a text, the match that was played to verify it, and every step of it."""
        reader = _Reader(text)
        record = reader.read()
        return record, reader.match, reader.steps

    # -- JSON --

    def to_json(self) -> str:
        """The record as JSON; `from_json` is its inverse."""
        game = self.make_game()
        log = [(entry.actor, game.action_name(entry.action)) for entry in self.log]
        data = {
            "format": TITLE,
            "game": self.game,
            "rules": self.rules_version,
            "options": options_to_json(self.options),
            "players": list(self.names),
            "start": self.start,
            "status": _status_text(self.outcome, len(self.log)),
            "check": _check_of([f"{_actor_text(actor)} {name}" for actor, name in log]),
        }
        lines = ",\n".join(f"    {json.dumps(entry)}" for entry in log)
        return json.dumps(data, indent=2)[:-2] + f',\n  "log": [\n{lines}\n  ]\n}}\n'

    @staticmethod
    def from_json(text: str) -> "Record":
        """The record of a JSON text, verified; NotationError says what is wrong and where."""
        return _read_json(text)

    @staticmethod
    def parse(text: str) -> "Record":
        """The record of a text in either form."""
        text = text.removeprefix(BYTE_ORDER_MARK)
        return Record.from_json(text) if text.lstrip().startswith("{") else Record.from_text(text)


# ---- pieces of the notation -------------------------------------------------------------------------------------


def _actor_text(actor: int) -> str:
    return "*" if actor == CHANCE else str(actor)


def _status_text(outcome: Outcome | None, actions: int) -> str:
    if outcome is None:
        return f"unfinished after {actions} actions"
    scores = " ".join(str(score) for score in outcome.scores)
    ranks = " ".join(str(rank) for rank in outcome.ranks)
    return f"over after {actions} actions, scores {scores}, places {ranks}, {outcome.reason} [{outcome.clause}]"


class _Check:
    """A running check of log lines: each depends on all before it."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()

    def after(self, line: str) -> str:
        self.digest.update(" ".join(line.split()).encode() + b"\n")
        return self.digest.hexdigest()[:CHECK_DIGITS]


def _check_of(lines: list[str]) -> str:
    check = _Check()
    return [check.after(line) for line in lines][-1] if lines else ""


def _check_names(game: Game[Any], names: tuple[str, ...]) -> None:
    """NotationError unless all players have a name, or none has."""
    if len(names) not in {0, game.num_seats}:
        raise NotationError(f"{game.name} has {game.num_seats} players here, but the record names {len(names)}")


def _verify(match: Match[Any], actor: int, name: str) -> None:
    """Take one action of a log; NotationError if it is not known or not allowed there."""
    if actor != CHANCE and actor not in match.actors:
        asked = ", ".join(_actor_text(other) for other in match.actors) or "nobody: the game is over"
        raise NotationError(f"{_actor_text(actor)} cannot act here; expected {asked}")
    try:
        match.play(actor, match.game.parse_action(name))
    except IllegalActionError as error:
        raise NotationError(str(error)) from None


def _finished(match: Match[Any], names: tuple[str, ...], status: str) -> Record:
    record = Record.of(match, names)
    expected = _status_text(record.outcome, len(record.log))
    if status != expected:
        raise NotationError(f"the log ends with {expected!r}, but the record says {status!r}")
    return record


# ---- reading text -----------------------------------------------------------------------------------------------


class _Reader:
    """Reads a record line by line, playing the match on the way."""

    match: Match[Any]

    def __init__(self, text: str) -> None:
        self.lines = [line.strip() for line in text.splitlines()]
        self.number = 0  # of the line being read, counted from 1
        self.game: str | None = None
        self.rules_version: int | None = None
        self.options: dict[str, OptionValue] = {}
        self.names: list[str] = []
        self.start: str | None = None
        self.given: dict[str, int] = {}  # what the head has given so far, and on which line
        self.check = _Check()
        self.steps: list[Step[Any]] = []

    def read(self) -> Record:
        try:
            return self.read_all()
        except (NotationError, OptionError) as error:
            raise NotationError(f"line {self.number}: {error}") from None

    def read_all(self) -> Record:
        if self.next_line() != TITLE:
            raise NotationError(f"a record begins with {TITLE!r}")
        line = self.next_line()
        while line and not _is_log_line(line):
            self.read_head_line(line)
            self.check_head()
            line = self.next_line(blank=True)
        match = self.match = self.begin()
        line = line or self.next_line()
        while not line.startswith("="):
            self.read_log_line(match, line)
            line = self.next_line()
        record = _finished(match, tuple(self.names), line.removeprefix("=").strip())
        if any(self.lines[self.number :]):
            self.number += 1
            raise NotationError("nothing can follow the line that begins with '='")
        return record

    def next_line(self, *, blank: bool = False) -> str:
        """The next line that is not blank, or the next at all."""
        while self.number < len(self.lines):
            self.number += 1
            if self.lines[self.number - 1] or blank:
                return self.lines[self.number - 1]
        self.number += 1
        raise NotationError("the record is cut off: its last line must begin with '='")

    def read_head_line(self, line: str) -> None:
        key, _, value = line.partition(" ")
        self.check_once(" ".join(line.split()[:2]) if key == "option" else key)
        if key == "game":
            self.game = value
        elif key == "rules" and re.fullmatch(r"\d{1,9}", value):
            self.rules_version = int(value)
        elif key == "option" and len(value.split()) == 2:
            name, text = value.split()
            self.options[name] = text
        elif key == "player" and len(self.names) < MAX_PLAYERS:
            self.names.append(value)
        elif key == "start":
            self.start = value
        else:
            raise NotationError(f"cannot read {line!r}; expected game, rules, option, player, start, or the log")

    def check_once(self, what: str) -> None:
        """Only players may be given several times."""
        if what in self.given and what != "player":
            raise NotationError(f"{what!r} is given twice")
        self.given[what] = self.number

    def check_head(self) -> None:
        """Find a mistake on the line where it stands; options that need each other may come in any order."""
        if self.game is not None:
            known = game_class(self.game)
            Record(self.game, self.rules_version or known.rules_version, {}, ()).check_version()
            Option.resolve_all(self.game, known.option_list, self.options)

    def begin(self) -> Match[Any]:
        """The match before the log; options may not fit each other, nor the start, nor how many play."""
        if self.game is None or self.rules_version is None:
            raise NotationError("the lines 'game' and 'rules' must come before the log")
        here = self.number
        self.number = max((number for what, number in self.given.items() if what.startswith("option ")), default=here)
        Record(self.game, self.rules_version, self.options, ()).make_game()
        self.number = self.given.get("start", here)
        match = Record(self.game, self.rules_version, self.options, (), self.start).replay()
        self.number = self.given.get("player", here)
        _check_names(match.game, tuple(self.names))
        self.number = here
        return match

    def read_log_line(self, match: Match[Any], line: str) -> None:
        actor, actions, check = _parts_of(line)
        for name in actions.split(";"):
            _verify(match, CHANCE if actor == "*" else int(actor), name)
            self.steps += match.latest_steps
        expected = self.check.after(f"{actor} {actions}")
        if check is not None and check != expected:
            raise NotationError(f"the log was changed: its checksum here is {expected}, but the record says {check}")


def _parts_of(line: str) -> tuple[str, str, str | None]:
    """Who acts, the actions, and the check, if there is one. No regular expression: it could take forever."""
    actor, actions, check = line[:1], line[1:].strip(), None
    if actions.endswith("}") and HEX_DIGITS.issuperset((found := actions.rpartition("{"))[2][:-1]):
        actions, check = found[0].rstrip(), found[2][:-1]
    if not actions or not line[1].isspace() or not (actor == "*" or actor.isdecimal()):
        raise NotationError(f"cannot read {line!r}; expected a seat or '*', then actions separated by ';'")
    return actor, actions, check


def _is_log_line(line: str) -> bool:
    return line[0] in "*=" or line[0].isdecimal()


# ---- reading JSON -----------------------------------------------------------------------------------------------


def _read_json(text: str) -> Record:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"line {getattr(error, 'lineno', 1)}: the record is not valid JSON ({error})") from None
    return _JsonReader(text, data).read()


OLD_STATUS = "standing"
JSON_KINDS = {str: "a string", int: "a number", list: "an array", dict: "an object", str | None: "a string or null"}


class _JsonReader:
    """Reads a record from JSON part by part, playing the match on the way."""

    def __init__(self, text: str, data: Any) -> None:
        self.data = data
        self.lines = _lines_of_parts(text)
        self.place = "line 1"  # of what is being read

    def read(self) -> Record:
        try:
            return self.read_all()
        except (NotationError, OptionError) as error:
            raise NotationError(f"{self.place}: {error}") from None

    def read_all(self) -> Record:
        if not isinstance(self.data, dict) or self.data.get("format") != TITLE:
            raise NotationError(f"a record in JSON has the format {TITLE!r}")
        match = self.read_head().replay()
        log = self.part("log", list)
        self.play(match, log)
        check = _check_of([f"{_actor_text(actor)} {name}" for actor, name in log])
        if self.part("check", str) != check:
            raise NotationError(
                f"the log was changed: its checksum is {check!r}, but the record says {self.data['check']!r}"
            )
        names = tuple(self.part("players", list))
        if not all(isinstance(name, str) for name in names):
            raise NotationError("the players of a record are names")
        _check_names(match.game, names)
        return _finished(match, names, self.part(self.status_name(), str))

    def read_head(self) -> Record:
        """The record before its log; a mistake is found in the part where it stands."""
        game = self.part("game", str)
        game_class(game)
        version = self.part("rules", int)
        Record(game, version, {}, ()).make_game()
        options = options_from_json(self.part("options", dict))
        Record(game, version, options, ()).make_game()
        return Record(game, version, options, (), self.part("start", str | None))

    def status_name(self) -> str:
        """What the part is called: records used to have another name for it."""
        return OLD_STATUS if OLD_STATUS in self.data and "status" not in self.data else "status"

    def part(self, name: str, kind: Any) -> Any:
        self.place = f"line {self.line_of(name)}"
        value = self.data.get(name, ...)
        if not isinstance(value, kind) or isinstance(value, bool):  # to Python, true is the number 1
            raise NotationError(f"a record in JSON needs {name!r}, {JSON_KINDS[kind]}")
        return self.data[name]

    def line_of(self, name: str) -> int:
        """The line on which a part stands, if it is written as `to_json` does; else the first."""
        return self.lines.get(name, 1)

    def play(self, match: Match[Any], log: list[Any]) -> None:
        """Play a log, of which `to_json` writes one action on each line."""
        first = self.line_of("log") + 1
        for number, entry in enumerate(log):
            self.place = f"line {first + number}, action {number + 1}"
            if not isinstance(entry, list) or [type(part) for part in entry] != [int, str]:
                raise NotationError(f"an action is written [seat, name], not {entry!r}")
            _verify(match, entry[0], entry[1])


def _lines_of_parts(text: str) -> dict[str, int]:
    """The number of the first line that begins with each name of a part."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        quote, _, rest = line.strip().partition('"')
        name, _, after = rest.partition('"')
        if not quote and after.lstrip().startswith(":"):
            found.setdefault(name, number)
    return found
