"""The report of a study: tables and pictures, every figure with its 95 % interval."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from shinar.arena.study import ALIKE, StudiedGame
from shinar.arena.summary import Z95, wilson
from shinar.core.picture import COLOURS, Picture

__all__ = ["Bar", "Estimate", "bar_picture", "deal_share", "estimate", "rates_of", "report_page", "sources_of"]

PERCENT = 100
MIN_SEATS_WITH = 30  # a trait that fewer seats had says nothing
LOW_END, HIGH_END = 0.05, 0.95  # of the range of lengths that is reported

LABEL, WIDTH, PITCH, TOP, FOOT = 190.0, 420.0, 24.0, 40.0, 34.0  # of a picture
TITLE_SIZE, TITLE_LETTERS = 15, 90  # so many letters fit into the width; longer titles are written smaller


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float
    count: int

    def text(self, unit: str = "", digits: int = 1) -> str:
        """`33.3 % (31.0 – 35.7)`."""
        return f"{self.value:.{digits}f}{unit} ({self.low:.{digits}f} – {self.high:.{digits}f})"


@dataclass(frozen=True)
class Bar:
    """A line of a picture."""

    name: str
    estimate: Estimate


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values."""
    mean = fmean(values)
    half = Z95 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Estimate(mean, mean - half, mean + half, len(values))


def rate(shares: Sequence[float]) -> Estimate:
    """How often a seat came first, in percent; a shared first place counts as a part."""
    value = fmean(shares)
    low, high = wilson(value, len(shares))
    return Estimate(PERCENT * value, PERCENT * low, PERCENT * high, len(shares))


def share_of_first(game: StudiedGame, seat: int) -> float:
    """What part of the first place a seat has."""
    return 1 / game.ranks.count(1) if game.ranks[seat] == 1 else 0.0


# ---- what the games show --------------------------------------------------------------------------------------


def kinds_of(games: Iterable[StudiedGame]) -> list[str]:
    """The kinds of traits, in the order in which they are met."""
    return list(dict.fromkeys(kind for game in games for traits in game.traits for kind in traits))


def rates_of(games: Iterable[StudiedGame], kind: str) -> list[tuple[str, Estimate, Estimate]]:
    """For each value of a trait, how often seats with it came first and their points; the best first."""
    firsts: dict[str, list[float]] = {}
    points: dict[str, list[float]] = {}
    for game in games:
        for seat, traits in enumerate(game.traits):
            for value in traits.get(kind, ()):
                firsts.setdefault(value, []).append(share_of_first(game, seat))
                points.setdefault(value, []).append(game.scores[seat])
    found = [
        (name, rate(firsts[name]), estimate(points[name])) for name in firsts if len(firsts[name]) >= MIN_SEATS_WITH
    ]
    return sorted(found, key=lambda one: -one[1].value)


def sources_of(games: Iterable[StudiedGame]) -> list[tuple[str, Estimate, Estimate]]:
    """The points of each source that brought any: of all who came first alone or together, and of the others."""
    winners: dict[str, list[float]] = {}
    others: dict[str, list[float]] = {}
    for game in games:
        for seat, points in enumerate(game.points):
            into = winners if game.ranks[seat] == 1 else others
            for source, value in points.items():
                into.setdefault(source, []).append(value)
    brought = [name for name in winners if others.get(name) and (any(winners[name]) or any(others[name]))]
    return [(name, estimate(winners[name]), estimate(others[name])) for name in brought]


def deal_share(games: Sequence[StudiedGame]) -> Estimate:
    """What part of the result of seat 0 the deal decides, in percent: how alike games of one deal end.

    The correlation of the results of two games with the same deal, in which players think independently; the interval
    is Fisher's.
    """
    pairs = [games[i : i + ALIKE] for i in range(0, len(games) - ALIKE + 1, ALIKE)]
    results = [(_result(first), _result(second)) for first, second in pairs]
    mean = fmean(value for pair in results for value in pair)
    spread = fmean((value - mean) ** 2 for pair in results for value in pair)
    both = fmean((first - mean) * (second - mean) for first, second in results)
    correlation = both / spread if spread else 0.0
    middle, half = math.atanh(max(min(correlation, 0.999), -0.999)), Z95 / math.sqrt(max(len(results) - 3, 1))
    low, high = math.tanh(middle - half), math.tanh(middle + half)
    return Estimate(PERCENT * correlation, PERCENT * low, PERCENT * high, len(results))


