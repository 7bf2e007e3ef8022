"""What a viewer learns: their own decisions at once, those of others when all are revealed, and their consequences.

Before the reveal others learn nothing, not even how many steps a decision took: a paid building has more of them
than a discard. Who has yet to decide shows in who is asked. What happens by itself after the reveal is told by
aftermath.py.
"""

from dataclasses import dataclass

from shinar.core.action import Action, Argument, Entry
from shinar.core.compiled.layout import copy_of
from shinar.core.game import CHANCE
from shinar.core.story import Effect, StoryLine, listed
from shinar.core.viewer import Viewer
from shinar.games.wonders.actions import DEAL_BOARD, DEAL_CARD, DEAL_LEADER, DEAL_TILE, PROJECT, action_form
from shinar.games.wonders.aftermath import CityNarrator, tell_phase
from shinar.games.wonders.bills import title_of_stage
from shinar.games.wonders.components import (
    CARD_NAMES,
    CARDS,
    COLOUR_POINTS,
    PIECE_NAMES,
    PROJECT_NAMES,
    TILES_EACH,
    first_stage,
    gift_of,
    is_any_order,
    power_of,
)
from shinar.games.wonders.rules import (
    apply_chance,
    deciding,
    is_one_asked,
    note_decision,
    pass_phase,
    reveal_when_ready,
)
from shinar.games.wonders.seating import hand_size, holder, left_of, owner, right_of
from shinar.games.wonders.stages import next_stage
from shinar.games.wonders.state import (
    BUILT,
    COPY,
    DEAL_LEADERS,
    DISCARDED,
    DRAFT,
    DRAFT_LEADERS,
    DRAFTED,
    DRAW_CARD,
    ENTOMB,
    HIRE,
    IN_STAGE,
    JOIN_BY_TOKEN,
    LAST_CARD,
    OVER,
    PENALTY,
    SALVAGE,
    SETTLE,
    STAY_OUT,
    UNUSED,
    WAY_CHAIN,
    WAY_POWER,
    WAY_SALVAGE,
    WAY_TOKEN,
    State,
    with_own_cities,
)
from shinar.games.wonders.words import (
    board_title,
    card_title,
    coins_text,
    leader_title,
    piece_title,
    project_title,
)

__all__ = ["tell"]

INTENTIONS = {
    "keep tile": "keep tile {tile}",
    "keep leader": "keep {card}",
    "recruit": "recruit {card}",
    "recruit nobody": "recruit nobody",
    "copy": "copy {card}",
    "entomb": "entomb {card}",
    "choose stage": "build stage {stage} of the board",
    "build": "build {card}",
    "stage": "build a stage with {card}",
    "discard": "discard {card}",
    "tower": "build a tile with {card}",
    "tile": "build tile {tile}",
    "leave": "leave the last card of the hand",
    "salvage": "build {card} from the discards",
    "salvage nothing": "build nothing from the discards",
    "settle": "pay {coins} of the coins you lose",
    "lose": "lose {card}",
    "lose tokens": "lose victory tokens worth {first} and {second} points",
}
BOUGHT = ("buy nothing from the bank", "buy a resource from the bank")
WAYS = {"pay": "pay for it", "chain": "use the chain", "power": "use the free building", "token": "use a token"}
PARTS = {"stay out": "stay out of {project}", "join": "join {project}", "join by token": "join {project} with a token"}
WAYS_BUILT = {
    WAY_CHAIN: " using a chain",
    WAY_POWER: " using the free building",
    WAY_TOKEN: " using a token",
    WAY_SALVAGE: " from the discards",
}


def tell(before: State, after: State, entry: Entry, viewer: Viewer) -> list[StoryLine]:
    """The decision, as far as the viewer may know it, and what is revealed with it."""
    narrator = CityNarrator(viewer)
    if entry.actor == CHANCE:
        return _tell_chance(before, entry.action, narrator)
    lines = _decision(before, entry, narrator)
    if after.resolutions != before.resolutions:
        lines += _revealed(before, entry, narrator)
    return lines


