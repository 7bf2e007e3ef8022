"""The bots by name. A specification is a name, or a name with a setting after a colon: `greedy`, `search:2000`.

Bots of other packages are found by the entry points of the group `shinar.bots`, each a `BotKind`::

    [project.entry-points."shinar.bots"]
    builder = "my_bots:BUILDER"
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, cast

from shinar.bots.budget import budget_text, parse_budget
from shinar.core.bot import Bot, RandomBot
from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.core.nearest import did_you_mean
from shinar.core.places import load
from shinar.search.greedy import make_greedy

if TYPE_CHECKING:
    from shinar.core.guide import Guide
    from shinar.search.search import SearchBot

__all__ = ["BotKind", "bot_kind", "bot_kinds", "make_bot", "register_bot"]

GROUP = "shinar.bots"
LEVELS = 5  # see levels.py, which is imported only when a bot is made, as is everything that searches


@dataclass(frozen=True)
class BotKind:
    """A bot that can be asked for: its name, a sentence for people, and how it is made."""

    name: str
    help: str
    make: Callable[[Game[Any], str], Bot]  # (game, what follows the colon, or "")


_KINDS: dict[str, BotKind] = {}


def register_bot(name: str, help: str, make: Callable[[Game[Any], str], Bot]) -> None:
    """Make a bot known: `register_bot("random", "Takes any legal action.", make_random)`."""
    _KINDS[name] = BotKind(name, help, make)


def bot_kinds() -> tuple[BotKind, ...]:
    """All bots that can be asked for."""
    return tuple(_known().values())


def _known() -> dict[str, BotKind]:
    return _KINDS | _installed()


@cache
def _installed() -> dict[str, BotKind]:
    return {point.name: cast(BotKind, load(point.value)) for point in entry_points(group=GROUP)}


def make_bot(specification: str, game: Game[Any]) -> Bot:
    """The bot of a specification; OptionError lists the known ones if there is no such bot."""
    kind = bot_kind(specification)
    _, colon, setting = specification.strip().partition(":")
    if colon and not setting:
        raise OptionError(f"there is nothing after the colon in {specification!r}")
    return kind.make(game, setting)


def bot_kind(specification: str) -> BotKind:
    """The kind of bot that a specification names; OptionError lists the known ones if there is none."""
    name, known = specification.strip().partition(":")[0], _known()
    if name == PROGRAM.name:
        return PROGRAM
    if name not in known:
        raise OptionError(f"there is no bot {specification!r}{did_you_mean(name, known)}; there are {', '.join(known)}")
    return known[name]


def _without_setting(name: str, setting: str) -> None:
    if setting:
        raise OptionError(f"the bot {name} takes no setting, but {setting!r} was given")


def _make_random(_game: Game[Any], setting: str) -> Bot:
    _without_setting("random", setting)
    return RandomBot()


def _make_greedy(game: Game[Any], setting: str) -> Bot:
    _without_setting("greedy", setting)
    return make_greedy(game)


def _make_search(game: Game[Any], setting: str) -> Bot:

    return _searching("search", game, setting, game.expertise().guide)


def _make_plain(game: Game[Any], setting: str) -> Bot:
    from shinar.core.guide import PLAIN

    return _searching("plain", game, setting, PLAIN)


def _make_best(game: Game[Any], setting: str) -> Bot:
    from shinar.search.solving import SolvingBot

    return SolvingBot(_searching("best", game, setting, game.expertise().guide))


def _searching(name: str, game: Game[Any], setting: str, guide: "Guide[Any]") -> "SearchBot[Any]":
    from shinar.search.search import DEFAULT_BUDGET, SearchBot

    budget = parse_budget(setting) if setting else DEFAULT_BUDGET
    return SearchBot(game, f"{name}:{budget_text(budget)}", guide=guide, budget=budget)


def _maker_of_level(number: int) -> Callable[[Game[Any], str], Bot]:
    def make_level(game: Game[Any], setting: str) -> Bot:
        from shinar.bots import levels

        return levels.make_level(game, number, parse_budget(setting) if setting else None)

    return make_level


def _make_program(game: Game[Any], setting: str) -> Bot:
    from shinar.bots.program import make_program

    return make_program(game, setting)


# Not listed among the bots: it is not one until a program is named.
PROGRAM = BotKind("exec", "A program of yours, asked over its standard input: exec:./mybot.", _make_program)
for _number in range(1, LEVELS + 1):
    register_bot(f"level{_number}", f"Level {_number} of {LEVELS} of the ladder.", _maker_of_level(_number))
register_bot("best", "Searches with all it knows, and solves the turn exactly: best:2000, best:50ms.", _make_best)
register_bot("search", "Searches with what it knows of the game: search:2000 iterations, search:50ms.", _make_search)
register_bot("plain", "Searches with random playouts: plain:2000, plain:50ms.", _make_plain)
register_bot("greedy", "Looks one action ahead and takes what is best at once.", _make_greedy)
register_bot("random", "Takes any legal action, all equally likely.", _make_random)
