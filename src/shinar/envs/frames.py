"""Records as a table, a row for each action: what data frames are made of."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from shinar.core.game import CHANCE
from shinar.core.match import Match, Step
from shinar.core.options import options_to_json
from shinar.core.record import Record
from shinar.envs.extra import needed

__all__ = ["COLUMNS", "actions_table"]

# Each column with its type in Arrow. What is repeated from row to row takes no room in a Parquet file.
COLUMNS = {
    "match": "string",  # the name of the record
    "game": "string",
    "rules": "int16",  # version of the rules
    "options": "string",  # as JSON
    "number": "int32",  # of the action in the match, from 0
    "turn": "int32",  # in which it was taken
    "actor": "int8",  # the seat, -1 for chance
    "player": "string",  # the name of whoever sat there; null for chance, or if the record names nobody
    "action": "int32",  # its id
    "name": "string",  # and its name
    "legal": "int16",  # how many actions there were to choose from
    "score": "int32",  # of the actor at the end; null for chance, or if the match was not finished
    "place": "int8",  # of the actor at the end, 1 is the winner's
    "reward": "float32",  # of the actor at the end, from 1 to -1
}


def actions_table(records: Mapping[str, Record]) -> Any:
    """A `pyarrow.Table` of all actions of some records, by the names of these; chance's are among them."""
    arrow = needed("pyarrow")
    schema = arrow.schema([(name, getattr(arrow, kind)()) for name, kind in COLUMNS.items()])
    rows = [row for name, record in records.items() for row in _rows(name, record)]
    return arrow.Table.from_pylist(rows, schema=schema)


def _rows(name: str, record: Record) -> Iterator[dict[str, Any]]:
    match = record.replay()
    of_match = {
        "match": name,
        "game": record.game,
        "rules": record.rules_version,
        "options": json.dumps(options_to_json(record.options)),
    }
    for step in match.steps():
        yield of_match | {"number": step.number} | _action(match, step) | _result(record, step.entry.actor)


def _action(match: Match[Any], step: Step[Any]) -> dict[str, Any]:
    """What was done, and how many choices there were."""
    game, actor, action = match.game, step.entry.actor, step.entry.action
    choices = game.chances(step.before) if actor == CHANCE else game.legal_actions(step.before, actor)
    return {
        "turn": game.rules.turn(step.before),
        "actor": actor,
        "action": action,
        "name": game.action_name(action),
        "legal": len(choices),
    }


def _result(record: Record, actor: int) -> dict[str, Any]:
    """Who acted, and what came of it for them at the end."""
    if actor == CHANCE:
        return {}
    player = {"player": record.names[actor]} if record.names else {}
    if record.outcome is None:
        return player
    score, place = record.outcome.scores[actor], record.outcome.ranks[actor]
    return player | {"score": score, "place": place, "reward": record.outcome.returns()[actor]}
