"""What a person can type during a match: an action, or one of a few commands. Each order can carry itself out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from shinar.cli.files import write_record
from shinar.cli.terminal.console import compiling
from shinar.cli.terminal.picker import MatchingActions, pick
from shinar.cli.terminal.story import merge_log_lines
from shinar.core.errors import IllegalActionError, OptionError
from shinar.core.nearest import did_you_mean
from shinar.core.rulebook import rulebook_of
from shinar.core.shorthand import listed
from shinar.core.story import with_names

if TYPE_CHECKING:
    from shinar.cli.terminal.table import Table

__all__ = ["HELP", "ORDERS", "NextStep", "Order", "Quit", "read_order"]

MAX_REASONS = 6  # that are shown

HELP = """\
Choose an action by its number, its name, or the beginnings of its words.
  hint             say what a good player would do, and how good the chances are
  undo             take back your last action, unless it revealed something new
  why ACTION       say why an action is not possible now, with the clause
  rules [CLAUSE]   show a clause (5.2), a section (5) or what mentions a word;
                   alone, the contents
  view, view all   draw the position again; all, even if the screen is small
  log              show the match so far, as you have seen it
  save FILE        write the record, as JSON to a .json (save! overwrites)
  quit             leave; the match is saved and can be continued
  help             show this
