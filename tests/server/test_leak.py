"""No seat and no spectator is ever sent what it may not know."""

import json
import random
import time
from typing import Any

import pytest
from pydantic import TypeAdapter

import shinar
from shinar.core.game import CHANCE
from shinar.core.match import Entry, Match
from shinar.core.viewer import SPECTATOR, Viewer, viewer_of
from shinar.games.babel import actions as babel
from shinar.games.babel.components import OPENING_HAND, OPENING_HAND_OF_STARTER, Edition
from shinar.server.storage.database import Stored
from shinar.server.storage.models import EntryRow, SeatRow, TableRow
from shinar.server.tables.table import PositionHistory, Table
from shinar.server.transport.messages import Position, ServerMessage, Update
from tests.server.helpers import Person, Server, bearer, play_out

GAME = shinar.make("babel", starter=0)
NATIONS = range(babel.DRAW_NATION, babel.DRAW_LEVEL)
server_message: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)


# ---- every byte over the wire -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_every_byte_that_was_sent_follows_from_what_the_seat_may_know(server: Server, seed: int) -> None:
    table = server.new_table()
    people = [server.join(table, seat, drawn=True) for seat in (0, 1)]
    people.append(server.watch(table, drawn=True))
    play_out(people, seed)
    text = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(table["spectator"])).text
    log = shinar.Record.from_text(text).log
    told = [check_told(person, viewer, log) for person, viewer in zip(people, VIEWERS, strict=True)]
    assert min(told) > 50


def check_told(person: Person, viewer: Viewer, log: tuple[Entry, ...]) -> int:
    """Explain every message by the log up to then and what the viewer may know of it; how many updates there were."""
    updates = 0
    for text in person.received:
        message = server_message.validate_json(text)  # forbids any part that is not in the protocol
        assert message.model_dump_json() == text
        if isinstance(message, Update):
            updates += 1
            check_update(message, viewer, log[: message.length])
    return updates


def check_update(update: Update, viewer: Viewer, log: tuple[Entry, ...]) -> None:
    match: Match[Any] = Match(shinar.make("babel"), log=log, deals=False)
    observation = match.observe(viewer)
    assert update.drawing == str(observation)
    assert json.dumps(update.view) == json.dumps(observation.view())
    assert [action.id for action in update.actions] == observation.legal_actions()
    assert [line.text for line in update.log] == [line.text for line in match.story(viewer, update.log_from)]
    for line in update.log:
        is_hidden = line.actor == CHANCE and log[line.number].action in NATIONS
        assert line.action == (None if line.action is None else log[line.number].action)
        assert line.action is None or not is_hidden or line.seat == viewer.seat
    assert set(update.table.model_dump()) == TABLE_PARTS
    assert update.table.options == {"edition": "second", "starter": "random"}


VIEWERS = (viewer_of(0), viewer_of(1), SPECTATOR)
TABLE_PARTS = {"id", "game", "title", "options", "seats", "my_seat", "spectators", "is_practice", "rematch_wanted"}
TABLE_PARTS |= {"rematch", "viewers", "away", "deadline", "created_at", "changed_at"}


def test_the_past_is_shown_as_the_seat_saw_it(server: Server) -> None:
    table = server.new_table()
    people = [server.join(table, 0), server.join(table, 1)]
    play_out(people, seed=5, max_actions=30)
    path = f"/api/tables/{table['table']}/positions"
    for seat in (0, 1):
        people[seat].ask("ping")  # reads what is on its way
        secret = next(key["secret"] for key in table["keys"] if key["seat"] == seat)
        positions = server.get(path, secret)["positions"]
        assert [line for position in positions for line in position["lines"]] == people[seat].lines
        others = [position["view"]["players"][1 - seat] for position in positions]
        assert all(sum(other["hand"].values()) + other["unseen"] == other["hand_size"] for other in others)
        assert max(other["unseen"] for other in others) >= min(OPENING_HAND, OPENING_HAND_OF_STARTER[Edition.SECOND])


# ---- matches that differ only in what is hidden -----------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_matches_that_differ_only_in_hidden_cards_look_the_same_to_the_last_byte(seed: int) -> None:
    chance = random.Random(seed)
    one, other = tables_with_other_hands(seed, chance)
    assert one.match.reveal() != other.match.reveal()
    for _ in range(60):
        for viewer in (VIEWERS[0], SPECTATOR):
            assert one.update(viewer).model_dump_json() == other.update(viewer).model_dump_json()
            pasts = [positions(table, viewer) for table in (one, other)]
            assert pasts[0] == pasts[1]
        if one.actors != (0,):
            break
        assert [one.explain(0, action) for action in range(GAME.num_actions)] == [
            other.explain(0, action) for action in range(GAME.num_actions)
        ]
        action = chance.choice(one.update(VIEWERS[0]).actions).id
        one.act(0, action, one.version)
        other.act(0, action, other.version)
        assert one.version == other.version


def test_the_comparison_would_notice_a_difference_that_is_not_hidden() -> None:
    one, other = tables_with_other_hands(1, random.Random(1))
    assert one.update(VIEWERS[1]).model_dump_json() != other.update(VIEWERS[1]).model_dump_json()


def tables_with_other_hands(seed: int, chance: random.Random) -> tuple[Table, Table]:
    """Two tables whose opening differs in the cards that seat 1 was dealt, with seat 0 on turn."""
    log = list(Match(GAME, seed).log)
    changed = list(log)
    dealt = [place for place, entry in enumerate(log) if entry.action in NATIONS and is_for_seat_1(log, place)]
    while sorted(entry.action for entry in changed) == sorted(entry.action for entry in log):
        for place in dealt:
            changed[place] = Entry(CHANCE, chance.choice(NATIONS))
    return table_of(log, seed), table_of(changed, seed)


def is_for_seat_1(log: list[Entry], place: int) -> bool:
    match: Match[Any] = Match(GAME, log=log[:place], deals=False)
    before = match.observe(1).state
    match.play(CHANCE, log[place].action)
    return bool(match.observe(1).state.players[1].hand != before.players[1].hand)


def table_of(log: list[Entry], seed: int) -> Table:
    """A table at which a log was played."""
    row = TableRow(id="t", game="babel", rules_version=1, options=dict(GAME.options), seed=seed, rematch=None)
    row.away, row.away_seconds = "wait", 0
    row.spectator_hash, row.created_at, row.changed_at = "", 0.0, time.time()
    nobody = {"nickname": "", "has_come": True, "is_here": False, "seen_at": 0.0}
    seats = [
        SeatRow(table_id="t", seat=seat, kind="person", taken_over=False, wants_rematch=False, **nobody)
        for seat in (0, 1)
    ]
    entries = [
        EntryRow(table_id="t", number=number, kind="act", actor=entry.actor, action=entry.action, at=0.0)
        for number, entry in enumerate(log)
    ]
    return Table(Stored(row, seats, entries, []))


def positions(table: Table, viewer: Viewer) -> list[Position]:
    """What has been, as a viewer saw it."""
    match = table.match
    return PositionHistory(match.game, match.start, match.steps()).positions(viewer, range(100))
