"""What goes over the wire is put together from pieces of JSON: it must be what the messages say, to the last byte."""

import random
from collections.abc import Iterator

import pytest

from shinar.core.game import CHANCE
from shinar.core.match import Match
from shinar.core.registry import make
from shinar.core.viewer import SPECTATOR, Viewer, viewer_of
from shinar.server.storage.database import Stored
from shinar.server.storage.models import EntryRow
from shinar.server.tables.lobby import make_table
from shinar.server.tables.story import KEPT_STEPS
from shinar.server.tables.table import Table
from shinar.server.transport.messages import Done, NewTable, SeatChoice
from shinar.server.transport.requests import done_json

GAMES = ("babel", "babylonia", "wonders")
ACTIONS = 25


def new_table(game: str, seed: int = 7) -> Table:
    """A table of people."""
    played = make(game)
    made, _ = make_table(NewTable(game=game, seats=[SeatChoice(kind="person")] * played.num_seats))
    made.table.seed = seed
    entries = [
        EntryRow(table_id=made.table.id, number=i, kind="act", actor=one.actor, action=one.action, at=0.0)
        for i, one in enumerate(Match(played, seed).log)
    ]
    return Table(Stored(made.table, made.seats, entries, []))


def positions(table: Table, actions: int = ACTIONS) -> Iterator[Table]:
    """The table after each of some random actions, now and then of a bot for a person, or taken back."""
    chance = random.Random(1)
    for _ in range(actions):
        seat = chance.choice(table.actors)
        version = table.version_for(viewer_of(seat))
        table = table.copy()
        if table.match.can_undo(seat) and chance.random() < 0.2:
            table.undo(seat, version)
        else:
            level = "level1" if chance.random() < 0.2 else None
            table.act(seat, chance.choice(table.seen(viewer_of(seat)).actions), version, stand_in=level)
        yield table


def viewers(table: Table) -> list[Viewer]:
    """Everybody who may look."""
    return [SPECTATOR, *map(viewer_of, range(len(table.seats)))]


@pytest.mark.parametrize("game", GAMES)
def test_an_update_is_what_the_message_says_to_the_last_byte(game: str) -> None:
    for number, table in enumerate(positions(new_table(game))):
        for viewer in viewers(table):
            known = max(0, number - 2)
            text = table.update_json(viewer, known, drawn=number % 2 == 0)
            assert table.update(viewer, known, drawn=number % 2 == 0).model_dump_json() == text


def test_an_update_says_who_resigned() -> None:
    table = new_table("babel")
    table.resign(1)
    outcome = table.update(SPECTATOR).outcome
    assert outcome is not None
    assert outcome.model_dump_json() in table.update_json(SPECTATOR)
    assert outcome.resigned == 1


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_behind_is_told_the_same_as_by_playing_the_match_again(game: str) -> None:
    table = list(positions(new_table(game)))[-1]
    for viewer in viewers(table):
        whole = table.update(viewer).log
        for known in range(table.update(viewer).length, -1, -1):
            assert table.update(viewer, known).log == [line for line in whole if line.number >= known]


def test_who_missed_a_few_actions_is_told_without_playing_the_match_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table("babel")
    seen = table.update(SPECTATOR).length
    monkeypatch.setattr(Match, "steps", lambda _match: pytest.fail("the match is played again"))
    for _ in range(3):
        seat = table.actors[0]
        table.act(seat, table.seen(viewer_of(seat)).actions[0], table.version)
    assert {line.number for line in table.update(SPECTATOR, seen).log} == set(range(seen, table.version))


def test_only_so_many_steps_are_kept_in_memory() -> None:
    for table in positions(new_table("babel"), 3 * KEPT_STEPS):
        assert table.story.reached - table.story.first <= 2 * KEPT_STEPS


def test_all_that_an_action_brought_is_kept_however_much_it_is() -> None:
    """At the end of an Age of 7 Wonders all cards of the next one are dealt at once."""
    seen = -1
    for table in positions(new_table("wonders"), 150):
        dealt = [step for step in table.match.latest_steps if step.entry.actor == CHANCE]
        if len(dealt) > KEPT_STEPS:
            assert seen >= table.story.first
            return
        seen = len(table.match.log)
    pytest.fail("no Age has ended")


def test_an_answer_is_written_as_its_model_says() -> None:
    assert done_json(7, 12) == Done(id=7, version=12).model_dump_json()
