"""People at a table: playing, coming back, taking back, asking why, resigning, playing again."""

import json
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

import shinar
from tests.server.helpers import (
    WAIT,
    Message,
    Person,
    Server,
    bearer,
    closing,
    let_the_bot_act,
    open_socket,
    play_out,
    running,
    secret_of,
)

SLOW = 1e-6  # per second: however long a test takes, a limit that has been reached stays reached


def test_two_people_play_a_whole_match(server: Server) -> None:
    table = server.new_table()
    people = [server.join(table, seat) for seat in (0, 1)]
    play_out(people)
    outcomes = [person.wait(lambda update: update["outcome"] is not None)["outcome"] for person in people]
    assert outcomes[0] == outcomes[1]
    assert sorted(outcomes[0]["ranks"]) in ([1, 2], [1, 1])
    text = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(table["spectator"])).text
    match = shinar.Record.from_text(text).replay()
    assert match.outcome is not None
    assert outcomes[0]["scores"] == list(match.outcome.scores)


def test_a_person_who_reconnects_goes_on_where_the_match_was(server: Server) -> None:
    table = server.new_table()
    people = [server.join(table, seat) for seat in (0, 1)]
    play_out(people, max_actions=5)
    before = people[0].latest
    people[0].close()
    back = server.join(table, 0)
    after = back.wait(lambda update: update["table"]["viewers"] == 1)
    assert {**after, "log": [], "log_from": 0} == {**before, "log": [], "log_from": 0}
    assert len(back.lines) == before["length"]
    play_out([back, people[1]])


def test_a_page_that_knows_part_of_the_log_is_sent_the_rest(server: Server) -> None:
    table = server.new_table()
    person = server.join(table, 0)
    knowing = open_socket(server, table["table"])
    knowing.send(json.dumps({"type": "hello", "secret": secret_of(table, 0), "known": 5}))
    assert json.loads(knowing.recv())["type"] == "welcome"
    update = json.loads(knowing.recv())
    assert (update["log_from"], update["log"]) == (5, person.lines[5:])
    knowing.close()


def test_a_position_is_drawn_as_text_only_for_those_who_ask(server: Server) -> None:
    table = server.new_table(starter=0)
    plain, drawn = server.join(table, 0), server.join(table, 0, drawn=True)
    version = plain.act(plain.latest["actions"][0]["id"])["version"]
    assert plain.reach(version)["drawing"] is None
    assert "You: hand" in drawn.reach(version)["drawing"]
    path = f"/api/tables/{table['table']}/positions"
    assert server.get(path, secret_of(table, 0))["positions"][-1]["drawing"] is None
    past = server.get(f"{path}?drawn=true", secret_of(table, 0))["positions"]
    assert past[-1]["drawing"] == drawn.latest["drawing"]


def test_sealed_choices_are_seen_by_nobody_until_all_have_chosen(server: Server) -> None:
    table = server.new_table("ppp", game="wonders", players=3)
    people = [server.join(table, seat, drawn=True) for seat in range(3)]
    before = [person.latest for person in people]
    assert before[0]["actors"] == [0, 1, 2]
    build = next(action for action in before[0]["actions"] if action["group"] == "discard")
    version = people[0].act(build["id"])["version"]
    for person, old in zip(people[1:], before[1:], strict=True):
        update = person.read_all()
        assert (update["actors"], update["version"], update["length"]) == ([1, 2], old["version"], old["length"])
        assert (update["view"], update["drawing"]) == (old["view"], old["drawing"])
        assert update["log"] == []
    assert people[0].reach(version)["can_undo"]
    assert people[0].ask("undo", version=version)["type"] == "done"


