"""What would happen as things stand: conflicts, and what a tile of the tower changes for a city."""

from collections.abc import Iterable
from typing import TypedDict

from shinar.games.wonders.building import has_chain, has_structure, quote_chained, quote_paid, quote_stage, total_coins
from shinar.games.wonders.components import CARD_NAMES, CHAIN_TRIGGER, NO_CARD, colour_of
from shinar.games.wonders.conflicts import fight
from shinar.games.wonders.expansions.cities.conflicts import NOBODY, met_on_left, met_on_right, num_conflicts, strength
from shinar.games.wonders.expansions.leaders.effects import leader_bonus
from shinar.games.wonders.expansions.tower.effects import bonus
from shinar.games.wonders.payment import NO_WAY, refresh_trade
from shinar.games.wonders.scoring import military_points
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.stages import next_stage
from shinar.games.wonders.state import WAY_PAY, State, with_own_cities
from shinar.games.wonders.teams import has_partners, rival_of

__all__ = ["Change", "Conflict", "changes_by_tiles", "conflicts"]

Prospects = dict[str, int | None]  # the coins for each thing; None is impossible


class Conflict(TypedDict):
    """The points that the conflicts of this Age would bring a city now."""

    left: int
    right: int


class Change(TypedDict):
    """What a tile changes for a city: the coins for something, with the tile and without; None is impossible."""

    thing: str  # the name of a card, "stage" or "conflicts"
    with_tile: int | None
    without_tile: int | None


def conflicts(state: State, number: int) -> Conflict:
    """[SW-9.2] [SW-16.7] [SW-19.3] Points from the conflicts on both sides, if the Age ended now."""
    if has_partners(state):
        return _conflicts_of_teams(state, number)
    left, right = met_on_left(state, number), met_on_right(state, number)
    return {
        "left": _points_against(state, number, left),
        "right": 0 if left == right else _points_against(state, number, right),
    }


def _conflicts_of_teams(state: State, number: int) -> Conflict:
    """[SW-19.3] All conflicts are with the neighbour of another team."""
    rival = rival_of(state, number)
    points = _points_against(state, number, rival, num_conflicts(state, number, rival))
    return {"left": points, "right": 0} if rival == left_of(state, number) else {"left": 0, "right": points}


def _points_against(state: State, number: int, other: int, times: int = 1) -> int:
    if other == NOBODY:
        return 0
    after = with_own_cities(state, number, other)
    lead = strength(state.cities[number]) - strength(state.cities[other])
    for _ in range(times):
        fight(after, number, other, lead)
        fight(after, other, number, -lead)
    return military_points(after.cities[number]) - military_points(state.cities[number])


def changes_by_tiles(state: State, number: int, cards: list[int], tiles: Iterable[int]) -> dict[int, list[Change]]:
    """What is different for a city with each tile in force: costs less bonuses of its hand and stage, and conflicts."""
    now = _prospects(state, number, cards)
    return {tile: _changes(state, number, cards, tile, now) for tile in tiles}


def _changes(state: State, number: int, cards: list[int], tile: int, now: Prospects) -> list[Change]:
    """What is different with a tile in force: one of the two is as it is now."""
    other = _prospects(_with_tile_turned(state, number, tile), number, cards)
    with_tile, without = (now, other) if state.active >> tile & 1 else (other, now)
    return [
        {"thing": thing, "with_tile": with_tile[thing], "without_tile": without[thing]}
        for thing in with_tile
        if with_tile[thing] != without[thing]
    ]


def _with_tile_turned(state: State, number: int, tile: int) -> State:
    """The position with a tile in force that is not, or the other way, for a city and those it trades with.

    One that is not in the tower takes a space that does nothing.
    """
    traders = {number, left_of(state, number), right_of(state, number)}
    after = with_own_cities(state, *traders)
    after.active = state.active ^ 1 << tile
    if tile not in after.tower:
        after.tower = [*after.tower, tile]
    for trader in traders:
        refresh_trade(after, trader)
    return after


def _prospects(state: State, number: int, cards: list[int]) -> Prospects:
    """What everything costs a city now, less what it brings at once."""
    found = {CARD_NAMES[card]: _cost(state, number, card) for card in cards}
    stage = next_stage(state, number)
    if stage != NO_CARD:
        found["stage"] = _affordable(total_coins(state, number, quote_stage(state, number, stage, WAY_PAY)))
    fights = conflicts(state, number)
    return {**found, "conflicts": fights["left"] + fights["right"]}


def _cost(state: State, number: int, card: int) -> int | None:
    """The least coins for a structure, less the coins that tiles pay for it."""
    if has_structure(state.cities[number], card):
        return None
    ways = [(quote_paid(state, number, card), 0)]
    if has_chain(state, number, card):
        chained = bonus(state, CHAIN_TRIGGER) + leader_bonus(state.cities[number], CHAIN_TRIGGER)
        ways.append((quote_chained(state, card), chained))
    totals = [(total_coins(state, number, cost), gain) for cost, gain in ways]
    net = [coins - gain for coins, gain in totals if coins < NO_WAY]
    gain = bonus(state, colour_of(card)) + leader_bonus(state.cities[number], colour_of(card))
    return min(net) - gain if net else None


def _affordable(coins: int) -> int | None:
    return None if coins == NO_WAY else coins
