"""The bots by name. A specification is a name, or a name with a setting behind a colon: `greedy`, `search:2000`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shinar.bots.bot import Bot, RandomBot
from shinar.bots.greedy import GreedyBot, evaluation_of
from shinar.core.errors import OptionError
from shinar.core.game import Game

__all__ = ["BotKind", "bot_kinds", "make_bot", "register_bot"]


@dataclass(frozen=True)
class BotKind:
    """A bot that can be asked for: its name, a sentence for people, and how it is made."""

    name: str
    help: str
    make: Callable[[Game[Any], str], Bot]  # (game, the setting behind the colon, or "")


_KINDS: dict[str, BotKind] = {}


def register_bot(name: str, help: str, make: Callable[[Game[Any], str], Bot]) -> None:
    """Make a bot known: `register_bot("random", "Takes any legal action.", make_random)`."""
    _KINDS[name] = BotKind(name, help, make)


def bot_kinds() -> tuple[BotKind, ...]:
    """All bots that can be asked for."""
    return tuple(_KINDS.values())


def make_bot(specification: str, game: Game[Any]) -> Bot:
    """The bot of a specification; OptionError lists the known ones if there is no such bot."""
    name, _, setting = specification.strip().partition(":")
    if name not in _KINDS:
        raise OptionError(f"there is no bot {specification!r}; there are {', '.join(_KINDS)}")
    return _KINDS[name].make(game, setting)


def _without_setting(name: str, setting: str) -> None:
    if setting:
        raise OptionError(f"the bot {name} has no setting, {setting!r} was given")


def _make_random(_game: Game[Any], setting: str) -> Bot:
    _without_setting("random", setting)
    return RandomBot()


def _make_greedy(game: Game[Any], setting: str) -> Bot:
    _without_setting("greedy", setting)
    return GreedyBot(evaluation_of(game))


register_bot("greedy", "Looks one action ahead and takes what is best at once.", _make_greedy)
register_bot("random", "Takes any legal action, all equally likely.", _make_random)
