"""What stands in the named places of the rules where Cities is not played: nothing, so nothing of it is compiled."""

from collections.abc import Callable
from typing import Any

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions
from shinar.games.wonders import dealing, scoring, seating, teams
from shinar.games.wonders.components import FIRST_GUILD, HAND, TURNS
from shinar.games.wonders.conflicts import fight_all
from shinar.games.wonders.expansions.cities import conflicts, effects, losses, recount
from shinar.games.wonders.scoring import Symbols, spread_points
from shinar.games.wonders.state import END_TURN, City, State

__all__ = ["WITHOUT_CITIES"]


@jit
def six_turns(_state: State) -> int:
    """[SW-3.1] The turns of an Age."""
    return TURNS


@jit
def seven_cards(_state: State) -> int:
    """[SW-3.1] The cards dealt to each player in every Age."""
    return HAND


@jit
def are_no_teams(_state: State) -> bool:
    """[SW-19.1] Teams need Cities."""
    return False


@jit
def no_effect(_city: City, _item: int) -> None:
    return


@jit
def nothing_added(_state: State, _number: int) -> None:
    return


@jit
def same_coins(_city: City, coins: int) -> int:
    return coins


@jit
def no_coins(_city: City) -> int:
    return 0


@jit
def none_of(_city: City, _what: int) -> int:
    return 0


@jit
def is_never(_city: City) -> bool:
    return False


@jit
def is_never_free(_state: State, _city: City, _card: int) -> bool:
    return False


@jit
def nothing_noted(_state: State, _city: City) -> bool:
    return False


@jit
def nothing_happens(_state: State) -> None:
    return


@jit
def no_gifts(_state: State, _number: int, _item: int) -> None:
    return


@jit
def end_of_turn() -> int:
    """[SW-8.1] After the discards a turn is over."""
    return END_TURN


@jit
def no_settlements(_city: City, _actions: Actions) -> None:
    return


@jit
def no_cards(_state: State, _outcomes: Actions) -> None:
    return


@jit
def no_guilds(_state: State) -> int:
    return 0


@jit
def one(_state: State, _age: int) -> int:
    return 1


@jit
def none(_state: State, _age: int) -> int:
    return 0


@jit
def weight_of_old_card(state: State, card: int, guilds: int, _blacks: int) -> int:
    """[SW-2.2] How likely a card is the next, when only guilds are dealt unseen."""
    return state.deck[card] * (state.guilds_left if card >= FIRST_GUILD else guilds)


@jit
def no_black(_state: State, _card: int) -> None:
    return


@jit
def next_id(card: int, _age: int) -> int:
    """The cards of an Age follow each other."""
    return card + 1


@jit
def plain_points(_state: State, _number: int, own: Symbols, worth: int) -> int:
    """[SW-10.4] Symbols are worth what they are without masks."""
    return spread_points(own, worth)


@jit
def no_points(_state: State, _number: int) -> int:
    return 0


@jit
def are_there_none(state: State, _dealt: list[int]) -> bool:
    return state.blacks_left[0] == 0


WITHOUT_CITIES: dict[Callable[..., Any], Callable[..., Any]] = {
    seating.num_turns: six_turns,
    teams.has_partners: are_no_teams,
    teams.sees_hands: are_no_teams,
    seating.hand_size: seven_cards,
    effects.note_city_effects: no_effect,
    effects.add_additions: nothing_added,
    effects.less_on_left: same_coins,
    effects.less_on_right: same_coins,
    effects.rebates: no_coins,
    effects.are_stages_waived: is_never,
    effects.has_free_black: is_never_free,
    effects.note_free_black: nothing_noted,
    effects.take_bank_coin: none_of,
    effects.renew_bank_coins: nothing_happens,
    losses.hand_out_gifts: no_gifts,
    losses.phase_after_discards: end_of_turn,
    losses.add_settlements: no_settlements,
    losses.look_for_losses: nothing_happens,
    losses.settle_losses: nothing_happens,
    losses.can_pay_loss: is_never,
    conflicts.resolve_conflicts: fight_all,
    dealing.add_city_cards: no_cards,
    dealing.undealt_city_guilds: no_guilds,
    dealing.undealt_blacks: one,
    dealing.blacks_to_deal: none,
    dealing.next_card: next_id,
    dealing.weight_in_deck: weight_of_old_card,
    dealing.note_black: no_black,
    scoring.masked_points: plain_points,
    scoring.city_points: no_points,
    recount.are_blacks_right: are_there_none,
}