def _decision(before: State, entry: Entry, narrator: CityNarrator) -> list[StoryLine]:
    """[SW-14.2] What a seat chose, for its own eyes."""
    actor = entry.actor
    if not narrator.viewer.sees(actor):
        return []
    form = action_form(entry.action)
    number = deciding(before, actor)
    target = " for the Free City" if number >= before.players else ""
    plain = f"choose to {_intention(before, number, form, narrator)}{target}"
    return [narrator.line(actor, plain, form.verb, args=form.args, action=entry.action)]


def _intention(state: State, number: int, form: Action, narrator: CityNarrator) -> str:
    """What a seat chose, as it follows `choose to`."""
    if form.verb == "way":
        return WAYS[str(form.args["way"])]
    if form.verb == "project":
        return PARTS[str(form.args["part"])].format(project=project_title(state.project - 1))
    if form.verb == "pay":
        paid = [(int(form.args["left"]), left_of(state, number)), (int(form.args["right"]), right_of(state, number))]
        return f"pay {_amounts('to', [(coins, narrator.city(state, other)) for coins, other in paid]) or 'nothing'}"
    if form.verb == "bank":
        return BOUGHT[int(form.args["units"])]
    words = dict(_word(name, value) for name, value in form.args.items())
    return INTENTIONS[form.verb].format(**words)


def _word(name: str, value: Argument) -> tuple[str, Argument]:
    """An argument for a sentence; leaders stand where cards do."""
    if name not in {"card", "leader"}:
        return name, value
    return "card", piece_title(PIECE_NAMES.index(str(value)))


def _amounts(preposition: str, parts: list[tuple[int, str]]) -> str:
    """`2 coins to {1} and 1 to the bank`: the word for coins stands once; nothing for no coins."""
    some = [(coins, name) for coins, name in parts if coins]
    texts = [f"{coins if i else coins_text(coins)} {preposition} {name}" for i, (coins, name) in enumerate(some)]
    return listed(texts) if texts else ""


# ---- what is revealed -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Play:
    """What a city does with a card, as decided."""

    number: int
    use: int
    card: int
    way: int
    part: int
    bank: int
    paid: tuple[tuple[int, int], ...]  # coins, and the city that gets them
    gifts: tuple[tuple[int, int], ...]  # coins from the bank, and the city that gets them
    item: int  # what is built: the card or the stage


def _revealed(before: State, entry: Entry, narrator: CityNarrator) -> list[StoryLine]:
    """What all see when the last player has decided, and the consequences."""
    number = deciding(before, entry.actor)
    decided = with_own_cities(before, number)
    note_decision(decided, number, entry.action)
    if decided.phase == DRAFT_LEADERS:
        passed = ("three", "two", "the last one")[decided.turn]
        return [StoryLine(CHANCE, "pass leaders", predicate=f"All keep a leader and pass {passed} to the right")]
    if decided.phase == DRAFT:
        passed = "two" if decided.turn == 0 else "the last one"
        return [StoryLine(CHANCE, "pass tiles", predicate=f"All keep a tile and pass {passed} to the right")]
    after = copy_of(decided)
    reveal_when_ready(after)
    lines = [] if decided.phase in {PENALTY, SETTLE} else _tell_plays(decided, after, narrator)
    return lines + _what_follows(after, narrator)


def _what_follows(state: State, narrator: CityNarrator) -> list[StoryLine]:
    """What happens automatically, phase after phase; changes the state."""
    lines = []
    while state.phase > OVER:
        lines += tell_phase(state, narrator)
        pass_phase(state)
    return lines


def _tell_plays(state: State, after: State, narrator: CityNarrator) -> list[StoryLine]:
    """What the cities do with their cards, and what they have paid each other; `after` it is carried out."""
    is_alone = is_one_asked(state)
    plays = [_play(state, number) for number in ([state.acting] if is_alone else range(state.num_cities))]
    lines = [_tell_play(state, after, play, plays, narrator) for play in plays]
    return lines + _gifts(state, plays, narrator) + _trade(state, plays, narrator)


def _play(state: State, number: int) -> Play:
    plan = state.cities[number].plan
    paid = ((plan.left, left_of(state, number)), (plan.right, right_of(state, number)))
    item = next_stage(state, number) if plan.use == IN_STAGE else plan.card
    gift = gift_of(item) if plan.use in (BUILT, IN_STAGE) else 0
    gifts = ((gift, left_of(state, number)), (gift, right_of(state, number))) if gift else ()
    return Play(number, plan.use, plan.card, plan.way, plan.part, plan.bank, paid, gifts, item)


