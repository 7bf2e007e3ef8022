"""What a viewer is told: one's own decisions at once, those of others when all are revealed, and what comes of them.

Before the reveal others are told nothing, not even how many steps a decision took: a paid building has more of them
than a discard. Who is still awaited is seen from who is asked.
"""

from dataclasses import replace

from shinar.core.action import Action, Entry
from shinar.core.game import CHANCE
from shinar.core.story import Effect, Narrator, StoryLine
from shinar.core.viewer import Viewer
from shinar.games.wonders.actions import DEAL_CARD, DEAL_TILE, PROJECT, action_form
from shinar.games.wonders.components import CARD_NAMES, CARDS, HAND
from shinar.games.wonders.expansions.tower import TILES_EACH
from shinar.games.wonders.rules import deciding
from shinar.games.wonders.seating import holder
from shinar.games.wonders.state import (
    BUILT,
    DISCARDED,
    DRAW_CARD,
    IN_STAGE,
    LAST_CARD,
    UNUSED,
    WITH_TILE,
    City,
    State,
)

__all__ = ["tell"]

FACE_DOWN = {
    IN_STAGE: "build a stage of the wonder",
    DISCARDED: "discard a card",
    WITH_TILE: "build a tile of the tower",
}
TOKEN_VALUES = (1, 3, 5)
INTENTIONS = {
    "keep tile": "keep tile {tile}",
    "build": "build {card}",
    "stage": "build a stage with {card}",
    "discard": "discard {card}",
    "tower": "build a tile with {card}",
    "tile": "build tile {tile}",
    "pay": "pay {left} to the left and {right} to the right",
    "leave": "leave the last card",
    "salvage": "build {card} from the discards",
    "salvage nothing": "build nothing from the discards",
    "lose": "lose {card}",
    "lose tokens": "lose victory tokens {first} and {second}",
}
WAYS = {"pay": "pay for it", "chain": "use the chain", "power": "use the free building", "token": "use a token"}
PARTS = {
    "stay out": "stay out of the project",
    "join": "join the project",
    "join by token": "join the project by token",
}


def tell(before: State, after: State, entry: Entry, viewer: Viewer) -> list[StoryLine]:
    """The decision, as far as the viewer may know it, and what is revealed with it."""
    narrator = Narrator(viewer)
    if entry.actor == CHANCE:
        return [_told_of_chance(before, entry.action, narrator)]
    return _decision(before, entry, narrator) + _revealed(before, after, narrator)


def _decision(before: State, entry: Entry, narrator: Narrator) -> list[StoryLine]:
    """[SW-14.2] What a seat chose, for its own eyes."""
    actor = entry.actor
    if not narrator.viewer.sees(actor):
        return []
    form = action_form(entry.action)
    target = " for the Free City" if deciding(before, actor) >= before.players else ""
    plain = f"choose to {_intention(form)}{target}"
    return [narrator.line(actor, plain, form.verb, args=form.args, action=entry.action)]


def _intention(form: Action) -> str:
    """What a seat chose, as it follows `choose to`."""
    if form.verb == "way":
        return WAYS[str(form.args["way"])]
    if form.verb == "project":
        return PARTS[str(form.args["part"])]
    return INTENTIONS[form.verb].format(**form.args)


# ---- what is revealed -------------------------------------------------------------------------------------------


def _revealed(before: State, after: State, narrator: Narrator) -> list[StoryLine]:
    """What all see when the last one has decided, and what comes of it; nothing if others still have to."""
    if after.resolutions == before.resolutions:
        return []
    lines = []
    for number in range(before.num_cities):
        for plain, verb, effects in _deeds(before.cities[number], after.cities[number], number):
            lines.append(_city_line(before, number, plain, verb, effects, narrator))
    return lines


def _city_line(
    state: State, number: int, plain: str, verb: str, effects: tuple[Effect, ...], narrator: Narrator
) -> StoryLine:
    if number < state.players:
        return narrator.line(number, plain, verb, effects=effects)
    words = Narrator(Viewer()).predicate(number, plain)
    return StoryLine(CHANCE, verb, {"city": "free city"}, effects, "The Free City", words)


def _deeds(before: City, after: City, number: int) -> list[tuple[str, str, tuple[Effect, ...]]]:
    """What a city has done and got, each as a plain predicate, a verb and its effects."""
    built = [CARD_NAMES[card] for card in range(CARDS) if after.built[card] > before.built[card]]
    lost = [CARD_NAMES[card] for card in range(CARDS) if after.built[card] < before.built[card]]
    used = [new for old, new in zip(before.manner, after.manner, strict=True) if old == UNUSED and new != BUILT]
    deeds = [(f"build {name}", "build") for name in built] + [(f"lose {name}", "lose") for name in lost]
    deeds += [(FACE_DOWN[manner], "use face down") for manner in used if manner in FACE_DOWN]
    gained = after.coins - before.coins
    told: list[tuple[str, str, tuple[Effect, ...]]] = [(plain, verb, ()) for plain, verb in deeds]
    if told and gained:
        plain, verb, _ = told[-1]
        told[-1] = (f"{plain} ({gained:+d} coins)", verb, (Effect(number, "coins", gained),))
    return told + _tokens_won(before, after)


def _tokens_won(before: City, after: City) -> list[tuple[str, str, tuple[Effect, ...]]]:
    """What conflicts and projects brought a city."""
    won = [new - old for old, new in zip(before.victories, after.victories, strict=True)]
    tokens = [
        f"get victory token {value}" for value, count in zip(TOKEN_VALUES, won, strict=True) for _ in range(count)
    ]
    tokens += ["get a defeat token"] * (after.defeats - before.defeats)
    return [(plain, "get token", ()) for plain in tokens]


# ---- chance -----------------------------------------------------------------------------------------------------


def _told_of_chance(state: State, action: int, narrator: Narrator) -> StoryLine:
    form = action_form(action)
    if action >= DEAL_CARD:
        return _told_of_card(state, action, form, narrator)
    if action >= PROJECT:
        words = f"The project of the Age is {form.args['project']}"
        return StoryLine(CHANCE, form.verb, form.args, predicate=words, action=action)
    if action >= DEAL_TILE:
        return _dealt(state.dealt // TILES_EACH, f"tile {form.args['tile']}", "a tile", (form, action), narrator)
    words = f"get the board {str(form.args['board']).capitalize()}, side {str(form.args['side']).upper()}"
    line = _city_line(state, state.dealt, words, form.verb, (), narrator)
    return replace(line, actor=CHANCE, args=form.args, action=action)


def _told_of_card(state: State, action: int, form: Action, narrator: Narrator) -> StoryLine:
    if state.phase == LAST_CARD:
        return StoryLine(CHANCE, form.verb, predicate="The last card of the draw pile is discarded")
    if state.phase == DRAW_CARD:
        return _dealt(holder(state), str(form.args["card"]), "a card", (form, action), narrator, "draw")
    return _dealt(state.dealt // HAND, str(form.args["card"]), "a card", (form, action), narrator)


def _dealt(
    owner: int, what: str, hidden: str, dealt: tuple[Action, int], narrator: Narrator, verb: str = "get"
) -> StoryLine:
    """What one gets from chance, hidden from the others."""
    form, action = dealt
    if not narrator.viewer.sees(owner):
        return narrator.line(owner, f"{verb} {hidden}", form.verb, actor=CHANCE)
    return narrator.line(owner, f"{verb} {what}", form.verb, actor=CHANCE, args=form.args, action=action)
