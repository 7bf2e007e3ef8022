"""Records as files: reading with clear errors, saving without overwriting, and the folder where matches are kept."""

import errno
import os
import secrets
from datetime import datetime
from pathlib import Path

from shinar.core.errors import NotationError
from shinar.core.folders import data_dir
from shinar.core.record import Record

__all__ = ["check_place", "matches_dir", "new_match_file", "read_record", "record_text", "write_record"]
__all__ += ["write_whole"]

MAX_RECORD = 10_000_000  # characters; the record of a very long match is a hundredth of that


def read_record(path: Path) -> Record:
    """The record in a file, in either form; NotationError names the file and what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError(f"{path}: this is not a text file") from None
    except ValueError as error:  # a name that no file can have
        raise NotationError(f"{str(path)!r}: {error}") from None
    if len(text) > MAX_RECORD:
        raise NotationError(f"{path}: too large for a record")
    try:
        return Record.parse(text)
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from None


def record_text(record: Record, path: Path) -> str:
    """A record as the name of its file asks: JSON for .json, the notation for people for all others."""
    return record.to_json() if path.suffix.lower() == ".json" else record.to_text()


def write_record(record: Record, path: Path, *, overwrite: bool) -> None:
    """Write a record to a file; FileExistsError if there is one already, unless it may be overwritten."""
    if path.exists() and not overwrite:
        raise FileExistsError(17, "this file exists already", str(path))
    write_whole(path, record_text(record, path))


def write_whole(path: Path, text: str) -> None:
    """Write a file so that at every moment either the old or the new one is there, whole."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None


def check_place(path: Path) -> None:
    """OSError at once, before long work, if a file could not be written afterwards."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder", str(path))
    trial = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        trial.write_text("")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    trial.unlink()


def matches_dir() -> Path:
    """The folder where played matches are kept."""
    return data_dir() / "matches"


def new_match_file(game: str) -> Path:
    """A name that no kept match has yet."""
    return matches_dir() / f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}.txt"
