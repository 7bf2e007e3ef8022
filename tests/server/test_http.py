"""Lobby, tables and records over HTTP, and what keeps the server safe in the open."""

import gzip
import json
import sqlite3
from contextlib import closing as closing_
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request

import shinar
from shinar.server.transport.page import Page
from tests.server.helpers import WAIT, Server, bearer, play_out, running, secret_of

# ---- lobby ------------------------------------------------------------------------------------------------------


def test_the_lobby_lists_every_game_with_its_options_in_words(server: Server) -> None:
    games = server.get("/api/games")["games"]
    assert [game["name"] for game in games] == list(shinar.game_names())
    for game in games:
        assert game["num_seats"] == shinar.make(game["name"]).num_seats
        assert game["default_level"] in {level["name"] for level in game["levels"]}
        for option in game["options"]:
            assert option["help"].endswith(".")
            assert all(choice["meaning"] for choice in option["choices"])


def test_the_rules_come_clause_by_clause(server: Server) -> None:
    rules = server.get("/api/games/babel/rules")
    clauses = {clause["clause"]: clause["text"] for section in rules["sections"] for clause in section["clauses"]}
    text = (Path(shinar.__file__).parent / "games" / "babel" / "RULES.md").read_text()
    assert text.count("**[BB-") == len(clauses)
    assert clauses["BB-2.1"].startswith("Players take turns.")
    assert all(words in text for words in clauses.values())


def test_there_are_no_rules_of_a_game_that_does_not_exist(server: Server) -> None:
    assert refusal(server.http.get("/api/games/chess/rules")) == (404, "not-found")


@pytest.mark.parametrize(
    "body",
    [
        {"game": "chess"},
        {"game": "babel", "options": {"colour": "red"}},
        {"game": "babel", "options": {"edition": "third"}},
        {"game": "babel", "level": "godlike"},
        {"game": "babel", "options": {"edition": ["first", "second"]}},
    ],
)
def test_a_table_that_cannot_be_is_refused(server: Server, body: dict[str, Any]) -> None:
    assert refusal(server.http.post("/api/play", json=body)) == (422, "bad-options")


@pytest.mark.parametrize(
    "change",
    [
        {"seats": [{"kind": "person"}]},
        {"seats": [{"kind": "person"}] * 3},
        {"my_seat": 1, "seats": [{"kind": "person"}, {"kind": "bot"}]},
        {"my_seat": 5},
    ],
)
def test_seats_that_do_not_fit_the_game_are_refused(server: Server, change: dict[str, Any]) -> None:
    body = {"game": "babel", "seats": [{"kind": "person"}] * 2, **change}
    assert refusal(server.http.post("/api/tables", json=body)) == (422, "bad-options")


@pytest.mark.parametrize(
    "body", ["", "{", "[]", '{"game": 7}', '{"game": "babel", "seed": 1}', '{"game": "babel", "nickname": "' + "x" * 99]
)
def test_a_body_that_cannot_be_read_is_refused(server: Server, body: str) -> None:
    answer = server.http.post("/api/play", content=body, headers={"content-type": "application/json"})
    assert refusal(answer) == (422, "bad-message")


def test_secrets_are_long_and_all_different(server: Server) -> None:
    tables = [server.new_table() for _ in range(5)]
    secrets = [key["secret"] for table in tables for key in table["keys"]] + [table["spectator"] for table in tables]
    assert len(set(secrets)) == 15
    assert min(map(len, secrets)) * 6 >= 128  # each character of the alphabet of 64 holds 6 bits


def test_my_tables_tell_whose_turn_it_is_and_leave_out_what_is_not_mine(server: Server) -> None:
    first, second = server.new_table(starter=0), server.new_table(starter=1)
    keys = [{"table": table["table"], "secret": secret_of(table, 0)} for table in (first, second)]
    keys += [{"table": first["table"], "secret": secret_of(second, 0)}, {"table": "nowhere", "secret": "x"}]
    tables = server.post("/api/tables/mine", {"keys": keys})["tables"]
    assert {table["table"]["id"]: table["my_turn"] for table in tables} == {
        first["table"]: True,
        second["table"]: False,
    }


# ---- records ----------------------------------------------------------------------------------------------------


