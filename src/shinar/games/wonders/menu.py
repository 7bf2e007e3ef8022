"""What a seat can do now and what exactly it costs: every complete decision, found by taking the rules' own steps.

A decision is made step by step (card and use, way to build, participation, payment or tile); a `Deal` is one way
through all steps that are left, with the actions that take it, its coins, and who gets them for what. Everything is
found from an observation, so it tells nothing that the seat does not know.
"""

from collections.abc import Iterator
from typing import TypedDict

from shinar.core.game import Actions
from shinar.games.wonders.actions import (
    BUILD,
    COPY_LEADER,
    DISCARD,
    ENTOMB,
    HIRE_NOBODY,
    KEEP_LEADER,
    KEEP_TILE,
    LEAVE,
    LOSE,
    LOSE_TOKENS,
    SALVAGE,
    SALVAGE_NOTHING,
    SETTLE_LOSS,
    STAGE,
    TOKEN_PAIRS,
    TOWER,
)
from shinar.games.wonders.bills import payments
from shinar.games.wonders.building import Quote, has_chain, has_structure, quote, quote_plan, quote_stage, total_coins
from shinar.games.wonders.components import (
    CARD_NAMES,
    CARDS,
    KINDS,
    LEADER_NAMES,
    NIBBLE,
    NO_CARD,
    RAW_KINDS,
    RESOURCE_NAMES,
    colour_of,
    project_colour,
)
from shinar.games.wonders.expansions.cities.effects import bank_coin, less_on_left, less_on_right, rebates
from shinar.games.wonders.expansions.leaders.effects import can_buy_from_bank, leader_price
from shinar.games.wonders.expansions.projects.explain import refusal_to_join_with
from shinar.games.wonders.explain import refusal
from shinar.games.wonders.payment import ANY_KIND, COUNT, NO_WAY, shortage
from shinar.games.wonders.planning import decide, is_ready
from shinar.games.wonders.rules import (
    DISCARD_COINS,
    add_stage,
    add_structure,
    coins_for_piece,
    coins_from,
    deciding,
    legal_actions,
)
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.stages import next_stage
from shinar.games.wonders.state import (
    BUILT,
    BUY_UNIT,
    CHOOSE_USE,
    DISCARDED,
    IN_STAGE,
    WAY_CHAIN,
    WAY_PAY,
    WITH_TILE,
    City,
    State,
    with_own_cities,
)

__all__ = ["Deal", "Menu", "Offer", "Strip", "Use", "Why", "strip", "why_not_joined"]

WAYS = ("pay", "chain", "power", "token", "salvage")
PARTS = ("", "join", "token")
USES = (("build", BUILD), ("stage", STAGE), ("discard", DISCARD), ("tower", TOWER))
VICTORY_VALUES = (1, 3, 5)


class Deal(TypedDict):
    """One way through all steps of a decision that are left."""

    actions: list[int]  # to be taken in this order
    way: str  # to build: "pay", "chain", "power", "token", "salvage"; "" where nothing is built
    joins: str  # "", "join", or "token" to join with another colour
    tile: int | None  # the tile that is built
    stage: int | None  # the stage that is chosen among several, by its number on its board
    bank: int  # coins to the bank
    left: int  # coins to the left neighbour
    right: int
    gain: int  # coins that it brings, as things stand
    own: list[str]  # the units that the city makes itself
    from_left: list[str]  # the units bought there
    from_right: list[str]
    from_bank: list[str]  # the unit bought from the bank
    saved: list[str]  # the unit that need not be paid


class Why(TypedDict):
    """Why something cannot be done, and the clause."""

    reason: str
    clause: str


class Use(TypedDict):
    """What can be done with a card: all deals, or why there is none."""

    verb: str
    deals: list[Deal]
    why: Why | None
    gap: "Strip | None"  # what a stage lacks that cannot be built; for structures the strip of the card tells


