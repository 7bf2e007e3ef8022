"""The results of a contest in a file, one JSON line for each game: an interrupted run continues where it stopped."""

import errno
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shinar.arena.contest import Contest, GameResult
from shinar.core.errors import NotationError

__all__ = ["Results"]

TITLE = "shinar arena 1"


class Results:
    """A results file. The first line says which contest it is; a line that was cut off by a crash is dropped."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.contest = contest

    def load(self) -> dict[int, GameResult]:
        """The games of the contest that are already played; a new file if there is none yet."""
        if not self.path.exists() or not self.path.read_bytes():
            self._begin()
            return {}
        whole, cut_off = self._parts()
        lines = whole.splitlines()
        self._check_head(lines[0] if lines else cut_off)
        played = [self._played_of(line) for line in lines[1:]]
        if cut_off:
            self.path.write_text(whole, encoding="utf-8")
        return {game.number: game for game in played if game.number < self.contest.games}

    def append(self, played: GameResult) -> None:
        """Write down a game at once."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(_data_of(played)) + "\n")

    def _begin(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise NotADirectoryError(errno.ENOTDIR, "this is not in a folder", str(self.path)) from None
        head = json.dumps({"format": TITLE, **self.contest.identity})
        self.path.write_text(head + "\n", encoding="utf-8")

    def _parts(self) -> tuple[str, str]:
        """The complete lines of the file, and what a crash left of another. A user's file may contain anything."""
        text = self.path.read_bytes().decode("utf-8", errors="replace")
        end = text.rfind("\n") + 1
        return text[:end], text[end:]

    def _check_head(self, line: str) -> None:
        try:
            head = json.loads(line)
        except ValueError:
            head = None
        if head != {"format": TITLE, **self.contest.identity}:
            what = "another contest, or of this one before the program was changed"
            raise NotationError(f"{self.path} holds the results of {what}; name another file")

    def _played_of(self, line: str) -> GameResult:
        try:
            data = json.loads(line).items()
            values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data}
            if not _is_sound(values, len(self.contest.players)):
                raise ValueError
            return GameResult(**values)
        except (ValueError, TypeError, AttributeError, KeyError):
            raise NotationError(f"{self.path}: this is not a line of an arena's results: {line[:60]}") from None


def _data_of(played: GameResult) -> dict[str, Any]:
    return dict(_fields(played))


def _fields(played: GameResult) -> Iterator[tuple[str, Any]]:
    for name, value in vars(played).items():
        yield name, list(value) if isinstance(value, tuple) else value


def _is_sound(values: dict[str, Any], players: int) -> bool:
    """Whether a game has a number, and one of everything for each player."""
    parts = (values["scores"], values["ranks"], values["actions"], values["seconds"])
    return isinstance(values["number"], int) and all(len(part) == players for part in parts)
