"""What a viewer learns from an action: all happens in the open, except drawing tokens and placing them face down.

Scoring is told in full: who scores what, how much whose nobles bring, who takes the city or wins the ziggurat and why,
and what the cities bring each player.
"""

from collections.abc import Iterable, Iterator

from shinar.core.action import Action, Argument, Entry
from shinar.core.game import CHANCE
from shinar.core.story import Effect, Narrator, StoryLine, counted, listed
from shinar.core.viewer import Viewer
from shinar.games.babylonia import actions
from shinar.games.babylonia.actions import action_form
from shinar.games.babylonia.board import SITE_CELLS, cell_name, is_river
from shinar.games.babylonia.components import (
    CARD_NAMES,
    CITIES_FIELD,
    FIRST_FIELD,
    KIND_NAMES,
    NOBLES,
    TEN_POINTS,
    TILE_NAMES,
)
from shinar.games.babylonia.preview import gains
from shinar.games.babylonia.rules import field_points, next_location, receiver
from shinar.games.babylonia.scoring import (
    NOBODY,
    POINTS_PER_NOBLE,
    cities_of,
    city_points,
    site_winner,
    touched_ziggurats,
)
from shinar.games.babylonia.standings import around, counted_nobles, networks
from shinar.games.babylonia.state import State, is_city, is_field, is_token, kind_of, owner_of

__all__ = ["tell", "tile_words"]


def tell(before: State, after: State, entry: Entry, viewer: Viewer) -> list[StoryLine]:
    """One line for each action, with the points it brings; what a scored site brings has lines of its own."""
    narrator = Narrator(viewer)
    if entry.actor == CHANCE:
        return [_tell_chance(before, entry.action, narrator)]
    if actions.SCORE_SITE <= entry.action < actions.TAKE_CARD:
        return list(_tell_scoring(before, after, entry, narrator))
    form, is_hidden = action_form(entry.action), _is_hidden(entry, viewer)
    plain = _predicate(before, after, entry, is_hidden)
    args, action = _known_args(form, is_hidden), None if is_hidden else entry.action
    return [
        narrator.line(entry.actor, plain, form.verb, args=args, effects=_gains(before, entry.action), action=action)
    ]


def _known_args(form: Action, is_hidden: bool) -> dict[str, Argument]:
    return {name: value for name, value in form.args.items() if not (is_hidden and name == "token")}


def _is_hidden(entry: Entry, viewer: Viewer) -> bool:
    """Whether a token is placed face down before the viewer's eyes."""
    is_placed = actions.PLACE_TOKEN <= entry.action < actions.SCORE_SITE
    return is_placed and is_river(actions.placed_cell(entry.action)) and not viewer.sees(entry.actor)


def _gains(before: State, action: int) -> tuple[Effect, ...]:
    """The points of an action by seat and source: field, ziggurats or card."""
    return tuple(Effect(gain["seat"], gain["source"], gain["points"]) for gain in gains(before, action))


# ---- chance -----------------------------------------------------------------------------------------------------


def _tell_chance(state: State, action: int, narrator: Narrator) -> StoryLine:
    form = action_form(action)
    if action < actions.LEAVE_OUT_CARD:
        cell = cell_name(next_location(state))
        words = f"A {tile_words(action - actions.LAY + 1)} is laid at {cell}"
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


def tile_words(tile: int) -> str:
    """`city of merchants and priests`, `field of 6`, `field with the city symbol`."""
    if tile == CITIES_FIELD:
        return "field with the city symbol"
    if tile >= FIRST_FIELD:
        return f"field of {TILE_NAMES[tile]}"
    return f"city of {listed([f'{KIND_NAMES[kind]}s' for kind in range(NOBLES) if tile >> kind & 1])}"


# ---- placing, cards, extra turns --------------------------------------------------------------------------------


def _predicate(before: State, after: State, entry: Entry, is_hidden: bool) -> str:
    """What was done, in the plain form."""
    form = action_form(entry.action)
    if form.verb == "place":
        return _placing(before, after, entry, is_hidden)
    if form.verb == "take card":
        card = int(form.args["card"])
        return f"take card {card}, {CARD_NAMES[card]}" + (" at once" if card == TEN_POINTS else "")
    return {
        "end placing": "finish placing",
        "take extra turn": "use card 2 for an extra turn",
        "keep extra turn": "keep card 2 for a later turn",
    }[form.verb]


