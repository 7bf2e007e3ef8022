"""The actions of Babel: small ids with a fixed meaning, and their names. The order is public API."""

from functools import cache

from shinar.core.action import Action
from shinar.core.compiled.jit import jit
from shinar.games.babel.components import HIGHEST_LEVEL, NATION_NAMES, NATIONS, SEATS, SITES

__all__ = ["ABILITIES", "BUILD_OPPOSING", "BUILD_OWN", "BUILD_START", "CHANGE_CAMPS", "DEPLOY", "DESERT", "DESTROY"]
__all__ += ["DISCARD_CARD", "DRAW_LEVEL", "DRAW_NATION", "END_TURN", "FIRST_CHANCE", "GROUPS", "HALVE", "MIGRATE"]
__all__ += ["MOVE", "NUM_ACTIONS", "OPPOSING_STACK", "OWN_STACK", "SKIP", "STACKS", "STARTER", "STEAL", "action_group"]
__all__ += ["action_form", "action_name", "migrate", "migration_source", "migration_target"]

GROUPS = 4  # twelve cards of a nation make at most four groups of three in a row
OWN_STACK, OPPOSING_STACK = range(2)
STACKS = 2
MIGRATIONS = SITES * (SITES - 1)

END_TURN = 0
MOVE = END_TURN + 1  # + nation of the card, which is the destination
DEPLOY = MOVE + NATIONS  # + nation
BUILD_START = DEPLOY + NATIONS  # + site
BUILD_OWN = BUILD_START + SITES  # + site
BUILD_OPPOSING = BUILD_OWN + SITES  # + site
MIGRATE = BUILD_OPPOSING + SITES  # + see migrate()
ABILITIES = MIGRATE + MIGRATIONS
DESTROY = ABILITIES  # + group
STEAL = DESTROY + GROUPS  # + group
DESERT = STEAL + GROUPS  # + group * NATIONS + nation that deserts
SKIP = DESERT + GROUPS * NATIONS  # + group * STACKS + stack
CHANGE_CAMPS = SKIP + GROUPS * STACKS  # + group
HALVE = CHANGE_CAMPS + GROUPS  # + nation that pays * GROUPS + group
DISCARD_CARD = HALVE + NATIONS * GROUPS  # + nation; by the opponent whose hand is halved
FIRST_CHANCE = DISCARD_CARD + NATIONS
STARTER = FIRST_CHANCE  # + seat
DRAW_NATION = STARTER + SEATS  # + nation
DRAW_LEVEL = DRAW_NATION + NATIONS  # + level - 1
NUM_ACTIONS = DRAW_LEVEL + HIGHEST_LEVEL


@jit
def migrate(source: int, target: int) -> int:
    """The action that migrates from a site to another; targets skip the source."""
    return MIGRATE + source * (SITES - 1) + target - (1 if target > source else 0)


@jit
def migration_source(action: int) -> int:
    """Where a migration takes its cards."""
    return (action - MIGRATE) // (SITES - 1)


@jit
def migration_target(action: int) -> int:
    """Where a migration puts its cards."""
    target = (action - MIGRATE) % (SITES - 1)
    return target + (1 if target >= migration_source(action) else 0)


@cache
def action_name(action: int) -> str:
    """An action in words; the group that pays is named only when it is not the lowest."""
    if action >= FIRST_CHANCE:
        return _chance_name(action)
    if action >= DISCARD_CARD:
        return f"discard {NATION_NAMES[action - DISCARD_CARD]}"
    if action >= ABILITIES:
        return _ability_name(action)
    if action >= MIGRATE:
        return f"migrate {NATION_NAMES[migration_source(action)]} to {NATION_NAMES[migration_target(action)]}"
    if action >= BUILD_START:
        return _build_name(action)
    if action >= DEPLOY:
        return f"deploy {NATION_NAMES[action - DEPLOY]}"
    if action >= MOVE:
        return f"move {NATION_NAMES[action - MOVE]}"
    return "end turn"


