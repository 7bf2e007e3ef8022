"""What happened, in few lines: what one player did in a row is joined."""

from collections.abc import Sequence
from itertools import groupby

from shinar.core.story import StoryLine, with_names

__all__ = ["merge_log_lines"]


def merge_log_lines(lines: Sequence[StoryLine], names: Sequence[str]) -> str:
    """`Ninsun moves to Medes; builds level 2 …`: one line for what one player did in a row."""
    return "\n".join(_joined(subject, list(run), names) for subject, run in groupby(lines, key=lambda one: one.subject))


def _joined(subject: str, lines: list[StoryLine], names: Sequence[str]) -> str:
    parts = [_counted(what, len(list(run))) for what, run in groupby(line.predicate for line in lines)]
    joined = "; ".join(parts) if subject else "\n".join(parts)
    return with_names(f"{subject} {joined}".strip(), names)


def _counted(text: str, times: int) -> str:
    """A text that came several times in a row, once."""
    return text if times == 1 else f"{text} (×{times})"
