"""Positions for tests, written as text, and short words to play and to look at them."""

from shinar.core.game import CHANCE
from shinar.core.match import Match
from shinar.games.babel import Babel
from shinar.games.babel.notation import position_text
from shinar.games.babel.state import State

__all__ = ["BOTH_EDITIONS", "GAME", "NAMES", "asked", "at", "hand_sizes", "legal", "play", "refused", "side", "supply"]

GAME = Babel()
BOTH_EDITIONS = (Babel(edition="second"), Babel(edition="first"))
NAMES = GAME.action_names


def at(mine: str, theirs: str = "", *, head: str = "phase:act", supply: str = "") -> Match[State]:
    """A match from a position in which seat 0 is on turn; chance waits to be played."""
    state = GAME.parse_position(f"second {head} | {mine} | {theirs} | {supply}")
    return Match(GAME, start=state, deals=False)


def play(match: Match[State], *names: str) -> Match[State]:
    """Let whoever is asked take actions by name, one after the other."""
    for name in names:
        match.play(asked(match), name)
    return match


def asked(match: Match[State]) -> int:
    """The only actor that is asked."""
    (actor,) = match.actors
    return actor


def legal(match: Match[State], *kinds: str) -> list[str]:
    """The names of what may be done now, of some kinds or of all."""
    if asked(match) == CHANCE:
        return [NAMES[action] for action, _ in GAME.chances(match.reveal())]
    actions = match.legal_actions(asked(match))
    return [NAMES[action] for action in actions if not kinds or GAME.action_group(action) in kinds]


def refused(match: Match[State], name: str, seat: int = 0) -> str:
    """Why an action is not legal, with its clause; empty if it is."""
    refusal = match.explain(seat, name)
    return "" if refusal is None else str(refusal)


def head(match: Match[State]) -> str:
    """The head of the position: edition, seat on turn, phase, counters."""
    return position_text(match.reveal()).split(" | ")[0]


def side(match: Match[State], seat: int) -> str:
    """A player's part of the position: pawn, hand, stack and sites."""
    return position_text(match.reveal()).split(" | ")[1 + seat]


def supply(match: Match[State], name: str) -> str:
    """One word of the supplies: deck, quarry, discards or top; empty if it is not there."""
    words = dict(word.split(":") for word in position_text(match.reveal()).split(" | ")[3].split())
    return words.get(name, "").strip("-")


def hand_sizes(match: Match[State]) -> list[int]:
    """The cards in each hand."""
    return [sum(player.hand) for player in match.reveal().players]
