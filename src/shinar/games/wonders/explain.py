"""Why an action is not allowed, for people. Written independently of rules.py, so that each checks the other.

First comes what would still stand in the way after the next try: a card that is not held, an expansion that is not
played, a cost that cannot be paid; then what must be decided before. What things cost is in bills.py.
"""

from collections.abc import Callable, Iterable

from shinar.core.game import Refusal
from shinar.games.wonders.actions import (
    BANK,
    BUILD,
    BUILD_TILE,
    COPY_LEADER,
    DISCARD,
    ENTOMB,
    FIRST_CHANCE,
    HIRE_NOBODY,
    KEEP_LEADER,
    KEEP_TILE,
    LEAVE,
    LOSE,
    NAME_STAGE,
    PARTS,
    PAY,
    SALVAGE,
    SALVAGE_NOTHING,
    STAGE,
    TOWER,
    WAYS,
)
from shinar.games.wonders.bills import (
    Bill,
    Offer,
    payments,
    payments_text,
    refusal_of_bill,
    refusal_of_coins,
    stage_bill,
    structure_bill,
    title_of_stage,
    with_participation,
)
from shinar.games.wonders.building import has_structure
from shinar.games.wonders.components import CARDS
from shinar.games.wonders.expansions.cities.explain import is_about_losses, refusal_in_settling, refusal_of_settling
from shinar.games.wonders.expansions.leaders.explain import (
    NO_LEADERS,
    is_about_leaders,
    refusal_of_bank,
    refusal_of_copying,
    refusal_of_hiring_nobody,
    refusal_of_keeping_leader,
    refusal_of_leader,
    refusal_of_leader_choice,
)
from shinar.games.wonders.expansions.pack.explain import refusal_of_entombing, refusal_of_stage_choice
from shinar.games.wonders.expansions.projects.explain import (
    NO_PROJECTS,
    NO_TOWER,
    refusal_in_penalty,
    refusal_of_loss,
    refusal_of_part,
)
from shinar.games.wonders.expansions.tower.effects import tiles_to_build
from shinar.games.wonders.explain_building import refusal_of_way, refusal_to_build, refusal_to_stage, stands_already
from shinar.games.wonders.planning import is_discard
from shinar.games.wonders.rules import deciding
from shinar.games.wonders.seating import hand_of, has_eighth_card, holder, owner
from shinar.games.wonders.stages import next_stage
from shinar.games.wonders.state import (
    BUY_UNIT,
    CHOOSE_BANK,
    CHOOSE_PART,
    CHOOSE_PAYMENT,
    CHOOSE_STAGE,
    CHOOSE_TILE,
    CHOOSE_USE,
    CHOOSE_WAY,
    COPY,
    DRAFT,
    DRAFT_LEADERS,
    HIRE,
    IN_STAGE,
    OFFERS,
    PENALTY,
    RECRUIT,
    SETTLE,
    SEVENTH,
    STAY_OUT,
    WAY_SALVAGE,
    City,
    State,
)
from shinar.games.wonders.state import ENTOMB as ENTOMB_PHASE
from shinar.games.wonders.state import SALVAGE as SALVAGE_PHASE
from shinar.games.wonders.words import card_title, piece_title, project_title

__all__ = ["DUTIES", "refusal", "refusals"]

