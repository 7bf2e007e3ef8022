"""A real terminal: what stands on its screen in colours and names, what Tab completes, what fits."""

import os
import pty
import re
import select
import struct
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from shinar import Match, make
from shinar.cli.terminal.advice import expected_words
from shinar.cli.terminal.colours import PALETTE, coloured
from shinar.cli.terminal.completion import completions
from shinar.cli.terminal.orders import ORDERS
from shinar.core.action import Entry
from shinar.core.canvas import COLOURS
from shinar.core.story import default_names
from tests.cli.conftest import Run

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x01\x02\r]")
COLOUR = re.compile(r"\x1b\[[0-9;]*38;5;\d+")
CLEAR = "\x1b[2J"
REMOVED = {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"}  # from the environment of the program
PATIENCE = 600  # seconds; far more than it takes


# ---- a program at a terminal ------------------------------------------------------------------------------------


def _comes(said: str, text: str, after: str) -> bool:
    """Whether a text was written after another. Clearing the screen is a code; all else is compared without codes."""
    if after == CLEAR:
        return text in CODES.sub("", said.partition(CLEAR)[2])
    return text in CODES.sub("", said).partition(after)[2] if after else text in CODES.sub("", said)


class Terminal:
    """The program `shinar` at a terminal of some size."""

    def __init__(self, master: int) -> None:
        self.master = master
        self.said = ""

    def read_until(self, text: str, after: str = "") -> str:
        """What the program wrote since the last call, up to a text that comes after another, and a little more."""
        start, end = len(self.said), time.monotonic() + PATIENCE
        while not _comes(self.said[start:], text, after):
            assert time.monotonic() < end, f"{text!r} did not come: {self.said[start:]!r}"
            if select.select([self.master], [], [], 0.1)[0]:
                self.said += os.read(self.master, 65536).decode()
        return self.said[start:]

    def resize(self, width: int, height: int) -> None:
        """Make the screen larger or smaller."""
        ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())


@contextmanager
def shinar_at(width: int, height: int, arguments: Sequence[str], **settings: str) -> Iterator[Terminal]:
    """Start the program at a terminal; it is ended in any case."""
    child, master = pty.fork()
    if child == 0:
        environment = {name: value for name, value in os.environ.items() if name not in REMOVED}
        environment |= {"TERM": "xterm-256color", "COLORTERM": "", "NUMBA_DISABLE_JIT": "1"} | settings
        os.execve(sys.executable, [sys.executable, "-m", "shinar", *arguments], environment)
    terminal = Terminal(master)
    terminal.resize(width, height)
    try:
        yield terminal
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(master)


def page_of(output: str) -> list[str]:
    """The lines on the screen after it was last cleared, without codes."""
    return CODES.sub("", output.rpartition(CLEAR)[2]).split("\n")


def first_page(terminal: Terminal, prompt: str = "Your action>") -> str:
    """Leave the welcome; the codes and text of the first page."""
    terminal.read_until("Press Enter to begin.")
    terminal.type("\r")
    return terminal.read_until(prompt)


BABEL = ("play", "babel", "--seed", "3", "--starter", "0")


def test_tab_completes_commands_and_actions_by_words_and_their_beginnings() -> None:
    with shinar_at(100, 30, BABEL) as terminal:
        page = first_page(terminal)
        assert COLOUR.search(page)
        assert not any("seat 0" in line.lower() for line in page_of(page))
        terminal.type("mo\tm\t\r")  # becomes `move medes`
        terminal.read_until("Your action>", after="You move to Medes")
        terminal.type("dep \t\t")  # twice lists the words that may follow, then shows the line again
        assert "medes" in terminal.read_until("Your action> dep ", after="sumerians")
        terminal.type("m\t\r")
        terminal.read_until("Your action>", after="You deploy a Medes card at Medes")
        terminal.type("qu\t\r")
        terminal.read_until("shinar play --load")