def _placing(before: State, after: State, entry: Entry, is_hidden: bool) -> str:
    """[BN-3.7] [BN-3.9] Where a token was placed, and what a field and touched ziggurats bring."""
    form, seat = action_form(entry.action), entry.actor
    tile = before.cells[actions.placed_cell(entry.action)]
    token = "token face down" if is_hidden else str(form.args["token"])
    place = f"on the {tile_words(tile)} at" if is_field(tile) else "at"
    brought = [_harvest(before, tile)] if is_field(tile) else []
    harvested = field_points(before, tile) if is_field(tile) else 0
    if after.players[seat].score - before.players[seat].score > harvested:
        ziggurats = touched_ziggurats(after, seat)
        brought.append(f"{counted(ziggurats, 'point')} for {counted(ziggurats, 'ziggurat')} touched")
    return f"place a {token} {place} {form.args['cell']}" + (f": {listed(brought)}" if brought else "")


def _harvest(state: State, tile: int) -> str:
    points = counted(field_points(state, tile), "point")
    if tile != CITIES_FIELD:
        return f"{points} for the field"
    cities = sum(cities_of(player) for player in state.players[: state.seats])
    return f"{points} for {counted_cities(cities)} in front of all players"


def counted_cities(number: int) -> str:
    """`1 city`, `2 cities`."""
    return "1 city" if number == 1 else f"{number} cities"


# ---- scoring ----------------------------------------------------------------------------------------------------


def _tell_scoring(before: State, after: State, entry: Entry, narrator: Narrator) -> Iterator[StoryLine]:
    """[BN-4.3] … [BN-5.2] What is scored, the nobles, who has the most tokens, and the cities."""
    cell, form = SITE_CELLS[entry.action - actions.SCORE_SITE], action_form(entry.action)
    content = before.cells[cell]
    site = tile_words(content) if is_city(content) else "ziggurat"
    words = f"score the {site} at {cell_name(cell)}"
    yield narrator.line(entry.actor, words, form.verb, args=form.args, action=entry.action)
    if is_city(content):
        yield from _tell_nobles(before, cell, entry.actor, narrator)
    yield _tell_majority(before, cell, entry.actor, narrator)
    if is_city(content) and site_winner(before, cell) != NOBODY:
        yield from _tell_cities(after, cell, entry.actor, narrator)


def _tell_nobles(state: State, cell: int, actor: int, narrator: Narrator) -> Iterator[StoryLine]:
    """[BN-4.3] Whose nobles bring how much."""
    for seat in range(state.seats):
        cells = counted_nobles(state, cell, networks(state, seat))
        nobles = [kind_of(state.cells[other]) for other in cells]
        if nobles:
            kinds = [counted(nobles.count(kind), KIND_NAMES[kind]) for kind in range(NOBLES) if kind in nobles]
            args = {"cell": cell_name(cell), "counted": _cell_names(cells)}
            points = POINTS_PER_NOBLE * len(nobles)
            words, effects = (
                f"receive {counted(points, 'point')} for {listed(kinds)}",
                (Effect(seat, "nobles", points),),
            )
            yield narrator.line(seat, words, "nobles", actor=actor, args=args, effects=effects)


def _tell_cities(state: State, cell: int, actor: int, narrator: Narrator) -> Iterator[StoryLine]:
    """[BN-4.7] [BN-8.7] What each receives for cities, after one was taken; what card 7 adds stands apart."""
    for seat, player in enumerate(state.players[: state.seats]):
        points, cities = city_points(player), cities_of(player)
        if points:
            bonus = (Effect(seat, "bonus", points - cities),) if points > cities else ()
            words = f"receive {counted(points, 'point')} for {counted_cities(cities)}{' and card 7' if bonus else ''}"
            effects, args = (Effect(seat, "cities", cities), *bonus), {"cell": cell_name(cell)}
            yield narrator.line(seat, words, "cities", actor=actor, args=args, effects=effects)


def _cell_names(cells: Iterable[int]) -> str:
    """`9,13 10,12`: several cells as one argument."""
    return " ".join(map(cell_name, cells))


def _tell_majority(state: State, cell: int, actor: int, narrator: Narrator) -> StoryLine:
    """[BN-4.5] [BN-4.6] [BN-5.1] [BN-5.2] Who has the most tokens next to a site, or that nobody has."""
    taken = [other for other in around(cell) if is_token(state.cells[other])]
    owners = [owner_of(state.cells[other]) for other in taken]
    tokens = [owners.count(seat) for seat in range(state.seats)]
    winner, most = site_winner(state, cell), max(tokens)
    plain, gets = ("take the city", "takes the city") if is_city(state.cells[cell]) else ("win the ziggurat", "wins it")
    args = {"cell": cell_name(cell), "around": _cell_names(taken)}
    if winner != NOBODY:
        words = f"{plain} with {counted(most, 'token')} next to it"
        return narrator.line(winner, words, "win", actor=actor, args=args)
    tied = listed([narrator.name(seat) for seat, count in enumerate(tokens) if count == most])
    return StoryLine(
        actor, "win", args, predicate=f"Nobody {gets}: {tied} have {counted(most, 'token')} each next to it"
    )
