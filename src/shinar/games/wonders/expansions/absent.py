"""What stands in the named places of the rules where neither part of Babel is played: nothing of it is compiled."""

from collections.abc import Callable
from typing import Any

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions
from shinar.core.rng import Rng
from shinar.games.wonders import audit, building, rules, scoring
from shinar.games.wonders.building import Quote
from shinar.games.wonders.components import NOTHING
from shinar.games.wonders.expansions.projects import participation, penalties
from shinar.games.wonders.expansions.tower import drafting, effects, knowledge
from shinar.games.wonders.state import City, State

__all__ = ["WITHOUT_BABEL"]


@jit
def no_coins(_state: State, _trigger: int) -> int:
    return 0


@jit
def is_never(_state: State) -> bool:
    return False


@jit
def is_none(_state: State, _what: int) -> bool:
    return False


@jit
def no_change(_state: State, _is_manufactured: bool) -> int:
    return 0


@jit
def no_tiles(_city: City) -> int:
    return 0


@jit
def nowhere(_city: City, _tile: int) -> int:
    return NOTHING


@jit
def nothing_happens(_state: State) -> None:
    return


@jit
def nothing_dealt(_state: State, _what: int) -> None:
    return


@jit
def nothing_picked(_state: State, _rng: Rng) -> int:
    return 0


@jit
def nothing_to_choose(_state: State, _city: City, _actions: Actions) -> None:
    return


@jit
def nothing_seen(_state: State, _seat: int, _into: State) -> None:
    return


@jit
def nothing_imagined(_state: State, _seat: int, _rng: Rng) -> None:
    return


@jit
def fits_nothing(_state: State, _city: City, _colour: int) -> bool:
    return False


@jit
def is_no_loss(_state: State, _city: City) -> bool:
    return False


@jit
def cannot_join(_state: State, _number: int) -> bool:
    return False


@jit
def helps_nothing(_state: State, _number: int, _card: int) -> bool:
    return False


@jit
def same_cost(_state: State, base: Quote) -> Quote:
    return base


@jit
def nobody_joins(_state: State, _city: City) -> None:
    return


@jit
def no_points(_state: State, _number: int) -> int:
    return 0


@jit
def nobody_takes_part(state: State) -> bool:
    parts = 0
    for number in range(state.num_cities):
        parts += state.cities[number].part
    return parts == 0 and state.project == 0 and state.project_tokens == 0


WITHOUT_BABEL: dict[Callable[..., Any], Callable[..., Any]] = {
    effects.tax: no_coins,
    effects.bonus: no_coins,
    effects.are_resources_waived: is_none,
    effects.are_resources_sold: is_none,
    effects.is_disabled: is_none,
    effects.is_unlimited: is_none,
    effects.are_chains_shared: is_never,
    effects.are_victories_lessened: is_never,
    effects.are_defeats_doubled: is_never,
    effects.price_change: no_change,
    effects.tiles_to_build: no_tiles,
    effects.lowest_unbuilt_tile: no_tiles,
    effects.unbuilt_tile: nowhere,
    effects.place_tiles: nothing_happens,
    effects.wake_tiles: nothing_happens,
    drafting.add_drafts: nothing_to_choose,
    drafting.deal_tile: nothing_dealt,
    drafting.pick_tile: nothing_picked,
    knowledge.observe_tiles: nothing_seen,
    knowledge.determinize_tiles: nothing_imagined,
    penalties.add_losses: nothing_to_choose,
    penalties.resolve_project: nothing_happens,
    penalties.settle_penalties: nothing_happens,
    participation.fits_project: fits_nothing,
    participation.can_choose_loss: is_no_loss,
    building.can_join: cannot_join,
    building.helps_to_join: helps_nothing,
    building.with_project: same_cost,
    rules.draft_tiles: nothing_happens,
    rules.turn_up_project: nothing_dealt,
    rules.join_project: nobody_joins,
    audit.are_parts_right: nobody_takes_part,
    scoring.tower_points: no_tiles,
    scoring.project_points: no_points,
}