@pytest.mark.parametrize(("arguments", "settings"), [((), {"NO_COLOR": "1"}), (("--no-color",), {"FORCE_COLOR": "1"})])
def test_who_wants_no_colour_gets_none(arguments: tuple[str, ...], settings: dict[str, str]) -> None:
    with shinar_at(100, 30, [*BABEL, *arguments], **settings) as terminal:
        assert not COLOUR.search(first_page(terminal))


SIZES = ((100, 30), (80, 24))


GAMES = (
    "babel",
    "babylonia --players 4",
    "wonders --players 7 --expansions tower,projects",
    "wonders --players 4 --expansions leaders,cities,tower,projects",
)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_fits_the_screen_from_its_title_to_the_prompt(game: str) -> None:
    with shinar_at(*SIZES[0], ["play", *game.split(), "--seed", "5", "--bot", "random"]) as terminal:
        check_page(first_page(terminal), *SIZES[0])
        for number in range(8):
            width, height = SIZES[number % 2]
            terminal.resize(width, height)
            terminal.type("1\r")
            check_page(terminal.read_until("Your action>", after=CLEAR), width, height)


def check_page(output: str, width: int, height: int) -> None:
    page = page_of(output)
    assert len(page) <= height
    assert max(map(len, page)) <= width
    assert any(re.search(r"(Turn \d+|Age I+|Before Age I)\b", line) for line in page)


# ---- without a terminal -----------------------------------------------------------------------------------------


def test_a_pipe_gets_no_colours_unless_they_are_asked_for(shinar: Run) -> None:
    assert "\x1b[" not in shinar(*BABEL, typed=["quit"]).stdout
    assert COLOUR.search(shinar(*BABEL, "--color", typed=["quit"]).stdout)
    assert "\x1b[" not in shinar(*BABEL, typed=["quit"]).stdout


def test_people_play_under_their_names(shinar: Run, tmp_path: Path) -> None:
    output = shinar(*BABEL, "--name", "Anna", typed=["m m", "save match.txt", "quit"]).stdout
    assert "Anna> " in output
    assert "player Anna\nplayer greedy\n" in (tmp_path / "match.txt").read_text()
    again = shinar("play", "--load", "match.txt", typed=["quit"]).stdout
    assert ("Anna> " in again, "You play against Kubaba (greedy)." in again) == (True, True)
    assert "Players: Anna, Kubaba (greedy)" in shinar("replay", "match.txt").stdout
    both = shinar("play", "babel", "--hotseat", "--name", "Anna", "--name", "Ben", typed=["", "quit"]).stdout
    assert "Anna and Ben play." in both


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["Anna", "Ben"], "--name was given 2 times, but the number of people at the table is 1"),
        (["greedy"], "'greedy' is what records call a bot"),
        (["person"], "'person' is what records call a player without a name"),
        ([" "], "' ' is not a name: use 1 to 32 visible characters"),
    ],
)
def test_names_that_would_confuse_are_refused(shinar: Run, names: list[str], sentence: str) -> None:
    result = shinar(*BABEL, *(word for name in names for word in ("--name", name)))
    assert (result.exit_code, sentence in result.stderr) == (2, True)


def test_two_people_need_two_names(shinar: Run) -> None:
    result = shinar("play", "babel", "--hotseat", "--name", "Anna", "--name", "Anna")
    assert (result.exit_code, "two people at one table need different names" in result.stderr) == (2, True)


def test_a_record_of_a_server_brings_its_bots_along(shinar: Run, tmp_path: Path) -> None:
    shinar(*BABEL, "--name", "Anna", typed=["m m", "save match.txt", "quit"])
    file = tmp_path / "match.txt"
    file.write_text(file.read_text().replace("player greedy", "player bot greedy"))
    assert "You play against Kubaba (bot greedy)." in shinar("play", "--load", "match.txt", typed=["quit"]).stdout


