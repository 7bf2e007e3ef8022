"""People who play Babylonia without a page, so that a test can begin where it gets interesting."""

import random
from collections.abc import Callable
from typing import Any

from tests.server.helpers import Message, Server
from tests.server.helpers import Person as Program

MAX_ACTIONS = 800  # of one match
STEPS = {(-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1)}
Position = Message  # an update


class Company:
    """A table whose seats are all played by programs, up to some position."""

    def __init__(self, server: Server, players: int, seed: int = 1, **options: Any) -> None:
        self.server = server
        self.table = server.new_table("p" * players, game="babylonia", players=players, starter=0, **options)
        self.seats = [server.join(self.table, seat) for seat in range(players)]
        self.dice = random.Random(seed)

    @property
    def latest(self) -> Position:
        """The newest update, as seat 0 sees it."""
        return self.seats[0].latest

    def play_until(self, is_there: Callable[[Position], Any], but: int | None = None) -> Position:
        """Play on until a position is there, or the match is over, or the seat that a page plays is asked."""
        for _ in range(MAX_ACTIONS):
            now = self.catch_up()
            if now["outcome"] or now["actors"] == [but] or is_there(now):
                return now
            self.act(now["actors"][0])
        raise AssertionError("the match does not end")

    def play_for_others(self, mine: int) -> Position:
        """Play on until a seat is asked or the match is over."""
        return self.play_until(lambda _: False, but=mine)

    def act(self, seat: int) -> None:
        """One sensible action of a seat, unless its page, which scores what is alone by itself, was quicker."""
        program = self.seats[seat]
        offered = [action["verb"] for action in program.latest["actions"]]
        answer = program.act(sensible_action(program.latest, self.dice)["id"])
        if answer["type"] == "refused" and answer["code"] == "stale" and offered == ["score"]:
            program.read_all()
            return
        assert answer["type"] == "done", answer
        self.wait_for_version(answer["version"])

    def catch_up(self) -> Position:
        """Wait until everybody has received the newest, which may have come from a page."""
        newest = max(seat.latest["version"] for seat in self.seats)
        for seat in self.seats:
            seat.reach(newest)
        return self.latest

    def wait_for_version(self, version: int) -> None:
        """Wait for what a page has done."""
        for seat in self.seats:
            seat.reach(version)


def sensible_action(update: Position, dice: random.Random) -> Message:
    """Grow chains, crowd cities, bring in fields; end a turn when it may end, now and then."""
    actions: list[Message] = update["actions"]
    placing = [action for action in actions if action["verb"] == "place"]
    ends = [action for action in actions if action["verb"] == "end placing"]
    if not placing or (ends and dice.random() < 0.5):
        return ends[0] if ends else dice.choice(actions)
    own = [place_of(cell) for cell in update["view"]["cells"] if cell.get("seat") == update["view"]["seat"]]
    sites = [place_of(cell) for cell in update["view"]["cells"] if cell["holds"] in ("city", "ziggurat")]
    kinds = {cell["cell"]: cell for cell in update["view"]["cells"]}

    def worth(action: Message) -> float:
        cell = kinds[action["args"]["cell"]]
        chained = sum(are_neighbours(place_of(cell), other) for other in own)
        crowded = sum(are_neighbours(place_of(cell), other) for other in sites)
        wet = float(cell["region"] in ("tigris", "euphrates"))
        field = float(cell["holds"] == "field")
        return 2.0 * min(chained, 1) + 1.5 * crowded + 5.0 * field - wet + 1.5 * dice.random()

    return max(placing, key=worth)


def place_of(cell: Message) -> tuple[int, int]:
    """Row and column."""
    return cell["row"], cell["column"]


def are_neighbours(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two cells lie side by side."""
    return (one[0] - other[0], one[1] - other[1]) in STEPS


__all__ = ["Company", "Program", "are_neighbours", "place_of", "sensible_action"]