def _result(game: StudiedGame) -> float:
    """The points of seat 0 less the mean of the others."""
    return game.scores[0] - fmean(game.scores[1:])


def _range(values: Sequence[int]) -> str:
    ordered = sorted(values)
    low, high = (ordered[round(part * (len(ordered) - 1))] for part in (LOW_END, HIGH_END))
    return f"{low} – {high}"


# ---- the page ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """The games with some options, and what sets them apart."""

    title: str
    games: Sequence[StudiedGame]


def report_page(
    title: str, about: str, main: Part, variations: Sequence[Part], images: str, notes: Mapping[str, str] | None = None
) -> tuple[str, dict[str, str]]:
    """A page of Markdown, and the pictures it shows, by file name; `images` is where they are, seen from the page, and
    `notes` say what traits do."""
    pictures: dict[str, str] = {}
    lines = [f"# A study of {title}", "", about, ""]
    reported: set[str] = set()
    for part in (main, *variations):  # a kind of trait is reported for the first part that has enough of it
        for kind in kinds_of(part.games):
            if kind not in reported and (found := _trait_lines(kind, part, images, pictures, notes or {})):
                lines += found
                reported.add(kind)
    lines += _source_lines(main, images, pictures)
    lines += _length_lines(main)
    lines += _luck_lines(main, variations)
    lines += _option_lines([main, *variations])
    return "\n".join(lines) + "\n", pictures


def _trait_lines(kind: str, part: Part, images: str, pictures: dict[str, str], notes: Mapping[str, str]) -> list[str]:
    found = rates_of(part.games, kind)
    if not found:
        return []
    name = f"{_slug(part.title)}-{_slug(kind)}.svg"
    fair = PERCENT / len(part.games[0].ranks)
    bars = [Bar(value, first) for value, first, _ in found]
    pictures[name] = bar_picture(f"first places by {kind}, in percent ({part.title})", bars, fair)
    table = [
        [value, str(first.count), first.text(" %"), points.text(), notes.get(value, "")]
        for value, first, points in found
    ]
    columns = 5 if any(row[-1] for row in table) else 4  # the last one only where there are notes
    return [
        f"## {kind[0].upper()}{kind[1:]} ({part.title})",
        "",
        f"![First places by {kind}]({images}/{name})",
        "",
        _row([kind, "seats", "first place", "points", "what it does"][:columns]),
        "|" + columns * "---|",
        *(_row(row[:columns]) for row in table),
        "",
        f"A fair share of first places is {fair:.1f} %.",
        "",
    ]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _source_lines(part: Part, images: str, pictures: dict[str, str]) -> list[str]:
    found = sources_of(part.games)
    name = f"{_slug(part.title)}-points.svg"
    bars = [
        Bar(f"{source} ({who})", one)
        for source, first, rest in found
        for who, one in (("first", first), ("others", rest))
    ]
    pictures[name] = bar_picture(f"points by source ({part.title})", bars, None)
    table = [f"| {source} | {first.text()} | {rest.text()} |" for source, first, rest in found]
    head = ["| source | those who came first | the others |", "|---|---|---|"]
    return [f"## Points by source ({part.title})", "", f"![Points by source]({images}/{name})", "", *head, *table, ""]


def _length_lines(part: Part) -> list[str]:
    turns, actions = [game.turns for game in part.games], [game.actions for game in part.games]
    endings: dict[str, int] = {}
    for game in part.games:
        endings[game.ending] = endings.get(game.ending, 0) + 1
    ended = ", ".join(f"[{clause}] {PERCENT * n / len(part.games):.1f} %" for clause, n in sorted(endings.items()))
    return [
        f"## Length ({part.title})",
        "",
        f"Turns: {estimate(turns).text()}, nine in ten games took {_range(turns)}. Entries of the log, including "
        f"chance: {estimate(actions).text()}. Endings: {ended}.",
        "",
    ]


