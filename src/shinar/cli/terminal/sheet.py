"""What a person sees on the screen: what happened, the position, the actions to choose from."""

from collections.abc import Callable
from functools import partial
from textwrap import wrap
from typing import Any

from rich.text import Text

from shinar.cli.terminal.action_list import action_lines
from shinar.cli.terminal.colours import COMMAND, WARNING, coloured, seat_style
from shinar.cli.terminal.console import Screen, out
from shinar.cli.terminal.keyboard import Completions, Keyboard
from shinar.cli.terminal.names import PERSON
from shinar.cli.terminal.player import Players
from shinar.cli.terminal.story import merge_log_lines
from shinar.core.canvas import Canvas
from shinar.core.match import Match
from shinar.core.story import listed
from shinar.core.viewer import SPECTATOR, Viewer, viewer_of

__all__ = ["Sheet"]

PROMPT_LINES = 1
RESULT_LINES = 7  # below the last position: who won and why, where the record is
ACTIONS_SHARE = 4  # the list of actions takes one line of the screen in so many; names can be typed that it leaves out
NEWS_SHARE = 4  # on a low screen, news takes one line in so many; `log` shows the rest
FORGET_EVERYTHING = "\x1b[H\x1b[2J\x1b[3J"  # clears the screen and what could be scrolled back to
EXAMPLES = 4  # actions from which an example is chosen
SHORT = 3  # letters of each word in the example
INDENT = "  "
MORE = "`view all` shows all"  # what a low screen has no room for


