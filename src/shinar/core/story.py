"""What happened, as data and as a sentence. Sentences are made here alone, right for "you" and for a name.

Other players stand in a sentence as `{0}`, `{1}` …, by the number of their seat: the code that shows the sentence
knows what they are called and fills in the names with `with_names`. No sentence is ever parsed.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from shinar.core.action import Argument
from shinar.core.viewer import Viewer

__all__ = ["Effect", "Narrator", "StoryLine", "counted", "default_names", "listed", "third_person", "with_names"]

PLACEHOLDER = re.compile(r"\{(\d)\}")
IRREGULAR = {"have": "has", "are": "is", "do": "does", "go": "goes"}
SIBILANTS = ("s", "x", "z", "ch", "sh")
VOWELS = "aeiou"


class Effect(NamedTuple):
    """Something a seat gains or loses by what happened."""

    seat: int
    what: str  # points, coins, cards …: one word for each game's things
    amount: int  # negative for a loss


class StoryLine(NamedTuple):
    """One thing that happened, as far as one viewer may know it."""

    actor: int  # a seat, or CHANCE
    verb: str  # of the action, or what came of it
    args: Mapping[str, Argument] = MappingProxyType({})  # those the viewer may know
    effects: tuple[Effect, ...] = ()
    subject: str = ""  # `You` or `{1}`; nothing where nobody acts
    predicate: str = ""  # the rest of the sentence; lines of one subject can be joined
    action: int | None = None  # the id of the action, where the viewer may know all of it
    seat: int | None = None  # whom the sentence is about; it may be dealt to by chance

    @property
    def text(self) -> str:
        """The sentence, with `{seat}` where others are named."""
        return f"{self.subject} {self.predicate}".strip()

    def __str__(self) -> str:
        return with_names(self.text, default_names())


@dataclass(frozen=True)
class Narrator:
    """Makes sentences for one viewer."""

    viewer: Viewer

    def is_you(self, seat: int) -> bool:
        """Whether the sentence speaks to the one it speaks of."""
        return self.viewer.seat == seat

    def name(self, seat: int) -> str:
        """`you` or a placeholder, as an object: `takes a card from you`."""
        return "you" if self.is_you(seat) else f"{{{seat}}}"

    def whose(self, seat: int) -> str:
        """`your` or `{1}'s`."""
        return "your" if self.is_you(seat) else f"{{{seat}}}'s"

    def own(self, seat: int) -> str:
        """`your` or `their`, of what belongs to the one the sentence is about."""
        return "your" if self.is_you(seat) else "their"

    def subject(self, seat: int) -> str:
        """`You` or a placeholder, as a sentence begins."""
        return "You" if self.is_you(seat) else f"{{{seat}}}"

    def predicate(self, seat: int, plain: str) -> str:
        """`build level 3` as it follows the subject: unchanged after `You`, else `builds level 3`."""
        verb, _, rest = plain.partition(" ")
        return plain if self.is_you(seat) else f"{third_person(verb)} {rest}".rstrip()

    def line(
        self,
        seat: int,
        plain: str,
        verb: str,
        *,
        actor: int | None = None,
        args: Mapping[str, Argument] | None = None,
        effects: tuple[Effect, ...] = (),
        action: int | None = None,
    ) -> StoryLine:
        """What a seat did, of a predicate in the plain form: `line(1, "build level 3", "build", args=…)`.

        With `actor=CHANCE`, what chance brought to the seat.
        """
        subject, predicate = self.subject(seat), self.predicate(seat, plain)
        who = seat if actor is None else actor
        return StoryLine(who, verb, {} if args is None else args, effects, subject, predicate, action, seat)


@cache
def third_person(verb: str) -> str:
    """`builds`, `passes`, `carries`, `has` of build, pass, carry, have."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith(SIBILANTS):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2] not in VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def counted(number: int, noun: str) -> str:
    """`1 point`, `2 points`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def with_names(text: str, names: Sequence[str] | Mapping[int, str]) -> str:
    """A sentence with the names of the players filled in."""
    return PLACEHOLDER.sub(lambda found: _name(names, int(found[1])), text)


def _name(names: Any, seat: int) -> str:
    return str(names[seat])


def default_names(seats: int = 8) -> tuple[str, ...]:
    """What players without a name are called: `Player 1` sits at seat 0."""
    return tuple(f"Player {seat + 1}" for seat in range(seats))
