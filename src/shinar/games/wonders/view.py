"""Observations of 7 Wonders for people: as plain data with words."""

from typing import Any, TypedDict

from shinar.games.wonders.building import has_free_building
from shinar.games.wonders.components import (
    AGES,
    BOARD_NAMES,
    CARD_NAMES,
    CARD_ROWS,
    CARDS,
    COLOUR_NAMES,
    HAND,
    KINDS,
    LEADER_NAMES,
    MAX_TURNS,
    NIBBLE,
    PIECE_NAMES,
    PROJECT_NAMES,
    RESOURCE_NAMES,
    REWARD_NAMES,
    SIDE_NAMES,
    SIDES,
    SLOTS,
    UNSEEN,
    age_of,
    first_stage,
    is_any_order,
    stages_of,
)
from shinar.games.wonders.expansions.cities.losses import can_pay_loss
from shinar.games.wonders.expansions.leaders.view import (
    LeadersView,
    city_leaders,
    entombed_leaders,
    held_leaders,
    leader_uses,
    leaders_view,
)
from shinar.games.wonders.expansions.pack.choice import stage_items
from shinar.games.wonders.expansions.pack.order import board_of_stage
from shinar.games.wonders.expansions.projects.participation import tokens_on_card
from shinar.games.wonders.expansions.tower.effects import num_spaces
from shinar.games.wonders.menu import PARTS, WAYS, Menu, Offer, Strip, Use, Why, strip, why_not_joined
from shinar.games.wonders.observation import HANDS, last_held
from shinar.games.wonders.outlook import Change, Conflict, changes_by_tiles, conflicts
from shinar.games.wonders.payment import COUNT
from shinar.games.wonders.planning import clear_plan, is_discard
from shinar.games.wonders.rules import deciding
from shinar.games.wonders.scoring import guild_sheet, sheet_points
from shinar.games.wonders.seating import FREE_CITY, hand_number, hand_of, holder, num_turns, slot
from shinar.games.wonders.standing import structures_in
from shinar.games.wonders.state import (
    ACT,
    BUILT,
    CHOOSE_USE,
    DEAL_BOARDS,
    DRAFT,
    DRAW_CARD,
    HIRE,
    IN_STAGE,
    PHASE_NAMES,
    READY,
    RECRUIT,
    SEVENTH,
    UNUSED,
    City,
    Phase,
    State,
    with_own_cities,
)
from shinar.games.wonders.teams import TEAM_SIZE, has_partners, is_shown
from shinar.games.wonders.words import tile_text

__all__ = ["AGE_NAMES", "PHASE_WORDS", "discards", "hand_names", "recalled", "structures"]
__all__ += ["WondersView", "tower_view", "view"]

AGE_NAMES = ("I", "II", "III")
PHASE_WORDS = (
    "dealing boards",
    "dealing leaders",
    "keeping a leader",
    "dealing tiles",
    "keeping a tile",
    "choosing a leader and its use",
    "drawing a project",
    "dealing",
    "drawing a card",
    "choosing a card and its use",
    "using the last card",
    "discarding the last card",
    "drawing leaders",
    "recruiting another leader",
    "copying a leader",
    "entombing a leader",
    "building from the discards",
    "settling losses",
    "choosing what is lost",
    "over",
)
TILE_STATES = ("kept", "waiting", "placed")
PLAN_VERBS = ("", "build", "stage", "discard", "tower", "", "", "lose")
MANNER_NAMES = ("", "built", "stage", "discarded", "tile", "left over", "salvaged", "lost")


# ---- the shape of a view ----------------------------------------------------------------------------------------


class Producer(TypedDict):
    """Something that makes one unit each turn."""

    kinds: list[str]  # of which one is made
    sold: bool  # neighbours may buy it


class CardUse(TypedDict):
    """What a city did with a card in a turn, or with a leader."""

    age: int  # 0 for a leader that was recruited later in an Age
    turn: int  # one more than an Age has turns: the last card of the hand; 0: the leader before the first turn
    manner: str
    card: str | None  # None if the viewer does not know it


class Tile(TypedDict):
    """A tile of a player: what is known of it."""

    number: int | None
    state: str  # "kept", "waiting" face down to be placed, or "placed"