def test_the_steps_of_a_sealed_choice_are_not_noticed_by_others(server: Server) -> None:
    table = server.new_table("ppp", game="wonders", players=3, expansions=["tower"])
    people = [server.join(table, seat) for seat in range(3)]
    while people[0].read_all()["view"]["phase"] != "act":  # all keep tiles until the first turn begins
        for person in people:
            person.act(person.read_all()["actions"][0]["id"])
    watchers = [*people[1:], server.watch(table)]
    before = [person.read_all() for person in watchers]
    heard = [len(person.received) for person in watchers]
    tower = next(action for action in people[0].read_all()["actions"] if action["group"] == "tower")
    for _ in range(2):
        people[0].act(tower["id"])
        people[0].ask("undo", version=people[0].read_all()["version"])
        people[0].read_all()
    people[0].act(tower["id"])
    assert people[0].read_all()["version"] == before[0]["version"] + 5
    assert [person.read_all() for person in watchers] == before
    assert [len(person.received) - count for person, count in zip(watchers, heard, strict=True)] == [1, 1, 1]  # pong


def test_choosing_at_the_same_time_is_never_stale(server: Server) -> None:
    table = server.new_table("pppp", game="wonders", players=4)
    people = [server.join(table, seat) for seat in range(4)]
    version = people[0].latest["version"]
    answers = [person.act(person.latest["actions"][0]["id"], version) for person in people]
    assert [answer["type"] for answer in answers] == ["done"] * 4
    again = people[0].act(people[0].latest["actions"][0]["id"], version)
    assert again["code"] == "stale"  # its own choice has been made since, and all was revealed


def test_a_choice_is_stale_once_my_own_was_made(server: Server) -> None:
    table = server.new_table("ppp", game="wonders", players=3)
    people = [server.join(table, seat) for seat in range(3)]
    version = people[0].latest["version"]
    assert people[0].act(people[0].latest["actions"][0]["id"], version)["type"] == "done"
    assert people[0].ask("undo", version=version)["code"] == "stale"
    assert people[0].ask("undo", version=version + 1)["type"] == "done"
    assert people[1].act(people[1].latest["actions"][0]["id"], version)["type"] == "done"


def test_a_second_tab_sees_what_the_first_does(server: Server) -> None:
    table = server.new_table(starter=0)
    first, second = server.join(table, 0), server.join(table, 0)
    answer = first.act(first.latest["actions"][0]["id"])
    update = second.wait(lambda update: update["version"] == answer["version"])
    assert update["view"] == first.wait(lambda update: update["version"] == answer["version"])["view"]
    second.close()
    first.ask("ping")
    assert first.latest["table"]["seats"][0]["connected"]


@pytest.mark.parametrize("name", ["act", "undo"])
def test_a_stale_message_is_refused(server: Server, name: str) -> None:
    person = server.join(server.new_table(starter=0), 0)
    parts = {"action": person.latest["actions"][0]["id"]} if name == "act" else {}
    assert person.ask(name, version=person.latest["version"] - 1, **parts)["code"] == "stale"
    assert person.ask(name, version=person.latest["version"] + 1, **parts)["code"] == "stale"


def test_the_same_message_twice_acts_once(server: Server) -> None:
    person = server.join(server.new_table(starter=0), 0)
    action, version = person.latest["actions"][0]["id"], person.latest["version"]
    assert person.act(action, version)["type"] == "done"
    assert person.act(action, version)["code"] == "stale"
    assert person.latest["version"] == version + 1


def test_a_seat_that_is_not_asked_is_refused(server: Server) -> None:
    table = server.new_table(starter=0)
    other = server.join(table, 1)
    answer = other.act(0)
    assert (answer["code"], answer["clause"]) == ("not-your-turn", "BB-2.1")
    assert answer["reason"] == "{0} must choose now"
    assert other.latest["actions"] == []


def test_an_illegal_action_is_refused_with_its_clause(server: Server) -> None:
    person = server.join(server.new_table(starter=0), 0)
    answer = person.act("end turn")
    assert (answer["code"], answer["clause"]) == ("illegal", "BB-2.5")
    assert "starting card" in answer["reason"]


@pytest.mark.parametrize("action", [10_000, "fly to uruk", "draw medes", ""])
def test_what_is_no_action_is_refused(server: Server, action: int | str) -> None:
    person = server.join(server.new_table(starter=0), 0)
    assert person.act(action)["code"] == "illegal"


