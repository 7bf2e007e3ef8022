"""What the page of a seat is sent in a whole game of 7 Wonders tells nothing of another hand or sealed choice.

Two tables are dealt alike. In every other turn one of the others first seals something else at each, opens it again,
and then decides the same at both. Whatever the page of seat 0 was sent must be the same at both tables, and hold no
card that the seat cannot know.
"""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Response, WebSocket

from shinar.games.wonders.components import CARD_NAMES
from tests.server.helpers import Server
from tests.server.pairs import first_difference
from tests.web.conftest import Join
from tests.web.helpers import Person
from tests.web.test_wonders import HOLD, discard
from tests.web.wonders import MAX_DECISIONS, Message, Party, choose

BLUFFS = (("build", "stage"), ("discard",))  # what the others seal first, at each table something else
NAMES = re.compile("|".join(sorted(map(re.escape, CARD_NAMES), key=len, reverse=True)))
Moment = tuple[int, int]  # the Age and the turn


class TrafficLog:
    """Everything that a page is sent."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self.answers: list[Response] = []
        page.on("websocket", self._open)
        page.on("response", self._answer)

    def _open(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._record)

    def _record(self, frame: str | bytes) -> None:
        self.frames.append(frame if isinstance(frame, str) else frame.decode())

    def _answer(self, answer: Response) -> None:
        if "/api/" in answer.url:
            self.answers.append(answer)

    @property
    def updates(self) -> list[Message]:
        return [message for message in map(json.loads, self.frames) if message["type"] == "update"]

    @property
    def texts(self) -> list[str]:
        """All frames in order, but for what differs between any two tables: names, secrets, times, signs of life."""
        texts: list[str] = []
        for message in map(json.loads, self.frames):
            told = {name: part for name, part in message.items() if name not in {"id", "table"}}
            text = json.dumps(told)
            is_repeated = message["type"] == "update" and not message["log"] and texts and _same_table(text, texts[-1])
            if message["type"] != "pong" and not is_repeated:
                texts.append(text)
        return texts


def _same_table(one: str, other: str) -> bool:
    """Whether two updates differ in nothing but in the lines of the log that they bring."""
    parts = [{**json.loads(text), "log": [], "log_from": 0} for text in (one, other)]
    return bool(parts[0] == parts[1])


class Watched:
    """A table with a page at seat 0, of which everything is heard, and what all hands were."""

    def __init__(self, join: Join, server: Server, bluff: tuple[str, ...]) -> None:
        self.party, self.bluff = Party(server, 3), bluff
        self.me: Person = join()
        self.traffic = TrafficLog(self.me.page)
        self.me.page.goto(f"{server.url}/{self.party.link(0)}")
        self.me.page.wait_for_selector(".w7")
        self.me.page.evaluate(HOLD)
        self.hands: dict[Moment, list[set[str]]] = {}  # by seat

    @property
    def moment(self) -> Moment:
        return self.party.view["age"], self.party.view["turn"]

    def note_hands(self) -> None:
        """Each hand as its own seat sees it."""
        hands = [{held["card"] for held in person.latest["view"]["hand"]} for person in self.party.people]
        self.hands.setdefault(self.moment, hands)

    def bluff_and_open(self, seat: int) -> None:
        """Seal something that is not meant, and open it again."""
        person = self.party.people[seat]
        deal = choose(person.latest["view"], self.bluff, self.party.dice)
        for action in deal["actions"]:
            self.party._act(person, action)
        while person.latest["can_undo"]:
            assert person.ask("undo", version=person.latest["version"])["type"] == "done"
            self.party.read_all()

    def catch_up(self) -> None:
        self.me.wait_for_version(self.party.people[0].latest["version"])


def play(tables: tuple[Watched, Watched]) -> None:
    """A whole game, the same at both tables; seat 0 reseals by its page in the first turn."""
    for _ in range(MAX_DECISIONS):
        if tables[0].party.is_over:
            return
        for table in tables:
            table.note_hands()
            play_turn(table)
        assert tables[0].moment == tables[1].moment
    raise AssertionError("the match does not end")


def play_turn(table: Watched) -> None:
    party, moment = table.party, table.party.moment
    if party.view["phase"] == "act" and party.view["turn"] % 2:
        table.bluff_and_open(1 + party.view["age"] % 2)
    if moment == (1, 1, "act"):
        reseal(table)
    party.dice.seed(str(moment))
    for seat in party.asked:
        if party.moment == moment:
            party.decide(seat)
    table.catch_up()


def reseal(table: Watched) -> None:
    discard(table.me, 2)
    table.me.page.get_by_role("button", name="Change my mind").last.click()
    table.me.page.wait_for_selector('.w7[aria-busy="false"] .act .adv')
    discard(table.me, 0)
    table.party.read_all()


def known_by(table: Watched, moment: Moment) -> set[str]:
    """The cards that seat 0 has held by then, or has seen lying at the table."""
    held = [hands[0] for at, hands in table.hands.items() if at <= moment]
    views = [u["view"] for u in table.traffic.updates if (u["view"]["age"], u["view"]["turn"]) <= moment]
    lying = [set(cards) for view in views for city in view["cities"] for cards in city["structures"].values()]
    return set().union(*held, *lying)


def secrets_at(table: Watched, moment: Moment) -> set[str]:
    """The cards in other hands that seat 0 cannot know."""
    return set().union(*table.hands[moment][1:]) - known_by(table, moment)


def names_in(message: Any) -> set[str]:
    """The cards that are named anywhere in a message, but for those of the Age that the reader has seen nowhere."""
    view = {name: part for name, part in message["view"].items() if name != "unplaced"}
    return set(NAMES.findall(json.dumps({**message, "view": view})))


@pytest.mark.slow  # two whole games side by side
def test_a_page_is_sent_no_other_hand_and_no_sealed_choice(join: Join, server: Server) -> None:
    tables = Watched(join, server, BLUFFS[0]), Watched(join, server, BLUFFS[1])
    play(tables)
    one, other = [table.traffic.texts for table in tables]
    assert one == other, first_difference(one, other)
    for table in tables:
        found = [(u, (u["view"]["age"], u["view"]["turn"])) for u in table.traffic.updates if u["outcome"] is None]
        hidden = {moment: secrets_at(table, moment) for moment in table.hands}
        assert sum(map(bool, hidden.values())) == 6  # in the third turn of an Age all hands have been held
        for update, moment in found:
            assert names_in(update) & hidden.get(moment, set()) == set()
            assert [city["plan"] for city in update["view"]["cities"][1:]] == [None, None]
        assert len(found) > 50
        for answer in table.traffic.answers:
            assert not NAMES.search(answer.text()) or "/api/games" in answer.url
