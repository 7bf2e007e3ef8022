"""What actions of Babylonia change, in words: points, and what the evaluation says of each city, ziggurat and field.

Worths are in hundredths of a point, as in worth.py.
"""

from collections.abc import Iterator
from typing import NamedTuple

from shinar.core.expertise import Reason
from shinar.core.story import Narrator, counted, listed
from shinar.core.viewer import viewer_of
from shinar.games.babylonia.board import CELLS, SITE_CELLS, cell_name
from shinar.games.babylonia.components import CARD_TEXTS, CARDS, EXTRA_TURN, FARMER, NOBLES, TEN_POINTS
from shinar.games.babylonia.expertise.worth import (
    CARD_WORTHS,
    POINT,
    city_worth,
    connected_nobles,
    field_points,
    find_networks,
    open_land,
    site_worth,
    tokens_next_to,
)
from shinar.games.babylonia.rules import stand_size
from shinar.games.babylonia.scoring import NOBODY, POINTS_PER_NOBLE, cities_of, is_touched, site_winner
from shinar.games.babylonia.state import ACT, ZIGGURAT, State, is_city, is_field, is_ziggurat
from shinar.games.babylonia.story import tile_words

__all__ = ["reasons"]

LITTLE = 1  # what the evaluation does not count speaks for an action too, but less than what it counts


class EvaluatedPosition(NamedTuple):
    """A position with what the evaluation finds in it."""

    state: State
    networks: list[int]
    nobles: list[int]

    def worth(self, seat: int, cell: int) -> int:
        """What a site may still bring a player."""
        return site_worth(self.state, seat, cell, city_worth(self.state, seat), self.networks, self.nobles)

    def points(self, seat: int, cell: int) -> int:
        """What a city would pay a player for nobles now."""
        return POINTS_PER_NOBLE * connected_nobles(self.state, cell, seat, self.networks, self.nobles)


def reasons(before: State, after: State, seat: int) -> list[Reason]:
    """What speaks for and against what a seat does between two positions."""
    narrator = Narrator(viewer_of(seat))
    found = [*_points(before, after, seat, narrator), *_cards(before, after, seat), *_kept(before, after, seat)]
    then, now = _judged(before), _judged(after)
    for cell in SITE_CELLS:
        if before.cells[cell] == after.cells[cell]:
            found += _site(then, now, cell, seat, narrator)
    return found


def _judged(state: State) -> EvaluatedPosition:
    networks, nobles = [0] * (CELLS + 1), [0] * ((CELLS + 1) * NOBLES)
    find_networks(state, networks, nobles)
    return EvaluatedPosition(state, networks, nobles)


# ---- what is scored ---------------------------------------------------------------------------------------------


def _points(before: State, after: State, seat: int, narrator: Narrator) -> Iterator[Reason]:
    """Points and cities that change hands at once."""
    gained = [after.players[other].score - before.players[other].score for other in range(after.seats)]
    others = [f"{points} for {narrator.name(other)}" for other, points in enumerate(gained) if other != seat and points]
    if any(gained):
        but = f", and {listed(others)}" if others else ""
        worth = POINT * _net([float(points) for points in gained], seat)
        yield Reason(f"brings you {counted(gained[seat], 'point')} at once{but}", int(worth))
    cities = [cities_of(after.players[other]) - cities_of(before.players[other]) for other in range(after.seats)]
    if cities[seat]:
        have = cities_of(after.players[seat])
        yield Reason(f"takes a city, your {_ordinal(have)}", city_worth(before, seat))


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def _net(worths: list[float], seat: int) -> float:
    """What a player gains more than the others do on average."""
    others = sum(worths) - worths[seat]
    return worths[seat] - others / (len(worths) - 1)


def _cards(before: State, after: State, seat: int) -> Iterator[Reason]:
    """Ziggurat cards that the seat takes, in the words of the card."""
    taken = after.players[seat].cards & ~before.players[seat].cards
    for card in range(1, CARDS + 1):
        if taken >> card & 1 and card != TEN_POINTS:
            text = CARD_TEXTS[card].rstrip(".")
            yield Reason(f"gives you card {card}: {text[0].lower()}{text[1:]}", CARD_WORTHS[card])
    spent = after.players[seat].spent & ~before.players[seat].spent
    if spent >> EXTRA_TURN & 1:
        yield Reason("takes another turn at once", POINT)