def test_a_page_can_ask_why_an_action_is_not_legal(server: Server) -> None:
    person = server.join(server.new_table(starter=0), 0)
    legal = {action["id"] for action in person.latest["actions"]}
    for action in range(shinar.make("babel").num_actions):
        answer = person.ask("explain", action=action)
        assert (answer["reason"] is None) == (action in legal)
        assert (answer["clause"] is None) == (action in legal)


def test_a_page_can_ask_what_an_action_would_bring(server: Server) -> None:
    person = server.join(server.new_table(game="babylonia", players=2, starter=0), 0)
    legal = person.latest["actions"]
    at_ziggurat = next(one["id"] for one in legal if one["verb"] == "place" and one["args"]["cell"] == "10,8")
    answer = person.ask("preview", action=at_ziggurat)
    assert (answer["action"], answer["version"]) == (at_ziggurat, person.latest["version"])
    assert answer["effect"]["gains"] == [{"seat": 0, "source": "ziggurats", "points": 1}]
    assert person.ask("preview", action="end placing")["code"] == "illegal"


def test_an_action_can_be_taken_back_until_something_new_is_seen(server: Server) -> None:
    table = server.new_table(starter=0)
    person, watcher = server.join(table, 0), server.watch(table)
    before = person.latest
    person.act(before["actions"][0]["id"])
    person.wait(lambda update: update["can_undo"])
    answer = person.ask("undo", version=person.latest["version"])
    after = person.wait(lambda update: update["version"] == answer["version"])
    assert (after["view"], after["actions"], after["length"]) == (before["view"], before["actions"], before["length"])
    assert after["version"] == before["version"] + 2
    watcher.wait(lambda update: update["version"] == answer["version"])
    assert watcher.latest["length"] == before["length"]
    assert person.ask("undo", version=after["version"])["code"] == "illegal"


def test_a_spectator_watches_and_does_nothing_else(server: Server) -> None:
    table = server.new_table(starter=0)
    watcher = server.watch(table)
    assert watcher.latest["actions"] == []
    assert watcher.latest["table"]["my_seat"] is None
    for name, parts in {
        "act": {"action": 1, "version": watcher.latest["version"]},
        "undo": {"version": watcher.latest["version"]},
        "explain": {"action": 1},
        "preview": {"action": 1},
        "chat": {"text": "hello"},
        "resign": {},
        "rematch": {},
        "hint": {},
        "claim": {"nickname": "x"},
        "leave": {},
    }.items():
        assert watcher.ask(name, **parts)["code"] == "not-allowed", name
    assert watcher.ask("odds")["code"] == "not-allowed"


def test_a_wrong_secret_gets_nothing_but_a_refusal(server: Server) -> None:
    table, other = server.new_table(), server.new_table()
    for secret in (secret_of(other, 0), "", "x" * 64, "ключ"):
        socket = open_socket(server, table["table"])
        socket.send(json.dumps({"type": "hello", "id": 9, "secret": secret}))
        messages, code = closing(socket)
        assert [(message["id"], message["code"]) for message in messages] == [(9, "wrong-secret")]
        assert code == 1008


def test_a_table_that_does_not_exist_is_not_found(server: Server) -> None:
    socket = open_socket(server, "no-such-table")
    socket.send(json.dumps({"type": "hello", "secret": "x"}))
    assert closing(socket)[0][0]["code"] == "not-found"


def test_the_first_message_must_be_hello(server: Server) -> None:
    socket = open_socket(server, server.new_table()["table"])
    socket.send(json.dumps({"type": "ping"}))
    assert closing(socket)[0][0]["code"] == "bad-message"


def test_a_second_hello_sends_everything_anew_but_cannot_change_seats(server: Server) -> None:
    table = server.new_table()
    person = server.join(table, 0)
    assert person.ask("hello", secret=secret_of(table, 1))["code"] == "not-allowed"
    person.latest = {}
    assert person.ask("hello", secret=secret_of(table, 0))["type"] == "welcome"
    person.wait(lambda update: bool(update))


