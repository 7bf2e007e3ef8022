"""Why a project cannot be joined, and what a failed one does not take [SW-13]."""

from shinar.core.game import Refusal
from shinar.core.story import listed
from shinar.games.wonders.actions import BUILD, KEEP_LEADER, LOSE, LOSE_TOKENS, TOKEN_PAIRS, TOKEN_VALUES
from shinar.games.wonders.bills import refusal_of_bill, structure_bill, with_participation
from shinar.games.wonders.building import can_join, has_chain, has_free_building
from shinar.games.wonders.components import (
    BUILDING_TOKEN,
    COLOUR_NAMES,
    COLOUR_TOKEN,
    COLOURS,
    colour_of,
    project_colour,
    project_penalty,
)
from shinar.games.wonders.expansions.cities.effects import has_free_black
from shinar.games.wonders.expansions.projects.participation import had_tokens
from shinar.games.wonders.explain_building import refusal_to_build
from shinar.games.wonders.seating import hand_of, owner
from shinar.games.wonders.standing import stands
from shinar.games.wonders.state import (
    BUILT,
    CHOOSE_PART,
    CHOOSE_PAYMENT,
    CHOOSE_USE,
    JOIN,
    JOIN_BY_TOKEN,
    STAY_OUT,
    WAY_CHAIN,
    WAY_PAY,
    WAY_POWER,
    City,
    State,
)
from shinar.games.wonders.state import SALVAGE as SALVAGE_PHASE
from shinar.games.wonders.words import card_title, project_title

__all__ = ["NO_PROJECTS", "NO_TOWER", "refusal_in_penalty", "refusal_of_loss", "refusal_of_part"]
__all__ += ["refusal_to_join_with"]

NO_TOWER = Refusal("the Tower of Babel is not played at this table", "SW-12.1")
NO_PROJECTS = Refusal("the Great Projects are not played at this table", "SW-13.1")
NOTHING_LOST = Refusal("something is lost only when a project has failed, at the end of an Age", "SW-13.5")


# ---- participation ----------------------------------------------------------------------------------------------


def refusal_of_part(state: State, number: int, part: int) -> Refusal | None:
    """[SW-13.2] Why a city cannot join the project, or is not asked whether it does."""
    if refused := _refusal_of_project(state, number):
        return refused
    city = state.cities[number]
    if part == JOIN_BY_TOKEN and not city.tokens[COLOUR_TOKEN]:
        return Refusal("you have no token to join with any colour", "SW-13.7")
    if city.plan.step == CHOOSE_PART:
        return _refusal_of_colour(state, city, part)
    if city.plan.step == CHOOSE_PAYMENT and city.plan.use == BUILT:
        return _refusal_of_planned_part(state, number)
    if city.plan.step == CHOOSE_USE and state.phase != SALVAGE_PHASE:
        return _refusal_of_all_cards(state, number)
    return None


def refusal_to_join_with(state: State, number: int, card: int) -> Refusal | None:
    """[SW-13.2] [SW-13.3] Why building a card of the project's colour would not let a city join; None if it would."""
    if refused := _refusal_of_project(state, number):
        return refused
    reasons = [_refusal_to_join(state, number, card, way) for way in _ways(state, number, card)]
    return None if None in reasons else reasons[0]


def _refusal_of_project(state: State, number: int) -> Refusal | None:
    """[SW-13.2] Why a city cannot join the project with any structure."""
    if not state.has_projects:
        return NO_PROJECTS
    if number >= state.players:
        return Refusal("the Free City takes no part in projects", "SW-13.9")
    if state.project == 0:
        return Refusal("no project lies open while leaders are recruited", "SW-20.4")
    title = project_title(state.project - 1)
    if state.cities[number].has_joined:
        return Refusal(f"you have joined {title} in this turn already", "SW-13.2")
    if not had_tokens(state):
        return Refusal(f"no participation token lay on {title} when the turn began", "SW-13.2")
    if state.cities[number].plan.use not in {0, BUILT}:
        return Refusal(f"you join {title} only by building a structure", "SW-13.2")
    return None


def _refusal_of_colour(state: State, city: City, part: int) -> Refusal | None:
    """[SW-13.2] [SW-13.7] Whether the token is needed."""
    fits = project_colour(state.project - 1) == colour_of(city.plan.card)
    if part == JOIN and not fits:
        return _other_colour(state, city.plan.card, "with a token")
    if part == JOIN_BY_TOKEN and fits:
        return Refusal(f"{card_title(city.plan.card)} has the colour of the project and needs no token", "SW-13.7")
    return None