Tab completes commands and actions."""


class Quit(Exception):  # noqa: N818 -- not an error
    """Somebody wants to leave."""


class NextStep(Enum):
    """What follows an order: the position has changed and is drawn again, or the same person is asked again."""

    DRAW = auto()
    ASK_AGAIN = auto()


class Order(Protocol):
    """Something a person typed."""

    def carry_out(self, table: Table, seat: int) -> NextStep:
        """Do it, or say why not."""
        ...


@dataclass(frozen=True)
class Command:
    """One of the commands, with what was typed after it."""

    run: Callable[[Table, int, str], NextStep]
    rest: str

    def carry_out(self, table: Table, seat: int) -> NextStep:
        """Do it, or say why not."""
        return self.run(table, seat, self.rest)


@dataclass(frozen=True)
class Act:
    """An action of the game, as it was typed."""

    text: str

    def carry_out(self, table: Table, seat: int) -> NextStep:
        """Take the action if it is clear and legal, else say what is possible, or why this is not."""
        picked = pick(table.match.game, table.match.legal_actions(seat), self.text)
        if picked.is_legal and len(picked.actions) == 1:
            table.match.play(seat, picked.actions[0])
            return NextStep.DRAW
        table.sheet.warn(unclear(table, seat, picked, self.text))
        return NextStep.ASK_AGAIN


def read_order(line: str) -> Order:
    """The order of a line."""
    text = "".join(letter if letter.isprintable() else " " for letter in line).strip()
    word, _, rest = text.partition(" ")
    if not text:
        return Command(show_help_hint, "")
    run = ORDERS.get(word.lower())
    return Act(text) if run is None else Command(run, rest.strip())


def unclear(table: Table, seat: int, picked: MatchingActions, text: str) -> str:
    """What to answer when a text does not name one legal action."""
    names = [table.match.game.action_name(action) for action in picked.actions]
    if picked.is_legal and names:
        return f"{text!r} could mean {listed(names)}: type a little more."
    if picked.is_legal:
        return f"There is no action number {text.strip()}; choose 1 to {len(table.match.legal_actions(seat))}."
    if names:
        return reasons(table, seat, picked.actions)
    near = did_you_mean(text, table.match.game.action_names)
    return f"There is no action {text!r}{near}; type a number from the list, the beginning of an action, or `help`."


def reasons(table: Table, seat: int, actions: tuple[int, ...]) -> str:
    """Why actions are not possible now; one line for all that are refused for the same reason."""
    names: dict[str, list[str]] = {}
    for action in actions:
        names.setdefault(_why(table, seat, action), []).append(table.match.game.action_name(action))
    lines = [f"{_shared_name(alike)}: {reason}" for reason, alike in names.items()]
    more = [f"… and {len(lines) - MAX_REASONS} more"] if len(lines) > MAX_REASONS else []
    return "\n".join(lines[:MAX_REASONS] + more)


def _why(table: Table, seat: int, action: int) -> str:
    """Why an action is not possible now, with the clause."""
    refusal = table.match.explain(seat, action)
    if refusal is None:
        return "you may do that now"
    return f"{with_names(refusal.reason, table.players.shown_names)} [{refusal.clause}]"


def _shared_name(names: list[str]) -> str:
    """The words with which several names begin; those of a single name, or of names that begin differently, whole."""
    words = [name.split() for name in names]
    shared = [same[0] for same in takewhile(lambda same: len(set(same)) == 1, zip(*words, strict=False))]
    return " ".join(shared) or listed(names)


# ---- the commands -----------------------------------------------------------------------------------------------


def undo(table: Table, seat: int, _rest: str) -> NextStep:
    """Take back the last action."""
    try:
        table.match.undo(seat)
    except IllegalActionError as error:
        table.sheet.warn(f"{str(error)[0].upper()}{str(error)[1:]}.")
        return NextStep.ASK_AGAIN
    return NextStep.DRAW


def why(table: Table, seat: int, rest: str) -> NextStep:
    """Say why an action is not possible."""
    game = table.match.game
    picked = pick(game, table.match.legal_actions(seat), rest)
    everywhere = pick(game, list(range(game.first_chance_action)), rest) if not rest.isdecimal() else picked
    actions = picked.actions if len(picked.actions) == 1 else everywhere.actions
    if not rest:
        table.sheet.warn("Which action? For example: why end turn")
    elif actions:
        table.sheet.say(reasons(table, seat, actions))
    else:
        table.sheet.warn(f"There is no action {rest!r}{did_you_mean(rest, game.action_names)}.")
    return NextStep.ASK_AGAIN


def rules(table: Table, _seat: int, rest: str) -> NextStep:
    """Show the contents of the rules, or a part of them."""
    try:
        book = rulebook_of(type(table.match.game))
        if rest:
            table.sheet.screen.print_markdown(book.look_up(rest))
        else:
            table.sheet.say(f"{book.contents()}\nType `rules` and a number or a word, such as `rules 1`.")
    except OptionError as error:
        table.sheet.warn(f"{error}.")
    return NextStep.ASK_AGAIN


def save(table: Table, _seat: int, rest: str) -> NextStep:
    """Write the record to a file that does not exist yet."""
    return _save(table, rest.removesuffix("!").strip(), overwrite=rest.endswith("!"))


def save_over(table: Table, _seat: int, rest: str) -> NextStep:
    """Write the record to a file, whether it exists or not."""
    return _save(table, rest, overwrite=True)


def _save(table: Table, name: str, *, overwrite: bool) -> NextStep:
    if not name:
        table.sheet.warn("To which file? For example: save match.txt")
        return NextStep.ASK_AGAIN
    path = Path(name)
    try:
        path = path.expanduser()
        write_record(table.record(), path, overwrite=overwrite)
        table.sheet.say(f"Saved to {path}.")
    except FileExistsError:
        table.sheet.warn(f"{path} exists already; `save! {name}` overwrites it.")
    except (OSError, RuntimeError) as error:  # the latter: ~user for a user who does not exist
        table.sheet.warn(f"Cannot save to {path}: {getattr(error, 'strerror', None) or error}.")
    return NextStep.ASK_AGAIN


def view(table: Table, seat: int, rest: str) -> NextStep:
    """Draw the position again; all of it if asked for, however small the screen is."""
    if rest.lower() != "all":
        return NextStep.DRAW
    table.sheet.draw_everything(seat)
    return NextStep.ASK_AGAIN


def hint(table: Table, seat: int, _rest: str) -> NextStep:
    """Say what a good player would do."""
    from shinar.cli.terminal.advice import advice  # what searches is slow to import

    with compiling(table.match.game.name):
        words = advice(table.match, seat, table.players.shown_names)
    table.sheet.say(words)  # when the line that says what one waits for is gone
    return NextStep.ASK_AGAIN


def log(table: Table, seat: int, _rest: str) -> NextStep:
    """Show the log of the match, as this person has seen it."""
    table.sheet.say(merge_log_lines(table.match.story(seat), table.players.shown_names))
    return NextStep.ASK_AGAIN


def show_help(table: Table, _seat: int, _rest: str) -> NextStep:
    """Show what can be typed."""
    table.sheet.say(HELP)
    return NextStep.ASK_AGAIN


def show_help_hint(table: Table, _seat: int, _rest: str) -> NextStep:
    """An empty line: say what is expected."""
    table.sheet.say("Type a number from the list, the beginning of an action, or `help`.")
    return NextStep.ASK_AGAIN


def leave(_table: Table, _seat: int, _rest: str) -> NextStep:
    """Leave the match."""
    raise Quit


ORDERS: dict[str, Callable[[Table, int, str], NextStep]] = {
    "hint": hint,
    "undo": undo,
    "why": why,
    "rules": rules,
    "save": save,
    "save!": save_over,
    "view": view,
    "log": log,
    "help": show_help,
    "?": show_help,
    "quit": leave,
    "exit": leave,
}