class Offer(TypedDict):
    """Something to choose that is not a card of the hand, with what it means."""

    # "keep", "keep leader", "copy", "entomb", "nobody", "salvage", "lose", "lose tokens", "leave", "nothing", "settle"
    verb: str
    card: str | None  # or leader
    tile: int | None
    tokens: list[int]  # victory tokens that would be lost
    deals: list[Deal]


class Strip(TypedDict):
    """How a city stands to a structure: what to show at the foot of its card."""

    kind: str  # "free", "own", "coins", "chain", "power", "token", "short", "poor" or "stands"
    coins: int  # in all, of the cheapest way; where the city is too poor, what that would be
    bank: int
    left: int
    right: int
    gain: int
    missing: list[str]  # units that nobody can deliver


# ---- all deals --------------------------------------------------------------------------------------------------


class Menu:
    """What can be done with the cards of a hand, for the city that a seat decides for.

    Only building depends on the card: all else is found for one of them and holds for the others.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.number = deciding(state, seat)
        self._legal = _legal(state, seat)
        self._shared: dict[str, Use] = {}

    @property
    def offers(self) -> list[Offer]:
        """What may be chosen that is not a use of a card in the hand: tiles, discards, losses."""
        return [_offer(self.state, self.seat, action) for action in self._legal if _is_offer(action)]

    def uses_of(self, card: int) -> list[Use]:
        """What can be done with a card."""
        verbs = [(verb, first) for verb, first in USES if verb != "tower" or self.state.has_tower]
        return [self._use(verb, first, card) for verb, first in verbs]

    def build(self, card: int) -> Use:
        """How a card can be built."""
        return self._use("build", BUILD, card)

    def _use(self, verb: str, first: int, card: int) -> Use:
        plan = self.state.cities[self.number].plan
        if plan.step != CHOOSE_USE and _action_planned(plan.use, plan.card) == first + card:
            return {"verb": verb, "deals": list(_deals(self.state, self.seat, ())), "why": None, "gap": None}
        is_free_city = self.number >= self.state.players  # it may discard or not, and has no use for its holder's card
        if verb == "build" or is_free_city or plan.step != CHOOSE_USE:
            return self._found(verb, first + card)
        if verb not in self._shared:
            self._shared[verb] = self._found(verb, first + card)
        return _with_card(self._shared[verb], first + card)

    def _found(self, verb: str, action: int) -> Use:
        if action in self._legal:
            deals = list(_deals_after(self.state, self.seat, (), action))
            return {"verb": verb, "deals": deals, "why": None, "gap": None}
        found = refusal(self.state, self.seat, action)
        assert found is not None, "rules and explanation disagree"
        gap = _stage_gap(self.state, self.number) if verb == "stage" else None
        return {"verb": verb, "deals": [], "why": {"reason": found.reason, "clause": found.clause}, "gap": gap}


def _with_card(use: Use, action: int) -> Use:
    """The same use of another card: only the action that begins it is another."""
    deals: list[Deal] = [{**deal, "actions": [action, *deal["actions"][1:]]} for deal in use["deals"]]
    return {"verb": use["verb"], "deals": deals, "why": use["why"], "gap": use["gap"]}


def why_not_joined(state: State, number: int, card: int) -> Why | None:
    """Why building a card of the project's colour would not let a city join; None if it would, or for other colours."""
    if state.project == 0 or card >= CARDS or project_colour(state.project - 1) != colour_of(card):
        return None
    found = refusal_to_join_with(state, number, card)
    return found and {"reason": found.reason, "clause": found.clause}


def _action_planned(use: int, card: int) -> int:
    """The action that began a plan."""
    return {BUILT: BUILD, IN_STAGE: STAGE, DISCARDED: DISCARD, WITH_TILE: TOWER}[use] + card


def _is_offer(action: int) -> bool:
    return action < BUILD or action >= LEAVE