def _other_colour(state: State, card: int, how: str = "") -> Refusal:
    project = state.project - 1
    wanted = f"a {COLOUR_NAMES[project_colour(project)]} structure"
    reason = (
        f"{project_title(project)} is joined with {wanted}, and {card_title(card)} is {COLOUR_NAMES[colour_of(card)]}"
    )
    return Refusal(f"{reason}; join {how}" if how else reason, "SW-13.2")


def _refusal_of_planned_part(state: State, number: int) -> Refusal | None:
    """[SW-13.3] Why the structure that is being paid for does not let its builder join."""
    city = state.cities[number]
    title = project_title(state.project - 1)
    if city.plan.part != STAY_OUT:
        return Refusal(f"you have chosen to join {title}", "SW-13.2")
    if can_join(state, number):
        return Refusal(f"you have chosen to stay out of {title}", "SW-13.2")
    return _refusal_to_join(state, number, city.plan.card, city.plan.way)


def _refusal_of_all_cards(state: State, number: int) -> Refusal | None:
    """[SW-13.2] Why no card of the hand lets a city join; None if one does."""
    hand = hand_of(state, owner(state, number))
    cards = [card for card in hand.cards[: hand.n] if refusal_to_build(state, number, card) is None]
    fitting = [card for card in cards if _fits(state, state.cities[number], card)]
    if not fitting:
        colour = COLOUR_NAMES[project_colour(state.project - 1)]
        title = project_title(state.project - 1)
        return Refusal(f"{title} is joined with a {colour} structure, and you hold none that you can build", "SW-13.2")
    reasons = [_refusal_to_join(state, number, card, way) for card in fitting for way in _ways(state, number, card)]
    return None if None in reasons else reasons[0]


def _fits(state: State, city: City, card: int) -> bool:
    return project_colour(state.project - 1) == colour_of(card) or city.tokens[COLOUR_TOKEN] > 0


def _ways(state: State, number: int, card: int) -> list[int]:
    """The ways in which a structure might be built."""
    city = state.cities[number]
    is_free = has_free_building(state, number) or has_free_black(state, city, card) or city.tokens[BUILDING_TOKEN] > 0
    return [WAY_CHAIN] * has_chain(state, number, card) + [WAY_POWER] * is_free + [WAY_PAY]


def _refusal_to_join(state: State, number: int, card: int, way: int) -> Refusal | None:
    """[SW-13.3] Why a structure built in a way does not let its builder join."""
    if not _fits(state, state.cities[number], card):
        return _other_colour(state, card)
    refused = refusal_of_bill(state, number, with_participation(state, structure_bill(state, number, card, way)))
    return refused and Refusal(refused.reason, "SW-13.3")


# ---- penalties -------------------------------------------------------------------------------------------------------


def refusal_of_loss(state: State, _number: int, _offset: int) -> Refusal:
    """[SW-13.5] Why nothing is lost now."""
    return NOTHING_LOST if state.has_projects else NO_PROJECTS


def refusal_in_penalty(state: State, city: City, action: int) -> Refusal | None:
    """[SW-13.5] Only what the failed project takes can be lost."""
    penalty = project_penalty(state.project - 1)
    title = project_title(state.project - 1)
    taken = "two victory tokens" if penalty >= COLOURS else f"a {COLOUR_NAMES[penalty]} structure"
    if action in range(KEEP_LEADER, BUILD):
        return Refusal("leaders are kept before Age I", "SW-15.3")
    if action < BUILD:
        return NO_TOWER if not state.has_tower else Refusal("tiles are kept before Age I", "SW-12.2")
    if action < LOSE:
        return Refusal(f"{title} has failed: first choose {taken} to lose", "SW-13.5")
    if (action >= LOSE_TOKENS) != (penalty >= COLOURS):
        return Refusal(f"{title} takes {taken}", "SW-13.5")
    if action >= LOSE_TOKENS:
        return _refusal_of_tokens(city, TOKEN_PAIRS[action - LOSE_TOKENS])
    card = action - LOSE
    if colour_of(card) != penalty:
        return Refusal(f"{title} takes {taken}, and {card_title(card)} is {COLOUR_NAMES[colour_of(card)]}", "SW-13.5")
    return None if stands(city, card) else Refusal(f"{card_title(card)} does not stand in your city", "SW-13.5")


def _refusal_of_tokens(city: City, pair: tuple[int, int]) -> Refusal | None:
    """[SW-13.5] Whether both tokens are there."""
    if all(city.victories[value] >= pair.count(value) for value in pair):
        return None
    tokens = [str(TOKEN_VALUES[value]) for value in range(len(TOKEN_VALUES)) for _ in range(city.victories[value])]
    return Refusal(f"your victory tokens are {listed(tokens)}", "SW-13.5")