class PlanView(TypedDict):
    """What I have decided for a city so far."""

    verb: str
    card: str
    way: str
    joins: str
    tile: int | None
    stage: int | None  # the one chosen among several
    bank: int
    left: int
    right: int
    is_sealed: bool


class StageView(TypedDict):
    """A stage of a city: the board on which it is printed, and its number there; None if that is still to be chosen."""

    board: str
    side: str
    stage: int | None
    is_built: bool


class CityView(TypedDict):
    """A city as everybody sees it, and for its own player what is decided."""

    number: int
    board: str | None  # None until it is dealt, like the side
    side: str | None
    coins: int
    shields: int
    stages: int
    stages_in_all: int  # 0 until the board is dealt
    stage_list: list[StageView]
    structures: dict[str, list[str]]
    makes: list[Producer]
    prices: dict[str, int]
    victories: dict[str, int]
    defeats: int
    conflict: Conflict
    uses: list[CardUse]
    tiles: list[Tile]
    participation: int
    tokens: dict[str, int]
    penalty: int
    debts: int
    diplomacy: int  # diplomacy tokens
    owes: int  # coins of a loss that is being settled
    is_blocked: bool
    has_free_building: bool
    score: int
    sheet: dict[str, int]
    guilds: dict[str, int]  # the points of each guild, and of one that is copied
    leaders: list[str]  # that lie face up
    entombed: list[str]  # leaders that lie face down beside the board
    copied_leader: str | None  # whose effect a guild copies
    plan: PlanView | None


class HandCard(TypedDict):
    """A card of my hand, or a leader: how my city stands to it, and all that can be done with it."""

    card: str
    strip: Strip
    uses: list[Use]
    join_why: Why | None  # why a card of the project's colour would not let my city join; None if it would


class HandKnown(TypedDict):
    """What I may know of another hand."""

    seat: int
    cards: int  # how many it holds
    among: list[str]  # the cards it must come from, if I ever held it
    gone: list[str]  # those that surely left it since


class TileView(TypedDict):
    """A tile that can be read, and what it changes for me."""

    tile: int
    active: bool
    effect: str
    changes: list[Change]


class TowerView(TypedDict):
    """The tower: its spaces, what lies there, and the space that the next tile covers."""

    spaces: list[TileView | None]
    next_space: int
    mine: list[TileView]  # my tiles that I can still build; while drafting those to choose from
    kept: list[int]  # while drafting: those I have kept


class ProjectView(TypedDict):
    """The project of the Age."""

    name: str
    places: int  # participation tokens at the start
    tokens: int  # those left
    joined: list[int]  # the participation tokens of each seat


class WondersView(TypedDict):
    """An observation of a game."""

    players: int
    age: int
    turn: int
    turns: int  # of an Age
    phase: Phase
    has_cities: bool  # the expansion Cities is played
    team_size: int  # so many seats side by side are partners; 1 if everybody plays alone
    is_recruiting: bool  # the turn before the first of an Age, in which leaders are used
    passes_left: bool
    cities: list[CityView]
    deciding: int | None  # the city that I decide for now
    hand: list[HandCard]
    offers: list[Offer]
    recalled: list[HandKnown]  # of the other seats; of all, for those who may see everything
    discards: list[str | None]
    tower: TowerView | None
    project: ProjectView | None
    leaders: LeadersView | None
    holder: int | None  # two players: who plays for the Free City
    pile: int  # two players: cards left to draw in this Age
    unplaced: list[str]


# ---- plain data -------------------------------------------------------------------------------------------------


def view(state: State, seat: int) -> WondersView:
    """An observation as plain data."""
    menu = Menu(state, seat)
    return {
        "players": state.players,
        "age": state.age + 1,
        "turn": state.turn + 1,
        "turns": num_turns(state),
        "phase": PHASE_NAMES[state.phase],
        "has_cities": bool(state.has_cities),
        "team_size": TEAM_SIZE if has_partners(state) else 1,
        "is_recruiting": bool(state.is_recruiting),
        "passes_left": state.age != 1,
        "cities": [_city_view(state, number, seat) for number in range(state.num_cities)],
        "deciding": None if menu.number < 0 else menu.number,
        "hand": _hand_view(state, seat, menu),
        "offers": menu.offers,
        "recalled": recalled(state, seat) or _open_hands(state),
        "discards": discards(state),
        "tower": _tower_of(state, seat) if state.has_tower else None,
        "project": _project_view(state),
        "leaders": leaders_view(state, seat),
        "holder": holder(state) if state.players == 2 else None,
        "pile": _pile(state),
        "unplaced": [CARD_NAMES[card] for card in range(CARDS) if state.deck[card] and age_of(card) == state.age],
    }


