"""Positions that cannot be reached, and the sentences that say what is wrong with them.

What a seat does not know may be missing, since observations are written as positions too; what stands there must fit.
"""

from collections.abc import Iterator

from shinar.core.compiled.layout import copy_of
from shinar.core.compiled.visibility import out_of_bounds
from shinar.core.game import Actions
from shinar.games.wonders.audit import copies_in, shields_in, was_built
from shinar.games.wonders.components import (
    AGES,
    BOARD_BOXES,
    BOARD_NEEDS,
    BOARDS,
    BUILD_FROM_DISCARDS,
    CARDS,
    CITIES,
    COLOURS,
    GUILDS,
    LEADERS,
    LOSE_VICTORIES,
    PROJECTS_PER_AGE,
    SEVENTH_CARD,
    SIDES,
    SLOTS,
    TILES_EACH,
    UNSEEN,
    age_of,
    power_of,
    project_penalty,
    stages_of,
)
from shinar.games.wonders.expansions.cities.losses import can_pay_loss
from shinar.games.wonders.expansions.cities.reachable import faults_of_cities
from shinar.games.wonders.expansions.leaders.effects import leaders_of
from shinar.games.wonders.expansions.leaders.reachable import faults_of_leaders
from shinar.games.wonders.expansions.pack.reachable import faults_of_pack, has_played_last
from shinar.games.wonders.expansions.projects.participation import can_choose_loss, tokens_on_card
from shinar.games.wonders.expansions.tower.effects import num_spaces
from shinar.games.wonders.planning import clear_plan, decide, is_ready
from shinar.games.wonders.rules import add_choices, decide_simply
from shinar.games.wonders.seating import hand_of, hand_size, holder, is_last_turn, num_guilds, num_turns, slot
from shinar.games.wonders.stages import built_stage, has_power
from shinar.games.wonders.standing import structures_in
from shinar.games.wonders.state import (
    ACT,
    COPY,
    DEAL_BOARDS,
    DEAL_CARDS,
    DEAL_LEADERS,
    DEAL_TILES,
    DRAFT,
    DRAFT_LEADERS,
    DRAFTED,
    DRAW_CARD,
    DRAW_LEADERS,
    DRAW_PROJECT,
    ENTOMB,
    HIRE,
    LAST_CARD,
    OVER,
    PENALTY,
    READY,
    RECRUIT,
    SALVAGE,
    SETTLE,
    SEVENTH,
    TILE_PLACED,
    UNUSED,
    City,
    State,
)
from shinar.games.wonders.teams import PAIRS, TEAM_PLAYERS
from shinar.games.wonders.words import board_title, card_title, counted, project_title

__all__ = ["faults", "faults_of_plans"]

ROUNDS = {DRAFT: TILES_EACH - 1, DRAFT_LEADERS: DRAFTED - 1}  # of choosing, in phases before an Age
COUNTED = (
    "State.deck",
    "State.guilds_left",
    "State.blacks_left",
)  # what is left over: better reported as what there is too much of
AGE_WORDS = ("I", "II", "III")
BEFORE_CARDS = (
    DEAL_BOARDS,
    DEAL_LEADERS,
    DRAFT_LEADERS,
    DEAL_TILES,
    DRAFT,
    RECRUIT,
    DRAW_PROJECT,
    DEAL_CARDS,
)  # phases before the first turn of an Age
AFTER_TURNS = (SEVENTH, LAST_CARD, PENALTY, OVER)  # phases after the last
AFTER_CARDS = (DRAW_LEADERS, HIRE, COPY, ENTOMB, SALVAGE, SETTLE)  # phases after what is left of the hands is discarded
OF_TWO = (DRAW_CARD, LAST_CARD)  # phases of games of two players
WITH_PROJECT = (
    DEAL_CARDS,
    DRAW_CARD,
    ACT,
    SEVENTH,
    LAST_CARD,
    DRAW_LEADERS,
    HIRE,
    COPY,
    ENTOMB,
    SALVAGE,
    SETTLE,
    PENALTY,
)  # phases in which one lies open


def faults(state: State) -> Iterator[str]:
    """What is wrong with a position, the plainest thing first."""
    if state.age >= AGES or state.turn >= num_turns(state):
        yield f"there are {AGES} Ages of {num_turns(state)} turns"
    yield from (fault.partition(".")[2] for fault in out_of_bounds(state) if not fault.startswith(COUNTED))
    yield from _faults_of_time(state)
    yield from _faults_of_boards(state)
    yield from _faults_of_cards(state)
    yield from _faults_of_hands(state)
    yield from _faults_of_tower(state)
    yield from _faults_of_project(state)
    yield from faults_of_leaders(state)
    yield from faults_of_cities(state)
    yield from faults_of_pack(state)
    yield from _faults_of_actor(state)


