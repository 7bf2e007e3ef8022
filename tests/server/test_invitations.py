"""A seat is given away by an invitation, which is used once: nobody else ever has the secret of a seat."""

import secrets
from concurrent.futures import ThreadPoolExecutor

import httpx

from tests.server.helpers import Message, Person, Server, bearer, closing, open_socket, secret_of

SEATS = [{"kind": "person"}] * 2


def made(server: Server, **more: object) -> Message:
    table: Message = server.post("/api/tables", {"game": "babel", "seats": SEATS, "my_seat": 0, **more})
    return table


def join(server: Server, table: Message, invitation: str, secret: str) -> httpx.Response:
    return server.http.post(f"/api/tables/{table['table']}/join", json={"secret": secret}, headers=bearer(invitation))


def invitation_of(table: Message) -> str:
    return str(table["invitations"][0]["invitation"])


def test_whoever_makes_a_table_gets_the_secret_of_no_other_seat(server: Server) -> None:
    table = made(server)
    assert [key["seat"] for key in table["keys"]] == [0]
    assert [one["seat"] for one in table["invitations"]] == [1]
    answer = server.http.get(f"/api/tables/{table['table']}/positions", headers=bearer(invitation_of(table)))
    assert (answer.status_code, answer.json()["code"]) == (403, "not-joined")
    socket = open_socket(server, table["table"])
    socket.send(f'{{"type": "hello", "id": 1, "secret": "{invitation_of(table)}"}}')
    assert closing(socket)[0][0]["code"] == "not-joined"


def test_an_invitation_is_exchanged_once(server: Server) -> None:
    table = made(server)
    mine, late = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    assert join(server, table, invitation_of(table), mine).json() == {"seat": 1, "game": "babel"}
    answer = join(server, table, invitation_of(table), late)
    assert (answer.status_code, answer.json()["code"]) == (409, "taken")
    assert join(server, table, invitation_of(table), mine).status_code == 200  # the first answer was lost
    assert Person(server, table["table"], mine).welcome["my_seat"] == 1


def test_of_many_who_use_an_invitation_at_once_one_gets_the_seat(server: Server) -> None:
    table = made(server)
    chosen = [secrets.token_urlsafe(24) for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        codes = list(threads.map(lambda secret: join(server, table, invitation_of(table), secret).status_code, chosen))
    assert sorted(codes) == [200] + [409] * 7
    assert Person(server, table["table"], chosen[codes.index(200)]).welcome["my_seat"] == 1


def test_what_is_no_invitation_is_exchanged_for_nothing(server: Server) -> None:
    table = made(server)
    secret = secrets.token_urlsafe(24)
    for wrong in ("x" * 32, table["spectator"], secret_of(table, 0)):
        assert join(server, table, wrong, secret).json()["code"] == "wrong-secret"
    assert join(server, table, invitation_of(table), "short").status_code == 422


def test_an_invitation_shows_what_a_spectator_sees(server: Server) -> None:
    table = made(server)
    keys = [{"table": table["table"], "secret": invitation_of(table)}]
    (summary,) = server.post("/api/tables/mine", {"keys": keys})["tables"]
    assert (summary["table"]["my_seat"], summary["table"]["game"]) == (None, "babel")


def test_a_seat_moves_to_another_device_and_the_old_secret_ends(server: Server) -> None:
    table = made(server, options={"starter": 0})
    old = secret_of(table, 0)
    here, other = server.join(table, 0), server.watch(table)
    link = server.post(f"/api/tables/{table['table']}/link", secret=old)
    assert (link["seat"], here.ask("ping")["type"]) == (0, "pong")  # nothing has happened yet
    new = secrets.token_urlsafe(24)
    assert join(server, table, link["invitation"], new).status_code == 200
    messages, _ = closing(here.socket)
    assert messages[-1]["code"] == "wrong-secret"
    there = Person(server, table["table"], new)
    assert there.act(there.latest["actions"][0]["id"])["type"] == "done"
    answer = server.http.get(f"/api/tables/{table['table']}/positions", headers=bearer(old))
    assert answer.status_code == 401
    assert other.ask("ping")["type"] == "pong"
    refused = server.http.post(f"/api/tables/{table['table']}/link", headers=bearer(table["spectator"]))
    assert refused.json()["code"] == "not-allowed"


def test_whoever_holds_a_seat_sees_how_many_look_through_it(server: Server) -> None:
    table = made(server)
    person, watcher = server.join(table, 0), server.watch(table)
    assert person.latest["table"]["viewers"] == 1
    spy = server.join(table, 0)
    person.wait(lambda update: update["table"]["viewers"] == 2)
    watcher.ask("ping")
    assert watcher.latest["table"]["viewers"] == 0
    spy.close()
    person.wait(lambda update: update["table"]["viewers"] == 1)


def test_an_invitation_that_was_not_used_fits_the_rematch(server: Server) -> None:
    table = server.post("/api/tables", {"game": "babel", "seats": SEATS})
    first = server.accept(table, 0, table["invitations"][0]["invitation"])
    person = Person(server, table["table"], first["secret"])
    person.ask("resign")
    second = server.accept(table, 1, table["invitations"][1]["invitation"])
    other = Person(server, table["table"], second["secret"])
    for one in (person, other):
        one.ask("rematch")
    address = person.wait(lambda update: update["table"]["rematch"])["table"]["rematch"]
    assert Person(server, address, first["secret"]).welcome["my_seat"] == 1
    assert Person(server, address, second["secret"]).welcome["my_seat"] == 0