def _city_view(state: State, number: int, seat: int) -> CityView:
    city = state.cities[number]
    is_own = number == seat or (number == FREE_CITY and state.players == 2 and seat == holder(state))
    has_boards = state.phase != DEAL_BOARDS
    has_board = has_boards or number < state.dealt
    sheet = sheet_points(state, number)
    return {
        "number": number,
        "board": BOARD_NAMES[city.face // SIDES] if has_board else None,
        "side": SIDE_NAMES[city.face % SIDES] if has_board else None,
        "coins": city.coins,
        "shields": city.shields,
        "stages": city.stages,
        "stages_in_all": stages_of(city.face) if has_board else 0,
        "stage_list": _stage_list(state, number) if has_boards else [],
        "structures": structures(city),
        "makes": _producers(city),
        "prices": dict(zip(("raw left", "raw right", "goods left", "goods right"), city.prices, strict=True)),
        "victories": dict(zip(("1", "3", "5"), city.victories, strict=True)),
        "defeats": city.defeats,
        "conflict": conflicts(state, number),
        "uses": _uses(city),
        "tiles": _tiles(city) if state.has_tower and number < state.players else [],
        "participation": city.part,
        "tokens": {name: count for name, count in zip(REWARD_NAMES, city.tokens, strict=False) if count},
        "penalty": city.penalty,
        "debts": city.debts,
        "diplomacy": city.diplomacy,
        "owes": city.owes,
        "is_blocked": bool(city.is_blocked),
        "has_free_building": has_free_building(state, number),
        "score": sum(sheet.values()),
        "sheet": sheet,
        "guilds": guild_sheet(state, number),
        "leaders": city_leaders(city),
        "entombed": entombed_leaders(city),
        "copied_leader": LEADER_NAMES[city.copied - 1] if city.copied else None,
        "plan": _plan_view(city) if is_own else None,
    }


def _stage_list(state: State, number: int) -> list[StageView]:
    """[SW-7.1] [SW-17.3] [SW-17.5] Every stage of a city; those of its own board as they are printed there."""
    city = state.cities[number]
    found = [
        _stage_view(board_of_stage(state, number, place), item, place < city.stages)
        for place, item in enumerate(stage_items(state, number))
    ]
    return sorted(found, key=lambda stage: stage["stage"] or 0) if is_any_order(city.face) else found


def _stage_view(face: int, item: int | None, is_built: bool) -> StageView:
    which = None if item is None else item - first_stage(face) + 1
    return {
        "board": BOARD_NAMES[face // SIDES],
        "side": SIDE_NAMES[face % SIDES],
        "stage": which,
        "is_built": is_built,
    }


def _tiles(city: City) -> list[Tile]:
    return [
        {"number": tile or None, "state": TILE_STATES[built]}
        for tile, built in zip(city.tiles, city.tile_built, strict=True)
    ]


def structures(city: City) -> dict[str, list[str]]:
    """The structures of a city by colour."""
    found: dict[str, list[str]] = {colour: [] for colour in COLOUR_NAMES}
    for card in structures_in(city):
        found[CARD_ROWS[card]["colour"]].append(CARD_NAMES[card])
    return found


def _producers(city: City) -> list[Producer]:
    """[SW-5.2] What a city makes each turn, and which of it neighbours may buy."""
    fixed = [RESOURCE_NAMES[kind] for kind in range(KINDS) for _ in range(city.fixed >> NIBBLE * kind & COUNT)]
    made: list[Producer] = [{"kinds": [kind], "sold": True} for kind in fixed]
    for i, choice in enumerate(city.choices[: city.num_choices]):
        made.append({"kinds": _kinds(choice), "sold": i < city.num_sold})
    return made


def _kinds(bits: int) -> list[str]:
    return [RESOURCE_NAMES[kind] for kind in range(KINDS) if bits >> kind & 1]


def _uses(city: City) -> list[CardUse]:
    leaders = leader_uses(city)
    used: list[CardUse] = [{"age": age, "turn": turn, "manner": how, "card": name} for age, turn, how, name in leaders]
    used += [
        {
            "age": place // SLOTS + 1,
            "turn": place % SLOTS + 1,
            "manner": MANNER_NAMES[manner],
            "card": _card_name(city.used[place]),
        }
        for place, manner in enumerate(city.manner)
        if manner != UNUSED
    ]
    return sorted(used, key=lambda use: (use["age"], use["turn"]))


def _card_name(card: int) -> str | None:
    return None if card == UNSEEN else CARD_NAMES[card]


def _plan_view(city: City) -> PlanView | None:
    """What is decided for a city whose decisions the viewer knows."""
    plan = city.plan
    has_nothing_to_decide = plan.use == UNUSED and not plan.tile and not can_pay_loss(city)
    if plan.step == CHOOSE_USE or has_nothing_to_decide:
        return None
    return {
        "verb": "settle" if city.owes else PLAN_VERBS[plan.use],
        "card": PIECE_NAMES[plan.card],
        "way": WAYS[plan.way] if plan.use in (BUILT, IN_STAGE) else "",
        "joins": PARTS[plan.part],
        "tile": (plan.tile or None) if plan.use != IN_STAGE else None,
        "stage": (plan.tile or None) if plan.use == IN_STAGE else None,
        "bank": plan.bank,
        "left": plan.left,
        "right": plan.right,
        "is_sealed": plan.step == READY,
    }


# ---- hands ------------------------------------------------------------------------------------------------------


def _hand_view(state: State, seat: int, menu: Menu) -> list[HandCard]:
    """My hand: how the city stands to each card and, while it still decides, all that can be done with it."""
    pieces = _pieces(state, seat)
    if menu.number >= 0 and state.phase in (ACT, RECRUIT, SEVENTH):
        return [_hand_card(state, menu.number, piece, menu.uses_of(piece)) for piece in pieces]
    if menu.number >= 0 and state.phase == HIRE:
        return [_hand_card(state, menu.number, piece, [menu.build(piece)]) for piece in pieces]
    undecided = Menu(_undecided(state, seat), seat)
    cards = [_hand_card(undecided.state, seat, piece, [undecided.build(piece)]) for piece in pieces]
    return [{**card, "uses": []} for card in cards]


def _pieces(state: State, seat: int) -> list[int]:
    """What I choose from: cards, or leaders while they are recruited."""
    if state.phase in (RECRUIT, HIRE):
        return [CARDS + leader for leader in held_leaders(state, seat)]
    return _cards(state, seat)


def _undecided(state: State, seat: int) -> State:
    """The position as if a seat had not decided yet, to tell what its cards would cost."""
    found = with_own_cities(state, seat)
    found.phase = RECRUIT if state.phase == RECRUIT else ACT
    if 0 <= seat < state.players:
        clear_plan(found.cities[seat].plan)
    return found


def _hand_card(state: State, number: int, card: int, uses: list[Use]) -> HandCard:
    shown, join_why = strip(state, number, card, uses), why_not_joined(state, number, card)
    return {"card": PIECE_NAMES[card], "strip": shown, "uses": uses, "join_why": join_why}


def _cards(state: State, seat: int) -> list[int]:
    if not 0 <= seat < state.players:
        return []
    hand = hand_of(state, seat)
    return list(hand.cards[: hand.n])


def hand_names(state: State, seat: int) -> list[str]:
    return [CARD_NAMES[card] for card in _cards(state, seat)]


def recalled(state: State, seat: int) -> list[HandKnown]:
    """Of every other hand: who has it, how many cards, and from which cards they must be, if it was ever held."""
    if not 0 <= seat < state.players:
        return []
    others = [other for other in range(state.players) if other != seat]
    return [_recalled_hand(state, seat, other) for other in others]


def _recalled_hand(state: State, seat: int, other: int) -> HandKnown:
    if is_shown(state, seat, other):
        names = hand_names(state, other)
        return {"seat": other, "cards": len(names), "among": names, "gone": []}
    hand = hand_number(state, state.age, state.turn, other)
    memory = last_held(state, seat, (state.age * MAX_TURNS + state.turn) * HANDS + hand)
    known = state.memory[memory].cards[: state.memory[memory].n] if memory >= 0 else []
    return {
        "seat": other,
        "cards": state.hands[hand].n,
        "among": [CARD_NAMES[card] for card in known],
        "gone": _gone(state, hand, memory % MAX_TURNS) if memory >= 0 else [],
    }


def _open_hands(state: State) -> list[HandKnown]:
    """All hands, for those who may see everything; a seat or a spectator sees no hand of another."""
    hands = [(seat, hand_names(state, seat)) for seat in range(state.players) if _is_open(state, seat)]
    return [{"seat": seat, "cards": len(names), "among": names, "gone": []} for seat, names in hands]


def _is_open(state: State, seat: int) -> bool:
    cards = _cards(state, seat)
    return len(cards) > 0 and UNSEEN not in cards


def _gone(state: State, hand: int, since: int) -> list[str]:
    """[SW-14.3] The cards that were seen to leave a hand since a turn of this Age."""
    holders = [(turn, _holder_of(state, hand, turn)) for turn in range(since, state.turn)]
    used = [state.cities[seat].used[slot(state.age, turn)] for turn, seat in holders]
    return [CARD_NAMES[card] for card in used if card != UNSEEN]


def _holder_of(state: State, hand: int, turn: int) -> int:
    return next(seat for seat in range(state.players) if hand_number(state, state.age, turn, seat) == hand)


def discards(state: State) -> list[str | None]:
    """The discards, oldest first; None for those that are not seen."""
    return [
        _card_name(state.cities[number].used[place])
        for place in range(AGES * SLOTS)
        for number in range(state.num_cities)
        if is_discard(state.cities[number].manner[place])
    ]


def _pile(state: State) -> int:
    """[SW-11.2] The cards that are still to be drawn in this Age, with two players."""
    if state.players != 2 or state.phase < DRAW_CARD:
        return 0
    return HAND - state.turn - (state.phase != DRAW_CARD)


# ---- tower and project ------------------------------------------------------------------------------------------


def tower_view(state: State) -> list[dict[str, Any]]:
    return [
        {"tile": tile, "active": bool(state.active >> tile & 1), "effect": tile_text(tile)}
        for tile in state.tower
        if tile
    ]


def _tower_of(state: State, seat: int) -> TowerView:
    spaces = num_spaces(state)
    is_drafting = state.phase == DRAFT
    own = _own_tiles(state, seat)
    kept = [tile for tile in state.cities[seat].tiles[: state.turn] if tile] if is_drafting and own else []
    views = _tile_views(state, seat, [*state.tower[:spaces], *own])
    return {
        "spaces": [views[tile] if tile else None for tile in state.tower[:spaces]],
        "next_space": state.tiles_placed % spaces,
        "mine": [views[tile] for tile in own],
        "kept": kept,
    }


def _own_tiles(state: State, seat: int) -> list[int]:
    """My tiles that I can still build; while drafting those I may keep."""
    if not 0 <= seat < state.players:
        return []
    city = state.cities[seat]
    first = state.turn if state.phase == DRAFT else 0
    return [tile for tile, built in zip(city.tiles[first:], city.tile_built[first:], strict=True) if tile and not built]


def _tile_views(state: State, seat: int, tiles: list[int]) -> dict[int, TileView]:
    shown = {tile for tile in tiles if tile}
    changes = _changes(state, seat, shown) if 0 <= seat < state.players else {}
    return {tile: _tile_view(state, tile, changes.get(tile, [])) for tile in shown}


def _changes(state: State, seat: int, tiles: set[int]) -> dict[int, list[Change]]:
    """What tiles change for the city for which a seat decides, or for its own."""
    number = deciding(state, seat)
    return changes_by_tiles(state, number if number >= 0 else seat, _cards(state, seat), tiles)


def _tile_view(state: State, tile: int, changes: list[Change]) -> TileView:
    return {
        "tile": tile,
        "active": bool(state.active >> tile & 1),
        "effect": tile_text(tile),
        "changes": changes,
    }


def _project_view(state: State) -> ProjectView | None:
    if state.project == 0:
        return None
    return {
        "name": PROJECT_NAMES[state.project - 1],
        "places": tokens_on_card(state),
        "tokens": state.project_tokens,
        "joined": [city.part for city in state.cities[: state.players]],
    }