def _tell_play(before: State, after: State, play: Play, plays: list[Play], narrator: CityNarrator) -> StoryLine:
    """One line for a whole decision, however many steps it took."""
    paid = play.bank + sum(coins for coins, _ in play.paid)
    income = sum(coins for other in plays for coins, number in (*other.paid, *other.gifts) if number == play.number)
    change = after.cities[play.number].coins - before.cities[play.number].coins - income
    verb, plain, args = _play_words(before, play, narrator)
    parts = [plain, _part_text(before, play), _payment_text(before, play, narrator)]
    gained = [f"gaining {coins_text(change + paid)}"] if change + paid else []
    effects = (Effect(play.number, "coins", change),) if change else ()
    words = ", ".join(part for part in parts + gained if part)
    return narrator.city_line(
        before, play.number, words, verb, args={**args, **_part(before, play), **_payment(play)}, effects=effects
    )


def _part(state: State, play: Play) -> dict[str, Argument]:
    """The project that a city joins."""
    return {} if play.part == STAY_OUT else {"project": PROJECT_NAMES[state.project - 1]}


def _payment(play: Play) -> dict[str, Argument]:
    """The coins that a city has paid, by whom they go to."""
    paid = {"bank": play.bank, "left": play.paid[0][0], "right": play.paid[1][0]}
    return {name: coins for name, coins in paid.items() if coins}


def _play_words(state: State, play: Play, narrator: CityNarrator) -> tuple[str, str, dict[str, Argument]]:
    """The verb, the predicate and the arguments of what a city did with a card."""
    city = state.cities[play.number]
    is_shown = play.use == IN_STAGE and power_of(play.item) == COLOUR_POINTS  # [SW-17.8]
    is_seen = is_shown or narrator.viewer.sees(owner(state, play.number))
    is_leader = play.card >= CARDS
    named: dict[str, Argument] = {"leader" if is_leader else "card": PIECE_NAMES[play.card]}
    seen = named if is_seen else {}
    card = piece_title(play.card) if is_seen else "a leader" if is_leader else "a card"
    if state.phase == COPY:
        return "copy", f"copy {piece_title(play.card)} by the Courtesans Guild", named
    if state.phase == ENTOMB:
        return "entomb", f"entomb {piece_title(play.card)}", named
    if play.use == BUILT and is_leader:
        return "recruit", f"recruit {piece_title(play.card)}", named
    if play.use == BUILT:
        verb = "salvage" if play.way == WAY_SALVAGE else "build"
        return verb, f"build {card_title(play.card)}{WAYS_BUILT.get(play.way, '')}", named
    if play.use == IN_STAGE:
        marked = f" with {card}" if is_shown else ""
        plain = f"build {title_of_stage(state, play.number, play.item)}{marked}{WAYS_BUILT.get(play.way, '')}"
        stage = play.item - first_stage(city.face) if is_any_order(city.face) else city.stages
        return "stage", plain, {"stage": stage + 1, **seen}
    if play.use == DISCARDED:
        return "discard", f"discard {card}", seen
    if play.use == UNUSED:
        return _declined(state)
    return "tower", f"discard {card} to build a tile of the tower", seen


def _declined(state: State) -> tuple[str, str, dict[str, Argument]]:
    if state.phase == HIRE:
        return "recruit nobody", "recruit nobody else", {}
    if state.phase == SALVAGE:
        return "salvage nothing", "build nothing from the discards", {}
    return "leave", "leave the last card of the hand", {}


def _part_text(state: State, play: Play) -> str:
    if play.part == STAY_OUT:
        return ""
    return f"joining {project_title(state.project - 1)}{' with a token' if play.part == JOIN_BY_TOKEN else ''}"


def _payment_text(state: State, play: Play, narrator: CityNarrator) -> str:
    """`paying 2 coins to the bank and 4 to {1}`."""
    paid = [(play.bank, "the bank")] + [(coins, narrator.city(state, number)) for coins, number in play.paid]
    return f"paying {text}" if (text := _amounts("to", paid)) else ""