def test_a_record_is_had_only_when_the_match_is_over_and_only_with_a_secret(server: Server) -> None:
    table = server.new_table()
    path = f"/api/tables/{table['table']}/record"
    assert refusal(server.http.get(path, headers=bearer(table["spectator"]))) == (409, "not-over")
    assert refusal(server.http.get(path)) == (401, "wrong-secret")
    assert refusal(server.http.get(path, headers=bearer("x" * 32))) == (401, "wrong-secret")
    share = f"/api/tables/{table['table']}/share"
    assert refusal(server.http.post(share, headers=bearer(table["spectator"]))) == (409, "not-over")


def test_a_finished_match_can_be_saved_uploaded_shared_and_replayed(server: Server) -> None:
    table = server.new_table()
    people = [server.join(table, seat) for seat in (0, 1)]
    people[1].ask("claim", nickname="Ada")
    play_out(people, seed=11)
    saved = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(secret_of(table, 0)))
    assert "attachment" in saved.headers["content-disposition"]
    as_json = server.http.get(f"/api/tables/{table['table']}/record?form=json", headers=bearer(table["spectator"]))
    assert shinar.Record.from_json(as_json.text) == shinar.Record.from_text(saved.text)
    shared = server.post(f"/api/tables/{table['table']}/share", secret=secret_of(table, 1))
    assert shared == server.post(f"/api/tables/{table['table']}/share", secret=table["spectator"])
    uploaded = server.post("/api/records", {"text": as_json.text})
    for address in (shared["record"], uploaded["record"]):
        info = server.get(f"/api/records/{address}")
        assert info["text"] == saved.text
        assert info["names"] == ["Player 1", "Ada"]
        assert info["table"] == (table["table"] if address == shared["record"] else None)
        assert info["length"] == info["log"][-1]["number"] + 1 == len(shinar.Record.from_text(saved.text).log)
        assert info["outcome"] == people[0].latest["outcome"]


def test_a_shared_record_is_shown_openly_or_as_a_seat_saw_it(server: Server) -> None:
    match = shinar.Match(shinar.make("babel"), seed=4)
    address = server.post("/api/records", {"text": shinar.Record.of(match).to_text()})["record"]
    path = f"/api/records/{address}/positions"
    length = len(match.log)
    opened = server.get(f"{path}?first={length}")["positions"][0]["view"]
    assert [sum(player["hand"].values()) for player in opened["players"]] == [
        player["hand_size"] for player in opened["players"]
    ]
    seen = server.get(f"{path}?first={length}&count=1&seat=0")
    assert seen["positions"][0]["view"] == json.loads(json.dumps(match.observe(0).view()))
    assert seen["length"] == length
    lines = [line["text"] for one in server.get(f"{path}?seat=0&first=1")["positions"] for line in one["lines"]]
    assert lines == [line.text for line in match.story(0)]
    told = [line for one in server.get(f"{path}?first=1")["positions"] for line in one["lines"]]
    assert [line["action"] for line in told] == [entry.action for entry in match.log]
    assert not any("a nation card" in line["text"] for line in told)
    assert refusal(server.http.get(f"{path}?seat=5")) == (404, "not-found")


def test_the_chances_of_a_record_are_told_for_each_position(server: Server) -> None:
    match = shinar.Match(shinar.make("babel"), seed=4)
    address = server.post("/api/records", {"text": shinar.Record.of(match).to_text()})["record"]
    path = f"/api/records/{address}/odds"
    told = server.get(f"{path}?number={len(match.log)}")
    assert told["number"] == len(match.log)
    assert sum(told["chances"]) == pytest.approx(1)
    assert told == server.get(f"{path}?number={len(match.log)}")
    assert refusal(server.http.get(f"{path}?number={len(match.log) + 1}")) == (404, "not-found")


def test_chances_asked_for_one_after_the_other_are_never_refused(tmp_path: Path) -> None:
    with running(tmp_path, limits={"heavy": (4, 1), "heavy_seconds": 1.0}) as server:
        match = shinar.Match(shinar.make("babel"), seed=4)
        address = server.post("/api/records", {"text": shinar.Record.of(match).to_text()})["record"]
        path = f"/api/records/{address}/odds?number={len(match.log)}"
        assert [server.http.get(path).status_code for _ in range(4)] == [200] * 4
        person = server.join(server.new_table("pb"), 0)
        assert [person.ask("odds")["type"] for _ in range(4)] == ["odds"] * 4


