"""What a study of Babylonia looks at."""

from shinar.core.match import Step
from shinar.core.study import FinishedGame, SeatFacts, Study, turn_order
from shinar.games.babylonia.actions import PLACE_TOKEN, SCORE_SITE, TAKE_CARD, TAKE_EXTRA_TURN, placed_cell
from shinar.games.babylonia.board import SITE_CELLS
from shinar.games.babylonia.components import CARD_NAMES, CARDS
from shinar.games.babylonia.rules import field_points
from shinar.games.babylonia.scoring import cities_of, noble_points
from shinar.games.babylonia.state import State, is_city, is_field

__all__ = ["STUDY"]

FIELDS, ZIGGURATS, NOBLES, CITIES, CARD = "fields", "ziggurats touched", "nobles", "cities", "ten points"


def facts(played: FinishedGame[State]) -> tuple[SeatFacts, ...]:
    """Who began, which cards were won, how many cities; and the points of every token and city."""
    points = _points(played)
    state = played.state
    found = []
    for seat in range(played.game.num_seats):
        player = state.players[seat]
        cards = tuple(CARD_NAMES[card] for card in range(1, CARDS + 1) if player.cards >> card & 1)
        traits = {
            "first turn": (turn_order(played, seat),),
            "ziggurat card": cards,
            "ziggurat cards": (str(len(cards)),),
            "cities": (str(cities_of(player)),),
        }
        found.append(SeatFacts(traits, points[seat]))
    return tuple(found)


def _points(played: FinishedGame[State]) -> list[dict[str, int]]:
    """By seat and source, step by step."""
    points = [dict.fromkeys((FIELDS, ZIGGURATS, NOBLES, CITIES, CARD), 0) for _ in range(played.game.num_seats)]
    for step in played.steps():
        for seat, sources in enumerate(points):
            gained = step.after.players[seat].score - step.before.players[seat].score
            if gained:
                for source, part in _sources(step, seat, gained).items():
                    sources[source] += part
    return points


def _sources(step: Step[State], seat: int, gained: int) -> dict[str, int]:
    """Where the points of one step came from."""
    action, before = step.entry.action, step.before
    if TAKE_CARD <= action < TAKE_EXTRA_TURN:
        return {CARD: gained}
    if SCORE_SITE <= action < TAKE_CARD:
        cell = SITE_CELLS[action - SCORE_SITE]
        nobles = noble_points(before, cell, seat) if is_city(before.cells[cell]) else 0
        return {NOBLES: nobles, CITIES: gained - nobles}
    assert PLACE_TOKEN <= action < SCORE_SITE, "nothing else brings points"
    content = before.cells[placed_cell(action)]
    field = field_points(before, content) if is_field(content) else 0
    return {FIELDS: field, ZIGGURATS: gained - field}


STUDY = Study(
    facts,
    {"players": 2},
    ({"players": 3}, {"players": 4}, {"cards": "variant"}, {"field": "face-up"}, {"noble": "last"}),
)