def _build_name(action: int) -> str:
    source = ("starting card", "own stack", "opposing stack")[(action - BUILD_START) // SITES]
    return f"build {NATION_NAMES[(action - BUILD_START) % SITES]} from {source}"


def _ability_name(action: int) -> str:
    if action >= HALVE:
        nation, group = divmod(action - HALVE, GROUPS)
        return f"halve hand with {NATION_NAMES[nation]}{_group_name(group)}"
    if action >= CHANGE_CAMPS:
        return f"change camps{_group_name(action - CHANGE_CAMPS)}"
    if action >= SKIP:
        group, stack = divmod(action - SKIP, STACKS)
        return f"skip level from {('own', 'opposing')[stack]} stack{_group_name(group)}"
    if action >= DESERT:
        group, nation = divmod(action - DESERT, NATIONS)
        return f"desertion of {NATION_NAMES[nation]}{_group_name(group)}"
    if action >= STEAL:
        return f"steal level{_group_name(action - STEAL)}"
    return f"destroy temple{_group_name(action - DESTROY)}"


def _group_name(group: int) -> str:
    return f" by group {group + 1}" if group else ""


def _chance_name(action: int) -> str:
    if action >= DRAW_LEVEL:
        return f"draw level {action - DRAW_LEVEL + 1}"
    if action >= DRAW_NATION:
        return f"draw {NATION_NAMES[action - DRAW_NATION]}"
    return f"seat {action - STARTER} starts"


def action_group(action: int) -> str:
    """The kind of an action, for lists."""
    kinds = (
        (FIRST_CHANCE, "chance"),
        (DISCARD_CARD, "discard"),
        (ABILITIES, "ability"),
        (MIGRATE, "migrate"),
        (BUILD_START, "build"),
        (DEPLOY, "deploy"),
        (MOVE, "move"),
    )
    return next((kind for first, kind in kinds if action >= first), "end turn")


STACK_NAMES = ("own stack", "opposing stack")
SOURCE_NAMES = ("starting card", *STACK_NAMES)


@cache
def action_form(action: int) -> Action:
    """An action as data. Groups of three in a row are counted from 1, from the bottom of the row."""
    if action >= FIRST_CHANCE:
        return _chance_form(action)
    if action >= DISCARD_CARD:
        return Action("discard", {"nation": NATION_NAMES[action - DISCARD_CARD]})
    if action >= ABILITIES:
        return _ability_form(action)
    if action >= MIGRATE:
        ends = migration_source(action), migration_target(action)
        return Action("migrate", {"from": NATION_NAMES[ends[0]], "to": NATION_NAMES[ends[1]]})
    if action >= BUILD_START:
        source, site = divmod(action - BUILD_START, SITES)
        return Action("build", {"site": NATION_NAMES[site], "from": SOURCE_NAMES[source]})
    if action >= DEPLOY:
        return Action("deploy", {"nation": NATION_NAMES[action - DEPLOY]})
    if action >= MOVE:
        return Action("move", {"site": NATION_NAMES[action - MOVE]})
    return Action("end turn")


def _ability_form(action: int) -> Action:
    if action >= HALVE:
        nation, group = divmod(action - HALVE, GROUPS)
        return Action("halve hand", {"nation": NATION_NAMES[nation], "group": group + 1})
    if action >= CHANGE_CAMPS:
        return Action("change camps", {"group": action - CHANGE_CAMPS + 1})
    if action >= SKIP:
        group, stack = divmod(action - SKIP, STACKS)
        return Action("skip level", {"from": STACK_NAMES[stack], "group": group + 1})
    if action >= DESERT:
        group, nation = divmod(action - DESERT, NATIONS)
        return Action("desertion", {"nation": NATION_NAMES[nation], "group": group + 1})
    if action >= STEAL:
        return Action("steal level", {"group": action - STEAL + 1})
    return Action("destroy temple", {"group": action - DESTROY + 1})


def _chance_form(action: int) -> Action:
    if action >= DRAW_LEVEL:
        return Action("draw level", {"level": action - DRAW_LEVEL + 1})
    if action >= DRAW_NATION:
        return Action("draw", {"nation": NATION_NAMES[action - DRAW_NATION]})
    return Action("start", {"seat": action - STARTER})
