"""Why a loss is not settled in a way, and when black structures are free [SW-15.19] [SW-16.5]."""

from shinar.core.game import Refusal
from shinar.games.wonders.actions import FIRST_CHANCE, SETTLE_LOSS
from shinar.games.wonders.components import CARDS, COLOUR_NAMES, LEADER_ROWS, colour_of
from shinar.games.wonders.expansions.leaders.effects import leaders_of
from shinar.games.wonders.state import CHOOSE_USE, City, State
from shinar.games.wonders.words import coins_text

__all__ = ["is_about_losses", "is_free_black", "may_build_black", "refusal_in_settling", "refusal_of_settling"]


def is_about_losses(action: int) -> bool:
    """Whether an action settles a loss."""
    return SETTLE_LOSS <= action < FIRST_CHANCE


def refusal_of_settling(state: State) -> Refusal:
    """[SW-16.4] Why no loss is settled now."""
    if not state.has_cities:
        return Refusal("Cities is not played at this table", "SW-16.1")
    return Refusal("nobody makes you lose coins now", "SW-16.4")


def refusal_in_settling(city: City, action: int) -> Refusal | None:
    """[SW-16.5] Only coins that are lost, and that one has, can be paid."""
    if not is_about_losses(action):
        return Refusal(f"you lose {coins_text(city.owes)}: first choose how many to pay", "SW-16.5")
    coins = action - SETTLE_LOSS
    if coins > city.owes:
        return Refusal(f"you lose only {coins_text(city.owes)}", "SW-16.5")
    return None if coins <= city.coins else Refusal(f"you have only {coins_text(city.coins)}", "SW-16.5")


def may_build_black(state: State, city: City) -> bool:
    """[SW-15.19] Whether a leader builds a black structure free: the planned one, or any while none is chosen."""
    return (city.plan.step == CHOOSE_USE and _has_patron(state, city)) or is_free_black(state, city, city.plan.card)


def is_free_black(state: State, city: City, card: int) -> bool:
    """[SW-15.19] Whether a card is a black structure that a leader builds free."""
    return card < CARDS and COLOUR_NAMES[colour_of(card)] == "black" and _has_patron(state, city)


def _has_patron(state: State, city: City) -> bool:
    """Whether a leader builds black structures free, and has not yet in this Age."""
    leaders = leaders_of(city)
    powers = [row.get("power") for leader, row in enumerate(LEADER_ROWS) if leaders >> leader & 1]
    return "free black structure" in powers and city.free_black_used != state.age + 1