def test_chat_reaches_everybody_and_those_who_come_later(server: Server) -> None:
    table = server.new_table()
    people = [server.join(table, seat) for seat in (0, 1)]
    people[0].ask("chat", text="  good\u0000 \u202egame \n <b>all</b> ")
    while not people[1].chat:
        people[1].read()
    assert people[1].chat[0]["text"] == "good game <b>all</b>"
    assert server.watch(table).welcome["chat"] == people[1].chat
    assert people[0].ask("chat", text=" \n ")["code"] == "bad-message"


def test_a_nickname_is_cleaned_and_shown_to_everybody(server: Server) -> None:
    table = server.new_table()
    person, other = server.join(table, 0), server.join(table, 1)
    assert person.latest["table"]["seats"][1]["kind"] == "open"
    other.ask("claim", nickname="  Ada\u0007  L. ")
    person.wait(lambda update: update["table"]["seats"][1]["nickname"] == "Ada L.")
    assert person.latest["table"]["seats"][1]["kind"] == "person"
    assert other.ask("claim", nickname="x" * 33)["code"] == "bad-message"


def test_resigning_ends_a_match_of_two(server: Server) -> None:
    table = server.new_table()
    people = [server.join(table, seat) for seat in (0, 1)]
    assert people[0].ask("resign")["type"] == "done"
    outcome = people[1].wait(lambda update: update["outcome"] is not None)["outcome"]
    assert (outcome["ranks"], outcome["resigned"]) == ([2, 1], 0)
    assert people[1].latest["actors"] == []
    assert people[1].ask("resign")["code"] == "over"
    assert people[1].act(0)["code"] == "over"
    assert server.join(table, 1).latest["outcome"] == outcome


def test_a_rematch_swaps_the_seats_and_keeps_the_secrets(server: Server) -> None:
    table = server.new_table()
    people = [server.join(table, seat) for seat in (0, 1)]
    assert people[0].ask("rematch")["code"] == "not-over"
    people[0].ask("resign")
    people[0].ask("rematch")
    people[1].wait(lambda update: update["table"]["rematch_wanted"] == [0])
    assert people[1].latest["table"]["rematch"] is None
    people[1].ask("rematch")
    address = people[0].wait(lambda update: update["table"]["rematch"])["table"]["rematch"]
    again = Person(server, address, secret_of(table, 0))
    assert again.welcome["my_seat"] == 1
    assert again.latest["outcome"] is None
    assert Person(server, address, table["spectator"]).welcome["my_seat"] is None
    people[1].ask("rematch")
    assert people[1].latest["table"]["rematch"] == address


def test_a_bot_plays_its_seat(server: Server) -> None:
    table = server.post("/api/play", {"game": "babel", "nickname": "Ada"})
    person = server.join(table, 0)
    assert person.latest["table"]["is_practice"]
    assert [seat["kind"] for seat in person.latest["table"]["seats"]] == ["person", "bot"]
    let_the_bot_act(person)
    assert {line["actor"] for line in person.lines} >= {-1, 1}


def test_a_seat_that_is_left_is_played_by_a_bot_and_given_back(server: Server) -> None:
    table = server.new_table(starter=0)
    person, other = server.join(table, 0), server.join(table, 1)
    assert person.ask("leave")["type"] == "done"
    other.wait(lambda update: update["table"]["seats"][0]["taken_over"])
    other.wait(lambda update: bool(update["actions"]))
    back = server.join(table, 0)
    other.wait(lambda update: not update["table"]["seats"][0]["taken_over"])
    for lines in (other.lines, back.lines):  # the log says who played
        assert {line["stand_in"] for line in lines if line["actor"] == 0} == {"Mason"}
        assert {line["stand_in"] for line in lines if line["actor"] != 0} == {None}


def test_a_leaver_is_replaced_after_the_grace_time_and_gets_the_seat_back(tmp_path: Path) -> None:
    with running(tmp_path, grace=0.3) as server:
        table = server.new_table(starter=0)
        person, other = server.join(table, 0), server.join(table, 1)
        person.close()
        other.wait(lambda update: not update["table"]["seats"][0]["connected"])
        assert not other.latest["table"]["seats"][0]["taken_over"]
        other.wait(lambda update: update["table"]["seats"][0]["taken_over"])
        other.wait(lambda update: bool(update["actions"]))
        back = server.join(table, 0)
        assert not back.latest["table"]["seats"][0]["taken_over"]
        other.wait(lambda update: update["table"]["seats"][0]["connected"])