def _offer(state: State, seat: int, action: int) -> Offer:
    if action >= SETTLE_LOSS:
        return _settlement(action)
    verb, card, tile, tokens = _meaning(action)
    is_simple = action < BUILD or action >= COPY_LEADER
    deals = [_deal_of([action], "", "", None)] if is_simple else list(_deals_after(state, seat, (), action))
    return {"verb": verb, "card": card, "tile": tile, "tokens": tokens, "deals": deals}


def _settlement(action: int) -> Offer:
    """[SW-16.5] Coins of a loss that are paid; the others become debts."""
    deal = _deal_of([action], "", "", None)
    deal["bank"] = action - SETTLE_LOSS
    return {"verb": "settle", "card": None, "tile": None, "tokens": [], "deals": [deal]}


def _meaning(action: int) -> tuple[str, str | None, int | None, list[int]]:
    """The verb of an offer, and the card, the tile or the tokens that it is about."""
    if action < KEEP_LEADER:
        return "keep", None, action - KEEP_TILE + 1, []
    if action < BUILD:
        return "keep leader", LEADER_NAMES[action - KEEP_LEADER], None, []
    if action in range(ENTOMB, HIRE_NOBODY):
        return "entomb", LEADER_NAMES[action - ENTOMB], None, []
    if action in range(COPY_LEADER, ENTOMB):
        return "copy", LEADER_NAMES[action - COPY_LEADER], None, []
    if action == HIRE_NOBODY:
        return "nobody", None, None, []
    if action >= LOSE_TOKENS:
        return "lose tokens", None, None, [VICTORY_VALUES[value] for value in TOKEN_PAIRS[action - LOSE_TOKENS]]
    if action >= LOSE:
        return "lose", CARD_NAMES[action - LOSE], None, []
    if action == SALVAGE_NOTHING:
        return "nothing", None, None, []
    if action == LEAVE:
        return "leave", None, None, []
    return "salvage", CARD_NAMES[action - SALVAGE], None, []


def _legal(state: State, seat: int) -> list[int]:
    actions = Actions()
    legal_actions(state, seat, actions)
    return list(actions.ids[: actions.n])


def _deals_after(state: State, seat: int, taken: tuple[int, ...], action: int) -> Iterator[Deal]:
    """All deals that begin with an action."""
    number = deciding(state, seat)
    after = with_own_cities(state, number)
    decide(after, number, action)
    yield from _deals(after, seat, (*taken, action), number)


def _deals(state: State, seat: int, taken: tuple[int, ...], number: int | None = None) -> Iterator[Deal]:
    """All ways through the steps that are left."""
    number = deciding(state, seat) if number is None else number
    if is_ready(state.cities[number]):
        yield _deal(state, number, taken)
        return
    for action in _legal(state, seat):
        yield from _deals_after(state, seat, taken, action)


def _deal_of(actions: list[int], way: str, joins: str, tile: int | None) -> Deal:
    """A deal without coins."""
    return {
        "actions": actions,
        "way": way,
        "joins": joins,
        "tile": tile,
        "stage": None,
        "bank": 0,
        "left": 0,
        "right": 0,
        "gain": 0,
        "own": [],
        "from_left": [],
        "from_right": [],
        "from_bank": [],
        "saved": [],
    }


def _deal(state: State, number: int, taken: tuple[int, ...]) -> Deal:
    """What a finished plan means."""
    plan = state.cities[number].plan
    is_built = plan.use in (BUILT, IN_STAGE)
    deal = _deal_of(list(taken), WAYS[plan.way] if is_built else "", PARTS[plan.part], None)
    deal["tile"] = plan.tile if plan.use == WITH_TILE else None
    deal["stage"] = (plan.tile or None) if plan.use == IN_STAGE else None
    deal["bank"], deal["left"], deal["right"] = plan.bank, plan.left, plan.right
    deal["gain"] = _gain(state, number)
    if is_built:
        found = sources(state, number, quote_plan(state, number), (plan.left, plan.right), plan.buys == BUY_UNIT)
        deal["own"], deal["from_left"], deal["from_right"], deal["saved"], deal["from_bank"] = found
    return deal


