"""The program `shinar`: its commands, and the one place where errors become a sentence and an exit code."""

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from shinar import __version__
from shinar.cli.exit_codes import INTERRUPTED, MISUSED, PIPE_CLOSED
from shinar.cli.ray_option import CommandWithRay
from shinar.cli.terminal.console import InterruptedRunError, complain, print_out, replace_unencodable
from shinar.core.errors import ShinarError

__all__ = ["COMMANDS", "app"]

# The commands in the order help shows them; each is the function of that name in the file of that name. True: it takes
# the options of a game, which are not known in advance. The files import nothing slow before they are called.
COMMANDS: dict[str, bool] = {
    "serve": False,
    "play": True,
    "replay": False,
    "export": False,
    "rules": False,
    "games": False,
    "laws": True,
    "soak": True,
    "bench": True,
    "perft": True,
    "arena": True,
    "ladder": True,
    "train": False,
    "study": False,
    "analyse": False,
    "hint": True,
}


class Program(TyperGroup):
    """The group of all commands; the mistakes of users are reported here."""

    def main(self, *arguments: Any, **settings: Any) -> Any:
        """Run a command and leave with its exit code."""
        replace_unencodable()
        settings["standalone_mode"] = False
        sys.exit(exit_code_of(lambda: super(Program, self).main(*arguments, **settings)))

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands, in the order help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command of that name, or nothing; made when it is asked for, since making all takes a while."""
        return command_of(cmd_name) if cmd_name in COMMANDS else None


@cache
def command_of(name: str) -> Any:
    """The command made from the function of this name, in the file of this name."""
    settings = {"allow_extra_args": True, "ignore_unknown_options": True} if COMMANDS[name] else {}
    alone = typer.Typer(add_completion=False)
    function = getattr(import_module(f"shinar.cli.commands.{name}"), name)
    alone.command(name, cls=CommandWithRay, context_settings=settings)(function)
    return get_command(alone)


def exit_code_of(run: Callable[[], Any]) -> int:
    """Run something; a user's mistake becomes one sentence on stderr."""
    try:
        result = run()
        sys.stdout.flush()
    except typer.TyperException as error:
        return complain(error.format_message(), MISUSED)
    except InterruptedRunError as error:
        return complain(str(error), INTERRUPTED)
    except ShinarError as error:
        return complain(str(error), MISUSED)
    except BrokenPipeError:
        # What is left to write goes nowhere, or Python would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        return complain(f"{error.filename or 'a file'}: {error.strerror or error}", MISUSED)
    except (KeyboardInterrupt, typer.Abort):
        return complain("interrupted", INTERRUPTED)
    return result if isinstance(result, int) else 0


app = typer.Typer(
    cls=Program,
    invoke_without_command=True,
    add_completion=False,
    help="Play, study and research three board games of ancient Mesopotamia.",
)


def show_version(wanted: bool) -> None:
    """Print the version and exit, if asked to."""
    if wanted:
        print_out(f"shinar {__version__}")
        raise typer.Exit


@app.callback()
def shinar(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play, study and research three board games of ancient Mesopotamia. Without a command, the lobby opens."""
    if context.invoked_subcommand is None and not version:
        from shinar.cli.commands.serve import serve_and_open

        serve_and_open()
