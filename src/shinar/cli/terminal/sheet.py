"""What a person sees on the screen: what happened, the position, the actions to choose from."""

from itertools import groupby
from typing import Any

from rich.text import Text

from shinar.cli.terminal.console import Screen, out
from shinar.cli.terminal.keyboard import Keyboard
from shinar.cli.terminal.player import PERSON, Players
from shinar.cli.terminal.story import merge_log_lines
from shinar.core.match import Match
from shinar.core.viewer import SPECTATOR, viewer_of

__all__ = ["Sheet"]

LINES_BELOW = 3  # the prompt, and room for the answer
FORGET_EVERYTHING = "\x1b[H\x1b[2J\x1b[3J"  # clears the screen and what could be scrolled back to
GAP = "   "  # between two actions of a line
MANY = 40  # actions of one kind; more are shown by name only, what they share once
SHORT = 3  # letters of a word are typed in the example
ENDS = 4  # of so many of them the first and the last are shown


class Sheet:
    """The screen of a match; remembers what each person has seen."""

    def __init__(self, match: Match[Any], players: Players) -> None:
        self.match = match
        self.players = players
        self.screen: Screen = out()
        self.seen = {seat: after_last_action(match, seat) for seat in range(match.game.num_seats)}  # of the log
        self.reader: int | None = None  # the seat whose cards are on the screen

    # -- lines --

    def say(self, text: str, style: str | None = None) -> None:
        """Write a line or several, wrapped between words."""
        self.screen.print(text, style=style, soft_wrap=False)

    def warn(self, text: str) -> None:
        """Write a line that says what is not possible."""
        self.screen.print(text, style="yellow", soft_wrap=False)

    def say_command(self, text: str) -> None:
        """Write a command to copy: it stays in one line."""
        self.screen.print(f"  {text}")

    def prompt(self, seat: int) -> str:
        """What stands before the line a person types."""
        return f"seat {seat}> "

    # -- pages --

    def welcome(self, keyboard: Keyboard) -> None:
        """Six lines for a newcomer."""
        game = self.match.game
        self.say(f"{game.title}. {game.summary}", style="bold")
        self.say(f"You are {self._seats_text()}. What you may do is listed with numbers.")
        self.say(f"Type a number, or the beginning of each word: {self._example()}.")
        self.say("`undo` takes back, `why ACTION` says why something is not possible,")
        self.say("`rules` or `rules WORD` shows the rules, `help` all commands.")
        self.say("`quit` leaves; the match is kept after every action, so nothing is lost.")
        if keyboard.is_person:
            keyboard.ask("Press Enter to begin. ")

    def _example(self) -> str:
        """An action that is possible at the beginning, shortened as one may type it."""
        actions = [action for seat in self.match.actors for action in self.match.legal_actions(seat)]
        name = max(map(self.match.game.action_name, actions[:ENDS]), key=lambda name: len(name.split()))
        short = " ".join(word[:SHORT] if word.isalpha() else word for word in name.split())
        return f"`{short}` for `{name}`"

    def _seats_text(self) -> str:
        persons = [f"seat {seat}" for seat in self.players.persons]
        bots = {name for name in self.players.names if name != PERSON}
        return " and ".join(persons) + (f", against {' and '.join(sorted(bots))}" if bots else "")

    def hand_over(self, seat: int, keyboard: Keyboard) -> None:
        """Hide one person's cards before another person looks."""
        if len(self.players.persons) < 2 or seat == self.reader:
            return
        self._clear(everything=True)
        keyboard.ask(f"Seat {seat}, press Enter when only you can see the screen. ")
        self.reader = seat

    def draw(self, seat: int) -> None:
        """What happened since the person last looked, the position, and the legal actions."""
        self._clear()
        self.reader = seat
        news = self._news(seat)
        position = str(self.match.observe(seat)).splitlines()
        actions = action_lines(self.match, seat, self.screen.width)
        if news:
            self.say(news, style="cyan")
            self.say("")
        self._draw_position(self._fitting(position, len(actions) + news.count("\n") + 2))
        self.say("")
        for head, rest in actions:
            self.screen.print(Text.assemble((head, "bold"), rest))

    def _draw_position(self, lines: list[str]) -> None:
        """A position; on a narrow screen its lines are wrapped between words."""
        self.screen.print("\n".join(lines), soft_wrap=not self.screen.is_terminal)

    def _news(self, seat: int) -> str:
        length = len(self.match.log)
        since = min(self.seen[seat], length)
        self.seen[seat] = length
        return merge_log_lines(self.match.story(seat, since), self.players.shown_names)

    def _fitting(self, lines: list[str], others: int) -> list[str]:
        """Blank lines go when the screen is too low for everything."""
        if not self.screen.is_terminal or len(lines) + others + LINES_BELOW <= self.screen.height:
            return lines
        return [line for line in lines if line.strip()]

    def draw_end(self) -> None:
        """The last position, as everybody may see it."""
        persons = self.players.persons
        viewer = viewer_of(persons[0]) if len(persons) == 1 else SPECTATOR
        self._clear(everything=len(persons) > 1)
        if viewer.seat is not None:
            self.say(self._news(viewer.seat), style="cyan")
        self._draw_position(["", *str(self.match.observe(viewer)).splitlines(), ""])

    def _clear(self, *, everything: bool = False) -> None:
        """A fresh screen. In a pipe there is nothing to clear, and a line parts the pages."""
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