def test_chances_that_would_wait_too_long_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, limits={"heavy": (1e-6, 1)}) as server:
        match = shinar.Match(shinar.make("babel"), seed=4)
        address = server.post("/api/records", {"text": shinar.Record.of(match).to_text()})["record"]
        path = f"/api/records/{address}/odds?number={len(match.log)}"
        assert server.http.get(path).status_code == 200
        assert refusal(server.http.get(path)) == (429, "too-fast")
        person = server.join(server.new_table("pb"), 0)
        assert [person.ask("odds").get("code") for _ in range(2)] == [None, "too-fast"]


def test_the_record_of_a_resigned_match_says_so(server: Server) -> None:
    table = server.new_table()
    server.join(table, 0).ask("resign")
    address = server.post(f"/api/tables/{table['table']}/share", secret=table["spectator"])["record"]
    outcome = server.get(f"/api/records/{address}")["outcome"]
    assert (outcome["resigned"], outcome["reason"]) == (0, "{0} resigned")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "begins with"),
        ("shinar record 1\ngame babel\nrules 1\n\n0 fly\n", "line 5"),
        ("{}", "format"),
        ("{" * 5000, "JSON"),
        ('{"format": "shinar record 1", "game": "babel", "rules": ' + "9" * 5000 + "}", ""),
        ('{"format": "shinar record 1", "game": "babel", "rules": 1, "options": {"edition": {}}, "log": []}', ""),
    ],
)
def test_a_broken_record_is_refused_with_the_place(server: Server, text: str, reason: str) -> None:
    answer = server.http.post("/api/records", json={"text": text})
    assert refusal(answer) == (422, "bad-record")
    assert reason in answer.json()["reason"]


def test_names_in_an_uploaded_record_are_cleaned(server: Server) -> None:
    match = shinar.Match(shinar.make("babel"), seed=4)
    text = shinar.Record.of(match, ("A" * 99, "<b>\u202e x\u0007")).to_text()
    address = server.post("/api/records", {"text": text})["record"]
    assert server.get(f"/api/records/{address}")["names"] == ["A" * 32, "<b> x"]


def test_what_does_not_exist_is_not_found(server: Server) -> None:
    for path in ("/api/records/nothing", "/api/records/nothing/positions", "/api/nothing", "/no/such/file.js"):
        assert server.http.get(path).status_code == 404
    answer = server.http.get("/api/tables/nothing/positions", headers=bearer("x"))
    assert refusal(answer) == (404, "not-found")


# ---- safe in the open -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing", "/health"])
def test_every_answer_carries_the_headers_that_keep_browsers_safe(server: Server, path: str) -> None:
    headers = server.http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_answers_with_secrets_are_not_kept_by_browsers(server: Server) -> None:
    assert server.http.post("/api/play", json={"game": "babel"}).headers["cache-control"] == "no-store"


def test_a_page_of_another_site_cannot_make_tables(server: Server) -> None:
    answer = server.http.post("/api/play", json={"game": "babel"}, headers={"origin": "https://evil.example"})
    assert refusal(answer) == (403, "wrong-origin")
    own = {"origin": f"http://127.0.0.1:{server.port}"}
    assert server.http.post("/api/play", json={"game": "babel"}, headers=own).status_code == 201


def test_a_listed_site_may_use_the_server(tmp_path: Path) -> None:
    with running(tmp_path, origins=("https://friend.example",)) as server:
        answer = server.http.post("/api/play", json={"game": "babel"}, headers={"origin": "https://friend.example"})
        assert answer.status_code == 201


def test_a_huge_body_is_refused_whatever_its_header_says(server: Server) -> None:
    assert refusal(server.http.post("/api/records", content=b"x" * 1_600_000)) == (413, "bad-message")
    pieces = (b"x" * 10_000 for _ in range(160))  # sent without a length
    assert refusal(server.http.post("/api/records", content=pieces)) == (413, "bad-message")


def test_an_address_that_asks_too_much_is_slowed_down(tmp_path: Path) -> None:
    with running(tmp_path, limits={"requests": (1e-6, 30), "creations": (1e-6, 2)}) as server:
        made = [server.http.post("/api/play", json={"game": "babel"}).status_code for _ in range(3)]
        assert made == [201, 201, 429]
        answers = [server.http.get("/health").status_code for _ in range(40)]
        assert (answers[0], answers[-1]) == (200, 429)