def test_a_table_that_waits_lets_nobody_play_for_a_leaver(tmp_path: Path) -> None:
    with running(tmp_path, grace=0.1) as server:
        table = server.new_table(starter=0, away={"kind": "wait"})
        person, other = server.join(table, 0), server.join(table, 1)
        person.close()
        gone = other.wait(lambda update: not update["table"]["seats"][0]["connected"])["table"]
        with pytest.raises(TimeoutError):
            other.read(0.6)
        assert (gone["away"], gone["deadline"]) == ({"kind": "wait", "seconds": 0}, None)
        assert time.time() - gone["seats"][0]["seen_at"] < 60


def test_a_turn_clock_lets_a_bot_play_one_turn(tmp_path: Path) -> None:
    with running(tmp_path, grace=0.1) as server:
        table = server.new_table(starter=0, away={"kind": "clock", "seconds": 1})
        person, other = server.join(table, 0), server.join(table, 1)
        assert other.latest["table"]["deadline"] > time.time() - 1
        person.close()
        other.wait(lambda update: bool(update["actions"]))
        other.wait(lambda update: not update["table"]["seats"][0]["taken_over"])
        assert any(line["actor"] == 0 for line in other.lines)


def test_nobody_takes_a_seat_over_while_nobody_waits(tmp_path: Path) -> None:
    with running(tmp_path, grace=0.1) as server:
        table = server.new_table(starter=0)
        person = server.join(table, 0)
        assert person.latest["table"]["seats"][1]["kind"] == "open"
        for _ in range(5):
            person.ask("ping")
        with pytest.raises(TimeoutError):
            person.read(0.5)
        assert not person.latest["table"]["seats"][1]["taken_over"]


def test_a_hint_is_a_legal_action_and_only_for_practice(server: Server) -> None:
    practice = server.join(server.post("/api/play", {"game": "babel", "options": {"starter": 0}}), 0)
    hint = practice.ask("hint")
    assert hint["action"] in practice.latest["actions"]
    assert 0 < hint["chance"] < 1
    again = practice.ask("hint")
    assert (again["action"], again["chance"]) == (hint["action"], hint["chance"])
    assert server.join(server.new_table(starter=0), 0).ask("hint")["code"] == "not-allowed"


def test_odds_sum_to_one_and_are_only_for_practice_or_after_the_match(server: Server) -> None:
    practice = server.join(server.post("/api/play", {"game": "babel", "options": {"starter": 0}}), 0)
    assert sum(practice.ask("odds")["chances"]) == pytest.approx(1)
    assert practice.ask("odds", number=10_000)["code"] == "not-found"
    table = server.new_table(starter=0)
    person = server.join(table, 0)
    assert person.ask("odds")["code"] == "not-allowed"
    person.ask("resign")
    assert len(person.ask("odds", number=3)["chances"]) == 2


def test_a_connection_that_says_nothing_is_closed(tmp_path: Path) -> None:
    with running(tmp_path, limits={"hello_seconds": 0.2}) as server:
        messages, code = closing(open_socket(server, "any"))
        assert (messages[0]["code"], code) == ("bad-message", 1008)


def test_a_person_who_sends_too_fast_is_refused_and_stays(tmp_path: Path) -> None:
    with running(tmp_path, limits={"messages": (SLOW, 10)}) as server:
        person = server.join(server.new_table(), 0)
        answers = [person.ask("ping")["type"] for _ in range(10)]
        assert answers.count("pong") == 10
        person.socket.send(json.dumps({"type": "ping", "id": 77}))
        refusal = person.read()
        assert (refusal["code"], refusal["id"]) == ("too-fast", 77)  # without the number the page would wait for ever