def _gain(state: State, number: int) -> int:
    """[SW-3.5] [SW-15.18] The coins that a plan brings, if nobody else built anything in this turn."""
    coins = _gain_of_plan(state, number)
    return coins + bank_coin(state.cities[number], coins)


def _gain_of_plan(state: State, number: int) -> int:
    plan = state.cities[number].plan
    if plan.use == DISCARDED:
        return DISCARD_COINS
    if plan.use == IN_STAGE:
        item = next_stage(state, number)
        after = with_own_cities(state, number)
        add_stage(after, number)
        return coins_from(after, number, item) + plan.brought
    if plan.use != BUILT:
        return 0
    card = plan.card
    after = with_own_cities(state, number)
    if card < CARDS:
        add_structure(after, number, card)
    return coins_for_piece(after, number, card, plan.way) + plan.brought


# ---- who delivers what ------------------------------------------------------------------------------------------


def sources(state: State, number: int, cost: Quote, paid: tuple[int, int], from_bank: bool) -> list[list[str]]:
    """Where the units come from, for a certain payment: the own city, the left, the right, waived, from the bank."""
    city = state.cities[number]
    lacking = _kinds_in(shortage(cost.need, city.fixed))
    made = _kinds_in(cost.need)
    for kind in lacking:
        made.remove(kind)
    stocks = (
        list(city.choices[: city.num_choices]),
        _for_sale(state.cities[left_of(state, number)]),
        _for_sale(state.cities[right_of(state, number)]),
        [cost.saved] * bool(cost.saved),
        [ANY_KIND] * from_bank,
    )
    splits = (_split(city, lacking, stocks, coins) for coins in _before_docks(city, paid))
    split = next((found for found in splits if found is not None), None)
    assert split is not None, "the rules offered this payment"
    found = [[kind for kind, source in zip(lacking, split, strict=True) if source == i] for i in range(len(stocks))]
    return [_names(made + found[0]), *map(_names, found[1:])]


def _before_docks(city: City, paid: tuple[int, int]) -> list[tuple[int, int]]:
    """[SW-16.10] What units may have cost before docks made one of them cheaper; the least first."""
    return [
        (left, right)
        for left in range(paid[0], paid[0] + rebates(city) + 1)
        for right in range(paid[1], paid[1] + rebates(city) + 1)
        if (less_on_left(city, left), less_on_right(city, right)) == paid
    ]


def _split(
    city: City, lacking: list[int], stocks: tuple[list[int], ...], coins: tuple[int, int]
) -> tuple[int, ...] | None:
    """Where each lacking unit comes from, as a number of the stocks, so that exactly these coins are paid."""
    if not lacking:
        return () if coins == (0, 0) else None
    kind = lacking[0]
    for source, stock in enumerate(stocks):
        rest = _after_buying(city, coins, source, kind)
        for i, kinds in enumerate(stock):
            if min(rest) < 0 or not kinds >> kind & 1 or kinds in stock[:i]:
                continue
            others = tuple(s[:i] + s[i + 1 :] if n == source else s for n, s in enumerate(stocks))
            found = _split(city, lacking[1:], others, rest)
            if found is not None:
                return (source, *found)
    return None


def _after_buying(city: City, coins: tuple[int, int], source: int, kind: int) -> tuple[int, int]:
    """The coins that are left for both neighbours when one of them has delivered a unit."""
    left, right = coins
    is_manufactured = kind >= RAW_KINDS
    if source == 1:
        return left - city.prices[2 * is_manufactured], right
    return (left, right - city.prices[2 * is_manufactured + 1]) if source == 2 else coins