class Sheet:
    """The screen of a match; remembers what each person has seen."""

    def __init__(self, match: Match[Any], players: Players) -> None:
        self.match = match
        self.players = players
        self.names = players.shown_names
        self.screen: Screen = out()
        self.seen = {seat: after_last_action(match, seat) for seat in range(match.game.num_seats)}  # of the log
        self.reader: int | None = None  # the seat whose cards are on the screen

    # -- lines --

    def say(self, text: str, style: str = "") -> None:
        """Write a line or several, wrapped between words."""
        for line in text.split("\n"):
            shown = coloured(line, self.match.game, self.names, self.reader)
            shown.stylize_before(style)
            self.screen.print(shown, soft_wrap=False)

    def warn(self, text: str) -> None:
        """Write a line that says what is not possible."""
        self.screen.print(text, style=WARNING, soft_wrap=False)

    def say_command(self, text: str) -> None:
        """Write a command to copy: it stays in one line."""
        self.screen.print(f"  {text}")

    def ask(self, seat: int, keyboard: Keyboard, completions: Completions) -> str:
        """The line that a person types."""
        has_name = len(self.players.persons) > 1 or self.players.names[seat] != PERSON
        prompt = self.names[seat] if has_name else "Your action"
        return keyboard.ask(f"{prompt}> ", seat_style(seat), completions)

    # -- pages --

    def welcome(self, keyboard: Keyboard) -> None:
        """A few lines for a newcomer."""
        game = self.match.game
        self.say(f"{game.title}. {game.summary}", style="bold")
        self.say(f"{self._players_text()} What you can do is listed with numbers.")
        self.say(f"Type a number, or the beginning of each word: {self._example()}.")
        self.say("`hint` advises, `undo` takes back, `why ACTION` says why not, Tab completes,")
        self.say("`rules` or `rules WORD` shows the rules, `help` all commands.")
        self.say("`quit` leaves; the match is saved after every action, so nothing is lost.")
        if keyboard.is_person:
            keyboard.ask("Press Enter to begin. ")

    def _example(self) -> str:
        """An action that is possible at the beginning, shortened as one may type it."""
        actions = [action for seat in self.match.actors for action in self.match.legal_actions(seat)]
        name = max(map(self.match.game.action_name, actions[:EXAMPLES]), key=lambda name: len(name.split()))
        short = " ".join(word[:SHORT] if word.isalpha() else word for word in name.split())
        return f"`{short}` for `{name}`"

    def _players_text(self) -> str:
        """Who plays: `You play against Kubaba (greedy).`"""
        people = [self.names[seat] for seat in self.players.persons]
        against = f" against {self.players.opponents}" if self.players.opponents else ""
        return f"{'You' if len(people) == 1 else listed(people)} play{against}."

    def hand_over(self, seat: int, keyboard: Keyboard) -> None:
        """Hide one person's cards before another person looks."""
        if len(self.players.persons) < 2 or seat == self.reader:
            return
        self._clear(everything=True)
        keyboard.ask(f"{self.names[seat]}, press Enter when only you can see the screen. ")
        self.reader = seat

    def draw(self, seat: int) -> None:
        """What happened since the person last looked, the position, and the legal actions."""
        self._clear()
        self.reader = seat
        actions = action_lines(self.match, seat, self.screen.width, self._room_for_actions())
        self._show_page(self._news(seat), viewer_of(seat), PROMPT_LINES + len(actions))
        self._show_actions(actions)

    def draw_everything(self, seat: int) -> None:
        """The position with all details, however low the screen is; and the legal actions."""
        self._show_lines(self._position(viewer_of(seat), None))
        self._show_actions(action_lines(self.match, seat, self.screen.width))

    def draw_end(self) -> None:
        """The last position, as everybody may see it."""
        persons = self.players.persons
        viewer = viewer_of(persons[0]) if len(persons) == 1 else SPECTATOR
        self.reader = viewer.seat
        self._clear(everything=len(persons) > 1)
        self._show_page([] if viewer.seat is None else self._news(viewer.seat), viewer, RESULT_LINES)

    # -- what fits --

    def _room_for_actions(self) -> int | None:
        """The lines that the list of actions should not exceed: with more, a low screen could not show the position."""
        return self.screen.height // ACTIONS_SHARE if self.screen.is_terminal else None

    def _show_page(self, news: list[str], viewer: Viewer, below: int) -> None:
        """News and a position, so that so many lines have room below."""
        room = self.screen.height - below if self.screen.is_terminal else None
        news, position = fitted(news, partial(self._position, viewer), room)
        spare = 2 if room is None else room - len(news) - len(position)
        self._show_lines(news)
        self._show_lines([""] * (bool(news) and spare > 1) + position + [""] * (spare > 0))

    def _show_actions(self, actions: list[tuple[str, str]]) -> None:
        for head, rest in actions:
            shown = coloured(rest, self.match.game, self.names)
            self.screen.print(Text.assemble((head, COMMAND), shown))

    def _show_lines(self, lines: list[str]) -> None:
        for line in lines:
            self.screen.print(coloured(line, self.match.game, self.names, self.reader))

    def _position(self, viewer: Viewer, height: int | None) -> list[str]:
        canvas = Canvas(self.names, self.screen.width, height, MORE)
        drawn = self.match.game.render(self.match.observe(viewer), canvas)
        return [part for line in drawn.split("\n") for part in wrapped(line, self.screen.width)]

    def _news(self, seat: int) -> list[str]:
        length = len(self.match.log)
        since = min(self.seen[seat], length)
        self.seen[seat] = length
        story = merge_log_lines(self.match.story(seat, since), self.names)
        return [part for line in story.splitlines() for part in wrapped(line, self.screen.width)]

    def _clear(self, *, everything: bool = False) -> None:
        """A fresh screen. In a pipe there is nothing to clear, and a line separates the pages."""
        if not self.screen.is_terminal:
            self.screen.rule(style="dim")
        elif everything:
            self.screen.file.write(FORGET_EVERYTHING)
            self.screen.file.flush()
        else:
            self.screen.clear()


def after_last_action(match: Match[Any], seat: int) -> int:
    """How much of the log a seat has seen for sure: all up to its last action."""
    return max((number for number, entry in enumerate(match.log, 1) if entry.actor == seat), default=0)


def wrapped(line: str, width: int) -> list[str]:
    """A line in parts not longer than the screen is wide, cut between words."""
    return [line] if len(line) <= width else wrap(line, width, subsequent_indent=INDENT)


def fitted(
    news: list[str], position: Callable[[int | None], list[str]], room: int | None
) -> tuple[list[str], list[str]]:
    """As much of the news and of the position as there is room for; the latest news is kept."""
    whole = position(None)
    if room is None or len(news) + len(whole) <= room:
        return news, whole
    drawn = position(room - min(len(news), max(2, room // NEWS_SHARE)))
    kept = max(0, room - len(drawn))
    left_out = len(news) - kept
    if left_out > 0 and kept > 1:
        return [f"… {left_out + 1} earlier lines (`log` shows all)", *news[left_out + 1 :]], drawn
    return news[max(0, left_out) :], drawn
