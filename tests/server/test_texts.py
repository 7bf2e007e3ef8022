"""Whatever a stranger writes is read in a time that grows with its length and no faster, apart from the tables."""

import asyncio
import gc
import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import shinar
from shinar.core.errors import NotationError, OptionError
from shinar.core.record import Record
from shinar.core.registry import game_names
from shinar.server.shares import MAX_WAITING, FairTurns, Share, TooManyWaitError
from shinar.server.tables.readers import Readers
from shinar.server.tables.table import RefusedError
from shinar.server.transport.messages import RECORD_LENGTH, clean
from tests.server.helpers import WAIT, Server, running

FILLERS = [" ", "\t", "\n", "a", "a ", "0", "é", ";", "{", "}", '"', "|", ",", ":", "(", "-", "\u0301"]
HEAD = "shinar record 1\ngame babel\nrules 1\noption edition second\noption starter random\n"
SIZES = (RECORD_LENGTH // 16, RECORD_LENGTH // 4, RECORD_LENGTH)
SHARE_OF_A = Share("a")
ALLOWED_SECONDS = 1.0  # of processor, for the longest text; one quadratic step would take a minute


def whole_json(**changes: Any) -> str:
    """A record of Babel as JSON, changed."""
    match = shinar.Match(shinar.make("babel"), seed=1)
    return json.dumps(json.loads(Record.of(match).to_json()) | changes)


RECORDS: dict[str, Callable[[str], str]] = {
    "anything": lambda text: text,
    "the log": lambda text: f"{HEAD}\n0 {text}x\n= ",
    "a check": lambda text: f"{HEAD}\n0 a {{{text}}}\n= ",
    "chance": lambda text: f"{HEAD}\n* draw{text}\n= ",
    "a line of the head": lambda text: f"shinar record 1\n{text}\n",
    "the game": lambda text: f"shinar record 1\ngame b{text}\nrules 1\n",
    "an option": lambda text: f"shinar record 1\ngame babel\noption e{text} x\nrules 1\n",
    "a value": lambda text: f"shinar record 1\ngame babel\noption edition x{text}\nrules 1\n",
    "a name": lambda text: f"{HEAD}player {text}\n\n0 x\n= ",
    "many names": lambda text: HEAD + "player x\n" * (len(text) // 9) + "\n0 x\n= ",
    "the end": lambda text: f"{HEAD}\n= {text}",
    "before the JSON": lambda text: text + whole_json(),
    "within the JSON": lambda text: "{" + text + whole_json()[1:],
    "after the JSON": lambda text: whole_json()[:-1] + text + "}",
    "an action in JSON": lambda text: whole_json(log=[[0, text]]),
    "many actions in JSON": lambda text: whole_json(log=[[0, "x"]] * (len(text) // 8)),
    "options in JSON": lambda text: whole_json(options={"edition": text, text: 1}),
    "the check in JSON": lambda text: whole_json(check=text),
    "names in JSON": lambda text: whole_json(players=["x"] * (len(text) // 5)),
}


def seconds_of(read: Callable[[str], object], text: str) -> float:
    """How much processor time it takes to read a text, which is refused as a rule; without Python's collector, which
    looks through everything that other tests have left."""
    gc.disable()
    began = time.process_time()
    with suppress(NotationError, OptionError):
        read(text)
    seconds = time.process_time() - began
    gc.enable()
    return seconds


def check_growth(read: Callable[[str], object], filler: str, allowed: float = ALLOWED_SECONDS) -> None:
    for size in SIZES:  # stop at the first that is too slow: the next would take for ever
        seconds = seconds_of(read, (filler * size)[:size])
        assert seconds < allowed, f"{size} characters took {seconds:.1f} s"


@pytest.mark.parametrize("place", RECORDS)
def test_reading_a_record_takes_no_longer_than_its_length(place: str) -> None:
    for filler in FILLERS:
        check_growth(lambda text: Record.parse(RECORDS[place](text)), filler)


@pytest.mark.parametrize("name", game_names())
def test_reading_a_position_takes_no_longer_than_its_length(name: str) -> None:
    game = shinar.make(name)
    whole = game.position_text(shinar.Match(game, seed=1).reveal())
    half = len(whole) // 2
    for filler in [*FILLERS, whole, whole[half:]]:
        check_growth(game.parse_position, filler)
        check_growth(lambda text: game.parse_position(whole[:half] + text + whole[half:]), filler)


@pytest.mark.parametrize("name", game_names())
def test_reading_an_action_or_an_option_takes_no_longer_than_its_length(name: str) -> None:
    match = shinar.Match(shinar.make(name), seed=1)
    for filler in FILLERS:
        check_growth(match.game.parse_action, filler)
        check_growth(lambda text: match.explain(match.actors[0], text), filler)
        check_growth(lambda text: shinar.make(name, edition=text), filler)
        check_growth(lambda text: shinar.make(name, **{text: 1}), filler)


def test_cleaning_a_text_takes_no_longer_than_its_length() -> None:
    for filler in FILLERS:
        check_growth(clean, filler)


# ---- apart from the tables --------------------------------------------------------------------------------------


def test_a_record_that_takes_too_long_is_refused_and_the_next_one_is_read() -> None:
    async def read() -> list[Any]:
        readers = Readers(seconds=WAIT)
        share = Share("here")
        try:
            first = await readers.run(share, abs, -3)
            readers.seconds = 0.2
            with pytest.raises(RefusedError, match=r"longer than 0\.2 seconds"):
                await readers.run(share, time.sleep, 60)
            readers.seconds = WAIT
            with pytest.raises(RefusedError, match="no such thing"):
                await readers.run(share, refuse)
            with pytest.raises(ZeroDivisionError):
                await readers.run(share, divmod, 1, 0)
            return [first, await readers.run(share, abs, -4)]
        finally:
            readers.stop()

    assert asyncio.run(read()) == [3, 4]


def refuse() -> None:
    raise RefusedError("not-found", "there is no such thing")


def test_an_upload_that_takes_for_ever_holds_up_nobody(tmp_path: Path) -> None:
    with running(tmp_path, limits={"reading": 0.001}) as server:
        person = server.join(server.new_table(starter=0), 0)
        record = Record.of(shinar.Match(shinar.make("babel"), seed=1)).to_text()
        answer = server.http.post("/api/records", json={"text": record})
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert person.act(person.latest["actions"][0]["id"])["type"] == "done"


def test_while_a_long_text_is_read_an_action_is_answered_at_once(server: Server) -> None:
    person = server.join(server.new_table(starter=0), 0)
    body = {"text": HEAD + "\n0 " + " " * (RECORD_LENGTH - 500) + "x\n= "}
    assert server.http.post("/api/records", json=body).json()["code"] == "bad-record"
    began = time.monotonic()
    assert person.ask("ping")["type"] == "pong"
    assert time.monotonic() - began < 5.0


# ---- turns ------------------------------------------------------------------------------------------------------


def test_turns_go_round_among_addresses_and_among_the_tables_of_each() -> None:
    asked = [("a", "1"), ("a", "1"), ("a", "1"), ("a", "2"), ("b", "3"), ("b", "3"), ("c", "4")]
    assert asyncio.run(order_of(asked)) == ["a1", "a1", "b3", "c4", "a2", "b3", "a1"]


async def order_of(asked: list[tuple[str, str]]) -> list[str]:
    """In which order those who ask at once get the one turn there is."""
    turns, order = FairTurns(1), []

    async def work(address: str, table: str) -> None:
        async with turns.turn(Share(address, table)):
            order.append(address + table)
            await asyncio.sleep(0)

    await asyncio.gather(*(work(*one) for one in asked))
    assert (turns.taken, turns.waiting) == (0, 0)
    return order


def test_everybody_who_waits_knows_how_many_come_before() -> None:
    asked = [("a", "1"), ("a", "1"), ("a", "2"), ("b", "1"), ("c", "1"), ("c", "2"), ("c", "1")]

    async def ahead() -> list[str]:
        turns = FairTurns(1)
        async with turns.turn(Share("x")):
            waiting = [asyncio.ensure_future(one_turn(turns, Share(*one))) for one in asked]
            await asyncio.sleep(0)
            told = {address + table: turns.ahead(Share(address, table)) for address, table in asked}
            assert turns.ahead(Share("x")) is None
        await asyncio.gather(*waiting)
        return sorted(told, key=lambda name: told[name] or 0)

    order = list(dict.fromkeys(asyncio.run(order_of([("x", ""), *asked]))))
    assert asyncio.run(ahead()) == order[1:]


def test_one_address_cannot_wait_for_any_number_of_turns() -> None:
    async def ask() -> list[bool]:
        turns = FairTurns(1)
        async with turns.turn(Share("a")):
            waiting = [asyncio.ensure_future(one_turn(turns)) for _ in range(MAX_WAITING + 36)]
            await asyncio.sleep(0)
        return [
            isinstance(answer, TooManyWaitError) for answer in await asyncio.gather(*waiting, return_exceptions=True)
        ]

    refused = asyncio.run(ask())
    assert (refused.count(True), refused.count(False)) == (36, MAX_WAITING)


async def one_turn(turns: FairTurns, share: Share = SHARE_OF_A) -> None:
    async with turns.turn(share):
        pass


def test_whoever_no_longer_waits_loses_no_turn_for_others() -> None:
    async def ask() -> int:
        turns = FairTurns(1)
        async with turns.turn(Share("a")):
            waiting = [asyncio.ensure_future(one_turn(turns)) for _ in range(3)]
            await asyncio.sleep(0)
            waiting[0].cancel()
        waiting[1].cancel()  # just when its turn has come
        await asyncio.gather(*waiting, return_exceptions=True)
        await one_turn(turns)
        return turns.taken

    assert asyncio.run(ask()) == 0
