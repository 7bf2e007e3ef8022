"""Where the command line writes: results on stdout, everything else (errors, progress) on stderr."""

import contextlib
import io
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.console import Console

from shinar.core.compiled.jit import announce_compiling
from shinar.core.errors import ShinarError

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = [
    "InterruptedRunError",
    "Screen",
    "compiling",
    "complain",
    "err",
    "interruptible",
    "out",
    "print_out",
    "progress_bar",
    "replace_unencodable",
    "use_color",
]

Result = TypeVar("Result")

LOOK_FOR_CONTROL_C = 0.1  # seconds
# Shown while the first match with compiled rules waits for the compiler.
COMPILING = "Compiling {name} (10 s to a minute, only once) …"


class InterruptedRunError(ShinarError):
    """Ctrl-C during work whose results so far are kept; the sentence says where, and how to continue."""


class Screen(Console):
    """A console on which what users type and files hold is shown as it is, without markup."""

    wants_color: ClassVar[bool | None] = None  # None: in a terminal, unless NO_COLOR is set

    def __init__(self, *, stderr: bool = False) -> None:
        forced: dict[str, Any] = {} if self.wants_color is None else {"no_color": not self.wants_color}
        if self.wants_color:
            forced["color_system"] = "256"  # in a pipe too
        super().__init__(stderr=stderr, markup=False, highlight=False, soft_wrap=True, **forced)

    def on_broken_pipe(self) -> None:
        """Let the program decide what to do when nobody reads its output any more."""
        raise BrokenPipeError

    def print_markdown(self, text: str) -> None:
        """Write a text in Markdown, headings and bold words shown as such."""
        from rich.markdown import Markdown  # slow to import, and seldom needed

        self.print(Markdown(text), soft_wrap=False)


def use_color(wanted: bool | None) -> None:
    """Show colours or not; None leaves it to the terminal and to NO_COLOR."""
    Screen.wants_color = wanted


def out() -> Screen:
    """The console for results."""
    return Screen()


def err() -> Screen:
    """The console for everything else."""
    return Screen(stderr=True)


def print_out(text: str) -> None:
    """Write a line of results."""
    out().print(text)


def complain(sentence: str, exit_code: int) -> int:
    """Write one sentence about what went wrong, and give the exit code back."""
    err().print(f"shinar: {' '.join(sentence.split())}", style="red")
    return exit_code


def replace_unencodable() -> None:
    """Replace letters that a terminal or a pipe cannot show, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


@contextlib.contextmanager
def compiling(name: str, console: Console | None = None) -> Iterator[None]:
    """Say on stderr, or on the console of a bar that is shown there, if something must be compiled meanwhile."""
    status = (console or err()).status(COMPILING.format(name=name))
    is_told = False

    def tell(_function: str) -> None:
        nonlocal is_told
        if not is_told:
            is_told = True
            if not status.console.is_terminal:
                status.console.print(COMPILING.format(name=name))
            status.start()

    announce_compiling(tell)
    try:
        yield
    finally:
        announce_compiling(None)
        status.stop()


def interruptible(call: Callable[[], Result]) -> Result:
    """The result of a call into compiled code, during which Ctrl-C works: Python cannot stop such code by itself."""
    results: list[Result] = []
    thread = threading.Thread(target=lambda: results.append(call()), daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(LOOK_FOR_CONTROL_C)
    return results[0]


def progress_bar(of: str = "games") -> "Progress":
    """A bar on stderr with the time elapsed and left; it leaves nothing behind in a pipe."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = err()
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(of),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
