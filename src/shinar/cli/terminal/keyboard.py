"""Lines from a person, or from a pipe."""

import contextlib
import sys
from collections.abc import Callable

from rich.console import COLOR_SYSTEMS
from rich.style import Style

from shinar.cli.terminal.console import Screen

__all__ = ["Keyboard"]

Completions = Callable[[str], list[str]]  # (the line so far) how its last word may go on
BETWEEN = "\0"


class Keyboard:
    """Asks for lines; EOFError when there are no more."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.is_person = sys.stdin.isatty() and screen.is_terminal
        self._offered: list[str] = []

    def ask(self, prompt: str, style: str = "", completions: Completions = lambda _line: []) -> str:
        """One line. At a terminal it can be edited, Tab completes it, and earlier ones come back with the arrows."""
        if self.is_person:
            with contextlib.suppress(ImportError):  # not every system has readline
                prompt = self._prepared(prompt, style, completions)
            return input(prompt)
        self.screen.print(prompt, end="")
        line = sys.stdin.readline()
        self.screen.print()
        if not line:
            raise EOFError
        return line

    def _prepared(self, prompt: str, style: str, completions: Completions) -> str:
        """Let readline edit and complete; the prompt in colour, its codes marked as taking no room."""
        import readline  # importing it is what gives input() its editing

        def complete(_word: str, number: int) -> str | None:
            if number == 0:
                self._offered = completions(readline.get_line_buffer()[: readline.get_endidx()])
            return self._offered[number] if number < len(self._offered) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
        return prompt if is_libedit else self._styled(prompt, style)

    def _styled(self, prompt: str, style: str) -> str:
        if self.screen.no_color or self.screen.color_system is None or not style:
            return prompt
        shown = Style.parse(style).render(BETWEEN, color_system=COLOR_SYSTEMS[self.screen.color_system])
        before, _, after = shown.partition(BETWEEN)
        return f"\x01{before}\x02{prompt}\x01{after}\x02"