def test_an_address_that_asks_too_much_waits_for_its_refusal(tmp_path: Path) -> None:
    with running(tmp_path, workers=0, limits={"creations": (1e-6, 1), "too_fast_seconds": WAIT}) as server:
        assert server.http.post("/api/play", json={"game": "babel"}).status_code == 201
        with pytest.raises(httpx.ReadTimeout):
            server.http.post("/api/play", json={"game": "babel"}, timeout=0.2)
        assert server.get("/health")["status"] == "ok"


def test_a_mistake_of_the_server_tells_the_client_nothing_about_it(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        person = server.join(server.new_table(), 0)
        with closing_(sqlite3.connect(tmp_path / "shinar.db")) as database:
            database.executescript("DROP TABLE chat; DROP TABLE records;")
        answer = server.http.post("/api/records", json={"text": shinar.Record.of(shinar.Match(BABEL)).to_text()})
        assert (answer.status_code, answer.json()) == (500, MISTAKE)
        assert person.ask("chat", text="hello") == {**MISTAKE, "type": "refused", "id": 2}
        assert person.ask("claim", nickname="Ada")["code"] == "busy"  # nobody can know how the table stands
    assert "no such table: chat" in server.log_file.read_text()


BABEL = shinar.make("babel")
MISTAKE = {"code": "failed", "reason": "the server made a mistake", "clause": None}


def test_no_secret_is_ever_logged(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.new_table()
        people = [server.join(table, 0), server.join(table, 1), server.watch(table)]
        play_out(people, max_actions=3)
        people[0].ask("resign")
        server.get(f"/api/tables/{table['table']}/positions", secret_of(table, 0))
        server.http.get(f"/api/tables/{table['table']}/record", headers=bearer("wrong" * 8))
        secrets = [*(key["secret"] for key in table["keys"]), table["spectator"], "wrong" * 8]
    text = server.log_file.read_text()
    assert '"event": "table made"' in text
    assert [secret for secret in secrets if secret in text] == []
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("shinar.db*"))
    assert table["table"].encode() in stored
    assert [secret for secret in secrets if secret.encode() in stored] == []


# ---- for those who run it ---------------------------------------------------------------------------------------


def test_metrics_count_what_happens(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        person = server.join(server.new_table(starter=0), 0)
        person.act(person.latest["actions"][0]["id"])
        person.act(person.latest["actions"][0]["id"], version=0)
        assert metric(server, "shinar_actions_total") == 1
        assert metric(server, 'shinar_refusals_total{code="stale"}') == 1
        assert metric(server, "shinar_action_seconds_count") == 1
        assert metric(server, "shinar_connections") == 1


def metric(server: Server, name: str) -> float:
    lines = server.http.get("/metrics").text.splitlines()
    return next(float(line.rpartition(" ")[2]) for line in lines if line.startswith(f"{name} "))


# ---- the page ---------------------------------------------------------------------------------------------------


def request(**headers: str) -> Request:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": pairs})


@pytest.fixture
def page(tmp_path: Path) -> Page:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + "x" * 100)
    (tmp_path / "assets" / "main-1a2b.js").write_text("let x = 1;" * 100)
    return Page(tmp_path)


def test_the_page_is_served_for_every_address_of_its_own(page: Page) -> None:
    for path in ("", "table/abc", "record/xyz"):
        answer = page.answer(request(), path)
        assert bytes(answer.body).startswith(b"<!doctype html>")
        assert answer.headers["cache-control"] == "no-cache"
    assert page.answer(request(), "missing.js").status_code == 404


def test_hashed_files_are_kept_forever_and_sent_compressed(page: Page) -> None:
    answer = page.answer(request(accept_encoding="gzip, br"), "assets/main-1a2b.js")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(answer.body)) == b"let x = 1;" * 100
    assert answer.headers["content-type"].startswith("text/javascript")


def test_a_file_that_the_browser_has_is_not_sent_again(page: Page) -> None:
    tag = page.answer(request(), "").headers["etag"]
    assert page.answer(request(if_none_match=tag), "").status_code == 304


def test_a_server_without_a_built_page_says_how_to_build_it(tmp_path: Path) -> None:
    assert b"make page" in bytes(Page(tmp_path).answer(request(), "").body)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal, which has nothing but its three parts."""
    assert set(answer.json()) == {"code", "reason", "clause"}, answer.text
    return answer.status_code, answer.json()["code"]
