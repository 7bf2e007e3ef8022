"""What happened, in few lines: what the same actor did in a row stands together."""

from itertools import groupby

__all__ = ["told"]


def told(lines: list[str]) -> str:
    """Lines of a log; `seat 1: move medes` and `seat 1: end turn` become `seat 1: move medes; end turn`."""
    return "\n".join(_joined(speaker, list(run)) for speaker, run in groupby(lines, key=_speaker))


def _speaker(line: str) -> str:
    """Who acts: what stands before the colon, or before the verb of `seat 1 draws a nation card`."""
    head, colon, _ = line.partition(": ")
    return f"{head}:" if colon else " ".join(line.split()[:3])


def _joined(speaker: str, lines: list[str]) -> str:
    rests = [
        _counted(rest, len(list(run))) for rest, run in groupby(lines, key=lambda line: line.removeprefix(speaker))
    ]
    return f"{speaker} {(';' if speaker.endswith(':') else ',').join(rests).strip()}".strip()


def _counted(text: str, times: int) -> str:
    """A text that came several times in a row, once."""
    return text if times == 1 else f"{text} ×{times}"
