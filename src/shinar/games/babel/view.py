"""What a page or a terminal shows of an observation: plain data with words, and a drawing in text."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import Literal, TypedDict, cast

from shinar.core.canvas import Canvas, Tint, word_tints
from shinar.core.piles import total
from shinar.games.babel.components import LEVELS, NATION_LETTERS, NATION_NAMES, QUARRY, SEATS, SITES
from shinar.games.babel.rules import END_PHASE_SCORE, SAFE_SCORE, WINNING_SCORE, hand_size, score
from shinar.games.babel.state import PHASE_NAMES, Phase, Player, Row, State

__all__ = ["PHASE_WORDS", "BabelView", "render", "tints", "view"]

PHASE_WORDS = (
    "choosing who starts",
    "dealing",
    "drawing nation cards",
    "acting",
    "discarding from a halved hand",
    "drawing temple cards",
    "over",
)
SITE_WIDTH = 14  # room for a complete temple, [1-2-3-4-5-6]

Nation = Literal["assyrians", "hittites", "medes", "persians", "sumerians"]
NATION_WORDS = cast(tuple[Nation, ...], NATION_NAMES)
Pawn = Literal["assyrians", "hittites", "medes", "persians", "sumerians", "quarry"]


class SiteView(TypedDict):
    """One side of a site."""

    site: Nation
    row: list[Nation]  # oldest first
    temple: list[int]  # levels that are there, lowest first
    level: int


class PlayerView(TypedDict):
    """One player."""

    seat: int
    score: int
    pawn: Pawn
    hand: dict[Nation, int]  # those the viewer may know
    unseen: int  # further cards
    hand_size: int
    starting_card: bool
    stack: list[int]  # top last
    sites: list[SiteView]


class Marks(TypedDict):
    """The scores that decide."""

    safe: int
    winning: int
    end_phase: int


class QuarryView(TypedDict):
    """The temple cards that are left."""

    cards: int
    known_top: list[int]  # destroyed temples, in the order they will be drawn


class BabelView(TypedDict):
    """A position of Babel as a viewer sees it."""

    game: Literal["babel"]
    edition: str
    seat: int  # whose view it is, negative for spectators
    turn: int
    turn_of: int
    phase: Phase
    to_discard: int
    migrated: bool
    end_phase: bool
    marks: Marks
    deck: int
    discards: dict[Nation, int]
    quarry: QuarryView
    first_drawn: int
    players: list[PlayerView]


def view(state: State, seat: int) -> BabelView:
    """Everything a seat sees, as plain data; `seat` is whose observation it is, negative for a spectator."""
    return {
        "game": "babel",
        "edition": ("", "first", "second")[state.edition],
        "seat": seat,
        "turn": state.turns,
        "turn_of": state.turn_of,
        "phase": PHASE_NAMES[state.phase],
        "to_discard": state.to_discard,
        "migrated": bool(state.migrated),
        "end_phase": bool(state.end_phase),
        "marks": {"safe": SAFE_SCORE, "winning": WINNING_SCORE, "end_phase": END_PHASE_SCORE},
        "deck": total(state.deck) - sum(player.unseen for player in state.players),
        "discards": _by_nation(state.discards),
        "quarry": {"cards": total(state.quarry) + state.known_top.n, "known_top": _from_top(state)},
        "first_drawn": state.first_drawn,
        "players": [_player_view(state, owner) for owner in range(SEATS)],
    }


def _by_nation(counts: list[int]) -> dict[Nation, int]:
    return dict(zip(NATION_WORDS, counts, strict=True))


def _from_top(state: State) -> list[int]:
    """The destroyed temple cards in the order they will be drawn."""
    return state.known_top.cards[: state.known_top.n][::-1]


def _player_view(state: State, owner: int) -> PlayerView:
    player = state.players[owner]
    return {
        "seat": owner,
        "score": _points(tuple(player.temples)),
        "pawn": "quarry" if player.pawn == QUARRY else NATION_WORDS[player.pawn],
        "hand": _by_nation(player.hand),
        "unseen": player.unseen,
        "hand_size": hand_size(player),
        "starting_card": bool(player.start_card),
        "stack": player.stack.cards[: player.stack.n],
        "sites": [*map(_site_view, NATION_WORDS, player.rows, player.temples)],
    }


def _site_view(site: Nation, row: Row, temple: int) -> SiteView:
    levels = _levels(temple)
    return {
        "site": site,
        "row": [NATION_WORDS[card] for card in row.cards[: row.n]],
        "temple": [*levels],
        "level": levels[-1] if levels else 0,
    }


@cache
def _levels(temple: int) -> tuple[int, ...]:
    """The levels that are there, lowest first."""
    return tuple(level for level in range(1, LEVELS) if temple >> level & 1)


@lru_cache(maxsize=1024)
def _points(temples: tuple[int, ...]) -> int:
    """The score of a side by its temples: as everybody looks at every position, the rules are asked once."""
    state = State()
    state.players[0].temples = [*temples]
    return score(state, 0)


# ---- text -------------------------------------------------------------------------------------------------------


def render(state: State, seat: int, canvas: Canvas) -> str:
    """The position drawn for a terminal: the opponent above, oneself below, five sites side by side."""
    near = max(seat, 0)
    far_heads, near_heads = (
        [_hand_line(state.players[owner], canvas.name(owner, seat)), _stack_line(state.players[owner])]
        for owner in (1 - near, near)
    )
    lines = [_title(state, seat, canvas), "", *far_heads, "", *chain(*_side(state, 1 - near))]
    lines += ["", _columns([name.capitalize() for name in NATION_NAMES], "-"), ""]
    lines += [*chain(*reversed(_side(state, near))), "", *reversed(near_heads), "", _supplies(state)]
    drawn = [line.rstrip() for line in lines]
    return "\n".join(drawn if canvas.fits(len(drawn)) else filter(None, drawn))


def _title(state: State, seat: int, canvas: Canvas) -> str:
    first, second = (canvas.name(owner, seat) for owner in range(len(state.players)))
    end_phase = ", end phase" if state.end_phase else ""
    turn = f"Turn {state.turns}, {canvas.whose(state.turn_of, seat)} turn"
    return f"{turn}, {PHASE_WORDS[state.phase]}{end_phase}. {first} {score(state, 0)} : {score(state, 1)} {second}."


def _side(state: State, owner: int) -> list[list[str]]:
    """A player's half of the board from its rim to its middle; the near side has these blocks the other way round.

    Rows are one block: where they need several lines, these are read downwards on both sides.
    """
    player = state.players[owner]
    pawns = ["*pawn*" if player.pawn == site else "" for site in range(SITES)]
    rows = [_row_text(player, site) for site in range(SITES)]
    temples = [_temple_text(player, site) for site in range(SITES)]
    return [_row_lines(rows), [_columns(temples)], [_columns(pawns)]]


def _hand_line(player: Player, name: str) -> str:
    held = [f"{count} {name}" for name, count in zip(NATION_NAMES, player.hand, strict=True) if count]
    if player.unseen:
        held.append(f"{player.unseen} unseen")
    return f"{name}: hand {', '.join(held) or 'empty'}"


def _stack_line(player: Player) -> str:
    levels = " ".join(str(level) for level in player.stack.cards[: player.stack.n])
    stack = f"{levels} (top last)" if levels else "empty"
    start = "; starting card not built yet" if player.start_card else ""
    quarry = "; pawn in the quarry" if player.pawn == QUARRY else ""
    return f"  temple stack: {stack}{start}{quarry}"


def _row_text(player: Player, site: int) -> str:
    row = player.rows[site]
    return "".join(NATION_LETTERS[card] for card in row.cards[: row.n])


def _row_lines(rows: list[str]) -> list[str]:
    """Rows longer than a column go on in the next line."""
    step = SITE_WIDTH - 1
    lines = max(1, *(-(-len(row) // step) for row in rows))
    return [_columns([row[line * step : (line + 1) * step] for row in rows]) for line in range(lines)]


def _temple_text(player: Player, site: int) -> str:
    levels = [str(level) for level in range(1, LEVELS) if player.temples[site] >> level & 1]
    return f"[{'-'.join(levels)}]" if levels else "[ ]"


def _columns(cells: list[str], fill: str = " ") -> str:
    return "".join(f"{cell + (fill == '-') * ' ':{fill}<{SITE_WIDTH - 1}} " for cell in cells)


def _supplies(state: State) -> str:
    drawn = total(state.deck) - sum(player.unseen for player in state.players)
    known = " ".join(str(level) for level in _from_top(state))
    top = f" (next: {known})" if known else ""
    held = zip(NATION_LETTERS, state.discards, strict=True)
    discards = ", ".join(f"{count} {letter}" for letter, count in held if count)
    quarry = total(state.quarry) + state.known_top.n
    return f"Deck {drawn}; discards {discards or 'none'}; quarry {quarry}{top}."


# ---- colours ----------------------------------------------------------------------------------------------------

COLOUR_OF_NATION = dict(zip(NATION_NAMES, ("blue", "yellow", "green", "grey", "red"), strict=True))
COLOUR_OF_LETTER = dict(zip(NATION_LETTERS, COLOUR_OF_NATION.values(), strict=True))
ROW = re.compile(rf"(?<![A-Za-z'])[{NATION_LETTERS}]+(?![A-Za-z']| [a-z])")  # of cards; but `A draw` is none


def tints(text: str) -> Iterator[Tint]:
    """Nations by name, and the letters that stand for cards."""
    yield from word_tints(text, COLOUR_OF_NATION)
    for row in ROW.finditer(text):
        for place, letter in enumerate(row[0], row.start()):
            yield Tint(place, place + 1, COLOUR_OF_LETTER[letter])
