"""What happened, in few lines: what one player did in a row is joined."""

from collections.abc import Sequence
from itertools import groupby, pairwise

from shinar.core.story import StoryLine, with_names

__all__ = ["merge_log_lines"]


def merge_log_lines(lines: Sequence[StoryLine], names: Sequence[str]) -> str:
    """`Ninsun moves to Medes; builds level 2 …`: one line for what one player did in a row."""
    return "\n".join(_joined(subject, list(run), names) for subject, run in groupby(lines, key=lambda one: one.subject))


def _joined(subject: str, lines: list[StoryLine], names: Sequence[str]) -> str:
    parts = [_counted(what, len(list(run))) for what, run in groupby(line.predicate for line in lines)]
    joined = _listed(parts) if subject else "\n".join(parts)
    return with_names(f"{subject} {joined}".strip(), names)


def _listed(parts: list[str]) -> str:
    """`get Plato, Nero; pay 2 coins`: a verb that comes several times in a row, once."""
    text = parts[0]
    for last, part in pairwise(parts):
        verb, _, rest = part.partition(" ")
        is_list = rest and last.startswith(f"{verb} ") and "," not in last + part
        text += f", {rest}" if is_list else f"; {part}"
    return text


def _counted(text: str, times: int) -> str:
    """A text that came several times in a row, once."""
    return text if times == 1 else f"{text} (×{times})"