# ---- Ages, turns and phases -------------------------------------------------------------------------------------


def _faults_of_time(state: State) -> Iterator[str]:
    """The phase fits the Age, the turn, the number of players and the expansions."""
    if state.phase in BEFORE_CARDS and state.turn >= ROUNDS.get(state.phase, 1):
        yield "in this phase no turn of the Age has begun: turn:1"
    if state.phase in AFTER_TURNS and not is_last_turn(state):
        yield f"this phase comes after the last turn of an Age: turn:{num_turns(state)}"
    if (state.phase == OVER and state.age != AGES - 1) or (state.phase <= DRAFT and state.age):
        yield "the phase does not fit the Age"
    if state.has_cities and state.players == 2:
        yield "Cities needs three players"
    if state.players > CITIES and not state.has_cities:
        yield "eight players need Cities"
    if state.teams and not (state.teams & PAIRS and state.has_cities and state.players in TEAM_PLAYERS):
        yield "teams need Cities and 4, 6 or 8 players"
    if state.phase in OF_TWO and state.players > 2:
        yield "only two players have a draw pile"
    if state.phase in {DEAL_TILES, DRAFT} and not state.has_tower:
        yield "tiles are dealt and drafted only with the tower"
    if state.phase in {DRAW_PROJECT, PENALTY} and not state.has_projects:
        yield "this phase is only played with projects"
    if state.dealt and state.phase not in {DEAL_BOARDS, DEAL_LEADERS, DEAL_TILES, DEAL_CARDS, DRAW_LEADERS}:
        yield "nothing is being dealt, so dealt: is 0"


# ---- boards and cities ------------------------------------------------------------------------------------------