# ---- the list of actions ----------------------------------------------------------------------------------------


def action_lines(match: Match[Any], seat: int, width: int) -> list[tuple[str, str]]:
    """The legal actions of a seat, numbered from 1 and grouped by kind; each line as its head and the rest."""
    game = match.game
    numbered = [
        (number, game.action_name(action), action) for number, action in enumerate(match.legal_actions(seat), 1)
    ]
    groups = [
        (kind, [(number, short_name(kind, name)) for number, name, _ in members])
        for kind, members in groupby(numbered, key=lambda member: game.action_group(member[2]))
    ]
    margin = max(len(kind) for kind, _ in groups) + len(GAP)
    return [line for kind, members in groups for line in _group_lines(kind.ljust(margin), members, width)]


def _group_lines(head: str, members: list[tuple[int, str]], width: int) -> list[tuple[str, str]]:
    if len(members) <= MANY:
        return _flowing(head, [f"{number} {name}" for number, name in members], width)
    rows = folded([name for _, name in members])
    return [
        line for row, items in enumerate(rows) for line in _flowing(head if row == 0 else " " * len(head), items, width)
    ]


def folded(names: list[str]) -> list[list[str]]:
    """Many names: first the last words that all beginnings share, then what each beginning has beside.

    `merchant | farmer:`, the cells of both, and then `farmer:` with those for farmers only.
    """
    endings: dict[str, list[str]] = {}
    for name in names:
        beginning, _, ending = name.rpartition(" ")
        endings.setdefault(beginning, []).append(ending)
    shared = set.intersection(*(set(words) for words in endings.values()))
    own: dict[tuple[str, ...], list[str]] = {}
    for beginning, words in endings.items():
        own.setdefault(tuple(word for word in words if word not in shared), []).append(beginning)
    common = [word for word in next(iter(endings.values())) if word in shared]
    rows = [(endings, common), *((beginnings, list(words)) for words, beginnings in own.items())]
    return [[f"{' | '.join(beginnings)}:", *shortened(words)] for beginnings, words in rows if words]


def shortened(words: list[str]) -> list[str]:
    """Very many words: the first, the last, and how many there are."""
    if len(words) <= MANY:
        return words
    return [*words[:ENDS], "…", *words[-ENDS:], f"({len(words)})"]


def short_name(kind: str, name: str) -> str:
    """The name of an action without the kind under which it stands; unless nothing would be left."""
    return name.removeprefix(f"{kind} ")


def _flowing(head: str, items: list[str], width: int) -> list[tuple[str, str]]:
    """Items in lines not longer than the screen is wide, the first line after a head."""
    lines = [items[0]]
    for item in items[1:]:
        if len(head) + len(lines[-1]) + len(GAP) + len(item) > width:
            lines.append(item)
        else:
            lines[-1] += GAP + item
    return [(head if number == 0 else " " * len(head), line) for number, line in enumerate(lines)]