DUTIES = {
    DRAFT_LEADERS: "keep a leader",
    DRAFT: "keep a tile",
    RECRUIT: "choose a leader and its use",
    HIRE: "recruit another leader, or nobody",
    COPY: "choose the leader that the Courtesans Guild copies",
    SEVENTH: "use or leave the last card of the hand",
    ENTOMB_PHASE: "choose the leader to entomb",
    SALVAGE_PHASE: "choose what to build from the discards",
    SETTLE: "choose how much of the loss to pay",
    PENALTY: "choose what to lose",
}
WITH_LEADERS = (DRAFT_LEADERS, RECRUIT, HIRE, COPY, ENTOMB_PHASE)
STEPS = {
    CHOOSE_STAGE: (range(NAME_STAGE, WAYS), "first choose which stage to build", "SW-17.3"),
    CHOOSE_WAY: (range(WAYS, PARTS), "first choose how to build {what}", "SW-4.1"),
    CHOOSE_PART: (range(PARTS, BANK), "first choose whether to join {project} with {what}", "SW-13.2"),
    CHOOSE_BANK: (range(BANK, PAY), "first choose whether to buy a resource for {what} from the bank", "SW-15.9"),
    CHOOSE_PAYMENT: (range(PAY, LEAVE), "first choose whom to pay for {what}", "SW-5.7"),
    CHOOSE_TILE: (range(BUILD_TILE, NAME_STAGE), "first choose which tile to build", "SW-12.3"),
}
FIRST_CARD = Refusal("first choose a card and its use", "SW-3.3")
FIRST_SALVAGE = Refusal("first choose what to build from the discards", "SW-8.3")
NOT_HELD = [Refusal(f"you do not hold {card_title(card)}", "SW-3.3") for card in range(CARDS)]


def refusals(state: State, seat: int, actions: Iterable[int]) -> list[Refusal | None]:
    """Why the seat that is asked may not take each of some actions."""
    number = deciding(state, seat)
    return [_refusal(state, number, action) for action in actions]


def refusal(state: State, seat: int, action: int) -> Refusal | None:
    """Why the seat that is asked may not take an action; None if it may."""
    return _refusal(state, deciding(state, seat), action)


def _refusal(state: State, number: int, action: int) -> Refusal | None:
    """The same for the city for which the seat decides."""
    if not state.has_leaders and is_about_leaders(action):
        return NO_LEADERS
    if state.phase == SETTLE:
        return refusal_in_settling(state.cities[number], action)
    if is_about_losses(action):
        return refusal_of_settling(state)
    if state.phase in WITH_LEADERS and state.cities[number].plan.step == CHOOSE_USE:
        return refusal_of_leader_choice(state, number, action)
    if state.phase == DRAFT:
        return _refusal_in_draft(state, state.cities[number], action)
    if state.phase == PENALTY:
        return refusal_in_penalty(state, state.cities[number], action)
    return _refusal_of_kind(state, number, action) or _refusal_of_step(state, number, action)


def _refusal_of_kind(state: State, number: int, action: int) -> Refusal | None:
    """What forbids an action whatever is decided first."""
    first, reason = _KIND_OF[action]
    return reason(state, number, action - first)


def _refusal_of_step(state: State, number: int, action: int) -> Refusal | None:
    """Every step asks for actions of its own."""
    step = state.cities[number].plan.step
    if step != CHOOSE_USE:
        wanted, reason, clause = STEPS[step]
        return None if action in wanted else Refusal(_with_plan(state, number, reason), clause)
    if state.phase == SALVAGE_PHASE:
        is_fit = action in range(SALVAGE, COPY_LEADER)
        return None if is_fit else FIRST_SALVAGE
    is_fit = action in range(BUILD, BUILD_TILE) or action == LEAVE
    return None if is_fit else FIRST_CARD


def _with_plan(state: State, number: int, sentence: str) -> str:
    """A sentence with what a city is about to build."""
    city = state.cities[number]
    is_stage = city.plan.use == IN_STAGE
    what = title_of_stage(state, number, next_stage(state, number)) if is_stage else piece_title(city.plan.card)
    return sentence.format(what=what, project=project_title(state.project - 1))


# ---- the draft --------------------------------------------------------------------------------------------------


def _refusal_in_draft(state: State, city: City, action: int) -> Refusal | None:
    """[SW-12.2] Only the tiles that one was passed can be kept."""
    tile = action - KEEP_TILE + 1
    if not state.has_projects and (action >= LOSE or action in range(PARTS, BANK)):
        return NO_PROJECTS
    if action >= KEEP_LEADER:
        return Refusal("first keep a tile; cards are dealt after that", "SW-12.2")
    is_there = tile in city.tiles[state.turn :]
    return None if is_there else Refusal(f"tile {tile} is not among those you choose from", "SW-12.2")


