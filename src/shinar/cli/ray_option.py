"""The option `--ray [ADDRESS]`: without an address it starts a cluster on this machine. Typer has no such options."""

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

__all__ = ["HERE", "CommandWithRay", "RayOption", "with_address"]

HERE = "local"  # what `--ray` without an address means
RUNNING = "auto"  # the cluster that already runs on this machine

RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="[ADDRESS]",
        help=f"Run on Ray: the cluster at HOST:PORT or ray://HOST:PORT, the one running on this machine ({RUNNING}) "
        "or, without an address, a new one.",
    ),
]


class CommandWithRay(TyperCommand):
    """A command whose option `--ray` may stand alone."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments, with the address that was left out."""
        return super().parse_args(ctx, with_address(args))


def with_address(arguments: list[str]) -> list[str]:
    """The arguments with `local` after a `--ray` that no address follows: `--ray --json`, `--ray babel`."""
    found = []
    for place, argument in enumerate(arguments):
        found.append(argument)
        if argument == "--ray" and not is_address(arguments[place + 1 : place + 2]):
            found.append(HERE)
    return found


def is_address(words: list[str]) -> bool:
    """Whether a word, if there is one, names a cluster; the name of a game has no colon."""
    return any(word in {HERE, RUNNING} or (":" in word and not word.startswith("-")) for word in words)
