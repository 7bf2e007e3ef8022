"""A table of 7 Wonders at which a program sits on most seats, so that a page meets the moment that a test is about."""

import random
from collections.abc import Callable
from typing import Any

from tests.server.helpers import Person, Server, secret_of

Message = dict[str, Any]
MAX_DECISIONS = 600


class Party:
    """A table with a program on every seat; a person may open the page of a seat and play it instead."""

    def __init__(self, server: Server, players: int, *expansions: str, seed: int = 1, **options: Any) -> None:
        told = {"players": players, "expansions": list(expansions), **options}
        self.table = server.new_table("p" * players, "wonders", **told)
        self.people = [server.join(self.table, seat) for seat in range(players)]
        self.dice = random.Random(seed)
        self.wishes: tuple[str, ...] = ("build", "salvage", "stage")  # what the program does if it can, best first

    def link(self, seat: int) -> str:
        """The address of a seat behind the server's."""
        return f"#/table/{self.table['table']}/{secret_of(self.table, seat)}"

    @property
    def view(self) -> Message:
        """What seat 0 sees."""
        return dict(self.people[0].latest["view"])

    @property
    def asked(self) -> list[int]:
        """The seats that have not decided yet."""
        return list(self.people[0].latest["actors"])

    @property
    def moment(self) -> tuple[int, int, str]:
        """The Age, the turn, and what is asked for."""
        return self.view["age"], self.view["turn"], self.view["phase"]

    @property
    def is_over(self) -> bool:
        return self.people[0].latest["outcome"] is not None

    def read_all(self) -> None:
        """Read everything that has happened up to now, whoever did it."""
        for person in self.people:
            person.read_all()

    def decide(self, seat: int) -> None:
        """Let the program decide for a seat, for the Free City too where it must."""
        moment = self.moment
        while seat in self.asked and self.moment == moment:
            deal = self._choose(self.people[seat].latest["view"])
            for action in deal["actions"]:
                self._act(self.people[seat], action)

    def _act(self, person: Person, action: int) -> None:
        answer = person.act(action)
        assert answer["type"] == "done", answer
        self.read_all()

    def _choose(self, view: Message) -> Message:
        return choose(view, self.wishes, self.dice)

    def until(self, wanted: Callable[["Party"], bool], but: int | None = None) -> "Party":
        """Let the program play all seats, or all but one, until something is so."""
        for _ in range(MAX_DECISIONS):
            seats = [seat for seat in self.asked if seat != but]
            if wanted(self) or not seats:
                return self
            self.decide(seats[0])
        raise AssertionError("it did not come to that")

    def reveal(self, but: int | None = None) -> None:
        """Let the program decide for all who have not, but for one seat."""
        self.read_all()
        for seat in self.asked:
            if seat != but:
                self.decide(seat)


def choose(view: Message, wishes: tuple[str, ...], dice: random.Random) -> Message:
    """Any deal of the verb that is wished for most; any at all if none of them can be done."""
    deals = [(use["verb"], deal) for held in view["hand"] for use in held["uses"] for deal in use["deals"]]
    deals += [(offer["verb"], deal) for offer in view["offers"] for deal in offer["deals"]]
    for wish in wishes:
        liked = [deal for verb, deal in deals if verb == wish]
        if liked:
            return dict(dice.choice(liked))
    return dict(dice.choice(deals)[1])


def at(age: int, turn: int) -> Callable[[Party], bool]:
    """Whether a turn has begun, or a later one."""
    return lambda party: (party.view["age"], party.view["turn"]) >= (age, turn) and party.view["phase"] == "act"


def in_phase(phase: str) -> Callable[[Party], bool]:
    """Whether somebody is asked for something out of the ordinary."""
    return lambda party: party.view["phase"] == phase