def _refusal_of_keeping(state: State, _number: int, _offset: int) -> Refusal:
    return Refusal("tiles are kept before Age I", "SW-12.2") if state.has_tower else NO_TOWER


# ---- cards and their uses ---------------------------------------------------------------------------------------


def _refusal_of_card(state: State, number: int, card: int) -> Refusal | None:
    """[SW-3.3] [SW-11.4] Only what is held can be used, and by the Free City what its holder does not use."""
    if state.phase == SALVAGE_PHASE:
        return FIRST_SALVAGE
    if card >= CARDS:
        return refusal_of_leader(state, number, card - CARDS)
    hand = hand_of(state, owner(state, number))
    cards = hand.cards[: hand.n]
    if card not in cards:
        return NOT_HELD[card]
    if number >= state.players:
        cards.remove(state.cities[holder(state)].plan.card)
    if card not in cards:
        return Refusal(f"you use {card_title(card)} in your own city in this turn", "SW-11.4")
    return None


def _refusal_of_building(state: State, number: int, card: int) -> Refusal | None:
    refused = _refusal_of_card(state, number, card)
    return refused if refused or card >= CARDS else refusal_to_build(state, number, card)


def _refusal_of_stage(state: State, number: int, card: int) -> Refusal | None:
    return _refusal_of_card(state, number, card) or refusal_to_stage(state, number)


def _refusal_of_discard(state: State, number: int, card: int) -> Refusal | None:
    """[SW-11.5] Players may always discard; the Free City only what is of no other use."""
    if (refused := _refusal_of_card(state, number, card)) or number < state.players:
        return refused
    if refusal_to_build(state, number, card) is None:
        return Refusal(f"the Free City can build {card_title(card)}, so it must not discard it", "SW-11.5")
    if refusal_to_stage(state, number) is None:
        return Refusal("the Free City can build a stage with it, so it must not discard it", "SW-11.5")
    return None


def _refusal_of_tower(state: State, number: int, card: int) -> Refusal | None:
    return _refusal_of_tiles(state, number) or _refusal_of_card(state, number, card)


def _refusal_of_tiles(state: State, number: int) -> Refusal | None:
    """[SW-12.3] Why a city can build no tile at all."""
    if not state.has_tower:
        return NO_TOWER
    if number >= state.players:
        return Refusal("the Free City has no tiles", "SW-12.1")
    is_left = tiles_to_build(state.cities[number]) > 0
    return None if is_left else Refusal("you have built all your tiles", "SW-12.3")


def _refusal_of_tile(state: State, number: int, offset: int) -> Refusal | None:
    """[SW-12.3] A tile is built once, by who kept it."""
    city, tile = state.cities[number], offset + 1
    if refused := _refusal_of_tiles(state, number):
        return refused
    if tile not in city.tiles:
        return Refusal(f"tile {tile} is not yours", "SW-12.3")
    is_built = city.tile_built[city.tiles.index(tile)]
    return Refusal(f"tile {tile} is built already", "SW-12.3") if is_built else None


# ---- payments ---------------------------------------------------------------------------------------------------


def _refusal_of_payment(state: State, number: int, offset: int) -> Refusal | None:
    """[SW-5.7] Why a payment is not among those to choose from."""
    if state.cities[number].plan.step != CHOOSE_PAYMENT:
        return None
    bought = int(state.cities[number].plan.buys == BUY_UNIT)
    offer = (bought, *divmod(offset, OFFERS))
    bill = _planned_bill(state, number)
    found = payments(state, number, bill.need, bill.saved)
    if offer not in found:
        same = frozenset(other for other in found if other[0] == bought)
        return Refusal(f"what is missing costs {_offers_text(state, number, same)}", "SW-5.7")
    if refused := refusal_of_coins(state, number, bill, offer):
        return refused
    better = [other for other in found if other != offer and _is_no_more(other, offer)]
    if better:
        return Refusal(f"it is enough to pay {payments_text(state, number, *min(better)[1:])}", "SW-5.7")
    return None


