"""A distribution as a few lines of text."""

__all__ = ["histogram_lines"]

BARS = 12  # lines at most
WIDTH = 40  # of the longest bar


def histogram_lines(counts: list[int]) -> list[str]:
    """Bars for how often each number occurred, neighbouring numbers together; the numbers are indices of `counts`."""
    present = [number for number, count in enumerate(counts) if count]
    if not present:
        return []
    step = -(-(present[-1] - present[0] + 1) // BARS)
    slots = [(first, sum(counts[first : first + step])) for first in range(present[0], present[-1] + 1, step)]
    most = max(count for _, count in slots)
    return [_line(first, step, count, most) for first, count in slots]


def _line(first: int, step: int, count: int, highest: int) -> str:
    label = str(first) if step == 1 else f"{first}–{first + step - 1}"
    return f"  {label:>9}  {'█' * round(WIDTH * count / highest):{WIDTH}}  {count:,}"
