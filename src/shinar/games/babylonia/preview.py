"""What an action would bring, from what its player knows: points, what gets surrounded, which chains grow."""

from typing import Literal, TypedDict

from shinar.core.compiled.layout import copy_of
from shinar.games.babylonia.actions import (
    END_PLACING,
    SCORE_SITE,
    TAKE_CARD,
    TAKE_EXTRA_TURN,
    placed_cell,
    placed_kind,
)
from shinar.games.babylonia.board import SITE_CELLS, cell_name, is_river
from shinar.games.babylonia.components import TEN_POINTS
from shinar.games.babylonia.rules import place_token
from shinar.games.babylonia.scoring import (
    CARD_POINTS,
    NOBODY,
    POINTS_PER_NOBLE,
    noble_points,
    score_city,
    site_winner,
    touched_ziggurats,
)
from shinar.games.babylonia.standings import around, counted_nobles, networks
from shinar.games.babylonia.state import (
    FREE,
    ZIGGURAT,
    State,
    is_city,
    is_field,
    is_ziggurat,
    owner_of,
)

__all__ = ["Chain", "Gain", "Preview", "SitePreview", "gains", "preview"]

Source = Literal["field", "ziggurats", "nobles", "cities", "card"]


class Gain(TypedDict):
    """Points of one player, and for what."""

    seat: int
    source: Source
    points: int


class SitePreview(TypedDict):
    """A city or ziggurat next to the new token."""

    cell: str
    holds: Literal["city", "ziggurat"]
    free: int  # cells of land around it that would still be free
    tokens: list[int]  # around it, by seat
    winner: int | None  # who would have the most; nobody in a tie
    gains: list[Gain]  # what it would bring as soon as it is scored, if it would be surrounded


class Chain(TypedDict):
    """A city to which the new token connects more nobles of the player."""

    cell: str
    points: int  # more than now


class Preview(TypedDict):
    """The effect of an action."""

    gains: list[Gain]  # at once
    sites: list[SitePreview]
    chains: list[Chain]


def preview(state: State, action: int) -> Preview:
    """The effect of a legal action on an observation of the seat that is asked."""
    found: Preview = {"gains": gains(state, action), "sites": [], "chains": []}
    if END_PLACING < action < SCORE_SITE:
        cell = placed_cell(action)
        after = copy_of(state)
        place_token(after, placed_kind(action), cell)
        sites = [site for site in around(cell) if is_city(after.cells[site]) or after.cells[site] == ZIGGURAT]
        found["sites"] = [_site(after, site) for site in sites]
        found["chains"] = _chains(state, after)
    return found


def gains(state: State, action: int) -> list[Gain]:
    """The points that an action of the seat that is asked brings at once, by seat and source."""
    if END_PLACING < action < SCORE_SITE:
        return _gains_of_token(state, action)
    if SCORE_SITE <= action < TAKE_CARD:
        return _gains_of_city(state, SITE_CELLS[action - SCORE_SITE])
    if action == TAKE_CARD + TEN_POINTS - 1 and action < TAKE_EXTRA_TURN:
        return [{"seat": state.chooser, "source": "card", "points": CARD_POINTS}]
    return []


def _gains_of_token(state: State, action: int) -> list[Gain]:
    """[BN-3.7] [BN-3.9] A field, and the ziggurats."""
    seat, cell = state.turn_of, placed_cell(action)
    after = copy_of(state)
    place_token(after, placed_kind(action), cell)
    points = after.players[seat].score - state.players[seat].score
    is_at_ziggurat = any(is_ziggurat(after.cells[other]) for other in around(cell))
    ziggurats = touched_ziggurats(after, seat) if is_at_ziggurat else 0
    found: list[Gain] = []
    if is_field(state.cells[cell]):
        found.append({"seat": seat, "source": "field", "points": points - ziggurats})
    if ziggurats:
        found.append({"seat": seat, "source": "ziggurats", "points": ziggurats})
    return found


def _gains_of_city(state: State, site: int) -> list[Gain]:
    """[BN-4.3] [BN-4.7] Nobles, then cities; a ziggurat brings no points."""
    if not is_city(state.cells[site]):
        return []
    after = copy_of(state)
    score_city(after, site)
    found: list[Gain] = []
    for seat in range(state.seats):
        nobles = noble_points(state, site, seat)
        cities = after.players[seat].score - state.players[seat].score - nobles
        found.append({"seat": seat, "source": "nobles", "points": nobles})
        found.append({"seat": seat, "source": "cities", "points": cities})
    return [gain for gain in found if gain["points"]]


def _site(after: State, site: int) -> SitePreview:
    free = [cell for cell in around(site) if after.cells[cell] == FREE and not is_river(cell)]
    winner = site_winner(after, site)
    owners = [owner_of(after.cells[cell]) for cell in around(site)]
    return {
        "cell": cell_name(site),
        "holds": "city" if is_city(after.cells[site]) else "ziggurat",
        "free": len(free),
        "tokens": [owners.count(seat) for seat in range(after.seats)],
        "winner": None if winner == NOBODY else winner,
        "gains": [] if free else _gains_of_city(after, site),
    }


def _chains(before: State, after: State) -> list[Chain]:
    """[BN-4.3] Cities for which the player on turn would count more nobles than now."""
    seat = before.turn_of
    linked, linked_then = networks(before, seat), networks(after, seat)
    found: list[Chain] = []
    for site in SITE_CELLS:
        if is_city(after.cells[site]):
            nobles = len(counted_nobles(after, site, linked_then)) - len(counted_nobles(before, site, linked))
            if nobles > 0:
                found.append({"cell": cell_name(site), "points": nobles * POINTS_PER_NOBLE})
    return found
