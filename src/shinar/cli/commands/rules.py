"""`shinar rules`: the rules of a game, or one clause of them."""

from typing import Annotated

import typer

from shinar.cli.options import DEFAULT_GAME
from shinar.cli.terminal.console import out
from shinar.core.registry import game_class
from shinar.core.rulebook import rulebook_of

__all__ = ["rules"]


def rules(
    game: Annotated[str, typer.Argument(help="The game.")] = DEFAULT_GAME,
    clause: Annotated[
        list[str] | None, typer.Argument(metavar="[CLAUSE]", help="A clause (BB-5.2 or 5.2), a section (5) or a word.")
    ] = None,
) -> None:
    """Show the rules of a game, a single clause, or every clause that mentions a word."""
    book = rulebook_of(game_class(game))
    text = book.look_up(" ".join(clause)) if clause else book.text
    console = out()
    if clause or not console.is_terminal:
        console.print_markdown(text)
        return
    with console.pager(styles=True):
        console.print_markdown(text)