def _gifts(state: State, plays: list[Play], narrator: CityNarrator) -> list[StoryLine]:
    """[SW-16.6] What structures of neighbours bring a city from the bank."""
    return [
        narrator.city_line(
            state,
            number,
            f"get {coins_text(coins)} from the bank by {_title(state, play)}",
            "gift",
            effects=(Effect(number, "coins", coins),),
        )
        for play in plays
        for coins, number in play.gifts
    ]


def _title(state: State, play: Play) -> str:
    """What a city builds."""
    return title_of_stage(state, play.number, play.item) if play.use == IN_STAGE else card_title(play.card)


def _trade(state: State, plays: list[Play], narrator: CityNarrator) -> list[StoryLine]:
    """[SW-5.4] What neighbours have paid a city, one line for each that was paid."""
    lines = []
    for number in range(state.num_cities):
        paid = [(coins, play.number) for play in plays for coins, other in play.paid if other == number and coins]
        if paid:
            words = _amounts("from", [(coins, narrator.city(state, payer)) for coins, payer in paid])
            effects = (Effect(number, "coins", sum(coins for coins, _ in paid)),)
            lines.append(narrator.city_line(state, number, f"get {words} for resources", "trade", effects=effects))
    return lines


# ---- chance -----------------------------------------------------------------------------------------------------


def _tell_chance(before: State, action: int, narrator: CityNarrator) -> list[StoryLine]:
    form = action_form(action)
    if action >= DEAL_CARD:
        return _tell_card(before, action, form, narrator)
    if action >= DEAL_LEADER:
        return _tell_leader(before, action, form, narrator)
    if action >= PROJECT:
        title = project_title(PROJECT_NAMES.index(str(form.args["project"])))
        words = f"The project of the Age is {title}"
        return [StoryLine(CHANCE, form.verb, form.args, predicate=words, action=action)]
    if action >= DEAL_TILE:
        owner_of_tile = before.dealt // TILES_EACH
        return [_dealt(owner_of_tile, f"tile {form.args['tile']}", "a tile", (form, action), narrator)]
    words = f"get {board_title(action - DEAL_BOARD)}, side {str(form.args['side']).upper()}"
    line = narrator.city_line(before, before.dealt, words, form.verb)
    return [line._replace(actor=CHANCE, args=form.args, action=action)]


def _tell_leader(before: State, action: int, form: Action, narrator: CityNarrator) -> list[StoryLine]:
    """[SW-15.3] [SW-15.23] A leader before the draft, or one of the pile; after the last of these it goes on."""
    title = leader_title(action - DEAL_LEADER)
    if before.phase == DEAL_LEADERS:
        return [_dealt(before.dealt // DRAFTED, title, "a leader", (form, action), narrator)]
    state = copy_of(before)
    apply_chance(state, action)
    line = _dealt(before.acting, f"{title} from the pile", "a leader from the pile", (form, action), narrator, "draw")
    return [line, *_what_follows(state, narrator)]


def _tell_card(before: State, action: int, form: Action, narrator: CityNarrator) -> list[StoryLine]:
    if before.phase == LAST_CARD:
        state = copy_of(before)
        apply_chance(state, action)
        line = StoryLine(CHANCE, form.verb, predicate="The last card of the draw pile is discarded")
        return [line, *_what_follows(state, narrator)]
    title = card_title(CARD_NAMES.index(str(form.args["card"])))
    if before.phase == DRAW_CARD:
        return [_dealt(holder(before), title, "a card", (form, action), narrator, "draw")]
    return [_dealt(before.dealt // hand_size(before), title, "a card", (form, action), narrator)]


def _dealt(
    seat: int, what: str, hidden: str, dealt: tuple[Action, int], narrator: CityNarrator, verb: str = "get"
) -> StoryLine:
    """What a seat gets from chance, hidden from the others."""
    form, action = dealt
    if not narrator.viewer.sees(seat):
        return narrator.line(seat, f"{verb} {hidden}", form.verb, actor=CHANCE)
    return narrator.line(seat, f"{verb} {what}", form.verb, actor=CHANCE, args=form.args, action=action)