def _for_sale(seller: City) -> list[int]:
    """[SW-5.3] What a neighbour sells: a producer each, with the kinds it can deliver as bits."""
    return [1 << kind for kind in _kinds_in(seller.fixed)] + list(seller.choices[: seller.num_sold])


def _kinds_in(bag: int) -> list[int]:
    return [kind for kind in range(KINDS) for _ in range(bag >> NIBBLE * kind & COUNT)]


def _names(kinds: list[int]) -> list[str]:
    return [RESOURCE_NAMES[kind] for kind in sorted(kinds)]


def missing(state: State, number: int, cost: Quote) -> list[str]:
    """The units that neither the city nor its neighbours can deliver, however much is paid."""
    city = state.cities[number]
    stock = list(city.choices[: city.num_choices]) + [cost.saved] * bool(cost.saved)
    stock += [ANY_KIND] * can_buy_from_bank(city)
    for side in (left_of(state, number), right_of(state, number)):
        stock += _for_sale(state.cities[side])
    holders: dict[int, int] = {}  # which lacking unit each producer delivers
    lacking = _kinds_in(shortage(cost.need, city.fixed))
    unmet = [kind for unit, kind in enumerate(lacking) if not _deliver(unit, lacking, stock, holders, set())]
    return _names(unmet)


def _deliver(unit: int, lacking: list[int], stock: list[int], holders: dict[int, int], tried: set[int]) -> bool:
    """Find a producer for a unit, if need be by finding another one for the unit that it delivers."""
    for i, kinds in enumerate(stock):
        if i in tried or not kinds >> lacking[unit] & 1:
            continue
        tried.add(i)
        if i not in holders or _deliver(holders[i], lacking, stock, holders, tried):
            holders[i] = unit
            return True
    return False


# ---- the strip --------------------------------------------------------------------------------------------------


def strip(state: State, number: int, card: int, uses: list[Use]) -> Strip:
    """How a city stands to a structure of its hand."""
    deals = [deal for use in uses if use["verb"] == "build" for deal in use["deals"] if not deal["joins"]]
    if deals:
        return _strip_of(min(deals, key=_coins))
    if card >= CARDS:
        return _bare_strip("poor", leader_price(state, number, card - CARDS), [])
    if has_structure(state.cities[number], card):
        return _bare_strip("stands", 0, [])
    return _gap(state, number, quote(state, number, card, WAY_CHAIN if has_chain(state, number, card) else WAY_PAY))


def _stage_gap(state: State, number: int) -> Strip | None:
    """What a city lacks for its next stage; None if there is none, or if it lacks nothing."""
    item = next_stage(state, number)
    if item == NO_CARD:
        return None
    cost = quote_stage(state, number, item, WAY_PAY)
    return _gap(state, number, cost) if total_coins(state, number, cost) == NO_WAY else None


def _gap(state: State, number: int, cost: Quote) -> Strip:
    """What a city lacks for a cost: units that nobody can deliver, or coins."""
    lacking = missing(state, number, cost)
    if lacking:
        return _bare_strip("short", 0, lacking)
    return _bare_strip("poor", cost.bank + min(map(sum, payments(state, number, cost.need, cost.saved))), [])


def _coins(deal: Deal) -> int:
    return deal["bank"] + deal["left"] + deal["right"]


def _strip_of(deal: Deal) -> Strip:
    coins = _coins(deal)
    kind = deal["way"]
    if kind == "pay":
        kind = "coins" if coins else "own" if deal["own"] else "free"
    found = _bare_strip(kind, coins, [])
    found["bank"], found["left"], found["right"], found["gain"] = (
        deal["bank"],
        deal["left"],
        deal["right"],
        deal["gain"],
    )
    return found


def _bare_strip(kind: str, coins: int, lacking: list[str]) -> Strip:
    return {"kind": kind, "coins": coins, "bank": 0, "left": 0, "right": 0, "gain": 0, "missing": lacking}
