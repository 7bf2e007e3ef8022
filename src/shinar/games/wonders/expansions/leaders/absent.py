"""What stands in the named places of the rules where leaders are not played: nothing, so nothing of it is compiled."""

from collections.abc import Callable
from typing import Any

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions
from shinar.core.rng import Rng
from shinar.games.wonders import counting, planning, rules
from shinar.games.wonders.building import Quote
from shinar.games.wonders.expansions.leaders import effects, knowledge, recount, recruiting
from shinar.games.wonders.state import LOOK_AT_DISCARDS, City, State

__all__ = ["WITHOUT_LEADERS", "WITHOUT_VICTORY_THINGS"]


@jit
def saved_kinds(_city: City, _trigger: int, _item: int) -> int:
    return 0


@jit
def is_never(_city: City) -> bool:
    return False


@jit
def no_colour_is_free(_city: City, _colour: int) -> bool:
    return False


@jit
def is_no_leader_chosen(_state: State, _city: City) -> bool:
    return False


@jit
def no_number(_city: City) -> int:
    return 0


@jit
def none_of(_city: City, _what: int) -> int:
    return 0


@jit
def has_no_effect(_city: City, _leaders: int) -> bool:
    return False


@jit
def no_price(_state: State, _number: int, _leader: int) -> int:
    return 0


@jit
def no_choice(_state: State, _number: int) -> bool:
    return False


@jit
def nothing_happens(_state: State, _number: int) -> None:
    return


@jit
def no_bank(_state: State, _number: int, _cost: Quote, _coins: int) -> None:
    return


@jit
def no_errand(_city: City, _item: int) -> None:
    return


@jit
def look_for_leaders(state: State) -> None:
    """[SW-8.1] It is the turn of the discards."""
    state.phase = LOOK_AT_DISCARDS


@jit
def deal_leader(_state: State, _leader: int) -> None:
    return


@jit
def pick_leader(_state: State, _rng: Rng) -> int:
    return 0


@jit
def add_kept_leaders(_state: State, _city: City, _actions: Actions) -> None:
    return


@jit
def add_leader_choices(_state: State, _number: int, _actions: Actions) -> None:
    return


@jit
def nobody_drafts(_state: State) -> None:
    return


@jit
def pass_leaders(_state: State) -> None:
    return


@jit
def observe_leaders(_state: State, _seat: int, _into: State) -> None:
    return


@jit
def determinize_leaders(_state: State, _seat: int, _rng: Rng) -> None:
    return


@jit
def are_leaders_right(state: State) -> bool:
    return state.leader_deck == 0


WITHOUT_VICTORY_THINGS = {counting.victory_things: none_of}  # where Cities is not played either
WITHOUT_LEADERS: dict[Callable[..., Any], Callable[..., Any]] = {
    effects.leaders_of: no_number,
    effects.recruited: no_number,
    effects.leaders_in_play: no_number,
    effects.has_effect: has_no_effect,
    effects.set_worth: none_of,
    rules.draft_leaders: nobody_drafts,
    effects.saved_kinds: saved_kinds,
    effects.are_guilds_free: no_colour_is_free,
    effects.can_buy_from_bank: is_never,
    effects.does_buying_pay: is_never,
    effects.sends_defeats: is_never,
    effects.victory_coins: no_number,
    effects.teacher_points: no_number,
    effects.leader_shields: no_number,
    effects.leader_bonus: none_of,
    effects.leader_things: none_of,
    effects.leader_symbols: none_of,
    effects.leader_price: no_price,
    planning.has_bank_choice: no_choice,
    planning.list_offers_with_bank: no_bank,
    planning.note_brought: nothing_happens,
    recruiting.place_leader: nothing_happens,
    recruiting.run_errand: nothing_happens,
    recruiting.is_leader_chosen: is_no_leader_chosen,
    recruiting.note_errand: no_errand,
    recruiting.look_for_leaders: look_for_leaders,
    recruiting.deal_leader: deal_leader,
    recruiting.pick_leader: pick_leader,
    recruiting.add_kept_leaders: add_kept_leaders,
    recruiting.add_leader_choices: add_leader_choices,
    recruiting.pass_leaders: pass_leaders,
    knowledge.observe_leaders: observe_leaders,
    knowledge.determinize_leaders: determinize_leaders,
    recount.are_leaders_right: are_leaders_right,
}