def _luck_lines(main: Part, variations: Sequence[Part]) -> list[str]:
    rows = [main, *(_beginning(main, variations)), *variations]
    table = [f"| {part.title} | {len(part.games) // ALIKE} | {deal_share(part.games).text(' %', 0)} |" for part in rows]
    return [
        "## How much the deal decides",
        "",
        "Games come in pairs with the same deal, in which the players think independently. The correlation of their",
        "results (the points of the first seat less the mean of the others) is the share of the differences between",
        "games that the deal and the seat decide between equal players. The rest comes from what players choose, and",
        "from how their choices change later draws. Other options share the deals of the first games: compare them",
        "with what those decide in the main part.",
        "",
        "| options | pairs | decided by the deal |",
        "|---|---|---|",
        *table,
        "",
    ]


def _beginning(main: Part, variations: Sequence[Part]) -> list[Part]:
    """The games of the main part whose deals the variations share."""
    shared = max((len(part.games) for part in variations), default=len(main.games))
    return [Part(f"{main.title}, the first {shared:,} games", main.games[:shared])] if shared < len(main.games) else []


def _option_lines(parts: Sequence[Part]) -> list[str]:
    table = [
        f"| {part.title} | {len(part.games)} | {estimate([max(one.scores) for one in part.games]).text()} "
        f"| {estimate([_margin(one) for one in part.games]).text()} "
        f"| {rate([share_of_first(one, 0) for one in part.games]).text(' %')} "
        f"| {estimate([one.turns for one in part.games]).text()} |"
        for part in parts
    ]
    head = "| options | games | points of the first | lead over the second | seat 0 first | turns |"
    return ["## What the options change", "", head, "|---|---|---|---|---|---|", *table, ""]


def _margin(game: StudiedGame) -> int:
    first, second = sorted(game.scores, reverse=True)[:2]
    return first - second


def _slug(text: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in text.lower()).split())


# ---- pictures ---------------------------------------------------------------------------------------------------


def bar_picture(title: str, bars: Sequence[Bar], fair: float | None) -> str:
    """Bars with their intervals; a line marks a fair share."""
    top = max((bar.estimate.high for bar in bars), default=1.0) or 1.0
    bottom = min(0.0, min((bar.estimate.low for bar in bars), default=0.0))
    scale = WIDTH / (top - bottom)
    zero = LABEL - bottom * scale
    picture = Picture(LABEL + WIDTH + 80, TOP + PITCH * len(bars) + FOOT)
    picture.write(16, 24, title, min(TITLE_SIZE, TITLE_SIZE * TITLE_LETTERS // max(len(title), 1)))
    for number, bar in enumerate(bars):
        _draw_bar(picture, bar, zero, TOP + PITCH * number, scale)
    if fair is not None:
        x, foot = zero + fair * scale, TOP + PITCH * len(bars)
        picture.add("line", x1=x, x2=x, y1=TOP - 4, y2=foot, stroke=COLOURS["ink-3"], stroke_dasharray="4 3")
        picture.write(x, foot + 18, f"fair share {fair:.1f}", 12, fill=COLOURS["ink-3"], text_anchor="middle")
    return f"{picture}\n"


def _draw_bar(picture: Picture, bar: Bar, zero: float, y: float, scale: float) -> None:
    one, middle = bar.estimate, y + PITCH / 2
    end = zero + one.value * scale
    picture.write(LABEL - 10, middle + 4, bar.name, 12, text_anchor="end")
    left, width = min(zero, end), abs(end - zero)
    picture.add(
        "rect", x=round(left, 1), y=round(y + 4, 1), width=round(width, 1), height=PITCH - 8, fill=COLOURS["board"]
    )
    low, high = round(zero + one.low * scale, 1), round(zero + one.high * scale, 1)
    picture.add("line", x1=low, x2=high, y1=middle, y2=middle, stroke=COLOURS["ink"], stroke_width=2)
    picture.write(max(high, zero) + 8, middle + 4, f"{one.value:.1f}", 12)
