"""What a viewer learns from an action: everything happens in the open, except drawing nation cards."""

from collections.abc import Callable

from shinar.core.action import Action, Argument, Entry
from shinar.core.game import CHANCE
from shinar.core.story import Effect, Narrator, StoryLine
from shinar.core.viewer import Viewer
from shinar.games.babel.actions import DRAW_LEVEL, STARTER, action_form
from shinar.games.babel.components import NATION_NAMES, QUARRY, SEATS
from shinar.games.babel.rules import height, receiver, score
from shinar.games.babel.state import State

__all__ = ["tell"]

Words = Callable[[State, State, int, Action, Narrator], str]  # (before, after, actor, action, narrator) a predicate
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def tell(before: State, after: State, entry: Entry, viewer: Viewer) -> list[StoryLine]:
    """One line for each action, and one more if it leads to the end phase or a new deck."""
    narrator = Narrator(viewer)
    if entry.actor == CHANCE:
        return [_tell_chance(before, entry.action, narrator), *_tell_deck(before, after)]
    action = action_form(entry.action)
    words = PREDICATES[action.verb](before, after, entry.actor, action, narrator)
    args = {
        **action.args,
        **_whereabouts(before, entry.actor, action),
        **_level(before, after, entry.actor, action),
    }
    effects = _gains(before, after)
    line = narrator.line(entry.actor, words, action.verb, args=args, effects=effects, action=entry.action)
    return [line, *_tell_end_phase(before, after, entry.actor)]


def _tell_deck(before: State, after: State) -> list[StoryLine]:
    """[BB-2.3] The discards have become the deck."""
    is_shuffled = any(before.discards) and not any(after.discards)
    return [StoryLine(CHANCE, "shuffle", predicate="The discards are shuffled and become the deck")] * is_shuffled


def _tell_end_phase(before: State, after: State, actor: int) -> list[StoryLine]:
    """[BB-9.3] It begins once."""
    has_begun = after.end_phase > before.end_phase
    return [StoryLine(actor, "end phase", predicate="The end phase begins")] * has_begun


def _gains(before: State, after: State) -> tuple[Effect, ...]:
    if [player.temples for player in before.players] == [player.temples for player in after.players]:
        return ()  # as nearly always
    changes = {seat: score(after, seat) - score(before, seat) for seat in range(SEATS)}
    return tuple(Effect(seat, "points", change) for seat, change in changes.items() if change)


def _whereabouts(before: State, actor: int, action: Action) -> dict[str, Argument]:
    """Where the pawn stands, for actions that do not say where they happen."""
    pawn = before.players[actor].pawn
    if pawn == QUARRY or action.verb in {"move", "migrate", "discard", "end turn", "build"}:
        return {}
    return {"site": NATION_NAMES[pawn]}


def _level(before: State, after: State, actor: int, action: Action) -> dict[str, Argument]:
    """The level that was built."""
    if action.verb not in {"build", "skip level"}:
        return {}
    return {"level": height(after.players[actor], before.players[actor].pawn)}


def _tell_chance(state: State, action: int, narrator: Narrator) -> StoryLine:
    form = action_form(action)
    if action < STARTER + SEATS:
        return narrator.line(action - STARTER, "have the first turn", form.verb, actor=CHANCE, action=action)
    owner = receiver(state)
    if action >= DRAW_LEVEL:
        level = form.args["level"]
        return narrator.line(
            owner, f"draw a temple card of level {level}", form.verb, actor=CHANCE, args=form.args, action=action
        )
    if not narrator.viewer.sees(owner):
        return narrator.line(owner, "draw a nation card", form.verb, actor=CHANCE)
    nation = _cards(1, str(form.args["nation"]))
    return narrator.line(owner, f"draw {nation}", form.verb, actor=CHANCE, args=form.args, action=action)


# ---- predicates, in the plain form ------------------------------------------------------------------------------


def _cards(count: int, nation: str) -> str:
    """`a Medes card`, `two Medes cards`."""
    article = "an" if nation[0] in "aeiou" else "a"
    return f"{article} {nation.capitalize()} card" if count == 1 else f"{COUNTS[count]} {nation.capitalize()} cards"


def _owned_cards(count: int, nation: str) -> str:
    """`Medes card`, `two Medes cards`: as they follow an owner."""
    return f"{nation.capitalize()} card" if count == 1 else _cards(count, nation)


