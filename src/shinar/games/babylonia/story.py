"""What a viewer is told of an action: all is done in the open, but drawing tokens and placing them face down."""

from shinar.core.action import Action, Argument, Entry
from shinar.core.game import CHANCE
from shinar.core.story import Effect, Narrator, StoryLine, counted
from shinar.core.viewer import Viewer
from shinar.games.babylonia import actions
from shinar.games.babylonia.actions import action_form
from shinar.games.babylonia.board import SITE_CELLS, cell_name, is_river
from shinar.games.babylonia.components import CARD_NAMES
from shinar.games.babylonia.preview import gains
from shinar.games.babylonia.rules import next_location, receiver
from shinar.games.babylonia.scoring import NOBODY, most_tokens
from shinar.games.babylonia.state import State

__all__ = ["tell"]


def tell(before: State, _after: State, entry: Entry, viewer: Viewer) -> list[StoryLine]:
    """One line for each action, with the points it brings to whom."""
    narrator = Narrator(viewer)
    if entry.actor == CHANCE:
        return [_told_of_chance(before, entry.action, narrator)]
    form, is_hidden = action_form(entry.action), _is_hidden(entry, viewer)
    args: dict[str, Argument] = {
        name: value for name, value in form.args.items() if not (is_hidden and name == "token")
    }
    effects = _gains(before, entry.action)
    plain = _predicate(before, entry, form, narrator, is_hidden) + _gains_told(entry.actor, effects, narrator)
    action = None if is_hidden else entry.action
    return [narrator.line(entry.actor, plain, form.verb, args=args, effects=effects, action=action)]


def _known_args(form: Action, is_hidden: bool) -> dict[str, Argument]:
    return {name: value for name, value in form.args.items() if not (is_hidden and name == "token")}


def _is_hidden(entry: Entry, viewer: Viewer) -> bool:
    """Whether a token is placed face down before the viewer's eyes."""
    is_placed = actions.PLACE_TOKEN <= entry.action < actions.SCORE_SITE
    return is_placed and is_river(actions.placed_cell(entry.action)) and not viewer.sees(entry.actor)


def _gains(before: State, action: int) -> tuple[Effect, ...]:
    """The points of an action by seat and source: nobles, cities, field, ziggurats, card."""
    return tuple(Effect(gain["seat"], gain["source"], gain["points"]) for gain in gains(before, action))


def _gains_told(actor: int, effects: tuple[Effect, ...], narrator: Narrator) -> str:
    """` for 3 points` if the actor alone gets points, `: {0} +4, you +1` else; nothing if nobody does."""
    seats = sorted({effect.seat for effect in effects if effect.amount})
    points = {seat: sum(effect.amount for effect in effects if effect.seat == seat) for seat in seats}
    if not points:
        return ""
    if seats == [actor]:
        return f" for {counted(points[actor], 'point')}"
    return ": " + ", ".join(f"{narrator.name(seat)} +{amount}" for seat, amount in points.items())


def _told_of_chance(state: State, action: int, narrator: Narrator) -> StoryLine:
    form = action_form(action)
    if action < actions.LEAVE_OUT_CARD:
        cell = cell_name(next_location(state))
        words = f"A {form.args['tile']} ({form.args['kind']}) is laid at {cell}"
        return StoryLine(CHANCE, form.verb, dict(form.args) | {"cell": cell}, predicate=words, action=action)
    if action < actions.STARTER:
        card = int(form.args["card"])
        words = f"Card {card}, {CARD_NAMES[card]}, is left out"
        return StoryLine(CHANCE, form.verb, form.args, predicate=words, action=action)
    if action < actions.DRAW:
        return narrator.line(action - actions.STARTER, "have the first turn", form.verb, actor=CHANCE, action=action)
    owner = receiver(state)
    if not narrator.viewer.sees(owner):
        return narrator.line(owner, "draw a token", form.verb, actor=CHANCE)
    return narrator.line(owner, f"draw a {form.args['token']}", form.verb, actor=CHANCE, args=form.args, action=action)


def _predicate(state: State, entry: Entry, form: Action, narrator: Narrator, is_hidden: bool) -> str:
    """What was done, in the plain form."""
    if form.verb == "place":
        token = "token face down" if is_hidden else str(form.args["token"])
        return f"place a {token} at {form.args['cell']}"
    if form.verb == "score":
        return f"score {form.args['cell']}, {_won_by(state, entry, narrator)}"
    if form.verb == "take card":
        card = int(form.args["card"])
        return f"take card {card}, {CARD_NAMES[card]}"
    return {
        "end placing": "end the placing",
        "take extra turn": "take an extra turn",
        "keep extra turn": "keep the extra turn for later",
    }[form.verb]


def _won_by(state: State, entry: Entry, narrator: Narrator) -> str:
    winner = most_tokens(state, SITE_CELLS[entry.action - actions.SCORE_SITE])
    return "won by nobody" if winner == NOBODY else f"won by {narrator.name(winner)}"