def _faults_of_boards(state: State) -> Iterator[str]:
    """[SW-2.3] [SW-11.1] Every board is there once, with a side that is played."""
    dealt = state.dealt if state.phase == DEAL_BOARDS else state.num_cities
    faces = [city.face for city in state.cities[: min(dealt, state.num_cities)]]
    for board, box in enumerate(BOARD_BOXES):
        if box and not getattr(state, f"has_{box}"):
            if any(face // SIDES == board for face in faces):
                yield f"{board_title(board * SIDES)} is a board of the expansion {box}"
            if state.boards >> board & 1:
                yield f"{board_title(board * SIDES)} is a board of the expansion {box}: boards:…"
    for board, other in enumerate(BOARD_NEEDS):
        is_there = any(face // SIDES == board for face in faces) or state.boards >> board & 1
        if other and is_there and not getattr(state, f"has_{other}"):
            yield f"{board_title(board * SIDES)} needs the expansion {other}"
    for board in range(BOARDS):
        owners = sum(face // SIDES == board for face in faces)
        if owners > 1:
            yield f"{board_title(board * SIDES)} is in the game twice"
        if owners and state.boards >> board & 1:
            yield f"{board_title(board * SIDES)} is dealt and undealt"
    for number, face in enumerate(faces):
        if number >= state.players and face % SIDES:
            yield "the Free City has side a"
        if number < state.players and state.sides and face % SIDES != state.sides - 1:
            yield f"{board_title(face)} has a side that is not played"
    if state.phase == DEAL_BOARDS and not len(faces) < state.num_cities <= len(faces) + state.boards.bit_count():
        yield "too few boards are left to deal: boards: and dealt: do not fit"
    yield from _faults_of_promises(state, faces)
    for city in state.cities[: state.num_cities]:
        if city.stages > stages_of(city.face):
            yield f"{board_title(city.face)} has only {counted(stages_of(city.face), 'stage')}"


# ---- cards ------------------------------------------------------------------------------------------------------


def _faults_of_promises(state: State, faces: list[int]) -> Iterator[str]:
    """[SW-2.3] Who was promised a board has it, or can still be dealt it."""
    promised = [(seat, board - 1) for seat, board in enumerate(state.seat_boards) if board]
    if len({board for _, board in promised}) < len(promised):
        yield "seat_boards: names a board twice"
    for seat, board in promised:
        if seat < len(faces) and faces[seat] // SIDES != board:
            yield f"seat_boards: gives {board_title(board * SIDES)} to a seat that has {board_title(faces[seat])}"
        if seat >= len(faces) and not state.boards >> board & 1:
            yield f"{board_title(board * SIDES)} is promised to a seat, and cannot be dealt any more"


def _faults_of_cards(state: State) -> Iterator[str]:
    """[SW-2.1] [SW-2.2] Used cards are of the Age in which they were used, and there are no more than in the box."""
    for number, city in enumerate(state.cities[: state.num_cities]):
        yield from _faults_of_uses(state, city)
        yield from _faults_of_structures(state, number)
    for card in range(CARDS):
        if state.deck[card] < 0:
            yield f"there are more {card_title(card)} cards than the {copies_in(state, card)} in the game"
    if state.guilds_left < 0 or state.guilds_left > sum(state.deck[card] for card in GUILDS):
        yield f"only {num_guilds(state)} guilds are in the game"
    if any(state.drawn) and state.players > 2:
        yield "only two players draw cards"


def _faults_of_uses(state: State, city: City) -> Iterator[str]:
    """[SW-3.3] When cards were used, and which."""
    end = _next_slot(state)
    for place in range(AGES * SLOTS):
        if city.manner[place] == UNUSED:
            continue
        age, turn, card = place // SLOTS, place % SLOTS + 1, city.used[place]
        if place >= end:
            yield f"in {board_title(city.face)} a card is used in {age + 1}.{turn}, which is still to come"
        if card != UNSEEN and age_of(card) != age:
            yield f"{card_title(card)} is not a card of Age {AGE_WORDS[age]}"


def _next_slot(state: State) -> int:
    """Where the cards of the turn will be noted, or the first place after those that are."""
    if state.is_recruiting:
        return slot(state.age, 0)
    if state.phase in {LAST_CARD, PENALTY, OVER} or (state.phase in AFTER_CARDS and is_last_turn(state)):
        return slot(state.age + 1, 0)
    if state.phase == SEVENTH and has_played_last(state):
        return slot(state.age + 1, 0)
    if state.phase in {*AFTER_CARDS, SEVENTH}:
        return slot(state.age, state.turn + 1)
    return slot(state.age, state.turn)


def _faults_of_structures(state: State, number: int) -> Iterator[str]:
    """[SW-4.2] What stands was built, once; and its shields."""
    city = state.cities[number]
    for card in structures_in(city):
        if not was_built(state, city, card):
            yield f"nobody has taken {card_title(card)} out of the discards: one use of it must be salvaged"
    more = city.shields - shields_in(state, number)
    if more < 0 or (more > 0 and not state.has_projects):
        yield f"{board_title(city.face)} has {counted(shields_in(state, number), 'shield')}, not {city.shields}"


# ---- hands ------------------------------------------------------------------------------------------------------


def _faults_of_hands(state: State) -> Iterator[str]:
    """[SW-3.1] [SW-11.4] How many cards everybody holds, and of which Age."""
    for seat in range(state.players):
        hand = hand_of(state, seat)
        size = _hand_size(state, seat)
        if hand.n != size:
            yield f"hand {seat + 1} holds {counted(size, 'card')} in this phase of turn {state.turn + 1}, not {hand.n}"
        for card in hand.cards[: hand.n]:
            if card != UNSEEN and age_of(card) != state.age:
                yield f"{card_title(card)} is not a card of Age {AGE_WORDS[state.age]}"
        if UNSEEN in hand.cards[: hand.n] and max(hand.cards[: hand.n]) > UNSEEN:
            yield f"hand {seat + 1} must be all seen or all unseen"


def _hand_size(state: State, seat: int) -> int:
    """How many cards a seat holds."""
    size = hand_size(state)
    if state.phase == DEAL_CARDS:
        return min(max(state.dealt - size * seat, 0), size)
    if state.phase == DRAW_CARD:
        return size - state.turn
    if state.phase == ACT:
        return size - state.turn + (state.players == 2 and seat == holder(state))
    if state.is_recruiting:
        return 0
    if state.phase == SEVENTH and state.cities[seat].manner[slot(state.age, num_turns(state))] != UNUSED:
        return 0
    if state.phase == SEVENTH or (state.phase in AFTER_CARDS and not is_last_turn(state)):
        return size - state.turn - 1
    return 0


# ---- expansions -------------------------------------------------------------------------------------------------


def _faults_of_tower(state: State) -> Iterator[str]:
    """[SW-12.4] Tiles are in one place each, and those in the tower were built."""
    held = [(tile, built) for city in state.cities for tile, built in zip(city.tiles, city.tile_built, strict=True)]
    tiles = [tile for tile, _ in held if tile]
    passed = any(any(city.passed_tiles) for city in state.cities)
    if not state.has_tower and (tiles or passed or any(state.tower) or state.tile_deck or state.active):
        yield "there are tiles only with the tower"
    for tile in sorted(set(tiles)):
        if tiles.count(tile) > 1 or state.tile_deck >> tile & 1:
            yield f"tile {tile} is in two places"
    strangers = state.cities[state.players :]
    if any(built and not tile for tile, built in held) or any(any(city.tiles) for city in strangers):
        yield "a tile is built that nobody has"
    placed = [tile for tile, built in held if built == TILE_PLACED]
    spaces = state.tower[: num_spaces(state)]
    visible = [tile for tile in state.tower if tile]
    if len(visible) != len([tile for tile in spaces if tile]) or len(set(visible)) < len(visible):
        yield f"{counted(num_spaces(state), 'tile')} can be seen in the tower, each once"
    if not set(visible) <= set(placed) or len(placed) != state.tiles_placed:
        yield "the tiles in the tower are not those that were built"
    if state.tiles_placed < len(visible) or any(state.active >> tile & 1 for tile in range(32) if tile not in visible):
        yield "only tiles that can be seen in the tower are active"
    yield from _faults_of_draft(state, tiles)


def _faults_of_draft(state: State, tiles: list[int]) -> Iterator[str]:
    """[SW-12.1] Three tiles each in the draft; while they are dealt, as many as were, of which others show none."""
    in_order = [tile for city in state.cities[: state.players] for tile in city.tiles]
    if state.phase == DEAL_TILES and (len(tiles) > state.dealt or state.dealt >= len(in_order)):
        yield f"dealt: is the number of tiles dealt, {len(tiles)}"
    if state.phase == DEAL_TILES and any(in_order[state.dealt :]):
        yield "tiles are dealt to the players in order, three to each"


def _faults_of_project(state: State) -> Iterator[str]:
    """[SW-13.1] [SW-13.3] The project is of the Age, and its participation tokens are all somewhere."""
    cities = state.cities[: state.num_cities]
    parts = sum(city.part for city in cities)
    is_open = state.has_projects and state.phase in WITH_PROJECT and not state.is_recruiting
    if (state.project > 0) != is_open:
        yield "a project lies open from the beginning of an Age to its end, if projects are played: project:…"
    elif state.project and (state.project - 1) // PROJECTS_PER_AGE != state.age:
        yield f"{project_title(state.project - 1)} is not a project of Age {AGE_WORDS[state.age]}"
    if state.project and state.project_tokens != max(0, tokens_on_card(state) - parts):
        yield f"{counted(max(0, tokens_on_card(state) - parts), 'participation token')} must be left on the project"
    if not state.project and (parts or state.project_tokens):
        yield "there are participation tokens only while a project lies open"
    if any(city.part > num_turns(state) for city in cities):
        yield "nobody participates more than once a turn"
    if any(city.part for city in state.cities[state.players :]):
        yield "the Free City takes no part in projects"
    if not state.has_projects and any(any(city.tokens) or city.penalty or city.is_blocked for city in cities):
        yield "there are tokens and penalties of projects only with projects"


# ---- who acts, and what is decided ------------------------------------------------------------------------------


def _faults_of_actor(state: State) -> Iterator[str]:
    """[SW-8.2] [SW-8.3] Who acts alone has built the stage that allows it."""
    number, city = state.acting, state.cities[state.acting]
    if state.phase not in {SEVENTH, *AFTER_CARDS} - {SETTLE}:
        if number:
            yield "acting: is only for using the last card or the discards"
    elif number >= state.num_cities:
        yield f"there is no city {number}: acting:…"
    elif state.phase == SEVENTH and (number >= state.players or not has_power(state, number, SEVENTH_CARD)):
        yield f"{board_title(city.face)} has no stage that lets the last card of the hand be used"
    elif state.phase == SALVAGE and not can_have_salvaged(state, number):
        yield f"{board_title(city.face)} has not built a stage that opens the discards"
    waiting = [other for other, there in enumerate(state.cities) if there.salvages]
    is_later = state.phase in {SEVENTH, LAST_CARD, *AFTER_CARDS}
    if waiting and not (is_later and all(can_have_salvaged(state, other) for other in waiting)):
        yield "who may look through the discards is given by acting:, not by salvages:"


def can_have_salvaged(state: State, number: int) -> bool:
    """[SW-8.3] [SW-15.12] Whether a city may look through the discards: by its last stage, or by a leader."""
    city = state.cities[number]
    in_effect = leaders_of(city)
    leaders = [leader for leader in range(LEADERS) if in_effect >> leader & 1]
    by_leader = any(power_of(CARDS + leader) == BUILD_FROM_DISCARDS for leader in leaders)
    if by_leader or not city.stages:
        return by_leader
    return power_of(built_stage(state, number, city.stages - 1)) == BUILD_FROM_DISCARDS


def faults_of_plans(state: State) -> Iterator[str]:
    """[SW-3.2] What is decided could be decided; and somebody has not yet decided."""
    for number, city in enumerate(state.cities):
        if _is_blank(city):
            continue
        if number >= state.num_cities or not _can_plan(state, number):
            yield f"city {number + 1} cannot have decided that: plan:…"
    if state.phase in {DRAFT, DRAFT_LEADERS, RECRUIT, ACT} and all(
        is_ready(city) for city in state.cities[: _deciders(state)]
    ):
        yield "all have decided, so nothing is left to choose"
    if state.phase == PENALTY:
        yield from _faults_of_penalty(state)
    if state.phase == SETTLE and all(is_ready(city) for city in state.cities[: state.players]):
        yield "nobody has to decide about a loss"


def _deciders(state: State) -> int:
    return state.num_cities if state.phase == ACT else state.players


def _is_blank(city: City) -> bool:
    blank = City()
    return bool(city.plan == blank.plan)


def _can_plan(state: State, number: int) -> bool:
    """Whether the plan of a city can come of decisions it may take."""
    plan = state.cities[number].plan
    if state.phase in {PENALTY, SETTLE} and plan.step == READY and not plan.use and not _may_choose(state, number):
        return not plan.card and number < state.players
    if state.phase in {DRAFT, DRAFT_LEADERS, PENALTY, SETTLE}:
        return number < state.players and _can_choose_simply(state, number)
    if state.phase not in {ACT, RECRUIT, SEVENTH, HIRE, SALVAGE}:
        return False
    is_alone = state.phase not in {ACT, RECRUIT}
    if is_alone and number != state.acting:
        return False
    if number >= state.players and state.phase == ACT and not is_ready(state.cities[holder(state)]):
        return False
    if is_alone and plan.step == READY:
        return False  # who decides alone is carried out at once
    after = copy_of(state)
    clear_plan(after.cities[number].plan)
    return _leads_to(after, number, state)


def _may_choose(state: State, number: int) -> bool:
    city = state.cities[number]
    return bool(can_pay_loss(city) if state.phase == SETTLE else can_choose_loss(state, city))


def _can_choose_simply(state: State, number: int) -> bool:
    """Whether a plan is one of the choices of a draft, a penalty or a loss."""
    actions, after = Actions(), copy_of(state)
    if state.phase not in {PENALTY, SETTLE} or _may_choose(state, number):
        add_choices(state, number, actions)
    for action in actions.ids[: actions.n]:
        clear_plan(after.cities[number].plan)
        decide_simply(after.cities[number], action)
        if after.cities[number].plan == state.cities[number].plan:
            return True
    return False


def _leads_to(before: State, number: int, wanted: State) -> bool:
    """Whether some decisions, one after another, lead to the plan that a city has in another state."""
    plan, goal = before.cities[number].plan, wanted.cities[number].plan
    if plan == goal:
        return True
    if plan.step == READY or (plan.use and (plan.use, plan.card) != (goal.use, goal.card)):
        return False
    actions = Actions()
    add_choices(before, number, actions)
    for action in actions.ids[: actions.n]:
        after = copy_of(before)
        decide(after, number, action)
        if _leads_to(after, number, wanted):
            return True
    return False


def _faults_of_penalty(state: State) -> Iterator[str]:
    """[SW-13.5] Somebody must choose what to lose."""
    penalty = project_penalty(state.project - 1)
    if state.project_tokens == 0 or (penalty >= COLOURS and penalty != LOSE_VICTORIES):
        yield "the project leaves nobody a choice of what to lose"
    elif all(is_ready(city) for city in state.cities[: state.players]):
        yield "nobody has anything left to lose to the project"
