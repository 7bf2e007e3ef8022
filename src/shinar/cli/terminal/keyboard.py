"""Lines from a person, or from a pipe."""

import contextlib
import sys

from shinar.cli.terminal.console import Screen

__all__ = ["Keyboard"]


class Keyboard:
    """Asks for lines; EOFError when there are no more."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.is_person = sys.stdin.isatty() and screen.is_terminal

    def ask(self, prompt: str) -> str:
        """One line. At a terminal it can be edited, and earlier ones come back with the arrow keys."""
        if self.is_person:
            with contextlib.suppress(ImportError):  # not every system has it
                import readline  # noqa: F401 -- importing it is what gives input() its editing
            return input(prompt)
        self.screen.print(prompt, end="")
        line = sys.stdin.readline()
        self.screen.print()
        if not line:
            raise EOFError
        return line
