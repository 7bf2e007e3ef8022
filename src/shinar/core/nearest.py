"""The nearest known names, for when one was mistyped."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

__all__ = ["did_you_mean", "one_of"]

MAX_SUGGESTIONS = 3
MAX_LENGTH = 200  # of a name that is compared with the known ones


def did_you_mean(name: str, known: Iterable[object]) -> str:
    """` (did you mean …?)` with the nearest of the known names; nothing if none is near."""
    if len(name) > MAX_LENGTH:  # nothing is near it, and finding that out takes long
        return ""
    near = get_close_matches(name.strip().lower(), [str(other) for other in known], n=MAX_SUGGESTIONS)
    return f" (did you mean {one_of(near)}?)" if near else ""


def one_of(words: Sequence[str]) -> str:
    """Some words as a choice: `a, b or c`."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