def test_what_cannot_be_read_counts_as_a_message_too(tmp_path: Path) -> None:
    with running(tmp_path, workers=0, limits={"messages": (SLOW, 3)}) as server:
        person = server.join(server.new_table(), 0)
        for text in ("{", "[]", "x" * 5000, "{}"):
            person.socket.send(text)
        messages = next_messages(person, "refused", 4)
        assert [message["code"] for message in messages] == ["bad-message"] * 3 + ["too-fast"]


def next_messages(person: Person, type_: str, count: int) -> list[Message]:
    """The next so many messages of a type."""
    found: list[Message] = []
    while len(found) < count:
        message = person.read()
        found += [message] if message["type"] == type_ else []
    return found


def test_whoever_sends_too_fast_is_not_read_for_a_while(tmp_path: Path) -> None:
    limits = {"messages": (SLOW, 3), "requests": (SLOW, 100), "too_fast_seconds": WAIT}
    with running(tmp_path, workers=0, limits=limits) as server:
        table = server.new_table()
        person, other = server.join(table, 0), server.join(table, 1)
        for number in range(200):
            person.socket.send(json.dumps({"type": "ping", "id": number}))
        assert [message["id"] for message in next_messages(person, "pong", 3)] == [0, 1, 2]
        assert other.ask("ping")["type"] == "pong"
        assert 'code="too-fast"' not in server.http.get("/metrics").text


def test_all_connections_of_an_address_share_a_limit(tmp_path: Path) -> None:
    with running(tmp_path, limits={"address_messages": (SLOW, 5)}) as server:
        table = server.new_table()
        people = [server.join(table, seat) for seat in (0, 1)]
        answers = [person.ask("ping")["type"] for person in people for _ in range(2)]
        assert answers == ["pong"] * 4
        assert people[0].ask("ping")["type"] == "pong"
        people[1].socket.send(json.dumps({"type": "ping", "id": 77}))
        assert people[1].read()["code"] == "too-fast"


def test_a_person_who_talks_without_end_is_slowed_down(tmp_path: Path) -> None:
    with running(tmp_path, limits={"chat": (SLOW, 2)}) as server:
        person = server.join(server.new_table(), 0)
        answers = [person.ask("chat", text="and another thing") for _ in range(3)]
        assert [answer.get("code") for answer in answers] == [None, None, "too-fast"]


def test_one_address_has_only_so_many_connections(tmp_path: Path) -> None:
    with running(tmp_path, limits={"connections": 2}) as server:
        table = server.new_table()
        people = [server.join(table, seat) for seat in (0, 1)]
        assert closing(open_socket(server, table["table"]))[0][0]["code"] == "too-fast"
        people[0].close()
        end = time.monotonic() + WAIT
        while not can_connect(server, table):  # the server needs a moment to see that somebody has gone
            assert time.monotonic() < end, "the place of a connection that was closed is never free"


def can_connect(server: Server, table: Message) -> bool:
    """Whether the server greets one more spectator."""
    socket = open_socket(server, table["table"])
    with suppress(ConnectionClosed):  # it was turned away before it could say anything
        socket.send(json.dumps({"type": "hello", "secret": table["spectator"]}))
    answer = json.loads(socket.recv())
    socket.close()
    return bool(answer["type"] == "welcome")


def test_a_page_of_another_site_cannot_connect(server: Server) -> None:
    table = server.new_table()
    socket = open_socket(server, table["table"], origin="https://evil.example")
    assert closing(socket)[0][0]["code"] == "wrong-origin"
    socket = open_socket(server, table["table"], origin=f"http://127.0.0.1:{server.port}")
    socket.send(json.dumps({"type": "hello", "secret": table["spectator"]}))
    assert json.loads(socket.recv())["type"] == "welcome"
    socket.close()


def test_a_message_beyond_all_measure_closes_the_connection_and_nothing_else(server: Server) -> None:
    table = server.new_table()
    person, other = server.join(table, 0), server.join(table, 1)
    person.socket.send("x" * 100_000)
    assert closing(person.socket)[1] == 1009
    assert other.ask("ping")["type"] == "pong"