def _is_no_more(one: Offer, other: Offer) -> bool:
    """Whether an offer pays nobody more than another."""
    return all(paid <= asked for paid, asked in zip(one, other, strict=True))


def _planned_bill(state: State, number: int) -> Bill:
    """The cost of what a city plans."""
    city = state.cities[number]
    plan = city.plan
    if plan.use == IN_STAGE:
        return stage_bill(state, number, plan.way)
    bill = structure_bill(state, number, plan.card, plan.way)
    return bill if plan.part == STAY_OUT else with_participation(state, bill)


def _offers_text(state: State, number: int, found: frozenset[Offer]) -> str:
    """The payments of which none is worse than another, as alternatives."""
    best = sorted(offer for offer in found if not any(other != offer and _is_no_more(other, offer) for other in found))
    return ", or ".join(payments_text(state, number, *offer[1:]) for offer in best)


def _refusal_of_leaving(state: State, _number: int, _offset: int) -> Refusal | None:
    if state.phase == SEVENTH:
        return None
    last = "seventh" if has_eighth_card(state) else "sixth"
    return Refusal(f"only the last card of the hand, after the {last} turn, can be left", "SW-8.2")


# ---- discards ---------------------------------------------------------------------------------------------------


def _refusal_of_salvage(state: State, number: int, card: int) -> Refusal | None:
    """[SW-8.3] Why a card is not built from the discards."""
    if state.phase != SALVAGE_PHASE:
        stage = "a stage of Halikarnassos" + " or the Great Wall" * state.has_pack
        return Refusal(f"only {stage}{' or Solomon' * state.has_leaders} opens the discards", "SW-8.3")
    if state.cities[number].plan.step != CHOOSE_USE:
        return None
    city = state.cities[number]
    if card == SALVAGE_NOTHING - SALVAGE:
        return None
    if card not in _pile(state):
        return Refusal(f"{card_title(card)} is not among the discards", "SW-8.3")
    if has_structure(city, card):
        return stands_already(state, number, card)
    return refusal_of_bill(state, number, structure_bill(state, number, card, WAY_SALVAGE))


def _pile(state: State) -> set[int]:
    """The cards in the discards."""
    return {
        other.used[place]
        for other in state.cities[: state.num_cities]
        for place in range(len(other.used))
        if is_discard(other.manner[place])
    }


# ---- all kinds of actions ----------------------------------------------------------------------------------------


_KINDS: tuple[tuple[int, Callable[[State, int, int], Refusal | None]], ...] = (
    (LOSE, refusal_of_loss),
    (HIRE_NOBODY, refusal_of_hiring_nobody),
    (ENTOMB, refusal_of_entombing),
    (COPY_LEADER, refusal_of_copying),
    (SALVAGE, _refusal_of_salvage),
    (LEAVE, _refusal_of_leaving),
    (PAY, _refusal_of_payment),
    (BANK, refusal_of_bank),
    (PARTS, refusal_of_part),
    (WAYS, refusal_of_way),
    (NAME_STAGE, refusal_of_stage_choice),
    (BUILD_TILE, _refusal_of_tile),
    (TOWER, _refusal_of_tower),
    (DISCARD, _refusal_of_discard),
    (STAGE, _refusal_of_stage),
    (BUILD, _refusal_of_building),
    (KEEP_LEADER, refusal_of_keeping_leader),
    (KEEP_TILE, _refusal_of_keeping),
)
_KIND_OF = [next(kind for kind in _KINDS if action >= kind[0]) for action in range(FIRST_CHANCE)]