def _kept(before: State, after: State, seat: int) -> Iterator[Reason]:
    """Tokens that stay on the stand when the seat places no more."""
    tokens = stand_size(after.players[seat])
    if before.phase == ACT and after.phase != ACT and tokens:
        farmers = after.players[seat].stand[FARMER]
        among = f", {counted(farmers, 'farmer')} among them" if farmers else ""
        yield Reason(f"keeps {counted(tokens, 'token')} on your stand for later{among}", LITTLE)


# ---- what may be scored later -----------------------------------------------------------------------------------


def _site(
    then: EvaluatedPosition, now: EvaluatedPosition, cell: int, seat: int, narrator: Narrator
) -> Iterator[Reason]:
    """What changes at a city, ziggurat or field that is still there."""
    changes = [float(now.worth(other, cell) - then.worth(other, cell)) for other in range(now.state.seats)]
    worth = int(_net(changes, seat))
    if not worth:
        return
    content = now.state.cells[cell]
    if is_city(content):
        yield Reason(_city_text(then, now, cell, seat, narrator), worth)
    elif is_ziggurat(content):
        yield Reason(_ziggurat_text(then, now, cell, seat, narrator), worth)
    elif is_field(content):
        verb = "brings" if changes[seat] > 0 else "keeps"
        points = counted(field_points(now.state, content), "point")
        yield Reason(f"{verb} the {tile_words(content)} at {cell_name(cell)} into reach: {points}", worth)


def _city_text(then: EvaluatedPosition, now: EvaluatedPosition, cell: int, seat: int, narrator: Narrator) -> str:
    """Surrounded, better connected, or with more tokens around it."""
    city = f"the {tile_words(now.state.cells[cell])} at {cell_name(cell)}"
    if open_land(now.state, cell) == 0 < open_land(then.state, cell):
        return f"surrounds {city}: {_payout(now, cell, narrator)}; {_winner(now.state, cell, narrator, 'take')}"
    points = now.points(seat, cell)
    if points > then.points(seat, cell):
        return f"connects nobles to {city}, which would pay you {counted(points, 'point')}"
    return f"{_presence(then, now, cell, seat)} {city}: {_tokens(now.state, cell, narrator)}"


def _ziggurat_text(then: EvaluatedPosition, now: EvaluatedPosition, cell: int, seat: int, narrator: Narrator) -> str:
    """Surrounded, touched, or with more tokens around it."""
    ziggurat = f"the ziggurat at {cell_name(cell)}"
    is_open = now.state.cells[cell] == ZIGGURAT
    if is_open and open_land(now.state, cell) == 0 < open_land(then.state, cell):
        return f"surrounds {ziggurat}: {_winner(now.state, cell, narrator, 'win')}"
    if is_touched(now.state, cell, seat) and not is_touched(then.state, cell, seat):
        return f"touches {ziggurat}, which pays whenever you place a token next to any ziggurat"
    return f"{_presence(then, now, cell, seat)} {ziggurat}: {_tokens(now.state, cell, narrator)}"


def _payout(now: EvaluatedPosition, cell: int, narrator: Narrator) -> str:
    """`4 points for you, 2 for {1}`."""
    paid = [(now.points(other, cell), other) for other in _you_first(now.state, narrator)]
    some = [f"{points} for {narrator.name(other)}" for points, other in paid if points]
    return f"its nobles pay {', '.join(some)}" if some else "no nobles are paid"


def _you_first(state: State, narrator: Narrator) -> list[int]:
    """The seats, the one that is spoken to before the others."""
    return sorted(range(state.seats), key=lambda seat: not narrator.is_you(seat))


def _winner(state: State, cell: int, narrator: Narrator, verb: str) -> str:
    winner = site_winner(state, cell)
    if winner == NOBODY:
        return f"nobody {verb}s it"
    return f"{narrator.subject(winner).replace('You', 'you')} {narrator.predicate(winner, verb)} it"


def _presence(then: EvaluatedPosition, now: EvaluatedPosition, cell: int, seat: int) -> str:
    """Whether the seat itself came closer, or others were held back."""
    is_closer = tokens_next_to(now.state, cell, seat) > tokens_next_to(then.state, cell, seat)
    return "strengthens you at" if is_closer else "holds the others back at"


def _tokens(state: State, cell: int, narrator: Narrator) -> str:
    """`2 tokens of yours around it, 1 of {1}, 3 cells free`."""
    counts = [(tokens_next_to(state, cell, other), other) for other in _you_first(state, narrator)]
    some = [
        f"{tokens} of {'yours' if narrator.is_you(other) else narrator.name(other)}"
        for tokens, other in counts
        if tokens
    ]
    return f"tokens around it: {', '.join(some) or 'none'}; {counted(open_land(state, cell), 'cell')} free"
