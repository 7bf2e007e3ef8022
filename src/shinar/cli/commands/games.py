"""`shinar games`: what can be played, and with which options."""

import json
from typing import Annotated, Any

import typer
from rich.table import Table

from shinar.cli.options import Given, variants
from shinar.cli.terminal.console import out
from shinar.core.game import Game
from shinar.core.options import Option
from shinar.core.registry import game_class, game_names

__all__ = ["games"]


def games(as_json: Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")] = False) -> None:
    """List the games with their seats and options."""
    found = [game_class(name) for name in game_names()]
    if as_json:
        out().print(json.dumps([game_data(game) for game in found], indent=2))
        return
    for game in found:
        out().print(f"{game.name}: {game.title}, {seats_text(game)} seats", style="bold")
        out().print(f"{game.summary}\n")
        out().print(option_table(game), soft_wrap=False)


def seats_of(game: type[Game[Any]]) -> list[int]:
    """How many can play."""
    return sorted({variant.num_seats for variant in variants(Given(game.name, {}))})


def seats_text(game: type[Game[Any]]) -> str:
    """How many can play, in words."""
    seats = seats_of(game)
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


def option_table(game: type[Game[Any]]) -> Table:
    """The options of a game, a line for each choice."""
    table = Table("option", "choice", "", box=None, padding=(0, 2, 0, 0), header_style="bold")
    for option in game.option_list:
        table.add_row(f"--{option.name}", "", option.help)
        for number, choice in enumerate(option.choices):
            table.add_row("", str(choice) + default_mark(option, choice), meaning(option, number))
    return table


def default_mark(option: Option, choice: str | int) -> str:
    """A star next to the default."""
    is_default = choice in option.default if isinstance(option.default, tuple) else choice == option.default
    return " *" if is_default else ""


def meaning(option: Option, number: int) -> str:
    """The sentence for a choice, if it has one."""
    return option.meanings[number] if number < len(option.meanings) else ""


def game_data(game: type[Game[Any]]) -> dict[str, Any]:
    """A game as plain data."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "rules_version": game.rules_version,
        "seats": seats_of(game),
        "options": [option_data(option) for option in game.option_list],
    }


def option_data(option: Option) -> dict[str, Any]:
    """An option as plain data."""
    return {
        "name": option.name,
        "help": option.help,
        "choices": list(option.choices),
        "meanings": list(option.meanings),
        "default": option.default,
        "many": option.many,
        "per_seat": option.per_seat,
        "none_is_all": option.none_is_all,
    }
