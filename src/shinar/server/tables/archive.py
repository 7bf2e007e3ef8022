"""Records of finished matches: read, verified, stored, and shown position by position.

The server has `Readers` run `verified`, `record_json`, `record_task` and the two `…_positions_json` in other processes.
"""

import logging
import time
from dataclasses import replace
from functools import lru_cache
from typing import Any

from shinar.core.errors import NotationError
from shinar.core.match import Entry, Match, Step, steps_of
from shinar.core.options import options_to_json
from shinar.core.record import Record
from shinar.core.viewer import OPEN, Viewer, viewer_of
from shinar.server.bots.bot_worker import Task, open_task
from shinar.server.event_log import log_event
from shinar.server.storage.models import RecordRow
from shinar.server.tables.story import log_lines
from shinar.server.tables.table import Options, PositionHistory, RefusedError, Table, outcome_info, shared_game
from shinar.server.transport.messages import NAME_LENGTH, PositionsReply, RecordInfo, clean
from shinar.server.transport.secret import new_address

__all__ = [
    "record_json",
    "record_of",
    "record_positions_json",
    "record_row",
    "record_task",
    "table_positions_json",
    "verified",
]


def verified(text: str) -> tuple[str, str]:
    """The game and the record of an uploaded text, every action verified; refused with the line that is wrong."""
    try:
        record = Record.parse(text)
        names = tuple(clean(str(name))[:NAME_LENGTH] for name in record.names[: record.make_game().num_seats])
        return record.game, replace(record, names=names).to_text()
    except NotationError as error:
        raise RefusedError("bad-record", str(error)[:500]) from None
    except Exception:  # a text that the reader did not expect is a bad record, but also a gap in ours
        log_event("record not understood", logging.WARNING, failed=True)
        raise RefusedError("bad-record", "this is not a record of a match") from None


def record_row(text: str, game: str) -> RecordRow:
    """A record to be stored."""
    return RecordRow(id=new_address(), game=game, text=text, table_id=None, resigned=None, created_at=time.time())


def record_of(table: Table) -> Record:
    """The record of a finished match; refused before, since it tells everything."""
    if not table.is_over:
        raise RefusedError("not-over", "the record shows all cards, so it is available only when the match is over")
    return Record.of(table.match, table.names)


@lru_cache(maxsize=32)
def _replayed(text: str) -> tuple[Record, Match[Any], list[Step[Any]]]:
    """A record is played once, whatever is asked of it afterwards."""
    return Record.played_from_text(text)


@lru_cache(maxsize=32)
def record_json(record_id: str, table_id: str | None, text: str, resigned: int | None) -> str:
    """A stored record as the page shows it: a `RecordInfo`."""
    record, match, steps = _replayed(text)
    return RecordInfo(
        record=record_id,
        table=table_id,
        game=record.game,
        title=match.game.title,
        options=options_to_json(match.game.options),
        names=list(record.names),
        num_seats=match.game.num_seats,
        length=len(match.log),
        log=[line for step in steps for line in log_lines(match.game, step, OPEN)],
        outcome=outcome_info(match, resigned),
        text=text,
    ).model_dump_json()


def record_positions_json(text: str, viewer: int | None, numbers: range, drawn: bool) -> str:
    """Some positions of a stored record as a seat saw them, as a `PositionsReply`; without a seat all is open."""
    _, match, steps = _replayed(text)
    if viewer is not None and viewer >= match.game.num_seats:
        raise RefusedError("not-found", f"this match had {match.game.num_seats} seats")
    past = PositionHistory(match.game, match.start, steps, drawn)
    return _positions_json(past, len(steps), OPEN if viewer is None else viewer_of(viewer), numbers)


def record_task(text: str, number: int) -> Task:
    """A position of a stored record, for a bot that estimates who will win."""
    _, match, _ = _replayed(text)
    if number > len(match.log):
        raise RefusedError("not-found", f"the log has {len(match.log)} actions")
    return open_task(match.game, match.log[:number])


def table_positions_json(
    game: tuple[str, Options], log: tuple[Entry, ...], viewer: Viewer, numbers: range, drawn: bool
) -> str:
    """Some positions of a match at a table, as a `PositionsReply`."""
    played = shared_game(*game)
    start = played.initial_state()
    return _positions_json(
        PositionHistory(played, start, steps_of(played, start, log), drawn), len(log), viewer, numbers
    )


def _positions_json(past: PositionHistory, length: int, viewer: Viewer, numbers: range) -> str:
    return PositionsReply(length=length, positions=past.positions(viewer, numbers)).model_dump_json()
