"""An action as data: a verb and its arguments, beside its id and its name; and an entry of a log."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["Action", "Argument", "Entry"]

Argument = str | int


@dataclass(frozen=True)
class Action:
    """`Action("build", {"site": "medes", "from": "own stack"})`. Equal when verb and arguments are."""

    verb: str
    args: Mapping[str, Argument] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "args", MappingProxyType(dict(self.args)))

    def __hash__(self) -> int:
        return hash((self.verb, frozenset(self.args.items())))

    def __repr__(self) -> str:
        return f"Action({self.verb!r}, {dict(self.args)!r})"

    def __reduce__(self) -> tuple[type["Action"], tuple[str, dict[str, Argument]]]:
        return Action, (self.verb, dict(self.args))


class Entry(NamedTuple):
    """One action of a log."""

    actor: int  # a seat, or CHANCE
    action: int
