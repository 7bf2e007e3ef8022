"""The command line: one file per command, and a few helpers they share.

To add a command, write `cli/commands/<name>.py` with a function `<name>`, add it to `COMMANDS` in app.py, and
describe it in docs/commands.md (a test checks that).
"""

__all__ = ["main"]


def main() -> None:
    """Run `shinar` with the arguments of this process."""
    from shinar.cli.app import app  # here, so that helpers of this package can be imported without Typer and Rich

    app()