def _counted_cards(count: int) -> str:
    """`one card`, `14 cards`."""
    number = COUNTS[count] if count < len(COUNTS) else str(count)
    return f"{number} card{'' if count == 1 else 's'}"


def _here(state: State, actor: int) -> str:
    return NATION_NAMES[state.players[actor].pawn].capitalize()


def _stack(source: Argument, actor: int, narrator: Narrator) -> str:
    """Whose stack a temple card came from."""
    if source == "opposing stack":
        return f"from {narrator.whose(1 - actor)} stack"
    return (
        f"from {narrator.own(actor)} own stack"
        if source == "own stack"
        else f"with {narrator.own(actor)} starting card"
    )


def _move(_before: State, _after: State, _actor: int, action: Action, _narrator: Narrator) -> str:
    return f"move to {str(action.args['site']).capitalize()}"


def _deploy(before: State, _after: State, actor: int, action: Action, _narrator: Narrator) -> str:
    return f"deploy {_cards(1, str(action.args['nation']))} at {_here(before, actor)}"


def _build(before: State, after: State, actor: int, action: Action, narrator: Narrator) -> str:
    level = height(after.players[actor], before.players[actor].pawn)
    source = _stack(action.args["from"], actor, narrator)
    return f"build level {level} at {_here(before, actor)} {source}"


def _migrate(_before: State, _after: State, _actor: int, action: Action, _narrator: Narrator) -> str:
    source, target = str(action.args["from"]).capitalize(), str(action.args["to"]).capitalize()
    return f"migrate the top three cards from {source} to {target}"


def _destroy(before: State, _after: State, actor: int, _action: Action, narrator: Narrator) -> str:
    level = height(before.players[1 - actor], before.players[actor].pawn)
    return f"use the Assyrians to destroy {narrator.whose(1 - actor)} temple of level {level} at {_here(before, actor)}"


def _steal(before: State, _after: State, actor: int, _action: Action, narrator: Narrator) -> str:
    level = height(before.players[1 - actor], before.players[actor].pawn)
    return f"use the Hittites to steal level {level} from {narrator.whose(1 - actor)} temple at {_here(before, actor)}"


def _desertion(before: State, after: State, actor: int, action: Action, narrator: Narrator) -> str:
    site = before.players[actor].pawn
    gone = before.players[1 - actor].rows[site].n - after.players[1 - actor].rows[site].n
    cards = _owned_cards(gone, str(action.args["nation"]))
    return f"use the Medes to make {narrator.whose(1 - actor)} {cards} at {_here(before, actor)} desert"


def _skip(before: State, after: State, actor: int, action: Action, narrator: Narrator) -> str:
    level = height(after.players[actor], before.players[actor].pawn)
    source = _stack(action.args["from"], actor, narrator)
    return f"use the Persians to skip a level and build level {level} at {_here(before, actor)} {source}"


def _change_camps(before: State, after: State, actor: int, _action: Action, narrator: Narrator) -> str:
    site = before.players[actor].pawn
    row = before.players[1 - actor].rows[site]
    moved = row.n - after.players[1 - actor].rows[site].n
    cards = _owned_cards(moved, NATION_NAMES[row.cards[row.n - 1]])
    return f"use the Sumerians to make {narrator.whose(1 - actor)} {cards} at {_here(before, actor)} change camps"


def _halve(_before: State, after: State, actor: int, action: Action, narrator: Narrator) -> str:
    count = after.to_discard
    nation = str(action.args["nation"]).capitalize()
    return f"use the {nation} to halve {narrator.whose(1 - actor)} hand: {_counted_cards(count)} must be discarded"


def _discard(_before: State, _after: State, _actor: int, action: Action, _narrator: Narrator) -> str:
    return f"discard {_cards(1, str(action.args['nation']))}"


def _end_turn(_before: State, _after: State, actor: int, _action: Action, narrator: Narrator) -> str:
    return f"end {narrator.own(actor)} turn"


PREDICATES: dict[str, Words] = {
    "move": _move,
    "deploy": _deploy,
    "build": _build,
    "migrate": _migrate,
    "destroy temple": _destroy,
    "steal level": _steal,
    "desertion": _desertion,
    "skip level": _skip,
    "change camps": _change_camps,
    "halve hand": _halve,
    "discard": _discard,
    "end turn": _end_turn,
}
