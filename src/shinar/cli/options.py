"""Options of games on the command line: `--edition first`, `--edition=first` or `--option edition=first`.

Each game has its own options, so Typer passes on the arguments it does not know, and this file reads them.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any

import typer

from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.core.nearest import did_you_mean
from shinar.core.options import Option, OptionValue
from shinar.core.registry import game_class, make

__all__ = ["DEFAULT_GAME", "GAME_HELP", "ColorOption", "GameOption", "Given", "options_text", "read_given", "variants"]

DEFAULT_GAME = "babel"  # where none is named; the choice of this command line, which no entry point can tell
GAME_HELP = f"The game; default: {DEFAULT_GAME}."
CHANCE_DECIDES = "random"  # a choice that stands for the other ones

GameOption = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; --NAME VALUE does the same."),
]
ColorOption = Annotated[
    bool | None,
    typer.Option(
        "--color/--no-color",
        show_default=False,
        help="Colours or none. Default: in a terminal, unless NO_COLOR is set.",
    ),
]


@dataclass(frozen=True)
class Given:
    """The game and its options as they were typed."""

    game: str | None
    options: dict[str, OptionValue]

    def make(self) -> Game[Any]:
        """The game that is meant."""
        return make(self.game or DEFAULT_GAME, **self.options)


def read_given(context: typer.Context, game: str | None, pairs: Iterable[str] | None) -> Given:
    """The game and its options; OptionError for extra words or unknown options."""
    words = ([] if game is None else [game]) + list(context.args)
    names, options = _sorted_out(words)
    if len(names) > 1:
        raise OptionError(f"{context.info_name} takes one game, not {' '.join(names)!r}")
    given = Given(names[0] if names else None, options | dict(_pair(pair) for pair in pairs or ()))
    _check_names(context, given)
    return given


def _sorted_out(words: list[str]) -> tuple[list[str], dict[str, OptionValue]]:
    """Words that stand for themselves, and `--name value` or `--name=value`."""
    names: list[str] = []
    options: dict[str, OptionValue] = {}
    rest = iter(words)
    for word in rest:
        if not word.startswith("-"):
            names.append(word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        options[name] = value if equals else _value_after(word, rest)
    return names, options


def _value_after(word: str, rest: Iterator[str]) -> str:
    value = next(rest, None)
    if value is None or value.startswith("--"):
        raise OptionError(f"the option {word} needs a value, or does not exist; see --help")
    return value


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise OptionError(f"--option needs NAME=VALUE, not {text!r}")
    return name, value


def _check_names(context: typer.Context, given: Given) -> None:
    game = given.game or DEFAULT_GAME
    known = [option.name for option in game_class(game).option_list]
    for name in given.options:
        if name not in known:
            own = ", ".join(f"--{option}" for option in known) or "none"
            near = did_you_mean(f"--{name}", [f"--{option}" for option in known])
            raise OptionError(f"{context.info_name} has no option --{name}{near}; the options of {game} are {own}")


def options_text(game: Game[Any]) -> str:
    """The options of a game as the command line takes them."""
    return " ".join(f"--{option.name} {option.text(game.options[option.name])}" for option in game.option_list)


# ---- every kind of a game ---------------------------------------------------------------------------------------


def variants(given: Given) -> list[Game[Any]]:
    """The game as given, or, if no option was given, with the usual options and with each other choice of each."""
    name = given.game or DEFAULT_GAME
    usual = given.make()
    if given.options:
        return [usual]
    found = [usual]
    for option in usual.option_list:
        for value in _choices(option):
            with suppress(OptionError):  # a choice that needs another beside it is no variant of its own
                found.append(make(name, **{option.name: value}))
    return list(dict.fromkeys(found))


def _choices(option: Option) -> list[OptionValue]:
    """What an option may be. Where chance decides by default, it brings the other choices by itself."""
    if option.many:
        words = [str(choice) for choice in option.choices]
        return [subset for size in (0, 1, len(words)) for subset in combinations(words, size)]
    if option.per_seat:
        return [(str(option.choices[1]),)]  # one seat and one choice are enough: they are treated alike
    return [] if option.default == CHANCE_DECIDES else list(option.choices)