def test_a_hint_names_an_action_that_can_be_typed(shinar: Run) -> None:
    output = " ".join(shinar("play", "toy", "--seed", "5", "--rounds", "1", typed=["hint", "quit"]).stdout.split())
    found = re.search(r"A good player would choose (\d+) `bid (\d)`, a \d+ % chance to win\. Next best: ", output)
    assert found
    assert f"{found[1]} bid {found[2]}" in output


def test_what_a_hint_expects_names_who_does_it() -> None:
    match = Match(make("babel"), seed=1)
    entries = [
        Entry(seat, match.game.parse_action(name))
        for seat, name in ((0, "move medes"), (0, "end turn"), (1, "end turn"))
    ]
    assert expected_words(match, entries, ["you", "Bob"]) == "of you: move medes, end turn; of Bob: end turn"


def test_a_hint_is_told_when_the_line_about_compiling_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []

    @contextmanager
    def compiling(_name: str) -> Iterator[None]:
        yield
        happened.append("compiled")

    monkeypatch.setattr("shinar.cli.terminal.orders.compiling", compiling)
    told = SimpleNamespace(say=lambda words: happened.append(words[:13]))
    players = SimpleNamespace(shown_names=default_names(3))
    table = SimpleNamespace(match=Match(make("toy"), seed=5), sheet=told, players=players)
    ORDERS["hint"](cast(Any, table), 0, "")
    assert happened == ["compiled", "A good player"]


def test_a_hint_where_nothing_can_be_chosen_says_so(shinar: Run) -> None:
    position = ["place farmer 8,6", "hint", "quit"]
    output = shinar("play", "babylonia", "--starter", "0", "--seed", "4", typed=position).stdout
    assert "There is only one thing you can do: 1 `end placing`." in " ".join(output.split())


def test_view_all_draws_everything(shinar: Run) -> None:
    assert shinar(*BABEL, typed=["view all", "quit"]).stdout.count("Turn 1, your turn") == 2


# ---- completion -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def match() -> Match[Any]:
    """A first turn of Babel: with Assyrians, Medes and Sumerians in hand, the pawn with the Medes."""
    match: Match[Any] = Match(make("babel", starter=0), 3)
    match.play(0, "move medes")
    return match


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("m", ["move "]),
        ("h", ["help ", "hint "]),
        ("move ", ["assyrians", "sumerians"]),
        ("M s", ["sumerians"]),
        ("dep m", ["medes"]),
        ("why b", ["build "]),
        ("why build h", ["hittites from "]),
        ("why b h from own", ["own stack"]),
        ("why draw", []),
        ("dance", []),
        ("deploy medes ", []),
    ],
)
def test_what_tab_offers(match: Match[Any], line: str, offered: list[str]) -> None:
    assert completions(match, 0, ORDERS, line) == offered


def test_tab_offers_files_to_save_to(match: Match[Any], tmp_path: Path) -> None:
    (tmp_path / "match.txt").touch()
    (tmp_path / "matches").mkdir()
    assert completions(match, 0, ORDERS, "save mat") == ["match.txt", "matches/"]


# ---- colours ----------------------------------------------------------------------------------------------------


def luminance(colour: int) -> float:
    """The relative luminance of one of the 256 colours, as WCAG reckons it."""
    steps = (0, 95, 135, 175, 215, 255)
    number = colour - 16
    parts = [8 + 10 * (colour - 232)] * 3 if colour >= 232 else [steps[number // part % 6] for part in (36, 6, 1)]
    linear = [(c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4) for c in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("name", COLOURS)
def test_every_colour_can_be_read_on_black_and_on_white(name: str) -> None:
    bright = luminance(int(re.sub(r"\D", "", PALETTE[name])))
    assert min((bright + 0.05) / 0.05, 1.05 / (bright + 0.05)) >= 3.0


def test_names_and_nations_stand_out_and_other_words_do_not() -> None:
    shown = coloured("Anna moves to Medes; You wait for Annabel", make("babel"), ["Anna", "Kubaba"], reader=1)
    assert [shown.plain[span.start : span.end] for span in shown.spans] == ["Medes", "Anna", "You"]
