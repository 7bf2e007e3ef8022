"""A small game that needs all of the contract: three seats bid at the same time, in secret, with hidden cards.

- TOY-1: Each seat is dealt two of ten cards, two of each value 1 … 5, unseen by the others.
- TOY-2: A round (which is a turn) begins with a prize worth 1 … 3, turned up by chance.
- TOY-3: All bid a card from their hands, sealed until the last has bid.
- TOY-4: The highest bid that is alone wins the prize. Who won closes the round, else it closes by itself.
- TOY-5: Before closing it, who won may boast twice, and peek once at the hand of the next seat.
- TOY-6: The game ends after the last round. Points count, then fewer boasts.
- TOY-7: It ends earlier when somebody has 4 points.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from shinar.core.action import Action, Entry
from shinar.core.canvas import Canvas
from shinar.core.compiled.jit import jit
from shinar.core.compiled.layout import ALL, OWNER, PARTLY, Array, fields_of, i8, layout, per, seen, to_data
from shinar.core.compiled.visibility import copy_fields
from shinar.core.errors import NotationError
from shinar.core.game import (
    CHANCE,
    CHANCE_ASKED,
    NOBODY_ASKED,
    Actions,
    Game,
    Observation,
    Refusal,
    Rules,
    add,
    add_weighted,
    asked,
)
from shinar.core.options import Option
from shinar.core.piles import pick, total
from shinar.core.rng import Rng, below
from shinar.core.story import Narrator, StoryLine
from shinar.core.viewer import Viewer

SEATS = 3
HAND = 2
VALUES = 6  # an array by value has an unused slot 0
COPIES = 2
PRIZES = 4  # as above
MAX_BOASTS = 2
WINNING_POINTS = 4
NOBODY = -1

END_TURN, BOAST, PEEK = range(3)
BID = PEEK  # + value
DEAL = BID + VALUES - 1  # + value
PRIZE = DEAL + VALUES - 1  # + value
FIRST_CHANCE = DEAL + 1
NUM_ACTIONS = PRIZE + PRIZES

DEALING, REVEALING, BIDDING, CLOSING, OVER = range(5)
ROUNDS_PLAYED, POINTS_REACHED = 1, 2
CARDS_LOST, PRIZES_LOST = 1, 2


@layout
class Player:
    """One seat."""

    hand: Array[i8] = per(VALUES, PARTLY, 0, COPIES)  # cards by value; in an observation only those the seat knows
    unseen: i8 = seen(PARTLY, 0, HAND)  # further cards in the hand
    bid: i8 = seen(OWNER, 0, VALUES - 1)  # the value that was bid, 0 before
    points: i8 = seen(ALL, 0, 20)
    boasts: i8 = seen(ALL, 0, MAX_BOASTS)
    knows: i8 = seen(ALL, 0, 1)  # 1 once it has peeked at the hand of the next seat


@layout
class State:
    """A position; in an observation `deck` holds every card that the seat cannot place."""

    players: Array[Player] = per(SEATS, PARTLY)
    deck: Array[i8] = per(VALUES, PARTLY, 0, COPIES)
    discards: Array[i8] = per(VALUES, ALL, 0, COPIES)
    prizes: Array[i8] = per(PRIZES, ALL, 0, COPIES)  # not yet turned up, by worth
    prize: i8 = seen(ALL, 0, PRIZES - 1)  # what is bid for
    phase: i8 = seen(ALL, 0, OVER)
    dealt: i8 = seen(ALL, 0, SEATS * HAND)  # cards
    winner: i8 = seen(ALL, NOBODY, SEATS - 1)  # of the bids, who closes the round
    round: i8 = seen(ALL, 0, HAND)
    rounds: i8 = seen(ALL, 0, HAND)
    double: i8 = seen(ALL, 0, 1)  # 1 if the prize of the last round counts twice


copy_open_table, copy_open_side = copy_fields(State), copy_fields(Player)
copy_own = copy_fields(Player, OWNER)


# ---- rules ------------------------------------------------------------------------------------------------------


@jit
def actors(state: State) -> int:
    """Everybody who has not bid; who won; or chance."""
    if state.phase == BIDDING:
        mask = 0
        for seat in range(SEATS):
            if state.players[seat].bid == 0:
                mask += asked(seat)
        return mask
    if state.phase == CLOSING:
        return asked(state.winner)
    return NOBODY_ASKED if state.phase == OVER else CHANCE_ASKED


@jit
def is_asked(state: State, seat: int) -> bool:
    return 0 <= seat < SEATS and actors(state) >> seat & 1 == 1


@jit
def following(seat: int) -> int:
    return (seat + 1) % SEATS


@jit
def held(player: Player) -> int:
    return total(player.hand) + player.unseen


@jit
def legal_actions(state: State, seat: int, into: Actions) -> None:
    if not is_asked(state, seat):
        return
    player = state.players[seat]
    if state.phase == BIDDING:
        for value in range(1, VALUES):
            if player.hand[value] > 0:
                add(into, BID + value)
        return
    add(into, END_TURN)
    if player.boasts < MAX_BOASTS:
        add(into, BOAST)
    if player.knows == 0 and held(state.players[following(seat)]) > 0:
        add(into, PEEK)


@jit
def chances(state: State, into: Actions) -> None:
    if state.phase == DEALING:
        for value in range(1, VALUES):
            add_weighted(into, DEAL + value, state.deck[value])
    if state.phase == REVEALING:
        for worth in range(1, PRIZES):
            add_weighted(into, PRIZE + worth, state.prizes[worth])


@jit
def apply(state: State, actor: int, action: int) -> None:
    if action == END_TURN:
        close_round(state)
    elif action == BOAST:
        state.players[actor].boasts += 1
    elif action == PEEK:
        state.players[actor].knows = 1
    elif action <= DEAL:
        bid(state, actor, action - BID)
    elif action <= PRIZE:
        deal_card(state, action - DEAL)
    else:
        state.prize = action - PRIZE
        state.prizes[state.prize] -= 1
        state.phase = BIDDING


@jit
def deal_card(state: State, value: int) -> None:
    state.deck[value] -= 1
    state.players[state.dealt % SEATS].hand[value] += 1
    state.dealt += 1
    if state.dealt == SEATS * HAND:
        begin_round(state)


@jit
def begin_round(state: State) -> None:
    state.round += 1
    state.phase = REVEALING


@jit
def bid(state: State, seat: int, value: int) -> None:
    state.players[seat].bid = value
    if actors(state) == 0:
        state.winner = highest_alone(state)
        for player in range(SEATS):
            uncover(state, player)
        state.phase = CLOSING
        if state.winner == NOBODY:
            close_round(state)
        else:
            is_doubled = state.double == 1 and state.round == state.rounds
            state.players[state.winner].points += state.prize * (2 if is_doubled else 1)


@jit
def highest_alone(state: State) -> int:
    for value in range(VALUES - 1, 0, -1):
        bidders = 0
        bidder = NOBODY
        for seat in range(SEATS):
            if state.players[seat].bid == value:
                bidders += 1
                bidder = seat
        if bidders == 1:
            return bidder
    return NOBODY


@jit
def uncover(state: State, seat: int) -> None:
    player = state.players[seat]
    player.hand[player.bid] -= 1
    state.discards[player.bid] += 1
    player.bid = 0


@jit
def close_round(state: State) -> None:
    state.winner = 0
    state.prize = 0
    if ending(state) == 0:
        begin_round(state)
    else:
        state.phase = OVER


@jit
def score(state: State, seat: int) -> int:
    return state.players[seat].points


@jit
def ranking_key(state: State, seat: int) -> int:
    return state.players[seat].points * (MAX_BOASTS + 1) - state.players[seat].boasts


@jit
def ending(state: State) -> int:
    """Which ending came, once bids are uncovered and the round is closed."""
    if (state.phase == CLOSING and state.prize != 0) or state.phase < CLOSING:
        return 0
    for seat in range(SEATS):
        if state.players[seat].points >= WINNING_POINTS:
            return POINTS_REACHED
    return ROUNDS_PLAYED if state.round == state.rounds else 0


@jit
def turn(state: State) -> int:
    return state.round


@jit
def audit(state: State) -> int:
    for value in range(1, VALUES):
        cards = state.deck[value] + state.discards[value]
        for seat in range(SEATS):
            cards += (
                state.players[seat].hand[value] + COPIES * state.players[seat].unseen
            )  # all is seen in a true state
        if cards != COPIES:
            return CARDS_LOST
    turned_up = state.round - (1 if state.phase == REVEALING else 0)
    return 0 if total(state.prizes) + turned_up == (PRIZES - 1) * COPIES else PRIZES_LOST


@jit
def observe(state: State, seat: int, into: State) -> None:
    copy_open_table(state, into)
    for value in range(VALUES):
        into.deck[value] = state.deck[value]
    for owner in range(SEATS):
        player, shown = state.players[owner], into.players[owner]
        copy_open_side(player, shown)
        if owner == seat:
            copy_own(player, shown)
        if owner == seat or (seat >= 0 and following(seat) == owner and state.players[seat].knows == 1):
            observe_hand(player, shown)
        else:
            observe_back(player, shown, into)


@jit
def observe_hand(player: Player, into: Player) -> None:
    for value in range(VALUES):
        into.hand[value] = player.hand[value]
    into.unseen = player.unseen


@jit
def observe_back(player: Player, into: Player, observation: State) -> None:
    into.unseen = held(player)
    for value in range(VALUES):
        observation.deck[value] += player.hand[value]


@jit
def determinize(state: State, _seat: int, rng: Rng) -> None:
    for owner in range(SEATS):
        player = state.players[owner]
        while player.unseen > 0:
            value = pick(state.deck, rng)
            state.deck[value] -= 1
            player.hand[value] += 1
            player.unseen -= 1


# ---- hooks that spare the lists ---------------------------------------------------------------------------------


@jit
def deal(state: State, rng: Rng) -> None:
    while actors(state) == CHANCE_ASKED:
        if state.phase == DEALING:
            apply(state, CHANCE, DEAL + pick(state.deck, rng))
        else:
            apply(state, CHANCE, PRIZE + pick(state.prizes, rng))


@jit
def random_action(state: State, seat: int, rng: Rng, actions: Actions) -> int:
    """Any legal action; the list is used as scratch and left empty."""
    actions.n = 0
    legal_actions(state, seat, actions)
    action = actions.ids[below(rng, actions.n)]
    actions.n = 0
    return action


RULES = Rules(
    state=State,
    actors=actors,
    legal_actions=legal_actions,
    chances=chances,
    apply=apply,
    observe=observe,
    determinize=determinize,
    score=score,
    ranking_key=ranking_key,
    ending=ending,
    turn=turn,
    audit=audit,
)
QUICK_RULES = replace(RULES, deal=deal, random_action=random_action)


# ---- the game ---------------------------------------------------------------------------------------------------

NAMES = ("end turn", "boast", "peek", *(f"bid {value}" for value in range(1, VALUES)))
NAMES += (*(f"deal {value}" for value in range(1, VALUES)), *(f"prize {worth}" for worth in range(1, PRIZES)))


class Toy(Game[State]):
    """The game of this file."""

    name: ClassVar[str] = "toy"
    title: ClassVar[str] = "Sealed Bids"
    summary: ClassVar[str] = "Three seats bid for prizes, all at once."
    rules_version: ClassVar[int] = 3
    rules: ClassVar[Rules[Any]] = RULES
    option_list: ClassVar[tuple[Option, ...]] = (
        Option("rounds", "How many prizes.", (2, 1), 2),
        Option("extras", "What is added.", ("double", "bell"), (), many=True),
    )
    num_actions: ClassVar[int] = NUM_ACTIONS
    first_chance_action: ClassVar[int] = FIRST_CHANCE
    max_actions: ClassVar[int] = SEATS * HAND + HAND * (1 + SEATS + MAX_BOASTS + 2)
    endings: ClassVar[tuple[tuple[str, str], ...]] = (
        ("", ""),
        ("TOY-6", "all rounds are played"),
        ("TOY-7", "4 points are reached"),
    )
    audits: ClassVar[tuple[str, ...]] = ("", "a card was lost or added", "a prize was lost or added")
    not_asked_clause: ClassVar[str] = "TOY-3"

    @property
    def num_seats(self) -> int:
        return SEATS

    def initial_state(self) -> State:
        state = State()
        state.deck = [0] + [COPIES] * (VALUES - 1)
        state.prizes = [0] + [COPIES] * (PRIZES - 1)
        state.rounds = int(str(self.options["rounds"]))
        state.double = int("double" in str(self.options["extras"]))
        return state

    def reveals(self, before: State, after: State, entry: Entry) -> bool:
        is_last_bid = before.phase == BIDDING and len(self.actors(before)) == 1
        return entry.actor == CHANCE or entry.action == PEEK or is_last_bid

    def action_name(self, action: int) -> str:
        return NAMES[action]

    def action_group(self, action: int) -> str:
        return NAMES[action].split()[0]

    def action(self, action: int) -> Action:
        verb, _, value = NAMES[action].partition(" ")
        return Action(verb, {"value": int(value)} if value.isdecimal() else {})

    def tell(self, before: State, after: State, entry: Entry, viewer: Viewer) -> list[StoryLine]:
        narrator, form = Narrator(viewer), self.action(entry.action)
        if entry.actor == CHANCE and entry.action > PRIZE:
            words = f"The prize is {form.args['value']}"
            return [StoryLine(CHANCE, form.verb, form.args, predicate=words, action=entry.action)]
        owner = before.dealt % SEATS if entry.actor == CHANCE else entry.actor
        is_hidden = entry.actor == CHANCE or self.is_sealed(before, after, entry)
        if is_hidden and not viewer.sees(owner):
            words = "draw a card" if entry.actor == CHANCE else "bid in secret"
            return [narrator.line(owner, words, form.verb, actor=entry.actor)]
        words = "draw a {value}" if entry.actor == CHANCE else NAMES[entry.action]
        words = words.format(**form.args)
        return [narrator.line(owner, words, form.verb, actor=entry.actor, args=form.args, action=entry.action)]

    def refusal(self, state: State, seat: int, action: int) -> Refusal | None:
        me = state.players[seat]
        if state.phase == BIDDING:
            if action <= PEEK:
                return Refusal("first all must bid", "TOY-4")
            value = action - BID
            return None if me.hand[value] else Refusal("you hold no such card", "TOY-3")
        if action > PEEK:
            return Refusal("the bids are uncovered", "TOY-4")
        if action == BOAST and me.boasts >= MAX_BOASTS:
            return Refusal("you have boasted twice", "TOY-5")
        if action == PEEK and (me.knows or held(state.players[following(seat)]) == 0):
            return Refusal("there is nothing you could learn", "TOY-5")
        return None

    def position_text(self, state: State) -> str:
        return " | ".join(" ".join(_words(record)) for record in (state, *state.players))

    def parse_position(self, text: str) -> State:
        state = State()
        parts = text.split("|")
        if len(parts) != 1 + SEATS:
            raise NotationError("a position of toy has a head and three seats, separated by '|'")
        for record, part in zip((state, *state.players), parts, strict=True):
            for word in part.split():
                _read_word(record, word)
        return state

    def view(self, observation: Observation[State]) -> dict[str, Any]:
        return {"seat": observation.seat, **to_data(observation.state)}

    def render(self, observation: Observation[State], canvas: Canvas) -> str:
        return f"round {observation.state.round} as seen from {observation.seat}"


def _words(record: Any) -> list[str]:
    """The fields that are not 0; `players` have parts of their own."""
    values = {field.name: getattr(record, field.name) for field in fields_of(type(record)) if field.item != Player}
    return [
        f"{name}:{_value_text(value)}" for name, value in values.items() if value not in (0, [0] * len(_list(value)))
    ]


def _list(value: int | list[int]) -> list[int]:
    return value if isinstance(value, list) else [value]


def _value_text(value: int | list[int]) -> str:
    return ",".join(str(item) for item in _list(value))


def _read_word(record: Any, word: str) -> None:
    name, _, value = word.partition(":")
    read: dict[str, Callable[[str], Any]] = {
        field.name: int if field.length is None else _read_list for field in fields_of(type(record))
    }
    if name not in read or not value:
        raise NotationError(f"cannot read {word!r} in a position of toy")
    setattr(record, name, read[name](value))


def _read_list(text: str) -> list[int]:
    return [int(item) for item in text.split(",")]
