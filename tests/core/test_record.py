"""Records: there and back as text and JSON, and every kind of damage named with its line."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinar.core.errors import NotationError
from shinar.core.laws import play_at_random
from shinar.core.match import Entry, Match
from shinar.core.record import Record
from tests.core.toy import NAMES, Toy

FINISHED = """\
shinar record 1
game toy
rules 3
option rounds 2
option extras none
player Ada
player Bela of Ur
player Cyrus

* deal 3; deal 5; deal 2; deal 4; deal 4; deal 1; prize 3  {8cf6}
2 bid 1  {bcfb}
1 bid 4  {a3ee}
0 bid 3  {621b}
1 peek; end turn  {6fbd}
* prize 1  {5be0}
0 bid 4  {ee73}
2 bid 2  {b579}
1 bid 5; end turn  {6cb9}
= over after 17 actions, scores 0 4 0, places 2 1 2, 4 points are reached [TOY-7]
"""

TYPED = """\
shinar record 1
game toy
rules 3
option rounds 1

* deal 3; deal 5; deal 2; deal 4
*   Deal 4;  deal 1 ;prize  3
2 bid 1

1 bid 4
0 bid 3
1 boast; end turn
= over after 12 actions, scores 0 3 0, places 2 1 2, all rounds are played [TOY-6]
"""


def finished(seed: int = 3, **options: Any) -> Match[Any]:
    return play_at_random(Toy(**options), seed)


def refused(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        Record.parse(text)
    return str(caught.value)


def replaced(text: str, line: int, by: str) -> str:
    """A text with one line, counted from 1, written anew."""
    lines = text.splitlines()
    lines[line - 1] = by
    return "\n".join([*lines, ""])


def line_with(text: str, part: str) -> int:
    return 1 + next(number for number, line in enumerate(text.splitlines()) if part in line)


# ---- there and back ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"rounds": 1}, {"extras": ("double", "bell")}, {"extras": "bell"}])
def test_records_survive_both_forms(options: dict[str, Any]) -> None:
    for seed in range(5):
        match = finished(seed, **options)
        record = Record.of(match, ("Ada", "Bela of Ur", ""))
        for read in (Record.parse(record.to_text()), Record.parse(record.to_json())):
            assert read == record
            assert (read.outcome, read.replay().reveal()) == (match.outcome, match.reveal())
            assert (read.to_text(), read.to_json()) == (record.to_text(), record.to_json())


@pytest.mark.parametrize("actions", range(12))
def test_unfinished_matches_survive_both_forms(actions: int) -> None:
    match: Match[Any] = Match(Toy(), log=finished().log[:actions], deals=False)
    record = Record.of(match)
    assert Record.parse(record.to_text()) == record == Record.parse(record.to_json())
    assert f"= unfinished after {actions} actions\n" in record.to_text()


def test_a_match_from_a_position_survives_both_forms() -> None:
    middle: Match[Any] = Match(Toy(), log=finished().log[:8], deals=False)
    match = Match(Toy(), start=middle.reveal(), deals=False)
    match.play(0, match.legal_actions(0)[0])
    record = Record.of(match)
    assert f"\nstart {Toy().position_text(middle.reveal())}\n" in record.to_text()
    for read in (Record.parse(record.to_text()), Record.parse(record.to_json())):
        assert read == record
        assert read.replay().reveal() == match.reveal()


def test_reading_a_record_can_give_the_match_that_was_played_to_verify_it() -> None:
    match = play_at_random(Toy(), 3)
    record, played, steps = Record.played_from_text(Record.of(match).to_text())
    assert (record, played.log, played.reveal()) == (Record.of(match), match.log, match.reveal())
    assert steps == list(match.steps())


def test_a_record_reads_as_documented() -> None:
    assert Record.of(finished(), ("Ada", "Bela of Ur", "Cyrus")).to_text() == FINISHED


def test_a_line_holds_eight_actions_at_most() -> None:
    long = Record("babel", 1, {"edition": "second", "starter": 0}, ())
    match: Match[Any] = Match(long.make_game(), 1)
    lines = [line for line in Record.of(match).to_text().splitlines() if line.startswith("*")]
    assert [line.count(";") + 1 for line in lines] == [8, 3]


def test_a_record_can_be_typed_by_hand_without_checks() -> None:
    record = Record.parse(TYPED)
    assert record.options == {"rounds": 1, "extras": ()}
    assert len(record.log) == 12
    assert record.outcome is not None
    assert record.outcome.scores == (0, 3, 0)


def test_a_record_needs_no_seed_and_can_be_played_on() -> None:
    log = finished().log[:8]
    record = Record("toy", 3, {}, log)
    assert record.replay().log == log
    match = record.replay(deals=True, seed=9)
    while not match.is_over:
        match.play(match.actors[0], match.legal_actions(match.actors[0])[0])
    assert match.log[:8] == log


def test_a_name_cannot_forge_a_line() -> None:
    record = Record.of(Match(Toy(), deals=False), ("Ada\n= over", "Bela", ""))
    assert Record.parse(record.to_text()).names == ("Ada = over", "Bela", "")
    assert Record.parse(record.to_json()) == record


def test_none_or_all_of_the_players_are_named() -> None:
    with pytest.raises(NotationError, match=r"^toy has 3 players here, but the record names 2$"):
        Record.of(finished(), ("Ada", "Bela"))


def test_a_mark_that_editors_put_first_does_no_harm() -> None:
    assert Record.parse("\ufeff" + FINISHED) == Record.parse(FINISHED)


def test_the_outcome_follows_from_the_log_and_is_not_compared() -> None:
    assert Record("toy", 3, {}, ()) == Record("toy", 3, {}, (), outcome=finished().outcome)


# ---- damaged text -----------------------------------------------------------------------------------------------


def test_a_text_cut_after_any_line_is_refused() -> None:
    lines = FINISHED.splitlines()
    for kept in range(len(lines)):
        cut = "".join(f"{line}\n" for line in lines[:kept])
        assert refused(cut) == f"line {kept + 1}: the record is cut off: its last line must begin with '='"


def test_a_text_cut_within_any_line_is_refused() -> None:
    text = FINISHED.rstrip()
    for kept in range(len(text)):
        assert re.match(
            rf"line {text[:kept].count(chr(10)) + 1}|line {text[:kept].count(chr(10)) + 2}", refused(text[:kept])
        )


def test_a_text_without_any_one_line_of_the_log_is_refused() -> None:
    lines = FINISHED.splitlines()
    for number in range(10, len(lines)):
        message = refused("\n".join(lines[: number - 1] + lines[number:]))
        assert message.startswith((f"line {number}: ", f"line {number + 1}: "))


ACTIONS = [
    (number, place)
    for number, line in enumerate(FINISHED.splitlines(), 1)
    for place in range(line.count(";") + 1)
    if line[0:1] in {"*", "0", "1", "2"}
]


@given(st.sampled_from(ACTIONS), st.sampled_from(NAMES))
def test_another_action_anywhere_is_found_on_its_line(place: tuple[int, int], name: str) -> None:
    number, index = place
    actor, rest = FINISHED.splitlines()[number - 1].split(" ", 1)
    names, check = rest.split("  ")
    actions = names.split("; ")
    if actions[index] == name:
        return
    actions[index] = name
    message = refused(replaced(FINISHED, number, f"{actor} {'; '.join(actions)}  {check}"))
    assert message.startswith(f"line {number}: ")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("2 bid 2  {bcfb}", "line 11: the log was changed: its checksum here is 6d58, but the record says bcfb"),
        ("2 bid 3  {bcfb}", "line 11: bid 3: you hold no such card [TOY-3]"),
        ("2 boast", "line 11: boast: first all must bid [TOY-4]"),
        ("2 deal 1", "line 11: deal 1: that is for chance to decide [TOY-3]"),
        ("1 bid 4  {bcfb}", "line 11: the log was changed: its checksum here is 9799, but the record says bcfb"),
        ("2 bid 1  {aaaa}", "line 11: the log was changed: its checksum here is bcfb, but the record says aaaa"),
        ("2 bid 9", "line 11: toy has no action called 'bid 9' (did you mean bid 5, bid 4 or bid 3?)"),
        ("2 ; bid 1", "line 11: toy has no action called ''"),
        ("2 bid 1; bid 1", "line 11: 2 cannot act here; expected 0, 1"),
        ("7 bid 1", "line 11: 7 cannot act here; expected 0, 1, 2"),
        ("* prize 1", "line 11: prize 1: chance cannot bring this now"),
        ("2", "line 11: cannot read '2'; expected a seat or '*', then actions separated by ';'"),
        ("12 bid 1", "line 11: cannot read '12 bid 1'; expected a seat or '*', then actions separated by ';'"),
        ("junk", "line 11: cannot read 'junk'; expected a seat or '*', then actions separated by ';'"),
        ("= junk", "line 11: the log ends with 'unfinished after 7 actions', but the record says 'junk'"),
    ],
)
def test_a_tampered_line_of_the_log_is_named(line: str, message: str) -> None:
    assert refused(replaced(FINISHED, 11, line)) == message


def test_an_action_after_the_end_is_refused() -> None:
    text = TYPED.replace("= over", "1 boast\n= over")
    assert (
        refused(text) == f"line {line_with(text, '= over') - 1}: 1 cannot act here; expected nobody: the game is over"
    )


def test_a_wrong_status_is_refused() -> None:
    text = TYPED
    number = line_with(text, "= over")
    status = text.splitlines()[number - 1].removeprefix("= ")
    for wrong in ("unfinished after 12 actions", status.replace("0 3 0", "3 0 0"), status.replace("12", "13"), ""):
        message = f"line {number}: the log ends with {status!r}, but the record says {wrong!r}"
        assert refused(replaced(text, number, f"= {wrong}")) == message


def test_nothing_may_follow_the_last_line_but_blanks() -> None:
    text = FINISHED
    assert Record.parse(text + "\n \n") == Record.parse(text)
    assert refused(text + "junk\n") == "line 20: nothing can follow the line that begins with '='"


@pytest.mark.parametrize(
    ("number", "line", "message"),
    [
        (1, "shinar record 2", "line 1: a record begins with 'shinar record 1'"),
        (2, "game chess", "line 2: there is no game 'chess'; there are babel, babylonia, wonders, toy"),
        (2, "sport toy", "line 2: cannot read 'sport toy'; expected game, rules, option, player, start, or the log"),
        (3, "rules 4", "line 3: the record follows version 4 of the rules of toy, this program has version 3"),
        (
            3,
            "rules three",
            "line 3: cannot read 'rules three'; expected game, rules, option, player, start, or the log",
        ),
        (
            3,
            "rules " + "9" * 10,
            f"line 3: cannot read 'rules {'9' * 10}'; expected game, rules, option, player, start, or the log",
        ),
        (4, "option rounds 3", "line 4: rounds cannot be '3'; choose from 2, 1"),
        (4, "option hats 3", "line 4: toy has no option 'hats'; it has rounds, extras"),
        (4, "option name 3", "line 4: toy has no option 'name'; it has rounds, extras"),
        (
            4,
            "option rounds",
            "line 4: cannot read 'option rounds'; expected game, rules, option, player, start, or the log",
        ),
        (5, "option extras bell,whistle", "line 5: extras cannot be 'whistle'; choose from double, bell"),
        (6, "start nowhere", "line 6: a position of toy has a head and three seats, separated by '|'"),
        (6, "start deck:1 | | | hats:1", "line 6: cannot read 'hats:1' in a position of toy"),
        (2, "player Zoe", "line 9: the lines 'game' and 'rules' must come before the log"),
        (3, "player Zoe", "line 9: the lines 'game' and 'rules' must come before the log"),
        (6, "player Ada\nplayer Zoe", "line 9: toy has 3 players here, but the record names 4"),
        (
            6,
            "start deck:0,1,1,1,1,1 | | |",
            "line 6: a match cannot start from this position: a card was lost or added",
        ),
        (3, "game toy", "line 3: 'game' is given twice"),
        (5, "option rounds 2", "line 5: 'option rounds' is given twice"),
    ],
)
def test_a_tampered_head_is_named(number: int, line: str, message: str) -> None:
    assert refused(replaced(FINISHED, number, line)) == message


def test_an_empty_text_is_refused() -> None:
    message = "the record is cut off: its last line must begin with '='"
    assert refused("") == f"line 1: {message}"
    assert refused("\n\n") == f"line 3: {message}"


def test_the_log_may_follow_the_head_at_once() -> None:
    text = FINISHED
    assert Record.parse(text.replace("\n\n", "\n")) == Record.parse(text)


# ---- damaged JSON -----------------------------------------------------------------------------------------------


def data_of() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(Record.of(finished(), ("Ada", "Bela", "Cyrus")).to_json())
    return data


def json_with(**changes: Any) -> str:
    return json.dumps(data_of() | changes)


def json_text() -> str:
    return Record.of(finished(), ("Ada", "Bela", "Cyrus")).to_json()


def test_json_cut_after_any_line_is_refused() -> None:
    lines = json_text().splitlines()
    for kept in range(1, len(lines)):
        message = refused("\n".join(lines[:kept]))
        assert re.match(rf"line ({kept}|{kept + 1}): the record is not valid JSON \(", message), message


def test_json_with_anything_after_it_is_refused() -> None:
    text = json_text()
    assert refused(text + "x").startswith(
        f"line {len(text.splitlines()) + 1}: the record is not valid JSON (Extra data"
    )


def test_json_that_cannot_be_taken_in_is_refused() -> None:
    assert refused('{"format": ' + "[" * 100_000).startswith("line 1: the record is not valid JSON (")
    assert refused('{"rules": ' + "9" * 5000 + "}").startswith("line 1: the record is not valid JSON (")


@pytest.mark.parametrize("text", ["{}", '{"format": "shinar record 2"}', '{"format": ["shinar record 1"]}'])
def test_json_of_another_format_is_refused(text: str) -> None:
    assert refused(text) == "line 1: a record in JSON has the format 'shinar record 1'"


def test_json_that_is_not_an_object_is_refused() -> None:
    with pytest.raises(NotationError, match="line 1: a record in JSON has the format 'shinar record 1'"):
        Record.from_json("[]")


def test_equal_records_are_one_in_a_set() -> None:
    records = [Record.of(finished(seed)) for seed in (3, 3, 4)]
    assert len(set(records)) == 2


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("game", 5, "a record in JSON needs 'game', a string"),
        ("game", "chess", "there is no game 'chess'; there are babel, babylonia, wonders, toy"),
        ("rules", "3", "a record in JSON needs 'rules', a number"),
        ("rules", True, "a record in JSON needs 'rules', a number"),
        ("rules", 4, "the record follows version 4 of the rules of toy, this program has version 3"),
        ("options", [], "a record in JSON needs 'options', an object"),
        ("options", {"rounds": 5}, "rounds cannot be 5; choose from 2, 1"),
        ("options", {"rounds": [1]}, "rounds cannot be (1,); choose from 2, 1"),
        ("options", {"extras": [["bell"]]}, "extras cannot be ['bell']; choose from double, bell"),
        ("options", {"self": 1}, "toy has no option 'self'; it has rounds, extras"),
        ("players", "Ada", "a record in JSON needs 'players', an array"),
        ("players", [5], "the players of a record are names"),
        ("players", ["Ada"], "toy has 3 players here, but the record names 1"),
        ("start", 5, "a record in JSON needs 'start', a string or null"),
        ("start", "nowhere", "a position of toy has a head and three seats, separated by '|'"),
        ("status", None, "a record in JSON needs 'status', a string"),
        ("check", 1, "a record in JSON needs 'check', a string"),
        ("check", "ffff", "the log was changed: its checksum is 'd34f', but the record says 'ffff'"),
        ("log", {}, "a record in JSON needs 'log', an array"),
    ],
)
def test_a_tampered_part_of_json_is_named_with_its_line(part: str, value: Any, message: str) -> None:
    text = json_text()
    changed = text.replace(f'"{part}": {indented(data_of()[part])}', f'"{part}": {json.dumps(value)}', 1)
    assert refused(changed) == f"line {line_with(text, part)}: {message}"
    assert refused(json_with(**{part: value})) == f"line 1: {message}"


def indented(value: Any) -> str:
    """A part as `to_json` writes it."""
    if not isinstance(value, list) or not value or isinstance(value[0], str):
        return json.dumps(value, indent=2).replace("\n", "\n  ")
    return "[\n" + ",\n".join(f"    {json.dumps(entry)}" for entry in value) + "\n  ]"


def test_json_of_older_programs_is_read() -> None:
    data = data_of()
    data["standing"] = data.pop("status")
    assert Record.from_json(json.dumps(data)) == Record.from_json(json_text())


@pytest.mark.parametrize("part", ["game", "rules", "options", "players", "start", "status", "check", "log"])
def test_json_without_a_part_is_refused(part: str) -> None:
    data = data_of()
    del data[part]
    assert f"a record in JSON needs {part!r}, a" in refused(json.dumps(data))


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("bid 1", "an action is written [seat, name], not 'bid 1'"),
        ([2], "an action is written [seat, name], not [2]"),
        ([2, 3], "an action is written [seat, name], not [2, 3]"),
        (["2", "bid 1"], "an action is written [seat, name], not ['2', 'bid 1']"),
        ([True, "bid 1"], "an action is written [seat, name], not [True, 'bid 1']"),
        ([5, "bid 1"], "5 cannot act here; expected 0, 1, 2"),
        ([-2, "bid 1"], "-2 cannot act here; expected 0, 1, 2"),
        ([-1, "prize 1"], "prize 1: chance cannot bring this now"),
        ([2, "bid 5"], "bid 5: you hold no such card [TOY-3]"),
        ([2, "fly"], "toy has no action called 'fly'"),
    ],
)
def test_a_tampered_action_of_json_is_named_with_its_line(entry: Any, message: str) -> None:
    text = json_text().replace('[2, "bid 1"]', json.dumps(entry), 1)
    number = line_with(json_text(), '[2, "bid 1"]')
    assert refused(text) == f"line {number}, action 8: {message}"


def test_another_legal_action_in_json_is_found_by_the_check() -> None:
    text = json_text().replace('"peek"', '"boast"', 1)
    assert refused(text).startswith(f"line {line_with(text, 'check')}: the log was changed: its checksum is ")


def test_a_wrong_status_in_json_is_refused() -> None:
    text = json_text().replace("over after 17", "over after 16")
    assert refused(text).startswith(f"line {line_with(text, 'status')}: the log ends with 'over after 17 actions")


def test_a_record_of_other_rules_is_refused_before_it_is_replayed() -> None:
    with pytest.raises(NotationError, match="version 2 of the rules of toy, this program has version 3"):
        Record("toy", 2, {}, (Entry(0, 0),)).replay()
    with pytest.raises(NotationError, match="toy has no option 'hats'"):
        Record("toy", 3, {"hats": 1}, ()).make_game()
