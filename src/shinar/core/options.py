"""Options of a game: what can be chosen, in words, with a default; checked in one place for code, commands and page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shinar.core.errors import OptionError
from shinar.core.nearest import did_you_mean

__all__ = ["Option", "OptionValue", "options_from_json", "options_to_json"]

OptionValue = str | int | tuple[str, ...]


@dataclass(frozen=True)
class Option:
    """One thing to choose before a game begins."""

    name: str
    help: str
    choices: tuple[str | int, ...]
    default: OptionValue
    meanings: tuple[str, ...] = ()  # a sentence for each choice
    many: bool = False  # the value is any subset of the choices, as a tuple in their order
    per_seat: bool = False  # the value is a choice for each seat in turn; seats left out have the first choice
    advanced: bool = False  # most people leave it alone: a page shows it only to those who look for it
    title: str = ""  # what a page calls it, if its name says too little
    none_is_all: bool = False  # of `many`: choosing none means all of them, and a page ticks them all at first
    # (a choice, another option, what must be chosen of that): a page offers the choice only then
    needs: tuple[tuple[str | int, str, str], ...] = ()

    @staticmethod
    def resolve_all(
        game: str, options: tuple["Option", ...], given: Mapping[str, OptionValue]
    ) -> dict[str, OptionValue]:
        """The full options of a game from those given; OptionError for a name or a value that does not exist."""
        known = {option.name: option for option in options}
        for name in given:
            if name not in known:
                near = did_you_mean(name, known)
                raise OptionError(f"{game} has no option {name!r}{near}; it has {', '.join(known) or 'none'}")
        return {name: option.resolve(given.get(name, option.default)) for name, option in known.items()}

    def resolve(self, value: OptionValue) -> OptionValue:
        """The value itself in its proper form, or as text from a command line."""
        if not self.many and not self.per_seat:
            return self._one(value)
        parts = value.replace(",", " ").split() if isinstance(value, str) else value
        wanted = [self._one(part) for part in (parts if isinstance(parts, list | tuple) else [parts]) if part != "none"]
        if self.per_seat:
            return self._seat_by_seat(wanted)
        return tuple(str(choice) for choice in self.choices if choice in wanted)

    def _seat_by_seat(self, wanted: list[str | int]) -> tuple[str, ...]:
        """In its shortest form, so that equal choices compare as equal."""
        while wanted and wanted[-1] == self.choices[0]:
            wanted.pop()
        return tuple(str(choice) for choice in wanted)

    def _one(self, value: OptionValue) -> str | int:
        for choice in self.choices:
            if not isinstance(value, tuple) and str(choice) == str(value).strip().lower():
                return choice
        allowed = ", ".join(str(choice) for choice in self.choices)
        near = did_you_mean(value, self.choices) if isinstance(value, str) else ""
        raise OptionError(f"{self.name} cannot be {value!r}{near}; choose from {allowed}")

    def needs_of(self, choice: str | int) -> list[str]:
        """The option and the choice of it that a choice needs; empty if it needs none."""
        return next(([option, other] for needy, option, other in self.needs if needy == choice), [])

    def text(self, value: OptionValue) -> str:
        """A value as one word, as records and command lines write it; `resolve` is its inverse."""
        return (",".join(value) or "none") if isinstance(value, tuple) else str(value)


def options_to_json(options: Mapping[str, OptionValue]) -> dict[str, Any]:
    """Options as plain data: JSON has lists where games have tuples."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}


def options_from_json(data: Mapping[str, Any]) -> dict[str, OptionValue]:
    """The inverse of `options_to_json`; whether there are such options, the game says."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
